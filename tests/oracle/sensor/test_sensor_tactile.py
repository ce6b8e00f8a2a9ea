"""Tactile sensors against MuJoCo's: depths and sliding speeds at the vertices of a mesh."""

import numpy as np
import pytest

import corten
from support import oracle
from support.tolerance import FORMULA_CONTACT, SINGLE, STEP

FIELDS = "sensor_type sensor_objtype sensor_objid sensor_reftype sensor_refid sensor_dim sensor_adr".split()
FIELDS += "sensor_datatype sensor_needstage sensor_cutoff mesh_normalnum mesh_vertnum".split()

CUBE = " ".join(f"{x} {y} {z}" for x in (-0.05, 0.04) for y in (-0.03, 0.05) for z in (-0.04, 0.05))
TORUS = '<extension><plugin plugin="mujoco.sdf.torus"><instance name="torus"/></plugin></extension>'
OBJECTS = {
    "sphere": 'type="sphere" size="0.03"',
    "capsule": 'type="capsule" size="0.02 0.03"',
    "ellipsoid": 'type="ellipsoid" size="0.02 0.03 0.04"',
    "cylinder": 'type="cylinder" size="0.02 0.03"',
    "box": 'type="box" size="0.02 0.03 0.04"',
    "mesh": 'type="mesh" mesh="cube"',
}


def scene(geom: str, cutoff: float = 0, extra: str = "", plates: str = 'refquat="1 0.2 0.4 -0.3"') -> str:
    """Return a pad on a hinge with a welded rim and two surfaces, and two loose bodies that press on it."""
    plugin = '<plugin instance="torus"/>' if "torus" in geom else ""
    return f"""<mujoco><option timestep="0.001"/>{TORUS if "torus" in geom else ""}<asset>
      <mesh name="plate" builtin="plate" params="9 7" scale="0.06 0.05 0.01" {plates}/>
      <mesh name="shell" builtin="wedge" params="6 5 80 60 0" scale="0.05 0.05 0.05" refpos="0.01 0 0.02"/>
      <mesh name="cube" vertex="{CUBE}"/>{'<mesh name="torus">' + plugin + "</mesh>" if plugin else ""}
    </asset><worldbody>{extra}
      <body name="pad" pos="0 0 0.5" euler="10 20 30"><joint axis="1 2 3" damping="0.1"/>
        <geom type="box" size="0.06 0.05 0.01"/>
        <geom name="surface" type="mesh" mesh="plate" contype="0" conaffinity="0" euler="3 -5 7" pos="0 0 0.004"/>
        <body pos="0.01 0.02 0.01"><geom type="capsule" size="0.01 0.04" euler="0 90 0"/>
          <geom name="bump" type="mesh" mesh="shell" contype="0" conaffinity="0" pos="-0.02 0 -0.02"/></body></body>
      <body name="a" pos="0.01 0.01 0.54" euler="20 40 10"><freejoint/><geom {geom}>{plugin}</geom></body>
      <body name="b" pos="-0.02 0 0.535"><freejoint/><geom {OBJECTS["ellipsoid"]}/></body>
    </worldbody><sensor>
      <tactile name="t" geom="surface" mesh="plate" cutoff="{cutoff}"/><tactile geom="bump" mesh="shell"/>
      <tactile geom="surface" mesh="cube"/>
    </sensor></mujoco>"""


def compare(xml: str, bound: float, poses: int = 30) -> int:
    """Compare readings at random poses and velocities; return how many numbers were not 0."""
    mjm, mjd, model, data = oracle.load_both(xml)
    own = corten.load_model_from_string(xml)
    for field in FIELDS:
        assert np.array_equal(getattr(own, field), getattr(mjm, field)), field
    if "torus" in xml:
        model, data = own, own.make_data()
    normals = slice(mjm.mesh_normaladr[2])
    assert np.allclose(own.mesh_normal[normals], mjm.mesh_normal[normals], rtol=0, atol=SINGLE)
    rng, felt = np.random.default_rng(2), set()
    for _ in range(poses):
        for start in (1, 8):
            mjd.qpos[start : start + 3] = rng.uniform((-0.04, -0.04, 0.48), (0.04, 0.04, 0.56))
            mjd.qpos[start + 3 : start + 7] = rng.normal(size=4)
        mjd.qvel[:] = rng.normal(0, 0.5, mjm.nv)
        mjd.time += mjm.opt.timestep
        oracle.copy_state(mjd, data)
        data.time = mjd.time
        oracle.forward(mjm, mjd)
        corten.forward(model, data)
        assert data.ncon == mjd.ncon
        assert np.allclose(data.sensordata, mjd.sensordata, rtol=bound, atol=bound)
        felt.update(np.flatnonzero(mjd.sensordata).tolist())
    return len(felt)


