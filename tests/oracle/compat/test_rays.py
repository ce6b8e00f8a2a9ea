"""Rays of `corten.compat.mujoco` against single meshes, height fields, flexes and skins, beside MuJoCo's bindings."""

import numpy as np
import pytest

import corten.compat.mujoco as ours
from support.compat_calls import loaded_by_both
from support.tolerance import STEP

SCENE = """
<mujoco>
  <asset>
    <mesh name="wedge" vertex="-1 -1 -1 1 -1 -1 1 1 -1 -1 1 -1 -1 -1 1 1 -1 1 1 1 1 0 0 3" scale=".1 .2 .1"/>
    <hfield name="hills" nrow="3" ncol="4" size="1 1 .5 .1" elevation="0 .1 .4 .2 .3 1 .2 .1 0 .6 .3 .2"/>
  </asset>
  <worldbody>
    <geom name="wedge" type="mesh" mesh="wedge" pos=".1 .2 .3" euler="10 20 30"/>
    <geom name="hills" type="hfield" hfield="hills" pos="0 0 -1" euler="0 5 0" rgba="1 1 1 0"/>
    <geom name="ball" size=".1"/>
    <flexcomp name="soft" type="grid" count="3 3 3" spacing=".1 .1 .1" pos="0 0 2" radius=".01" dim="3" mass="1"/>
  </worldbody>
</mujoco>
"""


@pytest.fixture(scope="module")
def both():
    """Return module, model and data of both, with their places computed."""
    return loaded_by_both(SCENE, "mj_kinematics", "mj_flex")


def rays(centre, spread):
    """Return rays from all around towards a place, some of which miss it, and some away from it."""
    rng = np.random.default_rng(7)
    starts = np.array(centre) + rng.normal(size=(60, 3))
    aims = np.array(centre) + spread * rng.uniform(-1, 1, (60, 3))
    ways = (aims - starts) * rng.uniform(0.3, 2, (60, 1))
    ways[:5] *= -1
    return zip(starts, ways, strict=True)


def meets(found):
    """Compare what both found, and tell how many rays met something."""
    for theirs, own in found:
        np.testing.assert_allclose(own, theirs, rtol=STEP, atol=STEP)
    return sum(theirs[0] >= 0 for theirs, _ in found)


@pytest.mark.parametrize(
    ("name", "geom", "centre", "spread"),
    [("mj_rayMesh", 0, (0.1, 0.2, 0.3), 0.3), ("mj_rayHfield", 1, (0, 0, -0.9), 1.0)],
)
def test_ray_geom(both, name, geom, centre, spread):
    """Meet a geom alone, whatever is before it and though it may not be seen."""
    found = []
    for start, way in rays(centre, spread):
        rows = []
        for module, model, data in both:
            normal = np.ones(3)
            rows.append([getattr(module, name)(model, data, geom, start, way, normal), *normal])
            assert getattr(module, name)(model, data, geom, start, way) == rows[-1][0]
        found.append(rows)
    assert 10 < meets(found) < 58
    with pytest.raises(ours.FatalError, match="type expected"):
        getattr(ours, name)(*both[1][1:], 2, [0, 0, 0], [0, 0, 1])
    with pytest.raises(ours.FatalError, match="does not exist"):
        getattr(ours, name)(*both[1][1:], -1, [0, 0, 0], [0, 0, 1])


@pytest.mark.parametrize("flags", [(1, 1, 1, 1), (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)])
def test_ray_flex(both, flags):
    """Meet the parts of a flex that are asked for."""
    found = []
    for start, way in rays((0, 0, 2), 0.12):
        rows = []
        for module, model, data in both:
            vertex, normal = np.zeros(1, np.int32), np.ones(3)
            given = [bool(flag) for flag in flags]
            distance = module.mj_rayFlex(model, data, 0, *given, 0, start, way, vertex, normal)
            rows.append([distance, *vertex, *normal])
        found.append(rows)
    assert meets(found) > 2


@pytest.mark.parametrize("flat", [False, True])
def test_ray_skin(both, flat):
    """Meet triangles whose vertices are given."""
    rng = np.random.default_rng(3)
    vert = rng.uniform(-0.5, 0.5, (12, 3)).astype(np.float32)
    vert[:, 2] *= not flat
    face = rng.permuted(np.tile(np.arange(12, dtype=np.int32), (10, 1)), axis=1)[:, :3].copy()
    found = []
    for start, way in rays((0, 0, 0), 0.3):
        rows = []
        for module, _, _ in both:
            nearest = np.zeros(1, np.int32)
            rows.append([module.mju_raySkin(10, 12, face, vert, start, way, nearest), *nearest])
        found.append(rows)
    assert meets(found) > 10
    for module, _, _ in both:
        with pytest.raises(TypeError, match="face should be of size"):
            module.mju_raySkin(9, 12, face, vert, start, way, None)
    with pytest.raises(ValueError, match="there are 12"):
        ours.mju_raySkin(10, 12, face + 8, vert, start, way, None)
