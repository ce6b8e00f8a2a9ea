"""The tutorials are shorter than the same programs for MuJoCo."""

import re
import subprocess
import sys

import pytest

from support.repository import ROOT

NAMES = ("tutorial_arm", "tutorial_leg", "tutorial_training")
TWINS = ROOT / "benchmarks" / "for_mujoco"


def lines(code):
    """Return how many lines are neither empty nor a comment."""
    return sum(1 for line in code.splitlines() if line.strip() and not line.strip().startswith("#"))


@pytest.mark.parametrize("name", NAMES)
def test_tutorials_are_shorter_than_for_mujoco(name):
    """Count fewer lines than the twin has without its docstring and where it finds the model, and say how many."""
    page = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    own = lines(re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)[0])
    twin = (TWINS / f"{name}.py").read_text(encoding="utf-8").split('"""', 2)[2]
    other = lines(twin.replace("from corten import models\n", ""))
    assert own < other
    table = (ROOT / "docs" / "coming_from_mujoco.md").read_text(encoding="utf-8")
    assert f"({name}.md) | {own} | {other} |" in table


@pytest.mark.parametrize("name", NAMES[:2])
def test_twins_run(name, tmp_path):
    """Run what needs no OpenGL: the twins are whole programs."""
    done = subprocess.run([sys.executable, TWINS / f"{name}.py"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
