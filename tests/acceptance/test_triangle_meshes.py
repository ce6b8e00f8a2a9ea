"""CO5: meshes that collide by their triangles, against closed forms, slow twins and other collisions."""

import numpy as np
import pytest
import trimesh

import corten
from support.tolerance import CCD, CREASE, FACET_DEPTH, LIGHT_TOUCH, SAMPLED_AXIS, SINGLE
from support.triangle_scenes import contacts, floor, load, nearest_on_mesh

RADIUS = 0.1
BALL = '<geom type="mesh" mesh="{mesh}"/><body pos="{pos}"><freejoint/><geom size="0.1"/></body>'
CUBE = trimesh.creation.box((1.0, 1.0, 1.0))


def ball_on(mesh, pos):
    """Return the contacts of a ball with a mesh, normals from the mesh to the ball."""
    text = " ".join(f"{number:.17g}" for number in pos)
    found = contacts(load({"a": mesh}, BALL.format(mesh="a", pos=text)))
    found[:, 4:] *= -1
    return found


@pytest.mark.parametrize("height", [0.095, 0.05, 0.001, 0.0, -0.02])
def test_a_ball_on_a_face(height):
    """Push along the face's normal, wherever the centre is: above, on the surface, below it."""
    found = ball_on(CUBE, (0.1, 0.22, 0.5 + height))
    np.testing.assert_allclose(found[:, 0], [height - RADIUS], atol=SINGLE)
    np.testing.assert_allclose(found[0, 1:4], [0.1, 0.22, 0.5 + 0.5 * (height - RADIUS)], atol=SINGLE)
    np.testing.assert_allclose(found[0, 4:], [0, 0, 1], atol=SINGLE)


@pytest.mark.parametrize("offset", [(0.06, 0.0, 0.05), (0.02, 0.0, 0.09), (1e-3, 0.0, 1e-3)])
def test_a_ball_on_an_edge(offset):
    """Push away from the nearest point of an edge, between the normals of its faces."""
    found = ball_on(CUBE, np.array([0.5, 0.1, 0.5]) + offset)
    length = np.linalg.norm(offset)
    np.testing.assert_allclose(found[:, 0], [length - RADIUS], atol=SINGLE)
    np.testing.assert_allclose(found[0, 4:], np.array(offset) / length, atol=1e3 * SINGLE)


def test_a_ball_on_a_corner():
    """Push away from a corner."""
    offset = np.array([0.03, 0.04, 0.02])
    found = ball_on(CUBE, 0.5 + offset)
    np.testing.assert_allclose(found[:, 0], [np.linalg.norm(offset) - RADIUS], atol=SINGLE)
    np.testing.assert_allclose(found[0, 4:], offset / np.linalg.norm(offset), atol=100 * SINGLE)


@pytest.mark.parametrize("pos", [(0.5, 0.1, 0.5), (0.5, 0.5, 0.5)])
def test_a_centre_on_an_edge_or_corner(pos):
    """Push along the mean of the normals around a centre that lies on an edge or a corner."""
    found = ball_on(CUBE, pos)
    expected = np.array(pos) - (0.0, 0.1 if pos[1] < 0.5 else 0.0, 0.0)
    np.testing.assert_allclose(found[:, 0], [-RADIUS], atol=SINGLE)
    assert found[0, 4:] @ (expected / np.linalg.norm(expected)) > 0.7


def test_a_concave_corner_holds_from_three_sides():
    """Give a ball in the corner of a room a contact with each wall, and none with their edges."""
    room = trimesh.creation.box((1.0, 1.0, 1.0))
    room.invert()
    found = ball_on(room, (0.41, 0.42, -0.43))
    order = np.argsort(found[:, 0])
    np.testing.assert_allclose(found[order, 0], [-0.03, -0.02, -0.01], atol=SINGLE)
    np.testing.assert_allclose(found[order, 4:], [[0, 0, 1], [0, -1, 0], [-1, 0, 0]], atol=SINGLE)


