"""mju_ functions of factors and eigenvalues, dense and banded, as kernels.

Of a banded matrix each row of the lower triangle has `nband` places, of which the last is the diagonal; the last
`ndense` rows have them all.
"""

from typing import Any

import numpy as np

from corten.compat.mujoco.arguments import NAMES, expect
from corten.compat.mujoco.compiled import compiled
from corten.compat.mujoco.matrices import row_product
from corten.math.matrix3 import load9_flat, mul_mat_mat, mul_matT_mat, store9_flat
from corten.math.quaternion import mul_quat, normalize_quat, quat_to_mat, store4_flat
from corten.math.vector3 import store3_flat
from corten.runtime import FloatArray, Mat3, Quat, helper, select, sqrt, stage
from corten.runtime.entry_table import Kinds

MINVAL = NAMES["constants"]["mjMINVAL"]

# ---------------------------------------------------------------- dense


@compiled("mat[n,n]", "mat should be a square matrix", result=Kinds.INT)
@stage
def mju_cholFactor(m, d) -> None:
    """Replace the lower triangle of a matrix by its Cholesky factor; return the rank."""
    mat, least, rank = d.mat, d.mindiag, d.n
    for j in range(d.n):
        pivot = mat[j, j] - row_product(mat, j, mat, j, j)
        if pivot < least:
            # a direction without weight: it is left out
            mat[j, j] = sqrt(least)
            for i in range(j + 1, d.n):
                mat[i, j] = 0.0
            rank -= 1
        else:
            root = sqrt(pivot)
            mat[j, j] = root
            for i in range(j + 1, d.n):
                mat[i, j] = (mat[i, j] - row_product(mat, i, mat, j, j)) / root
    d.result = rank


def _check_solve(res: np.ndarray, mat: np.ndarray, vec: np.ndarray) -> None:
    expect(mat.shape[0] == mat.shape[1], "mat should be a square matrix")
    expect(len(res) == len(mat), "size of res should equal the number of rows in mat")
    expect(len(vec) == len(mat), "size of vec should equal the number of rows in mat")


@compiled("res[n] mat[n,n] vec[n]", check=_check_solve)
@stage
def mju_cholSolve(m, d) -> None:
    """Solve with the factor that mju_cholFactor left."""
    res, mat, vec = d.res, d.mat, d.vec
    for i in range(d.n):
        total = vec[i]
        for j in range(i):
            total -= mat[i, j] * res[j]
        res[i] = total / mat[i, i]
    for back in range(d.n):
        i = d.n - 1 - back
        value = res[i] / mat[i, i]
        res[i] = value
        for j in range(i):
            res[j] -= mat[i, j] * value


def _check_update(mat: np.ndarray, x: np.ndarray, flg_plus: int) -> None:
    expect(mat.shape[0] == mat.shape[1], "mat should be a square matrix")
    expect(len(x) == len(mat), "size of x should equal the number of rows in mat")


@compiled("mat[n,n] x[n]", check=_check_update, result=Kinds.INT)
@stage
def mju_cholUpdate(m, d) -> None:
    """Change a factor L so that L L' gains x x', or loses it; return the rank. x is used up."""
    mat, x, rank = d.mat, d.x, d.n
    sign = select(d.flg_plus != 0, 1.0, -1.0)
    for k in range(d.n):
        if x[k] != 0.0:
            square = mat[k, k] * mat[k, k] + sign * x[k] * x[k]
            if square < MINVAL:
                square = MINVAL
                rank -= 1
            length = sqrt(square)
            cosine, sine = length / mat[k, k], x[k] / mat[k, k]
            mat[k, k] = length
            for i in range(k + 1, d.n):
                mat[i, k] = (mat[i, k] + sign * sine * x[i]) / cosine
                x[i] = cosine * x[i] - sine * mat[i, k]
    d.result = rank


# ---------------------------------------------------------------- eigenvalues


# largest number of turns, and the number beside the diagonal that is as good as zero
TURNS, DIAGONAL = 500, 1e-12

# sine and cosine of an eighth of a turn
EIGHTH = 0.7071067811865476


@helper
def turned_to(quat: Quat, mat: Mat3) -> Mat3:
    """Return a symmetric matrix in the axes of a quaternion."""
    axes = quat_to_mat(quat)
    return mul_matT_mat(axes, mul_mat_mat(mat, axes))


