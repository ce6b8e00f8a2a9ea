"""mju_ functions of dense, sparse and banded matrices."""

import time
from pathlib import Path
from typing import Any

import numpy as np

from corten.compat.mujoco.arguments import NAMES, bound, expect
from corten import quaternion

MINVAL = NAMES["constants"]["mjMINVAL"]


@bound
def mju_mulMatVec3(res: np.ndarray, mat: np.ndarray, vec: np.ndarray) -> None:
    """Multiply a vector by a 3 x 3 matrix."""
    res[:] = mat.reshape(3, 3) @ vec


@bound
def mju_mulMatTVec3(res: np.ndarray, mat: np.ndarray, vec: np.ndarray) -> None:
    """Multiply a vector by the transpose of a 3 x 3 matrix."""
    res[:] = mat.reshape(3, 3).T @ vec


@bound
def mju_mulMatVec(res: np.ndarray, mat: np.ndarray, vec: np.ndarray) -> None:
    """Multiply a vector by a matrix."""
    expect(len(res) == mat.shape[0], "size of res should equal the number of rows in mat")
    expect(len(vec) == mat.shape[1], "size of vec should equal the number of columns in mat")
    res[:] = mat @ vec


@bound
def mju_mulMatTVec(res: np.ndarray, mat: np.ndarray, vec: np.ndarray) -> None:
    """Multiply a vector by the transpose of a matrix."""
    expect(len(res) == mat.shape[1], "size of res should equal the number of columns in mat")
    expect(len(vec) == mat.shape[0], "size of vec should equal the number of rows in mat")
    res[:] = mat.T @ vec


@bound
def mju_mulVecMatVec(vec1: np.ndarray, mat: np.ndarray, vec2: np.ndarray) -> float:
    """Return vec1' mat vec2."""
    expect(len(vec1) == len(vec2), "size of vec1 should equal the size of vec2")
    expect(len(vec1) == mat.shape[0], "size of vectors should equal the number of rows in mat")
    expect(len(vec2) == mat.shape[1], "size of vectors should equal the number of columns in mat")
    return float(vec1 @ mat @ vec2)


@bound
def mju_transpose(res: np.ndarray, mat: np.ndarray) -> None:
    """Write the transpose of a matrix."""
    expect(res.shape[1] == mat.shape[0], "#columns in res should equal #rows in mat")
    expect(res.shape[0] == mat.shape[1], "#rows in res should equal #columns in mat")
    res[:] = mat.T.copy()


@bound
def mju_symmetrize(res: np.ndarray, mat: np.ndarray) -> None:
    """Write the mean of a matrix and its transpose."""
    expect(mat.shape[0] == mat.shape[1], "mat should be square")
    expect(res.shape == mat.shape, "res and mat should have the same shape")
    res[:] = 0.5 * (mat + mat.T)


@bound
def mju_eye(mat: np.ndarray) -> None:
    """Make a matrix the identity."""
    expect(mat.shape[0] == mat.shape[1], "mat should be square")
    mat[:] = np.eye(len(mat))


@bound
def mju_mulMatMat(res: np.ndarray, mat1: np.ndarray, mat2: np.ndarray) -> None:
    """Multiply two matrices."""
    expect(res.shape[0] == mat1.shape[0], "#rows in res should equal #rows in mat1")
    expect(res.shape[1] == mat2.shape[1], "#columns in res should equal #columns in mat2")
    expect(mat1.shape[1] == mat2.shape[0], "#columns in mat1 should equal #rows in mat2")
    res[:] = mat1 @ mat2


@bound
def mju_mulMatMatT(res: np.ndarray, mat1: np.ndarray, mat2: np.ndarray) -> None:
    """Multiply a matrix by the transpose of another."""
    expect(res.shape[0] == mat1.shape[0], "#rows in res should equal #rows in mat1")
    expect(res.shape[1] == mat2.shape[0], "#columns in res should equal #rows in mat2")
    expect(mat1.shape[1] == mat2.shape[1], "#columns in mat1 should equal #columns in mat2")
    res[:] = mat1 @ mat2.T