@pytest.mark.parametrize("seed", range(20))
def test_a_floor_of_triangles_is_a_plane_for_balls(seed):
    """Give a ball anywhere on a level floor, over edges and corners too, the one contact that a plane gives."""
    rng = np.random.default_rng(seed)
    pos = np.append(rng.integers(-3, 4, 2) * 0.25, 0.0) + rng.choice([0, 1e-12, 1e-9, 1e-4, 0.03], 3)
    pos[2] = 0.099 if seed % 2 else 0.03
    found = ball_on(floor(8), pos)
    assert len(found) == 1
    np.testing.assert_allclose(found[0], [pos[2] - 0.1, *pos[:2], 0.5 * (pos[2] - 0.1), 0, 0, 1], atol=CREASE)


def test_a_ball_rolls_over_a_floor_of_triangles_as_on_a_plane():
    """Roll for a second over edges and corners, and be where a plane would have led."""
    rolling = '{}<body pos="-0.8 0.013 0.0999"><freejoint/><geom size="0.1"/></body>'
    on_mesh = load({"a": floor(16)}, rolling.format('<geom type="mesh" mesh="a"/>'))
    on_plane = load({}, rolling.format('<geom type="plane" size="1 1 1"/>'))
    ends = []
    for model in (on_mesh, on_plane):
        data = model.make_data()
        data.qvel[:2], data.qvel[4] = (1.0, 0.1), 10.0
        corten.step(model, data, nstep=500)
        ends.append(data.qpos.copy())
    np.testing.assert_allclose(*ends, atol=CREASE)


@pytest.mark.parametrize("seed", range(12))
def test_a_ball_has_the_nearest_place_of_a_slow_twin(seed):
    """Have as deepest contact what looking at all triangles finds."""
    rng = np.random.default_rng(seed)
    mesh = trimesh.creation.torus(0.3, 0.12, major_sections=24, minor_sections=12)
    mesh.vertices = np.asarray(mesh.vertices, np.float32)
    turn = 2 * np.pi * rng.random()
    ring = np.array([0.3 * np.cos(turn), 0.3 * np.sin(turn), 0.0])
    away = rng.normal(size=3)
    pos = ring + away / np.linalg.norm(away) * rng.uniform(0.08, 0.2)
    dist, near = nearest_on_mesh(mesh, pos)
    found = ball_on(mesh, pos)
    found = found[np.argsort(found[:, 0])]
    np.testing.assert_allclose(found[0, 0], dist - RADIUS, atol=2 * SINGLE)
    np.testing.assert_allclose(found[0, 1:4] - 0.5 * found[0, 0] * found[0, 4:], near, atol=20 * SINGLE)


@pytest.mark.parametrize("seed", range(12))
def test_a_capsule_is_as_near_as_many_balls(seed):
    """Be as near to a mesh as the nearest of many balls along the axis."""
    rng = np.random.default_rng(seed)
    mesh = trimesh.creation.torus(0.3, 0.12, major_sections=16, minor_sections=8)
    axis = rng.normal(size=3)
    axis /= np.linalg.norm(axis)
    turn = 2 * np.pi * rng.random()
    centre = np.array([0.3 * np.cos(turn), 0.3 * np.sin(turn), rng.uniform(0.15, 0.2)])
    ends = " ".join(f"{number:.17g}" for number in (*(centre - 0.2 * axis), *(centre + 0.2 * axis)))
    body = f'<geom type="mesh" mesh="a"/><body><freejoint/><geom type="capsule" size="0.05" fromto="{ends}"/></body>'
    found = contacts(load({"a": mesh}, body))
    parts = [nearest_on_mesh(mesh, centre + 0.2 * part * axis)[0] for part in np.linspace(-1, 1, 201)]
    if min(parts) > 0.06:
        assert len(found) == 0
    elif min(parts) > 0.0:
        assert found[:, 0].min() == pytest.approx(min(parts) - 0.05, abs=SAMPLED_AXIS)


