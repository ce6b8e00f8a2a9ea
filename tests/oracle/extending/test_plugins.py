"""MuJoCo's plugins: PID controllers, touch grids and shapes that are formulas, number by number."""

from contextlib import nullcontext

import numpy as np
import pytest

import corten
from corten.queries import ray
from support import oracle
from support.plugin_scenes import OTHERS, SHAPES, SPACING, controller_scene, shape_scene, touch_scene
from support.tolerance import CONSTANT, FORMULA_CONTACT, SENSOR, STEP

FIELDS = "actuator_plugin sensor_plugin geom_plugin body_plugin plugin_attr plugin_attradr plugin_stateadr".split()
FIELDS += "plugin_statenum actuator_actnum actuator_gaintype actuator_gainprm sensor_type sensor_dim sensor_adr".split()
FIELDS += "sensor_needstage sensor_datatype mesh_pos mesh_quat mesh_vert mesh_octadr mesh_graphadr geom_dataid".split()
MEASURES = "geom_pos geom_quat geom_size geom_aabb geom_rbound body_mass body_inertia body_ipos body_iquat".split()


def load(xml: str):
    """Return MuJoCo's model and data, corten's own model and data."""
    mjm, mjd, *_ = oracle.load_both(xml)
    model = corten.load_model_from_string(xml)
    return mjm, mjd, model, model.make_data()


def check_constants(mjm, model) -> None:
    """Compare which instances serve what, their configuration, and shapes and masses that follow."""
    for field in FIELDS:
        assert np.array_equal(getattr(model, field), getattr(mjm, field)), field
    for field in MEASURES:
        theirs = getattr(mjm, field)
        assert np.allclose(getattr(model, field), theirs, rtol=CONSTANT, atol=CONSTANT), field
    for name in ("nplugin", "npluginattr", "npluginstate"):
        assert getattr(model, name) == getattr(mjm, name)


@pytest.mark.parametrize("integrator", ["Euler", "RK4", "implicitfast"])
@pytest.mark.parametrize(
    ("dyntype", "early"), [("none", False), ("filter", True), ("filterexact", False), ("integrator", True)]
)
def test_controllers(integrator, dyntype, early):
    """Follow PID controllers with limits of integral, setpoint, force and tendon through a hundred steps."""
    mjm, mjd, model, data = load(controller_scene(integrator, dyntype, early))
    check_constants(mjm, model)
    rng = np.random.default_rng(3)
    for _ in range(100):
        mjd.ctrl[:] = data.ctrl[:] = rng.uniform(-1, 1, mjm.nu)
        oracle.step(mjm, mjd)
        corten.step(model, data)
        for field in ("qpos", "act", "act_dot", "actuator_force"):
            assert np.allclose(getattr(data, field), getattr(mjd, field), rtol=0, atol=STEP), field


def test_switched_off_group_does_not_stop_controllers():
    """Let controllers of a plugin act though their group is disabled, as in MuJoCo, and stop other actuators."""
    xml = controller_scene().replace("<option ", '<option actuatorgroupdisable="3" ')
    mjm, mjd, model, data = load(xml)
    mjd.ctrl[:] = data.ctrl[:] = 0.7
    oracle.forward(mjm, mjd)
    corten.forward(model, data)
    assert np.allclose(data.actuator_force, mjd.actuator_force, rtol=0, atol=STEP)
    assert data.actuator_force[1] != 0 and data.actuator_force[4] == 0


def test_controllers_read_their_control_of_now():
    """Follow controllers past delays, clamping that is disabled, and controls of others that are no numbers."""
    delays = 'delay=".01" nsample="6" interp="linear"'
    first = controller_scene().replace("<plugin joint", f"<plugin {delays} joint")
    mixed = first.replace("<actuator>", '<actuator><dcmotor joint="k" motorconst="1 1" resistance="2"/>')
    xml = mixed.replace('<option integrator="Euler"/>', '<option><flag clampctrl="disable"/></option>')
    mjm, mjd, model, data = load(xml)
    rng = np.random.default_rng(3)
    for k in range(60):
        mjd.ctrl[:] = rng.uniform(-1, 1, mjm.nu)
        mjd.ctrl[-1] = np.nan if k == 30 else mjd.ctrl[-1]
        data.ctrl[:] = mjd.ctrl
        oracle.step(mjm, mjd)
        with pytest.warns(corten.StepWarning) if k == 30 else nullcontext():
            corten.step(model, data)
        for field in ("qpos", "act", "actuator_force", "history"):
            assert np.allclose(getattr(data, field), getattr(mjd, field), rtol=0, atol=STEP, equal_nan=True), field


