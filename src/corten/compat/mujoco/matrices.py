"""mju_ functions of dense matrices, as kernels; printing, logs, and adding to the mass matrix."""

import time
from pathlib import Path
from typing import Any

import numpy as np

from corten.compat.mujoco.arguments import bound, expect
from corten.compat.mujoco.compiled import compiled
from corten.math.matrix3 import load9_flat, mul_mat_vec, mul_matT_vec
from corten.math.vector3 import load3_flat, store3_flat
from corten.runtime import FloatArray, helper, stage
from corten.runtime.entry_table import Kinds


@helper
def row_product(a: FloatArray, i: int, b: FloatArray, j: int, n: int) -> float:
    """Return the product of the first n numbers of row i of a and row j of b, in four sums side by side."""
    s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
    whole = n - n % 4
    for k in range(0, whole, 4):
        s0 += a[i, k] * b[j, k]
        s1 += a[i, k + 1] * b[j, k + 1]
        s2 += a[i, k + 2] * b[j, k + 2]
        s3 += a[i, k + 3] * b[j, k + 3]
    for k in range(whole, n):
        s0 += a[i, k] * b[j, k]
    return (s0 + s2) + (s1 + s3)


@helper
def row_times(a: FloatArray, i: int, vec: FloatArray, n: int) -> float:
    """Return the product of row i of a matrix and a vector, in four sums side by side."""
    s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
    whole = n - n % 4
    for k in range(0, whole, 4):
        s0 += a[i, k] * vec[k]
        s1 += a[i, k + 1] * vec[k + 1]
        s2 += a[i, k + 2] * vec[k + 2]
        s3 += a[i, k + 3] * vec[k + 3]
    for k in range(whole, n):
        s0 += a[i, k] * vec[k]
    return (s0 + s2) + (s1 + s3)


# ---------------------------------------------------------------- matrices and vectors


@compiled()
@stage
def mju_mulMatVec3(m, d) -> None:
    """Multiply a vector by a 3 x 3 matrix."""
    store3_flat(d.res, 0, mul_mat_vec(load9_flat(d.mat, 0), load3_flat(d.vec, 0)))


@compiled()
@stage
def mju_mulMatTVec3(m, d) -> None:
    """Multiply a vector by the transpose of a 3 x 3 matrix."""
    store3_flat(d.res, 0, mul_matT_vec(load9_flat(d.mat, 0), load3_flat(d.vec, 0)))


@compiled(
    "res[m] mat[m,n] vec[n]",
    "size of res should equal the number of rows in mat",
    "size of vec should equal the number of columns in mat",
)
@stage
def mju_mulMatVec(m, d) -> None:
    """Multiply a vector by a matrix."""
    res, mat, vec = d.res, d.mat, d.vec
    for i in range(d.m):
        res[i] = row_times(mat, i, vec, d.n)


@compiled(
    "res[n] mat[m,n] vec[m]",
    "size of res should equal the number of columns in mat",
    "size of vec should equal the number of rows in mat",
)
@stage
def mju_mulMatTVec(m, d) -> None:
    """Multiply a vector by the transpose of a matrix."""
    res, mat, vec = d.res, d.mat, d.vec
    for j in range(d.n):
        res[j] = 0.0
    for i in range(d.m):
        factor = vec[i]
        for j in range(d.n):
            res[j] += mat[i, j] * factor


@compiled(
    "vec1[n] mat[n,n] vec2[n]",
    "size of vectors should equal the number of rows in mat",
    "size of vectors should equal the number of columns in mat",
    "size of vec1 should equal the size of vec2",
    result=Kinds.FLOAT,
)
@stage
def mju_mulVecMatVec(m, d) -> None:
    """Return vec1' mat vec2."""
    vec1, mat, vec2, total = d.vec1, d.mat, d.vec2, 0.0
    for i in range(d.n):
        total += vec1[i] * row_times(mat, i, vec2, d.n)
    d.result = total


# ---------------------------------------------------------------- matrices


@compiled(
    "res[n,m] mat[m,n]",
    "#columns in res should equal #rows in mat",
    "#rows in res should equal #columns in mat",
)
@stage
def mju_transpose(m, d) -> None:
    """Write the transpose of a matrix."""
    res, mat = d.res, d.mat
    for i in range(d.m):
        for j in range(d.n):
            res[j, i] = mat[i, j]


def _check_symmetrize(res: np.ndarray, mat: np.ndarray) -> None:
    expect(mat.shape[0] == mat.shape[1], "mat should be square")
    expect(res.shape == mat.shape, "res and mat should have the same shape")


@compiled("res[n,n] mat[n,n]", check=_check_symmetrize)
@stage
def mju_symmetrize(m, d) -> None:
    """Write the mean of a matrix and its transpose."""
    res, mat = d.res, d.mat
    for i in range(d.n):
        res[i, i] = mat[i, i]
        for j in range(i):
            mean = 0.5 * (mat[i, j] + mat[j, i])
            res[i, j] = mean
            res[j, i] = mean


@compiled("mat[n,n]", "mat should be square")
@stage
def mju_eye(m, d) -> None:
    """Make a matrix the identity."""
    mat = d.mat
    for i in range(d.n):
        for j in range(d.n):
            mat[i, j] = 0.0
        mat[i, i] = 1.0


