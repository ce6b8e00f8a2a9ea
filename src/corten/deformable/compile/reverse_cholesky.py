"""L with L'L = A of a sparse symmetric matrix A: rows are eliminated from the end, and L is lower triangular."""

import numpy as np
from numpy.typing import NDArray

from corten.deformable.compile.minimum_degree import distinct
from corten.runtime import helper, sqrt, stage
from corten.runtime.fields import F8, I4, Field, Layout, Size
from corten.runtime.storage import Storage

Ints = NDArray[np.integer]
Numbers = NDArray[np.float64]

FACTOR = Layout(
    "SparseFactor",
    (Size("nrow", "rows"), Size("nentry", "entries")),
    (
        Field("rownnz", I4, ("nrow",), "entries of each row"),
        Field("rowadr", I4, ("nrow",), "first entry of each row"),
        Field("colind", I4, ("nentry",), "columns, ascending; the last of each row is on the diagonal"),
        Field("value", F8, ("nentry",), "numbers of the matrix, then of the factor"),
    ),
    "corten.deformable.compile.reverse_cholesky:FACTOR",
)


class SparseFactor(Storage):
    """The lower triangle of a matrix by rows, and of its factor."""

    layout = FACTOR

    rownnz: NDArray[np.int32]
    rowadr: NDArray[np.int32]
    colind: NDArray[np.int32]
    value: Numbers


def rows_from_end(rows: Ints, columns: Ints, count: int) -> list[Ints]:
    """Return the columns of the factor left of the diagonal, for a matrix of so many rows that has these entries."""
    order = np.argsort(rows, kind="stable")
    ends = np.searchsorted(rows[order], np.arange(1, count))
    below = [[own] for own in np.split(columns[order], ends)]
    factor = []
    for _ in range(count):
        found = distinct(np.concatenate(below.pop()))
        factor.append(found)
        if len(found) > 1:
            # whatever a row couples comes together in the row of the last of it
            below[int(found[-1])].append(found[:-1])
    return factor[::-1]


def factor_from_end(rownnz: Ints, rowadr: Ints, colind: Ints, matrix: Numbers) -> Numbers:
    """Return the numbers of the factor of a matrix whose rows have the entries of the factor already."""
    work = SparseFactor({"nrow": len(rownnz), "nentry": len(colind)})
    work.rownnz[:], work.rowadr[:], work.colind[:], work.value[:] = rownnz, rowadr, colind, matrix
    eliminate_rows(work, work)
    return work.value.copy()


@stage
def eliminate_rows(m, d) -> None:
    """Eliminate all rows from the end."""
    value = d.value

    for back in range(m.nrow):
        row = m.nrow - 1 - back
        start, diagonal = m.rowadr[row], m.rowadr[row] + m.rownnz[row] - 1
        root = sqrt(value[diagonal])
        for entry in range(start, diagonal):
            value[entry] /= root
        value[diagonal] = root
        for entry in range(start, diagonal):
            subtract_row(m, d, start, entry)


@helper
def subtract_row(m, d, start: int, entry: int) -> None:
    """Subtract a row up to one of its entries, times that entry, from the row of the entry's column."""
    colind, value = m.colind, d.value

    scale, target = value[entry], colind[entry]
    place = m.rowadr[target]
    # mostly the other row has no entry between those of this one, and ends with the same
    behind = m.rownnz[target] - 1 - (entry - start)
    if behind >= 0 and colind[place + max(behind, 0)] == colind[start]:
        for k in range(entry - start + 1):
            value[place + behind + k] -= scale * value[start + k]
    else:
        for other in range(start, entry + 1):
            while colind[place] != colind[other]:
                place += 1
            value[place] -= scale * value[other]
