"""What surrounds sleep: copies, resets, keyframes, options, halves of steps, and what is refused."""

import logging
import pickle

import numpy as np
import pytest

import corten
from corten.enums import EnableBit, SleepPolicy, SleepState
from corten.pipeline.catalogue import all_stages
from corten.pipeline.plans import get_plan
from support import oracle, tolerance
from support.sleep_scenes import ARM_PARTS, TOWER, TOWER_SENSORS, arm, box, scene, slider

FALLING = box("0 0 .1") + box("1 0 .3") + '<body pos="1 0 1"><freejoint/><geom size=".1"/></body>'
KEYS = '<keyframe><key name="low" qpos="0 0 .1 1 0 0 0 1 0 .1 1 0 0 0"/></keyframe>'


def load(bodies, rest="", option="", flag=""):
    """Return a model in which trees may sleep, and its Data."""
    model = corten.load_model_from_string(scene(bodies, rest, option, flag))
    return model, model.make_data()


def same_everywhere(one, other):
    """Compare all that a user reads of two Data."""
    for name in "time qpos qvel qacc tree_asleep body_awake qacc_warmstart sensordata ncon nefc".split():
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), name)


def test_many_steps_at_once():
    """Give the same numbers whether steps are taken one by one or together."""
    model, data = load(FALLING)
    other = model.make_data()
    for _ in range(300):
        corten.step(model, data)
    corten.step(model, other, 300)
    assert data.ntree_awake < 3
    same_everywhere(data, other)


@pytest.mark.parametrize(("bodies", "rest"), [(TOWER, TOWER_SENSORS), (arm(0) + arm(1) + arm(2), ARM_PARTS)])
def test_halves_of_steps(bodies, rest):
    """Fall asleep in the second half of a step as in a whole one."""
    model, data = load(bodies, rest)
    other = model.make_data()
    for _ in range(700):
        corten.step(model, data)
        corten.step1(model, other)
        corten.step2(model, other)
    assert data.ntree_awake < model.ntree
    same_everywhere(data, other)


@pytest.mark.parametrize("duplicate", [lambda data: data.copy(), lambda data: pickle.loads(pickle.dumps(data))])
def test_copies_sleep_on(duplicate):
    """Sleep in copies too, and wake in them alone."""
    model, data = load(FALLING)
    corten.step(model, data, 120)
    twin = duplicate(data)
    assert 0 < twin.ntree_awake < 3
    corten.step(model, data, 200)
    corten.step(twin.model, twin, 200)
    same_everywhere(data, twin)
    twin.qvel[0] = 1.0
    corten.step(twin.model, twin)
    assert twin.tree_awake[0] == 1 and data.tree_awake[0] == 0


def test_states_wake():
    """Wake trees that another state moves, and no others."""
    model, data = load(box("0 0 .1") + box("1 0 .1"))
    corten.step(model, data, 50)
    state = corten.get_state(model, data)
    assert len(state) == 1 + model.nq + model.nv and data.ntree_awake == 0
    state[1] += 0.1
    corten.set_state(model, data, state)
    corten.forward(model, data)
    assert data.tree_awake.tolist() == [1, 0]


def test_reset_wakes():
    """Be wide awake after a reset, as a new Data is, whether or not trees may sleep."""
    model, data = load(FALLING)
    corten.step(model, data, 120)
    corten.reset_data(model, data)
    plain = corten.load_model_from_string(scene(FALLING).replace('sleep="enable"', "")).make_data()
    for name in "tree_asleep tree_awake body_awake body_awake_ind dof_awake_ind nbody_awake nv_awake".split():
        np.testing.assert_array_equal(getattr(data, name), getattr(plain, name), name)
    assert data.tree_asleep.tolist() == [-11] * 3
    assert data.body_awake.tolist() == [SleepState.STATIC] + [SleepState.AWAKE] * 3


def test_keyframes_wake_what_they_move():
    """Let trees that begin asleep sleep on where a keyframe leaves them."""
    init = 'sleep="init"'
    model, data = load(box("0 0 .1", init) + box("1 0 .3", init), KEYS)
    assert model.tree_sleep_policy.tolist() == [SleepPolicy.INIT] * 2
    for keyframe, awake in ((None, [0, 0]), ("low", [0, 1])):
        corten.reset_data(model, data, keyframe)
        assert data.ntree_awake == 0
        corten.step(model, data)
        assert data.tree_awake.tolist() == awake


def test_trees_that_cannot_begin_asleep(caplog):
    """Begin awake, and say so, where something awake touches a tree that should begin asleep."""
    bodies = box("0 0 .09", 'name="low" sleep="init"') + box("0 0 .25") + box("1 0 1", 'sleep="init"')
    with caplog.at_level(logging.WARNING, "corten"):
        _, data = load(bodies)
    _, mjd, *_ = oracle.load_both(scene(bodies))
    assert data.tree_asleep.tolist() == mjd.tree_asleep.tolist() == [-11, -10, 2]
    assert "'low'" in caplog.text


def test_sleep_costs_nothing_where_it_is_off():
    """Run no stage of sleep without the flag, and run them as soon as it is set."""
    model, data = load(FALLING)
    model.opt.enableflags = 0
    own = {stage for stage in all_stages() if ".sleep" in stage.__module__}
    for kind in ("step", "forward", "step1", "step2", "inverse"):
        assert not own & set(get_plan(model, kind).stages)
    corten.step(model, data, 200)
    assert data.ntree_awake == 3
    model.opt.enableflags = EnableBit.SLEEP
    corten.step(model, data, 200)
    assert data.ntree_awake < 3


def test_switching_off_wakes():
    """Move everything when sleep is switched off."""
    model, data = load(box("0 0 2", 'sleep="init"'))
    corten.step(model, data, 10)
    assert data.qpos[2] == 2
    model.opt.enableflags = 0
    corten.step(model, data, 10)
    assert data.qpos[2] < 2


def test_coupled_tendons():
    """Keep coupled tendons together: what moves one wakes the other (MuJoCo refuses such models)."""
    tendons = "".join(f'<fixed name="t{j}"><joint joint="{j}" coef="1"/></fixed>' for j in "ab")
    coupling = f'<tendon>{tendons}</tendon><equality><tendon tendon1="ta" tendon2="tb"/></equality>'
    model, data = load(slider("a", 0, 5) + slider("b", 1, 5), coupling, 'gravity="0 0 0"')
    corten.step(model, data, 20)
    assert data.tree_asleep.tolist() == [1, 0] and data.nefc == 0
    data.qvel[0] = 1
    corten.step(model, data)
    assert data.ntree_awake == 2 and data.nefc == 1
    corten.step(model, data, 300)
    assert data.qpos[1] == pytest.approx(data.qpos[0], abs=tolerance.LENGTH) and data.qpos[0] > 10 * tolerance.LENGTH


def test_runge_kutta_is_refused():
    """Refuse RK4 by name: trees would wake inside of a step."""
    with pytest.raises(corten.UnsupportedFeatureError, match='<flag>: sleep is "enable", which integrator "RK4" does'):
        load(FALLING, option='integrator="RK4"')
    model, data = load(FALLING)
    model.opt.integrator = corten.Integrator.RK4
    with pytest.raises(corten.UnsupportedFeatureError, match="sleep with integrator 'RK4'"):
        corten.step(model, data)


def test_profile():
    """Measure the stages of steps in which trees fall asleep."""
    model, data = load(FALLING)
    times = corten.profile(model, data, 200)
    assert data.ntree_awake < 3 and {"fall_asleep", "wake_by_contact"} < {each.name for each in times}
