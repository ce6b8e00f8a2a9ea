"""`corten.compat.mujoco` beside MuJoCo's bindings: the same names, shapes, types and numbers."""

import copy
import pickle

import numpy as np
import pytest

import corten.compat.mujoco as ours
from corten.compat.mujoco.arguments import FUNCTIONS, NAMES
from corten.compat.mujoco.counts import COUNTS
from corten.compat.mujoco.effective_metric import METRIC
from corten.compat.mujoco.solver import ISLANDS, PROJECTED
from support import oracle
from support.compat_calls import CALLS, FREE, SCENE, as_arrays, call, free_arguments
from support.tolerance import DIFFERENT, STEP

STEPS = 25

# colours that the bindings of 4.0 give without numbers
EMPTY = ("bv", "bvactive")


@pytest.fixture(scope="module")
def both():
    """Return model and data of both after some steps, and with forward dynamics done."""
    found = []
    for module in (oracle.bindings(), ours):
        m = module.MjModel.from_xml_string(SCENE)
        d = module.MjData(m)
        d.qvel[6:] = np.linspace(-1, 1, 5)
        d.ctrl[:] = 0.3, -0.2
        module.mj_step(m, d, STEPS)
        module.mj_forward(m, d)
        module.mj_rnePostConstraint(m, d)
        found.append((module, m, d))
    return found


def compare(theirs, own, name, tolerance=STEP):
    """Compare two values: arrays by shape, type and numbers."""
    if isinstance(theirs, np.ndarray):
        assert (own.shape, own.dtype) == (theirs.shape, theirs.dtype), name
        np.testing.assert_allclose(own, theirs, rtol=tolerance, atol=tolerance, err_msg=name)
    elif isinstance(theirs, float):
        np.testing.assert_allclose(own, theirs, rtol=tolerance, atol=tolerance, err_msg=name)
    else:
        assert own == theirs, name


def apart(each):
    """Return a module, a model, and a copy of a data, so that calls do not change what other tests see."""
    module, m, d = each
    return module, m, copy.copy(d)


def fields_of(theirs, own):
    """Return fields that both have, without those that say where memory is."""
    # MuJoCo leaves the structure of a dense Jacobian as it was
    unlike = {"efc_J_rownnz", "efc_J_rowadr", "efc_J_colind", "signature", "narena", "nbuffer", "solver_fwdinv"}
    # test_compat_fields.py knows when MuJoCo leaves these as they were
    unlike |= {*COUNTS, *ISLANDS, *METRIC, *PROJECTED, "maxuse_con", "maxuse_efc"}
    return [name for name in dir(theirs) if not name.startswith("_") and name not in unlike and hasattr(own, name)]


@pytest.mark.parametrize("which", [1, 2], ids=["model", "data"])
def test_fields(both, which):
    """Give every field the shape, type and numbers that the bindings give it."""
    theirs, own = both[0][which], both[1][which]
    names = [
        name for name in fields_of(theirs, own) if isinstance(getattr(theirs, name), np.ndarray | int | float | bytes)
    ]
    assert len(names) > (500 if which == 1 else 120)
    for name in names:
        compare(getattr(theirs, name), getattr(own, name), name)


@pytest.mark.parametrize("part", ["opt", "stat", "vis"])
def test_options(both, part):
    """Give options, statistics and looks the numbers that the bindings give them."""
    theirs, own = getattr(both[0][1], part), getattr(both[1][1], part)
    for name in dir(theirs):
        value = getattr(theirs, name)
        if part == "vis" and not name.startswith("_") and name.islower():
            for each in dir(value):
                if not each.startswith("_") and each not in EMPTY:
                    compare(getattr(value, each), getattr(getattr(own, name), each), f"{name} {each}")
        elif isinstance(value, int | float | np.ndarray):
            compare(value, getattr(own, name), name)


@pytest.mark.parametrize(("name", "arguments"), CALLS, ids=[f"{i}-{name}" for i, (name, _) in enumerate(CALLS)])
def test_calls(both, name, arguments):
    """Return and write what the functions of the bindings do."""
    tolerance = DIFFERENT if name.endswith("FD") else STEP
    # the first call fills the table of the function, lists are converted, and arrays go the quick way
    for given in (arguments, as_arrays(name, arguments)):
        theirs, own = (call(*apart(each), name, given, np.random.default_rng(4)) for each in both)
        if name == "mju_eig3":
            # signs of eigenvectors are a matter of taste: what they put together is not
            theirs, own = ([x[1], x[2].reshape(3, 3) @ np.diag(x[1]) @ x[2].reshape(3, 3).T] for x in (theirs, own))
        for a, b in zip(theirs, own, strict=True):
            compare(a, b, name, tolerance)