@pytest.mark.parametrize(("gamma", "nchannel", "cutoff"), [(0.0, 6, 0.0), (0.5, 3, 0.0), (1.0, 1, 2.0)])
def test_touch_grids(gamma, nchannel, cutoff):
    """Sort forces and torques of contacts into the cells of a grid, with a finer middle and a cutoff."""
    mjm, mjd, model, data = load(touch_scene(gamma, nchannel, cutoff))
    check_constants(mjm, model)
    cells = set()
    for _ in range(150):
        oracle.step(mjm, mjd)
        oracle.forward(mjm, mjd)
        oracle.copy_state(mjd, data)
        corten.forward(model, data)
        size = max(1.0, abs(mjd.sensordata).max())
        assert np.allclose(data.sensordata, mjd.sensordata, rtol=0, atol=SENSOR * size)
        cells.update(np.flatnonzero(mjd.sensordata).tolist())
    assert len(cells) > 4


@pytest.mark.parametrize("shape", SHAPES)
def test_shapes(shape):
    """Give the surface of a formula the oracle's mesh and masses, and find its contacts with other kinds of geoms."""
    mjm, mjd, model, data = load(shape_scene(shape))
    check_constants(mjm, model)
    ours, theirs = (np.sort(np.asarray(each.mesh_face), axis=1) for each in (model, mjm))
    assert np.array_equal(ours[np.lexsort(ours.T)], theirs[np.lexsort(theirs.T)])
    rng, touched = np.random.default_rng(0), set()
    for place, other in enumerate(OTHERS):
        for _ in range(15):
            pose = np.r_[rng.uniform(-0.8, 0.8, 3), rng.normal(size=4)]
            pose += np.r_[SPACING * place, 0, -4 if other == "plane" else 0, 0, 0, 0, 0]
            pose[3:] /= np.linalg.norm(pose[3:])
            data.qpos[:] = pose
            check_contacts(oracle.find_contacts(mjm, mjd, pose), model, data)
            touched.update([other] if data.ncon else [])
    assert len(touched) >= 4


def check_contacts(contacts, model, data) -> None:
    """Compare the contacts of a pose."""
    corten.forward(model, data)
    assert data.ncon == len(contacts.dist)
    assert np.allclose(data.contact_dist[: data.ncon], contacts.dist, rtol=0, atol=FORMULA_CONTACT)
    assert np.allclose(data.contact_pos[: data.ncon], contacts.pos, rtol=0, atol=FORMULA_CONTACT)
    normals = data.contact_frame[: data.ncon].reshape(-1, 9)[:, :3]
    assert np.allclose(normals, contacts.frame[:, :3], rtol=0, atol=10 * FORMULA_CONTACT)


def test_configured_shape():
    """Take sizes of a shape from its configuration, as the oracle does, and let rays meet it."""
    config = '<config key="radius1" value="0.5"/><config key="radius2" value="0.1"/>'
    mjm, mjd, model, data = load(shape_scene("torus", config))
    check_constants(mjm, model)
    assert model.plugin_prm[0, :2].tolist() == [0.5, 0.1]

    middle = np.array([0.0, 9.0, 0.0])
    data.qpos[:] = mjd.qpos[:] = *middle, 1.0, 0.0, 0.0, 0.0
    oracle.forward(mjm, mjd)
    corten.forward(model, data)
    rng, hits = np.random.default_rng(1), 0
    for _ in range(60):
        origin, way = middle + rng.uniform(-1, 1, 3), rng.normal(size=3)
        number = np.array([-1], np.int32)
        theirs = oracle.call("mj_ray", mjm, mjd, origin, way, None, 1, -1, number)
        ours, geom = ray(model, data, origin, way)
        assert geom == number[0]
        assert theirs < 0 or abs(ours - theirs) < FORMULA_CONTACT
        hits += geom == mjm.ngeom - 1
    assert hits
