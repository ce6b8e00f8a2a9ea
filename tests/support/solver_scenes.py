"""Constraint problems of MuJoCo's, rows and all, to be solved by corten's solvers alone."""

import numpy as np

from corten.data import DATA
from corten.enums import ConstraintType
from corten.model import MODEL
from corten.runtime.plan import Plan
from corten.stages.solver import solver_stages
from support import oracle

ROWS = "efc_type efc_id efc_D efc_R efc_frictionloss efc_aref".split()
FIELDS = "M qLD qLDiagInv qfrc_smooth qacc_smooth".split()


def settle(mjm, nstep: int, keyframe: int = -1):
    """Run MuJoCo for some steps; return its data after one more forward, and the acceleration it began from."""
    mjd = oracle.mujoco.MjData(mjm)
    if keyframe >= 0:
        oracle.mujoco.mj_resetDataKeyframe(mjm, mjd, keyframe)
    for _ in range(nstep):
        oracle.mujoco.mj_step(mjm, mjd)
    warm = mjd.qacc_warmstart.copy()
    oracle.mujoco.mj_forward(mjm, mjd)
    return mjd, warm


def transplant(mjm, mjd, warm):
    """Return a Model and a Data that hold MuJoCo's constraint problem."""
    model = oracle.model_from_oracle(mjm)
    data = model.make_data()
    oracle.copy_state(mjd, data)
    oracle.copy_fields(mjd, data, FIELDS)
    data.qacc_warmstart = warm
    jacobian = oracle.constraint_jacobian(mjm, mjd)
    used = _shared_columns(mjd, jacobian != 0)
    counts = used.sum(axis=1)
    data.grow(maxefc=mjd.nefc, maxJ=int(counts.sum()), maxcon=mjd.ncon)
    data.nefc, data.nJ, data.ncon = mjd.nefc, int(counts.sum()), mjd.ncon
    data.ne, data.nf, data.nl = mjd.ne, mjd.nf, mjd.nl
    for name in ROWS:
        setattr(data, name, getattr(mjd, name)[: mjd.nefc])
    data.efc_J_rownnz = counts
    data.efc_J_rowadr = np.cumsum(counts) - counts
    data.efc_J_colind = np.nonzero(used)[1]
    data.efc_J_values = jacobian[used]
    if mjd.ncon:
        for name in ("friction", "mu", "dim", "efc_address"):
            setattr(data, f"contact_{name}", getattr(mjd.contact, name))
    return model, data


def _shared_columns(mjd, used: np.ndarray) -> np.ndarray:
    """Give all rows of one object the same columns, zeros included."""
    for i in range(len(used)):
        joined = (mjd.efc_type[: mjd.nefc] == mjd.efc_type[i]) & (mjd.efc_id[: mjd.nefc] == mjd.efc_id[i])
        if mjd.efc_type[i] in (ConstraintType.EQUALITY, *range(ConstraintType.CONTACT_FRICTIONLESS, 8)):
            used[joined] |= used[i]
    return used


def solve(model, data) -> None:
    """Run the solver's stages, with more room where it is needed."""
    plan = Plan(solver_stages(model), (MODEL, DATA))
    while plan.run(model, data, 1):
        data.grow(maxH=2 * data.nH)
