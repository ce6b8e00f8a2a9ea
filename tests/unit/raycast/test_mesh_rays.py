"""Rays through the tree of a mesh: the same bits as from all its triangles, at a cost that grows like a logarithm."""

import numpy as np
import pytest

from corten.compile import load_model_from_string
from corten.raycast import RayQuery, cast_rays
from corten.raycast.cast import ALL_GROUPS
from support import mesh_files
from support.naive.ray_mesh import cast_at_all_triangles, count_visits

NRAY = 2000


def soup(seed: int, count: int):
    """Return triangles without order: some share vertices, some have no area, some lie along the axes."""
    rng = np.random.default_rng(seed)
    points = rng.normal(0, 1, (count, 3)) * rng.choice([0.01, 1.0], (count, 1))
    points[: count // 3] = np.round(points[: count // 3] * 4) / 4
    return points, rng.integers(0, count, (2 * count, 3))


def terrain(n: int):
    """Return a hilly sheet of 2 (n - 1)^2 triangles."""
    x, y = (grid.ravel() for grid in np.meshgrid(np.linspace(-1, 1, n), np.linspace(-1, 1, n)))
    corner = (np.arange(n - 1)[:, None] * n + np.arange(n - 1)).ravel()
    faces = np.concatenate([(corner, corner + 1, corner + n), (corner + 1, corner + n + 1, corner + n)], axis=1).T
    return np.stack((x, y, 0.2 * np.sin(7 * x) * np.cos(5 * y)), axis=1), faces


SHAPES = {
    "ball": mesh_files.icosphere(3),
    "ring": mesh_files.torus(40, 25),
    "box": mesh_files.box(),
    "sheet": terrain(30),
    "soup": soup(1, 200),
    "few": soup(2, 5),
    "small": (mesh_files.torus(20, 9)[0] * 1e-5, mesh_files.torus(20, 9)[1]),
}


def load(points, faces):
    """Return a model with one mesh in its own frame, and a query of rays at it."""
    data = mesh_files.stl(points, faces)
    xml = """<mujoco><asset><mesh name="m" file="m.stl" inertia="shell"/></asset>
        <worldbody><geom type="mesh" mesh="m" contype="0" conaffinity="0" density="0"/></worldbody></mujoco>"""
    model = load_model_from_string(xml, assets={"m.stl": data})
    query = RayQuery({"nray": NRAY, "ngeom": 1})
    query.geom_xmat, query.groups, query.static, query.exclude_body = np.eye(3).ravel(), ALL_GROUPS, 1, -1
    return model, query


def aim(model, query, rng) -> None:
    """Send rays from within and from without, at random and through vertices, along the axes, slow and fast."""
    size, points = model.geom_size[0], model.mesh_vert.astype(float)
    query.origin = rng.normal(0, 1, (NRAY, 3)) * size * rng.choice([0.5, 3.0, 1e4], (NRAY, 1))
    target = rng.normal(0, 0.6, (NRAY, 3)) * size
    target[::3] = points[rng.integers(0, len(points), len(target[::3]))]
    query.direction = (target - query.origin) * rng.choice([1e-3, 1.0, 50.0], (NRAY, 1))
    along = np.arange(0, NRAY, 5)
    query.direction[along] = np.eye(3)[rng.integers(0, 3, len(along))] * rng.choice([-1.0, 1.0], (len(along), 1))
    query.origin[along] = target[along] - 3 * query.direction[along] * size.max()


@pytest.mark.parametrize("shape", SHAPES)
def test_tree_gives_the_bits_of_all_triangles(shape):
    """Meet the same triangle at the same distance, to the last bit, as a loop over all of them."""
    model, query = load(*SHAPES[shape])
    hits = 0
    for seed in range(5):
        aim(model, query, np.random.default_rng(seed))
        cast_rays(model, query)
        distance, normal = query.distance.copy(), query.normal.copy()
        cast_at_all_triangles(model, query)
        assert np.array_equal(distance, query.distance)
        met = distance >= 0
        assert np.array_equal(normal[met], query.normal[met])
        hits += met.sum()
    assert hits > 500


def test_visited_nodes_grow_like_a_logarithm():
    """Try less than twice the boxes for four times the triangles, and few of all of them (CO7)."""
    visits = {}
    for n in (23, 46, 91, 181):
        model, query = load(*terrain(n))
        rng = np.random.default_rng(3)
        query.origin = np.column_stack((rng.uniform(-0.9, 0.9, (NRAY, 2)), np.full(NRAY, 2.0)))
        query.origin = query.origin[:, np.argsort(np.argsort(-model.geom_size[0]))]
        query.direction = -np.eye(3)[np.argmin(model.geom_size[0])]
        count_visits(model, query)
        visits[len(model.mesh_face)] = query.geom.mean()
    counts = np.array(list(visits.values()))
    assert np.all(counts[1:] < 1.5 * counts[:-1])
    assert counts[-1] < max(visits) / 500
