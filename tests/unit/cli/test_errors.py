"""What goes wrong is told in one line, with exit code 1; 2 if the arguments are wrong."""

import subprocess
import sys

import pytest

from corten.cli.app import run_command

BROKEN = "<mujoco><worldbody><body><joint/><geom typ='box'/></body></worldbody></mujoco>"

# weightless and unsupported: nothing holds its velocity back
UNSTABLE = """
<mujoco>
  <option timestep="1" gravity="0 0 -1e10"/>
  <worldbody><body><joint type="slide"/><geom type="sphere" size="1" contype="0" conaffinity="0"/></body></worldbody>
</mujoco>
"""


def error_of(capsys) -> str:
    """Return what was written to standard error: one line."""
    text = capsys.readouterr().err
    assert text.count("\n") == 1 and text.startswith("corten: ")
    return text


def test_missing_file(capsys):
    """Name the file that is missing and the models that come with corten."""
    assert run_command(["run", "nowhere.xml"]) == 1
    error = error_of(capsys)
    assert "nowhere.xml" in error and "humanoid" in error
    assert run_command(["run", "humanoit"]) == 1
    assert "'humanoid' comes with corten" in error_of(capsys)


def test_folder(capsys, tmp_path):
    """Refuse a folder."""
    assert run_command(["info", str(tmp_path)]) == 1
    assert "is a folder" in error_of(capsys)


def test_broken_model(capsys, tmp_path):
    """Give the place of a mistake in the model."""
    path = tmp_path / "broken.xml"
    path.write_text(BROKEN, encoding="utf-8")
    assert run_command(["run", str(path)]) == 1
    error = error_of(capsys)
    assert f"{path}:1" in error and "typ" in error


def test_failing_step(capsys, tmp_path):
    """Tell how a step failed."""
    path = tmp_path / "unstable.xml"
    path.write_text(UNSTABLE, encoding="utf-8")
    assert run_command(["run", str(path), "--seconds", "100"]) == 1
    assert "timestep" in error_of(capsys)


@pytest.mark.parametrize("arguments", [["run"], ["run", "chain", "--steps", "many"], ["fly"], ["run", "chain", "--up"]])
def test_bad_arguments(arguments, capsys):
    """Refuse arguments that are missing, malformed or unknown, and say where to read more."""
    assert run_command(arguments) == 2
    assert error_of(capsys).endswith(" --help\n")


def test_exit_code_reaches_the_shell():
    """End the process with the exit code, and write nothing but the error."""
    done = subprocess.run([sys.executable, "-m", "corten", "run", "nowhere.xml"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("corten: ") and done.stderr.count("\n") == 1
