"""Sparse M = L'DL for matrices that follow the kinematic tree, without fill-in.

Row i holds the dofs on the path from the root to i, the diagonal last, in flat `values` from `rowadr[i]` on. The row of
an ancestor has the same columns as the beginning of row i, so every update is a sum over contiguous numbers, and the
work grows with the depths of the dofs instead of nv^3. Rows of one entry are diagonal blocks and cost one division.

Where dof k hangs on dof k - 1, both rows are taken together, and four on long paths: what belongs to their ancestors is
then read and written once instead of two or four times. The order of roundings stays that of single rows.
"""

from corten.constants import MINVAL
from corten.linalg.row import add_four_scaled_rows_to_two, add_scaled_row, add_two_scaled_rows, sum_of_four
from corten.runtime import FloatArray, IntArray, Vec2, Vec4, helper, per_precision, select

# what roundings leave of a pivot that is zero, relative to the diagonal of the matrix: some thousand of them
ROUNDINGS = per_precision(1e-12, float32=1e-5)

# entries of a row from which on four rows at a time are faster than two (measured on chains)
LONG_PATH = 12


@helper
def factor_tree(
    values: FloatArray, diag_inv: FloatArray, rownnz: IntArray, rowadr: IntArray, colind: IntArray, nv: int
) -> int:
    """Replace M by L (unit diagonal not stored) and D on the diagonal; write 1 / D to `diag_inv`.

    Return -1, or the first dof met, leaves first, whose pivot is negative or NaN: the result then means nothing. Small
    pivots are raised to MINVAL, as MuJoCo does, and so are those that roundings alone made negative.
    """
    failed = -1
    for i in range(nv):
        diag_inv[i] = values[rowadr[i] + rownnz[i] - 1]

    # from the leaves to the root; chains of four or two dofs at once, which read their ancestors' rows once
    k = nv - 1
    while k >= 0:
        if parents_are_previous_three(k, rownnz, rowadr, colind):
            failed = eliminate_four(values, diag_inv, rownnz, rowadr, colind, k, failed)
            k -= 4
        elif parent_is_previous(k, rownnz, rowadr, colind):
            failed = eliminate_two(values, diag_inv, rownnz, rowadr, colind, k, failed)
            k -= 2
        else:
            first = rowadr[k]
            n = rownnz[k] - 1
            inverse, failed = take_pivot(values, first + n, diag_inv, k, failed)
            for c in range(n - 1, -1, -1):
                remove_row(values, rowadr[colind[first + c]], first, c, inverse)
            k -= 1
    return failed


@helper
def eliminate_two(
    values: FloatArray, diag_inv: FloatArray, rownnz: IntArray, rowadr: IntArray, colind: IntArray, k: int, failed: int
) -> int:
    """Remove rows k and k - 1, of which the second is the parent of the first, from those of their ancestors."""
    first, second = rowadr[k], rowadr[k - 1]
    n = rownnz[k] - 2

    inverse, failed = take_pivot(values, first + n + 1, diag_inv, k, failed)
    remove_row(values, second, first, n, inverse)
    inverse2, failed = take_pivot(values, second + n, diag_inv, k - 1, failed)
    for c in range(n - 1, -1, -1):
        remove_two_rows(values, rowadr[colind[first + c]], first, second, c, inverse, inverse2)
    return failed


@helper
def eliminate_four(
    values: FloatArray, diag_inv: FloatArray, rownnz: IntArray, rowadr: IntArray, colind: IntArray, k: int, failed: int
) -> int:
    """Remove rows k to k - 3, each the child of the next, from those of their ancestors."""
    a, b, c, e = rowadr[k], rowadr[k - 1], rowadr[k - 2], rowadr[k - 3]
    n = rownnz[k] - 4

    # the four among themselves
    inverse_a, failed = take_pivot(values, a + n + 3, diag_inv, k, failed)
    remove_row(values, b, a, n + 2, inverse_a)
    remove_row(values, c, a, n + 1, inverse_a)
    remove_row(values, e, a, n, inverse_a)
    inverse_b, failed = take_pivot(values, b + n + 2, diag_inv, k - 1, failed)
    remove_row(values, c, b, n + 1, inverse_b)
    remove_row(values, e, b, n, inverse_b)
    inverse_c, failed = take_pivot(values, c + n + 1, diag_inv, k - 2, failed)
    remove_row(values, e, c, n, inverse_c)
    inverse_e, failed = take_pivot(values, e + n, diag_inv, k - 3, failed)

    # then all four from each ancestor, from two of them at a time
    sources, inverses = (a, b, c, e), (inverse_a, inverse_b, inverse_c, inverse_e)
    i = n - 1
    while i > 0:
        target, other = rowadr[colind[a + i]], rowadr[colind[a + i - 1]]
        first, second = scaled_entries(values, sources, inverses, i), scaled_entries(values, sources, inverses, i - 1)
        minus = negative(first), negative(second)
        add_four_scaled_rows_to_two(values, (target, other), sources, minus, i)
        values[target + i] = sum_of_four(values, target, sources, minus[0], i)
        store_entries(values, sources, i, first)
        store_entries(values, sources, i - 1, second)
        i -= 2
    if i == 0:
        target, first = rowadr[colind[a]], scaled_entries(values, sources, inverses, 0)
        values[target] = sum_of_four(values, target, sources, negative(first), 0)
        store_entries(values, sources, 0, first)
    return failed


