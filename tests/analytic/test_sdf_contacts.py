"""Contacts of grids of signed distances against closed forms, and solids that come to rest on each other."""

import numpy as np
import pytest

import corten
from support import sdf_scenes, tolerance
from support.sdf_scenes import BALL, CELL, CUBE, free, world

SHAPES = {
    "sphere": 'type="sphere" size=".2"',
    "capsule": 'type="capsule" size=".1 .3"',
    "ellipsoid": 'type="ellipsoid" size=".2 .3 .15"',
    "cylinder": 'type="cylinder" size=".2 .15"',
    "box": 'type="box" size=".2 .3 .15"',
    "mesh": 'type="mesh" mesh="slab"',
}


def exact_twin(shape):
    """Return (model, data) with a ball of type sphere in place of the grid."""
    model = corten.load_model_from_string(
        world(f'<geom name="other" {shape}/>', free(f'<geom name="solid" type="sphere" size="{BALL}"/>'))
    )
    return model, model.make_data()


def pose_at(model, data, rng, depth):
    """Move the free ball from a random side until it is as deep in the other geom."""
    away = rng.normal(size=3)
    data.qpos[:3] = 1.5 * away / np.linalg.norm(away)
    data.qpos[3:] = rng.normal(size=4)
    data.qpos[3:] /= np.linalg.norm(data.qpos[3:])
    corten.forward(model, data)
    gap, ends = corten.geom_distance(model, data, "other", "solid", 10.0)
    data.qpos[:3] -= (ends[3:] - ends[:3]) / gap * (gap + depth)
    corten.forward(model, data)
    corten.collision(model, data)


@pytest.mark.parametrize("kind", SHAPES)
def test_a_ball_of_samples_is_a_ball(kind):
    """Find depth and normal of 60 random contacts of a real ball, at faces, edges and corners, to a part of a cell."""
    model, data = sdf_scenes.meet(SHAPES[kind], sdf_scenes.ball(), "0 0 5")
    exact, truth = exact_twin(SHAPES[kind])
    rng = np.random.default_rng(11)
    for _ in range(60):
        pose_at(exact, truth, rng, rng.uniform(0.001, 0.02))
        data.qpos[:] = truth.qpos
        corten.forward(model, data)
        mine, theirs = data.contact[np.argmin(data.contact.dist)], truth.contact[np.argmin(truth.contact.dist)]
        assert abs(mine.dist - theirs.dist) < tolerance.GRID_CELLS * CELL
        assert abs(mine.normal @ theirs.normal) > np.cos(tolerance.GRID_ANGLE)


def test_errors_fall_with_the_square_of_the_cell():
    """Stay within a quarter of cell^2 / radius of the depth of two balls: what trilinear interpolation leaves open."""
    rng = np.random.default_rng(2)
    for cell in (0.04, 0.02, 0.01):
        model, data = sdf_scenes.meet(SHAPES["sphere"], sdf_scenes.ball(cell), "0 0 5")
        worst = 0.0
        for _ in range(40):
            way = rng.normal(size=3)
            data.qpos[:3] = 0.49 * way / np.linalg.norm(way)
            corten.forward(model, data)
            worst = max(worst, abs(data.contact.dist.min() + 0.01))
        assert worst < 0.26 * cell * cell / BALL


