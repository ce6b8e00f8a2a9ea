"""Poses and boxes along the axes of a frame."""

import itertools

import numpy as np

from corten.math.pose import (
    Box,
    Pose,
    boxes_apart,
    boxes_overlap,
    grow_box,
    load_box,
    transform_box,
    transform_point,
    transform_point_back,
)
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


def test_boxes_are_apart_only_where_all_of_their_points_are(rng):
    """Compare with the distances of points all over random boxes; find both that are apart and that are not."""
    grid = np.stack(np.meshgrid(*[np.linspace(-1.0, 1.0, 7)] * 3), -1).reshape(-1, 3)
    found = 0
    for _ in range(200):
        mat = np.linalg.qr(rng.normal(size=(3, 3)))[0]
        pose = Pose(tuple(rng.normal(size=3)), tuple(mat.ravel()))
        boxes = [Box(tuple(rng.normal(size=3) * 0.1), tuple(rng.uniform(0.1, 0.8, size=3))) for _ in range(2)]
        first, second = (np.array(box.centre) + grid * box.half for box in boxes)
        second = second @ mat.T + pose.pos
        nearest = np.sqrt(((first[:, None] - second[None]) ** 2).sum(-1).min())
        apart = boxes_apart(pose, boxes[0], boxes[1], 0.1)
        assert not apart or nearest > 0.1
        found += apart
    assert 20 < found < 180


def test_faces_of_either_box_tell_that_they_are_apart():
    """Find a gap along the axes of one box that those of the other, turned by 45 degrees, do not show."""
    half, turned = np.sqrt(0.5), Box((0.0, 0.0, 0.0), (1.0, 1.0, 1.0))
    mat = (half, -half, 0.0, half, half, 0.0, 0.0, 0.0, 1.0)
    corner = Pose((1.8, 1.8, 0.0), mat)
    assert boxes_overlap(turned, transform_box(corner, turned), 0.0)
    assert boxes_apart(corner, turned, turned, 0.125)
    assert not boxes_apart(corner, turned, turned, 0.15)
    assert boxes_apart(Pose((2.5, 0.0, 0.0), mat), turned, turned, 0.0625)
