"""Things that a new user tries: none ends in a traceback, a wrong word or a lost file."""

import logging
import os
import subprocess
import sys

import pytest

import corten
from corten.cli.app import run_command
from corten.cli.text import _percent
from corten.runtime import build, notices
from corten.runtime.build import CompileProgress

SWING = "<mujoco><worldbody><body><joint/><geom size='.1' pos='.2 0 0'/></body></worldbody></mujoco>"

FUNCTIONS = """
import corten
import numbers_of_mine

@corten.register("gain")
def stumbling_gain(m, d, i):
    return 7.0
"""

USER = """
<mujoco>
  <worldbody><body><joint name="j"/><geom size=".1" pos=".2 0 0"/></body></worldbody>
  <actuator><general name="a" joint="j" gaintype="user" gainprm="3"/></actuator>
  <custom><text name="corten.actuator.a.gain" data="stumbling_gain"/></custom>
</mujoco>
"""


@pytest.fixture
def swing(tmp_path):
    """Return the file of a small model."""
    file = tmp_path / "swing.xml"
    file.write_text(SWING)
    return file


@pytest.mark.parametrize("seconds", ["1e9999", "nan", "-inf", "1e300", "-1"])
def test_times_that_are_none(seconds, swing, capsys):
    """Refuse simulated times that are not finite, negative or longer than steps can be counted."""
    assert run_command(["run", str(swing), "--seconds", seconds]) == 2
    assert capsys.readouterr().err.startswith("corten: --seconds: ")


def test_no_time_is_no_step(swing, capsys):
    """Show the beginning and run nothing where no time is asked for."""
    assert run_command(["run", str(swing), "--seconds", "0"]) == 0
    text = capsys.readouterr().out
    assert "this is the beginning" in text and "final pose, time 0 s" in text and "steps per second" not in text


def test_unknown_kernel_mode(swing, capsys, monkeypatch):
    """Say in one line which modes of kernels there are."""
    monkeypatch.setenv("CORTEN_KERNELS", "fast")
    assert run_command(["run", str(swing)]) == 1
    expected = "corten: CORTEN_KERNELS is 'fast'; allowed are compiled, checked, python\n"
    assert capsys.readouterr().err == expected


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["render", "cartpole", "--size", "100000x3"], "100000x3 is too large"),
        (["info", "cartpole", "--stages", "--lanes"], "not both"),
        (["run", "cartpole", "extra"], "'extra' is one argument too many"),
    ],
)
def test_arguments_that_do_not_go(arguments, words, capsys):
    """Refuse what is too large, too many or does not go together."""
    assert run_command(arguments) == 2
    assert words in capsys.readouterr().err


def test_empty_name(capsys):
    """Take no empty name for the current folder."""
    assert run_command(["run", ""]) == 2
    assert "the name of the model is empty" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["out.mjb", "out", "out.urdf"])
def test_convert_writes_xml_only(name, swing, tmp_path, capsys):
    """Refuse to write MJCF under the name of another format."""
    assert run_command(["convert", str(swing), str(tmp_path / name)]) == 2
    assert "is no .xml file" in capsys.readouterr().err and not (tmp_path / name).exists()


def test_convert_overwrites_on_request_only(swing, tmp_path, capsys):
    """Leave files alone that are there already, the model itself above all, unless --force is given."""
    assert run_command(["convert", str(swing), str(swing)]) == 2
    assert "is the model itself; --force overwrites it" in capsys.readouterr().err
    assert swing.read_text() == SWING
    other = tmp_path / "other.xml"
    other.write_text("mine")
    assert run_command(["convert", str(swing), str(other)]) == 2
    assert other.read_text() == "mine" and "there already" in capsys.readouterr().err
    assert run_command(["convert", str(swing), str(other), "--force"]) == 0
    assert corten.load_model(other).nv == 1


def test_one_is_not_many(swing, capsys, monkeypatch):
    """Speak of one step and one kernel in the singular."""
    assert run_command(["run", str(swing), "--steps", "1"]) == 0
    assert "in 1 step\n" in capsys.readouterr().out
    monkeypatch.setattr(build, "PATIENCE", 0.0)
    monkeypatch.setattr(notices, "_is_set_up", lambda: False)
    with CompileProgress(1) as bar:
        bar.begin("one")
    assert "1 kernel in" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("share", "text"),
    [(-1.6, "-160 %"), (-1600.0, "-160,000 %"), (0.0123, "+1.2 %"), (0.0, "+0 %"), (2e-9, "+2e-07 %")],
)
def test_percentages_are_readable(share, text):
    """Write percentages without exponents unless they are tiny."""
    assert _percent(share) == text


def test_notices_go_through_logging(caplog, capsys, monkeypatch):
    """Let a program decide what becomes of notices; show them on standard error where nobody has decided."""
    monkeypatch.setattr(build, "PATIENCE", 0.0)
    with caplog.at_level(logging.INFO, "corten"), CompileProgress(3) as bar:
        bar.begin("one")
    assert [record.message.partition(" in ")[0] for record in caplog.records] == [
        "compiling 3 kernels (once; kept on disk) ...",
        "compiled 3 kernels",
    ]
    caplog.clear()
    with caplog.at_level(logging.WARNING, "corten"), CompileProgress(3) as bar:
        bar.begin("one")
    assert not caplog.records and capsys.readouterr().err == ""
    monkeypatch.setattr(notices, "_is_set_up", lambda: False)
    notices.log("something")
    assert capsys.readouterr().err == "corten: something\n"


def test_modules_can_be_imported(tmp_path, capsys, monkeypatch):
    """Run a model with functions that a module or a file registers, and say which module there is not."""
    (tmp_path / "functions_of_mine.py").write_text(FUNCTIONS)
    (tmp_path / "numbers_of_mine.py").write_text("")
    model = tmp_path / "user.xml"
    model.write_text(USER)
    monkeypatch.chdir(tmp_path)
    for name in ("functions_of_mine.py", "functions_of_mine"):
        command = [sys.executable, "-m", "corten", "info", str(model), "--import", name]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    assert run_command(["info", str(model), "--import", "no_such_module"]) == 2
    assert "there is no module 'no_such_module'" in capsys.readouterr().err
    assert run_command(["info", str(model), "--import", "no_such_file.py"]) == 1
    assert "there is no file 'no_such_file.py'" in capsys.readouterr().err


def test_help_of_a_command_has_two_spellings(capsys):
    """Understand `corten help run` and `-h`."""
    texts = []
    for arguments in (["run", "--help"], ["help", "run"], ["run", "-h"]):
        assert run_command(arguments) == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1] == texts[2] and "--seconds" in texts[0]
    assert run_command(["rnu"]) == 2
    assert "'run' is the nearest" in capsys.readouterr().err


def test_readers_may_leave(swing):
    """End quietly when whoever reads the output has gone."""
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "corten", "info", str(swing)]
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, text=True)
    os.close(write)
    assert done.returncode == 1 and done.stderr == ""
