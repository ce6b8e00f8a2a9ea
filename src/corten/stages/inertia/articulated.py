"""Long trees without a mass matrix: products with inv(M + E) in time that grows with the number of bodies.

The mass matrix of a chain of n links has n^2 / 2 entries and its factors take n^3 / 6 products, however they are
stored. Articulated bodies (Featherstone 1983, "The Calculation of Robot Dynamics Using Articulated-Body Inertias") need
neither. With the motion axis s of dof i, E a diagonal and all quantities about the centre of mass of the tree, from the
leaves to the root and dof by dof

    U = I s         D = s U + armature + E         I -= U U' / D         I_parent += I

where I begins as the inertia of the body alone. These D are the pivots of M = L'DL, and L_ij = s_j U_i / D_i: so U and
1 / D are its factors, six numbers to a row, and a solution takes one pass to the root and one back:

    u = x - s p        p += U u / D        p_parent += p
    a = a_parent       x = (u - U a) / D   a += s x

M, its factors in full and the inertias of subtrees are computed where there are rows of constraints, whose solvers read
them, and for whoever looks at them (`corten.data.Data.M`).
"""

import numpy as np

from corten.constants import MINVAL
from corten.enums import (
    BiasType,
    DynType,
    EnableBit,
    GainType,
    Integrator,
    JointType,
    SensorType,
    SolverType,
    StepErrorKind,
    TransmissionType,
)
from corten.linalg.tree_ldl import ROUNDINGS
from corten.math.articulated import add_articulated, mul_articulated, remove_axis, store_rigid
from corten.math.spatial import add6, add_scaled6, dot6, load6, load10, mul_inertia_vec, store6
from corten.model import Model
from corten.runtime import FloatArray, helper, select, stage
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import Requested, Room, scratch
from corten.stages.inertia.mass_matrix import actuator_armature, count_raised_pivots, set_mass_matrix
from corten.stages.sleep import may_sleep
from corten.stages.tree import dof_force, gather_wrenches

# mean number of entries in a row of M from which on articulated bodies are faster (measured on chains with dampers)
LONG_ROW = 20


def has_long_trees(model: Model) -> bool:
    """Tell whether a model's trees are so long that its steps do without the mass matrix.

    Tendons may add to it what no body has, flexes and the metric of DISCRETE are made from it, and sleep is left out.
    """
    return may_have_long_trees(model) and model.opt_integrator != Integrator.DISCRETE and not may_sleep(model)


def may_have_long_trees(model: Model) -> bool:
    """Tell whether that is so for some options."""
    return model.nC > LONG_ROW * model.nv and not (model.ntendon or model.nflex)


def reads_mass(model: Model) -> bool:
    """Tell whether a stage other than the solvers reads the mass matrix in each step, or may do so."""
    flags = EnableBit.ENERGY | EnableBit.FWDINV | EnableBit.DIAGEXACT
    implicit = not is_damped_by_dof(model)
    sensors = np.isin(model.sensor_type, (SensorType.E_KINETIC, SensorType.USER, SensorType.PLUGIN)).any()
    return bool(model.opt_enableflags & flags or implicit or sensors or (model.actuator_function >= 0).any())


def is_damped_by_dof(model: Model) -> bool:
    """Tell whether what the integrator adds to the mass matrix is a diagonal.

    That of IMPLICITFAST is where actuators drive single dofs, nothing resists but dampers, and no body floats alone.
    """
    if model.opt_integrator != Integrator.IMPLICITFAST:
        return model.opt_integrator in (Integrator.EULER, Integrator.RK4)
    medium = model.opt_density != 0.0 or model.opt_viscosity != 0.0
    alone = model.tree_dofnum[model.dof_treeid[model.jnt_dofadr[model.jnt_type == JointType.FREE]]] == 6
    on_joints = np.isin(model.actuator_trntype, (TransmissionType.JOINT, TransmissionType.JOINTINPARENT))
    if medium or model.nhill or alone.any() or not on_joints.all():
        return False
    plain = (
        (model.actuator_gaintype, (GainType.FIXED, GainType.AFFINE, GainType.MUSCLE)),
        (model.actuator_biastype, (BiasType.NONE, BiasType.AFFINE, BiasType.MUSCLE)),
        (model.jnt_type[model.actuator_trnid[:, 0]], (JointType.HINGE, JointType.SLIDE)),
    )
    servos = np.isin(model.actuator_dyntype, (DynType.DCMOTOR, DynType.PID)).any()
    return not servos and all(np.isin(values, kinds).all() for values, kinds in plain)