@pytest.mark.parametrize("name", FREE)
def test_free_calls(both, name):
    """Compute with vectors and matrices what the bindings compute, or refuse their sizes as well."""
    if name not in FUNCTIONS:
        with pytest.raises(NotImplementedError, match=name):
            getattr(ours, name)()
        return
    for _ in range(2):
        theirs, own = (call(*apart(each), name, free_arguments(name), np.random.default_rng(9)) for each in both)
        if name == "mju_standardNormal":
            return
        for a, b in zip(theirs, own, strict=True):
            compare(a, b, name)


OBJECTS = [
    ("body", "hand"), ("body", 0), ("joint", "shoulder"), ("joint", "wrist"), ("geom", "brick"), ("site", "tip"),
    ("camera", "eye"), ("light", "sun"), ("actuator", "push"), ("sensor", "felt"), ("tendon", "cord"),
    ("material", "floor"), ("texture", "checker"), ("equality", "tied"), ("exclude", "apart"), ("numeric", "gains"),
    ("tuple", "pair"), ("key", "up"),
]  # fmt: skip


def test_views(both):
    """Give objects by name the attributes that the bindings give them."""
    checked = 0
    for which, side in ((1, "Model"), (2, "Data")):
        theirs, own = both[0][which], both[1][which]
        for kind, name in OBJECTS:
            if not hasattr(theirs, kind):
                assert not hasattr(own, kind)
                continue
            a, b = getattr(theirs, kind)(name), getattr(own, kind)(name)
            assert (a.id, a.name, type(a).__name__) == (b.id, b.name, type(b).__name__)
            for attribute in NAMES["views"][type(a).__name__]:
                if hasattr(b, attribute):
                    compare(getattr(a, attribute), getattr(b, attribute), f"{side} {kind} {attribute}")
                    checked += 1
    assert checked > 200


def test_contacts(both):
    """Give contacts the attributes that the bindings give them, one by one and all at once."""
    theirs, own = both[0][2].contact, both[1][2].contact
    assert len(own) == len(theirs) > 0
    for name in NAMES["structs"]["MjContact"]:
        if name != "H":
            compare(getattr(theirs, name), np.asarray(getattr(own, name)), name)
            compare(getattr(theirs[0], name), getattr(own[0], name), name)


def test_enums_and_constants():
    """Have all enums and constants of the bindings, with their values, words and behaviour."""
    mujoco = oracle.bindings()
    for name, members in NAMES["enums"].items():
        theirs, own = getattr(mujoco, name), getattr(ours, name)
        assert {word: int(member) for word, member in own.__members__.items()} == members
        first = next(iter(members))
        assert str(getattr(own, first)) == str(getattr(theirs, first))
        assert repr(getattr(own, first)) == repr(getattr(theirs, first))
        assert own(members[first]) == getattr(theirs, first).value
    for name in NAMES["constants"]:
        assert getattr(ours, name) == getattr(mujoco, name)
        assert type(getattr(ours, name)) is type(getattr(mujoco, name))


@pytest.mark.parametrize("name", [name for name in NAMES["structs"] if hasattr(ours, name) and name != "MjvScene"])
def test_new_structs(name):
    """Make structs with the numbers that the bindings begin with."""
    theirs, own = getattr(oracle.bindings(), name)(), getattr(ours, name)()
    for field in NAMES["structs"][name]:
        if name != "MjvFigure" or isinstance(getattr(theirs, field), int | float):
            compare(getattr(theirs, field), getattr(own, field), field)


def test_trouble_ends_in_a_reset(both, capsys):
    """Reset a state that is not finite, and count the warning, as MuJoCo does."""
    outcomes = []
    for module, m, d in both:
        twin = copy.copy(d)
        twin.qvel[0] = np.nan
        module.mj_step(m, twin)
        bad = module.mjtWarning.mjWARN_BADQVEL
        outcomes.append((twin.warning[bad].number, twin.warning[bad].lastinfo, twin.time, twin.qpos.copy()))
    for a, b in zip(*outcomes, strict=True):
        compare(a, b, "after the reset")
    assert "QVEL" in capsys.readouterr().err


def test_callbacks(both):
    """Call callbacks of users in the middle of a step, with all integrators that MuJoCo has."""
    for integrator in range(4):
        outcomes = []
        for module, m, d in both:
            model, data = copy.copy(m), copy.copy(d)
            model.opt.integrator = integrator
            calls = []

            def control(m, d, calls=calls):
                calls.append(d.time)
                d.ctrl[0] = 0.1 * np.sin(d.time)

            def passive(m, d):
                d.qfrc_passive[6:] -= 0.01 * d.qvel[6:]

            module.set_mjcb_control(control)
            module.set_mjcb_passive(passive)
            try:
                module.mj_step(model, data, 3)
            finally:
                module.set_mjcb_control(None)
                module.set_mjcb_passive(None)
            outcomes.append((data.qpos.copy(), data.qvel.copy(), np.array(calls)))
        for a, b in zip(*outcomes, strict=True):
            compare(a, b, f"integrator {integrator}")


