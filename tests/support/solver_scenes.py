"""Constraint problems of MuJoCo's, rows and all, to be solved by corten's solvers alone."""

import numpy as np

import corten
from corten.data import DATA
from corten.enums import ConstraintType
from corten.model import MODEL
from corten.runtime.plan import Plan
from corten.stages.constraint import block_stages
from corten.stages.solver import solver_stages
from support import oracle

ROWS = "efc_type efc_id efc_D efc_R efc_frictionloss efc_aref".split()
FIELDS = "M qLD qLDiagInv qfrc_smooth qacc_smooth cdof subtree_com".split()

NAMES = ("stack", "humanoid", "quadruped", "boxes")
STACK = """
<mujoco>
  <option timestep="0.004"/>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <replicate count="4" offset="0.03 0.01 .11">
      <body pos="0 0 .06"><freejoint/><geom type="box" size=".1 .08 .05"/></body>
    </replicate>
    <body pos="2 0 .2"><freejoint/><geom size=".1" condim="6" friction="1 .05 .01"/></body>
    <body pos="3 0 .2"><freejoint/><geom size=".1" condim="1"/></body>
    <body pos="4 0 .2"><freejoint/><geom type="capsule" size=".1 .1" condim="4"/></body>
    <body name="arm" pos="-2 0 1">
      <joint axis="0 1 0" range="-10 20" limited="true" frictionloss="0.2"/>
      <geom type="capsule" fromto="0 0 0 .4 0 0" size=".04"/>
      <body pos=".4 0 0"><joint name="a" axis="0 1 0" frictionloss="0.05"/>
        <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
        <body pos=".3 0 0"><joint name="b" type="ball"/><geom size=".05" pos="0 0 -.1"/></body></body>
    </body>
    <body name="swing" pos="-2 2 1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  </worldbody>
  <equality><connect body1="swing" anchor="0 0 .3"/><joint joint1="a" polycoef="0.1 1 0 0 0"/></equality>
</mujoco>
"""


def load(name: str):
    """Return a model with many kinds of rows and the steps until they are active: written here, or from the package."""
    if name == "stack":
        return oracle.load_mujoco(STACK), 40
    return oracle.load_file(corten.models.path(name)), 150


def settle(mjm, nstep: int, keyframe: int = -1):
    """Run MuJoCo for some steps; return its data after one more forward, and the acceleration it began from."""
    mjd = oracle.make_data(mjm)
    if keyframe >= 0:
        oracle.call("mj_resetDataKeyframe", mjm, mjd, keyframe)
    oracle.step(mjm, mjd, nstep)
    warm = mjd.qacc_warmstart.copy()
    oracle.forward(mjm, mjd)
    return mjd, warm


def transplant(mjm, mjd, warm):
    """Return a Model and a Data that hold MuJoCo's constraint problem."""
    model = oracle.model_from_oracle(mjm)
    data = model.make_data(diagnostics=True)
    oracle.copy_state(mjd, data)
    oracle.copy_fields(mjd, data, FIELDS)
    data.qacc_warmstart = warm
    jacobian = oracle.constraint_jacobian(mjm, mjd)
    used = _shared_columns(mjd, jacobian != 0)
    counts = used.sum(axis=1)
    data.grow(maxefc=mjd.nefc, maxJ=int(counts.sum()), maxJblock=int(counts.sum()), maxcon=mjd.ncon)
    data.grow(maxJrun=int(counts.sum() + 4 * counts.max(initial=0)))
    data.nefc, data.nJ, data.ncon = mjd.nefc, int(counts.sum()), mjd.ncon
    data.ne, data.nf, data.nl = mjd.ne, mjd.nf, mjd.nl
    for name in ROWS:
        setattr(data, name, getattr(mjd, name)[: mjd.nefc])
    data.efc_J_rownnz = counts
    data.efc_J_rowadr = np.cumsum(counts) - counts
    data.efc_J_colind = np.nonzero(used)[1]
    data.efc_J_values = jacobian[used]
    if mjd.ncon:
        for name in ("friction", "mu", "dim", "efc_address", "geom", "pos", "frame"):
            setattr(data, f"contact_{name}", getattr(mjd.contact, name))
    return model, data


def _shared_columns(mjd, used: np.ndarray) -> np.ndarray:
    """Give all rows of one equality, and of all contacts of two geoms, the same columns, zeros included."""
    kind, owner = mjd.efc_type[: mjd.nefc], mjd.efc_id[: mjd.nefc]
    contact = kind >= ConstraintType.CONTACT_FRICTIONLESS
    geoms = np.full((mjd.nefc, 2), -1)
    geoms[contact] = mjd.contact.geom[owner[contact]]
    for i in np.flatnonzero(contact | (kind == ConstraintType.EQUALITY)):
        joined = (geoms == geoms[i]).all(axis=1) if contact[i] else (kind == kind[i]) & (owner == owner[i])
        used[joined] |= used[i]
    return used


def solve(model, data) -> None:
    """Run the solver's stages, with more room where it is needed."""
    plan = Plan(block_stages(model) + solver_stages(model), (MODEL, DATA))
    while plan.run(model, data, 1):
        assert data.make_room()


# a wheel whose centre does not move has no translational invweight0, so its contacts count as nearly rigid: D is 5e14
WHEEL = """
<mujoco>
  <worldbody>
    <geom type="box" size=".02 .02 .1" pos=".09 .03 0"/>
    <geom type="box" size=".02 .02 .1" pos="-.08 .035 0"/>
    <geom type="box" size=".02 .02 .1" pos="0 -.09 0"/>
    <body>
      <joint axis="0 0 1"/>
      <inertial pos="0 0 0" mass=".01" diaginertia="1e-6 1e-6 1e-6"/>
      <geom type="capsule" size=".02" fromto="-.1 0 0 .1 0 0"/>
      <geom type="capsule" size=".02" fromto="0 -.1 0 0 .1 0"/>
      <body name="end" pos="0 .1 0">
        <joint axis="0 0 1"/>
        <inertial pos="0 0 0" mass=".001" diaginertia="1e-6 1e-6 1e-6"/>
        <geom type="capsule" size=".01" fromto="-.04 0 0 .04 0 0"/>
      </body>
      <body pos="0 -.1 0">
        <joint axis="0 0 1"/>
        <inertial pos="0 0 0" mass=".001" diaginertia="1e-6 1e-6 1e-6"/>
        <geom type="capsule" size=".01" fromto="-.04 0 0 .04 0 0"/>
      </body>
    </body>
  </worldbody>
</mujoco>
"""
