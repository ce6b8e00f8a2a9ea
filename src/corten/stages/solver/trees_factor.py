"""The factor L D L' of the Hessian of an island of many trees, by supernodes, and solutions with it.

Left-looking (Ng and Peyton 1993, "Block sparse Cholesky algorithms on advanced uniprocessor computers"): when the turn
of a supernode comes, each earlier one that has it among its members, a descendant, gives its part,

    A(rows, columns) -= L(rows of the descendant from there on) D L(rows of the descendant in this supernode)'

computed four columns at a time where rows lie side by side, in the descendant, and subtracted where this supernode has
them. Then the supernode is factored as a dense piece. Descendants wait on the list of the next supernode that they
concern.
"""

from corten.constants import MINVAL
from corten.linalg.block_envelope import no_sums
from corten.linalg.envelope_update import add_multiple
from corten.runtime import FloatArray, Vec4, helper
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch

SCRATCH = scratch(
    Field(
        "snode_factor",
        F8,
        ("maxfactor",),
        "Hessian of an island, then L, with D on the diagonal, by supernodes",
    ),
    Field("pivot_inverse", F8, ("nv_D",), "1 / D, by idof"),
    Field("snode_head", I4, ("ntreeD",), "first of the descendants that wait for each supernode, -1 for none"),
    Field("snode_next", I4, ("ntreeD",), "next of the descendants that wait for the same one"),
    Field("snode_cursor", I4, ("ntreeD",), "member of each descendant that is its next"),
    Field("place_row", I4, ("ntreeD",), "first row of each place in the supernode whose turn it is"),
    Field("part_row", I4, ("ntreeD",), "rows that follow each other in a descendant and in the supernode: the first"),
    Field("part_end", I4, ("ntreeD",), "first row behind them"),
    Field("part_shift", I4, ("ntreeD",), "what leads from rows of the descendant to those of the supernode"),
    Field("snode_product", F8, (4, "nv_D"), "products of rows with four of them"),
    Field("snode_four", F8, ("nv_D", 4), "these four, times the pivots, column by column"),
    Field("snode_square", F8, (10,), "1 / D of four rows, and L below their diagonal, by columns"),
)


@helper
def factor_supernodes(d) -> None:
    """Replace the Hessian by its factor, and write 1 / D to pivot_inverse."""
    for s in range(d.nsnode):
        d.snode_head[s] = -1
    for s in range(d.nsnode):
        number_rows(d, s)
        o = d.snode_head[s]
        while o >= 0:
            following = d.snode_next[o]
            subtract_descendant(d, o, s)
            o = following
        factor_supernode(d, s)
        d.snode_cursor[s] = d.snode_begin[s]
        await_turn(d, s)


@helper
def number_rows(d, s: int) -> None:
    """Note where the rows of each place begin in a supernode."""
    first = d.place_dof[d.snode_place[s]]
    for place in range(d.snode_place[s], d.snode_end[s]):
        d.place_row[place] = d.place_dof[place] - first
    for k in range(d.snode_begin[s], d.snode_begin[s] + d.snode_members[s]):
        d.place_row[d.snode_member[k]] = d.snode_offset[k]


@helper
def await_turn(d, o: int) -> None:
    """Put a supernode on the list of the one that its next member belongs to."""
    if d.snode_cursor[o] < d.snode_begin[o] + d.snode_members[o]:
        s = d.place_snode[d.snode_member[d.snode_cursor[o]]]
        d.snode_next[o] = d.snode_head[s]
        d.snode_head[s] = o


@helper
def subtract_descendant(d, o: int, s: int) -> None:
    """Subtract the part of descendant o from supernode s, and let o wait for the next."""
    values, product, target = d.snode_factor, d.snode_product, d.snode_adr[s]
    stride, begin = d.snode_stride[s], d.snode_cursor[o]
    end = find_runs(d, o, s)

    rows, source, step, width = d.snode_rows[o], d.snode_adr[o], d.snode_stride[o], d.snode_width[o]
    first = d.snode_offset[begin]
    last = rows
    if end < d.snode_begin[o] + d.snode_members[o]:
        last = d.snode_offset[end]
    run = 0
    for j in range(first, last, 4):
        multiply_rows(d, source, step, (j, rows, width))
        for c in range(min(4, last - j)):
            while j + c >= d.part_end[run]:
                run += 1
            column = target + stride * (j + c + d.part_shift[run])
            row, other = j + c, run
            while row < rows:
                count = d.part_end[other] - row
                subtract_run(values, product, column + row + d.part_shift[other], c, (row - j, count))
                row += count
                other += 1
    d.snode_cursor[o] = end
    await_turn(d, o)