@helper
def scaled_entries(values: FloatArray, rows: tuple[int, int, int, int], factors: Vec4, i: int) -> Vec4:
    """Return entry i of four rows times a factor each."""
    first, second = values[rows[0] + i] * factors[0], values[rows[1] + i] * factors[1]
    return first, second, values[rows[2] + i] * factors[2], values[rows[3] + i] * factors[3]


@helper
def store_entries(values: FloatArray, rows: tuple[int, int, int, int], i: int, entries: Vec4) -> None:
    """Write entry i of four rows."""
    values[rows[0] + i] = entries[0]
    values[rows[1] + i] = entries[1]
    values[rows[2] + i] = entries[2]
    values[rows[3] + i] = entries[3]


@helper
def negative(entries: Vec4) -> Vec4:
    """Return minus four numbers."""
    return -entries[0], -entries[1], -entries[2], -entries[3]


@helper
def parent_is_previous(k: int, rownnz: IntArray, rowadr: IntArray, colind: IntArray) -> bool:
    """Return whether the parent of dof k is dof k - 1."""
    return rownnz[k] > 1 and colind[rowadr[k] + rownnz[k] - 2] == k - 1


@helper
def parents_are_previous_three(k: int, rownnz: IntArray, rowadr: IntArray, colind: IntArray) -> bool:
    """Return whether dofs k, k - 1, k - 2 and k - 3 form a path with enough ancestors for four rows to pay."""
    n = rownnz[k]
    return n >= LONG_PATH and colind[rowadr[k] + n - 4] == k - 3


@helper
def take_pivot(values: FloatArray, place: int, diag_inv: FloatArray, k: int, failed: int) -> tuple[float, int]:
    """Return (1 / pivot of dof k, the first dof that failed); write the inverse to `diag_inv`.

    There the diagonal of the matrix stands before.
    """
    pivot = values[place]
    failed = select(pivot >= -ROUNDINGS * diag_inv[k] or failed >= 0, failed, k)
    pivot = max(pivot, MINVAL)
    values[place] = pivot
    inverse = 1.0 / pivot
    diag_inv[k] = inverse
    return inverse, failed


@helper
def remove_row(values: FloatArray, target: int, source: int, c: int, inverse: float) -> None:
    """Scale entry c of a row by 1 / pivot and remove the row from that of its ancestor, which ends at entry c.

    Entries are taken from the last to the first, so what is scaled is not needed any more.
    """
    entry = values[source + c] * inverse
    add_scaled_row(values, target, source, -entry, c + 1)
    values[source + c] = entry


@helper
def remove_two_rows(
    values: FloatArray, target: int, first: int, second: int, c: int, inverse: float, inverse2: float
) -> None:
    """Do what `remove_row` does for two rows at once."""
    entry = values[first + c] * inverse
    entry2 = values[second + c] * inverse2
    add_two_scaled_rows(values, target, first, -entry, second, -entry2, c + 1)
    values[first + c] = entry
    values[second + c] = entry2


@helper
def solve_lower_transpose(
    values: FloatArray,
    rownnz: IntArray,
    rowadr: IntArray,
    colind: IntArray,
    begin: int,
    end: int,
    x: FloatArray,
    start: int,
) -> None:
    """Replace x by inv(L') x for whole trees, dofs `begin` to `end`: leaves first, each relieves its ancestors.

    Here and below, dof i stands at x[start + i].
    """
    k = end - 1
    while k >= begin:
        first = rowadr[k]
        n = rownnz[k] - 1
        value = x[start + k]
        if parent_is_previous(k, rownnz, rowadr, colind):
            k -= 1
            n -= 1
            second = rowadr[k]
            value2 = x[start + k] - values[first + n] * value
            x[start + k] = value2
            for c in range(n):
                i = start + colind[first + c]
                x[i] = (x[i] - values[first + c] * value) - values[second + c] * value2
        else:
            for c in range(n):
                x[start + colind[first + c]] -= values[first + c] * value
        k -= 1


@helper
def solve_lower(
    values: FloatArray,
    rownnz: IntArray,
    rowadr: IntArray,
    colind: IntArray,
    begin: int,
    end: int,
    x: FloatArray,
    start: int,
) -> None:
    """Replace x by inv(L) x for whole trees, dofs `begin` to `end`: roots first."""
    k = begin
    while k < end:
        first = rowadr[k]
        n = rownnz[k] - 1
        if k + 1 < end and parent_is_previous(k + 1, rownnz, rowadr, colind):
            second = rowadr[k + 1]
            known, known2 = dot_two_paths(values, colind, first, second, n, x, start)
            value = x[start + k] - known
            x[start + k] = value
            x[start + k + 1] -= known2 + values[second + n] * value
            k += 2
        else:
            x[start + k] -= dot_path(values, colind, first, n, x, start)
            k += 1


