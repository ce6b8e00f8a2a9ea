"""Weld: two bodies, or two sites, keep their relative position and orientation.

The rotation error is the vector part of e = conj(q2) q1 relpose, times torquescale; its rate for a relative angular
velocity w is that of conj(q2) w q1 relpose / 2.
"""

from corten.math import vector3
from corten.math.quaternion import mul_quat, mul_quat_axis
from corten.runtime import helper
from corten.stages.constraint.anchors import equality_bodies, equality_points, weld_orientations
from corten.stages.constraint.chain import fill_difference
from corten.stages.constraint.connect import set_three_rows
from corten.stages.constraint.row import add_rows, drop_empty_rows
from corten.stages.tree.dof_chain import count_chain


@helper
def add_weld(m, d, i):
    """Add six rows for equality i: difference of the points, then error of the orientation."""
    bodies = equality_bodies(m, i)
    nnz = count_chain(m, bodies[0], bodies[1], True)
    row, entry = add_rows(d, 6, nnz)
    if row >= 0:
        points = equality_points(m, d, i)
        inverse2, wanted = weld_orientations(m, d, i, bodies)
        torquescale = m.eq_data[i, 10]
        error = mul_quat(inverse2, wanted)
        fill_difference(m, d, (entry, nnz), bodies, points, 6)
        turn_rotation(d, (entry + 3 * nnz, nnz), inverse2, wanted, torquescale)
        set_three_rows(d, row, i, (entry, nnz), vector3.sub(points[0], points[1]))
        angle = vector3.scale((error[1], error[2], error[3]), torquescale)
        set_three_rows(d, row + 3, i, (entry + 3 * nnz, nnz), angle)
        drop_empty_rows(m, d, row, 6)


@helper
def turn_rotation(d, entries, inverse2, wanted, torquescale):
    """Turn three rows of relative angular velocity into rows of the rate of the rotation error."""
    values, nnz = d.efc_J_values, entries[1]
    for k in range(nnz):
        x = entries[0] + k
        turn = (values[x], values[x + nnz], values[x + 2 * nnz])
        rate = mul_quat(mul_quat_axis(inverse2, turn), wanted)
        values[x] = 0.5 * rate[1] * torquescale
        values[x + nnz] = 0.5 * rate[2] * torquescale
        values[x + 2 * nnz] = 0.5 * rate[3] * torquescale
