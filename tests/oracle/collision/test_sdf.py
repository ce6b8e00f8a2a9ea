"""Contacts of geoms of type sdf that show a mesh against MuJoCo's, contact by contact."""

import numpy as np
import pytest

import corten
from support import oracle, tolerance
from support.sdf_meshes import mesh_element
from support.sdf_pairs import PARTNERS, SdfPair

FIELDS = ("ring", "corner")
NPOSE = 500


def compare(pair: SdfPair, count: int, far: float, away: float = 0.0) -> int:
    """Compare contacts at random poses, the same in number, order and place; return how many there were.

    All is moved by a way of up to `away` along each axis.
    """
    rng, total = np.random.default_rng(3), 0
    for _ in range(count):
        qpos = pair.pose(rng, far)
        qpos.reshape(-1, 7)[:, :3] += rng.uniform(-away, away, 3)
        theirs = pair.theirs(qpos)
        difference = pair.ours().differ(theirs, tolerance.EXACT, pair.reach + away)
        assert not difference, difference
        total += len(theirs.dist)
    return total


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("partner", PARTNERS)
def test_contacts_are_those_of_mujoco(partner, field):
    """Find MuJoCo's contacts with every kind of geom, from deep inside to apart."""
    assert compare(SdfPair(partner, field), NPOSE, 0.9) > NPOSE / 10


@pytest.mark.parametrize("partner", ["sphere", "box", "mesh", "sdf"])
@pytest.mark.parametrize(("points", "steps"), [(9, 0), (5, 1), (7, 3), (60, 20), (0, 10)])
def test_points_and_steps_of_the_descent_are_obeyed(partner, points, steps):
    """Start from as many points and take as many steps as the options say."""
    option = f'sdf_initpoints="{points}" sdf_iterations="{steps}"'
    found = compare(SdfPair(partner, "corner", option), 50, 0.6)
    assert (found == 0) == (points == 0 and partner != "mesh")


@pytest.mark.parametrize("partner", ["sphere", "ellipsoid", "mesh", "sdf"])
def test_contacts_far_from_the_origin_are_those_of_mujoco(partner):
    """Find MuJoCo's contacts a thousand kilometres away, where coordinates are rounded to a nanometre."""
    assert compare(SdfPair(partner, "ring"), 100, 0.7, 1e6) > 30


def rounding_spread(mjm, mjd, qpos) -> np.ndarray:
    """Return how far MuJoCo's distances, positions and frames change with roundings, which a descent may amplify."""

    def answer(configuration):
        contact = oracle.find_contacts(mjm, mjd, configuration)
        return contact.dist.copy(), contact.pos.copy(), contact.frame.copy()

    here, spread = answer(qpos), np.zeros(3)
    for sign in np.random.default_rng(0).choice([-1, 1], (5, len(qpos))):
        there = answer(qpos * (1 + sign * tolerance.ROUNDING))
        if len(there[0]) != len(here[0]):
            return np.full(3, np.inf)
        changes = [np.abs(one - other).max(initial=0) for one, other in zip(here, there, strict=True)]
        spread = np.maximum(spread, changes)
    return spread


@pytest.mark.parametrize("size", [2e-5, 30.0])
@pytest.mark.parametrize("partner", ["ball", "field"])
def test_tiny_and_huge_meshes_collide_as_mujocos(partner, size):
    """Find MuJoCo's contacts between geoms of hundredths of a millimetre and of a house's size."""
    kind = "mesh" if partner == "ball" else "sdf"
    meshes = mesh_element("ball", f"{size} {size} {size}") + mesh_element("ring", f"{size} {size} {size}")
    frame = '<body><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>{}</body>'
    geoms = f'<geom type="{kind}" mesh="ball"/>', '<geom type="sdf" mesh="ring"/>'
    mjm, mjd, model, data = oracle.load_both(
        f"<mujoco><asset>{meshes}</asset><worldbody>{''.join(map(frame.format, geoms))}</worldbody></mujoco>"
    )
    rng, total = np.random.default_rng(4), 0
    for _ in range(30):
        qpos = np.concatenate([[0, 0, 0], rng.normal(size=4), size * rng.normal(size=3), rng.normal(size=4)])
        spread = rounding_spread(mjm, mjd, qpos)
        if np.isinf(spread).any():
            continue
        bounds = tolerance.EXACT * np.array([size, size, 1.0]) + 10 * spread
        contact = oracle.find_contacts(mjm, mjd, qpos)
        data.qpos[:] = qpos
        corten.forward(model, data)
        assert data.ncon == len(contact.dist)
        np.testing.assert_allclose(data.contact.dist, contact.dist, rtol=0, atol=bounds[0])
        np.testing.assert_allclose(data.contact.pos, contact.pos, rtol=0, atol=bounds[1])
        np.testing.assert_allclose(data.contact.frame, contact.frame, rtol=0, atol=bounds[2])
        total += data.ncon
    assert total > 30


