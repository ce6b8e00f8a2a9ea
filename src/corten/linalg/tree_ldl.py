"""Sparse M = L'DL for matrices that follow the kinematic tree, without fill-in.

Row i holds the dofs on the path from the root to i, the diagonal last, in flat `values` from `rowadr[i]` on. A row of an
ancestor has the same columns as the beginning of row i, so every update is a sum over contiguous numbers, and the work
grows with the depths of the dofs instead of nv^3. Rows of one entry are diagonal blocks and cost one division.
"""

from corten.constants import MINVAL
from corten.linalg.row import add_scaled_row, add_two_scaled_rows
from corten.runtime import helper


@helper
def factor_tree(values, diag_inv, rownnz, rowadr, colind, nv):
    """Replace M by L (unit diagonal not stored) and D on the diagonal; write 1 / D to `diag_inv`.

    Return -1, or the first dof met, leaves first, whose pivot is not positive. Pivots below MINVAL are raised to it, as
    MuJoCo does.
    """
    k = nv - 1
    while k >= 0:
        first = rowadr[k]
        n = rownnz[k] - 1
        inverse = take_pivot(values, first + n, diag_inv, k)
        if inverse == 0.0:
            return k

        # dofs of a chain leave in pairs, which halves the traffic on the rows of their ancestors
        if n > 0 and colind[first + n - 1] == k - 1:
            k -= 1
            n -= 1
            second = rowadr[k]
            remove_row(values, second, first, n, inverse)
            inverse2 = take_pivot(values, second + n, diag_inv, k)
            if inverse2 == 0.0:
                return k
            for c in range(n - 1, -1, -1):
                remove_two_rows(values, rowadr[colind[first + c]], first, second, c, inverse, inverse2)
        else:
            for c in range(n - 1, -1, -1):
                remove_row(values, rowadr[colind[first + c]], first, c, inverse)
        k -= 1
    return -1


@helper
def take_pivot(values, place, diag_inv, k):
    """Return the inverse of the pivot of dof k, noted in `diag_inv`, or 0 if the pivot is not positive."""
    pivot = values[place]
    if not (pivot > 0.0):
        return 0.0
    pivot = max(pivot, MINVAL)
    values[place] = pivot
    inverse = 1.0 / pivot
    diag_inv[k] = inverse
    return inverse


@helper
def remove_row(values, target, source, c, inverse):
    """Scale entry c of a row by 1 / pivot and remove the row from that of its ancestor, which ends at entry c.

    Entries are taken from the last to the first, so what is scaled is not needed any more.
    """
    entry = values[source + c] * inverse
    add_scaled_row(values, target, source, -entry, c + 1)
    values[source + c] = entry


@helper
def remove_two_rows(values, target, first, second, c, inverse, inverse2):
    """Do what `remove_row` does for two rows at once."""
    entry = values[first + c] * inverse
    entry2 = values[second + c] * inverse2
    add_two_scaled_rows(values, target, first, -entry, second, -entry2, c + 1)
    values[first + c] = entry
    values[second + c] = entry2


@helper
def solve_lower_transpose(values, rownnz, rowadr, colind, nv, x, start):
    """Replace the nv numbers of x from `start` on by inv(L') x: leaves first, each relieves its ancestors."""
    for i in range(nv - 1, -1, -1):
        first = rowadr[i]
        value = x[start + i]
        for entry in range(first, first + rownnz[i] - 1):
            x[start + colind[entry]] -= values[entry] * value


@helper
def solve_lower(values, rownnz, rowadr, colind, nv, x, start):
    """Replace the nv numbers of x from `start` on by inv(L) x: roots first."""
    for i in range(nv):
        x[start + i] -= dot_path(values, colind, rowadr[i], rownnz[i] - 1, x, start)


@helper
def scale_diagonal(diagonal, nv, x, start):
    """Multiply the nv numbers of x from `start` on by a diagonal: 1 / D, or its square root for half a solve."""
    for i in range(nv):
        x[start + i] *= diagonal[i]


@helper
def solve_tree(values, diag_inv, rownnz, rowadr, colind, nv, x, start):
    """Replace the nv numbers of x from `start` on by inv(L'DL) x."""
    solve_lower_transpose(values, rownnz, rowadr, colind, nv, x, start)
    scale_diagonal(diag_inv, nv, x, start)
    solve_lower(values, rownnz, rowadr, colind, nv, x, start)


@helper
def mul_tree(result, values, rownnz, rowadr, colind, nv, x):
    """Write M x into `result` for a symmetric M of which only the rows below the diagonal are stored."""
    for i in range(nv):
        first = rowadr[i]
        diagonal = first + rownnz[i] - 1
        value = x[i]
        result[i] = values[diagonal] * value + dot_path(values, colind, first, diagonal - first, x, 0)
        for entry in range(first, diagonal):
            result[colind[entry]] += values[entry] * value


@helper
def dot_path(values, colind, first, n, x, start):
    """Return the inner product of n entries of `values` from `first` on with the numbers of x at their columns."""
    s0 = 0.0
    s1 = 0.0
    s2 = 0.0
    s3 = 0.0
    packed = n - n % 4
    for c in range(first, first + packed, 4):
        s0 += values[c] * x[start + colind[c]]
        s1 += values[c + 1] * x[start + colind[c + 1]]
        s2 += values[c + 2] * x[start + colind[c + 2]]
        s3 += values[c + 3] * x[start + colind[c + 3]]
    total = (s0 + s2) + (s1 + s3)
    for c in range(first + packed, first + n):
        total += values[c] * x[start + colind[c]]
    return total
