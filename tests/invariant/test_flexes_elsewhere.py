"""Flexes in what has nothing to do with them: copies, pickles, text, keyframes, edits, batches, single precision."""

import pickle

import numpy as np
import pytest

import corten
from corten.compile import load_model_from_string
from support import tolerance
from support.differences import differences
from support.elastic_scenes import SCENES

FLOOR = '<geom type="plane" size="1 1 1" pos="0 0 .08"/>'
DISCRETE = '<option integrator="discrete" '
TEXTS = {
    "cloth held": SCENES["cloth_edges"].replace("<worldbody>", f"<worldbody>{FLOOR}"),
    "cube": SCENES["cube_trilinear"].replace("<worldbody>", f"<worldbody>{FLOOR}").replace("<option ", DISCRETE),
}
SHELL = SCENES["ball_shell_both"].replace("<option ", DISCRETE)


@pytest.fixture(params=TEXTS)
def text(request):
    """Return a model with a flex that falls onto a floor."""
    return TEXTS[request.param]


def stepped(text: str, steps: int = 5):
    """Return a model and its data after some steps."""
    model = load_model_from_string(text)
    data = model.make_data()
    corten.step(model, data, steps)
    return model, data


def test_copies_and_pickles_go_on_alike(text):
    """Reach the same bits from a copy and from a pickle in the middle of a motion."""
    model, data = stepped(text)
    others = [(model, data.copy()), pickle.loads(pickle.dumps((model, data)))]
    corten.step(model, data, 5)
    for other_model, other in others:
        corten.step(other_model, other, 5)
        np.testing.assert_array_equal(other.qpos, data.qpos)
        np.testing.assert_array_equal(other.flexvert_xpos, data.flexvert_xpos)


@pytest.mark.parametrize("text", [*TEXTS.values(), SHELL], ids=[*TEXTS, "shell"])
def test_text_that_is_written_gives_the_same_model(text):
    """Compile the same constants from what a spec writes, with flexcomps and without."""
    spec = corten.Spec.from_string(text)
    model = spec.compile()
    for written in (spec.to_xml(), spec.flat().to_xml()):
        assert differences(load_model_from_string(written), model) == {}


def test_keyframes_hold_vertices(text):
    """Put every vertex where a keyframe has it, and go on from there."""
    model, data = stepped(text)
    numbers = " ".join(map(repr, data.qpos.tolist()))
    keyed = load_model_from_string(text.replace("</mujoco>", f'<keyframe><key qpos="{numbers}"/></keyframe></mujoco>'))
    new = keyed.make_data()
    corten.reset_data(keyed, new, 0)
    np.testing.assert_array_equal(new.qpos, data.qpos)
    corten.forward(keyed, new)
    corten.forward(model, data)
    np.testing.assert_array_equal(new.flexvert_xpos, data.flexvert_xpos)


def test_a_spec_is_edited(text):
    """Let a flexcomp have other numbers and other vertices; keep the state where bodies stay."""
    spec = corten.Spec.from_string(text)
    model = spec.compile()
    data = model.make_data()
    corten.step(model, data, 3)
    flexcomp = spec.find("flexcomp", "flex")
    flexcomp.radius = 0.02
    thicker, kept = spec.recompile(model, data)
    assert thicker.flex_radius[0] == 0.02
    np.testing.assert_array_equal(kept.qpos, data.qpos)
    flexcomp.count = (5, 5, flexcomp.count[2])
    larger = spec.compile()
    assert larger.nflexvert > model.nflexvert
    corten.step(larger, larger.make_data(), 2)


def test_batches_reach_the_same_bits(text):
    """Step environments of a batch as data alone are stepped, and in single precision nearly so."""
    model, data = stepped(text, 10)
    batch = corten.BatchSim(model, 3)
    batch.step_all(10)
    np.testing.assert_array_equal(batch.qpos[2], data.qpos)
    single = corten.BatchSim(model, 2, precision="float32")
    single.step_all(10)
    np.testing.assert_allclose(single.qpos[1], data.qpos, atol=tolerance.SINGLE_MOTION)
