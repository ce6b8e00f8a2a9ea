"""The examples run."""

import subprocess
import sys

import pytest

from support.learning import need_learning
from support.repository import ROOT

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))

# what makes an example short that is long otherwise
SHORT = {"train_ppo": ["--task", "Humanoid-v5", "--steps", "2048", "--envs", "16", "--film", "4"]}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_example_runs(example, tmp_path):
    """Run an example in an empty folder and see it print something, warnings counted as errors."""
    if example.stem == "train_ppo":
        need_learning()
    command = [sys.executable, "-W", "error", example, *SHORT.get(example.stem, ())]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_there_are_examples():
    """Have examples at all."""
    assert len(EXAMPLES) >= 3
