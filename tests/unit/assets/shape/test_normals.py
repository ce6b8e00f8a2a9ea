"""Vertex normals made of faces."""

import numpy as np

from corten.assets.shape.normals import make_normals, unit_normals
from support import tolerance
from support.mesh_files import box, icosphere


def test_smooth_sphere():
    """Point normals of a sphere away from its centre."""
    points, faces = icosphere(3)
    normals = make_normals(points, faces, True)
    assert (normals * points).sum(axis=1).min() > 1 - tolerance.GRID


def test_sharp_edges():
    """Mix the faces at a corner of a cube where normals are smooth, and take one of them where they are not."""
    points, faces = box(1, 1, 1)
    smooth, sharp = (make_normals(points, faces, kind) for kind in (True, False))
    assert (smooth * points).sum(axis=1).min() > 1
    assert (np.count_nonzero(sharp, axis=1) == 1).all()


def test_faces_without_area_count_for_nothing():
    """Leave out triangles that are lines, and point along z where nothing is left."""
    points = np.array([(0.0, 0, 0), (1, 0, 0), (0, 1, 0), (5, 5, 5)])
    normals = make_normals(points, np.array([(0, 1, 2), (0, 0, 1), (3, 3, 3)]), False)
    assert np.array_equal(normals, np.tile((0, 0, 1), (4, 1)))


def test_unit_normals():
    """Scale normals to unit length; zero becomes z."""
    normals = unit_normals(np.array([(3, 0, 4), (0, 0, 0)], np.float32))
    assert np.abs(normals - ((0.6, 0, 0.8), (0, 0, 1))).max() < tolerance.SINGLE