@helper
def jacobi_turn(at: Mat3) -> Quat:
    """Return the turn about one axis that makes the largest number beside the diagonal zero."""
    xy, xz, yz = abs(at[1]), abs(at[2]), abs(at[5])
    about_z = xy >= xz and xy >= yz
    about_y = not about_z and xz >= yz
    beside = select(about_z, at[1], select(about_y, at[2], at[5]))
    low = select(about_z or about_y, at[0], at[4])
    high = select(about_z, at[4], at[8])

    # tangent of the smaller of both angles; about y it has the other sign
    tau = 0.5 * (high - low) / beside
    tangent = select(tau >= 0.0, -1.0, 1.0) / (abs(tau) + sqrt(1.0 + tau * tau))
    tangent = select(about_y, -tangent, tangent)
    cosine = 1.0 / sqrt(1.0 + tangent * tangent)
    w = sqrt(0.5 + 0.5 * cosine)
    half = 0.5 * tangent * cosine / w
    return w, select(about_z or about_y, 0.0, half), select(about_y, half, 0.0), select(about_z, half, 0.0)


@compiled(result=Kinds.INT)
@stage
def mju_eig3(m, d) -> None:
    """Compute eigenvalues, largest first, and eigenvectors of a symmetric 3 x 3 matrix; return how many turns it took.

    Jacobi's method, in which the axes are a quaternion all the time.
    """
    mat = load9_flat(d.mat, 0)
    quat = (1.0, 0.0, 0.0, 0.0)
    count = 0
    at = mat
    while count < TURNS and max(abs(at[1]), max(abs(at[2]), abs(at[5]))) >= DIAGONAL:
        quat, _ = normalize_quat(mul_quat(quat, jacobi_turn(at)))
        at = turned_to(quat, mat)
        count += 1

    # exchange neighbours by a quarter of a turn about the third axis: first and second, second and third, and again
    first, second, third = at[0], at[4], at[8]
    if first < second:
        first, second = second, first
        quat = mul_quat(quat, (EIGHTH, 0.0, 0.0, EIGHTH))
    if second < third:
        second, third = third, second
        quat = mul_quat(quat, (EIGHTH, EIGHTH, 0.0, 0.0))
    if first < second:
        first, second = second, first
        quat = mul_quat(quat, (EIGHTH, 0.0, 0.0, EIGHTH))
    quat, _ = normalize_quat(quat)
    store3_flat(d.eigval, 0, (first, second, third))
    store9_flat(d.eigvec, 0, quat_to_mat(quat))
    store4_flat(d.quat, 0, quat)
    d.result = count


# ---------------------------------------------------------------- banded


@helper
def diagonal_place(i: int, ntotal: int, nband: int, ndense: int) -> int:
    """Return where the diagonal of row i stands."""
    sparse = ntotal - ndense
    return select(i < sparse, i * nband + nband - 1, sparse * nband + (i - sparse) * ntotal + i)


@helper
def first_column(i: int, ntotal: int, nband: int, ndense: int) -> int:
    """Return the first column that row i has."""
    return select(i < ntotal - ndense, max(0, i - nband + 1), 0)


@helper
def fits(size: int, ntotal: int, nband: int, ndense: int) -> bool:
    """Tell whether a banded matrix has as many numbers as it should."""
    wanted = (ntotal - ndense) * nband + ndense * ntotal
    return size == wanted and nband >= 1 and ndense >= 0 and ndense <= ntotal


def _check_band(mat: np.ndarray, ntotal: int, nband: int, ndense: int) -> None:
    size = (ntotal - ndense) * nband + ndense * ntotal
    expect(mat.size == size, "mat must have size (ntotal-ndense)*nband + ndense*ntotal")
    expect(nband >= 1 and 0 <= ndense <= ntotal, "nband must be positive, and ndense at most ntotal")


@compiled(result=Kinds.INT)
@stage
def mju_bandDiag(m, d) -> None:
    """Return where a diagonal entry of a banded matrix stands."""
    d.result = diagonal_place(d.i, d.ntotal, d.nband, d.ndense)


def _check_dense(res: np.ndarray, mat: np.ndarray, *sizes: int) -> None:
    _check_band(mat, *sizes[:3])
    expect(res.shape[0] == sizes[0], "res should have ntotal rows")
    expect(res.shape[1] == sizes[0], "res should have ntotal columns")


@compiled("res[rows,columns] mat[size]", check=_check_dense)
@stage
def mju_band2Dense(m, d) -> int:
    """Write a banded matrix as a full one."""
    res, mat, n = d.res, d.mat, d.ntotal
    if not fits(d.size, n, d.nband, d.ndense) or d.rows != n or d.columns != n:
        return 1
    for i in range(n):
        for j in range(n):
            res[i, j] = 0.0
    for i in range(n):
        place = diagonal_place(i, n, d.nband, d.ndense) - i
        for j in range(first_column(i, n, d.nband, d.ndense), i + 1):
            res[i, j] = mat[place + j]
            if d.flg_sym != 0:
                res[j, i] = mat[place + j]
    return 0


def _check_banded(res: np.ndarray, mat: np.ndarray, *sizes: int) -> None:
    _check_band(res, *sizes)
    expect(mat.shape[0] == sizes[0], "mat should have ntotal rows")
    expect(mat.shape[1] == sizes[0], "mat should have ntotal columns")


