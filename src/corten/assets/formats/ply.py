"""PLY: elements with declared properties, as text or as little- or big-endian numbers.

It is read here rather than by trimesh, which cannot read binary files whose polygons differ in size, cuts polygons that
are not convex as if they were, and gives an empty mesh for a header that it does not understand.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corten.assets.formats.readers import parse_floats
from corten.assets.raw_mesh import MOST_ITEMS, RawMesh, raw_mesh
from corten.assets.shape.triangles import triangulate
from corten.errors import AssetError

NAMES = "char uchar short ushort int uint float double int8 uint8 int16 uint16 int32 uint32 float32 float64"
TYPES = dict(zip(NAMES.split(), 2 * ("i1", "u1", "i2", "u2", "i4", "u4", "f4", "f8"), strict=True))
ORDERS = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}
TEXCOORDS = (("s", "t"), ("u", "v"), ("texture_u", "texture_v"))
LONGEST_HEADER = 1 << 16

# rows of an element under the names of its properties; a list property is (length of each list, all items)
Columns = dict[str, NDArray]
Lists = tuple[NDArray[np.int64], NDArray]


@dataclass(frozen=True)
class _Property:
    name: str
    kind: str
    count_kind: str = ""


@dataclass(frozen=True)
class _Element:
    name: str
    count: int
    properties: tuple[_Property, ...]


def read_ply(data: bytes) -> RawMesh:
    """Return the mesh of a PLY file, polygons cut into triangles."""
    order, elements, body = _read_header(data)
    source = _Text(body) if not order else _Binary(body, order)
    vertices: Columns = {}
    faces: Lists | None = None
    for element in elements:
        columns, lists = source.read(element)
        if element.name == "vertex":
            vertices = columns
        elif element.name == "face":
            faces = lists.get("vertex_indices", lists.get("vertex_index"))

    positions = _stack(vertices, ("x", "y", "z"))
    if positions is None:
        raise AssetError("the PLY file has no vertices with properties x, y and z")
    normals = _stack(vertices, ("nx", "ny", "nz"))
    texcoords = next((found for names in TEXCOORDS if (found := _stack(vertices, names)) is not None), None)
    if faces is None:
        return raw_mesh(positions, normals=normals, texcoords=texcoords)
    corners = np.where(np.abs(faces[1]) <= MOST_ITEMS, faces[1], -1).astype(np.int64)
    triangles = corners[triangulate(faces[0], corners, positions)]
    return raw_mesh(
        positions,
        triangles,
        normals=normals,
        texcoords=texcoords,
        face_normals=None if normals is None else triangles,
        face_texcoords=None if texcoords is None else triangles,
    )


def _stack(columns: Columns, names: tuple[str, ...]) -> NDArray[np.float32] | None:
    if not all(name in columns for name in names):
        return None
    return np.stack([columns[name].astype(np.float32) for name in names], axis=1)


def _read_header(data: bytes) -> tuple[str, list[_Element], bytes]:
    """Return the byte order ("" of text), the elements and what follows the header."""
    end = data.find(b"end_header", 0, LONGEST_HEADER)
    if data[:3] != b"ply" or end < 0:
        raise AssetError("a PLY file begins with 'ply' and a header that ends with 'end_header'")
    body = data[end:].partition(b"\n")[2]
    order, elements = None, []
    for line in data[:end].decode("ascii", "replace").splitlines()[1:]:
        match line.split():
            case ["format", kind, _] if kind in ORDERS:
                order = ORDERS[kind]
            case ["element", name, count] if count.isdecimal() and int(count[:10]) <= MOST_ITEMS:
                elements.append(_Element(name, int(count), ()))
            case ["property", kind, name] if kind in TYPES and elements:
                elements[-1] = _with_property(elements[-1], _Property(name, TYPES[kind]))
            case ["property", "list", count, kind, name] if count in TYPES and kind in TYPES and elements:
                elements[-1] = _with_property(elements[-1], _Property(name, TYPES[kind], TYPES[count]))
            case [] | ["comment", *_] | ["obj_info", *_]:
                continue
            case _:
                raise AssetError(f"the header of the PLY file has a line {line[:60]!r} that means nothing")
    if order is None:
        raise AssetError(f"the header of the PLY file must name a format: {', '.join(ORDERS)}")
    return order, elements, body


def _with_property(element: _Element, added: _Property) -> _Element:
    if any(added.name == known.name for known in element.properties):
        raise AssetError(f"the header of the PLY file states the property {added.name!r} of {element.name!r} twice")
    return _Element(element.name, element.count, (*element.properties, added))


class _Binary:
    """Elements of a binary body, one after the other."""

    def __init__(self, body: bytes, order: str):
        self.body, self.order, self.at = body, order, 0

    def read(self, element: _Element) -> tuple[Columns, dict[str, Lists]]:
        """Return the columns and the lists of the next element."""
        if not element.properties:
            return {}, {}
        lists = [p for p in element.properties if p.count_kind]
        if not lists:
            rows = self._take(np.dtype([(p.name, self.order + p.kind) for p in element.properties]), element.count)
            return {p.name: rows[p.name] for p in element.properties}, {}
        if len(lists) > 1:
            raise AssetError(f"{element.name!r} of the PLY file has more than one list")
        return self._read_lists(element, lists[0])

    def _take(self, kind: np.dtype, count: int) -> NDArray:
        if kind.itemsize * count > len(self.body) - self.at:
            raise AssetError("the PLY file ends too early")
        rows = np.frombuffer(self.body, kind, count, self.at)
        self.at += rows.nbytes
        return rows

    def _read_lists(self, element: _Element, named: _Property) -> tuple[Columns, dict[str, Lists]]:
        """Return an element whose rows hold one list: all of the first one's length at once, else row by row."""
        if not element.count:
            return {}, {named.name: (np.zeros(0, np.int64), np.zeros(0, np.int64))}
        start, before = self.at, self._offset(element, named)
        self.at += before
        length = self._length(named)
        self.at = start
        row = self._row(element, named, length)
        if row.itemsize * element.count <= len(self.body) - start:
            rows = self._take(row, element.count)
            if (rows[f"{named.name} length"] == length).all():
                lengths = np.full(element.count, length, np.int64)
                return {}, {named.name: (lengths, rows[named.name].reshape(-1))}
            self.at = start

        lengths, items = [], []
        tail = self._row(element, named, 0).itemsize - before - np.dtype(named.count_kind).itemsize
        for _ in range(element.count):
            self.at += before
            lengths.append(self._length(named))
            items.append(self._take(np.dtype(self.order + named.kind), lengths[-1]))
            self.at += tail
        return {}, {named.name: (np.array(lengths, np.int64), np.concatenate(items))}

    def _length(self, named: _Property) -> int:
        length = int(self._take(np.dtype(self.order + named.count_kind), 1)[0])
        if length < 0:
            raise AssetError("a list of the PLY file has a negative length")
        return length

    def _offset(self, element: _Element, named: _Property) -> int:
        ahead = element.properties[: element.properties.index(named)]
        return sum(np.dtype(p.kind).itemsize for p in ahead)

    def _row(self, element: _Element, named: _Property, length: int) -> np.dtype:
        fields = []
        for p in element.properties:
            if p is named:
                fields.append((f"{p.name} length", self.order + p.count_kind))
                fields.append((p.name, self.order + p.kind, (min(length, MOST_ITEMS),)))
            else:
                fields.append((p.name, self.order + p.kind))
        return np.dtype(fields)


