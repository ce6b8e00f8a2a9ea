"""The mass matrix: composite rigid bodies, armature of drives and tendons, factors and products."""

from corten.constants import MINVAL
from corten.enums import StepErrorKind, TransmissionType, WarningType
from corten.linalg.tree_ldl import factor_tree, mul_tree, solve_tree
from corten.math.spatial import dot6, load6, load10, mul_inertia_vec
from corten.runtime import FloatArray, helper, select, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch

SCRATCH = scratch(
    Field("dof_vector", F8, ("nv",), "a vector over the dofs"),
    Field("dof_product", F8, ("nv",), "its product with a matrix"),
    readers=(
        "corten.compile.derived",
        "corten.deformable.compile",
        "corten.stages.constraint",
        "corten.stages.integrate",
        "corten.stages.metric",
        "corten.stages.transmission",
    ),
)

# ---------------------------------------------------------------- the mass matrix by composite rigid bodies


@stage
def crb(m, d) -> None:
    """Compute the mass matrix: M_ij = cdof_j . (inertia of the subtree of i) cdof_i for j between i and the root."""
    parentid, bodyid, jntid, simplenum = m.body_parentid, m.dof_bodyid, m.dof_jntid, m.dof_simplenum
    armature, rowadr, colind = m.dof_armature, m.M_rowadr, m.M_colind
    cinert, cdof, composite, mass = d.cinert, d.cdof, d.crb, d.M

    # inertia of each subtree: children before parents; the world collects none
    for b in range(m.nbody):
        for k in range(10):
            composite[b, k] = cinert[b, k]
    for b in range(m.nbody - 1, 0, -1):
        parent = parentid[b]
        if parent > 0:
            for k in range(10):
                composite[parent, k] += composite[b, k]

    for i in range(m.nv):
        entry = rowadr[i]

        # the inertia of simple dofs never changes
        if simplenum[i] != 0:
            mass[entry] = m.dof_M0[i]
        else:
            momentum = mul_inertia_vec(load10(composite, bodyid[i]), load6(cdof, i))

            # a row ends at its diagonal; counting its entries instead would tempt LLVM into slow gathers
            while colind[entry] != i:
                mass[entry] = dot6(load6(cdof, colind[entry]), momentum)
                entry += 1
            added = armature[i] + actuator_armature(m, jntid[i])
            mass[entry] = added + dot6(load6(cdof, i), momentum)


# ---------------------------------------------------------------- inertia that drives add to a joint


@helper
def actuator_armature(m, j: int) -> float:
    """Return the inertia that the actuators of joint j add to each of its dofs: armature times gear squared."""
    armature, gear, outadr = m.actuator_armature, m.actuator_gear, m.actuator_outadr
    trntype, trnid, first = m.actuator_trntype, m.actuator_trnid, m.jnt_actuatorid[j]

    # -1: none; below: several, to be searched for
    total = 0.0
    if first >= 0:
        total = armature[first] * (gear[outadr[first], 0] * gear[outadr[first], 0])
    elif first < -1:
        for a in range(m.nactuator):
            kind = trntype[a]
            on_joint = kind == TransmissionType.JOINT or kind == TransmissionType.JOINTINPARENT
            if on_joint and trnid[a, 0] == j:
                total += armature[a] * (gear[outadr[a], 0] * gear[outadr[a], 0])
    return total


# ---- inertia that tendons, and drives that pull on them, have against changes of length


@stage
def tendon_armature(m, d) -> None:
    """Add a J'J to the mass matrix for every tendon with armature a, J its row of the Jacobian."""
    rownnz, rowadr, colind, value = m.ten_J_rownnz, m.ten_J_rowadr, m.ten_J_colind, d.ten_J_value
    mass_adr, mass_nnz, mass_col, mass = m.M_rowadr, m.M_rownnz, m.M_colind, d.M

    for k in range(m.ntendon):
        armature = m.tendon_armature[k] + drive_armature(m, k)
        if armature != 0.0:
            first, last = rowadr[k], rowadr[k] + rownnz[k]
            for row in range(first, last):
                i = colind[row]
                scale = armature * value[row]

                # both rows are in ascending order; the mass matrix has its lower triangle only
                entry = mass_adr[i]
                end = entry + mass_nnz[i]
                for other in range(first, row + 1):
                    while entry < end and mass_col[min(entry, end - 1)] < colind[other]:
                        entry += 1
                    if entry < end and mass_col[min(entry, end - 1)] == colind[other]:
                        mass[entry] += scale * value[other]


@helper
def drive_armature(m, k: int) -> float:
    """Return the inertia that the actuators of tendon k add to it: armature times gear squared."""
    armature, gear, outadr = m.actuator_armature, m.actuator_gear, m.actuator_outadr
    trntype, trnid, first = m.actuator_trntype, m.actuator_trnid, m.tendon_actuatorid[k]

    # -1: none; below: several, to be searched for
    total = 0.0
    if first >= 0:
        total = armature[first] * (gear[outadr[first], 0] * gear[outadr[first], 0])
    elif first < -1:
        for a in range(m.nactuator):
            if trntype[a] == TransmissionType.TENDON and trnid[a, 0] == k:
                total += armature[a] * (gear[outadr[a], 0] * gear[outadr[a], 0])
    return total


# ---------------------------------------------------------------- factors of the mass matrix


@stage
def factor_mass(m, d) -> int:
    """Factor M = L'DL along the kinematic tree; a pivot below 0, or NaN, is CHOLESKY_FAILED at that dof."""
    mass, factor = d.M, d.qLD

    for entry in range(m.nC):
        factor[entry] = mass[entry]
    failed = factor_tree(factor, d.qLDiagInv, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv)
    if failed >= 0:
        d.error_where = failed
        return StepErrorKind.CHOLESKY_FAILED
    count_raised_pivots(m, d, d.qLDiagInv)
    return 0


# ---- counts how often a matrix was singular, so that a pivot had to be raised to MINVAL


# inverse of the smallest pivot that factors have
LARGEST_INVERSE = 1.0 / MINVAL


@helper
def count_raised_pivots(m, d, diag_inv: FloatArray) -> None:
    """Count a WarningType.INERTIA if one of these inverse pivots was raised, with the last such dof."""
    last = -1
    for i in range(m.nv):
        last = select(diag_inv[i] >= LARGEST_INVERSE, i, last)
    count_singular(d, last)


@helper
def count_singular(d, dof: int) -> None:
    """Count a WarningType.INERTIA at a dof; -1 is none."""
    number, info = d.warning_number, d.warning_info

    number[WarningType.INERTIA] += select(dof >= 0, 1, 0)
    info[WarningType.INERTIA] = select(dof >= 0, dof, info[WarningType.INERTIA])


# ---- products with the mass matrix and its inverse, for stages that need them


@helper
def solve_mass(m, d, x: FloatArray) -> None:
    """Replace x, an array over the dofs, by inv(M) x; `factor_mass` comes first."""
    solve_tree(d.qLD, d.qLDiagInv, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, x, 0)


@helper
def mul_mass(m, d, result: FloatArray, x: FloatArray) -> None:
    """Write M x into `result`; both are arrays over the dofs."""
    mul_tree(result, d.M, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, x)


@stage
def solve_dof_vector(m, d) -> None:
    """Replace dof_vector by inv(M) dof_vector, for callers from Python."""
    solve_mass(m, d, d.dof_vector)


@stage
def mul_dof_vector(m, d) -> None:
    """Write M dof_vector into dof_product, for callers from Python."""
    mul_mass(m, d, d.dof_product, d.dof_vector)
