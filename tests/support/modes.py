"""Programs under every way of running kernels: compiled, compiled with checks of every index, and plain Python."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from support.repository import ROOT

OTHER_MODES = ("checked", "python")


def run_python(*arguments: str, folder: Path | None = None, **variables: str) -> "subprocess.CompletedProcess[str]":
    """Run a fresh interpreter that knows corten and tests/support, with some variables of the environment set."""
    paths = os.pathsep.join((str(ROOT / "tests"), str(ROOT / "src")))
    environment = {**os.environ, "PYTHONPATH": paths, "CORTEN_KERNELS": "compiled", **variables}
    return subprocess.run([sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True)


@cache
def output_of(program: str, mode: str) -> list[str]:
    """Return the lines that a program prints with kernels of a mode."""
    done = run_python("-W", "ignore", "-c", program, CORTEN_KERNELS=mode)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.splitlines()


def check_same_output(program: str, mode: str) -> list[str]:
    """Check that a program prints in a mode what it prints with compiled kernels, and return those lines."""
    compiled, other = output_of(program, "compiled"), output_of(program, mode)
    assert len(compiled) == len(other) > 0
    for line, wanted in zip(other, compiled, strict=True):
        assert line == wanted, line.split()[0]
    return compiled