def has_long_single_tree(model: Model) -> bool:
    """Tell whether Newton's method does without the mass matrix and the Jacobian: all rows are those of one long tree.

    Equalities and the correction of friction make rows, or products of rows, that tie bodies to each other. A chain of
    40 links on the ground takes 0.4 of the time, but 1.3 times that of lanes in a batch.
    """
    newton = model.opt_solver == SolverType.NEWTON and model.opt_noslip_iterations == 0 and not model.neq
    return model.ntree == 1 and newton and has_long_trees(model) and not reads_mass(model)


SCRATCH = scratch(
    Field("body_articulated", F8, ("nlongbody", 21), "articulated inertia about the tree's centre of mass"),
    Field("body_wrench", F8, ("nlongbody", 6), "p, then the acceleration of each body"),
    Field("dof_added", F8, ("nlongdof",), "inertia that is added to each dof alone"),
    Field("dof_U", F8, ("nlongdof", 6), "U of M"),
    Field("damped_U", F8, ("nlongdof", 6), "U of M with implicit damping"),
    readers=("corten.stages.constraint", "corten.stages.integrate", "corten.stages.smooth", "corten.stages.solver"),
) + scratch(
    Field("mass_missing", I4, (), "1: crb, M and qLD are not those of the last step"),
    Field("mass_wanted", I4, (), "1: somebody looks at them, so each step computes them; kept by a reset"),
    lasting=True,
)

ROOMS = (
    Room(
        "nlongdof", "dofs of models with long trees, else 0", first=lambda model: model.nv * may_have_long_trees(model)
    ),
    Room(
        "nlongbody",
        "bodies of models with long trees, else 0",
        first=lambda model: model.nbody * may_have_long_trees(model),
    ),
)

# ---------------------------------------------------------------- factors


@stage
def articulated_inertia(m, d) -> int:
    """Factor M, which is not formed: U, and 1 / D in qLDiagInv; a pivot below 0, or NaN, is CHOLESKY_FAILED."""
    d.mass_missing = 1
    failed = articulate(m, d)
    if failed >= 0:
        d.error_where = failed
        return StepErrorKind.CHOLESKY_FAILED
    count_raised_pivots(m, d, d.qLDiagInv)
    return 0


@helper
def articulate(m, d) -> int:
    """Factor M; return -1, or the first dof met that failed."""
    for i in range(m.nv):
        d.dof_added[i] = own_armature(m, i)
    return factor_articulated(m, d, d.dof_U, d.qLDiagInv)


@helper
def own_armature(m, i: int) -> float:
    """Return the inertia of the drives of dof i."""
    return m.dof_armature[i] + actuator_armature(m, m.dof_jntid[i])


@helper
def factor_articulated(m, d, axis_force: FloatArray, diag_inv: FloatArray) -> int:
    """Write U and 1 / D of M, with dof_added on its diagonal; return -1, or the first dof met that failed."""
    set_rigid_inertias(m, d)
    return eliminate_dofs(m, d, axis_force, diag_inv)


@helper
def set_rigid_inertias(m, d) -> None:
    """Begin with the inertia of each body alone."""
    for b in range(1, m.nbody):
        store_rigid(d.body_articulated, b, load10(d.cinert, b))


@helper
def eliminate_dofs(m, d, axis_force: FloatArray, diag_inv: FloatArray) -> int:
    """Write U and 1 / D for body_articulated and dof_added as they are; return -1, or the first dof that failed."""
    parentid, dofadr, dofnum, inertia = m.body_parentid, m.body_dofadr, m.body_dofnum, d.body_articulated

    failed = -1
    for b in range(m.nbody - 1, 0, -1):
        for i in range(dofadr[b] + dofnum[b] - 1, dofadr[b] - 1, -1):
            failed = give_way(m, d, axis_force, diag_inv, b, i, failed)
        if parentid[b] > 0:
            add_articulated(inertia, parentid[b], b)
    return failed


@helper
def give_way(m, d, axis_force: FloatArray, diag_inv: FloatArray, b: int, i: int, failed: int) -> int:
    """Let dof i of body b give way; return the first dof that failed, as `tree_ldl.take_pivot` does."""
    axis, added = load6(d.cdof, i), d.dof_added[i]
    force = mul_articulated(d.body_articulated, b, axis)
    own = dot6(axis, force)

    # the inertia of simple dofs never changes, and they have no others beside them
    simple = m.dof_simplenum[i] != 0
    own = select(simple, m.dof_M0[i] - own_armature(m, i), own)
    pivot = own + added
    failed = select(pivot >= -ROUNDINGS * (abs(own) + abs(added)) or failed >= 0, failed, i)
    inverse = 1.0 / max(pivot, MINVAL)
    diag_inv[i] = inverse
    if simple:
        force = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    store6(axis_force, i, force)
    remove_axis(d.body_articulated, b, force, inverse)
    return failed


