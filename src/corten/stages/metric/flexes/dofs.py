"""Blocks between two points of flexes, added to the sparse lower triangle efm_K over dofs."""

from corten.math import spatial
from corten.math.matrix3 import mul_matT_vec
from corten.math.vector3 import dot, scale
from corten.runtime import helper
from corten.stages.constraint.chain import motion_at, offset_of
from corten.stages.tree.dof_chain import last_dof


@helper
def add_block(m, d, bodies, places, block, factor, alone):
    """Add factor J1' K J2 of points in two bodies, and its transpose unless the point is one alone."""
    parent = m.dof_parentid
    arm1, arm2 = offset_of(m, d, bodies[0], places[0]), offset_of(m, d, bodies[1], places[1])
    last = last_dof(m, bodies[1])

    i = last_dof(m, bodies[0])
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