def test_copies_and_pickles(both):
    """Copy and pickle models and data; what comes out goes on alike and on its own."""
    _, m, d = both[1]
    model, data = pickle.loads(pickle.dumps((m, d)))
    assert data.model is model
    twin, deep = copy.copy(d), copy.deepcopy(d)
    assert twin.model is d.model
    assert deep.model is not d.model
    for each in (data, twin, deep):
        ours.mj_step(each.model, each, 5)
    np.testing.assert_array_equal(data.qpos, twin.qpos)
    np.testing.assert_array_equal(deep.qpos, twin.qpos)
    assert twin.time > d.time


CHILD = """
<mujoco model="child">
  <worldbody><body name="k"><joint name="h" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/></body></worldbody>
  <actuator><motor name="drive" joint="h"/></actuator>
</mujoco>
"""


def test_specs():
    """Build, edit, attach and compile again with MjSpec what the bindings make of the same calls."""
    outcomes = []
    for module in (oracle.bindings(), ours):
        spec = module.MjSpec()
        body = spec.worldbody.add_body(name="b", pos=[0, 0, 1])
        body.add_freejoint(name="f")
        body.add_geom(name="g", type=module.mjtGeom.mjGEOM_BOX, size=[0.1, 0.2, 0.3], rgba=[1, 0, 0, 1])
        body.pos[2] = 2
        spec.worldbody.add_site(name="s", pos=[1, 0, 0])
        spec.option.timestep = 0.004
        spec.option.gravity = [0, 0, -5]
        spec.attach(module.MjSpec.from_string(CHILD), prefix="x_", site="s")
        gain = [2.0] + [0.0] * 9
        spec.add_actuator(name="a", trntype=module.mjtTrn.mjTRN_JOINT, target="x_h", gainprm=gain)
        model = spec.compile()
        data = module.MjData(model)
        module.mj_step(model, data, 5)
        qpos = data.qpos.copy()
        spec.worldbody.add_geom(type=module.mjtGeom.mjGEOM_PLANE, size=[1, 1, 0.1])
        again, kept = spec.recompile(model, data)
        names = [each.name for each in spec.bodies]
        outcomes.append((model.body_pos, model.geom_size, model.actuator_gainprm, qpos, again.ngeom, kept.qpos, names))
    for a, b in zip(*outcomes, strict=True):
        compare(a, b, "spec")


def test_rollout(both):
    """Roll out trajectories as `mujoco.rollout` does."""
    from corten.compat.mujoco import rollout

    (module, m, d), (_, own, twin) = both
    start = np.zeros((1, module.mj_stateSize(m, module.mjtState.mjSTATE_FULLPHYSICS)))
    module.mj_getState(m, d, start[0], module.mjtState.mjSTATE_FULLPHYSICS)
    control = np.random.default_rng(2).uniform(-1, 1, (3, 4, m.nu))
    state, sensordata = rollout.rollout(own, twin, start, control)
    for i, row in enumerate(control):
        each = module.MjData(m)
        module.mj_setState(m, each, start[0], module.mjtState.mjSTATE_FULLPHYSICS)
        for t, ctrl in enumerate(row):
            each.ctrl[:] = ctrl
            module.mj_step(m, each)
            compare(each.sensordata, sensordata[i, t], "sensordata")
            compare(each.qpos, state[i, t, 1 : 1 + m.nq], "qpos")


def test_pictures():
    """Make pictures by Renderer, and by scene and context, with geoms that users add."""
    m = ours.MjModel.from_xml_string(SCENE)
    d = ours.MjData(m)
    ours.mj_forward(m, d)
    with ours.Renderer(m, 24, 32) as renderer:
        renderer.update_scene(d, "eye")
        plain = renderer.render()
        scene = renderer.scene
        green = np.array([0, 1, 0, 1], np.float32)
        ours.mjv_initGeom(scene.geoms[scene.ngeom], 2, np.ones(3), np.zeros(3), np.eye(3).ravel(), green)
        scene.ngeom += 1
        assert renderer.render()[..., 1].mean() > plain[..., 1].mean()
    context, camera = ours.MjrContext(m, 150), ours.MjvCamera()
    camera.type, camera.fixedcamid = ours.mjtCamera.mjCAMERA_FIXED, 0
    again = ours.MjvScene(m, 100)
    ours.mjv_updateScene(m, d, ours.MjvOption(), None, camera, ours.mjtCatBit.mjCAT_ALL, again)
    viewport, rgb = ours.MjrRect(0, 0, 32, 24), np.zeros((24, 32, 3), np.uint8)
    ours.mjr_render(viewport, again, context)
    ours.mjr_readPixels(rgb, None, viewport, context)
    np.testing.assert_array_equal(rgb[::-1], plain)
