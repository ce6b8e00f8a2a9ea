"""Three rows of a sparse lower triangle that have the same columns, which come in threes: the dofs of a vertex.

The first of the rows ends with its diagonal, the second has one entry more, the third two. `three` tells of each row
what it is: 1 for the first of three such rows, 2 and 3 for the others, 0 for rows alone. Columns of three rows are
those of other three rows.
"""

from corten.runtime import FloatArray, IntArray, Vec3, helper


@helper
def add_three_rows(
    values: FloatArray, rownnz: IntArray, rowadr: IntArray, colind: IntArray, i: int, x: FloatArray, result: FloatArray
) -> None:
    """Add the product of a symmetric matrix, as far as it stands in rows i to i + 2, and x to `result`."""
    a, b, c, n = rowadr[i], rowadr[i + 1], rowadr[i + 2], rownnz[i] - 1
    x0, x1, x2 = x[i], x[i + 1], x[i + 2]
    t0 = values[a + n] * x0 + values[b + n] * x1 + values[c + n] * x2
    t1 = values[b + n] * x0 + values[b + n + 1] * x1 + values[c + n + 1] * x2
    t2 = values[c + n] * x0 + values[c + n + 1] * x1 + values[c + n + 2] * x2
    for k in range(0, n, 3):
        j = colind[a + k]
        y0, y1, y2 = x[j], x[j + 1], x[j + 2]
        a0, a1, a2 = values[a + k], values[a + k + 1], values[a + k + 2]
        b0, b1, b2 = values[b + k], values[b + k + 1], values[b + k + 2]
        c0, c1, c2 = values[c + k], values[c + k + 1], values[c + k + 2]
        t0 += a0 * y0 + a1 * y1 + a2 * y2
        t1 += b0 * y0 + b1 * y1 + b2 * y2
        t2 += c0 * y0 + c1 * y1 + c2 * y2
        result[j] += a0 * x0 + b0 * x1 + c0 * x2
        result[j + 1] += a1 * x0 + b1 * x1 + c1 * x2
        result[j + 2] += a2 * x0 + b2 * x1 + c2 * x2
    result[i] += t0
    result[i + 1] += t1
    result[i + 2] += t2


@helper
def eliminate_three_rows(
    values: FloatArray, diag_inv: FloatArray, rownnz: IntArray, rowadr: IntArray, colind: IntArray, i: int, least: float
) -> bool:
    """Eliminate rows i to i + 2 from those of their columns; return whether pivots exceed a share of `diag_inv`.

    They become rows of L, and diag_inv, the diagonal before, 1 / D.
    """
    a, b, c, n = rowadr[i], rowadr[i + 1], rowadr[i + 2], rownnz[i] - 1

    # the block of the three rows themselves, from the last to the first
    x, y, p2 = values[c + n], values[c + n + 1], values[c + n + 2]
    d2 = 1.0 / p2
    s, t = y * d2, x * d2
    z, p1 = values[b + n] - s * x, values[b + n + 1] - s * y
    d1 = 1.0 / p1
    w = z * d1
    p0 = values[a + n] - t * x - w * z
    d0 = 1.0 / p0
    if not (p2 > least * diag_inv[i + 2] and p1 > least * diag_inv[i + 1] and p0 > least * diag_inv[i]):
        return False
    values[c + n], values[c + n + 1], values[b + n] = t, s, w
    diag_inv[i], diag_inv[i + 1], diag_inv[i + 2] = d0, d1, d2
    for k in range(n):
        values[b + k] -= s * values[c + k]
        values[a + k] -= t * values[c + k] + w * values[b + k]

    for k in range(n - 3, -1, -3):
        remove_three_rows(values, rownnz, rowadr, colind, i, k, (d0, d1, d2))
    for k in range(n):
        values[a + k] *= d0
        values[b + k] *= d1
        values[c + k] *= d2
    return True


