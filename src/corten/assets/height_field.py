"""Height fields: a grid of elevations between 0 and 1 over a rectangle."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

import numpy as np
from numpy.typing import NDArray

from corten.assets.formats.png import decode_png
from corten.assets.raw_mesh import MOST_ITEMS
from corten.errors import AssetError

PNG, BINARY = "image/png", "image/vnd.mujoco.hfield"

# a range of elevations below it is flat (MuJoCo's value)
FLAT = 1e-14

Grid = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class HeightField:
    """Elevations (nrow, ncol), columns along x from -size[0] to size[0], rows along y from -size[1] to size[1].

    The surface is at z = elevation * size[2]; the solid reaches down to -size[3] [m].
    """

    data: Grid
    size: tuple[float, float, float, float]

    @property
    def nrow(self) -> int:
        """Return the number of rows."""
        return self.data.shape[0]

    @property
    def ncol(self) -> int:
        """Return the number of columns."""
        return self.data.shape[1]

    @property
    def nbytes(self) -> int:
        """Return the size of the grid [bytes]."""
        return self.data.nbytes


def make_height_field(grid: Grid, size: Sequence[float], normalize: bool = True) -> HeightField:
    """Return the height field of any numbers, scaled to [0, 1], or of heights that count as they are written.

    What is written above 1 moves into size[2], so that elevations stay below: their product is what was written.
    """
    sizes = tuple(float(number) for number in size)
    if len(sizes) != 4 or not all(np.isfinite(number) and number > 0 for number in sizes):
        raise AssetError(f"size must be four positive numbers, not {' '.join(f'{number:g}' for number in sizes)}")
    if min(grid.shape) < 2:
        raise AssetError(f"nrow and ncol must be at least 2, the grid is {grid.shape[0]} by {grid.shape[1]}")
    if not np.isfinite(grid).all():
        row, column = np.argwhere(~np.isfinite(grid))[0]
        raise AssetError(f"the elevation in row {row}, column {column} is not finite")
    if not normalize:
        return _as_written(grid, sizes)
    with np.errstate(over="ignore"):
        data = grid - grid.min()
        reach = grid.max() - grid.min()
    if not np.isfinite(reach):
        raise AssetError("the range of elevations is too large for 32-bit numbers")
    if reach > FLAT:
        data /= reach
    data.flags.writeable = False
    return HeightField(data, (sizes[0], sizes[1], sizes[2], sizes[3]))


def _as_written(grid: Grid, sizes: tuple[float, ...]) -> HeightField:
    """Return the height field whose surface is at z = number * size[2]; below 0 there is only its base."""
    if grid.min() < 0:
        row, column = np.unravel_index(grid.argmin(), grid.shape)
        raise AssetError(
            f"the elevation in row {row}, column {column} is {grid.min():g}; heights that are not normalised must not "
            "be negative: lower the geom, and make size[3], the base, as much thicker"
        )
    top = max(1.0, float(grid.max()))
    data = (grid / np.float32(top)).astype(np.float32)
    data.flags.writeable = False
    return HeightField(data, (sizes[0], sizes[1], sizes[2] * top, sizes[3]))


def height_field_format(filename: str, content_type: str = "") -> str:
    """Return the content type of a height field file: as stated, else an image if its name says so."""
    if content_type and content_type not in (PNG, BINARY):
        raise AssetError(f"content type {content_type!r} is not one of {PNG}, {BINARY}")
    return content_type or (PNG if PurePath(filename).suffix.lower() == ".png" else BINARY)


def read_height_field(data: bytes, kind: str) -> Grid:
    """Return the elevations that a file holds, the nearest row (-y) first."""
    if not data:
        raise AssetError("the file is empty")
    if kind == BINARY:
        return _read_binary(data)

    # the top row of an image is the far end; of colours the red counts, of 16 bits the upper 8
    return np.ascontiguousarray(decode_png(data, 1)[::-1, :, 0]).astype(np.float32)


def _read_binary(data: bytes) -> Grid:
    """Return the grid of MuJoCo's format: two counts and the numbers, row by row."""
    if len(data) < 8:
        raise AssetError(f"the header of a height field has 8 bytes, this file has {len(data)}")
    nrow, ncol = (int(n) for n in np.frombuffer(data, "<i4", 2))
    if nrow < 1 or ncol < 1 or len(data) != 8 + 4 * nrow * ncol:
        raise AssetError(f"the file states {nrow} by {ncol} numbers of 4 bytes and has {len(data) - 8} bytes of them")
    return np.frombuffer(data, "<f4", nrow * ncol, 8).reshape(nrow, ncol).astype(np.float32)


def read_elevation(nrow: int, ncol: int, elevation: Sequence[float] = ()) -> Grid:
    """Return the grid of an element, whose first row is the far end; zeros if it has no elevation."""
    if nrow < 2 or ncol < 2:
        raise AssetError(f"nrow and ncol must be at least 2, they are {nrow} and {ncol}")
    if nrow * ncol > MOST_ITEMS:
        raise AssetError(f"nrow * ncol is {nrow * ncol}; at most {MOST_ITEMS} are allowed")
    if not len(elevation):
        return np.zeros((nrow, ncol), np.float32)
    if len(elevation) != nrow * ncol:
        raise AssetError(f"elevation has {len(elevation)} numbers; nrow * ncol = {nrow * ncol} are required")
    with np.errstate(over="ignore"):
        return np.array(elevation, np.float32).reshape(nrow, ncol)[::-1].copy()
