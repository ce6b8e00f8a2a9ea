"""Geoms with flat faces on soft bodies: contacts stay where they are, carry the geom, and let it come to rest."""

import numpy as np
import pytest

import corten
from support import tolerance
from support.deformable_scenes import PLANE, settle

MASS = 0.5

# relative; of the weight of what creeps
WEIGHT = 1e-3

# of g h: what a vertex that is let go gains in a step
FLICKER = 1e-3

# [m] how far below the highest vertices a geom may lie that no vertex is under
DENT = 2e-3


def on_block(shape, size, count=4, **option):
    """Return the model of a geom upon a soft block, beside its middle, so that it leans."""
    spec = corten.Spec()
    for name, value in {"timestep": 0.004, **option}.items():
        spec.option[name] = value
    spec.worldbody.add_geom(**PLANE)
    spec.add_soft_body("block", "muscle", count=(count, count, count), spacing=0.1 / (count - 1), pos=(0, 0, 0.051))
    body = spec.worldbody.add_body(name="it", pos=(0.001, 0.002, 0.122))
    body.add_freejoint()
    if shape == "mesh":
        corners = [(x * size[0], y * size[1], z * size[2]) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
        spec.asset.add_mesh(name="mesh", vertex=np.ravel(corners).tolist())
        body.add_geom(type="mesh", mesh="mesh", mass=MASS)
    else:
        body.add_geom(type=shape, size=size, mass=MASS)
    return spec.compile()


def free_dofs(model):
    """Return the six dofs of the geom's body."""
    first = model.jnt_dofadr[model.body_jntadr[model.id("body", "it")]]
    return slice(first, first + 6)


SHAPES = {
    "box": ("box", (0.04, 0.04, 0.02)),
    "wide box": ("box", (0.06, 0.06, 0.02)),
    "mesh": ("mesh", (0.04, 0.04, 0.02)),
    "cylinder": ("cylinder", (0.04, 0.02)),
    # no vertex is under these: their corners and edges lie within triangles
    "small box": ("box", (0.01, 0.012, 0.02)),
    "bar": ("box", (0.012, 0.06, 0.02)),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_flat_faces_come_to_rest(shape):
    """Lay a geom flat on a soft block: after a second its velocity stays as it is, and the block carries its weight."""
    model = on_block(*SHAPES[shape])
    data, dofs = settle(model, 1.2), free_dofs(model)
    flicker = 0.0
    for _ in range(50):
        before = data.qvel.copy()
        corten.step(model, data)
        flicker = max(flicker, np.abs(data.qvel - before).max())
    assert flicker < FLICKER * 9.81 * model.opt_timestep
    assert np.abs(data.qvel[dofs]).max() < tolerance.REST
    np.testing.assert_allclose(data.qfrc_constraint[dofs][2], MASS * 9.81, rtol=WEIGHT)


@pytest.mark.parametrize("shape", ["small box", "bar"])
def test_what_no_vertex_is_under_does_not_sink(shape):
    """Lay a geom between vertices: corners and edges of its face hold it above the triangles that it lies on."""
    model = on_block(*SHAPES[shape])
    data = settle(model, 1.2)
    below = data.xpos[model.id("body", "it"), 2] - 0.02
    assert below > data.flexvert_xpos[:, 2].max() - DENT


def test_a_vertex_has_one_contact():
    """Find no two contacts of a geom at the same place, and one for each vertex under its face."""
    model = on_block("box", (0.06, 0.06, 0.02))
    data = settle(model, 0.5)
    own = np.flatnonzero(data.contact_geom[: data.ncon, 0] == model.ngeom - 1)
    assert sorted(data.contact_vert[own, 1]) == [i for i in range(64) if i % 4 == 3]
    places = data.contact_pos[own]
    apart = np.linalg.norm(places[:, None] - places, axis=2) + np.eye(len(own))
    assert apart.min() > 0.03


def test_older_engine_knows_elements_alone():
    """Let portal refinement find contacts: those of elements, as for other flexes."""
    spec = corten.Spec()
    spec.option.add_flag(nativeccd="disable")
    spec.worldbody.add_geom(type="box", size=(0.2, 0.2, 0.1))
    spec.add_soft_body("block", "muscle", count=(3, 3, 3), spacing=0.05, pos=(0, 0, 0.15))
    model = spec.compile()
    data = settle(model, 0.1)
    assert data.ncon
    assert (data.contact_vert[: data.ncon] == -1).all()


def test_a_soft_body_does_not_touch_what_holds_it():
    """Pin the bottom of a soft block into a box: elements with a vertex in it do not touch it, nor do their corners."""
    xml = """<mujoco>
      <custom><text name="corten.soft_body.pad" data="muscle"/></custom>
      <worldbody><body name="hand"><freejoint/><geom type="box" size=".1 .1 .05"/>
        <flexcomp name="pad" type="grid" dim="3" count="3 3 3" spacing=".02 .02 .02" pos="0 0 .06" radius=".002">
          <pin id="0 3 6 9 12 15 18 21 24"/><contact selfcollide="none"/></flexcomp></body></worldbody>
    </mujoco>"""
    model = corten.load_model_from_string(xml)
    data = model.make_data()
    corten.forward(model, data)
    assert data.ncon == 0
