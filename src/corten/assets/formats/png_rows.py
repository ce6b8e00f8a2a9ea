"""Rows of PNG images: inflated, and freed from the filters that make them easy to compress."""

import zlib

import numpy as np
from numpy.typing import NDArray

from corten.errors import AssetError
from corten.runtime import helper, stage
from corten.runtime.fields import U1, Field, Layout, Size
from corten.runtime.storage import Storage

# how a row is filtered: each byte is a difference to a guess from the bytes to its left, above, or both
LEFT, ABOVE, MEAN, PAETH = 1, 2, 3, 4

FILTERED_ROWS = Layout(
    "FilteredRows",
    (
        Size("nrow", "rows, and one of zeros before the first"),
        Size("nbyte", "bytes of a row, and one for its filter"),
        Size("nback", "bytes from a sample back to that of the pixel before"),
    ),
    (Field("row", U1, ("nrow", "nbyte"), "filter and bytes of each row"),),
    "corten.assets.formats.png_rows:FILTERED_ROWS",
)


class FilteredRows(Storage):
    """Rows of an image as they stand in its file; a kernel undoes their filters in place."""

    layout = FILTERED_ROWS

    row: NDArray[np.uint8]


def inflate(compressed: bytes, needed: int) -> bytes:
    """Return as many bytes as an image needs, and no more: a small file may swell to any size."""
    try:
        samples = zlib.decompressobj().decompress(compressed, needed)
    except zlib.error as error:
        raise AssetError(f"the pixels of the PNG image are corrupt: {error}") from None
    if len(samples) < needed:
        raise AssetError(f"the PNG image has {len(samples)} bytes of pixels, it needs {needed}")
    return samples


def undo_filters(filtered: bytes, nrow: int, nback: int) -> NDArray[np.uint8]:
    """Return the bytes (nrow, n) of rows, each of which has its filter before it."""
    given = np.frombuffer(filtered, np.uint8).reshape(nrow, -1)
    worst = int(given[:, 0].max())
    if worst > PAETH:
        raise AssetError(f"the pixels of the PNG image are corrupt: a row has the filter {worst}, which does not exist")
    rows = FilteredRows({"nrow": nrow + 1, "nbyte": given.shape[1], "nback": nback})
    rows.row[1:] = given
    undo_row_filters(rows, rows)
    return rows.row[1:, 1:]


@stage
def undo_row_filters(m, d):
    """Add the guesses to the bytes of all rows but the first.

    reads:  d.row
    writes: d.row
    """
    row, nback = d.row, m.nback

    for r in range(1, m.nrow):
        kind = row[r, 0]
        if kind == LEFT:
            for i in range(1 + nback, m.nbyte):
                row[r, i] = (int(row[r, i]) + int(row[r, i - nback])) & 255
        if kind == ABOVE:
            for i in range(1, m.nbyte):
                row[r, i] = (int(row[r, i]) + int(row[r - 1, i])) & 255
        if kind == MEAN:
            for i in range(1, min(m.nbyte, 1 + nback)):
                row[r, i] = (int(row[r, i]) + int(row[r - 1, i]) // 2) & 255
            for i in range(1 + nback, m.nbyte):
                row[r, i] = (int(row[r, i]) + (int(row[r, i - nback]) + int(row[r - 1, i])) // 2) & 255
        if kind == PAETH:
            # where there is no byte to the left, the one above is the nearest
            for i in range(1, min(m.nbyte, 1 + nback)):
                row[r, i] = (int(row[r, i]) + int(row[r - 1, i])) & 255
            for i in range(1 + nback, m.nbyte):
                guess = paeth_guess(int(row[r, i - nback]), int(row[r - 1, i]), int(row[r - 1, i - nback]))
                row[r, i] = (int(row[r, i]) + guess) & 255


@helper
def paeth_guess(left, above, corner):
    """Return which of three bytes is nearest to left + above - corner, the earliest of those alike."""
    of_left, of_above = abs(above - corner), abs(left - corner)
    of_corner = abs(left + above - 2 * corner)
    nearer = above if of_above <= of_corner else corner
    return left if of_left <= of_above and of_left <= of_corner else nearer
