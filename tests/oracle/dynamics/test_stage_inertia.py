"""Inertia stages against MuJoCo, each alone, and against numpy twins."""

import numpy as np
import pytest

import corten
from corten.enums import Integrator, StepErrorKind, WarningType
from corten.errors import ModelWarning
from corten.stages.inertia import com_pos, crb, factor_mass, mul_dof_vector, solve_dof_vector
from support import oracle, tolerance
from support.isolated import check_alone, compare, random_scene, run_alone, scene
from support.naive import mass_matrix, tree_ldl

STAGES = (com_pos, crb, factor_mass)
SEEDS = range(30)

# explicit dampers of dofs without inertia explode, here as there
IMPLICIT = (Integrator.EULER, Integrator.IMPLICIT, Integrator.IMPLICITFAST)
SINGULAR_STEPS = [
    (Integrator.RK4, 0),
    (Integrator.DISCRETE, 0),
    *((each, damping) for each in IMPLICIT for damping in (0, 1)),
]

TREES = {
    "empty": "",
    "hinge": '<body quat="1 2 3 4"><joint axis="1 2 3" pos=".1 .2 .3"/><geom size=".1" pos=".1 0 0"/></body>',
    "slide": '<body><joint type="slide" axis="1 2 3" armature=".3"/><geom type="box" size=".1 .2 .3"/></body>',
    "ball": '<body pos="1 2 3" quat="1 0 1 0"><joint type="ball" pos=".3 .2 .1"/><geom size=".1" pos="0 0 .1"/></body>',
    "free": '<body euler="10 20 30"><freejoint/><geom type="box" size=".1 .2 .3" pos=".1 0 0"/></body>',
    "simple": """
      <body><freejoint/><geom type="box" size=".1 .2 .3"/></body>
      <body pos="1 0 0"><joint type="slide" axis="0 1 0" armature=".2"/><geom size=".1"/></body>
      <body pos="2 0 0"><joint type="ball"/><geom type="box" size=".1 .2 .3"/></body>
      <body pos="3 0 0"><joint type="ball"/><geom type="box" size=".1 .2 .3" pos=".1 0 0"/></body>""",
    "several joints": """
      <body pos="0 1 0">
        <joint type="slide" axis="1 0 0" pos=".1 0 0"/><joint axis="0 1 0" pos="0 .1 0"/>
        <joint axis="1 0 1"/><joint type="ball" pos="0 0 .1"/><geom type="capsule" size=".1 .2"/>
      </body>""",
    "branches": """
      <body pos="0 0 1"><freejoint/><geom size=".1"/>
        <body pos="1 0 0"><joint axis="0 1 0"/><geom size=".1" pos="0 0 .1"/>
          <body pos="1 0 0"><joint axis="0 0 1"/><joint axis="1 0 0"/><geom size=".1"/></body></body>
        <body pos="0 1 0"><geom size=".1" pos="0 0 .1"/>
          <body pos="0 1 0"><joint type="slide" axis="0 1 0"/><geom size=".2"/></body></body>
        <body pos="0 0 1"><joint type="ball"/><geom size=".1" pos=".3 0 0"/></body></body>""",
    "static, mocap and massless": """
      <body pos="1 2 3"><geom size=".1"/><body pos="-1 2 0"/></body>
      <body mocap="true" pos="1 2 3"><geom size=".1"/></body>
      <body pos="0 0 1"><joint/><geom size=".1"/><body pos="1 1 1"><body pos="1 1 1"/></body></body>""",
}


def model_of(tree: str) -> str:
    return f"<mujoco><worldbody>{tree}</worldbody></mujoco>"


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.__name__)
@pytest.mark.parametrize("tree", TREES.values(), ids=TREES.keys())
def test_stage_on_small_trees(tree, stage):
    """Agree with MuJoCo where one feature is shown at a time."""
    for seed in range(3):
        _, mjd, model, data = scene(model_of(tree), seed)
        check_alone(stage, mjd, model, data)


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.__name__)
@pytest.mark.parametrize("seed", SEEDS)
def test_stage_on_random_models(seed, stage):
    """Agree with MuJoCo on trees of 1 to 200 dofs."""
    _, mjd, model, data = random_scene(seed, mocap=seed % 3)
    check_alone(stage, mjd, model, data)


@pytest.mark.parametrize("count", [1, 2])
def test_actuators_add_armature(count):
    """Add the armature of actuators times their gear squared, of one actuator as well as of several."""
    motor = '<motor joint="j" armature=".3" gear="2"/><motor joint="k" gear="3"/>'
    more = '<motor jointinparent="b" armature=".2" gear="1 2 3"/>'
    xml = f"""<mujoco><worldbody><body><joint name="j" axis="0 1 0"/><geom size=".1" pos=".1 0 0"/>
      <body><joint name="k"/><geom size=".1" pos=".1 0 0"/>
      <body><joint name="b" type="ball"/><geom size=".1" pos=".1 0 0"/></body></body></body></worldbody>
      <actuator>{motor * count}{more * count}</actuator></mujoco>"""
    _, mjd, model, data = scene(xml)
    assert min(model.jnt_actuatorid) == (-1 if count == 1 else -2)
    check_alone(crb, mjd, model, data)


@pytest.mark.parametrize("seed", SEEDS[::3])
def test_mass_matrix_is_that_of_the_jacobians(seed):
    """Give the kinetic energy of all bodies, summed over their Jacobians."""
    _, mjd, model, data = random_scene(seed)
    run_alone(crb, mjd, model, data)
    oracle.copy_fields(mjd, data, ["xanchor", "xaxis", "xmat", "xipos", "ximat"])
    compare("M", data.qM_dense(), mass_matrix.mass_matrix(model, data), tolerance.STAGE)


