"""Non-symmetric equations: a few with a full matrix, and sparse LU that follows the kinematic tree."""

from corten.constants import MINVAL
from corten.linalg.paths import dot_path
from corten.linalg.row import add_scaled_row
from corten.runtime import FloatArray, IntArray, copysign, helper, select

# ---- a few equations with a full matrix, solved by elimination with row exchange


@helper
def solve_dense(a: FloatArray, n: int) -> int:
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


# ---- LU factors of a non-symmetric matrix with the sparsity of a kinematic tree, without fill-in
# Row i of such a matrix couples dof i with its ancestors and descendants, columns in ascending order, the diagonal at
# place `diag[i]`. Eliminating from the last row upwards touches only entries that exist: A = (U + I) L, where U is
# strictly upper and L lower triangular with the pivots on its diagonal


@helper
def factor_lu(
    lu: FloatArray, remaining: IntArray, n: int, rownnz: IntArray, rowadr: IntArray, diag: IntArray, colind: IntArray
) -> int:
    """Replace the n x n matrix in `lu` by its factors; return the row with a pivot that is not a number, or -1.

    remaining: work space, one int for each row. Pivots nearer to zero than MINVAL are moved there, as MuJoCo does.
    """
    for i in range(n):
        remaining[i] = rownnz[i]

    failed = -1
    for i in range(n - 1, -1, -1):
        first = rowadr[i]
        pivot = lu[first + diag[i]]
        failed = select(pivot == pivot or failed >= 0, failed, i)
        pivot = select(abs(pivot) < MINVAL, copysign(MINVAL, pivot), pivot)
        lu[first + diag[i]] = pivot

        # the rows above that hold column i are those of the ancestors; it is the last entry that they have left
        for above in range(first, first + diag[i]):
            j = colind[above]
            remaining[j] -= 1
            entry = rowadr[j] + remaining[j]
            factor = lu[entry] / pivot
            lu[entry] = factor

            # row j -= factor * row i: both begin with the ancestors of j and j itself
            shared = diag[j] + 1
            add_scaled_row(lu, rowadr[j], first, -factor, shared)

            # then row i has the dofs between j and i, and row j those of other branches as well
            place = rowadr[j] + shared
            for k in range(first + shared, first + diag[i]):
                while colind[place] < colind[k]:
                    place += 1
                lu[place] -= lu[k] * factor
                place += 1
    return failed


@helper
def solve_lu(
    x: FloatArray, lu: FloatArray, n: int, rownnz: IntArray, rowadr: IntArray, diag: IntArray, colind: IntArray
) -> None:
    """Replace the right side x by the solution of A x = b, given the factors of A."""
    # (U + I) y = b, from the last row upwards
    for i in range(n - 1, -1, -1):
        after = diag[i] + 1
        x[i] -= dot_path(lu, colind, rowadr[i] + after, rownnz[i] - after, x, 0)

    # L x = y
    for i in range(n):
        x[i] = (x[i] - dot_path(lu, colind, rowadr[i], diag[i], x, 0)) / lu[rowadr[i] + diag[i]]


@helper
def mul_rows(
    result: FloatArray, values: FloatArray, n: int, rownnz: IntArray, rowadr: IntArray, colind: IntArray, x: FloatArray
) -> None:
    """Write A x into `result` for an n x n matrix that is stored row by row; x must be another array."""
    for i in range(n):
        result[i] = dot_path(values, colind, rowadr[i], rownnz[i], x, 0)
