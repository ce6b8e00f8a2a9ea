"""Rays against MuJoCo's: every shape from outside and inside, filters, many geoms at once."""

import numpy as np
import pytest

import corten
from support import oracle, tolerance

SHAPES = {
    "plane": 'type="plane" size="1 0.7 0.1"',
    "endless plane": 'type="plane" size="0 0 0.1"',
    "sphere": 'type="sphere" size="0.5"',
    "capsule": 'type="capsule" size="0.3 0.5"',
    "ellipsoid": 'type="ellipsoid" size="0.3 0.5 0.8"',
    "cylinder": 'type="cylinder" size="0.4 0.5"',
    "box": 'type="box" size="0.3 0.4 0.6"',
    "mesh": 'type="mesh" mesh="lump"',
    "height field": 'type="hfield" hfield="hills"',
    "distance field": 'type="sdf" mesh="lump"',
}
HILLS = " ".join(f"{height:.3f}" for height in np.random.default_rng(5).uniform(0, 1, 63))
ASSETS = f"""<asset><hfield name="hills" nrow="7" ncol="9" size="1 0.8 0.5 0.2" elevation="{HILLS}"/>
  <mesh name="lump" vertex="0 0 0 1 0 0 0 1 0 0 0 1 0.6 0.6 0.7 -0.2 0.3 0.4"/>
  <material name="glass" rgba="1 1 1 0"/><material name="clay"/></asset>"""
CENTRE = np.array([0.1, 0.2, 0.3])
NRAY = 1000

CROWD = f"""<mujoco>{ASSETS}<worldbody>
  <geom type="plane" size="3 3 0.1" pos="0 0 -1"/><geom size="0.2" pos="1 0 0" group="1"/>
  <geom size="0.2" pos="-1 0 0" group="7"/><geom type="box" size="0.2 0.3 0.4" pos="0 1 0" rgba="1 1 1 0"/>
  <geom type="box" size="0.2 0.3 0.4" pos="0 -1 0" material="glass"/>
  <geom type="cylinder" size="0.2 0.3" pos="0 -1 1" material="clay" rgba="1 1 1 0"/>
  <body name="a" pos="0.5 0.5 0.5"><freejoint/><geom type="capsule" size="0.1 0.3" group="2"/>
    <body name="b" pos="0.3 0.3 0"><joint/><geom type="ellipsoid" size="0.1 0.2 0.3"/></body></body>
  <body name="fixed" pos="-0.5 0.5 0"><geom type="mesh" mesh="lump" group="3"/></body>
  <body name="mocap" mocap="true" pos="-0.5 -0.5 0"><geom size="0.3"/></body>
</worldbody></mujoco>"""


def placed(xml: str):
    """Return both models with geoms in place."""
    mjm, mjd, model, data = oracle.load_both(xml)
    oracle.forward(mjm, mjd)
    oracle.copy_fields(mjd, data, ["geom_xpos", "geom_xmat"])
    return mjm, mjd, model, data


def compare(both, origins, directions, **filters) -> np.ndarray:
    """Compare distances, geoms and normals of many rays; return the geoms."""
    mjm, mjd, model, data = both
    distance, geom, normal = corten.ray_normal(model, data, origins, directions, **filters)
    words = {"geomgroup": "groups", "exclude_body": "exclude", "static": "static"}
    theirs = {words[word]: value for word, value in filters.items()}
    for i, (origin, direction) in enumerate(zip(origins, directions, strict=True)):
        expected = oracle.cast_ray(mjm, mjd, origin, direction, **theirs)
        assert distance[i] == pytest.approx(expected[0], rel=tolerance.STAGE, abs=tolerance.STAGE)
        assert geom[i] == expected[1]
        np.testing.assert_allclose(normal[i], expected[2], atol=tolerance.STAGE)
    return geom


@pytest.mark.parametrize("shape", SHAPES)
def test_rays_meet_every_shape(shape):
    """Meet a shape where MuJoCo does, from far away, from near and from inside."""
    xml = f'<mujoco>{ASSETS}<worldbody><geom {SHAPES[shape]} pos="0.1 0.2 0.3" euler="10 30 50"/></worldbody></mujoco>'
    rng = np.random.default_rng(7)
    origins = CENTRE + rng.choice([0.1, 1.0, 10.0], (NRAY, 1)) * rng.normal(0, 1, (NRAY, 3))
    targets = CENTRE + rng.normal(0, 0.4, (NRAY, 3))
    geom = compare(placed(xml), origins, targets - origins)
    assert 0.1 < np.mean(geom >= 0) < 1.0


