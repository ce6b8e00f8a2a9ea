"""Sparse matrices beside those of `matrices`: printing, the mass matrix added to another, and what else is written."""

import time
from pathlib import Path
from typing import Any

import numpy as np

from corten.compat.mujoco.arguments import bound, expect

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
