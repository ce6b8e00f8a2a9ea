"""Poses and boxes along the axes of a frame."""

import itertools

import numpy as np

from corten.math.box import Box, boxes_overlap, grow_box, load_box, transform_box
from corten.math.pose import Pose, transform_point, transform_point_back
from corten.math.quaternion import quat_to_mat
from support.tolerance import EXACT

SIGNS = np.array(list(itertools.product((-1.0, 1.0), repeat=3)))


def poses(quats, vectors):
    """Return a pose for each quaternion."""
    pairs = zip(vectors(3), quats, strict=True)
    return [Pose(tuple(pos), quat_to_mat(tuple(quat))) for pos, quat in pairs]


def test_a_point_goes_there_and_back(quats, vectors):
    """Move points by the matrix and position of a pose, and back by its inverse."""
    for pose, x in zip(poses(quats, vectors), vectors(3), strict=True):
        moved = transform_point(pose, tuple(x))
        np.testing.assert_allclose(moved, np.reshape(pose.mat, (3, 3)) @ x + pose.pos, atol=EXACT)
        np.testing.assert_allclose(transform_point_back(pose, moved), x, atol=EXACT)


def test_a_moved_box_just_holds_the_corners(quats, vectors):
    """Return the smallest box in the other frame that holds all corners."""
    for pose, row in zip(poses(quats, vectors), np.abs(vectors(6)), strict=True):
        box = load_box(row[None], 0)
        corners = np.array([transform_point(pose, tuple(box.centre + sign * box.half)) for sign in SIGNS])
        moved = transform_box(pose, box)
        np.testing.assert_allclose(np.subtract(moved.centre, moved.half), corners.min(axis=0), atol=EXACT)
        np.testing.assert_allclose(np.add(moved.centre, moved.half), corners.max(axis=0), atol=EXACT)


def test_boxes_overlap_within_a_margin():
    """Tell boxes apart whose gap along some axis is wider than the margin, a layer around one of them included."""
    box, other = Box((0.0, 0.0, 0.0), (1.0, 1.0, 1.0)), Box((0.5, 2.25, 0.5), (1.0, 1.0, 1.0))
    assert not boxes_overlap(box, other, 0.125)
    assert boxes_overlap(box, other, 0.25)
    assert boxes_overlap(grow_box(box, 0.25), other, 0.0)
