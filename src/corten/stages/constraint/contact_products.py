"""Products of the Jacobian with vectors over the dofs, in which rows of contacts are left to the motions of bodies.

A vector x over the dofs gives each body a motion V. A row of a contact asks for a part of the motion of body 2 at the
point of the contact less that of body 1 there:

    J x = axis . (V2 - V1),    V_b = sum of cdof_i x_i over the dofs that move body b

One pass over the tree and one over the contacts take the place of an entry for each row and each dof up to the root.
Environments that share instructions take the contacts of the same geoms together, so that no index differs; they need
no entries of contacts. All other rows have few entries, which are read.
"""

from corten.enums import ConeType
from corten.math import matrix3, spatial, vector3
from corten.math.spatial import add_scaled6, load6, store6
from corten.runtime import FloatArray, Vec3, Vec6, helper, reduce_max
from corten.stages.collision.broad.candidates import lowest_pair
from corten.stages.constraint.row import offset_of


@helper
def move_bodies(m, d, x: FloatArray, motion: FloatArray) -> None:
    """Write the motion of each body for the motion x of the dofs."""
    parentid, dofadr, dofnum = m.body_parentid, m.body_dofadr, m.body_dofnum

    store6(motion, 0, (0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    for b in range(1, m.nbody):
        moved = load6(motion, parentid[b])
        for i in range(dofadr[b], dofadr[b] + dofnum[b]):
            moved = add_scaled6(moved, load6(d.cdof, i), x[i])
        store6(motion, b, moved)


@helper
def mul_moving_rows(m, d, x: FloatArray, motion: FloatArray, result: FloatArray) -> None:
    """Write J x into `result`, where `motion` is that of the bodies for x."""
    rownnz, rowadr, colind, values = d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind, d.efc_J_values
    others = d.ne + d.nf + d.nl

    for r in range(reduce_max(others)):
        if r < others:
            total, first = 0.0, rowadr[r]
            for k in range(first, first + rownnz[r]):
                total += values[k] * x[colind[k]]
            result[r] = total
    mul_contact_rows(m, d, motion, result)


@helper
def mul_contact_rows(m, d, motion: FloatArray, result: FloatArray) -> None:
    """Write the products of the rows of contacts."""
    for c in range(reduce_max(d.ncon)):
        waits = c < d.ncon
        if waits:
            waits = d.contact_efc_address[c] >= 0
        g1, g2 = d.contact_geom[c, 0], d.contact_geom[c, 1]
        while reduce_max(1 if waits else 0) > 0:
            first, second, here = lowest_pair(g1, g2, waits)
            waits = waits and not here
            if here:
                point = vector3.load3(d.contact_pos, c)
                after = motion_of_point(m, d, motion, m.geom_bodyid[second], point)
                before = motion_of_point(m, d, motion, m.geom_bodyid[first], point)
                store_products(m, d, c, add_scaled6(after, before, -1.0), result)


@helper
def motion_of_point(m, d, motion: FloatArray, body: int, point: Vec3) -> Vec6:
    """Return the motion of a body where a point is."""
    return spatial.shift_motion(load6(motion, body), offset_of(m, d, body, point))


@helper
def store_products(m, d, c: int, motion: Vec6, result: FloatArray) -> None:
    """Write what the rows of contact c make of the relative motion of its bodies."""
    row, dim, frame = d.contact_efc_address[c], d.contact_dim[c], matrix3.load9(d.contact_frame, c)
    along, about = matrix3.mul_mat_vec(frame, spatial.linear(motion)), (0.0, 0.0, 0.0)
    if dim > 3:
        about = matrix3.mul_mat_vec(frame, spatial.angular(motion))
    if dim == 1:
        result[row] = along[0]
    elif m.opt_cone == ConeType.PYRAMIDAL:
        friction = d.contact_friction
        store_edges(result, row, along[0], friction[c, 0] * along[1])
        store_edges(result, row + 2, along[0], friction[c, 1] * along[2])
        if dim > 3:
            store_edges(result, row + 4, along[0], friction[c, 2] * about[0])
        if dim > 4:
            store_edges(result, row + 6, along[0], friction[c, 3] * about[1])
            store_edges(result, row + 8, along[0], friction[c, 4] * about[2])
    else:
        result[row] = along[0]
        result[row + 1] = along[1]
        result[row + 2] = along[2]
        if dim > 3:
            result[row + 3] = about[0]
        if dim > 4:
            result[row + 4] = about[1]
            result[row + 5] = about[2]


@helper
def store_edges(result: FloatArray, row: int, normal: float, side: float) -> None:
    """Write the products of two opposite edges of a pyramid."""
    result[row] = normal + side
    result[row + 1] = normal - side
