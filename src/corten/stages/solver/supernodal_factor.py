"""Factors L D L' of the Hessian of an island with flexes, in runs (`supernodal_pattern.py`), and solutions with them.

Block rows come one after the other, as in `linalg/block_envelope.py`; the product of two of them is that of the runs
that they have in the same panels, column by column.
"""

from corten.constants import MINVAL
from corten.linalg.block_envelope import (
    add_four_columns,
    divide_columns,
    finish_block,
    finish_diagonal,
    no_sums,
    solve_diagonal,
    solve_diagonal_back,
    subtract_columns,
    subtract_rows,
)
from corten.linalg.envelope_update import add_multiple
from corten.runtime import FloatArray, Vec4, helper
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch
from corten.stages.constraint.island import Island

SCRATCH = scratch(
    Field("panel_row", I4, ("nblockL",), "last block row that has a run in each panel, while factors are made"),
    Field("panel_run", I4, ("nblockL",), "run of that block row in each panel"),
    Field("panel_factor", F8, ("maxL",), "Hessian of an island, then its factor L, in runs"),
)


@helper
def factor_panels(d, island: Island) -> None:
    """Replace the Hessian by its factor L, and write 1 / D to hessian_diag_inv; two block rows at a time if alike."""
    for s in range(d.npanel):
        d.panel_row[s] = -1
    i = 0
    while i < island.blocks:
        for run in range(d.block_runadr[i], d.block_runend[i]):
            d.panel_row[d.runL_panel[run]] = i
            d.panel_run[d.runL_panel[run]] = run
        alike = i + 1 < island.blocks and has_same_panels(d, min(i, island.blocks - 2))
        reduce_rows(d, i, alike)
        finish_row(d, i + 1 if alike else i)
        i += 2 if alike else 1


@helper
def has_same_panels(d, i: int) -> bool:
    """Tell whether the block row behind i has runs in the same panels as i."""
    begin, end = d.block_runadr[i], d.block_runend[i]
    same = d.block_runend[i + 1] - end == end - begin
    run = begin
    while same and run < end:
        same = d.runL_panel[run] == d.runL_panel[run + end - begin]
        run += 1
    return same


@helper
def reduce_rows(d, i: int, alike: bool) -> None:
    """Replace the blocks of block row i by those of L D; if the next is alike, those of both, and finish row i."""
    begin, end = d.block_runadr[i], d.block_runend[i]
    shift = end - begin
    for run in range(begin, end):
        one, last = d.runL_first[run], min(i, d.panel_end[d.runL_panel[run]])
        two = last
        if alike:
            two, last = d.runL_first[run + shift], min(i + 1, d.panel_end[d.runL_panel[run]])
        for j in range(min(one, two), last):
            if j == i:
                finish_row(d, i)
            if j >= one and j >= two and j < i:
                reduce_two_blocks(d, i, j, shift)
            elif j < i or two <= i:
                reduce_block(d, i, j, 0 if j < two else shift)


@helper
def finish_row(d, i: int) -> None:
    """Turn the blocks of a row from L D into L, and factor its last block."""
    values, inverse, end = d.panel_factor, d.hessian_diag_inv, d.block_runend[i]
    sums = no_sums()
    for run in range(d.block_runadr[i], end):
        first, last = d.runL_first[run], min(i, d.panel_end[d.runL_panel[run]])
        sums = divide_columns(values, inverse, d.runL_adr[run], 4 * first, 4 * last, sums)
    finish_diagonal(values, values, inverse, d.runL_adr[end - 1] + 16 * i, i, sums, MINVAL)


@helper
def reduce_block(d, i: int, j: int, shift: int) -> None:
    """Replace block j of a block row by that of L D; its runs stand `shift` behind those of block row i."""
    values, first, adr = d.panel_factor, d.runL_first, d.runL_adr
    begin, own = d.block_runadr[j], d.block_runend[j] - 1

    sums = no_sums()
    for other in range(begin, own + 1):
        s = d.runL_panel[other]
        if d.panel_row[s] == i:
            run, last = d.panel_run[s] + shift, min(j, d.panel_end[s])
            low = max(first[other], first[run])
            sums = add_four_columns(values, adr[run], adr[other], 16 * low, 16 * last, sums)
    finish_block(values, values, adr[d.panel_run[d.block_panel[j]] + shift] + 16 * j, adr[own] + 16 * j, sums)


