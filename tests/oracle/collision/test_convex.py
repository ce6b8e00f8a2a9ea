"""The convex engine against MuJoCo: the same contacts for every pair of types, near, deep, flat, far and tiny."""

import numpy as np
import pytest

import corten
from corten.enums import StepErrorKind
from corten.queries.distance import geom_distance
from corten.stages.collision.convex.convex_pairs import convex_pairs
from support import oracle, tolerance
from support.convex_scenes import PAIRS, Pair, distance, random_pose, stacked_pose
from support.naive.convex_distance import polytope_depth, polytope_distance
from support.naive.support_functions import overlap_depth
from support.nudges import nudged_qpos

ROUND = tuple(pair for pair in PAIRS if not set(pair.split()) & {"cloud", "brick", "prism", "pebble"})

# asked only where contacts differ: a tie that MuJoCo decides the same way nine times in ten is found for certain
NUDGES = 100


def is_stable(scene: Pair, qpos: np.ndarray) -> bool:
    """Tell whether MuJoCo gives the same contacts from poses that are nudged: ties between corners do not."""
    contacts = scene.theirs(qpos)
    return all(distance(contacts, scene.theirs(other)) < tolerance.CCD_POINT for other in nudged_qpos(qpos, NUDGES))


def disagreements(scene: Pair, poses: list[np.ndarray]) -> tuple[int, list[int]]:
    """Return (how many poses have contacts, those in which ours are not MuJoCo's though MuJoCo's are stable).

    Where MuJoCo has none, geoms that overlap have one of ours.
    """
    hits, wrong = 0, []
    for number, qpos in enumerate(poses):
        theirs = scene.theirs(qpos)
        ours = scene.ours()
        hits += len(theirs) > 0
        if distance(ours, theirs) <= tolerance.EXACT:
            continue
        if len(theirs) == 0:
            overlap = overlap_depth(scene.model, scene.data) > 0
            wrong += [number] if not overlap else []
        elif is_stable(scene, qpos):
            wrong.append(number)
    return hits, wrong


@pytest.mark.parametrize("margin", [0.0, 0.01])
@pytest.mark.parametrize("pair", PAIRS)
def test_random_poses(pair, margin):
    """Give MuJoCo's contacts in random poses, from touching to deep inside."""
    rng = np.random.default_rng(len(pair))
    poses = [random_pose(rng, 0.12) for _ in range(550 if margin == 0 else 150)]
    hits, wrong = disagreements(Pair(pair, margin), poses)
    assert hits > len(poses) / 4
    assert not wrong


@pytest.mark.parametrize("margin", [0.0, 0.01])
@pytest.mark.parametrize("pair", PAIRS)
def test_flat_poses(pair, margin):
    """Give MuJoCo's contacts, several of them, where faces and edges meet flat or nearly so."""
    rng = np.random.default_rng(len(pair))
    poses = [stacked_pose(rng, (0.0, 0.01, 0.1)[number % 3]) for number in range(150)]
    hits, wrong = disagreements(Pair(pair, margin), poses)
    assert hits > 10
    assert not wrong


@pytest.mark.parametrize("pair", PAIRS)
def test_single_contacts(pair):
    """Give MuJoCo's single contact where several are not wanted."""
    rng = np.random.default_rng(5)
    poses = [random_pose(rng, 0.12) for _ in range(60)]
    hits, wrong = disagreements(Pair(pair, flag='multiccd="disable"'), poses)
    assert hits > 10
    assert not wrong


@pytest.mark.parametrize("pair", ROUND)
def test_micrometre_sizes(pair):
    """Give MuJoCo's contacts between geoms of a tenth of a micrometre when the tolerance suits them."""
    scale = 1e-6
    scene = Pair(pair, scale=scale, option='ccd_tolerance="1e-12"')
    rng = np.random.default_rng(2)
    hits = 0
    for _ in range(60):
        theirs = scene.theirs(random_pose(rng, 0.12, scale))
        ours = scene.ours()
        hits += len(theirs) > 0
        assert len(ours) == len(theirs)
        np.testing.assert_allclose(ours[:, 0], theirs[:, 0], rtol=0, atol=tolerance.EXACT * scale)
    assert hits > 20


@pytest.mark.parametrize("pair", PAIRS)
def test_far_away_and_just_apart(pair):
    """Find nothing between geoms that are far apart, or apart by a millimetre more than the margin."""
    scene, rng = Pair(pair, 0.01), np.random.default_rng(3)
    for spread in (1.0, 1e3, 1e6):
        qpos = random_pose(rng, 0.12)
        qpos[7] = qpos[0] + spread
        assert len(scene.theirs(qpos)) == len(scene.ours()) == 0


