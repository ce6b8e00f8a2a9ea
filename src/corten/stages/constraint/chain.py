"""The Jacobian of the relative motion of two bodies, over the dofs that move them.

The dofs of both paths to the root are merged, ascending. Paths are walked from the bodies down to the root, so rows
are filled from behind.
"""

from corten.math import spatial, vector3
from corten.runtime import helper
from corten.stages.tree.dof_chain import last_dof


@helper
def offset_of(m, d, body, point):
    """Return where a point lies, seen from the centre of mass of the body's tree [m]."""
    return vector3.sub(point, vector3.load3(d.subtree_com, m.body_rootid[body]))


@helper
def motion_at(d, dof, offset):
    """Return the 6D motion (rotation, translation) that unit speed of a dof gives to a point at this offset."""
    return spatial.shift_motion(spatial.load6(d.cdof, dof), offset)


@helper
def fill_difference(m, d, entries, bodies, points, n):
    """Fill n rows (3 or 6) with the motion of point 1 on body 1 less that of point 2 on body 2.

    entries: (first entry, dofs in the merged chain); translation in the first three rows, rotation in the others.
    """
    parent = m.dof_parentid
    offset1 = offset_of(m, d, bodies[0], points[0])
    offset2 = offset_of(m, d, bodies[1], points[1])
    a = last_dof(m, bodies[0])
    b = last_dof(m, bodies[1])
    k = entries[1] - 1
    while k >= 0:
        top = max(a, b)
        motion1 = spatial.scale6(motion_at(d, top, offset1), 1.0 if a == top else 0.0)
        motion2 = spatial.scale6(motion_at(d, top, offset2), -1.0 if b == top else 0.0)
        motion = spatial.add6(motion1, motion2)
        store_column(d, entries[0] + k, entries[1], top, spatial.linear(motion))
        if n > 3:
            store_column(d, entries[0] + 3 * entries[1] + k, entries[1], top, spatial.angular(motion))
        a = parent[top] if a == top else a
        b = parent[top] if b == top else b
        k -= 1


@helper
def store_column(d, entry, nnz, dof, values):
    """Write the entries of a dof into three rows, of which the first has it at `entry`."""
    d.efc_J_colind[entry] = dof
    d.efc_J_colind[entry + nnz] = dof
    d.efc_J_colind[entry + 2 * nnz] = dof
    d.efc_J_values[entry] = values[0]
    d.efc_J_values[entry + nnz] = values[1]
    d.efc_J_values[entry + 2 * nnz] = values[2]
