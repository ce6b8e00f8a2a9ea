"""Sensors of distances, normals and nearest points against MuJoCo's."""

import numpy as np
import pytest

import corten
from corten.enums import SensorType
from support import oracle, tolerance

SHAPES = {
    "floor": 'type="plane" size="2 2 0.1"',
    "ball": 'size="0.1"',
    "rod": 'type="capsule" size="0.07 0.15"',
    "egg": 'type="ellipsoid" size="0.1 0.15 0.2"',
    "can": 'type="cylinder" size="0.1 0.14"',
    "brick": 'type="box" size="0.1 0.15 0.2"',
    "lump": 'type="mesh" mesh="lump"',
}
ANALYTIC = {("floor", name) for name in SHAPES if name != "egg"} | {
    *(("ball", name) for name in ("ball", "rod", "brick", "can")),
    ("rod", "brick"),
}
MESH = '<asset><mesh name="lump" vertex="0 0 0 0.4 0 0 0 0.3 0 0 0 0.4 0.3 0.2 0.3"/></asset>'


def world(sensors: str, option: str = "") -> str:
    """Return a model with one free body for each shape, and one with two geoms."""
    bodies = "".join(
        f'<body name="{name}"><freejoint/><geom name="{name}" {shape}/></body>'
        for name, shape in SHAPES.items()
        if name != "floor"
    )
    pair = f'<geom {SHAPES["ball"]} pos="0.3 0 0"/><geom {SHAPES["rod"]} pos="-0.3 0 0"/>'
    floor = f'<geom name="floor" {SHAPES["floor"]}/>'
    return f"""<mujoco>{option}{MESH}<worldbody>{floor}{bodies}<body name="pair"><freejoint/>{pair}</body></worldbody>
      <sensor>{sensors}</sensor></mujoco>"""


def sensors_of(first: str, second: str, cutoff: float) -> str:
    """Return all three sensors between two objects."""
    return "".join(f'<{tag} {first} {second} cutoff="{cutoff}"/>' for tag in ("distance", "normal", "fromto"))


def run(sensors: str, seed: int, spread: float):
    """Read sensors with bodies at random poses; return MuJoCo's readings, corten's, and what each sensor measures."""
    text = world(sensors, '<option><flag constraint="disable"/></option>')
    mjm = oracle.load_mujoco(text)
    mjd, model = oracle.make_data(mjm), corten.load_model_from_string(text)
    data, rng = model.make_data(), np.random.default_rng(seed)
    for joint in range(model.njnt):
        start = model.jnt_qposadr[joint]
        mjd.qpos[start : start + 3] = rng.uniform((-spread, -spread, 0), (spread, spread, 2 * spread))
        quat = rng.normal(0, 1, 4)
        mjd.qpos[start + 3 : start + 7] = quat / np.linalg.norm(quat)
    oracle.forward(mjm, mjd)
    oracle.copy_state(mjd, data)
    corten.forward(model, data)
    return mjd.sensordata, data.sensordata, model


def compare(sensors: str, seed: int, spread: float, bound: float, point_bound: float) -> np.ndarray:
    """Compare distances, and normals and nearest points; return the distances."""
    theirs, ours, model = run(sensors, seed, spread)
    for s, kind in enumerate(model.sensor_type):
        place = slice(model.sensor_adr[s], model.sensor_adr[s] + model.sensor_dim[s])
        allowed = bound if kind == SensorType.GEOMDIST else point_bound
        np.testing.assert_allclose(ours[place], theirs[place], atol=allowed, err_msg=f"sensor {s}")
    return ours[model.sensor_adr[model.sensor_type == SensorType.GEOMDIST]]


@pytest.mark.parametrize("cutoff", [0.0, 0.3, 5.0])
def test_distances_of_analytic_pairs(cutoff):
    """Measure between pairs that need no iteration, in both orders."""
    pairs = [(a, b) for a, b in ANALYTIC if a != b]
    sensors = "".join(
        sensors_of(f'geom1="{a}"', f'geom2="{b}"', cutoff) + sensors_of(f'geom1="{b}"', f'geom2="{a}"', cutoff)
        for a, b in pairs
    )
    found = [
        compare(sensors, seed, spread, tolerance.SENSOR, tolerance.SENSOR)
        for seed in range(10)
        for spread in (0.1, 1.0)
    ]
    assert np.any(np.array(found) < 0) and np.any(np.array(found) < cutoff)


def test_distances_of_convex_pairs():
    """Measure between pairs of the convex engine."""
    pairs = [("egg", "can"), ("egg", "brick"), ("can", "brick"), ("brick", "lump"), ("ball", "lump"), ("rod", "egg")]
    sensors = "".join(sensors_of(f'geom1="{a}"', f'geom2="{b}"', 5.0) for a, b in pairs)
    for seed in range(10):
        compare(sensors, seed, 1.0, tolerance.SENSOR, tolerance.SENSOR)


@pytest.mark.parametrize(
    "objects", ['body1="pair" geom2="ball"', 'geom1="brick" body2="pair"', 'body1="pair" body2="world"']
)
def test_bodies_measure_their_nearest_geom(objects):
    """Measure from the nearest of all geoms of a body."""
    for seed in range(10):
        compare(sensors_of(*objects.split(), 5.0), seed, 0.6, tolerance.SENSOR, tolerance.SENSOR)


def test_contacts_stay():
    """Leave the contacts of the step as they are."""
    text = world(sensors_of('geom1="floor"', 'geom2="ball"', 5.0))
    model = corten.load_model_from_string(text)
    plain = corten.load_model_from_string(world(""))
    data, other = model.make_data(), plain.make_data()
    for each, its in ((model, data), (plain, other)):
        its.qpos[2::7] = np.linspace(0.05, 0.9, 7)
        corten.step(each, its, 3)
    assert data.ncon == other.ncon > 0
    np.testing.assert_array_equal(data.contact_pos, other.contact_pos)
    np.testing.assert_array_equal(data.qpos, other.qpos)


def test_room_grows_for_many_distances():
    """Measure between more pairs than there was room for."""
    sensors = sensors_of('body1="pair"', 'geom2="ball"', 5.0) * 40
    theirs, ours, model = run(sensors, 3, 0.5)
    assert model.nsensor == 120
    np.testing.assert_allclose(ours, theirs, atol=tolerance.SENSOR)


def test_distances_are_no_contacts():
    """Measure more distances than contacts are allowed."""
    model = corten.load_model_from_string(world(sensors_of('body1="pair"', 'geom2="ball"', 5.0) * 40))
    data = model.make_data()
    data.qpos[:3] = 0, 0, 5
    data.contact_limit = 50
    corten.forward(model, data)
    assert 0 < data.ncon <= 50 < data.work.nunsorted
    assert data.sensordata[0] < 5