SCENE = f"""<mujoco><asset>{mesh_element("ring")}{mesh_element("corner", "0.3 0.3 0.3")}{mesh_element("box")}</asset>
<worldbody><geom type="plane" size="5 5 0.1" margin="0.01"/>
<body pos="0 0 0.3"><freejoint/><geom type="sdf" mesh="ring" margin="0.02"/></body>
<body pos="0.7 0.1 0.9" euler="20 30 40"><freejoint/><geom type="sdf" mesh="corner"/>
<geom size="0.1" pos="0 0 0.3"/></body>
<body pos="-0.7 -0.1 0.9" euler="50 30 40"><freejoint/><geom type="mesh" mesh="box"/></body>
<body pos="0 0.8 0.8"><freejoint/><geom type="capsule" size="0.1 0.2"/></body></worldbody></mujoco>"""


def test_a_heap_of_fields_falls_as_in_mujoco():
    """Take steps with contacts of several fields: the same contacts, in the same order, and the same motion."""
    model = corten.load_model_from_string(SCENE)
    mjm = oracle.load_mujoco(SCENE)
    data, mjd = model.make_data(), oracle.make_data(mjm)
    most = 0
    for _ in range(60):
        oracle.set_state(data, mjd)
        corten.step(model, data)
        oracle.step(mjm, mjd)
        assert np.array_equal(data.contact.geom, mjd.contact.geom)
        np.testing.assert_allclose(data.contact.dist, mjd.contact.dist, rtol=0, atol=tolerance.STEP)
        np.testing.assert_allclose(data.qpos, mjd.qpos, rtol=0, atol=tolerance.STEP)
        most = max(most, data.ncon)
    assert most > 20


@pytest.mark.parametrize("partner", PARTNERS)
def test_distances_are_those_of_mujoco(partner):
    """Measure the distance of a field and another geom, in both orders."""
    pair = SdfPair(partner, "corner")
    rng = np.random.default_rng(6)
    for _ in range(20):
        pair.theirs(pair.pose(rng, 0.7))
        oracle.copy_fields(pair.mjd, pair.data, ("geom_xpos", "geom_xmat", "xquat"))
        for first, second in ((0, 1), (1, 0)):
            want, ends = oracle.geom_distance(pair.mjm, pair.mjd, first, second, 0.5)
            dist, points = corten.geom_distance(pair.model, pair.data, first, second, 0.5)
            assert dist == pytest.approx(want, abs=tolerance.EXACT)
            np.testing.assert_allclose(points, ends, rtol=0, atol=tolerance.EXACT)


def test_distance_sensors_read_fields():
    """Read what MuJoCo's distance sensors read between a field and geoms around it."""
    xml = SCENE.replace(
        "</mujoco>",
        "<sensor><distance body1='b1' body2='b2' cutoff='1'/>"
        "<normal body1='b2' body2='b1' cutoff='1'/></sensor></mujoco>",
    )
    xml = xml.replace("<body pos", "<body name='b1' pos", 1).replace("<body pos", "<body name='b2' pos", 1)
    mjm, mjd, model, data = oracle.load_both(xml)
    mjd.qpos[7:10] = 0.5, 0.1, 0.4
    oracle.forward(mjm, mjd)
    data.qpos[:] = mjd.qpos
    corten.forward(model, data)
    assert mjd.sensordata[0] < 0
    np.testing.assert_allclose(data.sensordata, mjd.sensordata, rtol=0, atol=tolerance.EXACT)
