"""Rows of a single long tree as what they do to bodies: six numbers instead of an entry for each dof above them.

A row of a contact is w' (v2 - v1): v are the motions of its bodies about the centre of mass of their tree, w the
wrench (torque, force) that a unit force of the row puts on body 2, and its opposite on body 1. Products with the
Jacobian J take one pass over the tree and one over the rows; J itself has an entry for each row and each dof up to the
root. Rows of friction loss and of joint limits, which have one entry or three, are kept as they are.
"""

from corten.enums import ConeType, ConstraintType, StepErrorKind
from corten.math import spatial, vector3
from corten.math.spatial import add6, dot6, load6, scale6, store6
from corten.runtime import FloatArray, Vec3, Vec6, helper, stage
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import Requested, Room, scratch
from corten.stages.constraint.contact import count_contact_rows, fill_contact
from corten.stages.constraint.reference import add_all_adhesion, add_surface_velocities, set_references
from corten.stages.constraint.row import offset_of
from corten.stages.inertia.articulated import collect_forces, may_have_long_trees, spread_motion
from corten.stages.tree import count_chain, last_dof

SCRATCH = scratch(
    Field("row_body1", I4, ("maxbodyrow",), "first body of the contact of each row; entries of a row that has none"),
    Field("row_body2", I4, ("maxbodyrow",), "second body; -1 - dof for rows of joints"),
    Field("row_wrench", F8, ("maxbodyrow", 6), "w; the entries of a row of a joint"),
    readers=("corten.stages.solver",),
) + scratch(
    Field("nbodyrow", I4, (), "rows of a long tree"),
    Field("jacobian_missing", I4, (), "1: the Jacobian of contacts is not that of the last step"),
    Field("jacobian_wanted", I4, (), "1: somebody looks at it, so each step computes it; kept by a reset"),
    lasting=True,
)

ROOMS = (
    Room(
        "maxbodyrow",
        "room for rows of a long tree",
        counted_by="nbodyrow",
        first=lambda model: 8 if may_have_long_trees(model) else 0,
    ),
)


@stage
def body_rows(m, d) -> int:
    """Write what each row does to bodies, or to the dofs of a joint."""
    d.nbodyrow = d.nefc
    if d.nefc > d.maxbodyrow:
        d.error_where = d.nefc
        return StepErrorKind.CAPACITY
    row = 0
    while row < d.nefc and d.efc_type[row] < ConstraintType.CONTACT_FRICTIONLESS:
        first = d.efc_J_rowadr[row]
        d.row_body1[row] = d.efc_J_rownnz[row]
        d.row_body2[row] = -1 - d.efc_J_colind[first]
        for k in range(d.efc_J_rownnz[row]):
            d.row_wrench[row, k] = d.efc_J_values[first + k]
        row += 1
    for c in range(d.ncon):
        if d.contact_efc_address[c] >= 0:
            write_contact(m, d, c)
    return 0


@helper
def write_contact(m, d, c: int) -> None:
    """Write the rows of contact c."""
    row, dim, friction = d.contact_efc_address[c], d.contact_dim[c], d.contact_friction
    body1, body2 = m.geom_bodyid[d.contact_geom[c, 0]], m.geom_bodyid[d.contact_geom[c, 1]]
    offset = offset_of(m, d, body2 if last_dof(m, body2) >= 0 else body1, vector3.load3(d.contact_pos, c))

    normal = contact_axis(d, c, 0, offset)
    if dim > 1 and m.opt_cone == ConeType.PYRAMIDAL:
        for j in range(1, dim):
            side = scale6(contact_axis(d, c, j, offset), friction[c, j - 1])
            write_row(d, row + 2 * j - 2, (body1, body2), add6(normal, side))
            write_row(d, row + 2 * j - 1, (body1, body2), spatial.add_scaled6(normal, side, -1.0))
    else:
        for j in range(dim):
            write_row(d, row + j, (body1, body2), contact_axis(d, c, j, offset))


@helper
def contact_axis(d, c: int, j: int, offset: Vec3) -> Vec6:
    """Return the wrench of a unit force (j = 0 to 2) or torque (3 to 5) along an axis of a contact's frame."""
    first, frame = 3 * (j if j < 3 else j - 3), d.contact_frame
    axis = frame[c, first], frame[c, first + 1], frame[c, first + 2]
    force = scale6(spatial.join(vector3.cross(offset, axis), axis), 1.0 if j < 3 else 0.0)
    torque = scale6(spatial.join(axis, (0.0, 0.0, 0.0)), 0.0 if j < 3 else 1.0)
    return add6(force, torque)


