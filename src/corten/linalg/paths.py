"""Paths from the root of a kinematic tree to its dofs: entries of their rows beside a vector over dofs.

Rows of dofs that follow each other on a path have the same columns, but for the last. On most paths the columns follow
each other, too, a run, so that four numbers of a vector are read at once.
"""

from corten.runtime import FloatArray, IntArray, Vec2, Vec4, helper

# entries of a row from which on four rows at a time are faster than two in lanes (measured on chains)
LONG_PATH = 12


@helper
def parent_is_previous(k: int, rownnz: IntArray, rowadr: IntArray, colind: IntArray) -> bool:
    """Return whether the parent of dof k is dof k - 1."""
    return rownnz[k] > 1 and colind[rowadr[k] + rownnz[k] - 2] == k - 1


@helper
def ends_path_of_four(k: int, rownnz: IntArray, rowadr: IntArray, colind: IntArray) -> bool:
    """Return whether dofs k, k - 1, k - 2 and k - 3 form a path."""
    n = rownnz[k]
    return n > 3 and colind[rowadr[k] + max(n - 4, 0)] == k - 3


@helper
def takes_four(k: int, rownnz: IntArray, rowadr: IntArray, colind: IntArray) -> bool:
    """Return whether the rows of dofs k to k - 3 are taken together where the order of roundings is that of pairs."""
    return ends_path_of_four(k, rownnz, rowadr, colind)


@takes_four.version(machine="lanes")
def takes_four_in_lanes(k: int, rownnz: IntArray, rowadr: IntArray, colind: IntArray) -> bool:
    """Return the same where environments share instructions: four rows need more registers than there are."""
    return rownnz[k] >= LONG_PATH and ends_path_of_four(k, rownnz, rowadr, colind)


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


# ---- four rows of a path at a time


@helper
def dot_four_paths(
    values: FloatArray, colind: IntArray, rows: tuple[int, int, int, int], n: int, x: FloatArray, start: int
) -> Vec4:
    """Return the inner products of n entries of four rows, which have the same columns, with the numbers of x there."""
    zeros = 0.0, 0.0, 0.0, 0.0
    a, b, c, e = zeros, zeros, zeros, zeros
    packed = n - n % 4
    if is_run(colind, rows[0], n):
        run = start + colind[rows[0]]
        for j in range(0, packed, 4):
            four = load_four(x, run + j)
            a, b = add_four_products(values, rows[0] + j, four, a), add_four_products(values, rows[1] + j, four, b)
            c, e = add_four_products(values, rows[2] + j, four, c), add_four_products(values, rows[3] + j, four, e)
    else:
        for j in range(0, packed, 4):
            four = load_path(colind, rows[0] + j, x, start)
            a, b = add_four_products(values, rows[0] + j, four, a), add_four_products(values, rows[1] + j, four, b)
            c, e = add_four_products(values, rows[2] + j, four, c), add_four_products(values, rows[3] + j, four, e)
    p, q, r, s = sum_of(a), sum_of(b), sum_of(c), sum_of(e)
    for j in range(packed, n):
        value = x[start + colind[rows[0] + j]]
        p, q = p + values[rows[0] + j] * value, q + values[rows[1] + j] * value
        r, s = r + values[rows[2] + j] * value, s + values[rows[3] + j] * value
    return p, q, r, s


@dot_four_paths.version(machine="lanes")
def dot_two_and_two_paths(
    values: FloatArray, colind: IntArray, rows: tuple[int, int, int, int], n: int, x: FloatArray, start: int
) -> Vec4:
    """Do the same in two goes: sixteen sums of lanes need more registers than there are."""
    p, q = dot_two_in_fours(values, colind, (rows[0], rows[0], rows[1]), n, x, start)
    r, s = dot_two_in_fours(values, colind, (rows[0], rows[2], rows[3]), n, x, start)
    return p, q, r, s


@helper
def dot_two_in_fours(
    values: FloatArray, colind: IntArray, rows: tuple[int, int, int], n: int, x: FloatArray, start: int
) -> Vec2:
    """Return the inner products of n entries of the last two rows with the numbers of x at the columns of the first."""
    zeros = 0.0, 0.0, 0.0, 0.0
    a, b = zeros, zeros
    packed = n - n % 4
    for j in range(0, packed, 4):
        four = load_path(colind, rows[0] + j, x, start)
        a, b = add_four_products(values, rows[1] + j, four, a), add_four_products(values, rows[2] + j, four, b)
    p, q = sum_of(a), sum_of(b)
    for j in range(packed, n):
        value = x[start + colind[rows[0] + j]]
        p, q = p + values[rows[1] + j] * value, q + values[rows[2] + j] * value
    return p, q


@helper
def sum_of(sums: Vec4) -> float:
    """Return the sum of four sums."""
    return (sums[0] + sums[2]) + (sums[1] + sums[3])


@helper
def is_run(colind: IntArray, first: int, n: int) -> bool:
    """Tell whether the columns of n entries follow each other, and are as many as are taken together."""
    return n >= 4 and colind[first + n - 1] - colind[first] == n - 1


@helper
def load_four(x: FloatArray, i: int) -> Vec4:
    """Return four numbers."""
    return x[i], x[i + 1], x[i + 2], x[i + 3]


@helper
def store_four(x: FloatArray, i: int, four: Vec4) -> None:
    """Write four numbers."""
    x[i] = four[0]
    x[i + 1] = four[1]
    x[i + 2] = four[2]
    x[i + 3] = four[3]


@helper
def load_path(colind: IntArray, entry: int, x: FloatArray, start: int) -> Vec4:
    """Return the numbers of x at the columns of four entries."""
    i = start + colind[entry]
    return x[i], x[start + colind[entry + 1]], x[start + colind[entry + 2]], x[start + colind[entry + 3]]


@helper
def store_path(colind: IntArray, entry: int, x: FloatArray, start: int, four: Vec4) -> None:
    """Write numbers of x at the columns of four entries."""
    x[start + colind[entry]] = four[0]
    x[start + colind[entry + 1]] = four[1]
    x[start + colind[entry + 2]] = four[2]
    x[start + colind[entry + 3]] = four[3]


@helper
def add_entries(values: FloatArray, entry: int, four: Vec4, factor: float) -> Vec4:
    """Return four numbers plus a factor times four entries."""
    a, b = four[0] + factor * values[entry], four[1] + factor * values[entry + 1]
    return a, b, four[2] + factor * values[entry + 2], four[3] + factor * values[entry + 3]


@helper
def add_four_products(values: FloatArray, entry: int, four: Vec4, sums: Vec4) -> Vec4:
    """Return four sums to which the products of four entries with four numbers were added."""
    a, b = sums[0] + values[entry] * four[0], sums[1] + values[entry + 1] * four[1]
    return a, b, sums[2] + values[entry + 2] * four[2], sums[3] + values[entry + 3] * four[3]
