"""The tables of fields that environments may differ in, beside what stages read and what set_const changes."""

import numpy as np
import pytest

import corten
from corten.batch.varied_fields import CONSTANTS, DERIVED, VARIABLE
from corten.model import MODEL, blocks
from corten.pipeline.catalogue import all_programs
from corten.runtime.fields import F4, F8
from corten.runtime.passes.dataflow import program_effects
from support import fuzzed_scenes

# numbers of assets, which all that show them share; shapes of flexes and what holds them together; coefficients that
# follow from sizes
ASSETS = ("bvh_", "mesh_", "oct_", "piece_", "sdf_", "tri_", "trivert_", "hfield_", "geom_fluid")
ASSETS += ("flex_vert", "flex_node", "flexedge_", "flex_stiffness", "flex_bending", "rodedge_", "xpbd_")


def test_all_numbers_that_steps_read_may_vary():
    """Name every float that a stage reads, except for choices, assets and what follows from others."""
    effects = [program_effects(program)[program.entry] for program in all_programs().values()]
    read = {name.removeprefix("Model.") for effect in effects for name in effect.reads if name.startswith("Model.")}
    floats = {name for name, field in MODEL.fields.items() if field.kind in (F8, F4) and name in read}
    free = {name for name in floats if MODEL.fields[name].block is not blocks.CHOICES or name == "body_mass"}
    assert set(VARIABLE) == {name for name in free if not name.startswith(ASSETS) and name not in CONSTANTS} | {
        "eq_data"
    }


def test_compared_fields_have_words_of_eight_bytes():
    """Compare values whose constants follow as whole words."""
    assert {MODEL.fields[name].kind for name in DERIVED} == {F8}


@pytest.mark.parametrize("scene", ["rich", "servos"])
@pytest.mark.parametrize("name", VARIABLE)
def test_constants_follow_from_these_fields_alone(scene, name):
    """Change a field and compute constants: those that change are among those that are said to follow."""
    model = fuzzed_scenes.load(scene)
    rng, value = np.random.default_rng(1), np.asarray(getattr(model, name))
    changed = value + rng.uniform(0.01, 0.02, value.shape)
    if name in ("body_ipos", "body_iquat"):
        # inertias of simple bodies stay where they are
        changed[model.body_simple > 0] = value[model.body_simple > 0]
    setattr(model, name, changed)
    before = model.copy()
    corten.set_const(model)
    changed = [field for field in MODEL.fields if not np.array_equal(model._views[field], before._views[field])]
    # bounding trees of bodies serve queries that are asked of a Model alone
    unread = {"bvh_aabb", "bvh_child", "bvh_skip", "bvh_nodeid", "bvh_depth", "geom_fluid", "choices_signature"}
    assert set(changed) - unread <= set(DERIVED.get(name, ()))