@compiled(
    "res[m,n] mat1[m,k] mat2[k,n]",
    "#rows in res should equal #rows in mat1",
    "#columns in mat1 should equal #rows in mat2",
    "#columns in res should equal #columns in mat2",
)
@stage
def mju_mulMatMat(m, d) -> None:
    """Multiply two matrices."""
    res, mat1, mat2 = d.res, d.mat1, d.mat2
    for i in range(d.m):
        for j in range(d.n):
            res[i, j] = 0.0
        for k in range(d.k):
            factor = mat1[i, k]
            for j in range(d.n):
                res[i, j] += factor * mat2[k, j]


@compiled(
    "res[m,n] mat1[m,k] mat2[n,k]",
    "#rows in res should equal #rows in mat1",
    "#columns in res should equal #rows in mat2",
    "#columns in mat1 should equal #columns in mat2",
)
@stage
def mju_mulMatMatT(m, d) -> None:
    """Multiply a matrix by the transpose of another."""
    res, mat1, mat2 = d.res, d.mat1, d.mat2
    for i in range(d.m):
        for j in range(d.n):
            res[i, j] = row_product(mat1, i, mat2, j, d.k)


@compiled(
    "res[m,n] mat1[k,m] mat2[k,n]",
    "#rows in res should equal #columns in mat1",
    "#rows in mat1 should equal #rows in mat2",
    "#columns in res should equal #columns in mat2",
)
@stage
def mju_mulMatTMat(m, d) -> None:
    """Multiply the transpose of a matrix by another."""
    res, mat1, mat2 = d.res, d.mat1, d.mat2
    for i in range(d.m):
        for j in range(d.n):
            res[i, j] = 0.0
    for k in range(d.k):
        for i in range(d.m):
            factor = mat1[k, i]
            for j in range(d.n):
                res[i, j] += factor * mat2[k, j]


def _check_diagonal(res: np.ndarray, mat: np.ndarray, diag: np.ndarray | None) -> None:
    expect(res.shape == (mat.shape[1], mat.shape[1]), "#rows in res should equal #columns in mat")
    expect(diag is None or len(diag) == mat.shape[0], "size of diag should equal the number of rows in mat")


@compiled("res[n,n] mat[m,n] diag[k]", check=_check_diagonal)
@stage
def mju_sqrMatTD(m, d) -> int:
    """Compute mat' diag mat, or mat' mat without a diagonal."""
    res, mat, diag = d.res, d.mat, d.diag
    if d.k >= 0 and d.k != d.m:
        return 1
    for i in range(d.n):
        for j in range(d.n):
            res[i, j] = 0.0
    for k in range(d.m):
        weight = 1.0
        if d.k >= 0:
            weight = diag[k]
        for i in range(d.n):
            factor = weight * mat[k, i]
            for j in range(d.n):
                res[i, j] += factor * mat[k, j]
    return 0


@bound
def mju_printMat(mat: np.ndarray) -> None:
    """Print a matrix."""
    for row in mat:
        print("".join(f"{number:.8f} " for number in row))
    print()


LOG = "MUJOCO_LOG.TXT"


@bound
def mju_writeLog(type: str, msg: str) -> None:
    """Add a message with the date to MUJOCO_LOG.TXT in the current directory."""
    with Path(LOG).open("a", encoding="utf-8") as file:
        file.write(f"{time.asctime()}\n{type}: {msg}\n\n")


@bound
def mj_addM(m: Any, d: Any, dst: np.ndarray, rownnz: np.ndarray, *given: np.ndarray) -> None:
    """Add the mass matrix to a sparse lower triangle that has a place for each of its entries."""
    rowadr, colind = given
    size = len(m.M_colind)
    expect(len(dst) == size, "dst should be of size nM")
    expect(len(rownnz) == m.nv, "rownnz should be of size nv")
    expect(len(rowadr) == m.nv, "rowadr should be of size nv")
    expect(len(colind) == size, "colind should be of size nM")
    places = {
        (row, int(colind[entry])): entry
        for row in range(m.nv)
        for entry in range(int(rowadr[row]), int(rowadr[row]) + int(rownnz[row]))
        if 0 <= entry < size
    }
    for row in range(m.nv):
        first = int(m.M_rowadr[row])
        for entry in range(first, first + int(m.M_rownnz[row])):
            place = places.get((row, int(m.M_colind[entry])))
            expect(place is not None, f"colind has no place for row {row}, column {m.M_colind[entry]}")
            dst[place] += d.M[entry]


@bound
def mj_loadTexture(m: Any, id: int) -> tuple[np.ndarray, int]:
    """Return the pixels of a texture, (height, width, channels), and its colour space."""
    if not 0 <= id < m.ntex:
        raise ValueError(f"texture id {id} out of range")
    shape = int(m.tex_height[id]), int(m.tex_width[id]), int(m.tex_nchannel[id])
    first = int(m.tex_adr[id])
    pixels = np.array(m.tex_data[first : first + shape[0] * shape[1] * shape[2]], np.uint8)
    return pixels.reshape(shape), int(m.tex_colorspace[id])