@helper
def write_row(d, row: int, bodies: tuple[int, int], wrench: Vec6) -> None:
    """Write one row of a contact."""
    d.row_body1[row] = bodies[0]
    d.row_body2[row] = bodies[1]
    store6(d.row_wrench, row, wrench)


@helper
def mul_body_rows(m, d, x: FloatArray, result: FloatArray) -> None:
    """Write J x into `result`, in the order of rows; x is over dofs."""
    spread_motion(m, d, x)
    read_motions(d, d.body_wrench, x, result)


@helper
def read_motions(d, motion: FloatArray, x: FloatArray, result: FloatArray) -> None:
    """Write J x into `result` where the motions of bodies that follow from x are known."""
    for row in range(d.nefc):
        body1, body2 = d.row_body1[row], d.row_body2[row]
        if body2 >= 0:
            relative = spatial.add_scaled6(load6(motion, body2), load6(motion, body1), -1.0)
            result[row] = dot6(load6(d.row_wrench, row), relative)
        else:
            total = 0.0
            for k in range(body1):
                total += d.row_wrench[row, k] * x[k - body2 - 1]
            result[row] = total


@helper
def mul_body_rows_transposed(m, d, force: FloatArray, result: FloatArray) -> None:
    """Write J' force into `result`, over dofs; force is in the order of rows."""
    push = d.body_wrench

    for b in range(m.nbody):
        store6(push, b, (0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    for row in range(d.nefc):
        body1, body2 = d.row_body1[row], d.row_body2[row]
        if body2 >= 0 and force[row] != 0.0:
            wrench = scale6(load6(d.row_wrench, row), force[row])
            store6(push, body1, spatial.add_scaled6(load6(push, body1), wrench, -1.0))
            store6(push, body2, add6(load6(push, body2), wrench))
    collect_forces(m, d, result)
    for row in range(d.nefc):
        if d.row_body2[row] < 0:
            for k in range(d.row_body1[row]):
                result[k - d.row_body2[row] - 1] += d.row_wrench[row, k] * force[row]


@stage
def body_row_reference(m, d) -> None:
    """Do what `reference_constraint` does, with the motions of bodies that velocities are made of already."""
    read_motions(d, d.cvel, d.qvel, d.efc_vel)
    add_surface_velocities(d)
    set_references(d)
    add_all_adhesion(m, d)


# ---------------------------------------------------------------- the Jacobian, for those who read it


@stage
def jacobian_of_readers(m, d) -> int:
    """Compute the Jacobian of contacts if somebody looks at it."""
    return StepErrorKind.CAPACITY if d.jacobian_wanted != 0 and not write_jacobian(m, d) else 0


@stage
def complete_jacobian(m, d) -> int:
    """Compute the Jacobian of contacts if it was left out."""
    return StepErrorKind.CAPACITY if d.jacobian_missing != 0 and not write_jacobian(m, d) else 0


@helper
def write_jacobian(m, d) -> bool:
    """Write the entries of all contacts behind those of other rows; return whether there is room."""
    end = 0
    row = 0
    while row < d.nefc and d.efc_type[row] < ConstraintType.CONTACT_FRICTIONLESS:
        end = d.efc_J_rowadr[row] + d.efc_J_rownnz[row]
        row += 1
    for c in range(d.ncon):
        first = d.contact_efc_address[c]
        if first >= 0:
            bodies = m.geom_bodyid[d.contact_geom[c, 0]], m.geom_bodyid[d.contact_geom[c, 1]]
            n, nnz = count_contact_rows(m, d, c), count_chain(m, bodies[0], bodies[1], False)
            if end + n * nnz <= d.maxJ:
                for j in range(n):
                    d.efc_J_rowadr[first + j] = end + j * nnz
                    d.efc_J_rownnz[first + j] = nnz
                fill_contact(m, d, c, bodies, (end, nnz))
            end += n * nnz
    d.nJ = end
    if end > d.maxJ:
        d.error_where = d.nefc
        return False
    d.jacobian_missing = 0
    return True


# what steps of models with a long tree leave out
REQUESTED = (
    Requested(
        ("nJ", "efc_J_rownnz", "efc_J_rowadr", "efc_J_colind", "efc_J_values"),
        "jacobian_missing",
        "jacobian_wanted",
        complete_jacobian,
    ),
)
