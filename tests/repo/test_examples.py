"""The examples run."""

import subprocess
import sys

import pytest

from support.repository import ROOT

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_example_runs(example, tmp_path):
    """Run an example in an empty folder and see it print something, warnings counted as errors."""
    done = subprocess.run([sys.executable, "-W", "error", example], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_there_are_examples():
    """Have examples at all."""
    assert len(EXAMPLES) >= 3
