"""Factors of symmetric matrices in blocks of four rows, each of which begins anywhere and is full from there on.

Block row I of the lower triangle holds the blocks first[I] to I, column by column: entry (4 I + r, c) stands at
adr[I] + 4 c + r in `values`. What lies before the first block of a row stays zero in the factor, so no room is needed
for fill-in. Four rows stand together so that LLVM packs them into one instruction; sums run in the order of columns.
Where a matrix has fewer rows than its blocks, the rest is that of the identity.

The factor is L D L' with ones on L's diagonal, which are not stored; 1 / D stands in `inverse`. It needs no roots.
"""

from corten.runtime import FloatArray, IntArray, Vec4, helper, uniform


@helper
def factor_blocks(
    matrix: FloatArray, values: FloatArray, inverse: FloatArray, first: IntArray, adr: IntArray, n: int, minimum: float
) -> None:
    """Write the factor L of a matrix of n block rows to `values`, and 1 / D to `inverse`; D is at least `minimum`.

    Each entry of the matrix is read once, before that of its factor is written: both may stand in the same place.
    """
    for i in range(n):
        begin, row = uniform(first[i]), uniform(adr[i])
        for j in range(begin, i):
            reduce_block(matrix, values, row, uniform(adr[j]), 4 * max(begin, uniform(first[j])), j)
        factor_diagonal(matrix, values, inverse, row, 4 * begin, i, minimum)


@helper
def reduce_block(matrix: FloatArray, values: FloatArray, row: int, other: int, low: int, j: int) -> None:
    """Write block j of L D of the block row at `row`; `other` is the finished block row j."""
    sums = sum_four_columns(values, row, other, 4 * low, 16 * j)
    finish_block(matrix, values, row + 16 * j, other + 16 * j, sums)


@helper
def finish_block(
    matrix: FloatArray, values: FloatArray, at: int, square: int, sums: tuple[Vec4, Vec4, Vec4, Vec4]
) -> None:
    """Write the block of L D at `at`, given its products with earlier columns; `square` is its column's."""
    first, second, third, fourth = sums
    a0, a1, a2, a3 = first
    b0, b1, b2, b3 = second
    c0, c1, c2, c3 = third
    e0, e1, e2, e3 = fourth

    # what the columns of this block owe to each other
    a0, a1, a2, a3 = matrix[at] - a0, matrix[at + 1] - a1, matrix[at + 2] - a2, matrix[at + 3] - a3
    f = values[square + 1]
    b0, b1 = (matrix[at + 4] - b0) - a0 * f, (matrix[at + 5] - b1) - a1 * f
    b2, b3 = (matrix[at + 6] - b2) - a2 * f, (matrix[at + 7] - b3) - a3 * f
    f, g = values[square + 2], values[square + 6]
    c0, c1 = (matrix[at + 8] - c0) - a0 * f - b0 * g, (matrix[at + 9] - c1) - a1 * f - b1 * g
    c2, c3 = (matrix[at + 10] - c2) - a2 * f - b2 * g, (matrix[at + 11] - c3) - a3 * f - b3 * g
    f, g, h = values[square + 3], values[square + 7], values[square + 11]
    e0 = (matrix[at + 12] - e0) - a0 * f - b0 * g - c0 * h
    e1 = (matrix[at + 13] - e1) - a1 * f - b1 * g - c1 * h
    e2 = (matrix[at + 14] - e2) - a2 * f - b2 * g - c2 * h
    e3 = (matrix[at + 15] - e3) - a3 * f - b3 * g - c3 * h
    store_four(values, at, a0, a1, a2, a3)
    store_four(values, at + 4, b0, b1, b2, b3)
    store_four(values, at + 8, c0, c1, c2, c3)
    store_four(values, at + 12, e0, e1, e2, e3)


@helper
def no_sums() -> tuple[Vec4, Vec4, Vec4, Vec4]:
    """Return four times four zeros."""
    zeros = 0.0, 0.0, 0.0, 0.0
    return zeros, zeros, zeros, zeros


@helper
def sum_four_columns(values: FloatArray, row: int, other: int, begin: int, end: int) -> tuple[Vec4, Vec4, Vec4, Vec4]:
    """Return the products of the block rows at `row` and `other`, column by column, over what stands between."""
    return add_four_columns(values, row, other, begin, end, no_sums())


