"""Planes, spheres, capsules and boxes against boxes: every contact as MuJoCo finds it, at many kinds of poses."""

import itertools

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import corten
from corten.stages.collision.primitive.box_box import box_box
from corten.stages.collision.primitive.capsule_box import capsule_box
from corten.stages.collision.primitive.plane import plane_box
from corten.stages.collision.primitive.sphere import sphere_box
from support import oracle, tolerance
from support.geom_pairs import GeomPair
from support.naive.box_box import Box, lowest_above_face, separating_axes, separation
from support.numbers import random_rotation

STAGES = {"plane": plane_box, "sphere": sphere_box, "capsule": capsule_box, "box": box_box}

# numbers in the size of a geom
COUNTS = {"plane": 3, "sphere": 1, "capsule": 2, "box": 3}

# models of random sizes for each kind of poses, and poses for each model
MODELS, POSES = 8, 20

# the 24 ways to lay a cube
LAID = [
    np.array(matrix)
    for matrix in (
        np.diag(signs)[list(order)]
        for order in itertools.permutations(range(3))
        for signs in itertools.product((1.0, -1.0), repeat=3)
    )
    if np.linalg.det(matrix) > 0
]


def any_pose(rng, sizes, spread):
    """Turn both geoms at random and move the second by a share of their sizes."""
    direction = rng.normal(size=3)
    direction *= spread * np.linalg.norm(sizes) / np.linalg.norm(direction)
    return np.array([np.zeros(3), direction]), np.array([random_rotation(rng), random_rotation(rng)])


def near(rng, sizes):
    """Come close to the surface from outside."""
    return any_pose(rng, sizes, rng.uniform(0.4, 1.0))


def deep(rng, sizes):
    """Overlap far, up to equal centres."""
    return any_pose(rng, sizes, rng.choice([0.0, 1e-12, 0.1, 0.3]))


def laid(rng, sizes):
    """Lay both along the same axes, flush, edge on edge, corner on corner or shifted: most decisions are ties."""
    mat = np.array([LAID[rng.integers(24)], LAID[rng.integers(24)]])
    reach = np.abs(mat[0]) @ sizes[0] + np.abs(mat[1]) @ sizes[1]
    difference = np.abs(mat[0]) @ sizes[0] - np.abs(mat[1]) @ sizes[1]
    shifts = np.array(
        [np.zeros(3), reach, -reach, difference, -difference, 0.999 * reach, rng.uniform(-1, 1, 3) * reach]
    )
    return np.array([np.zeros(3), shifts[rng.integers(len(shifts), size=3), range(3)]]), mat


def nearly_laid(rng, sizes):
    """Turn what is laid by next to nothing, from below rounding to a few degrees."""
    pos, mat = laid(rng, sizes)
    turn = Rotation.from_rotvec(rng.normal(size=3) * 10.0 ** rng.uniform(-17, -1))
    return pos + np.array([np.zeros(3), rng.normal(size=3) * 10.0 ** rng.uniform(-17, -2)]), mat @ turn.as_matrix()


def on_edge(rng, sizes):
    """Put edges and corners upright: turned by 45 degrees about one axis or by 35.26 about another as well."""
    tilt = Rotation.from_euler("xy", [45, rng.choice([0.0, np.degrees(np.arctan(np.sqrt(0.5)))])], degrees=True)
    spin = Rotation.from_euler("z", rng.choice([0.0, 45.0, 90.0, rng.uniform(0, 360)]), degrees=True)
    mat = np.array([LAID[rng.integers(24)], (spin * tilt).as_matrix() @ LAID[rng.integers(24)]])
    if rng.random() < 0.5:
        mat[0] = mat[0] @ tilt.as_matrix()
    reach = np.abs(mat[0]) @ sizes[0] + np.abs(mat[1]) @ sizes[1]
    pos = np.array([0.0, 0.0, rng.choice([0.9, 1.0, 1.0 - 1e-9, 0.5])]) * reach
    pos[:2] += rng.choice([0.0, 0.3]) * rng.uniform(-1, 1, 2) * reach[:2]
    return np.array([np.zeros(3), pos]), mat


