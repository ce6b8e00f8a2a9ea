"""BA1 to BA3: batches step as environments alone do, isolate failures, and reset what they are told to."""

import numpy as np
import pytest

import corten
from corten.enums import StepErrorKind
from support import fuzzed_scenes
from support.batches import Twins, different_fields, shown

BOXES = """
<mujoco><worldbody><geom type="plane" size="2 2 .1"/>
  <body pos="0 0 .11"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  <body pos="0 0 .33"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  <body pos="1 0 1"><joint name="hinge" axis="0 1 0" range="-20 20" limited="true"/>
    <geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/></body>
</worldbody>
<actuator><motor joint="hinge"/></actuator>
<sensor><jointpos joint="hinge"/></sensor>
<keyframe><key name="turned" time="2" qpos="0 0 .2 1 0 0 0  0 0 .5 1 0 0 0  .1" ctrl=".3"/></keyframe>
</mujoco>
"""


def boxes() -> corten.Model:
    """Return two boxes and a hinge above a floor."""
    return corten.load_model_from_string(BOXES)


@pytest.mark.parametrize(("threads", "lanes"), [(1, 1), (2, 1), (3, 1), (2, None)])
@pytest.mark.parametrize("scene", fuzzed_scenes.SCENES)
def test_every_field_is_that_of_stepping_alone(scene, threads, lanes):
    """BA1: give the same bits in every field as stepping each environment alone, with any number of threads."""
    keep = ("xpos", "qacc", "ncon", "energy")
    twins = Twins(fuzzed_scenes.load(scene), 5, threads=threads, lanes=lanes, keep=keep)
    twins.push()
    for nstep in (1, 1, 3, 7, 2):
        assert not twins.step(nstep).any()
    assert not twins.differences()


def test_failures_stay_in_their_environment():
    """BA2: leave all others right where one has a coordinate that is no number, and keep that one failed."""
    twins = Twins(boxes(), 6, threads=2, keep=("xpos",))
    twins.push()
    twins.step()
    twins.batch.qpos[2, 2] = twins.alone[2].qpos[2] = np.nan
    state = twins.batch.qvel[2].copy()
    for _ in range(3):
        errors = twins.step(4)
        assert errors.any() and errors.indices.tolist() == [2]
        assert errors[2].kind is StepErrorKind.BAD_QPOS and errors[2].where == 2
        assert (errors[2].environment, errors[2].step) == (2, 1)
        assert errors[2].time == twins.batch.time[2] == twins.model.opt.timestep
        assert [error is None for error in errors] == [True, True, False, True, True, True]
    assert twins.batch.qvel[2].tobytes() == state.tobytes()
    assert str(twins.failed[2]) in str(errors[2])
    assert not twins.differences()

    twins.batch.reset(2)
    assert not twins.batch.errors.any()
    assert not twins.batch.step_all().any()


def test_failures_end_long_calls_of_their_environment_alone():
    """BA2: stop an environment that becomes unstable in the middle of a call where stepping it alone stops."""
    model = boxes()
    model.opt.timestep, model.qpos0[2] = 0.05, 100.0
    twins = Twins(model, 4, threads=1)
    twins.batch.qvel[1, 0] = twins.alone[1].qvel[0] = 5e9
    errors = twins.step(200)
    assert errors.indices.tolist() == list(twins.failed) == [1]
    assert 0 < errors[1].step < 199
    assert not twins.differences()


def test_resets():
    """BA3: put back the environments that are named, and nothing else; applied forces persist."""
    model = boxes()
    batch = corten.BatchSim(model, 5, threads=1, keep=("xpos",))
    batch.xfrc_applied[:, 1, 0], batch.qfrc_applied[:], batch.ctrl[:] = 0.5, 0.01, 0.1
    batch.step_all(10)
    moved = {name: getattr(batch, name).copy() for name in shown(batch)}
    fresh = corten.BatchSim(model, 5)
    fresh.xfrc_applied[:, 1, 0], fresh.qfrc_applied[:] = 0.5, 0.01

    def rows_put_back() -> list[int]:
        for i in range(5):
            expected = fresh if batch.time[i] == 0 else None
            for name in set(shown(batch)) & set(shown(fresh)):
                wanted = getattr(expected, name)[i] if expected else moved[name][i]
                np.testing.assert_array_equal(getattr(batch, name)[i], wanted, err_msg=f"{name}[{i}]")
        return np.flatnonzero(batch.time == 0).tolist()

    batch.reset(3)
    assert rows_put_back() == [3]
    batch.reset_where([True, False])
    assert rows_put_back() == [0, 3]
    batch.reset_where(np.array([False] * 4 + [True] * 10))
    assert rows_put_back() == [0, 3, 4]
    batch.reset_where([])
    assert rows_put_back() == [0, 3, 4]
    batch.reset_all()
    assert rows_put_back() == [0, 1, 2, 3, 4]


def test_resets_to_keyframes():
    """BA3: take state and controls from a keyframe by name or number, as reset_data does."""
    model = boxes()
    batch, data = corten.BatchSim(model, 3), model.make_data()
    batch.step_all(3)
    batch.reset(1, "turned")
    batch.reset_where([False, False, True], 0)
    corten.reset_data(model, data, "turned")
    for i in (1, 2):
        assert different_fields(batch.env(i), data) == []
    with pytest.raises(IndexError, match="keyframe 1 does not exist"):
        batch.reset_all(1)


def test_stepping_goes_on_after_resets():
    """BA3: give the bits of stepping alone after some environments were reset."""
    twins = Twins(boxes(), 5, threads=2)
    twins.push()
    twins.step(20)
    twins.batch.reset_where([False, True, False, True])
    for i in (1, 3):
        forces = twins.alone[i].xfrc_applied.copy()
        corten.reset_data(twins.model, twins.alone[i])
        twins.alone[i].xfrc_applied[:] = forces
    twins.step(30)
    assert not twins.differences()
