"""Rods whose edges twist in the effective metric of `discrete` beside MuJoCo's: metric, shift, accelerations, steps."""

from itertools import product

import numpy as np
import pytest

from corten.enums import DisableBit
from corten.stages.flex import flex_position_stages, vertex_velocity
from corten.stages.inertia import com_pos
from corten.stages.kinematics import kinematics_stages
from corten.stages.metric.flexes import flex_metric, twist_metric, twist_shift
from corten.stages.velocity import com_vel
from support import metric, oracle
from support.discrete_rods import HELD, SECTIONS, twisting_rod
from support.isolated import compare

# every section and way to be held, straight and curved, and one rod that has as few edges as can be
SCENES = [
    *product(("straight", "curved"), SECTIONS, HELD),
    ("two edges", "flat", "clamped"),
    ("two edges", "circle", "free"),
]


def disturbed(xml: str, flags: int = 0, seed: int = 0):
    """Load a rod into both engines, moved, twisted and moving after a first step, and let MuJoCo compute everything."""
    mjm, mjd, model, data = oracle.load_both(xml)
    oracle.step(mjm, mjd)
    mjm.opt.disableflags |= flags
    model.opt_disableflags = mjm.opt.disableflags
    rng = np.random.default_rng(seed)
    change = rng.normal(0, 0.02, mjm.nv)
    # twists are far larger than what the motion of vertices makes of them
    twists = [dof for dof in range(mjm.nv) if oracle.object_names(mjm, "joint")[mjm.dof_jntid[dof]]]
    change[twists] *= 30
    oracle.displace(mjm, mjd, change)
    mjd.qvel[:] = rng.normal(0, 0.3, mjm.nv)
    oracle.forward(mjm, mjd)
    oracle.copy_state(mjd, data)
    data.plastic[:] = mjd.plastic
    return mjm, mjd, model, data


def their_flexes(mjm, mjd) -> np.ndarray:
    """Return what flexes add to MuJoCo's metric: what inverse dynamics multiplies accelerations with, less M."""
    columns = []
    for acceleration in (np.zeros(mjm.nv), *np.eye(mjm.nv)):
        mjd.qacc[:] = acceleration
        oracle.inverse(mjm, mjd)
        columns.append(mjd.qfrc_inverse.copy())
    return np.array(columns[1:]).T - columns[0][:, None] - metric.dense(mjm, mjd.M)


def our_flexes(model, data) -> np.ndarray:
    """Return efm_K as a matrix."""
    matrix = np.zeros((model.nv, model.nv))
    for i in range(model.nv):
        entries = slice(model.efmK_rowadr[i], model.efmK_rowadr[i] + model.efmK_rownnz[i])
        columns = model.efmK_colind[entries]
        matrix[i, columns] = matrix[columns, i] = data.efm_K[entries]
    return matrix


@pytest.mark.parametrize(("shape", "section", "held"), SCENES)
def test_metric_and_shift(shape, section, held):
    """Expect MuJoCo's metric, blocks of vertices and the chain of torsion, and the shift of its right-hand side."""
    compare_metric(*disturbed(twisting_rod(shape, section, held, "CG")))


@pytest.mark.parametrize("flags", [DisableBit.SPRING, DisableBit.DAMPER])
def test_stiffness_and_damping_are_switched_off(flags):
    """Expect the metric to hold stiffness where springs act, damping where dampers act, and nothing else."""
    compare_metric(*disturbed(twisting_rod("curved", "flat", "ends in a body", "CG"), flags))


def compare_metric(mjm, mjd, model, data) -> None:
    """Compare what the stages of the metric write with what MuJoCo has."""
    theirs, shift = their_flexes(mjm, mjd), mjd.efm_c.copy()
    for stage in (*kinematics_stages(model), com_pos, *flex_position_stages(model), com_vel, vertex_velocity):
        stage(model, data)
    flex_metric(model, data)
    twist_metric(model, data)
    data.efm_c[:] = 0.0
    twist_shift(model, data)
    compare("efm_K", our_flexes(model, data), theirs)
    compare("efm_c", data.efm_c, shift)
