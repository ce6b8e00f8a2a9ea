"""Planes, spheres, capsules, cylinders and ellipsoids: every contact as MuJoCo finds it, at many kinds of poses."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from corten.enums import GeomType
from corten.stages.collision.pairs import PAIRS, stage_named
from support import tolerance
from support.geom_pairs import GeomPair
from support.numbers import random_rotation

# number of sizes of each shape
SIZES = {"plane": 3, "sphere": 1, "capsule": 2, "ellipsoid": 3, "cylinder": 2}
SHAPES = (
    ("plane", "sphere"),
    ("plane", "capsule"),
    ("plane", "ellipsoid"),
    ("plane", "cylinder"),
    ("sphere", "sphere"),
    ("sphere", "capsule"),
    ("sphere", "cylinder"),
    ("capsule", "capsule"),
)

# models of random sizes for each kind of poses, and poses for each model: a thousand poses for each pair
MODELS, POSES = 8, 16


def quarter_turns(rng):
    """Return a rotation by quarter turns about two axes: axes come to lie parallel or at right angles."""
    return np.rint(Rotation.from_euler("xy", 90 * rng.integers(0, 4, 2), degrees=True).as_matrix())


def near(rng, reach):
    """Come close from all sides."""
    direction = rng.normal(size=3)
    direction *= reach * rng.uniform(0.2, 1.1) / np.linalg.norm(direction)
    return np.array([np.zeros(3), direction]), np.array([random_rotation(rng), random_rotation(rng)])


def deep(rng, reach):
    """Overlap far, up to equal centres."""
    offset = rng.normal(size=3) * reach * rng.choice([0.0, 1e-16, 1e-12, 0.1])
    return np.array([np.zeros(3), offset]), np.array([random_rotation(rng), random_rotation(rng)])


def aligned(rng, reach):
    """Lay both along the axes of the world, shifted along some of them."""
    offset = rng.choice([0.0, 0.25, 0.5, 1.0], 3) * rng.choice([-1.0, 1.0], 3) * rng.choice([0.5, reach])
    return np.array([np.zeros(3), offset]), np.array([quarter_turns(rng), quarter_turns(rng)])


def nearly_aligned(rng, reach):
    """Turn and shift what is aligned by next to nothing, from below rounding to some degrees."""
    pos, mat = aligned(rng, reach)
    turn = Rotation.from_rotvec(rng.normal(size=3) * 10.0 ** rng.uniform(-17, -1)).as_matrix()
    return pos + np.array([np.zeros(3), rng.normal(size=3) * reach * 10.0 ** rng.uniform(-17, -2)]), mat @ turn


def end_to_end(rng, reach):
    """Put one behind the other on a common axis."""
    mat = random_rotation(rng)
    spin = Rotation.from_rotvec(mat[:, 2] * rng.uniform(0, 6)).as_matrix() @ mat
    return np.array([np.zeros(3), mat[:, 2] * reach * rng.uniform(-1.1, 1.1)]), np.array([mat, spin])


def far_away(rng, reach):
    """Meet a thousand kilometres from the origin."""
    pos, mat = near(rng, reach)
    return pos + 1e6 * rng.normal(size=3), mat


KINDS = {
    "near": (near, 1.0),
    "deep": (deep, 1.0),
    "aligned": (aligned, 1.0),
    "nearly aligned": (nearly_aligned, 1.0),
    "end to end": (end_to_end, 1.0),
    "far away": (far_away, 1.0),
    "micrometres": (near, 1e-6),
    "micrometres, aligned": (nearly_aligned, 1e-6),
}


def make_pairs(rng, first, second, unit):
    """Yield pairs of random sizes, of powers of two and of equal sizes, with and without a margin."""
    stage = stage_named(PAIRS[GeomType[first.upper()], GeomType[second.upper()]].contacts)
    for number in range(MODELS):
        sizes = unit * rng.uniform(0.05, 0.5, (2, 3))
        if number % 4 == 1:
            sizes = unit * rng.choice([0.125, 0.25, 0.5], (2, 3))
        elif number % 4 == 2:
            sizes[1] = sizes[0]
        margin = float(rng.choice([0.0, 0.0, 0.1])) * unit
        yield GeomPair(stage, (first, sizes[0, : SIZES[first]]), (second, sizes[1, : SIZES[second]]), margin)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("first", "second"), SHAPES)
def test_contacts_are_those_of_mujoco(first, second, kind):
    """Agree in number, order, distance, position and normal, but where MuJoCo's own answer jumps at a nudge."""
    rng = np.random.default_rng([SHAPES.index((first, second)), list(KINDS).index(kind)])
    pose, unit = KINDS[kind]
    compared = 0
    for pair in make_pairs(rng, first, second, unit):
        for _ in range(POSES):
            pos, mat = pose(rng, 2 * pair.scale)
            scale = pair.scale + np.abs(pos).max() * tolerance.ROUNDING / tolerance.EXACT
            theirs, ours = pair.theirs(pos, mat), pair.ours(pos, mat)
            if difference := theirs.differ(ours, tolerance.EXACT, scale):
                assert pair.is_tie(pos, mat, tolerance.EXACT), f"{difference}: {pos!r}, {mat!r}"
            else:
                compared += len(theirs.dist)
    assert compared > 0.1 * MODELS * POSES