@helper
def remove_three_rows(
    values: FloatArray, rownnz: IntArray, rowadr: IntArray, colind: IntArray, i: int, k: int, inverse: Vec3
) -> None:
    """Subtract what rows i to i + 2 have in common with those of the columns from their entry k on."""
    a, b, c = rowadr[i], rowadr[i + 1], rowadr[i + 2]
    j = colind[a + k]
    d0, d1, d2 = inverse
    one = values[a + k] * d0, values[b + k] * d1, values[c + k] * d2
    two = values[a + k + 1] * d0, values[b + k + 1] * d1, values[c + k + 1] * d2
    three = values[a + k + 2] * d0, values[b + k + 2] * d1, values[c + k + 2] * d2

    source, n = 0, rownnz[j] - 1
    for entry in range(0, n, 3):
        while colind[a + source] < colind[rowadr[j] + entry]:
            source += 3
        if colind[a + source] == colind[rowadr[j] + entry]:
            for m in range(3):
                u, v, w = values[a + source + m], values[b + source + m], values[c + source + m]
                values[rowadr[j] + entry + m] -= one[0] * u + one[1] * v + one[2] * w
                values[rowadr[j + 1] + entry + m] -= two[0] * u + two[1] * v + two[2] * w
                values[rowadr[j + 2] + entry + m] -= three[0] * u + three[1] * v + three[2] * w
    for m in range(3):
        u, v, w = values[a + k + m], values[b + k + m], values[c + k + m]
        if m == 0:
            values[rowadr[j] + n] -= one[0] * u + one[1] * v + one[2] * w
        if m < 2:
            values[rowadr[j + 1] + n + m] -= two[0] * u + two[1] * v + two[2] * w
        values[rowadr[j + 2] + n + m] -= three[0] * u + three[1] * v + three[2] * w


@helper
def solve_three_from_end(
    values: FloatArray, rownnz: IntArray, rowadr: IntArray, colind: IntArray, i: int, x: FloatArray
) -> None:
    """Do what rows i to i + 2 do in the solution of L' y = x, from the last row to the first."""
    a, b, c, n = rowadr[i], rowadr[i + 1], rowadr[i + 2], rownnz[i] - 1
    x2 = x[i + 2]
    x1 = x[i + 1] - values[c + n + 1] * x2
    x0 = x[i] - values[c + n] * x2 - values[b + n] * x1
    x[i] = x0
    x[i + 1] = x1
    for k in range(0, n, 3):
        j = colind[a + k]
        x[j] -= values[a + k] * x0 + values[b + k] * x1 + values[c + k] * x2
        x[j + 1] -= values[a + k + 1] * x0 + values[b + k + 1] * x1 + values[c + k + 1] * x2
        x[j + 2] -= values[a + k + 2] * x0 + values[b + k + 2] * x1 + values[c + k + 2] * x2


@helper
def solve_three_from_start(
    values: FloatArray,
    diag_inv: FloatArray,
    rownnz: IntArray,
    rowadr: IntArray,
    colind: IntArray,
    i: int,
    x: FloatArray,
) -> None:
    """Do what rows i to i + 2 do in the solution of D L y = x, from the first row to the last."""
    a, b, c, n = rowadr[i], rowadr[i + 1], rowadr[i + 2], rownnz[i] - 1
    t0, t1, t2 = x[i] * diag_inv[i], x[i + 1] * diag_inv[i + 1], x[i + 2] * diag_inv[i + 2]
    for k in range(0, n, 3):
        j = colind[a + k]
        y0, y1, y2 = x[j], x[j + 1], x[j + 2]
        t0 -= values[a + k] * y0 + values[a + k + 1] * y1 + values[a + k + 2] * y2
        t1 -= values[b + k] * y0 + values[b + k + 1] * y1 + values[b + k + 2] * y2
        t2 -= values[c + k] * y0 + values[c + k + 1] * y1 + values[c + k + 2] * y2
    t1 -= values[b + n] * t0
    x[i] = t0
    x[i + 1] = t1
    x[i + 2] = t2 - values[c + n] * t0 - values[c + n + 1] * t1
