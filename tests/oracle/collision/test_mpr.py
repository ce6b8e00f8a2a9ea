"""The older convex engine against MuJoCo's: the same contacts, in the same order."""

import numpy as np
import pytest

import corten
from corten.stages.collision.mpr.mpr_pairs import mpr_pairs
from support import oracle, tolerance
from support.convex_scenes import PAIRS, Pair, random_pose, stacked_pose
from support.nudges import nudged_qpos

FLAG = 'nativeccd="disable"'
TURNS = ([1, 0, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0], [1, 1, 1, 1])
HILLS = " ".join(f"{height:.3f}" for height in np.random.default_rng(5).uniform(0, 1, 63))
LUMP = "0 0 0 0.2 0 0 0 0.15 0 0 0 0.2 0.15 0.1 0.15"
SHAPES = {
    "sphere": 'size="0.1"',
    "capsule": 'type="capsule" size="0.08 0.15"',
    "ellipsoid": 'type="ellipsoid" size="0.1 0.15 0.2"',
    "cylinder": 'type="cylinder" size="0.1 0.15"',
    "box": 'type="box" size="0.1 0.12 0.15"',
    "mesh": 'type="mesh" mesh="lump"',
}


class PortalPair(Pair):
    """Two free geoms in both engines, collided by portal refinement."""

    narrow = mpr_pairs


def apart(contacts: np.ndarray, others: np.ndarray) -> float:
    """Return the largest difference of two lists of contacts."""
    return float(np.abs(contacts - others).max(initial=0.0)) if len(contacts) == len(others) else np.inf


def disagreements(scene: PortalPair, poses: list[np.ndarray]) -> tuple[int, list[int]]:
    """Return (how many contacts there are, poses where ours are not MuJoCo's though those outlast nudges)."""
    count, wrong = 0, []
    for number, qpos in enumerate(poses):
        theirs = scene.theirs(qpos)
        count += len(theirs)
        if apart(scene.ours(), theirs) > tolerance.STAGE:
            # a nudge of 1e-10 moves a contact on a slender edge by more than that
            nudged = max(apart(scene.theirs(other), theirs) for other in nudged_qpos(qpos))
            if nudged < tolerance.CCD:
                wrong.append(number)
    return count, wrong


def aligned_poses() -> list[np.ndarray]:
    """Return poses on a grid, with axes parallel or at right angles, some of them with both centres in one place."""
    poses = []
    for turn in TURNS:
        for place in np.ndindex(3, 3, 3):
            qpos = np.array([0.0, 0, 0, 1, 0, 0, 0, *(0.07 * np.array(place)), *turn])
            qpos[10:] /= np.linalg.norm(qpos[10:])
            poses.append(qpos)
    return poses


@pytest.mark.parametrize("margin", [0.0, 0.01])
@pytest.mark.parametrize("pair", PAIRS)
def test_contacts_are_those_of_mujoco(pair, margin):
    """Give MuJoCo's contacts in random, flat and aligned poses."""
    rng = np.random.default_rng(len(pair))
    poses = [random_pose(rng, 0.12) for _ in range(60)]
    poses += [stacked_pose(rng, (0.0, 0.01, 0.1)[number % 3]) for number in range(40)]
    count, wrong = disagreements(PortalPair(pair, margin, flag=FLAG), poses + aligned_poses())
    assert count > 60
    assert not wrong


@pytest.mark.parametrize("pair", ["cylinder box", "brick prism"])
def test_single_contacts(pair):
    """Give one contact where `multiccd` is switched off too."""
    scene, rng = PortalPair(pair, flag=f'{FLAG} multiccd="disable"'), np.random.default_rng(3)
    for _ in range(40):
        theirs = scene.theirs(random_pose(rng, 0.1))
        assert len(theirs) < 2
        assert apart(scene.ours(), theirs) < tolerance.STAGE


