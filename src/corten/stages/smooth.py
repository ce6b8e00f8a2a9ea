"""Smooth forces and the acceleration that they give."""

from corten.linalg.tree_ldl import solve_tree
from corten.math import spatial
from corten.math.spatial import load6, store6
from corten.math.vector3 import load3
from corten.model import Model
from corten.runtime import float_to_bits, helper, per_precision, stage
from corten.runtime.fields import F8, Field
from corten.runtime.kernel import Stage
from corten.runtime.scratch import scratch
from corten.stages.inertia.articulated import has_long_trees, solve_articulated
from corten.stages.metric import coupled_acceleration, has_couplings, uses_metric
from corten.stages.sleep import for_sleep
from corten.stages.tree import dof_force, gather_wrenches, wrench_at
from corten.stages.variants import Variant, Variants, always

SCRATCH = scratch(
    Field("retained_smooth", F8, ("nv", 2), "qfrc_smooth and qacc_smooth of the last step"),
    lasting=True,
)


# ---- the acceleration that all forces but those of constraints give


ALL_BUT_SIGN = per_precision(0x7FFFFFFFFFFFFFFF, float32=0x7FFFFFFF)


@stage
def acceleration(m, d) -> None:
    """Compute qfrc_smooth = qfrc_passive - qfrc_bias + qfrc_applied + qfrc_actuator + J' xfrc_applied, and
    qacc_smooth = inv(M) qfrc_smooth.
    """
    smooth, qacc = d.qfrc_smooth, d.qacc_smooth

    set_smooth_force(m, d)
    for i in range(m.nv):
        qacc[i] = smooth[i]
    solve_tree(d.qLD, d.qLDiagInv, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, qacc, 0)


@stage
def articulated_acceleration(m, d) -> None:
    """Do the same for long trees, whose factors `articulated_inertia` has left."""
    smooth, qacc = d.qfrc_smooth, d.qacc_smooth

    set_smooth_force(m, d)
    for i in range(m.nv):
        qacc[i] = smooth[i]
    solve_articulated(m, d, d.dof_U, d.qLDiagInv, qacc)


@helper
def set_smooth_force(m, d) -> None:
    """Set qfrc_smooth to the sum of all forces but those of constraints."""
    passive, bias, applied, actuator = d.qfrc_passive, d.qfrc_bias, d.qfrc_applied, d.qfrc_actuator
    smooth = d.qfrc_smooth

    for i in range(m.nv):
        smooth[i] = passive[i] - bias[i] + applied[i] + actuator[i]

    # most steps apply no force to bodies; adding zeros would give the same
    if is_pushed(m, d):
        add_applied_wrenches(m, d)


@helper
def is_pushed(m, d) -> bool:
    """Tell whether a force is applied to some body: whether any bit but a sign is set, which is quick to find out."""
    xfrc = d.xfrc_applied
    bits = 0
    for b in range(1, m.nbody):
        for k in range(6):
            bits = bits | float_to_bits(xfrc[b, k])
    return (bits & ALL_BUT_SIGN) != 0


@helper
def add_applied_wrenches(m, d) -> None:
    """Add the joint forces of xfrc_applied, which acts at the centres of mass and holds force before torque."""
    rootid, bodyid, cdof, smooth = m.body_rootid, m.dof_bodyid, d.cdof, d.qfrc_smooth
    xfrc, xipos, subtree_com, wrench = d.xfrc_applied, d.xipos, d.subtree_com, d.body_spatial

    for b in range(1, m.nbody):
        own = load6(xfrc, b)
        torque, force = spatial.linear(own), spatial.angular(own)
        store6(wrench, b, wrench_at(torque, force, load3(xipos, b), load3(subtree_com, rootid[b])))
    gather_wrenches(wrench, m.body_parentid, m.nbody)
    for i in range(m.nv):
        smooth[i] += dof_force(cdof, wrench, i, bodyid[i])


# ---- the acceleration that all forces but those of constraints give a step by DISCRETE


@stage
def metric_acceleration(m, d) -> None:
    """Compute qfrc_smooth, and qacc_smooth = inv(B) (qfrc_smooth + efm_c) with the factored part B of the metric.

    That is all for dofs whose metric has no couplings.
    """
    smooth, shift, qacc = d.qfrc_smooth, d.efm_c, d.qacc_smooth

    set_smooth_force(m, d)
    for i in range(m.nv):
        qacc[i] = smooth[i] + shift[i]
    solve_tree(d.qH, d.qHDiagInv, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, qacc, 0)


# ---------------------------------------------------------------- the acceleration of a model without constraints


@stage
def unconstrained(m, d) -> None:
    """Take the smooth acceleration as the acceleration: there is no constraint force."""
    qacc_smooth, qacc, constraint = d.qacc_smooth, d.qacc, d.qfrc_constraint

    for i in range(m.nv):
        qacc[i] = qacc_smooth[i]
        constraint[i] = 0.0


# ---- smooth forces and accelerations of sleeping dofs: they stay as they were


@stage
def retain_smooth(m, d) -> None:
    """Retain the smooth forces and accelerations of the last step."""
    for i in range(m.nv):
        d.retained_smooth[i, 0] = d.qfrc_smooth[i]
        d.retained_smooth[i, 1] = d.qacc_smooth[i]


@stage
def restore_smooth(m, d) -> None:
    """Give dofs that sleep their retained smooth force and acceleration."""
    if d.nv_awake < m.nv:
        for i in range(m.nv):
            if d.tree_awake[m.dof_treeid[i]] == 0:
                d.qfrc_smooth[i] = d.retained_smooth[i, 0]
                d.qacc_smooth[i] = d.retained_smooth[i, 1]


# ---------------------------------------------------------------- lists of stages

SMOOTH = Variants(
    "smooth acceleration",
    Variant((metric_acceleration,), uses_metric, "DISCRETE: the metric of the step stands in for the mass matrix"),
    Variant((articulated_acceleration,), has_long_trees, "long trees: articulated bodies"),
    Variant((acceleration,), always, "sparse factors of the mass matrix"),
)


def smooth_stages(model: Model) -> list[Stage]:
    """Return the stages that find the acceleration which all forces but those of constraints give."""
    if not model.nv:
        return []
    solve = [*SMOOTH.pick(model).stages]
    solve += [coupled_acceleration] if has_couplings(model) else []
    return [*for_sleep(model, retain_smooth), *solve, *for_sleep(model, restore_smooth)]
