"""The stiffness of the cells of interpolated flexes, turned as they are."""

from corten.math import quaternion
from corten.math.matrix3 import mul_mat_mat, mul_mat_matT
from corten.runtime import helper, stage
from corten.stages.flex.cells import (
    cell_entry,
    cell_rotation,
    count_cell_nodes,
    count_cells,
    has_stiffness,
    list_cell_nodes,
)
from corten.stages.passive.flex.cells import has_cells


@stage
def turn_cells(m, d):
    """Set flexelem_krot = R K R' of each cell, or face of a shell, block by block.

    reads:  m.flex_stiffness m.flex_node0 d.flexnode_xpos
    writes: d.flexelem_krot d.flex_cell_node
    """
    for f in range(m.nflex):
        if has_cells(m, f):
            nodes = count_cell_nodes(m, f)
            for cell in range(count_cells(m, f)):
                if has_stiffness(m, f, cell):
                    list_cell_nodes(m, d, f, cell)
                    turn = quaternion.quat_to_mat(cell_rotation(m, d, f, cell))
                    turn_blocks(m, d, cell_entry(m, f, cell), nodes, turn)


@helper
def load_block(values, entry, n, i, j):
    """Return the block of 3 x 3 of nodes i and j of a matrix of n columns that begins at `entry`."""
    a = entry + 3 * i * n + 3 * j
    b, c = a + n, a + 2 * n
    return (
        values[a],
        values[a + 1],
        values[a + 2],
        values[b],
        values[b + 1],
        values[b + 2],
        values[c],
        values[c + 1],
        values[c + 2],
    )


@helper
def turn_blocks(m, d, entry, nodes, turn):
    """Write the turned blocks of one cell."""
    n, result = 3 * nodes, d.flexelem_krot
    for i in range(nodes):
        for j in range(nodes):
            block = mul_mat_matT(mul_mat_mat(turn, load_block(m.flex_stiffness, entry, n, i, j)), turn)
            a = entry + 3 * i * n + 3 * j
            result[a], result[a + 1], result[a + 2] = block[0], block[1], block[2]
            result[a + n], result[a + n + 1], result[a + n + 2] = block[3], block[4], block[5]
            result[a + 2 * n], result[a + 2 * n + 1], result[a + 2 * n + 2] = block[6], block[7], block[8]
