"""Environments that differ: each steps as a copy of the model with its values, and what follows from them, does."""

import copy
import pickle

import numpy as np
import pytest

import corten
from corten.batch.varied_fields import VARIABLE
from corten.data import DATA
from corten.enums import StepErrorKind
from corten.model import MODEL
from support import fuzzed_scenes
from support.batches import Twins, different_fields

HOIST = """
<mujoco><worldbody><geom type="plane" size="2 2 .1"/>
  <body name="box" pos="0 0 .11"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  <body name="arm" pos="1 0 1">
    <joint name="hinge" axis="0 1 0" range="-20 20" limited="true" frictionloss=".02" damping=".1"/>
    <geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/>
    <body name="hand" pos=".3 0 0"><joint name="wrist" axis="0 1 .2"/><geom size=".05" pos=".1 0 .01"/></body>
  </body>
  <body name="guide" mocap="true" pos="0 1 1"/>
</worldbody>
<tendon>
  <fixed name="sum" armature=".01"><joint joint="hinge" coef="1"/><joint joint="wrist" coef="-.5"/></fixed>
</tendon>
<equality>
  <connect body1="hand" body2="arm" anchor="0 0 0"/><joint joint1="hinge" joint2="wrist" active="false"/>
</equality>
<actuator><position tendon="sum" kp="3"/><motor joint="hinge" gear="2"/></actuator>
<sensor><jointpos joint="hinge"/></sensor>
</mujoco>
"""

# fields that are drawn anew by a factor; others need unit length
FACTORS = tuple(name for name in VARIABLE if not name.endswith("quat") and name != "jnt_axis")

FEW = ("geom_friction", "body_mass", "actuator_gear")


def hoist() -> corten.Model:
    """Return a box on a floor, and an arm with a tendon, servos and constraints."""
    return corten.load_model_from_string(HOIST)


def drawn(twins: Twins, names: tuple[str, ...], low: float = 0.9, high: float = 1.1) -> dict[str, np.ndarray]:
    """Return other values of fields for each environment."""
    n, values = len(twins.models), {}
    for name in names:
        value = np.asarray(getattr(twins.model, name))
        values[name] = value * twins.rng.uniform(low, high, (n, *value.shape))
    return values


@pytest.mark.parametrize("scene", fuzzed_scenes.SCENES)
def test_all_fields_at_once(scene):
    """Give the bits of stepping copies of the model in which every field differs that may, changed between steps."""
    twins = Twins(fuzzed_scenes.load(scene), 3, threads=2)
    twins.push()
    for nstep in (1, 3):
        twins.vary(**drawn(twins, FACTORS))
        twins.step(nstep)
        twins.step(nstep)
    assert not twins.differences()
    twins.batch.xfrc_applied[1] = twins.batch.qfrc_applied[1] = 0.0
    twins.batch.reset(1)
    corten.reset_data(twins.models[1], twins.alone[1])
    twins.failed.pop(1, None)
    twins.step(2)
    assert not twins.differences()


@pytest.mark.parametrize(("lanes", "threads"), [(1, 3), (2, 1), (4, 2), (8, 1)])
def test_lanes(lanes, threads):
    """Give the bits of stepping copies of the model for every number of lanes, and packs that are not full."""
    twins = Twins(hoist(), lanes + 3, lanes=lanes, threads=threads, keep=("xpos",))
    twins.push()
    for nstep in (1, 1, 5):
        twins.vary(**drawn(twins, FEW, 0.5, 1.5))
        assert not twins.step(nstep).any()
    assert not twins.differences()


def test_places_in_lanes():
    """Let positions, references and joints differ between lanes, and with them which frames coincide."""
    twins = Twins(hoist(), 5, lanes=4, threads=1)
    names = ("body_ipos", "body_pos", "geom_pos", "jnt_pos", "dof_armature", "eq_data", "opt_gravity", "geom_size")
    values = drawn(twins, names)
    hand = twins.model.id("body", "hand")
    values["body_ipos"][1, hand] = 0.0
    values["jnt_pos"][2:, 2] = 0.01, 0.02, 0.0
    twins.vary(**values)
    twins.push()
    assert not twins.step(4).any()
    assert len(set(twins.batch.body_sameframe[:, hand].tolist())) == 2
    assert not twins.differences()


def test_constraints_in_lanes():
    """Let lanes have other constraints, since friction losses, ranges and margins differ and are zero in some."""
    twins = Twins(hoist(), 6, lanes=4, threads=1)
    values = drawn(twins, ("dof_frictionloss", "jnt_range", "jnt_margin", "geom_margin", "geom_solref", "dof_damping"))
    values["dof_frictionloss"][::2] = 0.0
    values["dof_frictionloss"][3] = 0.3
    values["jnt_range"][1], values["jnt_margin"][2], values["geom_margin"][4] = 0.1, 0.5, 0.2
    twins.vary(**values)
    twins.push()
    for nstep in (1, 4):
        assert not twins.step(nstep).any()
    assert len({twins.batch.env(i).nefc for i in range(6)}) > 2
    assert not twins.differences()