@helper
def add_four_columns(
    values: FloatArray, row: int, other: int, begin: int, end: int, sums: tuple[Vec4, Vec4, Vec4, Vec4]
) -> tuple[Vec4, Vec4, Vec4, Vec4]:
    """Return sums to which such products were added."""
    first, second, third, fourth = sums
    a0, a1, a2, a3 = first
    b0, b1, b2, b3 = second
    c0, c1, c2, c3 = third
    e0, e1, e2, e3 = fourth
    for k in range(begin, end, 4):
        u0, u1, u2, u3 = values[row + k], values[row + k + 1], values[row + k + 2], values[row + k + 3]
        x, y = values[other + k], values[other + k + 1]
        a0 += u0 * x
        a1 += u1 * x
        a2 += u2 * x
        a3 += u3 * x
        b0 += u0 * y
        b1 += u1 * y
        b2 += u2 * y
        b3 += u3 * y
        z, w = values[other + k + 2], values[other + k + 3]
        c0 += u0 * z
        c1 += u1 * z
        c2 += u2 * z
        c3 += u3 * z
        e0 += u0 * w
        e1 += u1 * w
        e2 += u2 * w
        e3 += u3 * w
    return (a0, a1, a2, a3), (b0, b1, b2, b3), (c0, c1, c2, c3), (e0, e1, e2, e3)


@sum_four_columns.version(machine="lanes")
def sum_two_and_two_columns(
    values: FloatArray, row: int, other: int, begin: int, end: int
) -> tuple[Vec4, Vec4, Vec4, Vec4]:
    """Do the same in two goes: sixteen sums of lanes and what they are made of need more registers than there are."""
    a, b = sum_two_columns(values, row, other, begin, end)
    c, e = sum_two_columns(values, row, other + 2, begin, end)
    return a, b, c, e


@helper
def sum_two_columns(values: FloatArray, row: int, other: int, begin: int, end: int) -> tuple[Vec4, Vec4]:
    """Return the products with two columns."""
    a0, a1, a2, a3 = 0.0, 0.0, 0.0, 0.0
    b0, b1, b2, b3 = 0.0, 0.0, 0.0, 0.0
    for k in range(begin, end, 4):
        u0, u1, u2, u3 = values[row + k], values[row + k + 1], values[row + k + 2], values[row + k + 3]
        x, y = values[other + k], values[other + k + 1]
        a0 += u0 * x
        a1 += u1 * x
        a2 += u2 * x
        a3 += u3 * x
        b0 += u0 * y
        b1 += u1 * y
        b2 += u2 * y
        b3 += u3 * y
    return (a0, a1, a2, a3), (b0, b1, b2, b3)


@helper
def store_four(values: FloatArray, at: int, a: float, b: float, c: float, e: float) -> None:
    """Write four numbers."""
    values[at] = a
    values[at + 1] = b
    values[at + 2] = c
    values[at + 3] = e


@helper
def factor_diagonal(
    matrix: FloatArray, values: FloatArray, inverse: FloatArray, row: int, low: int, i: int, minimum: float
) -> None:
    """Turn the blocks of a row from L D into L, and factor its last block."""
    sums = divide_columns(values, inverse, row, low, 4 * i, no_sums())
    finish_diagonal(matrix, values, inverse, row + 16 * i, i, sums, minimum)


@helper
def divide_columns(
    values: FloatArray, inverse: FloatArray, row: int, begin: int, end: int, sums: tuple[Vec4, Vec4, Vec4, Vec4]
) -> tuple[Vec4, Vec4, Vec4, Vec4]:
    """Turn columns of a block row from L D into L; return sums to which products of the two were added."""
    first, second, third, fourth = sums
    a0, a1, a2, a3 = first
    b0, b1, b2, b3 = second
    c0, c1, c2, c3 = third
    e0, e1, e2, e3 = fourth
    for k in range(begin, end):
        at = row + 4 * k
        u0, u1, u2, u3 = values[at], values[at + 1], values[at + 2], values[at + 3]
        share = inverse[k]
        x, y, z, w = u0 * share, u1 * share, u2 * share, u3 * share
        a0 += u0 * x
        a1 += u1 * x
        a2 += u2 * x
        a3 += u3 * x
        b0 += u0 * y
        b1 += u1 * y
        b2 += u2 * y
        b3 += u3 * y
        c0 += u0 * z
        c1 += u1 * z
        c2 += u2 * z
        c3 += u3 * z
        e0 += u0 * w
        e1 += u1 * w
        e2 += u2 * w
        e3 += u3 * w
        store_four(values, at, x, y, z, w)
    return (a0, a1, a2, a3), (b0, b1, b2, b3), (c0, c1, c2, c3), (e0, e1, e2, e3)