@pytest.mark.parametrize("margin", [0.0, 0.02])
@pytest.mark.parametrize("shape", SHAPES)
def test_height_fields(shape, margin):
    """Give MuJoCo's contacts of a tilted height field."""
    mjm, mjd, model, data = oracle.load_both(
        f"""<mujoco><option><flag {FLAG}/></option><asset><mesh name="lump" vertex="{LUMP}"/>
        <hfield name="hills" nrow="7" ncol="9" size="1 0.8 0.2 0.2" elevation="{HILLS}"/></asset><worldbody>
        <geom type="hfield" hfield="hills" euler="10 0 0"/>
        <body><freejoint/><geom {SHAPES[shape]} margin="{margin}"/></body></worldbody></mujoco>"""
    )
    rng, count = np.random.default_rng(2), 0
    for _ in range(30):
        qpos = rng.normal(0, 1, 7) * (0.2, 0.2, 0.1, 1, 1, 1, 1) + (0, 0, 0.2, 0, 0, 0, 0)
        qpos[3:] /= np.linalg.norm(qpos[3:])
        theirs = oracle.find_contacts(mjm, mjd, qpos)
        data.qpos[:] = qpos
        corten.forward(model, data)
        assert data.ncon == len(theirs)
        for ours, other in zip(data.contact, theirs, strict=True):
            assert ours.dist == pytest.approx(other.dist, abs=tolerance.STAGE)
            np.testing.assert_allclose(ours.pos, other.pos, atol=tolerance.STAGE)
            np.testing.assert_allclose(np.ravel(ours.frame), other.frame, atol=tolerance.STAGE)
        count += data.ncon
    assert count > 30


def test_distances_are_those_of_contacts():
    """Measure distances as MuJoCo does without its newer engine: by contacts with the largest distance for a margin."""
    names = list(SHAPES)
    bodies = "".join(f'<body><freejoint/><geom name="{name}" {SHAPES[name]}/></body>' for name in names)
    pairs = [(a, b) for i, a in enumerate(names) for b in names[:i]]
    sensors = "".join(f'<fromto geom1="{a}" geom2="{b}" cutoff="0.6"/>' for a, b in pairs)
    mjm, mjd, model, data = oracle.load_both(
        f"""<mujoco><option><flag {FLAG} contact="disable"/></option><asset><mesh name="lump" vertex="{LUMP}"/></asset>
        <worldbody>{bodies}</worldbody><sensor>{sensors}</sensor></mujoco>"""
    )
    rng = np.random.default_rng(4)
    for _ in range(5):
        for i in range(model.nbody - 1):
            quat = rng.normal(0, 1, 4)
            mjd.qpos[7 * i : 7 * i + 7] = *rng.uniform(-0.3, 0.3, 3), *(quat / np.linalg.norm(quat))
        oracle.forward(mjm, mjd)
        oracle.copy_state(mjd, data)
        corten.forward(model, data)
        np.testing.assert_allclose(data.sensordata, mjd.sensordata, atol=tolerance.STAGE)
        for number, (a, b) in enumerate(pairs):
            dist, fromto = corten.geom_distance(model, data, a, b, 0.6)
            expected = mjd.sensordata[6 * number : 6 * number + 6]
            np.testing.assert_allclose(fromto, expected, atol=tolerance.STAGE)
            assert abs(dist) == pytest.approx(np.linalg.norm(fromto[3:] - fromto[:3]) if dist < 0.6 else 0.6)


def test_flag_may_change_between_steps():
    """Obey the flag when it is set after the first step."""
    scene = Pair("cylinder box")
    scene.data.qpos[:] = [0, 0, 0, 1, 0, 0, 0, 0.1, 0.02, 0.1, 1, 0.1, 0.2, 0]
    model, data = scene.model, scene.data
    corten.forward(model, data)
    before = np.array([contact.pos for contact in data.contact])
    model.opt_disableflags |= corten.DisableBit.NATIVECCD
    corten.forward(model, data)
    after = np.array([contact.pos for contact in data.contact])
    assert before.shape != after.shape or np.abs(before - after).max() > tolerance.DIFFERENT
