"""Cells of interpolated flexes, and faces of shells, that yield. Their plastic state is a strain in their own frames.

It has six numbers for each cell, xx, yy, zz, 2 xy, 2 xz, 2 yz, and three for each face along its two axes. The strain
is that of the stretch U in the gradient of the middle, R U, less the plastic one.
"""

from corten.deformable.kinematics.cells import (
    cell_gradient,
    count_cells,
    face_gradient,
    face_place,
    has_stiffness,
    list_cell_nodes,
)
from corten.deformable.plasticity.elements import TWO_THIRDS, flow_share
from corten.math.matrix3 import mul_matT_mat
from corten.math.polar import nearest_rotation
from corten.math.quaternion import quat_to_mat
from corten.runtime import helper, sqrt

# most that a cell or face deforms for good: norm of its plastic strain (MuJoCo's value)
MOST = 0.35

# part of the squared trace in the squared strain of a face that is pulled (MuJoCo's value)
THINNING = 0.375


@helper
def yield_cells(m, d, f):
    """Map the strains of all cells or faces of a flex, whose nodes were moved on by a step, back to what they bear."""
    for cell in range(count_cells(m, f)):
        if has_stiffness(m, f, cell):
            list_cell_nodes(m, d, f, cell)
            if m.flex_interp[f] > 0:
                yield_cell(m, d, f, cell)
            else:
                yield_face(m, d, f, cell)


@helper
def stretch_of(gradient):
    """Return the stretch in a gradient: xx, yy, zz, and twice xy, xz, yz."""
    u = mul_matT_mat(quat_to_mat(nearest_rotation(gradient)), gradient)
    return u[0], u[4], u[8], u[1] + u[3], u[2] + u[6], u[5] + u[7]


@helper
def yield_cell(m, d, f, cell):
    """Add the deviator that is too much to the plastic strain of a cell."""
    p, plastic = m.flex_plasticadr[f] + 6 * cell, d.plastic
    x, y, z, xy, xz, yz = stretch_of(cell_gradient(m, d, f))
    x, y, z = x - 1.0 - plastic[p], y - 1.0 - plastic[p + 1], z - 1.0 - plastic[p + 2]
    xy, xz, yz = xy - plastic[p + 3], xz - plastic[p + 4], yz - plastic[p + 5]
    mean = (x + y + z) / 3.0
    x, y, z = x - mean, y - mean, z - mean
    share = flow_share(TWO_THIRDS * (x * x + y * y + z * z + 0.5 * (xy * xy + xz * xz + yz * yz)), m.flex_yield[f, 0])
    if share > 0.0:
        x, y, z = plastic[p] + share * x, plastic[p + 1] + share * y, plastic[p + 2] + share * z
        xy, xz, yz = plastic[p + 3] + share * xy, plastic[p + 4] + share * xz, plastic[p + 5] + share * yz
        kept = kept_share(x * x + y * y + z * z + 0.5 * (xy * xy + xz * xz + yz * yz))
        plastic[p], plastic[p + 1], plastic[p + 2] = kept * x, kept * y, kept * z
        plastic[p + 3], plastic[p + 4], plastic[p + 5] = kept * xy, kept * xz, kept * yz


@helper
def kept_share(squared):
    """Return by what a plastic strain, given the square of its norm, is to be multiplied."""
    return MOST / sqrt(squared) if squared > MOST * MOST else 1.0


@helper
def yield_face(m, d, f, face):
    """Add what is too much to the plastic strain of a face: all of it where it is pulled, else the deviator."""
    p, plastic = m.flex_plasticadr[f] + 3 * face, d.plastic
    side, _within = face_place(m, f, face)
    normal = side // 2
    x, y, z, xy, xz, yz = stretch_of(face_gradient(m, d, f, normal))
    # along the two axes that follow the normal one
    first = y if normal == 0 else (z if normal == 1 else x)
    second = z if normal == 0 else (x if normal == 1 else y)
    shear = (yz if normal == 0 else (xz if normal == 1 else xy)) - plastic[p + 2]
    first, second = first - 1.0 - plastic[p], second - 1.0 - plastic[p + 1]
    trace = first + second
    across = first - second
    squared = TWO_THIRDS * 0.5 * (across * across + shear * shear)
    pulled = trace >= 0.0
    if pulled:
        squared += TWO_THIRDS * THINNING * trace * trace
    share, spread = flow_share(squared, m.flex_yield[f, 0]), 0.0 if pulled else 0.5 * trace
    if share > 0.0:
        first, second = plastic[p] + share * (first - spread), plastic[p + 1] + share * (second - spread)
        shear = plastic[p + 2] + share * shear
        kept = kept_share(first * first + second * second + 0.5 * shear * shear)
        plastic[p], plastic[p + 1], plastic[p + 2] = kept * first, kept * second, kept * shear
