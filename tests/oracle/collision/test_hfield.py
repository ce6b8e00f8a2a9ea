"""Height fields against every convex shape: a contact for each prism that MuJoCo finds, in its order."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from corten.stages.collision.convex.hfield import hfield_convex
from support import oracle, tolerance
from support.geom_pairs import set_candidate
from support.nudges import nudged_poses

SHAPES = {
    "sphere": 'type="sphere" size="0.3"',
    "capsule": 'type="capsule" size="0.1 0.3"',
    "ellipsoid": 'type="ellipsoid" size="0.2 0.3 0.15"',
    "cylinder": 'type="cylinder" size="0.2 0.15"',
    "box": 'type="box" size="0.2 0.3 0.15"',
    "mesh": 'type="mesh" mesh="m"',
}
POSES = 500


def scene(shape: str, margin: float, rng) -> str:
    """Return a shape that may touch a rough height field."""
    elevation = " ".join(str(x) for x in rng.uniform(0, 1, 7 * 9).round(3))
    vertices = " ".join(str(x) for x in rng.normal(0, 0.2, 60).round(3))
    return f"""<mujoco><asset><mesh name="m" vertex="{vertices}"/>
        <hfield name="h" nrow="7" ncol="9" size="1.2 0.8 0.3 0.1" elevation="{elevation}"/></asset><worldbody>
        <geom name="a" type="hfield" hfield="h"/>
        <body><freejoint/><geom name="b" {SHAPES[shape]}/></body></worldbody>
        <contact><pair geom1="a" geom2="b" margin="{margin}"/></contact></mujoco>"""


def differ(contacts, others, dist_bound: float, point_bound: float) -> np.ndarray:
    """Tell for each contact (dist, pos, normal) whether it is another one than the bounds allow."""
    dist, *points = (np.abs(one - other) for one, other in zip(contacts, others, strict=True))
    return (dist > dist_bound) | (np.hstack(points).max(axis=1, initial=0) > point_bound)


def number_is_open(mjm, mjd, pos, mat) -> bool:
    """Tell whether MuJoCo finds another number of contacts when the shape is nudged."""
    found = len(oracle.collide(mjm, mjd, pos, mat)[0])
    return any(len(oracle.collide(mjm, mjd, *pose)[0]) != found for pose in nudged_poses(pos, mat))


def is_open(mjm, mjd, pos, mat) -> np.ndarray:
    """Tell for each of MuJoCo's contacts whether it changes when the shape is nudged."""
    here = oracle.collide(mjm, mjd, pos, mat)
    changed = np.zeros(len(here[0]), bool)
    for pose in nudged_poses(pos, mat):
        there = oracle.collide(mjm, mjd, *pose)
        same = len(there[0]) == len(here[0])
        changed |= differ(here, there, tolerance.CCD, tolerance.CCD_POINT) if same else True
    return changed


@pytest.mark.parametrize("margin", [0.0, 0.05])
@pytest.mark.parametrize("shape", SHAPES)
def test_contacts_are_those_of_mujoco(shape, margin):
    """Find as many contacts as MuJoCo, in its order, with its distances, positions and normals.

    Without a margin MuJoCo ends its search in boxes and meshes too early: it takes all corners of a prism for the same
    one. So a contact is the same only if the corners are found in the same order, and some depend on rounding.
    """
    rng = np.random.default_rng(list(SHAPES).index(shape))
    mjm, mjd, model, data = oracle.load_both(scene(shape, margin, rng))
    data.grow(maxccd=1024, maxunsorted=64)
    set_candidate(model, data, 0, 1, margin)
    compared = 0
    for _ in range(POSES):
        field, other = Rotation.from_quat(rng.normal(size=(2, 4)))
        pos = np.array([np.zeros(3), field.apply(rng.uniform([-1.3, -0.9, 0], [1.3, 0.9, 0.5]))])
        mat = np.array([field.as_matrix(), other.as_matrix()])
        data.geom_xpos, data.geom_xmat = pos, mat.reshape(2, 9)
        data.work.nunsorted = 0
        assert hfield_convex(model, data) == 0
        theirs = oracle.collide(mjm, mjd, pos, mat)
        if data.work.nunsorted != len(theirs[0]):
            assert number_is_open(mjm, mjd, pos, mat), f"{pos!r}, {mat!r}"
            continue
        ours = data.work.unsorted_dist, data.work.unsorted_pos, data.work.unsorted_normal
        wrong = differ(theirs, ours, tolerance.EXACT, tolerance.EXACT)
        assert not wrong.any() or not (wrong & ~is_open(mjm, mjd, pos, mat)).any(), f"{pos!r}, {mat!r}"
        compared += data.work.nunsorted
    assert compared > POSES