@helper
def find_runs(d, o: int, s: int) -> int:
    """List the rows of a descendant from its next member on in runs; return the first member behind those of s."""
    count, end = 0, d.snode_cursor[o]
    for k in range(d.snode_cursor[o], d.snode_begin[o] + d.snode_members[o]):
        place, row = d.snode_member[k], d.snode_offset[k]
        shift = d.place_row[place] - row
        if count == 0 or d.part_shift[max(count - 1, 0)] != shift:
            d.part_row[count] = row
            d.part_shift[count] = shift
            count += 1
        d.part_end[count - 1] = row + d.place_end[place] - d.place_dof[place]
        if place < d.snode_end[s]:
            end = k + 1
    return end


@helper
def multiply_rows(d, at: int, stride: int, extent: tuple[int, int, int]) -> None:
    """Write L D L' of rows from j on and rows j to j + 3 of a supernode, over its first columns, as four columns.

    extent: j, first row behind the last, columns.
    """
    values, product, four = d.snode_factor, d.snode_product, d.snode_four
    j, rows, width = extent
    for k in range(width):
        x, pivot = at + k * stride + j, values[at + k * stride + k]
        a, b, c, e = values[x] * pivot, values[x + 1] * pivot, values[x + 2] * pivot, values[x + 3] * pivot
        four[k, 0], four[k, 1], four[k, 2], four[k, 3] = a, b, c, e
    for r in range(j, rows, 8):
        low, high = no_sums(), no_sums()
        for k in range(width):
            low, high = add_eight(values, at + k * stride + r, four, k, low, high)
        store_columns(product, r - j, low)
        store_columns(product, r - j + 4, high)


@helper
def add_eight(
    values: FloatArray,
    row: int,
    four: FloatArray,
    k: int,
    low: tuple[Vec4, Vec4, Vec4, Vec4],
    high: tuple[Vec4, Vec4, Vec4, Vec4],
) -> tuple[tuple[Vec4, Vec4, Vec4, Vec4], tuple[Vec4, Vec4, Vec4, Vec4]]:
    """Return sums of eight rows and four columns to which products of eight numbers with four were added."""
    a, b, c, e = low
    f, g, h, i = high
    u = values[row], values[row + 1], values[row + 2], values[row + 3]
    v = values[row + 4], values[row + 5], values[row + 6], values[row + 7]
    x, y, z, w = four[k, 0], four[k, 1], four[k, 2], four[k, 3]
    a, b, c, e = add_multiple(a, u, x), add_multiple(b, u, y), add_multiple(c, u, z), add_multiple(e, u, w)
    f, g, h, i = add_multiple(f, v, x), add_multiple(g, v, y), add_multiple(h, v, z), add_multiple(i, v, w)
    return (a, b, c, e), (f, g, h, i)


@helper
def store_columns(product: FloatArray, r: int, sums: tuple[Vec4, Vec4, Vec4, Vec4]) -> None:
    """Write four rows of four columns."""
    store_row(product, 0, r, sums[0])
    store_row(product, 1, r, sums[1])
    store_row(product, 2, r, sums[2])
    store_row(product, 3, r, sums[3])


@helper
def store_row(product: FloatArray, c: int, r: int, x: Vec4) -> None:
    """Write four numbers of column c from row r on."""
    product[c, r] = x[0]
    product[c, r + 1] = x[1]
    product[c, r + 2] = x[2]
    product[c, r + 3] = x[3]


@helper
def subtract_run(values: FloatArray, product: FloatArray, to: int, c: int, extent: tuple[int, int]) -> None:
    """Subtract numbers of column c from those from entry `to` on; extent: the first of them, their number."""
    begin, count = extent
    packed = count - count % 4
    for i in range(0, packed, 4):
        t, r = to + i, begin + i
        a0, a1 = values[t] - product[c, r], values[t + 1] - product[c, r + 1]
        a2, a3 = values[t + 2] - product[c, r + 2], values[t + 3] - product[c, r + 3]
        values[t] = a0
        values[t + 1] = a1
        values[t + 2] = a2
        values[t + 3] = a3
    t, r = to + packed, begin + packed
    if count & 2 != 0:
        b0, b1 = values[t] - product[c, r], values[t + 1] - product[c, r + 1]
        values[t] = b0
        values[t + 1] = b1
        t += 2
        r += 2
    if count & 1 != 0:
        values[t] -= product[c, r]


# ---------------------------------------------------------------- a dense piece


