"""Meshes of triangles: the same bits in every mode, no allocation, and room that grows by itself."""

import numpy as np
import pytest
import trimesh

import corten
from support import tolerance
from support.modes import OTHER_MODES, check_same_output
from support.triangle_scenes import floor, load
from support.work import growth

PROGRAM = """
import numpy as np
import trimesh
import corten
from support.triangle_scenes import asset

ring = trimesh.creation.torus(0.1, 0.04, major_sections=8, minor_sections=6)
hull = trimesh.creation.icosahedron().apply_scale(0.06)
shapes = ['size=".06"', 'type="capsule" size=".04 .06"', 'type="ellipsoid" size=".05 .07 .04"', 'type="mesh" mesh="h"',
          'type="cylinder" size=".05 .06"', 'type="box" size=".05 .06 .04"', 'type="mesh" mesh="r"']
grid = " ".join(f"{0.3 * (i % 3):.2f}" for i in range(25))
bodies = '<geom type="plane" size="5 5 1" pos="0 3 0"/><geom type="hfield" hfield="f" pos="0 2 0"/>'
for i, words in enumerate(shapes):
    bodies += f'<geom type="mesh" mesh="r" pos="{i} 0 0"/>'
    bodies += f'<body pos="{i + 0.09} 0.02 0.08" euler="10 {20 * i} 30"><freejoint/><geom {words}/></body>'
for y in (2, 3):
    bodies += f'<body pos="0.03 {y} 0.05" euler="80 10 0"><freejoint/><geom type="mesh" mesh="r"/></body>'
field = f'<hfield name="f" nrow="5" ncol="5" size=".5 .5 .1 .1" elevation="{grid}"/>'
text = f'<mujoco><asset>{asset("r", ring)}{asset("h", hull)}{field}</asset><worldbody>{bodies}</worldbody></mujoco>'
model = corten.load_model_from_string(text, mesh_collision={"r": "triangles"})
data = model.make_data()
for _ in range(2):
    corten.step(model, data)
    print(data.ncon, data.qpos.tobytes().hex(), np.array(data.contact_pos).tobytes().hex())
pairs = {tuple(row) for row in data.contact_geom.tolist()}
print(len(pairs))
"""


@pytest.mark.parametrize("mode", OTHER_MODES)
def test_modes_agree_to_the_bit(mode):
    """Collide triangles with every shape, compiled, checked and as plain Python, with the same bits."""
    lines = check_same_output(PROGRAM, mode)
    assert int(lines[-1]) >= 9


def test_steps_allocate_nothing():
    """Hold the same Python blocks and the same memory after ten thousand steps with contacts."""
    body = '<geom type="mesh" mesh="a"/>'
    for i, words in enumerate(('size=".1"', 'type="box" size=".1 .1 .1"', 'type="mesh" mesh="t"')):
        body += f'<body pos="{0.4 * i - 0.4} 0 0.2"><freejoint/><geom {words}/></body>'
    model = load({"a": floor(8), "t": trimesh.creation.box((0.2, 0.2, 0.2))}, body)
    data = model.make_data()
    corten.step(model, data, nstep=1000)
    blocks, grown = growth(lambda: corten.step(model, data, nstep=10_000))
    assert data.ncon >= 9
    assert blocks < tolerance.STRAY_BLOCKS and grown < tolerance.STRAY_BYTES


@pytest.mark.parametrize("words", ['type="plane" size="1 1 1"', 'type="mesh" mesh="b"'])
def test_room_grows_and_contacts_stay_few(words):
    """Find hundreds of contacts of a fine flat side, and keep the four that span it."""
    fine = trimesh.creation.box((0.4, 0.4, 0.2)).subdivide().subdivide().subdivide().subdivide()
    block = trimesh.creation.box((1.0, 1.0, 0.2))
    pos = "0 0 -0.1" if "mesh" in words else "0 0 0"
    body = f'<geom {words} pos="{pos}"/><body pos="0 0 0.0999"><freejoint/><geom type="mesh" mesh="f"/></body>'
    model = load({"f": fine, "b": block}, body)
    data = model.make_data()
    corten.forward(model, data)
    assert data.ncon == 4
    assert data.work.maxunsorted > 64
    np.testing.assert_allclose(np.abs(data.contact_pos[:, :2]), 0.2, atol=tolerance.CCD)