@pytest.mark.parametrize("kind", OBJECTS)
def test_shapes_are_felt(kind):
    """Feel each kind of shape, with several shapes at once, a turned surface, and meshes with and without tangents."""
    assert compare(scene(OBJECTS[kind]), STEP) > 20


def test_mesh_with_distances():
    """Feel a mesh that has an octree of distances, since an sdf shows it, too."""
    extra = '<geom type="sdf" mesh="cube" contype="0" conaffinity="0"/>'
    assert compare(scene(OBJECTS["mesh"], extra=extra), FORMULA_CONTACT, 10) > compare(scene(OBJECTS["mesh"]), STEP, 10)


def test_formula():
    """Feel a shape that a plugin defines, larger than the pad."""
    assert compare(scene('type="sdf" mesh="torus" pos="0.3 0 0"'), FORMULA_CONTACT, 10) > 20


def test_cutoff():
    """Limit all three blocks of readings."""
    assert compare(scene(OBJECTS["box"], cutoff=0.003), STEP) > 20


def test_flat_surface():
    """Give the depth of a flat block at each vertex of a plate, and its speed along both tangents."""
    xml = """<mujoco><option gravity="0 0 0"/><asset><mesh name="plate" builtin="plate" params="3 3"
      scale="0.1 0.1 0.01"/></asset><worldbody><geom name="pad" type="mesh" mesh="plate" contype="0" conaffinity="0"/>
      <geom type="plane" size="1 1 1"/>
      <body pos="0 0 0.1"><freejoint/><geom type="box" size="1 1 0.1"/></body></worldbody>
      <sensor><tactile geom="pad" mesh="plate"/></sensor></mujoco>"""
    model = corten.load_model_from_string(xml)
    data = model.make_data()
    data.qpos[2], data.qvel[0:2] = 0.08, (0.3, -0.2)
    corten.forward(model, data)
    mjm, mjd, *_ = oracle.load_both(xml)
    mjd.qpos[2], mjd.qvel[0:2] = 0.08, (0.3, -0.2)
    oracle.forward(mjm, mjd)
    assert np.allclose(data.sensordata, mjd.sensordata, rtol=0, atol=STEP)
    speeds = np.sort(data.sensordata.reshape(3, -1)[1:].max(axis=1))
    assert speeds[1] > 0.19


def test_height_fields_and_sdf_are_no_trouble():
    """Feel an sdf without a plugin, and nothing of a height field, where MuJoCo ends the program."""
    sdf = corten.load_model_from_string(scene('type="sdf" mesh="cube"'))
    data = sdf.make_data()
    corten.forward(sdf, data)
    assert data.sensordata[:63].max() > 0

    hills = """<mujoco><asset><hfield name="h" nrow="2" ncol="2" size="1 1 0.1 0.1" elevation="0 0 0 0"/>
      <mesh name="plate" builtin="plate" params="3 3"/></asset><worldbody><geom type="hfield" hfield="h"/>
      <body><freejoint/><geom name="g" type="box" size="0.1 0.1 0.1"/></body></worldbody>
      <sensor><tactile geom="g" mesh="plate"/></sensor></mujoco>"""
    model = corten.load_model_from_string(hills)
    data = model.make_data()
    corten.forward(model, data)
    assert data.ncon > 0 and not data.sensordata.any()


def test_writing_back():
    """Write tactile sensors so that the same model is read again."""
    spec = corten.Spec.from_string(scene(OBJECTS["box"], cutoff=0.003))
    again = corten.Spec.from_string(spec.to_xml()).compile()
    assert np.array_equal(again.sensor_dim, spec.compile().sensor_dim)
    assert np.array_equal(again.sensor_cutoff, spec.compile().sensor_cutoff)