@helper
def factor_supernode(d, s: int) -> None:
    """Factor the columns of a supernode, four at a time."""
    at, stride = d.snode_adr[s], d.snode_stride[s]
    width, rows, first = d.snode_width[s], d.snode_rows[s], d.place_dof[d.snode_place[s]]

    for j in range(0, width, 4):
        multiply_rows(d, at, stride, (j, rows, j))
        factor_square(d, at + j * stride + j, stride, first + j, min(4, width - j))
        finish_rows(d, at + j * stride + j, stride, rows - j, min(4, width - j))


@helper
def factor_square(d, corner: int, stride: int, p: int, count: int) -> None:
    """Factor four rows from the diagonal on in `count` columns, less their products; p is the idof of the first.

    The last column stands in for those that there are not, and leaves no trace.
    """
    values, square, inverse = d.snode_factor, d.snode_square, d.pivot_inverse
    a = load_less(d, corner, 0, 0)
    b = load_less(d, corner + min(1, count - 1) * stride, 1, 0)
    c = load_less(d, corner + min(2, count - 1) * stride, 2, 0)
    e = load_less(d, corner + (count - 1) * stride, 3, 0)
    d0 = max(MINVAL, a[0])
    i0 = 1.0 / d0
    l1, l2, l3 = a[1] * i0, a[2] * i0, a[3] * i0
    d1 = max(MINVAL, b[1] - l1 * a[1])
    i1 = 1.0 / d1
    v2, v3 = b[2] - l2 * a[1], b[3] - l3 * a[1]
    m2, m3 = v2 * i1, v3 * i1
    d2 = max(MINVAL, c[2] - l2 * a[2] - m2 * v2)
    i2 = 1.0 / d2
    w3 = c[3] - l3 * a[2] - m3 * v2
    n3 = w3 * i2
    d3 = max(MINVAL, e[3] - l3 * a[3] - m3 * v3 - n3 * w3)
    i3 = 1.0 / d3
    store_four_at(values, corner, (d0, l1, l2, l3))
    inverse[p] = i0
    if count > 1:
        at = corner + stride
        values[at + 1], values[at + 2], values[at + 3] = d1, m2, m3
        inverse[p + 1] = i1
    if count > 2:
        at = corner + 2 * stride
        values[at + 2], values[at + 3] = d2, n3
        inverse[p + 2] = i2
    if count > 3:
        values[corner + 3 * stride + 3] = d3
        inverse[p + 3] = i3
    square[0], square[1], square[2], square[3] = i0, i1, i2, i3
    square[4], square[5], square[6], square[7], square[8], square[9] = l1, l2, l3, m2, m3, n3


@helper
def finish_rows(d, corner: int, stride: int, rows: int, count: int) -> None:
    """Divide the rows below a square, less their products, by the square."""
    values, square = d.snode_factor, d.snode_square
    i0, i1, i2, i3 = square[0], square[1], square[2], square[3]
    l1, l2, l3, m2, m3, n3 = square[4], square[5], square[6], square[7], square[8], square[9]

    for r in range(4, rows, 4):
        at = corner + r
        x = load_less(d, at, 0, r)
        store_four_at(values, at, scaled(x, i0))
        if count > 1:
            y = add_multiple(load_less(d, at + stride, 1, r), x, -l1)
            store_four_at(values, at + stride, scaled(y, i1))
            if count > 2:
                z = add_multiple(load_less(d, at + 2 * stride, 2, r), x, -l2)
                z = add_multiple(z, y, -m2)
                store_four_at(values, at + 2 * stride, scaled(z, i2))
                if count > 3:
                    w = add_multiple(load_less(d, at + 3 * stride, 3, r), x, -l3)
                    w = add_multiple(add_multiple(w, y, -m3), z, -n3)
                    store_four_at(values, at + 3 * stride, scaled(w, i3))


@helper
def load_less(d, at: int, c: int, r: int) -> Vec4:
    """Return four numbers less those of column c of the products from row r on."""
    values, product = d.snode_factor, d.snode_product
    a, b = values[at] - product[c, r], values[at + 1] - product[c, r + 1]
    return a, b, values[at + 2] - product[c, r + 2], values[at + 3] - product[c, r + 3]


@helper
def store_four_at(values: FloatArray, at: int, x: Vec4) -> None:
    """Write four numbers."""
    values[at] = x[0]
    values[at + 1] = x[1]
    values[at + 2] = x[2]
    values[at + 3] = x[3]


@helper
def scaled(x: Vec4, share: float) -> Vec4:
    """Return four numbers times a fifth."""
    return x[0] * share, x[1] * share, x[2] * share, x[3] * share