@pytest.mark.parametrize("shape", SHAPES)
def test_rays_along_the_axes_meet_every_shape(shape):
    """Meet shapes with rays parallel to their sides and axes."""
    xml = f"<mujoco>{ASSETS}<worldbody><geom {SHAPES[shape]}/></worldbody></mujoco>"
    rng = np.random.default_rng(8)
    origins = rng.uniform(-1, 1, (NRAY // 5, 3))
    directions = np.eye(3)[rng.integers(0, 3, len(origins))] * rng.choice([-2.0, 0.5], (len(origins), 1))
    compare(placed(xml), origins, directions)


def test_flat_rays_cross_many_cells_of_a_height_field():
    """Meet a fine height field with rays that cross many cells, askew, along rows and columns, and diagonally."""
    rng = np.random.default_rng(12)
    heights = " ".join(f"{height:.3f}" for height in rng.uniform(0, 1, 41 * 31))
    xml = f"""<mujoco><asset><hfield name="field" nrow="41" ncol="31" size="3 4 0.2 0.1" elevation="{heights}"/></asset>
      <worldbody><geom type="hfield" hfield="field"/></worldbody></mujoco>"""
    askew = rng.normal(0, 1, (400, 3)) * (1, 1, 0.03)
    level = np.array([(x, y, slope) for x in (-1, 0, 1) for y in (-1, 0, 1) for slope in (0, -0.02) if x or y])
    directions = np.concatenate([askew, np.repeat(level, 20, axis=0)])
    origins = rng.uniform((-3.5, -4.5, 0.05), (3.5, 4.5, 0.3), (len(directions), 3))
    geom = compare(placed(xml), origins, directions)
    assert 0.3 < np.mean(geom >= 0) < 1.0


def test_rays_onto_the_points_of_a_grid():
    """Meet a height field exactly at its grid points, on its edges and diagonals, from above and from below."""
    xml = f"<mujoco>{ASSETS}<worldbody><geom {SHAPES['height field']}/></worldbody></mujoco>"
    x, y = np.meshgrid(np.linspace(-1, 1, 17)[1:-1], np.linspace(-0.8, 0.8, 13)[1:-1])
    above = np.stack([x.ravel(), y.ravel(), np.full(x.size, 2.0)], axis=1)
    down = np.tile([0.0, 0.0, -1.0], (x.size, 1))
    geom = compare(placed(xml), np.concatenate([above, above * (1, 1, -1)]), np.concatenate([down, -down]))
    assert np.all(geom == 0)


@pytest.mark.parametrize("away", [1.0, 1e3, 1e6])
def test_rays_that_graze(away):
    """Meet a sphere and a capsule from afar by more than roundings at that distance, and miss them by as much."""
    geoms = '<geom size=".1"/><geom type="capsule" size=".1 .4" pos="0 3 -.4"/>'
    _, _, model, data = placed(f"<mujoco><worldbody>{geoms}</worldbody></mujoco>")
    some = max(1e-9, 1e-14 * away * away)
    origins = np.array([(-away, y, 0.1 + sign * some) for y in (0, 3) for sign in (-1, 1)])
    _, geom = corten.ray(model, data, origins, np.tile([2.0, 0, 0], (4, 1)))
    np.testing.assert_array_equal(geom, [0, -1, 1, -1])


@pytest.mark.parametrize(
    "filters",
    [
        {},
        {"static": False},
        {"exclude_body": 1},
        {"geomgroup": (1, 0, 0, 0, 0, 0)},
        {"geomgroup": (0, 1, 1, 0, 0, 1), "static": False},
        {"geomgroup": (0, 0, 0, 0, 0, 0)},
    ],
)
def test_filters_choose_geoms(filters):
    """Let rays pass what is invisible, of another group, fixed, or excluded, as MuJoCo does."""
    rng = np.random.default_rng(9)
    origins, directions = rng.normal(0, 1, (300, 3)), rng.normal(0, 1, (300, 3))
    geom = compare(placed(CROWD), origins, directions, **filters)
    assert not set(geom) & {3, 4}


def test_single_ray_gives_plain_numbers():
    """Return one distance and one geom for one ray, and leave out a body by its name."""
    _, _, model, data = placed(CROWD)
    assert corten.ray(model, data, (0.5, 0.5, 2), (0, 0, -1)) == (pytest.approx(1.1), 6)
    assert corten.ray(model, data, (0.5, 0.5, 2), (0, 0, -2), exclude_body="a") == (pytest.approx(1.5), 0)
    assert corten.ray(model, data, (0.5, 0.5, 2), (0, 0, 1)) == (-1.0, -1)


def test_one_origin_serves_many_directions():
    """Cast rays in many directions from one point."""
    _, _, model, data = placed(CROWD)
    directions = np.random.default_rng(3).normal(0, 1, (50, 3))
    distance, geom = corten.ray(model, data, (0, 0, 0), directions)
    assert np.shape(distance) == np.shape(geom) == (50,)
    assert corten.ray(model, data, (0, 0, 0), directions[7]) == (distance[7], geom[7])


@pytest.mark.parametrize(
    ("origin", "direction", "filters", "message"),
    [
        ((0, 0, 0), (0, 0, 0), {}, "direction has no length"),
        ((0, 0), (0, 1), {}, r"must be \(3,\) or \(n, 3\)"),
        ((0, 0, 0), (0, 0, 1), {"geomgroup": (1, 0)}, "there are 6 groups"),
    ],
)
def test_bad_rays_are_refused(origin, direction, filters, message):
    """Say what is wrong with a ray."""
    _, _, model, data = placed(CROWD)
    with pytest.raises(ValueError, match=message):
        corten.ray(model, data, origin, direction, **filters)
