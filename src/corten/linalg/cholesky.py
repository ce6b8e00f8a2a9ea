"""Dense Cholesky factors A = L L' of a symmetric positive matrix, in place.

A matrix of order n lies in a flat array from `start` on, row by row; only its lower triangle is read and written.
"""

from corten.linalg.row import dot_rows, dot_two_rows
from corten.runtime import helper, select, sqrt


@helper
def factor_cholesky(a, start, n):
    """Replace the lower triangle of A by L; return -1, or the first index whose pivot is not positive.

    From that index on the numbers mean nothing.
    """
    failed = -1
    for j in range(n):
        row = start + j * n
        pivot = a[row + j] - dot_rows(a, row, a, row, j)
        positive = pivot > 0.0
        failed = select(positive or failed >= 0, failed, j)
        length = sqrt(select(positive, pivot, 1.0))
        a[row + j] = length
        inverse = 1.0 / length

        # rows below are independent of each other; two at a time share what they read of row j
        even = j + 1 + (n - 1 - j) // 2 * 2
        for i in range(j + 1, even, 2):
            below = start + i * n
            s, r = dot_two_rows(a, below, below + n, row, j)
            a[below + j] = (a[below + j] - s) * inverse
            a[below + n + j] = (a[below + n + j] - r) * inverse
        if even < n:
            below = start + even * n
            a[below + j] = (a[below + j] - dot_rows(a, below, a, row, j)) * inverse
    return failed


@helper
def solve_cholesky(a, start, n, x, first):
    """Replace the n numbers of x from `first` on by inv(L L') x."""
    for i in range(n):
        row = start + i * n
        x[first + i] = (x[first + i] - dot_rows(a, row, x, first, i)) / a[row + i]

    # L' by its columns, the rows of L: each known number relieves those before it
    for i in range(n - 1, -1, -1):
        row = start + i * n
        value = x[first + i] / a[row + i]
        x[first + i] = value
        for c in range(i):
            x[first + c] -= a[row + c] * value
