"""The convex engine in poses that people build: aligned, symmetric, coincident and barely touching.

Random poses never meet them: the origin lies on edges and faces of every polytope, and points coincide. Where MuJoCo
has contacts, ours are the same; where geoms overlap, there is a contact, whatever MuJoCo has.
"""

import itertools

import numpy as np
import pytest

import corten
from corten.queries.distance import geom_distance
from support import oracle, tolerance
from support.convex_scenes import Pair, distance
from support.naive.support_functions import extents, overlap_depth
from support.nudges import nudged_qpos

PAIRS = (
    "sphere ellipsoid",
    "capsule ellipsoid",
    "capsule cylinder",
    "ellipsoid ellipsoid",
    "ellipsoid cylinder",
    "ellipsoid box",
    "cylinder cylinder",
    "cylinder box",
    "sphere brick",
    "sphere star",
    "capsule brick",
    "capsule star",
    "ellipsoid brick",
    "ellipsoid star",
    "cylinder brick",
    "cylinder star",
    "box brick",
    "box star",
    "brick brick",
    "brick star",
    "star star",
)
OFFSETS = (0.0, 0.02, 0.05, 0.1, 0.14, -0.06, 0.2)
TURNS = ((1, 0, 0, 0), (1, 1, 0, 0), (1, 0, 1, 0), (1, 0, 0, 1), (1, 1, 1, 1), (1, np.sqrt(2) - 1, 0, 0))

# [m] overlaps that have to be found; shallower ones are roundings
SHALLOW = (1e-11, 1e-9, 1e-7, 1e-6, 1e-5, 1e-3)
LEAST = 1e-9


def pose(offset, turn=(1, 0, 0, 0)) -> np.ndarray:
    """Return the configuration with the first geom at the origin and the second one moved and turned."""
    return np.array([0, 0, 0, 1, 0, 0, 0, *offset, *np.array(turn) / np.linalg.norm(turn)])


def check(scene: Pair, qpos: np.ndarray) -> str:
    """Say what is wrong with our contacts in a pose; nothing if they are as they have to be."""
    theirs = scene.theirs(qpos)
    ours = scene.ours()
    if distance(ours, theirs) <= tolerance.EXACT and len(ours) > 0:
        return ""
    depth = overlap_depth(scene.model, scene.data)
    if len(ours) == 0:
        return f"no contact at {qpos[7:]}, depth {depth}" if depth > LEAST else ""
    if len(theirs) == 0:
        return f"contact at {qpos[7:]}, apart by {-depth}" if depth < -LEAST else ""
    if any(distance(theirs, scene.theirs(near)) > tolerance.CCD_POINT for near in nudged_qpos(qpos)):
        return ""
    return f"{ours} at {qpos[7:]}, not {theirs}"


@pytest.mark.parametrize("pair", PAIRS)
def test_aligned_poses(pair):
    """Give MuJoCo's contacts on a grid of aligned poses, and one wherever geoms overlap."""
    scene = Pair(pair)
    poses = [pose(offset, turn) for offset in itertools.product(OFFSETS, repeat=3) for turn in TURNS]
    wrong = [text for qpos in poses[::23] if (text := check(scene, qpos))]
    assert not wrong


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("pair", PAIRS)
def test_common_centre(pair, turn):
    """Give MuJoCo's contact where both centres coincide, or one of ours that is as deep as the geoms overlap."""
    scene = Pair(pair, option='ccd_iterations="200"')
    qpos = pose((0, 0, 0), turn)
    assert not check(scene, qpos)
    scene.theirs(qpos)
    ours = scene.ours()
    assert len(ours) > 0
    assert -ours[:, 0].min() == pytest.approx(overlap_depth(scene.model, scene.data), abs=tolerance.CCD_POINT)


@pytest.mark.parametrize("margin", [0.0, 0.01])
@pytest.mark.parametrize("pair", PAIRS)
def test_barely_touching(pair, margin):
    """Find overlaps from a hundredth of a nanometre on, along every axis, and nothing beyond."""
    scene, wrong = Pair(pair, margin), []
    for axis, turn, depth in itertools.product(range(3), TURNS[:4], (*SHALLOW, -1e-9)):
        along = np.eye(3)[axis : axis + 1]
        scene.theirs(pose((0, 0, 0), turn))
        oracle.copy_fields(scene.mjd, scene.data, ["geom_xpos", "geom_xmat"])
        reach = extents(scene.model, scene.data, 0, along) + extents(scene.model, scene.data, 1, -along)
        qpos = pose((reach[0] + 2 * margin - depth) * along[0], turn)
        theirs = scene.theirs(qpos)
        ours = scene.ours()
        if (len(ours) > 0) != (depth > 0) or (len(theirs) > 0 and check(scene, qpos)):
            wrong.append((turn, axis, depth, len(ours), len(theirs)))
    assert not wrong


@pytest.mark.parametrize("option", ['ccd_tolerance="1e-2"', 'ccd_tolerance="1e-4"', 'ccd_iterations="4"'])
@pytest.mark.parametrize("pair", ["sphere ellipsoid", "capsule cylinder", "cylinder cylinder", "cylinder box"])
def test_no_overlap_is_lost_under_other_options(pair, option):
    """Find every overlap with a coarse tolerance and with few iterations as well."""
    scene = Pair(pair, option=option)
    poses = [pose(offset, turn) for offset in itertools.product(OFFSETS, repeat=3) for turn in TURNS]
    wrong = [text for qpos in poses[::31] if (text := check(scene, qpos))]
    assert not wrong


@pytest.mark.parametrize("pair", PAIRS)
def test_distances_of_aligned_geoms(pair):
    """Give MuJoCo's distance on a grid of aligned poses, or the depth where MuJoCo finds none."""
    scene = Pair(pair)
    for offset, turn in list(itertools.product(itertools.product(OFFSETS, repeat=3), TURNS))[::61]:
        scene.theirs(pose(offset, turn))
        oracle.copy_fields(scene.mjd, scene.data, ["geom_xpos", "geom_xmat"])
        dist, _ = geom_distance(scene.model, scene.data, 0, 1, 10.0)
        expected, _ = oracle.geom_distance(scene.mjm, scene.mjd, 0, 1, 10.0)
        if expected == 0.0:
            expected = -max(0.0, overlap_depth(scene.model, scene.data))
            assert dist == pytest.approx(expected, abs=tolerance.CCD_POINT)
        else:
            assert dist == pytest.approx(expected, abs=tolerance.EXACT)


def test_stiff_stack_of_cylinders_is_steady():
    """Feel a steady weight under cylinders that are a micrometre deep in each other."""
    geom = '<geom type="cylinder" size=".05 .05" mass=".5" solref=".002 1"/>'
    model = corten.load_model_from_string(f"""
        <mujoco><option timestep=".001"/><worldbody><geom type="cylinder" size=".1 .05" solref=".002 1"/>
        <body pos="0 0 .1"><freejoint/>{geom}<site name="feet" type="box" size=".2 .2 .06"/></body>
        <body pos="0 0 .2"><freejoint/>{geom}</body></worldbody>
        <sensor><touch site="feet"/></sensor></mujoco>""")
    data = model.make_data()
    corten.step(model, data, nstep=500)
    readings = []
    for _ in range(200):
        corten.step(model, data)
        readings.append(data.sensordata[0])
    np.testing.assert_allclose(readings, np.mean(readings), rtol=tolerance.STEADY)