@bound
def mju_mulMatTMat(res: np.ndarray, mat1: np.ndarray, mat2: np.ndarray) -> None:
    """Multiply the transpose of a matrix by another."""
    expect(res.shape[0] == mat1.shape[1], "#rows in res should equal #columns in mat1")
    expect(res.shape[1] == mat2.shape[1], "#columns in res should equal #columns in mat2")
    expect(mat1.shape[0] == mat2.shape[0], "#rows in mat1 should equal #rows in mat2")
    res[:] = mat1.T @ mat2


@bound
def mju_sqrMatTD(res: np.ndarray, mat: np.ndarray, diag: np.ndarray | None) -> None:
    """Compute mat' diag mat, or mat' mat without a diagonal."""
    expect(res.shape == (mat.shape[1], mat.shape[1]), "#rows in res should equal #columns in mat")
    res[:] = mat.T @ (mat if diag is None else diag[:, np.newaxis] * mat)


# ---------------------------------------------------------------- factors


@bound
def mju_cholFactor(mat: np.ndarray, mindiag: float) -> int:
    """Replace the lower triangle of a matrix by its Cholesky factor; return the rank."""
    expect(mat.shape[0] == mat.shape[1], "mat should be a square matrix")
    rank = len(mat)
    for j in range(len(mat)):
        pivot = mat[j, j] - mat[j, :j] @ mat[j, :j]
        if pivot < mindiag:
            # a direction without weight: it is left out
            mat[j, j], mat[j + 1 :, j] = np.sqrt(mindiag), 0.0
            rank -= 1
            continue
        mat[j, j] = np.sqrt(pivot)
        mat[j + 1 :, j] = (mat[j + 1 :, j] - mat[j + 1 :, :j] @ mat[j, :j]) / mat[j, j]
    return rank


@bound
def mju_cholSolve(res: np.ndarray, mat: np.ndarray, vec: np.ndarray) -> None:
    """Solve with the factor that mju_cholFactor left."""
    expect(mat.shape[0] == mat.shape[1], "mat should be a square matrix")
    expect(len(res) == len(mat), "size of res should equal the number of rows in mat")
    expect(len(vec) == len(mat), "size of vec should equal the number of rows in mat")
    lower = np.tril(mat)
    res[:] = np.linalg.solve(lower.T, np.linalg.solve(lower, vec))


@bound
def mju_cholUpdate(mat: np.ndarray, x: np.ndarray, flg_plus: int) -> int:
    """Change a factor L so that L L' gains x x', or loses it; return the rank. x is used up."""
    expect(mat.shape[0] == mat.shape[1], "mat should be a square matrix")
    expect(len(x) == len(mat), "size of x should equal the number of rows in mat")
    rank, sign = len(mat), 1.0 if flg_plus else -1.0
    for k in range(len(mat)):
        if not x[k]:
            continue
        square = mat[k, k] ** 2 + sign * x[k] ** 2
        if square < MINVAL:
            square, rank = MINVAL, rank - 1
        length = np.sqrt(square)
        cosine, sine = length / mat[k, k], x[k] / mat[k, k]
        mat[k, k] = length
        mat[k + 1 :, k] = (mat[k + 1 :, k] + sign * sine * x[k + 1 :]) / cosine
        x[k + 1 :] = cosine * x[k + 1 :] - sine * mat[k + 1 :, k]
    return rank


@bound
def mju_eig3(eigval: np.ndarray, eigvec: np.ndarray, quat: np.ndarray, mat: np.ndarray) -> int:
    """Compute eigenvalues, largest first, and eigenvectors of a symmetric 3 x 3 matrix."""
    values, vectors = np.linalg.eigh(mat.reshape(3, 3))
    values, vectors = values[::-1], vectors[:, ::-1].copy()
    if np.linalg.det(vectors) < 0:
        vectors[:, 2] *= -1
    eigval[:], eigvec[:], quat[:] = values, vectors.ravel(), quaternion.from_matrix(vectors)
    return 1


