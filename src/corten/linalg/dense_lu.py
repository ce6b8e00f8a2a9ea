"""A few equations with a full matrix, solved by elimination with row exchange."""

from corten.constants import MINVAL
from corten.runtime import helper, select


@helper
def solve_dense(a, n):
    """Solve n equations in the rows of `a`, shape (n, n + 1), in place; the last column becomes the solution.

    Rows are exchanged by selection, not by address, so that every system takes the same path. Returns the column in
    which no pivot of at least MINVAL was left, or -1.
    """
    failed = -1
    for k in range(n):
        # the row with the largest entry in column k moves up
        for i in range(k + 1, n):
            larger = abs(a[i, k]) > abs(a[k, k])
            for j in range(k, n + 1):
                upper, lower = a[k, j], a[i, j]
                a[k, j] = select(larger, lower, upper)
                a[i, j] = select(larger, upper, lower)
        if not abs(a[k, k]) >= MINVAL and failed < 0:
            failed = k

        inverse = 1.0 / a[k, k]
        for i in range(k + 1, n):
            factor = a[i, k] * inverse
            for j in range(k + 1, n + 1):
                a[i, j] -= factor * a[k, j]

    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            a[i, n] -= a[i, j] * a[j, n]
        a[i, n] /= a[i, i]
    return failed