@helper
def solve_articulated(m, d, axis_force: FloatArray, diag_inv: FloatArray, x: FloatArray) -> None:
    """Replace x, an array over the dofs, by the solution for what `factor_articulated` has factored."""
    parentid, dofadr, dofnum, cdof, wrench = m.body_parentid, m.body_dofadr, m.body_dofnum, d.cdof, d.body_wrench
    zero = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0

    for b in range(m.nbody):
        store6(wrench, b, zero)
    for b in range(m.nbody - 1, 0, -1):
        p = load6(wrench, b)
        for i in range(dofadr[b] + dofnum[b] - 1, dofadr[b] - 1, -1):
            u = x[i] - dot6(load6(cdof, i), p)
            x[i] = u
            p = add_scaled6(p, load6(axis_force, i), u * diag_inv[i])
        parent = parentid[b]
        if parent > 0:
            store6(wrench, parent, add6(load6(wrench, parent), p))

    # the world, whose row is still zero, is not accelerated
    for b in range(1, m.nbody):
        a = load6(wrench, parentid[b])
        for i in range(dofadr[b], dofadr[b] + dofnum[b]):
            value = (x[i] - dot6(load6(axis_force, i), a)) * diag_inv[i]
            x[i] = value
            a = add_scaled6(a, load6(cdof, i), value)
        store6(wrench, b, a)


# ---------------------------------------------------------------- products


@helper
def spread_motion(m, d, x: FloatArray) -> None:
    """Write the motion of each body for the motion x of the dofs into body_wrench: sums of s x from the root on."""
    parentid, dofadr, dofnum, motion = m.body_parentid, m.body_dofadr, m.body_dofnum, d.body_wrench

    store6(motion, 0, (0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    for b in range(1, m.nbody):
        a = load6(motion, parentid[b])
        for i in range(dofadr[b], dofadr[b] + dofnum[b]):
            a = add_scaled6(a, load6(d.cdof, i), x[i])
        store6(motion, b, a)


@helper
def collect_forces(m, d, result: FloatArray) -> None:
    """Write the force on each dof of what pushes the bodies, body_wrench, which is added up towards the root."""
    gather_wrenches(d.body_wrench, m.body_parentid, m.nbody)
    for i in range(m.nv):
        result[i] = dof_force(d.cdof, d.body_wrench, i, m.dof_bodyid[i])


@helper
def mul_articulated_mass(m, d, x: FloatArray, result: FloatArray) -> None:
    """Write M x into `result`: the forces of bodies that are accelerated by x, and of armature."""
    spread_motion(m, d, x)
    for b in range(1, m.nbody):
        store6(d.body_wrench, b, mul_inertia_vec(load10(d.cinert, b), load6(d.body_wrench, b)))
    collect_forces(m, d, result)
    for i in range(m.nv):
        result[i] += own_armature(m, i) * x[i]


# ---------------------------------------------------------------- the mass matrix, for those who read it


@stage
def mass_of_readers(m, d) -> None:
    """Compute M and its factors if somebody looks at them."""
    if d.mass_wanted != 0:
        expand_mass(m, d)


@stage
def mass_of_rows(m, d) -> None:
    """Compute M and its factors if there are rows of constraints, or if somebody looks at them."""
    if d.nefc > 0 or d.mass_wanted != 0:
        expand_mass(m, d)


@stage
def complete_mass(m, d) -> None:
    """Compute M and its factors if they were left out; bodies may have been moved since the factors U were made."""
    if d.mass_missing != 0:
        articulate(m, d)
        expand_mass(m, d)


@helper
def expand_mass(m, d) -> None:
    """Compute inertias of subtrees, M, and its factors from U and 1 / D."""
    set_mass_matrix(m, d)
    d.mass_missing = 0
    expand_factors(m, d, d.qLD, d.dof_U, d.qLDiagInv)


@helper
def expand_factors(m, d, factor: FloatArray, axis_force: FloatArray, diag_inv: FloatArray) -> None:
    """Write L and D in the storage of M: L_ij = s_j U_i / D_i."""
    rowadr, colind, cdof = m.M_rowadr, m.M_colind, d.cdof

    for i in range(m.nv):
        entry, force, inverse = rowadr[i], load6(axis_force, i), diag_inv[i]
        while colind[entry] != i:
            factor[entry] = dot6(load6(cdof, colind[entry]), force) * inverse
            entry += 1
        factor[entry] = 1.0 / inverse


# what steps of models with long trees leave out
REQUESTED = (Requested(("crb", "M", "qLD"), "mass_missing", "mass_wanted", complete_mass),)
