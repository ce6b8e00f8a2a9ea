"""Sensors of enclosure: how far objects jut out of sites, on MuJoCo's own frames, for every pair of shapes."""

import numpy as np
import pytest

import corten
from corten.errors import ModelError
from corten.stages.sensor.inside_site import enclosed_sensors
from support import oracle
from support.tolerance import SENSOR, STAGE

SMALL = {
    "sphere": 'type="sphere" size="0.3"',
    "capsule": 'type="capsule" size="0.2 0.3"',
    "ellipsoid": 'type="ellipsoid" size="0.2 0.3 0.4"',
    "cylinder": 'type="cylinder" size="0.2 0.3"',
    "box": 'type="box" size="0.2 0.3 0.25"',
    "mesh": 'type="mesh" mesh="small"',
}
LARGE = {
    "sphere": 'type="sphere" size="0.6"',
    "capsule": 'type="capsule" size="0.5 0.6"',
    "ellipsoid": 'type="ellipsoid" size="0.6 0.7 0.8"',
    "cylinder": 'type="cylinder" size="0.6 0.7"',
    "box": 'type="box" size="0.6 0.7 0.65"',
    "mesh": 'type="mesh" mesh="large"',
}
FIELDS = "sensor_type sensor_datatype sensor_needstage sensor_intprm sensor_objtype sensor_objid sensor_refid".split()
FRAMES = "geom_xpos geom_xmat site_xpos site_xmat xquat".split()


def vertices(count: int, radius: float, seed: int) -> str:
    """Return random vertices of a convex mesh."""
    points = np.random.default_rng(seed).normal(size=(count, 3))
    return " ".join(f"{x:.6g}" for x in (radius * points / np.linalg.norm(points, axis=1)[:, None]).ravel())


def scene(sensors: str, shape: str = SMALL["box"], site: str = LARGE["box"], extra: str = "") -> str:
    """Return a mocap body with a few geoms and a site, all within or partly within another site."""
    return f"""<mujoco><asset><mesh name="small" vertex="{vertices(12, 0.35, 1)}" refpos="0.1 0 0"/>
      <mesh name="large" vertex="{vertices(14, 0.8, 2)}" refquat="1 0.2 0.3 0.1"/></asset><worldbody>
      <site name="zone" {site} euler="10 20 30"/><camera name="eye"/><geom name="floor" type="plane" size="1 1 1"/>
      <body name="b" mocap="true"><geom name="g" {shape} contype="0" conaffinity="0"/>
        <site name="s" {shape.replace("sdf", "mesh")} pos="0.05 0 0"/>
        <geom type="capsule" size="0.05 0.2" pos="0 0.1 0.2" contype="0" conaffinity="0"/>
        <body name="c" pos="0 0.1 0"><body name="d"><geom size="0.05" pos="0 0 0.3"/></body></body>{extra}</body>
      </worldbody><sensor>{sensors}</sensor></mujoco>"""


def inside(kind: str, name: str, more: str = "") -> str:
    """Return a sensor of enclosure."""
    return f'<insidesite objtype="{kind}" objname="{name}" site="zone" enclosed="true" {more}/>'


EVERYTHING = inside("geom", "g") + inside("site", "s") + inside("body", "b") + inside("xbody", "b")
EVERYTHING += inside("xbody", "c") + inside("geom", "g", 'cutoff="0.01"')
EVERYTHING += '<insidesite objtype="geom" objname="g" site="zone"/>'


def poses(count: int):
    """Return poses: concentric and aligned, concentric, shifted along an axis, then random."""
    rng = np.random.default_rng(4)
    yield np.zeros(3), np.array([1.0, 0.0, 0.0, 0.0])
    yield np.zeros(3), np.array([np.sqrt(0.5), 0.0, np.sqrt(0.5), 0.0])
    yield np.array([0.0, 0.0, 0.4]), np.array([1.0, 0.0, 0.0, 0.0])
    for scale in np.linspace(0.1, 3, count):
        quat = rng.normal(size=4)
        yield scale * rng.uniform(-0.4, 0.4, 3), quat / np.linalg.norm(quat)


