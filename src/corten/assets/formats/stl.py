"""STL files: triangles whose corners become vertices, equal ones the same."""

import re
import secrets

import numpy as np
from numpy.typing import NDArray

from corten.assets.formats.readers import parse_floats
from corten.assets.raw_mesh import RawMesh, raw_mesh
from corten.errors import AssetError
from corten.runtime import IntArray, helper, stage
from corten.runtime.fields import I4, I8, Field, Layout, Size
from corten.runtime.storage import Storage

# ---------------------------------------------------------------- corners of triangles to vertices
# those with the same bits become one, found in a table of hashes


CORNER_TABLE = Layout(
    "CornerTable",
    (Size("ncorner", "corners"), Size("nslot", "slots of the table: a power of two, at least twice the corners")),
    (
        Field("bits", I4, ("ncorner", 3), "coordinates of each corner, as bits"),
        Field("factor", I8, (4,), "odd numbers below 2^29 that the hash is made with"),
        Field("slot", I4, ("nslot",), "one more than the vertex in each slot, 0 for none"),
        Field("first", I4, ("ncorner",), "corner at which each vertex appears first"),
        Field("vertex", I4, ("ncorner",), "vertex of each corner"),
        Field("nvertex", I4, (), "vertices"),
    ),
    "corten.assets.formats.stl:CORNER_TABLE",
)

# bits of a coordinate, and of a factor: their product has less than 63
WORD, FACTOR = (1 << 32) - 1, 29


class CornerTable(Storage):
    """Corners, and the vertices that are found among them."""

    layout = CORNER_TABLE

    bits: NDArray[np.int32]
    factor: NDArray[np.int64]
    first: NDArray[np.int32]
    vertex: NDArray[np.int32]
    nvertex: int


def merge_corners(corners: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """Return distinct vertices in order of appearance and faces (nface, 3) that index them."""
    table = CornerTable({"ncorner": len(corners), "nslot": 1 << (2 * len(corners)).bit_length()})
    table.bits[:] = np.ascontiguousarray(corners).view(np.int32)

    # nobody can write a file whose corners share one slot: the factors are others each time, the result is not
    table.factor[:] = [secrets.randbits(FACTOR) | 1 for _ in range(4)]
    number_corners(table, table)
    return corners[table.first[: table.nvertex]], table.vertex.reshape(-1, 3).copy()


@stage
def number_corners(m, d) -> None:
    """Give each corner the number of the vertex with its bits, a new one if it is the first."""
    bits, slot, first = m.bits, d.slot, d.first

    count = 0
    for i in range(m.ncorner):
        place = corner_hash(m, i) & (m.nslot - 1)
        number = int(slot[place]) - 1
        while number >= 0 and not is_same_corner(bits, int(first[number]), i):
            place = (place + 1) & (m.nslot - 1)
            number = int(slot[place]) - 1
        if number < 0:
            number = count
            slot[place], first[number] = number + 1, i
            count += 1
        d.vertex[i] = number
    d.nvertex = count


@helper
def is_same_corner(bits: IntArray, a: int, b: int) -> bool:
    """Tell whether two corners have the same bits."""
    return bits[a, 0] == bits[b, 0] and bits[a, 1] == bits[b, 1] and bits[a, 2] == bits[b, 2]


@helper
def corner_hash(m, i: int) -> int:
    """Return a number of 61 bits that depends on all bits of a corner."""
    bits, factor = m.bits, m.factor

    x, y, z = int(bits[i, 0]) & WORD, int(bits[i, 1]) & WORD, int(bits[i, 2]) & WORD
    mixed = x * int(factor[0]) ^ y * int(factor[1]) ^ z * int(factor[2])
    mixed = ((mixed ^ (mixed >> 32)) & WORD) * int(factor[3])
    return mixed ^ (mixed >> 29)


# ---------------------------------------------------------------- STL: triangles without indices, binary or text


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
