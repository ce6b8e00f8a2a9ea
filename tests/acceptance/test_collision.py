"""Collision as the acceptance list asks for it: CO1 to CO4, CO6 and CO8, on models loaded from text."""

import itertools

import numpy as np
import pytest

import corten
from support import oracle, tolerance

pytestmark = pytest.mark.filterwarnings("ignore:.*give no force")

SIZE = {"sphere": "0.2", "capsule": "0.1 0.3", "ellipsoid": "0.1 0.2 0.3", "cylinder": "0.2 0.3", "box": "0.1 0.2 0.3"}
PLANES = ("0 0 0", "40 0 0", "0 90 0", "180 0 20", "75 -30 10")
UPRIGHT, LYING, TILTED, NEARLY = "0 0 0", "90 0 0", "30 20 0", "1e-7 0 0"


def contacts(xml: str):
    """Return the contacts of corten and of MuJoCo in the pose in which a model is written."""
    mjm = oracle.load_mujoco(xml)
    mjd = oracle.make_data(mjm)
    oracle.forward(mjm, mjd)
    model = corten.load_model_from_string(xml)
    data = model.make_data()
    corten.forward(model, data)
    return data.contact, mjd.contact


def check(xml: str, dist: float = tolerance.EXACT, place: float = tolerance.EXACT) -> int:
    """Compare the contacts of both engines, distances and places to given bounds; return how many there are."""
    ours, theirs = contacts(xml)
    assert ours.geom.tolist() == theirs.geom.tolist()
    np.testing.assert_allclose(ours.dist, theirs.dist, rtol=0, atol=dist)
    np.testing.assert_allclose(ours.pos, theirs.pos, rtol=0, atol=place)
    np.testing.assert_allclose(ours.frame, theirs.frame.reshape(-1, 9), rtol=0, atol=place)
    np.testing.assert_allclose(np.linalg.norm(ours.normal, axis=1), 1.0, rtol=0, atol=tolerance.EXACT)
    return len(ours)


def free_body(kind: str, size: str, place: str = "0 0 0", euler: str = "0 0 0") -> str:
    """Return a body that flies, with one geom."""
    return f'<body pos="{place}" euler="{euler}"><freejoint/><geom type="{kind}" size="{size}"/></body>'


def world(*parts: str) -> str:
    """Return a model of some parts of a world."""
    return f"<mujoco><worldbody>{''.join(parts)}</worldbody></mujoco>"


@pytest.mark.parametrize(("first", "second"), list(itertools.combinations_with_replacement(SIZE, 2)))
def test_every_pair_collides_as_in_mujoco(first, second):
    """Let every pair of primitive types overlap in a pose without symmetry (CO1)."""
    body = free_body(first, SIZE[first], euler="20 30 40")
    other = free_body(second, SIZE[second], ".12 .15 .1", "70 10 5")
    assert check(world(body, other), tolerance.EXACT, tolerance.EXACT) > 0


@pytest.mark.parametrize("plane", PLANES)
@pytest.mark.parametrize(
    ("kind", "size", "euler"),
    [("cylinder", SIZE["cylinder"], euler) for euler in (UPRIGHT, LYING, TILTED, NEARLY)]
    + [("ellipsoid", size, TILTED) for size in (SIZE["ellipsoid"], "0.3 0.3 1e-4")],
)
def test_planes_in_five_orientations(plane, kind, size, euler):
    """Let cylinders and ellipsoids touch planes that look in five directions (CO2)."""
    ground = f'<body euler="{plane}"><geom type="plane" size="1 1 1"/></body>'
    body = free_body(kind, size, "0.1 0.2 0.05", euler).replace("<freejoint/>", "<joint/>")
    carried = f'<body euler="{plane}">{body}</body>'
    assert check(world(ground, carried)) > 0


@pytest.mark.parametrize(
    "place",
    ["0.35 0 0", "0 0 0.45", "0.3 0 0.4", "0 0 0.15", "0.05 0 0", "0 0.1 -0.35"],
    ids=["side", "cap", "rim", "on the axis", "near the axis", "below"],
)
def test_cylinder_and_sphere(place):
    """Let a sphere touch the side, a cap and a rim of a cylinder, and stand on its axis (CO3)."""
    assert check(world(free_body("sphere", "0.2", place), free_body("cylinder", "0.2 0.3"))) == 1


@pytest.mark.parametrize("place", ["0.2 0 0.3", "0 0 0.1", "0 0 0"], ids=["rim", "as far from side as cap", "centre"])
def test_sphere_that_could_leave_in_several_ways(place):
    """Find the depth of a sphere in a cylinder where several directions outwards are as good (CO3)."""
    ours, theirs = contacts(world(free_body("sphere", "0.2", place), free_body("cylinder", "0.2 0.3")))
    assert len(ours) == len(theirs) == 1
    np.testing.assert_allclose(ours.dist, theirs.dist, rtol=0, atol=tolerance.EXACT)
    assert np.linalg.norm(ours.normal) == pytest.approx(1.0, abs=tolerance.EXACT)


@pytest.mark.parametrize("order", [1, -1])
def test_two_capsules(order):
    """Let capsules touch side by side, crossed, end to end and end to side (CO4)."""
    poses = [("0 0.15 0.1", "0 0 0"), ("0 0.15 0", "0 90 0"), ("0 0 0.75", "0 0 0"), ("0.45 0 0", "0 90 0")]
    for place, euler in poses:
        bodies = [free_body("capsule", "0.1 0.3"), free_body("capsule", "0.1 0.3", place, euler)]
        assert check(world(*bodies[::order])) > 0


@pytest.mark.parametrize(("offset", "unit"), [(1e6, 1.0), (0.0, 1e-6)])
def test_far_away_and_tiny(offset, unit):
    """Keep depths a thousand kilometres from the origin and at the size of micrometres (CO6)."""
    for first, second in itertools.product(("sphere", "capsule"), repeat=2):
        sizes = {kind: " ".join(repr(unit * float(x)) for x in SIZE[kind].split()) for kind in (first, second)}
        inertia = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><freejoint/>'
        here, there = f"{offset} {offset} {offset}", f"{offset + 0.15 * unit!r} {offset} {offset + 0.1 * unit!r}"
        bodies = [free_body(first, sizes[first], here), free_body(second, sizes[second], there)]
        ours, theirs = contacts(world(*bodies).replace("<freejoint/>", inertia))
        assert len(ours) == len(theirs) > 0
        np.testing.assert_allclose(ours.dist, theirs.dist, rtol=0, atol=tolerance.KILOMETRES * unit)


@pytest.mark.parametrize(("first", "second"), [("sphere", "capsule"), ("sphere", "cylinder"), ("capsule", "box")])
def test_normals_point_from_the_first_geom_to_the_second(first, second):
    """Report the geom of lower type first and point away from it, in whichever order the geoms are written (CO8)."""
    bodies = [free_body(first, SIZE[first], "0.17 0 0.05"), free_body(second, SIZE[second])]
    for order in (1, -1):
        xml = world(*bodies[::order])
        ours, _ = contacts(xml)
        assert check(xml) == len(ours) > 0
        model = corten.load_model_from_string(xml)
        assert np.all(model.geom_type[ours.geom1] < model.geom_type[ours.geom2])
        assert np.all(ours.normal[:, 0] < -0.5)