def far_away(rng, sizes):
    """Meet a thousand kilometres from the origin."""
    pos, mat = any_pose(rng, sizes, rng.uniform(0.1, 0.9))
    return pos + 1e6 * rng.normal(size=3), mat


KINDS = {
    "near": (near, 1.0, 0.3),
    "deep": (deep, 1.0, 0.3),
    "laid": (laid, 1.0, 0.3),
    "nearly laid": (nearly_laid, 1.0, 0.3),
    "on edge": (on_edge, 1.0, 0.3),
    "far away": (far_away, 1.0, 0.3),
    "slender": (near, 1.0, 3.0),
    "slender and laid": (nearly_laid, 1.0, 3.0),
    "micrometres": (near, 1e-6, 0.3),
    "micrometres and laid": (laid, 1e-6, 0.3),
}
ROUND_NUMBERS = np.array([0.125, 0.25, 0.5, 1.0])


def pairs(rng, kind, unit, aspect):
    """Yield pairs of models: random sizes, equal ones and powers of two, with and without a margin."""
    for number in range(MODELS):
        sizes = unit * 10.0 ** rng.uniform(-aspect - 0.3, aspect - 0.3, (2, 3))
        if number % 4 == 1:
            sizes = unit * rng.choice(ROUND_NUMBERS, (2, 3))
        elif number % 4 == 2:
            sizes[1] = sizes[0]
        margin = float(rng.choice([0.0, 0.0, 0.1])) * unit
        pair = GeomPair(STAGES[kind], (kind, sizes[0, : COUNTS[kind]]), ("box", sizes[1]), margin)
        yield pair, extents(kind, sizes[0]), sizes[1]


def extents(kind, size):
    """Return the half sizes of the box around a shape in its own frame."""
    return {
        "plane": np.zeros(3),
        "sphere": np.full(3, size[0]),
        "capsule": np.array([size[0], size[0], size[0] + size[1]]),
        "box": size,
    }[kind]


@pytest.mark.parametrize("poses", KINDS)
@pytest.mark.parametrize("kind", STAGES)
def test_contacts_are_those_of_the_oracle(kind, poses):
    """Agree in number, order, distance, position and normal, but where MuJoCo's own answer jumps at a nudge."""
    make, unit, aspect = KINDS[poses]
    rng = np.random.default_rng([list(STAGES).index(kind), list(KINDS).index(poses)])
    compared = 0
    for pair, size1, size2 in pairs(rng, kind, unit, aspect):
        for _ in range(POSES):
            pos, mat = make(rng, np.array([size1, size2]))
            ours, theirs = pair.ours(pos, mat), pair.theirs(pos, mat)
            scale = pair.scale + np.abs(pos).max() if poses == "far away" else pair.scale
            if difference := ours.differ(theirs, tolerance.EXACT, scale):
                assert pair.is_tie(pos, mat, tolerance.EXACT), f"{difference}: {pos!r}, {mat!r}"
            else:
                compared += len(theirs.dist)
    assert compared > 0.2 * MODELS * POSES


@pytest.mark.parametrize("mode", ["checked", "python"])
@pytest.mark.parametrize("kind", STAGES)
def test_other_modes_give_the_same_bits(kind, mode, monkeypatch):
    """Find the same contacts with every index tested and in plain Python, and stay inside of all arrays."""
    poses = [make for make, _, _ in KINDS.values()]
    sizes = np.array([[0.25, 0.5, 0.5], [0.5, 0.25, 1.0]])
    shapes = (kind, sizes[0, : COUNTS[kind]]), ("box", sizes[1])
    compiled = GeomPair(STAGES[kind], *shapes, 0.01)
    monkeypatch.setenv("CORTEN_KERNELS", mode)
    other = GeomPair(STAGES[kind], *shapes, 0.01)
    rng = np.random.default_rng(0)
    for _ in range(6):
        for make in poses:
            pose = make(rng, np.array([extents(kind, sizes[0]), sizes[1]]))
            assert other.ours(*pose).differ(compiled.ours(*pose), 0.0, 1.0) == ""