@pytest.mark.parametrize("kind", ["plane", "sphere", "capsule", "box", "ellipsoid", "cylinder", "mesh"])
def test_distances_are_measured_from_afar(kind):
    """Measure the gap to a ball that is far outside of its grid, in both orders."""
    shape, point = {
        "plane": ('type="plane" size="1 1 1"', [0.3, 0.4, 0.0]),
        "sphere": ('type="sphere" size=".2"', [0.0536656, 0.0715542, 0.1788854]),
        "capsule": ('type="capsule" size=".1 .5"', None),
        "box": ('type="box" size=".1 .1 .1"', [0.1, 0.1, 0.1]),
        "ellipsoid": ('type="ellipsoid" size=".2 .2 .2"', None),
        "cylinder": ('type="cylinder" size=".1 .1"', [0.06, 0.08, 0.1]),
        "mesh": ('type="mesh" mesh="slab" pos="-.3 -.3 0"', [0.1, 0.1, 0.1]),
    }[kind]
    expected = {
        "plane": 1.0 - BALL,
        "sphere": np.sqrt(1.25) - 0.2 - BALL,
        "capsule": np.linalg.norm([0.3, 0.4, 0.5]) - 0.1 - BALL,
        "box": np.linalg.norm([0.2, 0.3, 0.9]) - BALL,
        "ellipsoid": np.sqrt(1.25) - 0.2 - BALL,
        "cylinder": np.hypot(0.4, 0.9) - BALL,
        "mesh": np.linalg.norm([0.2, 0.3, 0.9]) - BALL,
    }[kind]
    model, data = sdf_scenes.meet(shape, sdf_scenes.ball(), ".3 .4 1")
    dist, ends = corten.geom_distance(model, data, "other", "solid", 5.0)
    back, turned = corten.geom_distance(model, data, "solid", "other", 5.0)
    assert abs(dist - expected) < tolerance.GRID_CELLS * CELL
    assert back == dist
    assert np.array_equal(np.roll(turned, 3), ends)
    if point is not None:
        assert np.abs(ends[:3] - point).max() < CELL
    assert corten.geom_distance(model, data, "other", "solid", 0.1) == (0.1, pytest.approx(np.zeros(6)))


def test_a_deep_core_is_pushed_out_the_short_way():
    """Push a sphere whose centre is inside of a cube out of the nearest side, by all of its depth."""
    _, data = sdf_scenes.meet('type="sphere" size=".05"', sdf_scenes.cube(), "0.01 0.02 0.1")
    contact = data.contact[np.argmin(data.contact.dist)]
    assert contact.dist == pytest.approx(-(CUBE - 0.1) - 0.05, abs=tolerance.GRID_CELLS * CELL)
    assert np.abs(contact.normal - [0, 0, 1]).max() < tolerance.GRID_ANGLE


def test_a_sphere_in_a_groove_touches_both_sides():
    """Find a contact on each side of a groove with a right angle."""
    groove = corten.SdfGrid.from_function(
        lambda p: (np.abs(p[:, 0]) * -1 + p[:, 2]) / np.sqrt(2), [-0.3, -0.3, -0.2], [0.3, 0.3, 0.4], CELL
    )
    _, data = sdf_scenes.meet(f'type="sphere" size=".1" pos="0 0 {0.1 * np.sqrt(2) - 0.01}"', groove, "0 0 0")
    sides = sorted(contact.normal[0] for contact in data.contact if contact.dist < -0.001)
    assert sides[0] == pytest.approx(-np.sqrt(0.5), abs=tolerance.GRID_ANGLE)
    assert sides[-1] == pytest.approx(np.sqrt(0.5), abs=tolerance.GRID_ANGLE)


def test_rays_end_on_the_interpolated_surface():
    """Hit the zero of the interpolation along 300 rays, with its gradient as normal, and miss what a ball misses."""
    grid = sdf_scenes.ball()
    model, data = sdf_scenes.meet('type="plane" size="1 1 1" rgba="0 0 0 0"', grid, "0 0 0")
    rng = np.random.default_rng(3)
    start = rng.normal(size=(300, 3))
    start *= 1.5 / np.linalg.norm(start, axis=1, keepdims=True)
    way = rng.uniform(-0.4, 0.4, (300, 3)) - start
    x, geom, normal = corten.ray_normal(model, data, start, way)
    nearest = np.linalg.norm(np.cross(start, way), axis=1) / np.linalg.norm(way, axis=1)
    clear = np.abs(nearest - BALL) > 0.1 * CELL
    assert np.array_equal((geom == 1)[clear], (nearest < BALL)[clear])
    hit = geom == 1
    points, gradient = (start + x[:, None] * way)[hit], grid.gradient((start + x[:, None] * way)[hit])
    assert np.abs(grid.value(points)).max() < tolerance.EXACT
    assert np.abs(normal[hit] - gradient / np.linalg.norm(gradient, axis=1, keepdims=True)).max() < tolerance.CREASE
    inside = corten.ray(model, data, [0, 0, 0], [0, 2.0, 0])
    assert inside[0] == pytest.approx(BALL / 2, abs=tolerance.EXACT)


