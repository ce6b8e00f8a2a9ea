"""mju_ functions of sparse matrices by rows, as kernels."""

import numpy as np

from corten.compat.mujoco.arguments import bound, expect
from corten.compat.mujoco.compiled import compiled
from corten.runtime import FloatArray, IntArray, helper, stage
from corten.runtime.entry_table import Kinds


@compiled(
    "res[size] mat[rows,columns] rownnz[rows] rowadr[rows] colind[size]",
    "#rows in mat should equal size of rownnz",
    "#rows in mat should equal size of rowadr",
    "#size of res should equal size of colind",
    result=Kinds.INT,
)
@stage
def mju_dense2sparse(m, d) -> None:
    """Write a matrix as a sparse one, by rows; return 1 if there is no room, else 0."""
    res, mat, rownnz, rowadr, colind = d.res, d.mat, d.rownnz, d.rowadr, d.colind
    place, full = 0, 0
    for i in range(d.rows):
        count = 0
        for j in range(d.columns):
            count += 1 if mat[i, j] != 0.0 else 0
        if full == 0 and place + count > d.size:
            full = 1
        if full == 0:
            rownnz[i] = count
            rowadr[i] = place
            for j in range(d.columns):
                if mat[i, j] != 0.0:
                    res[place] = mat[i, j]
                    colind[place] = j
                    place += 1
    d.result = full


@helper
def entries_lie_inside(rownnz: IntArray, rowadr: IntArray, colind: IntArray, counts: tuple[int, int, int, int]) -> bool:
    """Tell whether all entries are among those of the matrix: counts are of rows, columns, numbers and indices."""
    rows, columns, size, places = counts
    inside = True
    for i in range(rows):
        start, end = rowadr[i], rowadr[i] + rownnz[i]
        if rownnz[i] > 0 and (start < 0 or end > size or end > places):
            inside = False
            break
        for k in range(start, end):
            inside = inside and colind[k] >= 0 and colind[k] < columns
    return inside


@helper
def write_row(res: FloatArray, i: int, mat: FloatArray, colind: IntArray, places: tuple[int, int]) -> None:
    """Write the entries of a row of a sparse matrix, which lie from the first place up to the second one."""
    for k in range(places[0], places[1]):
        res[i, colind[k]] = mat[k]


def _check_inside(res: np.ndarray, mat: np.ndarray, rownnz: np.ndarray, rowadr: np.ndarray, colind: np.ndarray) -> None:
    expect(len(res) == len(rownnz), "#rows in res should equal size of rownnz")
    expect(len(res) == len(rowadr), "#rows in res should equal size of rowadr")
    for start, count in zip(rowadr.tolist(), rownnz.tolist(), strict=True):
        row = colind[start : start + count]
        short = count > 0 and not 0 <= start <= min(len(mat), len(colind)) - count
        if short or np.any((row < 0) | (row >= res.shape[1])):
            raise IndexError("entries of the sparse matrix lie outside of mat, colind or res")


@compiled("res[rows,columns] mat[size] rownnz[rows] rowadr[rows] colind[places]", check=_check_inside)
@stage
def mju_sparse2dense(m, d) -> int:
    """Write a sparse matrix as a full one."""
    res, mat, rownnz, rowadr, colind = d.res, d.mat, d.rownnz, d.rowadr, d.colind
    if not entries_lie_inside(rownnz, rowadr, colind, (d.rows, d.columns, d.size, d.places)):
        return 1
    for i in range(d.rows):
        for j in range(d.columns):
            res[i, j] = 0.0
        write_row(res, i, mat, colind, (rowadr[i], rowadr[i] + rownnz[i]))
    return 0


def _check_symmetric(
    res: np.ndarray, mat: np.ndarray, rownnz: np.ndarray, rowadr: np.ndarray, colind: np.ndarray
) -> None:
    expect(res.shape[0] == res.shape[1], "res should be a square matrix")
    _check_inside(res, mat, rownnz, rowadr, colind)


@compiled("res[n,n] mat[size] rownnz[n] rowadr[n] colind[places]", check=_check_symmetric)
@stage
def mju_sym2dense(m, d) -> int:
    """Write a symmetric sparse matrix, of which the lower triangle is given, as a full one."""
    res, mat, rownnz, rowadr, colind = d.res, d.mat, d.rownnz, d.rowadr, d.colind
    if not entries_lie_inside(rownnz, rowadr, colind, (d.n, d.n, d.size, d.places)):
        return 1
    for i in range(d.n):
        for j in range(d.n):
            res[i, j] = 0.0
    for i in range(d.n):
        write_row(res, i, mat, colind, (rowadr[i], rowadr[i] + rownnz[i]))
        for k in range(rowadr[i], rowadr[i] + rownnz[i]):
            res[colind[k], i] = mat[k]
    return 0


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
