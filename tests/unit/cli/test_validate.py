"""`corten validate`: refusals, notes and comparisons."""

import importlib.util

import numpy as np
import pytest

from corten.cli.app import run_command
from corten.cli.validate import difference

PENDULUM = '<worldbody><body><joint name="j" {}/><geom size=".1" pos="1 0 0" contype="0"/></body></worldbody>'


@pytest.fixture
def validate(tmp_path, capsys):
    """Return a function that validates a model and gives the exit code and the lines that are printed."""

    def run(xml: str) -> tuple[int, list[str]]:
        file = tmp_path / "scene.xml"
        file.write_text(f"<mujoco>{xml}</mujoco>")
        code = run_command(["validate", str(file)])
        captured = capsys.readouterr()
        return code, [line.replace(f"{tmp_path}/", "") for line in (captured.out + captured.err).splitlines()]

    return run


def test_valid_models_are_compared(validate):
    """Say that all constants are MuJoCo's."""
    assert validate(PENDULUM.format("")) == (0, ["scene.xml: valid; all constants are MuJoCo's"])


def test_everything_that_is_refused_is_listed(validate):
    """List all features that are not supported, each with its line, not only the first."""
    plugins = '<plugin plugin="a"/>\n<plugin plugin="b"/>'
    refused = f'<worldbody><flexcomp name="f" count="3 3 1">\n{plugins}</flexcomp></worldbody>'
    code, lines = validate(refused + PENDULUM.format(""))
    assert code == 1
    assert lines == [
        "scene.xml:2: <plugin>: flexcomp/plugin is not supported",
        "scene.xml:3: <plugin>: flexcomp/plugin is not supported",
        "scene.xml: refused for 2 things that MuJoCo has and corten has not",
    ]


def test_mistakes_are_told(validate):
    """Give a mistake of the model as it is, with exit code 1."""
    code, lines = validate("<worldbody><body><joint/></body></worldbody>")
    assert code == 1 and lines[0].startswith("corten: scene.xml:1: <body>: this body moves")


def test_without_mujoco_nothing_is_compared(validate, monkeypatch):
    """Say what is missing where mujoco is not installed."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    code, lines = validate(PENDULUM.format(""))
    assert (code, lines) == (0, ["scene.xml: valid; install mujoco to have its constants compared"])


def test_differences_say_where():
    """Name the place of the largest difference and both numbers; rounding is no difference."""
    ours = np.array([[1.0, 2.0], [3.0, 4.0]])
    assert difference(ours, ours + 1e-9) == ""
    assert difference(ours, ours + np.array([[0, 0.1], [0, 0]])) == "[0, 1] is 2 here, 2.1 in MuJoCo"
    assert difference(np.float64(3.0), np.float64(4.0)) == "3 here, 4 in MuJoCo"