def simulate(parts, grids, seconds=2.0):
    """Return (model, data) after some time, having tested that energy does not grow once contacts damp it."""
    option = '<option timestep=".002"><flag energy="enable"/></option>'
    model = corten.load_model_from_string(world(*parts, option=option))
    for name, grid in grids.items():
        model.set_geom_sdf(name, grid)
    data = model.make_data()
    corten.forward(model, data)
    start = data.energy.sum()
    for _ in range(int(seconds / 0.02)):
        corten.step(model, data, 10)
        assert data.energy.sum() < start + tolerance.LENGTH
    return model, data


FLOOR = '<geom type="plane" size="3 3 1"/>'
RESTS = {
    "ball_on_plane": ([FLOOR, free('<geom name="s" type="sdf" condim="6" friction="1 .1 .1"/>', "0 0 .35")], BALL),
    "ball_on_sphere": (['<geom type="sphere" size=".2"/>', free('<geom name="s" type="sdf"/>', "0 0 .52")], BALL + 0.2),
    "box_on_cube": (
        ['<geom name="c" type="sdf"/>', free('<geom type="box" size=".1 .1 .1"/>', ".02 .03 .35")],
        CUBE + 0.1,
    ),
    "cube_on_box": (
        ['<geom type="box" size=".1 .1 .1"/>', free('<geom name="c" type="sdf"/>', ".02 .03 .35")],
        CUBE + 0.1,
    ),
    "cube_on_plane": ([FLOOR, free('<geom name="c" type="sdf"/>', "0 0 .35", ".98 .15 .1 .05")], CUBE),
    "cylinder_on_cube": (
        ['<geom name="c" type="sdf"/>', free('<geom type="cylinder" size=".1 .05"/>', "0 0 .3")],
        CUBE + 0.05,
    ),
}


@pytest.mark.parametrize("name", RESTS)
def test_solids_come_to_rest_on_each_other(name):
    """End at the height of the real shapes to a part of a cell, at rest."""
    parts, height = RESTS[name]
    seconds = 0.6 if name == "ball_on_sphere" else 2.0
    text = "".join(parts)
    grids = {"s": sdf_scenes.ball()} if 'name="s"' in text else {"c": sdf_scenes.cube()}
    _, data = simulate(parts, grids, seconds)
    assert abs(data.qpos[2] - height) < tolerance.GRID_CELLS * CELL
    assert np.abs(data.qvel).max() < tolerance.REST


def test_a_ring_hangs_on_a_peg():
    """Hang a ring on a lying capsule: its inside rests on the top of the peg."""
    turned = free('<geom name="t" type="sdf"/>', "0 0 -.09", ".7071068 0 .7071068 0")
    _, data = simulate(['<geom type="capsule" fromto="-.5 0 0 .5 0 0" size=".05"/>', turned], {"t": sdf_scenes.torus()})
    assert abs(data.qpos[2] + 0.1) < tolerance.GRID_CELLS * CELL
    assert np.abs(data.qvel).max() < tolerance.REST


def test_gears_stop_each_other():
    """Lay a gear onto another, and let a gear on a hinge be held by the teeth of another."""
    grid = sdf_scenes.gear()
    parts = ['<geom name="a" type="sdf"/>', free('<geom name="b" type="sdf"/>', "0 0 .12")]
    _, data = simulate(parts, {"a": grid, "b": grid}, 1.0)
    assert abs(data.qpos[2] - 0.1) < tolerance.LENGTH

    # a tooth of the second gear stands in the gap between two of the first
    hinge = '<body pos="0 .4 0" euler="0 0 22.5"><joint axis="0 0 1"/><geom name="b" type="sdf"/><inertial pos="0 0 0"'
    parts = ['<geom name="a" type="sdf"/>', hinge + ' mass="1" diaginertia=".02 .02 .02"/></body>']
    model, data = simulate(parts, {"a": grid, "b": grid}, 0.2)
    data.qfrc_applied[0] = 0.5
    corten.step(model, data, 1000)
    assert data.ncon > 0
    assert abs(data.qpos[0]) < np.radians(15)
