"""STL: triangles without indices, binary or text."""

import re

import numpy as np
from numpy.typing import NDArray

from corten.assets.formats.corners import merge_corners
from corten.assets.formats.words import parse_floats
from corten.assets.raw_mesh import RawMesh, raw_mesh
from corten.errors import AssetError

HEADER, RECORD = 84, 50

# what stands around the numbers of a text file, and how many numbers a facet has: a normal and three corners
KEYWORDS = re.compile(rb"endfacet|endloop|facet|normal|outer|loop|vertex")
TITLE = re.compile(rb"^[ \t]*(?:end)?solid[^\r\n]*", re.MULTILINE)
FACET_NUMBERS = 12

# [m] a coordinate beyond this is noise (MuJoCo's limit)
FARTHEST = float(1 << 30)


def read_stl(data: bytes) -> RawMesh:
    """Return the mesh of an STL file; corners with the same bits become one vertex, numbered as they first appear."""
    corners = _read_binary(data)
    if corners is None:
        corners = _read_text(data)
    if not len(corners):
        raise AssetError("the STL file has no faces")
    if (np.abs(corners) > FARTHEST).any():
        raise AssetError(f"a vertex of the STL file is beyond {FARTHEST:.0f}")
    vertices, faces = merge_corners(corners)
    return raw_mesh(vertices, faces)


def _read_binary(data: bytes) -> NDArray[np.float32] | None:
    """Return the corners (3 nface, 3) of a binary file, None of a file that is not binary."""
    if len(data) < HEADER:
        return None
    nface = int.from_bytes(data[80:HEADER], "little")
    if len(data) != HEADER + RECORD * nface:
        return None
    record = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
    return np.frombuffer(data, record, nface, HEADER)["corners"].reshape(-1, 3).astype(np.float32)


def _read_text(data: bytes) -> NDArray[np.float32]:
    """Return the corners (3 nface, 3) of a text file."""
    if not data.lstrip()[:5].lower() == b"solid":
        raise AssetError(_what_is_wrong(data))
    text = TITLE.sub(b"", data.lower())
    numbers = parse_floats(KEYWORDS.sub(b" ", text).split(), "STL file")
    nface = text.count(b"endfacet")
    if len(numbers) != FACET_NUMBERS * nface or text.count(b"vertex") != 3 * nface:
        raise AssetError(f"the text STL file has {nface} facets but {len(numbers)} numbers, not {FACET_NUMBERS} each")
    return numbers.reshape(-1, 4, 3)[:, 1:].reshape(-1, 3).astype(np.float32)


def _what_is_wrong(data: bytes) -> str:
    if len(data) < HEADER:
        return f"an STL file has at least {HEADER} bytes or begins with 'solid', this one has {len(data)} bytes"
    nface = int.from_bytes(data[80:HEADER], "little")
    return f"a binary STL file of {nface} faces has {HEADER + RECORD * nface} bytes, this one has {len(data)}"