@pytest.mark.parametrize("site", LARGE)
@pytest.mark.parametrize("shape", SMALL)
def test_overhang(shape, site):
    """Measure every shape against every other: inside, partly outside and far away, objects of every kind."""
    xml = scene(EVERYTHING, SMALL[shape], LARGE[site])
    mjm, mjd, model, data = oracle.load_both(xml)
    own = corten.load_model_from_string(xml)
    for field in FIELDS:
        assert np.array_equal(getattr(own, field), getattr(mjm, field)), field
    signs = set()
    for pos, quat in poses(12):
        mjd.mocap_pos[0], mjd.mocap_quat[0] = pos, quat
        oracle.forward(mjm, mjd)
        oracle.copy_fields(mjd, data, FRAMES)
        oracle.poison(data, ["sensordata"])
        assert enclosed_sensors(model, data) == 0
        assert np.allclose(data.sensordata[:6], mjd.sensordata[:6], rtol=0, atol=STAGE)
        assert np.isnan(data.sensordata[6])
        signs.add(np.sign(data.sensordata[0]))
    assert signs == {-1, 1}


def test_forward_reads_both_kinds():
    """Read sensors of enclosure and of points in one model, along steps."""
    xml = scene(EVERYTHING, SMALL["ellipsoid"], LARGE["ellipsoid"])
    mjm, mjd, *_ = oracle.load_both(xml)
    model = corten.load_model_from_string(xml)
    data = model.make_data()
    for pos, quat in poses(10):
        mjd.mocap_pos[0], mjd.mocap_quat[0] = data.mocap_pos[0], data.mocap_quat[0] = pos, quat
        oracle.step(mjm, mjd)
        corten.step(model, data)
        assert np.allclose(data.sensordata, mjd.sensordata, rtol=0, atol=SENSOR)


def test_ball_in_boxes():
    """Give the clearance of a ball in a box, and how far it sticks out of a corner of it."""
    model = corten.load_model_from_string(scene(inside("geom", "g"), 'type="sphere" size="0.1"', LARGE["box"]))
    data = model.make_data()
    corten.forward(model, data)
    assert np.isclose(data.sensordata[0], 0.1 - 0.6)
    turn = np.asarray(data.site_xmat[model.id("site", "zone")]).reshape(3, 3)
    data.mocap_pos[0] = turn @ (1.0, 1.1, 1.05)
    corten.forward(model, data)
    assert np.isclose(data.sensordata[0], 0.1 + 0.4 * np.sqrt(3))


@pytest.mark.parametrize(
    ("sensor", "shape", "site", "told"),
    [
        (inside("camera", "eye"), SMALL["box"], LARGE["box"], "a camera has no shape"),
        (inside("geom", "floor"), SMALL["box"], LARGE["box"], "the geom 'floor' is of type plane"),
        (inside("xbody", "world"), SMALL["box"], LARGE["box"], "the geom 'floor' is of type plane"),
        (inside("body", "c"), SMALL["box"], LARGE["box"], "the body 'c' has no geoms"),
        (inside("geom", "g"), 'type="sdf" mesh="small"', LARGE["box"], "the geom 'g' is of type sdf"),
    ],
)
def test_refusals(sensor, shape, site, told):
    """Refuse what has no solid convex shape, as MuJoCo does, and say why."""
    xml = scene(sensor, shape, site)
    assert oracle.load_error(xml) is not None
    with pytest.raises(ModelError, match=r"line \d+: <insidesite>: enclosed is true, but " + told):
        corten.load_model_from_string(xml)


def test_writing_back():
    """Write the attribute so that the same model is read again."""
    spec = corten.Spec.from_string(scene(EVERYTHING))
    again = corten.Spec.from_string(spec.to_xml()).compile()
    assert again.sensor_intprm[:, 0].tolist() == [1, 1, 1, 1, 1, 1, 0]