@pytest.mark.parametrize("option", ['ccd_iterations="6"', 'ccd_iterations="100"', 'ccd_tolerance="1e-3"'])
@pytest.mark.parametrize("pair", ["ellipsoid ellipsoid", "cylinder box", "capsule cloud", "box cloud"])
def test_options_are_honoured(pair, option):
    """Stop where MuJoCo stops under other limits of iterations and tolerance."""
    rng = np.random.default_rng(4)
    poses = [random_pose(rng, 0.12) for _ in range(80)]
    hits, wrong = disagreements(Pair(pair, option=option), poses)
    assert hits > 20
    assert not wrong


def test_missing_room_is_reported():
    """Ask for more room instead of writing beyond it, and find the contact when there is room."""
    scene = Pair("ellipsoid box", option='ccd_iterations="200"')
    qpos = np.array([0, 0, 0, 1, 0, 0, 0, 0.05, 0, 0, 1, 0, 0, 0.0])
    scene.theirs(qpos)
    assert len(scene.ours()) == 1
    scene.model.opt_ccd_iterations = 400
    assert convex_pairs(scene.model, scene.data) == StepErrorKind.CAPACITY
    assert scene.data.make_room()
    assert len(scene.ours()) == 1


@pytest.mark.parametrize("pair", [*PAIRS, "box box", "sphere box", "sphere capsule"])
def test_distances_agree(pair):
    """Give MuJoCo's distance and nearest points in both orders of the geoms, up to a largest distance."""
    scene, rng = Pair(pair, option='ccd_iterations="100"'), np.random.default_rng(6)
    for number in range(60):
        scene.theirs(random_pose(rng, (0.12, 0.5)[number % 2]))
        oracle.copy_fields(scene.mjd, scene.data, ["geom_xpos", "geom_xmat"])
        for geoms in ((0, 1), (1, 0)):
            for distmax in (0.1, 2.0):
                dist, fromto = geom_distance(scene.model, scene.data, *geoms, distmax)
                expected, points = oracle.geom_distance(scene.mjm, scene.mjd, *geoms, distmax)
                assert dist == pytest.approx(expected, abs=tolerance.EXACT)
                np.testing.assert_allclose(fromto, points, rtol=0, atol=tolerance.EXACT)


@pytest.mark.parametrize("pair", ["pebble cloud", "brick prism", "cloud brick"])
def test_distances_and_depths_of_polytopes(pair):
    """Agree with least squares over all vertices, and with the nearest facet of all differences of vertices."""
    scene, rng = Pair(pair), np.random.default_rng(8)
    inside = 0
    for number in range(60):
        scene.theirs(random_pose(rng, (0.12, 0.4)[number % 2]))
        oracle.copy_fields(scene.mjd, scene.data, ["geom_xpos", "geom_xmat"])
        dist, _ = geom_distance(scene.model, scene.data, 0, 1, 10.0)
        a, b = (world_vertices(scene, geom) for geom in (0, 1))
        depth = polytope_depth(a, b)
        inside += depth > 0
        expected = -depth if depth > 0 else polytope_distance(a, b)
        assert dist == pytest.approx(expected, abs=tolerance.HEAVY_SQUARES)
    assert 5 < inside < 50


def world_vertices(scene: Pair, geom: int) -> np.ndarray:
    """Return the vertices of a mesh geom in world coordinates."""
    mesh = scene.model.geom_dataid[geom]
    first, count = scene.model.mesh_vertadr[mesh], scene.model.mesh_vertnum[mesh]
    mat = scene.data.geom_xmat[geom].reshape(3, 3)
    return scene.model.mesh_vert[first : first + count].astype(float) @ mat.T + scene.data.geom_xpos[geom]


def test_distances_take_names():
    """Take geoms by name as well as by number."""
    model = corten.load_model_from_string(
        '<mujoco><worldbody><geom name="floor" type="plane" size="1 1 1"/>'
        '<body pos="0 0 1"><freejoint/><geom name="egg" type="ellipsoid" size=".1 .1 .2"/></body>'
        '<body pos="1 0 1"><freejoint/><geom name="can" type="cylinder" size=".1 .2"/></body></worldbody></mujoco>'
    )
    data = model.make_data()
    corten.forward(model, data)
    assert corten.geom_distance(model, data, "egg", "can", 10.0)[0] == pytest.approx(0.8, abs=tolerance.CCD)
    dist, fromto = corten.geom_distance(model, data, "egg", "floor", 10.0)
    assert dist == pytest.approx(0.8)
    np.testing.assert_allclose(fromto, [0, 0, 0.8, 0, 0, 0], atol=tolerance.EXACT)
    assert corten.geom_distance(model, data, 0, 1, 0.1)[0] == 0.1
