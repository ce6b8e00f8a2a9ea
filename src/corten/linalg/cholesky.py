"""Factors of symmetric positive matrices: dense Cholesky, and incomplete L'DL of sparse ones.

Dense Cholesky factors A = L L' of a small matrix are made in place.

A matrix of order n lies in a flat array from `start` on, row by row; only its lower triangle is read and written. The
friction of a contact is solved with it (`stages/solver/dual.py`); larger matrices have sparse factors of their own.
"""

from corten.linalg.three_rows import eliminate_three_rows, solve_three_from_end, solve_three_from_start
from corten.runtime import FloatArray, IntArray, helper, per_precision, select, sqrt


@helper
def factor_cholesky(a: FloatArray, start: int, n: int, shift: float, least: float) -> int:
    """Replace the lower triangle of A by the L of A + shift I; return -1, or the first index with a pivot too small.

    A pivot must be above `least`. Where one is not, the numbers from its index on mean nothing.
    """
    failed = -1
    for i in range(n):
        row = start + i * n
        for j in range(i):
            above = start + j * n
            total = a[row + j]
            for p in range(j):
                total -= a[row + p] * a[above + p]
            a[row + j] = total / a[above + j]
        pivot = a[row + i]
        for p in range(i):
            pivot -= a[row + p] * a[row + p]
        pivot += shift
        positive = pivot > least
        failed = select(positive or failed >= 0, failed, i)
        a[row + i] = sqrt(select(positive, pivot, 1.0))
    return failed


@helper
def solve_cholesky(a: FloatArray, start: int, n: int, x: FloatArray, first: int) -> None:
    """Replace the n numbers of x from `first` on by inv(L L') x."""
    for i in range(n):
        total = x[first + i]
        for p in range(i):
            total -= a[start + i * n + p] * x[first + p]
        x[first + i] = total / a[start + i * n + i]
    for i in range(n - 1, -1, -1):
        total = x[first + i]
        for p in range(i + 1, n):
            total -= a[start + p * n + i] * x[first + p]
        x[first + i] = total / a[start + i * n + i]


# ---- incomplete factors A ~ L'DL of sparse symmetric matrices: fill-in is dropped, so they take the room of the matrix
# Row i holds the columns up to i, ascending, the diagonal last, in flat `values` from `rowadr[i]` on, as that of the
# mass matrix. Rows are eliminated from the last to the first: where the pattern is that of a tree nothing is dropped,
# and the factors are exact. Rows that `three` says so of are taken three at a time (`three_rows`)


# a pivot below this share of its diagonal is what dropped entries made of it: what follows would grow without bound
LEAST_PIVOT = per_precision(1e-3, float32=1e-3)


@helper
def factor_incomplete(
    values: FloatArray,
    diag_inv: FloatArray,
    rownnz: IntArray,
    rowadr: IntArray,
    colind: IntArray,
    three: IntArray,
    n: int,
) -> bool:
    """Replace A by L (unit diagonal not stored) and write 1 / D to `diag_inv`; return whether all pivots are large.

    Where they are not, the result means nothing: A with a larger diagonal has to be tried.
    """
    for i in range(n):
        diag_inv[i] = values[rowadr[i] + rownnz[i] - 1]
    i = n - 1
    while i >= 0:
        if three[i] == 3:
            i -= 2
            if not eliminate_three_rows(values, diag_inv, rownnz, rowadr, colind, i, LEAST_PIVOT):
                return False
        elif not eliminate_row(values, diag_inv, rownnz, rowadr, colind, i):
            return False
        i -= 1
    return True


@helper
def eliminate_row(
    values: FloatArray, diag_inv: FloatArray, rownnz: IntArray, rowadr: IntArray, colind: IntArray, i: int
) -> bool:
    """Eliminate row i from those of its columns; return whether its pivot is large."""
    first, last = rowadr[i], rowadr[i] + rownnz[i] - 1
    pivot = values[last]
    if not pivot > LEAST_PIVOT * diag_inv[i]:
        return False
    inverse = 1.0 / pivot
    diag_inv[i] = inverse
    for entry in range(last - 1, first - 1, -1):
        remove_from_row(values, rownnz, rowadr, colind, colind[entry], first, values[entry] * inverse)
    for entry in range(first, last):
        values[entry] *= inverse
    return True


@helper
def remove_from_row(
    values: FloatArray, rownnz: IntArray, rowadr: IntArray, colind: IntArray, j: int, first: int, share: float
) -> None:
    """Subtract a row that begins at `first`, times a share, from row j, where both have a column up to j."""
    source = first
    for entry in range(rowadr[j], rowadr[j] + rownnz[j]):
        while colind[source] < colind[entry]:
            source += 1
        if colind[source] == colind[entry]:
            values[entry] -= share * values[source]


@helper
def solve_incomplete(
    values: FloatArray,
    diag_inv: FloatArray,
    rownnz: IntArray,
    rowadr: IntArray,
    colind: IntArray,
    three: IntArray,
    span: tuple[int, int],
    x: FloatArray,
) -> None:
    """Replace the entries of x in a span (begin, end) by inv(L'DL) x; none of their rows leads to others."""
    begin, end = span
    i = end - 1
    while i >= begin:
        if three[i] == 3:
            i -= 2
            solve_three_from_end(values, rownnz, rowadr, colind, i, x)
        else:
            value = x[i]
            for entry in range(rowadr[i], rowadr[i] + rownnz[i] - 1):
                x[colind[entry]] -= values[entry] * value
        i -= 1
    i = begin + 0
    while i < end:
        if three[i] == 1:
            solve_three_from_start(values, diag_inv, rownnz, rowadr, colind, i, x)
            i += 3
        else:
            total = 0.0
            for entry in range(rowadr[i], rowadr[i] + rownnz[i] - 1):
                total += values[entry] * x[colind[entry]]
            x[i] = x[i] * diag_inv[i] - total
            i += 1
