"""Whatever users write into fields, a step or a question ends in a result or an error."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from corten.data import DATA
from corten.model import MODEL
from support import fuzzed_scenes

TESTS = Path(__file__).parent.parent


@pytest.mark.parametrize("scene", fuzzed_scenes.SCENES)
def test_every_field_takes_anything(scene):
    """Survive garbage in each field of Model and Data, in a process of its own."""
    paths = os.pathsep.join([str(TESTS), *sys.path])
    command = [sys.executable, "-W", "ignore", "-m", "support.fuzz_fields", scene, "0"]
    run = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=TESTS, env=os.environ | {"PYTHONPATH": paths}
    )
    tried = run.stdout.split()
    assert run.returncode == 0, f"{tried[-1:]}: {run.stderr[-2000:]}"
    assert tried == [f"Model.{name}" for name in MODEL.fields] + [f"Data.{name}" for name in DATA.fields] + ["done"]