@helper
def finish_diagonal(
    matrix: FloatArray,
    values: FloatArray,
    inverse: FloatArray,
    at: int,
    i: int,
    sums: tuple[Vec4, Vec4, Vec4, Vec4],
    minimum: float,
) -> None:
    """Factor block i of the diagonal, at `at`, given the products of its row with itself."""
    first, second, third, fourth = sums
    d0 = 1.0 / max(minimum, matrix[at] - first[0])
    u1, u2, u3 = matrix[at + 1] - first[1], matrix[at + 2] - first[2], matrix[at + 3] - first[3]
    l1, l2, l3 = u1 * d0, u2 * d0, u3 * d0
    d1 = 1.0 / max(minimum, matrix[at + 5] - second[1] - u1 * l1)
    v2, v3 = matrix[at + 6] - second[2] - u2 * l1, matrix[at + 7] - second[3] - u3 * l1
    m2, m3 = v2 * d1, v3 * d1
    d2 = 1.0 / max(minimum, matrix[at + 10] - third[2] - u2 * l2 - v2 * m2)
    w3 = matrix[at + 11] - third[3] - u3 * l2 - v3 * m2
    n3 = w3 * d2
    d3 = 1.0 / max(minimum, matrix[at + 15] - fourth[3] - u3 * l3 - v3 * m3 - w3 * n3)
    values[at + 1] = l1
    values[at + 2] = l2
    values[at + 3] = l3
    values[at + 6] = m2
    values[at + 7] = m3
    values[at + 11] = n3
    store_four(inverse, 4 * i, d0, d1, d2, d3)


@helper
def solve_blocks(
    values: FloatArray, inverse: FloatArray, first: IntArray, adr: IntArray, n: int, x: FloatArray
) -> None:
    """Replace the first 4 n numbers of x by the solution of L D L' y = x."""
    for i in range(n):
        row, p = uniform(adr[i]), 4 * i
        sums = subtract_columns(values, row, 4 * uniform(first[i]), p, x, (x[p], x[p + 1], x[p + 2], x[p + 3]))
        solve_diagonal(values, row + 4 * p, p, x, sums)
    for k in range(4 * n):
        x[k] *= inverse[k]
    for i in range(n - 1, -1, -1):
        row, p = uniform(adr[i]), 4 * i
        solution = solve_diagonal_back(values, row + 4 * p, p, x)
        subtract_rows(values, row, 4 * uniform(first[i]), p, x, solution)


@helper
def subtract_columns(values: FloatArray, row: int, begin: int, end: int, x: FloatArray, sums: Vec4) -> Vec4:
    """Return four sums less the products of columns of the block row at `row` and x."""
    a0, a1, a2, a3 = sums
    b0, b1, b2, b3 = 0.0, 0.0, 0.0, 0.0
    for k in range(begin, end, 2):
        at, y, z = row + 4 * k, x[k], x[k + 1]
        a0 -= values[at] * y
        a1 -= values[at + 1] * y
        a2 -= values[at + 2] * y
        a3 -= values[at + 3] * y
        b0 += values[at + 4] * z
        b1 += values[at + 5] * z
        b2 += values[at + 6] * z
        b3 += values[at + 7] * z
    return a0 - b0, a1 - b1, a2 - b2, a3 - b3


@helper
def solve_diagonal(values: FloatArray, at: int, p: int, x: FloatArray, sums: Vec4) -> None:
    """Write what the block of the diagonal at `at` makes of four sums to places from p on."""
    a0, a1, a2, a3 = sums
    a1 -= values[at + 1] * a0
    a2 = a2 - values[at + 2] * a0 - values[at + 6] * a1
    a3 = a3 - values[at + 3] * a0 - values[at + 7] * a1 - values[at + 11] * a2
    store_four(x, p, a0, a1, a2, a3)


@helper
def solve_diagonal_back(values: FloatArray, at: int, p: int, x: FloatArray) -> Vec4:
    """Solve for the four places from p on with the transpose of the block at `at`; return them."""
    a3 = x[p + 3]
    a2 = x[p + 2] - values[at + 11] * a3
    a1 = x[p + 1] - values[at + 7] * a3 - values[at + 6] * a2
    a0 = x[p] - values[at + 3] * a3 - values[at + 2] * a2 - values[at + 1] * a1
    store_four(x, p, a0, a1, a2, a3)
    return a0, a1, a2, a3


@helper
def subtract_rows(values: FloatArray, row: int, begin: int, end: int, x: FloatArray, solution: Vec4) -> None:
    """Subtract from x what the columns of the block row at `row` make of the solution at its four places."""
    a0, a1, a2, a3 = solution
    for k in range(begin, end):
        at = row + 4 * k
        x[k] -= (values[at] * a0 + values[at + 1] * a1) + (values[at + 2] * a2 + values[at + 3] * a3)
