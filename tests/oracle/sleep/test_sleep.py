"""Sleeping islands against MuJoCo, step by step: who sleeps, what is left out, and what the others do."""

import numpy as np
import pytest

import corten
from corten.enums import JOINT_COORDINATES, JointType
from support import oracle, tolerance
from support.sleep_scenes import STORIES, box, chain, scene

AWAKE = "ntree_awake nbody_awake nparent_awake nv_awake".split()
LEFT = "ncon nefc ne nf nl".split()
LISTS = {"body_awake_ind": "nbody_awake", "parent_awake_ind": "nparent_awake", "dof_awake_ind": "nv_awake"}
FIELDS = (
    "qpos qvel qacc_smooth qfrc_smooth act act_dot sensordata actuator_force qfrc_actuator actuator_length "
    "actuator_velocity ten_length ten_velocity xpos xipos geom_xpos subtree_com cvel qfrc_bias qfrc_passive energy"
).split()


def follow(xml, steps, act=lambda step: lambda data: None, bound=tolerance.TRAJECTORY):
    """Step both engines side by side and compare; return the numbers of trees that were awake, one for each step."""
    mjm, mjd, *_ = oracle.load_both(xml)
    model = corten.load_model_from_string(xml)
    data, awake = model.make_data(), []
    same_sleepers(mjd, data)
    for step in range(steps):
        act(step)(mjd)
        act(step)(data)
        oracle.step(mjm, mjd)
        corten.step(model, data)
        same_sleepers(mjd, data)
        assert [getattr(data, name) for name in LEFT] == [getattr(mjd, name) for name in LEFT], f"step {step}"
        for name in FIELDS:
            theirs, ours = (np.ravel(getattr(each, name)) for each in (mjd, data))
            error = np.abs(ours - theirs).max(initial=0)
            assert error <= bound * max(1.0, np.abs(theirs).max(initial=0)), f"{name}, step {step}: {error}"
        follow_awake(mjd, model, data)
        awake.append(data.ntree_awake)
    return awake


def same_sleepers(mjd, data):
    """Compare who is awake, exactly."""
    for name in ("tree_asleep", "tree_awake", "body_awake"):
        assert getattr(data, name).tolist() == getattr(mjd, name).tolist(), name
    assert [getattr(data, name) for name in AWAKE] == [getattr(mjd, name) for name in AWAKE]
    for name, count in LISTS.items():
        used = slice(getattr(mjd, count))
        assert getattr(data, name)[used].tolist() == getattr(mjd, name)[used].tolist(), name


def follow_awake(mjd, model, data):
    """Take MuJoCo's state for trees that are awake, so that collisions do not drive both engines apart."""
    data.qacc_warmstart = mjd.qacc_warmstart
    for j, kind in enumerate(model.jnt_type):
        dof, place = model.jnt_dofadr[j], model.jnt_qposadr[j]
        if data.tree_awake[model.dof_treeid[dof]]:
            used = slice(place, place + JOINT_COORDINATES[JointType(int(kind))])
            data.qpos[used] = mjd.qpos[used]
    awake = data.tree_awake[model.dof_treeid] != 0
    data.qvel[awake] = mjd.qvel[awake]


@pytest.mark.parametrize("name", STORIES)
def test_stories(name):
    """Sleep, wake and move as MuJoCo does, in every step."""
    story = STORIES[name]
    awake = follow(story.xml, story.steps, story.act)
    assert (min(awake) < max(awake)) == story.sleeps


@pytest.mark.parametrize("name", [name for name, story in STORIES.items() if 'island="disable"' not in story.xml])
def test_stories_in_the_effective_metric(name):
    """Sleep, wake and move as MuJoCo does with the integrator DISCRETE, too."""
    story = STORIES[name]
    xml = story.xml.replace('integrator="implicitfast"', "").replace("<option ", '<option integrator="discrete" ', 1)
    awake = follow(xml, story.steps, story.act)
    assert (min(awake) < max(awake)) == story.sleeps


@pytest.mark.parametrize(
    "option", ['solver="PGS"', 'solver="CG" iterations="1000"', 'cone="elliptic"', 'jacobian="sparse"']
)
def test_solvers(option):
    """Sleep under every solver."""
    bodies = box("0 0 .11") + box(".05 0 .32") + chain("0 2 1.5") + box("0 0 1")
    assert min(follow(scene(bodies, option=option), 300, bound=tolerance.CG_SOLUTION)) < 4