# ---------------------------------------------------------------- sparse


@bound
def mju_dense2sparse(
    res: np.ndarray, mat: np.ndarray, rownnz: np.ndarray, rowadr: np.ndarray, colind: np.ndarray
) -> int:
    """Write a matrix as a sparse one, by rows; return 1 if there is no room, else 0."""
    expect(len(rownnz) == len(mat), "#rows in mat should equal size of rownnz")
    expect(len(rowadr) == len(mat), "#rows in mat should equal size of rowadr")
    expect(len(res) == len(colind), "#size of res should equal size of colind")
    at = 0
    for i, row in enumerate(mat):
        columns = np.flatnonzero(row)
        if at + len(columns) > len(res):
            return 1
        rownnz[i], rowadr[i] = len(columns), at
        res[at : at + len(columns)], colind[at : at + len(columns)] = row[columns], columns
        at += len(columns)
    return 0


def _entries(rownnz: np.ndarray, rowadr: np.ndarray, colind: np.ndarray) -> tuple[Any, Any, Any]:
    """Return rows, columns and places of all entries of a sparse matrix."""
    rows = np.repeat(np.arange(len(rownnz)), rownnz)
    places = np.concatenate([np.arange(a, a + n) for a, n in zip(rowadr, rownnz, strict=True)] or [np.zeros(0)])
    places = places.astype(int)
    return rows, colind[places], places


@bound
def mju_sparse2dense(
    res: np.ndarray, mat: np.ndarray, rownnz: np.ndarray, rowadr: np.ndarray, colind: np.ndarray
) -> None:
    """Write a sparse matrix as a full one."""
    expect(len(res) == len(rownnz), "#rows in res should equal size of rownnz")
    expect(len(res) == len(rowadr), "#rows in res should equal size of rowadr")
    rows, columns, places = _entries(rownnz, rowadr, colind)
    res[:] = 0.0
    res[rows, columns] = mat[places]


@bound
def mju_sym2dense(res: np.ndarray, mat: np.ndarray, rownnz: np.ndarray, rowadr: np.ndarray, colind: np.ndarray) -> None:
    """Write a symmetric sparse matrix, of which the lower triangle is given, as a full one."""
    expect(res.shape[0] == res.shape[1], "res should be a square matrix")
    rows, columns, places = _entries(rownnz, rowadr, colind)
    res[:] = 0.0
    res[rows, columns] = mat[places]
    res[columns, rows] = mat[places]


@bound
def mju_printMat(mat: np.ndarray) -> None:
    """Print a matrix."""
    for row in mat:
        print("".join(f"{number:.8f} " for number in row))
    print()


# ---------------------------------------------------------------- banded: the last rows may be dense


@bound
def mju_bandDiag(i: int, ntotal: int, nband: int, ndense: int) -> int:
    """Return where a diagonal entry of a banded matrix stands."""
    sparse = ntotal - ndense
    return i * nband + nband - 1 if i < sparse else sparse * nband + (i - sparse) * ntotal + i


def _check_band(mat: np.ndarray, ntotal: int, nband: int, ndense: int) -> None:
    size = (ntotal - ndense) * nband + ndense * ntotal
    expect(mat.size == size, "mat must have size (ntotal-ndense)*nband + ndense*ntotal")


def _band_rows(ntotal: int, nband: int, ndense: int) -> list[tuple[int, slice, slice]]:
    """Return for each row of the lower triangle its columns, and where they stand."""
    sparse, rows = ntotal - ndense, []
    for i in range(ntotal):
        first = max(0, i - nband + 1) if i < sparse else 0
        diagonal = mju_bandDiag(i, ntotal, nband, ndense)
        rows.append((i, slice(first, i + 1), slice(diagonal - (i - first), diagonal + 1)))
    return rows


def band_dense(mat: np.ndarray, ntotal: int, nband: int, ndense: int, symmetric: bool) -> np.ndarray:
    """Return a banded matrix as a full one."""
    dense = np.zeros((ntotal, ntotal))
    for i, columns, places in _band_rows(ntotal, nband, ndense):
        dense[i, columns] = mat[places]
    return dense + np.tril(dense, -1).T if symmetric else dense