@pytest.mark.parametrize("seed", SEEDS[::3])
def test_factors_are_those_of_the_dense_matrix(seed):
    """Give the L and D that elimination of the whole matrix gives, zeros and all."""
    _, mjd, model, data = random_scene(seed % 9)
    run_alone(factor_mass, mjd, model, data)
    oracle.copy_fields(mjd, data, ["M"])
    lower, diagonal = tree_ldl.factor(data.qM_dense())
    ours = tree_ldl.dense_rows(model, data.qLD)
    compare("D", np.diag(ours), diagonal)
    compare("1 / D", data.qLDiagInv, 1 / diagonal)
    compare("L", ours - np.diag(np.diag(ours)), np.tril(lower, -1) + 0.0)


@pytest.mark.parametrize("seed", SEEDS[::3])
def test_products_and_solves(seed):
    """Multiply by M and its inverse as numpy does."""
    _, mjd, model, data = random_scene(seed)
    oracle.copy_fields(mjd, data, ["M", "qLD", "qLDiagInv"])
    vector = np.random.default_rng(seed).normal(size=model.nv)
    data.work.dof_vector = vector
    mul_dof_vector(model, data)
    compare("M x", data.work.dof_product, data.qM_dense() @ vector)
    solve_dof_vector(model, data)
    compare("inv(M) x", data.work.dof_vector, np.linalg.solve(data.qM_dense(), vector))


COAXIAL = """
<mujoco><option><flag constraint="disable"/></option><worldbody>
  <body pos="0 0 3"><joint/><geom size=".1"/></body>
  <body><joint axis="0 0 1"/><joint axis="0 0 1" armature="{}"/>
    <inertial pos=".1 0 0" mass="1" diaginertia=".1 .2 .2"/></body></worldbody></mujoco>
"""


def test_small_pivots_are_raised_as_mujoco_does():
    """Continue with MINVAL where a positive pivot is smaller than that."""
    _, mjd, model, data = scene(COAXIAL.format("1e-16"))
    assert mjd.qLDiagInv[1] == 1 / 1e-15
    check_alone(factor_mass, mjd, model, data)


SINGULAR = {
    "slides": '<joint type="slide"/><joint type="slide"/><geom size=".1" pos="1 0 0"/>',
    "three slides": '<joint type="slide" axis="1 2 3"/><joint type="slide" axis="3 2 1"/><joint type="slide"/>'
    '<joint type="slide" axis="1 1 1"/><geom size=".1" pos="1 0 0"/>',
    "hinges": '<joint axis="1 2 3"/><joint axis="1 2 3"/><geom type="box" size=".1 .2 .3" pos=".3 .1 0"/>',
    "gimbal": '<joint axis="0 0 1"/><joint axis="0 1 0" ref="90"/><joint axis="0 0 1"/>'
    '<geom type="box" size=".1 .2 .3" pos=".1 0 0"/>',
}


@pytest.mark.parametrize("parts", SINGULAR.values(), ids=SINGULAR.keys())
def test_singular_models_load(parts):
    """Load, with a warning, what is singular at qpos0, whatever sign roundings give the pivot; agree once it moves."""
    xml = model_of(f"<body>{parts}</body>")
    mjm, mjd, _, _ = oracle.load_both(xml)
    with pytest.warns(ModelWarning, match="<joint>: the mass matrix is singular at qpos0: this joint meets no inertia"):
        model = corten.load_model_from_string(xml)
    data = model.make_data()
    corten.step(model, data)

    # away from qpos0 only the gimbal has a regular mass matrix
    mjd.qpos[:] = 0.3, *mjd.qpos[1:-1], 0.5
    if model.nv == 3:
        mjd.qpos[1] += 0.7
        data.qpos = mjd.qpos
        oracle.forward(mjm, mjd)
        corten.forward(model, data)
        compare("qacc", data.qacc, mjd.qacc)


@pytest.mark.parametrize(("integrator", "damping"), SINGULAR_STEPS)
def test_singular_steps_are_counted(integrator, damping):
    """Step a singular mass matrix with every integrator, and count each factorisation that raised a pivot."""
    # equal slides, a hinge through the centre and a mass of 1: the pivot is exactly zero, however anybody rounds
    joints = "".join(f'<joint type="slide" axis="{axis}" damping="{damping}"/>' for axis in ("1 0 0", "1 0 0", "0 0 1"))
    hinge = f'<joint axis="0 1 0" pos="0 .5 0" damping="{damping}"/>'
    xml = model_of(f'<body>{joints}{hinge}<geom size=".1" mass="1"/></body>')
    mjm, mjd, _, _ = oracle.load_both(xml)
    with pytest.warns(ModelWarning, match="singular"):
        model = corten.load_model_from_string(xml)
    data = model.make_data()
    mjm.opt.integrator = model.opt.integrator = integrator
    for _ in range(3):
        oracle.step(mjm, mjd)
        corten.step(model, data)
        singular = mjd.warning[WarningType.INERTIA]
        assert data.warning_number[WarningType.INERTIA] == singular.number
        assert data.warning_info[WarningType.INERTIA] == singular.lastinfo
    assert singular.number >= 3


@pytest.mark.parametrize("pivot", [-1.0, np.nan])
def test_bad_pivots_are_reported(pivot):
    """Fail with the dof whose pivot is negative or not a number."""
    _, mjd, model, data = scene(COAXIAL.format("1"))
    oracle.copy_fields(mjd, data, ["M"])
    data.M[model.M_rowadr[1]] = data.M[model.M_rowadr[2]] ** 2 / data.M[model.M_rowadr[2] + 1] + pivot
    assert factor_mass(model, data) == StepErrorKind.CHOLESKY_FAILED
    assert data.error_where == 1