def test_values_of_the_model_come_first():
    """Begin with the values of the model, whose steps do not change as long as nobody writes others."""
    model = hoist()
    plain, batch = (corten.BatchSim(model, 3, threads=1, lanes=1) for _ in range(2))
    batch.vary(*FEW)
    for name in FEW:
        assert (getattr(batch, name) == getattr(model, name)).all()
    for each in (plain, batch):
        each.ctrl[:] = 0.3
        each.step_all(5)
    assert plain.qpos.tobytes() == batch.qpos.tobytes()


def test_arrays_are_memory():
    """Write through arrays that were taken before further fields varied, and keep constants from being written."""
    batch = corten.BatchSim(hoist(), 3, threads=1, lanes=1)
    batch.vary("body_mass")
    mass = batch.body_mass
    batch.vary("geom_friction", "body_inertia")
    mass[1] *= 2
    assert batch.body_mass is mass
    batch.step_all()
    assert batch.body_subtreemass[1, 0] == pytest.approx(2 * batch.body_subtreemass[0, 0])
    with pytest.raises(ValueError, match=r"body_subtreemass is read-only: it follows from body_mass"):
        batch.body_subtreemass[0] = 1
    batch.body_mass = 3.0
    assert (mass == 3.0).all()


def test_constants_of_the_model_count():
    """Compute constants anew after `set_const` of the model, for all environments."""
    twins = Twins(hoist(), 3, threads=1)
    twins.vary(**drawn(twins, ("body_mass",)))
    twins.step()
    for model in (twins.model, *twins.models):
        model.dof_armature[:] += 0.02
        corten.set_const(model)
    twins.step()
    assert not twins.differences()


@pytest.mark.parametrize(("name", "value"), [("body_mass", -1.0), ("body_mass", np.nan), ("body_inertia", np.inf)])
def test_impossible_masses_fail_alone(name, value):
    """Let an environment fail whose masses are none, and no other; it goes on with others after a reset."""
    twins = Twins(hoist(), 4, threads=1)
    values = drawn(twins, ("body_mass", "body_inertia"))
    twins.vary(**values)
    getattr(twins.batch, name)[2, 1] = value
    twins.failed[2] = corten.StepError("", StepErrorKind.BAD_MODEL)
    errors = twins.step(2)
    assert errors.indices.tolist() == [2] and errors[2].kind is StepErrorKind.BAD_MODEL
    assert f"environment 2 at 0 s: {name} has {value}; it must be finite and not negative" in str(errors[2])
    assert twins.batch.env(2).time == 0.0
    twins.batch.reset(2)
    assert twins.batch.step_all().indices.tolist() == [2]
    twins.batch.reset(2)
    getattr(twins.batch, name)[2] = values[name][2]
    assert not twins.batch.step_all().any()


def test_impossible_inertia_fails_alone():
    """Let an environment fail for which `set_const` refuses its model, with its words."""
    twins = Twins(hoist(), 3, threads=1)
    values = drawn(twins, ("body_ipos", "dof_armature"))
    values["body_ipos"][1, 1] = 0, 0, 0.1
    values["dof_armature"][2] = -5.0
    twins.batch.vary(*values)
    for name, array in values.items():
        setattr(twins.batch, name, array)
    errors = twins.batch.step_all(3)
    assert errors.indices.tolist() == [1, 2] and twins.batch.time[0] > 0
    assert "body box was compiled as simple" in str(errors[1]).replace("'", "")
    assert "the mass matrix is not positive definite at qpos0" in str(errors[2])


def test_numbers_that_are_none_stay_in_their_environment():
    """Leave others as they are where a value is no number, with several environments to a vector."""
    twins = Twins(hoist(), 4, lanes=2, threads=1)
    values = drawn(twins, FEW)
    values["geom_friction"][1, 1, 0] = np.nan
    values["actuator_gear"][2] = np.nan
    twins.vary(**values)
    twins.push()
    errors = twins.step(3)
    assert errors.indices.tolist() == sorted(twins.failed)
    assert 2 in twins.failed and 0 not in twins.failed and 3 not in twins.failed
    assert not [name for name in twins.differences() if "(0)" in name or "(3)" in name]


