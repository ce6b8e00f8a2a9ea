"""`corten run`."""

import re

import numpy as np
import pytest

import corten
from corten.cli.app import run_command
from corten.cli.hash import model_fingerprint, trajectory_fingerprints
from corten.cli.run import EnergyMonitor, simulate
from support.tolerance import CONSERVED, SHOWN

PENDULUM = """
<mujoco>
  <option timestep="0.01" integrator="RK4"/>
  <worldbody>
    <body name="rod">
      <joint name="pivot" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 0 0 -1" size="0.02" contype="0" conaffinity="0"/>
    </body>
  </worldbody>
  <keyframe><key name="level" qpos="1.5"/><key qpos="0.5"/></keyframe>
</mujoco>
"""


@pytest.fixture
def pendulum(tmp_path):
    """Return the path of a pendulum."""
    path = tmp_path / "pendulum.xml"
    path.write_text(PENDULUM, encoding="utf-8")
    return str(path)


def values(text: str) -> dict[str, str]:
    """Return the labelled lines of a result."""
    return {label.strip(): value for label, value in re.findall(r"^(\w[\w -]*?)   +(.*\S)", text, re.MULTILINE)}


def test_result_says_what_a_person_wants_to_know(pendulum, capsys):
    """Show simulated time, speed, real-time factor, energy drift and final pose."""
    assert run_command(["run", pendulum, "--seconds", "1", "--keyframe", "level"]) == 0
    result = values(capsys.readouterr().out)
    assert result["model"] == "1 body, 1 dof, 0 controls; RK4, steps of 10 ms"
    assert result["simulated"] == "1 s in 100 steps"
    speed = float(result["speed"].split()[0].replace(",", ""))
    factor = float(result["real-time factor"].split()[0].replace(",", ""))
    assert factor == pytest.approx(speed * 0.01, rel=SHOWN, abs=SHOWN)
    assert result["energy drift"].split()[1] == "J,"
    assert result["pivot"].startswith("hinge")


def test_pose_is_that_of_the_last_step(pendulum, capsys):
    """Show the coordinates that the same number of steps gives in Python."""
    run_command(["run", pendulum, "--steps", "37", "--keyframe", "1"])
    model = corten.load_model(pendulum)
    data = model.make_data()
    corten.reset_data(model, data, 1)
    corten.step(model, data, nstep=37)
    assert f"{data.qpos[0]:.4f} rad" in capsys.readouterr().out


def test_integrator_is_taken_under_its_mjcf_word(pendulum, capsys):
    """Use the integrator that is asked for, whatever its case."""
    assert run_command(["run", pendulum, "--steps", "1", "--integrator", "IMPLICITfast"]) == 0
    assert "implicitfast" in capsys.readouterr().out


def test_drift_is_measured_between_start_and_end():
    """Measure no drift beyond rounding in a conservative model, and the dissipation in a damped one."""
    model = corten.load_model_from_string(PENDULUM)
    data = model.make_data()
    data.qpos[0] = 1.0
    calm = simulate(model, data, 200)
    assert abs(calm.drift) < CONSERVED * calm.most_kinetic
    model.dof_damping[:] = 1.0
    assert simulate(model, data, 200).drift < -0.01 * calm.most_kinetic


def test_gauge_leaves_state_and_model_alone():
    """Read energies without changing an option or a number."""
    model = corten.load_model_from_string(PENDULUM)
    data = model.make_data()
    data.qpos[0] = 1.0
    before = data.qacc.copy()
    potential, kinetic = EnergyMonitor(model).read(data)
    assert potential != 0.0 and kinetic == 0.0
    assert model.opt.enableflags == 0
    np.testing.assert_array_equal(data.qacc, before)


@pytest.mark.parametrize("name", corten.models.names())
def test_bundled_models_run_by_name(name, capsys):
    """Run every bundled model under its name."""
    assert run_command(["run", name, "--steps", "20"]) == 0
    assert "final pose" in capsys.readouterr().out


def test_unknown_keyframe_names_those_that_exist(pendulum, capsys):
    """Name the keyframes of the model when another is asked for."""
    assert run_command(["run", pendulum, "--keyframe", "upright"]) == 2
    assert "there is no keyframe 'upright'; the model has: level, 1" in capsys.readouterr().err


def test_picture_shows_the_end(pendulum, tmp_path, capsys):
    """Write a picture of the last state and say where; refuse a name that is no picture's."""
    target = tmp_path / "end.png"
    assert run_command(["run", pendulum, "--steps", "3", "--picture", str(target)]) == 0
    assert str(target) in capsys.readouterr().out
    assert target.read_bytes().startswith(b"\x89PNG")
    assert run_command(["run", pendulum, "--picture", "end.jpg"]) == 2
    assert "is no .png file" in capsys.readouterr().err


def test_hash_prints_what_python_computes(pendulum, capsys):
    """Print the fingerprints of the model and of its trajectory, after 1, 10 and the last step."""
    assert run_command(["hash", pendulum, "--steps", "12", "--keyframe", "level"]) == 0
    result = values(capsys.readouterr().out)
    model = corten.load_model(pendulum)
    data = model.make_data()
    corten.reset_data(model, data, 0)
    expected = [text for _, text in trajectory_fingerprints(model, data, 12)]
    assert [result["model"], result["after 1 step"], result["after 10 steps"], result["after 12 steps"]] == [
        model_fingerprint(model),
        *expected,
    ]
