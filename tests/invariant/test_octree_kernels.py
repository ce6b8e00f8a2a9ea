"""Kernels for meshes as distance fields give the same bits in every mode."""

import pytest

from support.modes import OTHER_MODES, check_same_output

PROGRAM = """
import numpy as np
import corten
from corten.assets.trees.octree import overlapping
from corten.assets.trees.bvh import make_bvh
from corten.assets.trees.surface_distance import surface_distances
from support.sdf_meshes import SHAPES
from support.sdf_pairs import PARTNERS, SdfPair

rng = np.random.default_rng(2)
for partner in PARTNERS:
    pair = SdfPair(partner, "corner", 'sdf_initpoints="3" sdf_iterations="4"')
    for _ in range(3):
        pair.theirs(pair.pose(rng, 0.5))
        found = pair.ours()
        print(partner, found.dist.tobytes().hex(), found.pos.tobytes().hex(), found.normal.tobytes().hex())
        rays = rng.normal(size=(4, 3)), rng.normal(size=(4, 3))
        print(partner, *(array.tobytes().hex() for array in corten.ray_normal(pair.model, pair.data, *rays)))
for name, (points, faces) in SHAPES.items():
    tree = make_bvh(points, faces)
    low = rng.normal(size=(20, 3))
    boxes = np.hstack((low, low + rng.uniform(0, 1, (20, 3))))
    pairs = np.column_stack((np.repeat(np.arange(20), 3), rng.integers(0, len(faces), 60))).astype(np.int32)
    print(name, overlapping(boxes, points[faces].reshape(-1, 9), pairs).tobytes().hex())
    print(name, surface_distances(rng.normal(size=(20, 3)), points, faces, tree).tobytes().hex())
"""


@pytest.mark.parametrize("mode", OTHER_MODES)
def test_modes_agree_to_the_bit(mode):
    """Contacts, rays, overlaps of boxes and distances to surfaces are the same in every mode."""
    assert len(check_same_output(PROGRAM, mode)) > 40