def test_environments_have_models():
    """Let `env(i).model` be a Model with the values of the environment, also as a copy, and refuse the other one."""
    twins = Twins(hoist(), 3, threads=1)
    before = twins.batch.env(0)
    twins.vary(**drawn(twins, FEW))
    env, model = twins.batch.env(1), twins.batch.env(1).model
    assert before.model.geom_friction.tobytes() == twins.models[0].geom_friction.tobytes()
    for data in (before, env):
        with pytest.raises(ValueError, match=r"compute with env\.model, not batch\.model"):
            corten.step(twins.batch.model, data)
    twins.step()
    corten.step(env.model, env, 3)
    corten.step(twins.models[1], twins.alone[1], 3)
    assert different_fields(env, twins.alone[1]) in ([], ["sweep_ready"])
    model.geom_friction[0] = 0.25
    assert (twins.batch.geom_friction[1, 0] == 0.25).all()
    model.body_mass[1] *= 2
    twins.models[1].body_mass[1] *= 2
    twins.models[1].geom_friction[0] = 0.25
    corten.set_const(twins.models[1])
    with pytest.raises(corten.ModelError, match="follow from its values by themselves"):
        corten.set_const(model)
    corten.forward(env.model, env)
    for twin in (model.copy(), copy.deepcopy(model), pickle.loads(pickle.dumps(env)).model):
        fields = [name for name in MODEL.fields if not np.array_equal(twin._views[name], twins.models[1]._views[name])]
        assert set(fields) <= {"choices_signature"}
    assert model.body("box").mass == twins.models[1].body("box").mass


def test_options_may_differ():
    """Let time steps and gravity differ, which are options of the model."""
    twins = Twins(hoist(), 3, threads=1)
    gravity = twins.rng.uniform(-10, 0, (3, 3))
    twins.vary(opt_gravity=gravity, opt_timestep=np.array([0.001, 0.002, 0.003]))
    twins.step(5)
    assert twins.batch.time.tolist() == [data.time for data in twins.alone]
    assert twins.batch.env(2).model.opt.timestep == 0.003
    assert not twins.differences()


def test_resets_begin_at_own_references():
    """Reset environments to their own qpos0 and places of bodies that users move; keyframes are the model's."""
    twins = Twins(hoist(), 3, threads=1)
    twins.vary(**drawn(twins, ("qpos0", "body_pos")))
    twins.step(3)
    twins.batch.reset_where([False, True, True])
    for i in (1, 2):
        corten.reset_data(twins.models[i], twins.alone[i])
    twins.step()
    assert not twins.differences()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("body_subtreemass", "body_subtreemass cannot vary by itself: it follows from body_mass"),
        ("opt_integrator", "opt_integrator cannot vary: the stages of a step are chosen by it"),
        (
            "geom_bodyid",
            r"geom_bodyid cannot vary: steps do not read it as such.*may differ in: opt_timestep.*body_mass",
        ),
        ("mass", r"Model has no field 'mass'; environments may differ in: .*body_mass"),
    ],
)
def test_other_fields_do_not_vary(name, words):
    """Refuse fields that plans, structure or other fields decide, and say what is allowed."""
    batch = corten.BatchSim(hoist(), 2)
    with pytest.raises(ValueError, match=words):
        batch.vary("geom_friction", name)
    with pytest.raises(AttributeError, match=r"geom_friction is the same in all environments: batch\.vary\("):
        _ = batch.geom_friction


def test_sizes_of_ellipsoids_in_fluids():
    """Refuse sizes that vary where coefficients of fluids follow from them."""
    model = corten.load_model_from_string(HOIST.replace('type="capsule"', 'type="capsule" fluidshape="ellipsoid"'))
    with pytest.raises(corten.UnsupportedFeatureError, match="geom_size that varies with fluidshape"):
        corten.BatchSim(model, 2).vary("geom_size")


def test_empty_batches():
    """Take a batch of nobody, and a model without anything."""
    batch = corten.BatchSim(hoist(), 0)
    batch.randomize(body_mass=corten.scaled(0.5, 2), seed=1)
    assert batch.body_mass.shape == (0, 5) and not batch.step_all().any()
    batch = corten.BatchSim(corten.Model.empty(), 2, lanes=1)
    batch.vary("body_mass", "geom_friction", "tendon_armature")
    assert not batch.step_all(2).any()


def test_names_do_not_meet():
    """Have no field that may vary under the name of one of Data."""
    assert not set(VARIABLE) & set(DATA.fields)


def test_rollouts():
    """Roll out trajectories with values of their own, and refuse arrays of other shapes."""
    model = hoist()
    start = corten.get_state(model, model.make_data())
    mass = model.body_mass * np.linspace(0.5, 2, 4)[:, None]
    vary = {"body_mass": mass, "opt_gravity": np.array([[0, 0, -3.0]])}
    state, readings = corten.rollout(model, start, np.full((4, 5, 2), 0.2), vary=vary, threads=1)
    for i in range(4):
        twin = model.copy()
        twin.body_mass, twin.opt.gravity = mass[i], (0, 0, -3)
        corten.set_const(twin)
        alone = corten.rollout(twin, start, np.full((5, 2), 0.2), lanes=1)
        assert alone[0].tobytes() == state[i].tobytes() and alone[1].tobytes() == readings[i].tobytes()
    with pytest.raises(ValueError, match=r"body_mass has shape \(3,\); it must be \(n or 1, 5\)"):
        corten.rollout(model, start, nstep=2, vary={"body_mass": np.ones(3)})
