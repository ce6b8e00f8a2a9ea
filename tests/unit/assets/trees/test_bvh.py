"""The tree over triangles: complete, balanced and tight."""

import numpy as np
import pytest

from corten.assets.trees.bvh import make_bvh
from support import tolerance
from support.mesh_files import box, icosphere, torus


@pytest.mark.parametrize(
    "shape", [box(), icosphere(2), torus(20, 7), (box()[0], box()[1][:1]), (box()[0], box()[1][:3])]
)
def test_tree_holds_every_triangle_once(shape):
    """Reach each triangle through one leaf, children behind their parents, boxes within boxes."""
    points, faces = shape
    tree = make_bvh(points, faces.astype(np.int32))
    assert len(tree.child) == 2 * len(faces) - 1
    assert sorted(tree.leaf[tree.leaf >= 0]) == list(range(len(faces)))
    low, high = tree.aabb[:, :3] - tree.aabb[:, 3:], tree.aabb[:, :3] + tree.aabb[:, 3:]
    for i, (left, right) in enumerate(tree.child):
        if left < 0:
            corners = points[faces[tree.leaf[i]]]
            assert np.abs(low[i] - corners.min(axis=0)).max() < tolerance.EXACT
            assert np.abs(high[i] - corners.max(axis=0)).max() < tolerance.EXACT
            continue
        assert left == i + 1 and right > left and tree.leaf[i] == -1
        assert tree.depth[left] == tree.depth[right] == tree.depth[i] + 1
        assert np.abs(np.minimum(low[left], low[right]) - low[i]).max() < tolerance.EXACT
        assert np.abs(np.maximum(high[left], high[right]) - high[i]).max() < tolerance.EXACT


def test_tree_is_balanced():
    """Need no more levels than a perfect tree."""
    points, faces = torus(40, 25)
    assert make_bvh(points, faces.astype(np.int32)).depth.max() == np.ceil(np.log2(len(faces)))


def test_flat_boxes_have_some_thickness():
    """Give boxes of triangles along an axis a thickness that is not zero."""
    points, faces = box()
    assert make_bvh(points, faces.astype(np.int32)).aabb[:, 3:].min() > 0
