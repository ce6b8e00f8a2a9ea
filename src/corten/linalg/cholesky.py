"""Dense Cholesky factors A = L L' of a small symmetric positive matrix, in place.

A matrix of order n lies in a flat array from `start` on, row by row; only its lower triangle is read and written. The
friction of a contact is solved with it (`stages/solver/dual.py`); larger matrices have sparse factors of their own.
"""

from corten.runtime import helper, select, sqrt


@helper
def factor_cholesky(a, start, n, shift, least):
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
def solve_cholesky(a, start, n, x, first):
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