class _Text:
    """Elements of a text body, one after the other."""

    def __init__(self, body: bytes):
        self.words, self.at = body.split(), 0

    def read(self, element: _Element) -> tuple[Columns, dict[str, Lists]]:
        """Return the columns and the lists of the next element."""
        if not element.properties:
            return {}, {}
        if not any(p.count_kind for p in element.properties):
            width = len(element.properties)
            rows = parse_floats(self._take(width * element.count), "PLY file").reshape(-1, width)
            return {p.name: rows[:, i] for i, p in enumerate(element.properties)}, {}
        lengths = {p.name: [] for p in element.properties if p.count_kind}
        items = {name: [] for name in lengths}
        for _ in range(element.count):
            for p in element.properties:
                if p.count_kind:
                    lengths[p.name].append(self._length())
                    items[p.name] += self._take(lengths[p.name][-1])
                else:
                    self._take(1)
        return {}, {
            name: (np.array(lengths[name], np.int64), parse_floats(items[name], "PLY file")) for name in lengths
        }

    def _take(self, count: int) -> list[bytes]:
        words = self.words[self.at : self.at + count]
        if len(words) < count:
            raise AssetError("the PLY file ends too early")
        self.at += count
        return words

    def _length(self) -> int:
        word = self._take(1)[0]
        if not word.isdigit() or len(word) > 9:
            raise AssetError(f"{word[:40].decode('ascii', 'replace')!r} in the PLY file is not the length of a list")
        return int(word)