SHAPES = {
    "box": ('type="box" size="0.1 0.12 0.08"', 0.08),
    "cylinder": ('type="cylinder" size="0.1 0.07"', 0.07),
    "ellipsoid": ('type="ellipsoid" size="0.1 0.12 0.09"', 0.09),
    "capsule": ('type="capsule" size="0.06 0.1"', 0.16),
    "sphere": ('size="0.07"', 0.07),
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("lift", [-0.004, 0.003])
def test_a_box_of_triangles_is_a_box(shape, lift):
    """Have the depth and the normal of the analytic box where a shape stands on its top, margins included."""
    words, height = SHAPES[shape]
    pos = f"0.11 -0.07 {0.5 + height + lift:.17g}"
    body = f'{{}}<body pos="{pos}"><freejoint/><geom {words} margin="0.01"/></body>'
    of_triangles = contacts(load({"a": CUBE}, body.format('<geom type="mesh" mesh="a"/>')))
    of_box = contacts(load({}, body.format('<geom type="box" size=".5 .5 .5"/>')))
    assert of_triangles[:, 0].min() == pytest.approx(of_box[:, 0].min(), abs=CCD)
    np.testing.assert_allclose(np.abs(of_triangles[:, 6]), 1.0, atol=CCD)
    assert of_triangles[:, 6].max() == pytest.approx(-1.0, abs=CCD)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("shape", ["box", "cylinder", "ellipsoid"])
def test_a_box_of_triangles_is_as_deep_as_a_box(shape, seed):
    """Be as deep in a box of triangles as in the analytic one, in any pose of a light touch."""
    rng = np.random.default_rng(seed)
    quat = " ".join(map(str, rng.normal(size=4)))
    words, _ = SHAPES[shape]
    side = rng.uniform(-0.3, 0.3, 2)
    body = '{}<body pos="{} {} {}" quat="{}"><freejoint/><geom {}/></body>'
    deep = None
    for z in np.linspace(0.68, 0.55, 60):
        found = contacts(load({}, body.format('<geom type="box" size=".5 .5 .5"/>', *side, z, quat, words)))
        if len(found) and found[:, 0].min() < -0.002:
            deep = found[:, 0].min()
            break
    found = contacts(load({"a": CUBE}, body.format('<geom type="mesh" mesh="a"/>', *side, z, quat, words)))
    assert found[:, 0].min() == pytest.approx(deep, abs=5 * CCD)
    np.testing.assert_allclose(np.abs(found[:, 6]), 1.0, atol=LIGHT_TOUCH)


@pytest.mark.parametrize("across", [(0, 0, 1), (1, 1, 1), (1, -2, 0.5)])
def test_touching_meshes_look_at_few_triangles(across):
    """Find the depth of two fine balls that just touch from a small part of their triangles, whatever the direction."""
    ball, depth = trimesh.creation.icosphere(subdivisions=4, radius=0.2), 2e-3
    direction = np.array(across) / np.linalg.norm(across)

    # the balls are mirrored at their middle, so that vertices meet vertices and the depth is that of their reach
    reach = (ball.vertices @ direction).max()
    upper = ball.vertices - 2 * np.outer(ball.vertices @ direction, direction)
    other = trimesh.Trimesh(upper, ball.faces[:, ::-1], process=False)
    pos = " ".join(f"{number:.17g}" for number in (2 * reach - depth) * direction)
    scene = f'<geom type="mesh" mesh="a"/><body pos="{pos}"><freejoint/><geom type="mesh" mesh="b"/></body>'
    model = load({"a": ball, "b": other}, scene)
    data = model.make_data()
    corten.forward(model, data)
    assert data.contact_dist.min() == pytest.approx(-depth, rel=FACET_DEPTH)
    assert 0 < data.ntripair < len(ball.faces)
