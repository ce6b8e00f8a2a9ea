"""Blocks between two points of flexes, added to the sparse lower triangle efm_K over dofs."""

from corten.enums import JointType
from corten.math import spatial
from corten.math.matrix3 import mul_matT_vec, transpose
from corten.math.vector3 import dot, scale
from corten.runtime import helper
from corten.stages.constraint.row import motion_at, offset_of
from corten.stages.tree import last_dof


@helper
def add_block(m, d, bodies, places, block, factor, alone):
    """Add factor J1' K J2 of points in two bodies, and its transpose unless the point is one alone."""
    parent = m.dof_parentid
    i, last = last_dof(m, bodies[0]), last_dof(m, bodies[1])

    if slides_alone(m, i) and slides_alone(m, last):
        add_three(m, d, i - 2, last - 2, block, factor)
    else:
        arm1, arm2 = offset_of(m, d, bodies[0], places[0]), offset_of(m, d, bodies[1], places[1])
        while i >= 0:
            # K' times the motion by dof i, which the motions by other dofs are multiplied with
            pull = scale(mul_matT_vec(block, spatial.linear(motion_at(d, i, arm1))), factor)
            j = last
            while j >= 0:
                value = dot(pull, spatial.linear(motion_at(d, j, arm2)))
                if alone:
                    value = value if j <= i else 0.0
                else:
                    value = value + value if i == j else value
                if value != 0.0:
                    d.efm_K[find_entry(m, i, j)] += value
                j = parent[j]
            i = parent[i]


@helper
def slides_alone(m, last):
    """Tell whether the dofs that end with `last` are the three slides of a vertex, and all that move it."""
    dof = max(last, 0)
    if last < 0 or m.efmK_three[dof] != 3 or m.dof_parentid[max(dof - 2, 0)] >= 0:
        return False
    slides = m.jnt_type[m.dof_jntid[dof]] == JointType.SLIDE and m.jnt_type[m.dof_jntid[dof - 2]] == JointType.SLIDE
    return slides and m.jnt_type[m.dof_jntid[dof - 1]] == JointType.SLIDE


@helper
def add_three(m, d, i, j, block, factor):
    """Add factor J1' K J2 of two vertices whose first slides are i and j; they may be one, whose K is symmetric."""
    K, rowadr = d.efm_K, m.efmK_rowadr
    row, column = max(i, j), min(i, j)
    # what stands at the entry of dofs r and c is a_r' K a_c with their axes, if i is the row, else a_c' K a_r
    kept = block if i == row else transpose(block)
    ahead = find_entry(m, row, column) - rowadr[row]
    x, y, z = axis_of(d, column), axis_of(d, column + 1), axis_of(d, column + 2)
    for k in range(3):
        pull = scale(mul_matT_vec(kept, axis_of(d, row + k)), factor)
        entry = rowadr[row + k] + ahead
        K[entry] += dot(pull, x)
        if row != column or k > 0:
            K[entry + 1] += dot(pull, y)
        if row != column or k > 1:
            K[entry + 2] += dot(pull, z)


@helper
def axis_of(d, dof):
    """Return the axis of a slide, world."""
    return d.cdof[dof, 3], d.cdof[dof, 4], d.cdof[dof, 5]


@helper
def find_entry(m, i, j):
    """Return where the entry of two dofs stands in efm_K."""
    row, column = max(i, j), min(i, j)
    low, high = m.efmK_rowadr[row], m.efmK_rowadr[row] + m.efmK_rownnz[row] - 1
    while low < high:
        middle = (low + high) >> 1
        if m.efmK_colind[middle] < column:
            low = middle + 1
        else:
            high = middle
    return low