def parallel(box, normal):
    """Tell whether a direction is normal to a face of a box."""
    return np.abs(box.mat.T @ normal).max() >= 1 - 1e-9


@pytest.mark.parametrize("seed", range(12))
def test_boxes_agree_with_the_slow_twin(seed):
    """Find the axis of largest separation and the deepest distance that brute force over corners finds.

    A face may stand in for edges that are better by no more than a twentieth of its depth.
    """
    rng = np.random.default_rng(seed)
    sizes = 10.0 ** rng.uniform(-1, 0, (2, 3))
    margin = 0.05
    pair = GeomPair(box_box, ("box", sizes[0]), ("box", sizes[1]), margin)
    apart = faces = edges = 0
    for _ in range(60):
        pos, mat = any_pose(rng, sizes, rng.uniform(0.0, 1.1))
        first, second = Box(pos[0], mat[0], sizes[0]), Box(pos[1], mat[1], sizes[1])
        best = max(separating_axes(first, second), key=lambda axis: axis.separation)
        found = pair.ours(pos, mat)
        if best.separation > margin:
            apart += 1
            assert len(found.dist) == 0
            continue

        # an empty polygon is the only reason for no contact
        normal = found.normal[0] if len(found.normal) else best.direction
        along = separation(first, second, normal)
        own, others = parallel(first, normal), parallel(second, normal)
        if own or others:
            faces += 1
            assert along >= best.separation - 0.05 * abs(along) - tolerance.EXACT
            lowest = lowest_above_face(*((first, second, normal) if own else (second, first, -normal)))
            assert min(lowest, margin) == pytest.approx(found.dist.min(initial=margin), abs=tolerance.EXACT)
        else:
            edges += 1
            assert best.of_edges
            assert along == pytest.approx(best.separation, abs=tolerance.EXACT)
            assert found.dist == pytest.approx([best.separation], abs=tolerance.EXACT)
    assert min(apart, faces, edges) > 0


@pytest.mark.parametrize("seed", range(5))
def test_heaps_through_the_public_path(seed):
    """Find every contact of a heap of boxes, spheres and capsules on a plane and a step, in MuJoCo's order."""
    rng = np.random.default_rng(seed)
    bodies = ""
    for kind in rng.choice(["box", "box", "sphere", "capsule"], 20):
        size, pos, euler = rng.uniform(0.05, 0.15, 3), rng.uniform(-0.3, 0.3, 3), rng.uniform(0, 360, 3)
        place = f'pos="{pos[0]} {pos[1]} {pos[2] + 0.3}" euler="{euler[0]} {euler[1]} {euler[2]}"'
        geom = f'<geom type="{kind}" size="{size[0]} {size[1]} {size[2]}" margin=".01"/>'
        bodies += f"<body {place}><freejoint/>{geom}</body>"
    mjm, mjd, model, data = oracle.load_both(f"""
        <mujoco><worldbody>
          <geom type="plane" size="5 5 1"/><geom type="box" size=".3 .3 .1" pos=".5 0 .1"/>{bodies}
        </worldbody></mujoco>""")
    oracle.forward(mjm, mjd)
    oracle.copy_state(mjd, data)
    corten.kinematics(model, data)
    corten.collision(model, data)
    ours, theirs = data.contact, mjd.contact
    assert len(ours) == len(theirs) > 40
    assert np.array_equal(ours.geom, theirs.geom)
    for name in ("dist", "pos", "frame"):
        assert np.abs(ours[name] - getattr(theirs, name)).max() < tolerance.EXACT