@helper
def reduce_two_blocks(d, i: int, j: int, shift: int) -> None:
    """Do the same for block row i and the one whose runs stand `shift` behind: what they share is read once."""
    values, first, adr = d.panel_factor, d.runL_first, d.runL_adr
    begin, own = d.block_runadr[j], d.block_runend[j] - 1

    one, two = no_sums(), no_sums()
    for other in range(begin, own + 1):
        s = d.runL_panel[other]
        if d.panel_row[s] == i:
            run, last, row = d.panel_run[s], min(j, d.panel_end[s]), adr[other]
            low, high = max(first[other], first[run]), max(first[other], first[run + shift])
            both = max(low, high)
            one = add_four_columns(values, adr[run], row, 16 * low, 16 * both, one)
            two = add_four_columns(values, adr[run + shift], row, 16 * high, 16 * both, two)
            one, two = add_eight_rows(values, adr[run], adr[run + shift], row, 16 * both, 16 * last, (one, two))
    run, square = d.panel_run[d.block_panel[j]], adr[own] + 16 * j
    finish_block(values, values, adr[run] + 16 * j, square, one)
    finish_block(values, values, adr[run + shift] + 16 * j, square, two)


@helper
def add_eight_rows(
    values: FloatArray,
    row: int,
    second: int,
    other: int,
    begin: int,
    end: int,
    sums: tuple[tuple[Vec4, Vec4, Vec4, Vec4], tuple[Vec4, Vec4, Vec4, Vec4]],
) -> tuple[tuple[Vec4, Vec4, Vec4, Vec4], tuple[Vec4, Vec4, Vec4, Vec4]]:
    """Return sums of two block rows to which their products with a third were added, as `add_four_columns` does."""
    one, two = sums
    a, b, c, e = one
    f, g, h, i = two
    for k in range(begin, end, 4):
        u = values[row + k], values[row + k + 1], values[row + k + 2], values[row + k + 3]
        v = values[second + k], values[second + k + 1], values[second + k + 2], values[second + k + 3]
        x, y, z, w = values[other + k], values[other + k + 1], values[other + k + 2], values[other + k + 3]
        a, b, c, e = add_multiple(a, u, x), add_multiple(b, u, y), add_multiple(c, u, z), add_multiple(e, u, w)
        f, g, h, i = add_multiple(f, v, x), add_multiple(g, v, y), add_multiple(h, v, z), add_multiple(i, v, w)
    return (a, b, c, e), (f, g, h, i)


@helper
def solve_panels(d, island: Island, x: FloatArray, result: FloatArray) -> None:
    """Write inv(H) x into `result`, both over idofs."""
    values, adr, end = d.panel_factor, d.block_runadr, d.block_runend

    for i in range(island.blocks):
        p = 4 * i
        sums = x[p], x[p + 1], x[p + 2], x[p + 3]
        for run in range(adr[i], end[i]):
            last = min(i, d.panel_end[d.runL_panel[run]])
            sums = subtract_columns(values, d.runL_adr[run], 4 * d.runL_first[run], 4 * last, result, sums)
        solve_diagonal(values, d.runL_adr[end[i] - 1] + 16 * i, p, result, sums)
    for p in range(4 * island.blocks):
        result[p] *= d.hessian_diag_inv[p]
    for i in range(island.blocks - 1, -1, -1):
        solution = solve_diagonal_back(values, d.runL_adr[end[i] - 1] + 16 * i, 4 * i, result)
        for run in range(adr[i], end[i]):
            last = min(i, d.panel_end[d.runL_panel[run]])
            subtract_rows(values, d.runL_adr[run], 4 * d.runL_first[run], 4 * last, result, solution)
