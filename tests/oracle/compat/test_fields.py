"""Fields of MjData that corten tells from others, beside MuJoCo's: islands, dual problems, metrics, counts."""

import numpy as np
import pytest

import corten.compat.mujoco as ours
from corten.compat.mujoco.arguments import NAMES
from corten.compat.mujoco.counts import COUNTS
from corten.compat.mujoco.effective_metric import METRIC
from corten.compat.mujoco.solver import DOFS, ISLANDS, PROJECTED, ROWS
from support import oracle
from support.compat_calls import SCENE
from support.tolerance import DIFFERENT, STEP

# bodies that touch, hang or rest alone, a tendon at its limit, an equality, and tendons and servos in the metric
BODIES = """
<mujoco>
  <option {option}><flag {flag}/></option>
  <worldbody>
    <geom type="plane" size="3 3 .1"/>
    <body pos="0 0 .099"><freejoint/><geom size=".1"/></body>
    <body pos="1 0 .099"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos="1 0 .25"><freejoint/><geom type="box" size=".08 .08 .08"/></body>
    <body pos="2 0 1"><joint name="j" damping="1" stiffness="3"/><geom size=".1" pos=".3 0 0"/></body>
    <body pos="3 0 1"><joint name="k" frictionloss=".1" range="-.1 .1" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/>
    </body>
    <body pos="4 0 1"><joint name="l"/><geom size=".1" pos=".3 0 0"/>
      <body pos=".4 0 0"><joint name="n" axis="0 1 0"/><geom size=".05" pos=".1 0 0"/></body>
    </body>
  </worldbody>
  <tendon>
    <fixed name="first" range="-.001 .001" stiffness="2"><joint joint="j" coef="1"/></fixed>
    <fixed name="second" damping=".2"><joint joint="l" coef="1"/><joint joint="n" coef="2"/></fixed>
    <fixed name="third"><joint joint="l" coef="1"/></fixed>
  </tendon>
  <equality><joint joint1="l" joint2="n"/></equality>
  <actuator><motor joint="k"/><position joint="n" kp="20" kv="1"/></actuator>
</mujoco>
"""
SCENES = {
    "other": SCENE,
    "newton": ("", ""),
    "newton, sparse": ("jacobian='sparse'", ""),
    "cg": ("solver='CG'", ""),
    "cg, sparse": ("solver='CG' jacobian='sparse'", ""),
    "pgs": ("solver='PGS'", ""),
    "pgs, sparse": ("solver='PGS' jacobian='sparse'", ""),
    "elliptic": ("cone='elliptic' jacobian='sparse'", ""),
    "no islands": ("", "island='disable'"),
    "no islands, pgs": ("solver='PGS' jacobian='sparse'", "island='disable'"),
    "noslip": ("noslip_iterations='2' jacobian='sparse'", ""),
    "discrete": ("integrator='discrete' density='100' viscosity='.1'", ""),
    "discrete, pgs": ("integrator='discrete' solver='PGS'", ""),
    "energy": ("", "energy='enable'"),
}

# memory is each engine's own affair
OWN = ("narena", "nbuffer", "parena", "maxuse_stack", "maxuse_arena", "signature")

# MuJoCo leaves these as they were where its solver does not need them
BY_ROW, BY_DOF = [f"iefc_{name}" for name in ROWS], list(DOFS)
PRIMAL_ONLY = ("ifrc_smooth", "iacc_smooth", "iacc", "ifrc_constraint", "iefc_aref", "iefc_state", "iefc_force")
# those that come before the last part of the solver in MuJoCo, and after it in corten
BEFORE_NOSLIP = ("iacc", "ifrc_constraint", "iefc_force")


def stepped(module, text, steps=12):
    """Return model and data after some steps, with forward dynamics done."""
    model = module.MjModel.from_xml_string(text)
    data = module.MjData(model)
    data.qvel[:] = np.linspace(-1, 1, model.nv)
    data.ctrl[:] = 0.2
    for _ in range(steps):
        module.mj_step(model, data)
    module.mj_forward(model, data)
    return model, data