@helper
def scale_diagonal(diagonal: FloatArray, begin: int, end: int, x: FloatArray, start: int) -> None:
    """Multiply dofs `begin` to `end` of x by a diagonal: 1 / D, or its square root for half a solve."""
    for i in range(begin, end):
        x[start + i] *= diagonal[i]


@helper
def solve_tree(
    values: FloatArray,
    diag_inv: FloatArray,
    rownnz: IntArray,
    rowadr: IntArray,
    colind: IntArray,
    nv: int,
    x: FloatArray,
    start: int,
) -> None:
    """Replace the nv numbers of x from `start` on by inv(L'DL) x."""
    solve_lower_transpose(values, rownnz, rowadr, colind, 0, nv, x, start)
    scale_diagonal(diag_inv, 0, nv, x, start)
    solve_lower(values, rownnz, rowadr, colind, 0, nv, x, start)


@helper
def solve_tree_range(
    values: FloatArray,
    diag_inv: FloatArray,
    rownnz: IntArray,
    rowadr: IntArray,
    colind: IntArray,
    begin: int,
    end: int,
    x: FloatArray,
) -> None:
    """Replace the dofs `begin` to `end` of x, which are whole trees, by inv(L'DL) x."""
    solve_lower_transpose(values, rownnz, rowadr, colind, begin, end, x, 0)
    scale_diagonal(diag_inv, begin, end, x, 0)
    solve_lower(values, rownnz, rowadr, colind, begin, end, x, 0)


@helper
def mul_tree(
    result: FloatArray, values: FloatArray, rownnz: IntArray, rowadr: IntArray, colind: IntArray, nv: int, x: FloatArray
) -> None:
    """Write M x into `result` for a symmetric M of which only the rows up to the diagonal are stored."""
    for i in range(nv):
        first = rowadr[i]
        n = rownnz[i] - 1
        value = x[i]
        result[i] = values[first + n] * value + dot_path(values, colind, first, n, x, 0)
        for entry in range(first, first + n):
            result[colind[entry]] += values[entry] * value


@helper
def mul_tree_range(
    result: FloatArray,
    values: FloatArray,
    rownnz: IntArray,
    rowadr: IntArray,
    colind: IntArray,
    begin: int,
    end: int,
    x: FloatArray,
) -> None:
    """Write M x into `result` for whole trees, dofs `begin` to `end`; a dof and its parent are taken together."""
    i = begin
    while i < end:
        first, n, value = rowadr[i], rownnz[i] - 1, x[i]
        total = values[first + n] * value
        if i + 1 < end and parent_is_previous(i + 1, rownnz, rowadr, colind):
            second, value2 = rowadr[i + 1], x[i + 1]
            total2 = values[second + n + 1] * value2
            for c in range(n):
                j, entry, entry2 = colind[first + c], values[first + c], values[second + c]
                total += entry * x[j]
                total2 += entry2 * x[j]
                result[j] = (result[j] + entry * value) + entry2 * value2
            result[i] = total + values[second + n] * value2
            result[i + 1] = total2 + values[second + n] * value
            i += 2
        else:
            for c in range(first, first + n):
                total += values[c] * x[colind[c]]
                result[colind[c]] += values[c] * value
            result[i] = total
            i += 1


@helper
def dot_path(values: FloatArray, colind: IntArray, first: int, n: int, x: FloatArray, start: int) -> float:
    """Return the inner product of n entries of `values` from `first` on with the numbers of x at their columns."""
    s0 = 0.0
    s1 = 0.0
    for c in range(first, first + n - 1, 2):
        s0 += values[c] * x[start + colind[c]]
        s1 += values[c + 1] * x[start + colind[c + 1]]
    if n & 1 != 0:
        s0 += values[first + n - 1] * x[start + colind[first + n - 1]]
    return s0 + s1


@helper
def dot_two_paths(
    values: FloatArray, colind: IntArray, first: int, second: int, n: int, x: FloatArray, start: int
) -> Vec2:
    """Return `dot_path` of the n entries from `first` on and of those from `second` on, which have the same columns."""
    s0 = 0.0
    s1 = 0.0
    r0 = 0.0
    r1 = 0.0
    for c in range(0, n - 1, 2):
        x0 = x[start + colind[first + c]]
        x1 = x[start + colind[first + c + 1]]
        s0 += values[first + c] * x0
        s1 += values[first + c + 1] * x1
        r0 += values[second + c] * x0
        r1 += values[second + c + 1] * x1
    if n & 1 != 0:
        last = x[start + colind[first + n - 1]]
        s0 += values[first + n - 1] * last
        r0 += values[second + n - 1] * last
    return s0 + s1, r0 + r1