@bound
def mju_band2Dense(res: np.ndarray, mat: np.ndarray, ntotal: int, nband: int, ndense: int, flg_sym: bool) -> None:
    """Write a banded matrix as a full one."""
    _check_band(mat, ntotal, nband, ndense)
    expect(res.shape[0] == ntotal, "res should have ntotal rows")
    expect(res.shape[1] == ntotal, "res should have ntotal columns")
    res[:] = band_dense(mat, ntotal, nband, ndense, flg_sym)


@bound
def mju_dense2Band(res: np.ndarray, mat: np.ndarray, ntotal: int, nband: int, ndense: int) -> None:
    """Write a full matrix as a banded one."""
    _check_band(res, ntotal, nband, ndense)
    expect(mat.shape[0] == ntotal, "mat should have ntotal rows")
    res[:] = 0.0
    for i, columns, places in _band_rows(ntotal, nband, ndense):
        res[places] = mat[i, columns]


@bound
def mju_bandMulMatVec(res: np.ndarray, mat: np.ndarray, vec: np.ndarray, *given: Any) -> None:
    """Multiply vectors by a banded matrix."""
    ntotal, nband, ndense, _, flg_sym = given
    _check_band(mat, ntotal, nband, ndense)
    res[:] = (band_dense(mat.ravel(), ntotal, nband, ndense, flg_sym) @ vec).reshape(res.shape)


@bound
def mju_cholFactorBand(mat: np.ndarray, ntotal: int, nband: int, ndense: int, diagadd: float, diagmul: float) -> float:
    """Replace a banded matrix by its Cholesky factor; return the smallest pivot, 0 if one is not positive."""
    _check_band(mat, ntotal, nband, ndense)
    dense = band_dense(mat, ntotal, nband, ndense, True)
    dense[np.diag_indices(ntotal)] += diagadd + diagmul * np.diag(dense)
    smallest = np.inf
    for j in range(ntotal):
        pivot = dense[j, j] - dense[j, :j] @ dense[j, :j]
        if pivot < MINVAL:
            return 0.0
        smallest, dense[j, j] = min(smallest, pivot), np.sqrt(pivot)
        dense[j + 1 :, j] = (dense[j + 1 :, j] - dense[j + 1 :, :j] @ dense[j, :j]) / dense[j, j]
    for i, columns, places in _band_rows(ntotal, nband, ndense):
        mat[places] = dense[i, columns]
    return float(smallest)


@bound
def mju_cholSolveBand(res: np.ndarray, mat: np.ndarray, vec: np.ndarray, ntotal: int, nband: int, ndense: int) -> None:
    """Solve with the factor that mju_cholFactorBand left."""
    _check_band(mat, ntotal, nband, ndense)
    lower = band_dense(mat, ntotal, nband, ndense, False)
    res[:] = np.linalg.solve(lower.T, np.linalg.solve(lower, vec))


# ---------------------------------------------------------------- sparse matrices: printing, adding to M


LOG = "MUJOCO_LOG.TXT"


@bound
def mju_printMatSparse(mat: np.ndarray, rownnz: np.ndarray, rowadr: np.ndarray, colind: np.ndarray) -> None:
    """Print the entries of a sparse matrix, row by row."""
    expect(len(rownnz) == len(rowadr), "size of rownnz should equal size of rowadr")
    count = int(rownnz[-1]) + int(rowadr[-1]) if len(rownnz) else 0
    expect(len(colind) == count, "size of colind should equal rownnz[-1] + rowadr[-1]")
    expect(len(mat) >= count, "mat should have an entry for each of colind")
    for row, (first, length) in enumerate(zip(rowadr.tolist(), rownnz.tolist(), strict=True)):
        entries = range(first, first + length)
        print("".join(f"({row} {colind[entry]}): {mat[entry]:9.6f}  " for entry in entries))
    print()


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
