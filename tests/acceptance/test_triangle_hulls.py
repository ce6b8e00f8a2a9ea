"""CO5: a convex mesh that collides by its triangles is as deep in other shapes as its hull is."""

import numpy as np
import pytest
import trimesh
from scipy.spatial import ConvexHull

import corten
from support.tolerance import CCD, EXACT
from support.triangle_scenes import load

POSES = 40
SHAPES = {
    "sphere": 'size="0.08"',
    "ellipsoid": 'type="ellipsoid" size="0.06 0.09 0.05"',
    "box": 'type="box" size="0.06 0.07 0.05"',
    "hull": 'type="mesh" mesh="hull"',
    "triangles": 'type="mesh" mesh="stone"',
}


def stone(seed, count, half):
    """Return a convex mesh around points on an ellipsoid."""
    points = np.random.default_rng(seed).normal(size=(count, 3))
    points *= half / np.linalg.norm(points, axis=1)[:, None]
    return trimesh.Trimesh(points, ConvexHull(points).simplices).convex_hull


def models(shape):
    """Return two models with a shape beside a rock: by triangles, and by hulls alone."""
    meshes = {"rock": stone(1, 30, (0.2, 0.25, 0.15)), "stone": stone(2, 12, (0.08, 0.1, 0.06))}
    meshes["hull"] = meshes["stone"]
    body = '<geom type="mesh" mesh="rock"/><body><freejoint/><geom {}/></body>'
    by_hull = SHAPES["hull"] if shape == "triangles" else SHAPES[shape]
    return (
        load(meshes, body.format(SHAPES[shape]), triangles=["rock", "stone"]),
        load(meshes, body.format(by_hull), triangles=[]),
    )


def push(model, data, quat, way, depth):
    """Move a shape towards the middle of the rock until it is a little deeper than wished."""
    near, far = 0.05, 0.6
    for _ in range(22):
        middle = 0.5 * (near + far)
        data.qpos[:] = *(middle * way), *quat
        corten.forward(model, data)
        deep = data.ncon > 0 and data.contact_dist.min() < -depth
        near, far = (middle, far) if deep else (near, middle)
    data.qpos[:] = *(near * way), *quat
    corten.forward(model, data)


@pytest.mark.parametrize("shape", SHAPES)
def test_triangles_are_as_deep_as_the_hull(shape):
    """Have the depth and normal of hulls in light touches, but for a few where two ways out are about as long."""
    by_triangles, by_hull = models(shape)
    data, reference = by_triangles.make_data(), by_hull.make_data()
    rng = np.random.default_rng(5)
    different = 0
    for i in range(POSES):
        quat, way = rng.normal(size=4), rng.normal(size=3)
        push(by_hull, reference, quat / np.linalg.norm(quat), way / np.linalg.norm(way), (0.0005, 0.002, 0.004)[i % 3])
        data.qpos = reference.qpos
        corten.forward(by_triangles, data)
        assert data.ncon > 0
        np.testing.assert_allclose(np.linalg.norm(data.contact_frame[:, :3], axis=1), 1.0, atol=EXACT)
        mine, theirs = data.contact_dist.argmin(), reference.contact_dist.argmin()
        apart = abs(data.contact_dist[mine] - reference.contact_dist[theirs])
        along = data.contact_frame[mine, :3] @ reference.contact_frame[theirs, :3]
        different += apart > 10 * CCD + 0.02 * abs(reference.contact_dist[theirs]) or along < 0.98
    assert different <= {"sphere": 0, "ellipsoid": 0, "hull": 1, "box": 2, "triangles": 6}[shape]