def left_alone(name, theirs, model):
    """Tell whether MuJoCo leaves a field as it was."""
    if not theirs.nisland and name in (*BY_ROW, "efc_island", "map_efc2iefc", "map_iefc2efc"):
        return True
    pgs = model.opt.solver == ours.mjtSolver.mjSOL_PGS
    if pgs and name in PRIMAL_ONLY:
        return True
    dense = not ours.mj_isSparse(model)
    return dense and (name == "efc_J_rowsuper" or name.startswith(("efc_Y_", "efc_AR_")))


@pytest.mark.parametrize("scene", SCENES)
def test_told_fields(scene):
    """Give fields that are told from others the shapes, types and numbers that the bindings give them."""
    text = SCENES[scene]
    text = text if isinstance(text, str) else BODIES.format(option=text[0], flag=text[1])
    (_, theirs), (model, own) = stepped(oracle.bindings(), text), stepped(ours, text)
    flags = ("flg_energypos", "flg_energyvel", "flg_subtreevel", "flg_rnepost", "maxuse_con", "maxuse_efc")
    for name in (*COUNTS, *ISLANDS, *METRIC, *PROJECTED, *flags):
        a, b = getattr(theirs, name), getattr(own, name)
        assert type(a) is type(b), name
        if name in OWN:
            continue
        if not isinstance(a, np.ndarray):
            assert a == b, name
            continue
        assert (a.shape, a.dtype) == (b.shape, b.dtype), name
        if left_alone(name, theirs, model) or (scene == "noslip" and name in BEFORE_NOSLIP):
            continue
        if name == "solver_nnz":
            a, b = (each[: max(theirs.nisland, 1)] for each in (a, b))
        if name in ("efm_tid", "efm_ts", "efm_tk", "efm_aid", "efm_as", "efm_ak"):
            a, b = (each[: theirs.nefmT if name[4] == "t" else theirs.nefmA] for each in (a, b))
        # CG ends where its tolerance is met, each engine after iterations of its own
        tolerance = DIFFERENT if scene.startswith("cg") else STEP
        np.testing.assert_allclose(b, a, rtol=tolerance, atol=tolerance, err_msg=name)


def test_every_field():
    """Have every field that the bindings have; those that are told from others cannot be written."""
    model, data = stepped(ours, SCENE, 1)
    for owner, kind in ((model, "model"), (data, "data")):
        for name in NAMES[kind]:
            assert hasattr(owner, name), name
    with pytest.raises(ValueError, match="read-only"):
        data.map_dof2idof[0] = 1
    with pytest.raises(AttributeError, match="computes it from other fields"):
        data.nA = 3


def test_lazy_parts():
    """Tell which parts that nothing asked for were computed for the present state."""
    text = "<mujoco><worldbody><body><joint/><geom size='.1' pos='.1 0 0'/></body></worldbody></mujoco>"
    found = []
    for module in (oracle.bindings(), ours):
        model = module.MjModel.from_xml_string(text)
        data = module.MjData(model)
        for name in (None, "mj_energyPos", "mj_energyVel", "mj_subtreeVel", "mj_rnePostConstraint"):
            (getattr(module, name) if name else module.mj_forward)(model, data)
            found.append((data.flg_energypos, data.flg_energyvel, data.flg_subtreevel, data.flg_rnepost))
        module.mj_forward(model, data)
        found.append((data.flg_energypos, data.flg_energyvel, data.flg_subtreevel, data.flg_rnepost))
    assert found[:6] == found[6:]


def test_sizes_of_shapes():
    """Count what meshes and equalities may need."""
    vertices = "-1 -1 -1 1 -1 -1 1 1 -1 -1 1 -1 -1 -1 1 1 -1 1 1 1 1 0 0 3"
    text = (
        f"<mujoco><asset><mesh name='m' vertex='{vertices}' scale='.1 .1 .1'/></asset><worldbody>"
        "<geom type='mesh' mesh='m'/><body name='a'><freejoint/><geom size='.1'/></body></worldbody>"
        "<equality><weld body1='a'/><connect body1='a' anchor='0 0 0'/></equality></mujoco>"
    )
    theirs, own = (module.MjModel.from_xml_string(text) for module in (oracle.bindings(), ours))
    for name in ("nemax", "npolygonmax", "nmeshdegmax"):
        assert getattr(own, name) == getattr(theirs, name), name
    assert own.nbuffer > 0
