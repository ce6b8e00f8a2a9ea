"""Outer products of rows, added to a matrix in blocks: w J' J for one row or for four that have the same blocks.

The rows are added one after the other, so that the sum does not depend on how they are grouped. Environments that share
instructions share blocks of rows, too: products of those that none has together have no place in the matrix.
"""

from corten.runtime import helper, uniform
from corten.stages.constraint.block_rows import block_at


@helper
def first_beside(d, at, i):
    """Return which block of the row that begins at entry `at` first has a place beside block i: the first of all."""
    return 0


@first_beside.version(machine="lanes")
def first_beside_in_lanes(d, at, i):
    """Return the same where the row may be that of several environments."""
    begin, j = uniform(d.hessian_first[block_at(d, at, i)]), 0
    while block_at(d, at, j) < begin:
        j += 1
    return j


@helper
def add_row(d, num, at, weight):
    """Add w J' J of the row whose `num` blocks begin at entry `at` to the Hessian."""
    target, adr, J = d.hessian, d.hessian_adr, d.iefc_J
    at = uniform(at)

    for i in range(num):
        a = at + i
        x0, x1, x2, x3 = weight * J[a, 0], weight * J[a, 1], weight * J[a, 2], weight * J[a, 3]
        start = uniform(adr[block_at(d, at, i)])
        for j in range(at + first_beside(d, at, i), a + 1):
            entry = start + 16 * block_at(d, at, j - at)
            for c in range(4):
                y = J[j, c]
                place = entry + 4 * c
                h0, h1 = target[place] + x0 * y, target[place + 1] + x1 * y
                h2, h3 = target[place + 2] + x2 * y, target[place + 3] + x3 * y
                target[place] = h0
                target[place + 1] = h1
                target[place + 2] = h2
                target[place + 3] = h3


@helper
def add_four_rows(d, num):
    """Add w J' J of the four rows of group_entry, which have the same `num` blocks, to the Hessian."""
    weight, entry, J = d.group_weight, d.group_entry, d.iefc_J
    at = uniform(entry[0]), uniform(entry[1]), uniform(entry[2]), uniform(entry[3])
    wa, wb, wc, we = weight[0, 0], weight[0, 1], weight[0, 2], weight[0, 3]

    for i in range(num):
        a, b, c, e = at[0] + i, at[1] + i, at[2] + i, at[3] + i
        first = wa * J[a, 0], wa * J[a, 1], wa * J[a, 2], wa * J[a, 3]
        second = wb * J[b, 0], wb * J[b, 1], wb * J[b, 2], wb * J[b, 3]
        third = wc * J[c, 0], wc * J[c, 1], wc * J[c, 2], wc * J[c, 3]
        fourth = we * J[e, 0], we * J[e, 1], we * J[e, 2], we * J[e, 3]
        add_block_row(d, d.hessian, i, at, (first, second, third, fourth))


@helper
def add_block_row(d, target, i, at, scaled):
    """Add the products of block i of four scaled rows with blocks 0 to i of the rows that begin at the entries `at`."""
    adr, J = d.hessian_adr, d.iefc_J
    x, y, z, w = scaled

    start = uniform(adr[block_at(d, at[0], i)])
    for j in range(i + 1):
        entry = start + 16 * block_at(d, at[0], j)
        for c in range(4):
            p, q, r, s = J[at[0] + j, c], J[at[1] + j, c], J[at[2] + j, c], J[at[3] + j, c]
            place = entry + 4 * c
            h0 = (((target[place] + x[0] * p) + y[0] * q) + z[0] * r) + w[0] * s
            h1 = (((target[place + 1] + x[1] * p) + y[1] * q) + z[1] * r) + w[1] * s
            h2 = (((target[place + 2] + x[2] * p) + y[2] * q) + z[2] * r) + w[2] * s
            h3 = (((target[place + 3] + x[3] * p) + y[3] * q) + z[3] * r) + w[3] * s
            target[place] = h0
            target[place + 1] = h1
            target[place + 2] = h2
            target[place + 3] = h3


@add_block_row.version(machine="lanes")
def add_block_row_in_lanes(d, target, i, at, scaled):
    """Do the same in two goes: what four rows of lanes are multiplied with needs all registers that there are."""
    start = uniform(d.hessian_adr[block_at(d, at[0], i)])
    x, y, z, w = scaled
    add_two_of_four(d, target, start, i, at, ((x[0], x[1]), (y[0], y[1]), (z[0], z[1]), (w[0], w[1])))
    add_two_of_four(d, target, start + 2, i, at, ((x[2], x[3]), (y[2], y[3]), (z[2], z[3]), (w[2], w[3])))


@helper
def add_two_of_four(d, target, start, i, at, scaled):
    """Add the products of two of four places of block i; `start` is that of the first of them."""
    J = d.iefc_J
    x, y, z, w = scaled

    for j in range(first_beside(d, at[0], i), i + 1):
        entry = start + 16 * block_at(d, at[0], j)
        for c in range(4):
            p, q, r, s = J[at[0] + j, c], J[at[1] + j, c], J[at[2] + j, c], J[at[3] + j, c]
            place = entry + 4 * c
            target[place] = (((target[place] + x[0] * p) + y[0] * q) + z[0] * r) + w[0] * s
            target[place + 1] = (((target[place + 1] + x[1] * p) + y[1] * q) + z[1] * r) + w[1] * s
