"""Sparse M = L'DL for matrices that follow the kinematic tree, without fill-in.

Row i holds the dofs on the path from the root to i, the diagonal last, in flat `values` from `rowadr[i]` on. The row of
an ancestor has the same columns as the beginning of row i, so every update is a sum over contiguous numbers, and the
work grows with the depths of the dofs instead of nv^3. Rows of one entry are diagonal blocks and cost one division.

Where dof k hangs on dof k - 1, both rows are taken together, and four on longer paths: what belongs to their ancestors
is then read and written once instead of two or four times. The order of roundings stays that of single rows.
"""

from corten.constants import MINVAL
from corten.linalg.paths import (
    add_entries,
    dot_four_paths,
    dot_path,
    dot_two_paths,
    ends_path_of_four,
    is_run,
    load_four,
    load_path,
    parent_is_previous,
    store_four,
    store_path,
    takes_four,
)
from corten.linalg.row import add_four_scaled_rows_to_two, add_scaled_row, add_two_scaled_rows, sum_of_four
from corten.runtime import FloatArray, IntArray, Vec3, Vec4, helper, per_precision, select

# what roundings leave of a pivot that is zero, relative to the diagonal of the matrix: some thousand of them
ROUNDINGS = per_precision(1e-12, float32=1e-5)


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
        if takes_four(k, rownnz, rowadr, colind):
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

    # the four among themselves: entries of L first, then what is left of their rows
    a0, a1, a2 = values[a + n], values[a + n + 1], values[a + n + 2]
    inverse_a, failed = take_pivot(values, a + n + 3, diag_inv, k, failed)
    x, y, z = a2 * inverse_a, a1 * inverse_a, a0 * inverse_a
    b0, b1 = values[b + n] - x * a0, values[b + n + 1] - x * a1
    values[b + n + 2] -= x * a2
    inverse_b, failed = take_pivot(values, b + n + 2, diag_inv, k - 1, failed)
    u, v = b1 * inverse_b, b0 * inverse_b
    c0 = (values[c + n] - y * a0) - u * b0
    values[c + n + 1] = (values[c + n + 1] - y * a1) - u * b1
    inverse_c, failed = take_pivot(values, c + n + 1, diag_inv, k - 2, failed)
    w = c0 * inverse_c
    values[e + n] = ((values[e + n] - z * a0) - v * b0) - w * c0
    inverse_e, failed = take_pivot(values, e + n, diag_inv, k - 3, failed)
    values[a + n], values[a + n + 1], values[a + n + 2] = z, y, x
    values[b + n], values[b + n + 1], values[c + n] = v, u, w
    reduce_four_rows(values, (a, b, c, e), (-x, -y, -z), (-u, -v, -w), n)

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
def reduce_four_rows(values: FloatArray, rows: tuple[int, int, int, int], first: Vec3, others: Vec3, n: int) -> None:
    """Add multiples of the first row to the others, then of the second, then of the third: n entries of each."""
    a, b, c, e = rows
    x, y, z = first
    u, v, w = others
    for i in range(0, n - n % 4, 4):
        p = load_four(values, a + i)
        q = add_multiple(load_four(values, b + i), p, x)
        r = add_multiple(add_multiple(load_four(values, c + i), p, y), q, u)
        s = add_multiple(add_multiple(add_multiple(load_four(values, e + i), p, z), q, v), r, w)
        store_four(values, b + i, q)
        store_four(values, c + i, r)
        store_four(values, e + i, s)
    for i in range(n - n % 4, n):
        second = values[b + i] + x * values[a + i]
        third = (values[c + i] + y * values[a + i]) + u * second
        values[b + i] = second
        values[c + i] = third
        values[e + i] = ((values[e + i] + z * values[a + i]) + v * second) + w * third


@helper
def add_multiple(x: Vec4, y: Vec4, share: float) -> Vec4:
    """Return x + share y of four numbers each."""
    return x[0] + share * y[0], x[1] + share * y[1], x[2] + share * y[2], x[3] + share * y[3]


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
        if takes_four(k, rownnz, rowadr, colind):
            relieve_by_four(values, rownnz, rowadr, colind, k, x, start)
            k -= 3
        elif parent_is_previous(k, rownnz, rowadr, colind):
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
def relieve_by_four(
    values: FloatArray, rownnz: IntArray, rowadr: IntArray, colind: IntArray, k: int, x: FloatArray, start: int
) -> None:
    """Let dofs k to k - 3, each the child of the next, relieve their ancestors."""
    a, b, c, e = rowadr[k], rowadr[k - 1], rowadr[k - 2], rowadr[k - 3]
    n, i = rownnz[k] - 4, start + k

    p = x[i]
    q = x[i - 1] - values[a + n + 2] * p
    r = x[i - 2] - values[a + n + 1] * p - values[b + n + 1] * q
    s = x[i - 3] - values[a + n] * p - values[b + n] * q - values[c + n] * r
    x[i - 1] = q
    x[i - 2] = r
    x[i - 3] = s
    packed = n - n % 4
    if is_run(colind, a, n):
        run = start + colind[a]
        for j in range(0, packed, 4):
            four = add_entries(values, b + j, add_entries(values, a + j, load_four(x, run + j), -p), -q)
            store_four(x, run + j, add_entries(values, e + j, add_entries(values, c + j, four, -r), -s))
    else:
        for j in range(0, packed, 4):
            four = load_path(colind, a + j, x, start)
            four = add_entries(values, b + j, add_entries(values, a + j, four, -p), -q)
            store_path(colind, a + j, x, start, add_entries(values, e + j, add_entries(values, c + j, four, -r), -s))
    for j in range(packed, n):
        i = start + colind[a + j]
        x[i] = (((x[i] - values[a + j] * p) - values[b + j] * q) - values[c + j] * r) - values[e + j] * s


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
        if k + 3 < end and ends_path_of_four(min(k + 3, end - 1), rownnz, rowadr, colind):
            rows = first, rowadr[k + 1], rowadr[k + 2], rowadr[k + 3]
            p, q, r, s = dot_four_paths(values, colind, rows, n, x, start)
            i = start + k
            p = x[i] - p
            q = x[i + 1] - q - values[rows[1] + n] * p
            r = x[i + 2] - r - values[rows[2] + n] * p - values[rows[2] + n + 1] * q
            s = x[i + 3] - s - values[rows[3] + n] * p - values[rows[3] + n + 1] * q - values[rows[3] + n + 2] * r
            x[i] = p
            x[i + 1] = q
            x[i + 2] = r
            x[i + 3] = s
            k += 4
        elif k + 1 < end and parent_is_previous(k + 1, rownnz, rowadr, colind):
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