@compiled("res[size] mat[rows,columns]", check=_check_banded)
@stage
def mju_dense2Band(m, d) -> int:
    """Write a full matrix as a banded one."""
    res, mat, n = d.res, d.mat, d.ntotal
    if not fits(d.size, n, d.nband, d.ndense) or d.rows != n or d.columns != n:
        return 1
    for k in range(d.size):
        res[k] = 0.0
    for i in range(n):
        place = diagonal_place(i, n, d.nband, d.ndense) - i
        for j in range(first_column(i, n, d.nband, d.ndense), i + 1):
            res[place + j] = mat[i, j]
    return 0


def _check_band_vectors(res: np.ndarray, mat: np.ndarray, vec: np.ndarray, *sizes: int) -> None:
    _check_band(mat, *sizes[:3])
    expect(vec.shape[0] == sizes[0], "vec should have ntotal rows")
    expect(len(res) == vec.size, "size of res should equal the size of vec")


@compiled("res[size] mat[places,width] vec[rows,count]", check=_check_band_vectors)
@stage
def mju_bandMulMatVec(m, d) -> int:
    """Multiply vectors by a banded matrix."""
    res, mat, vec, n = d.res, d.mat, d.vec, d.ntotal
    if not fits(d.places * d.width, n, d.nband, d.ndense) or d.rows != n or d.size != n * d.count:
        return 1
    for k in range(d.size):
        res[k] = 0.0
    for i in range(n):
        place = diagonal_place(i, n, d.nband, d.ndense) - i
        for j in range(first_column(i, n, d.nband, d.ndense), i + 1):
            entry = mat[(place + j) // d.width, (place + j) % d.width]
            for k in range(d.count):
                res[i * d.count + k] += entry * vec[j, k]
                if d.flg_sym != 0 and i != j:
                    res[j * d.count + k] += entry * vec[i, k]
    return 0


def _check_factor(mat: np.ndarray, *given: Any) -> None:
    _check_band(mat, *given[:3])


@helper
def band_product(mat: FloatArray, first: int, second: int, start: int, end: int) -> float:
    """Return the product of parts of two rows: columns from `start` to `end`, of rows that begin at two places."""
    total = 0.0
    for k in range(start, end):
        total += mat[first + k] * mat[second + k]
    return total


@compiled("mat[size]", check=_check_factor, result=Kinds.FLOAT)
@stage
def mju_cholFactorBand(m, d) -> int:
    """Replace a banded matrix by its Cholesky factor; return the smallest number of its diagonal.

    It is 0 where a pivot is not positive; the matrix is lost then.
    """
    mat, n, nband, ndense = d.mat, d.ntotal, d.nband, d.ndense
    if not fits(d.size, n, nband, ndense):
        return 1
    smallest, positive = 0.0, True
    for i in range(n):
        row, start = diagonal_place(i, n, nband, ndense) - i, first_column(i, n, nband, ndense)
        mat[row + i] = mat[row + i] + d.diagadd + d.diagmul * mat[row + i]
        for j in range(start, i):
            other = diagonal_place(j, n, nband, ndense) - j
            common = max(start, first_column(j, n, nband, ndense))
            mat[row + j] = (mat[row + j] - band_product(mat, row, other, common, j)) / mat[other + j]
        pivot = mat[row + i] - band_product(mat, row, row, start, i)
        if not pivot >= MINVAL:
            positive = False
            break
        root = sqrt(pivot)
        smallest = select(i == 0, root, min(smallest, root))
        mat[row + i] = root
    d.result = select(positive, smallest, 0.0)
    return 0


def _check_band_solve(res: np.ndarray, mat: np.ndarray, vec: np.ndarray, *sizes: int) -> None:
    _check_band(mat, *sizes)
    expect(len(res) == sizes[0], "size of res should equal ntotal")
    expect(len(vec) == sizes[0], "size of vec should equal ntotal")


@compiled("res[n] mat[size] vec[n]", check=_check_band_solve)
@stage
def mju_cholSolveBand(m, d) -> int:
    """Solve with the factor that mju_cholFactorBand left."""
    res, mat, vec, n, nband, ndense = d.res, d.mat, d.vec, d.ntotal, d.nband, d.ndense
    if not fits(d.size, n, nband, ndense) or d.n != n:
        return 1
    for i in range(n):
        row, total = diagonal_place(i, n, nband, ndense) - i, vec[i]
        for j in range(first_column(i, n, nband, ndense), i):
            total -= mat[row + j] * res[j]
        res[i] = total / mat[row + i]
    for back in range(n):
        i = n - 1 - back
        row = diagonal_place(i, n, nband, ndense) - i
        value = res[i] / mat[row + i]
        res[i] = value
        for j in range(first_column(i, n, nband, ndense), i):
            res[j] -= mat[row + j] * value
    return 0
