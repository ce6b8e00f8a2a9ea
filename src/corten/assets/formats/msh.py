"""MSH files: MuJoCo's own binary format, and those of Gmsh."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.assets.formats.readers import parse_floats, parse_integers
from corten.assets.raw_mesh import MOST_ITEMS, RawMesh, raw_mesh
from corten.errors import AssetError

# ---------------------------------------------------------------- MSH: MuJoCo's own binary format


MSH_HEADER = 16


def read_msh(data: bytes) -> RawMesh:
    """Return the mesh of an MSH file: four counts, then positions, normals, texture coordinates and faces."""
    if len(data) < MSH_HEADER:
        raise AssetError(f"the header of an MSH file has {HEADER} bytes, this file has {len(data)}")
    nvert, nnormal, ntexcoord, nface = (int(n) for n in np.frombuffer(data, "<i4", 4))
    if nvert < 4 or nface < 0 or nnormal not in (0, nvert) or ntexcoord not in (0, nvert):
        raise AssetError(
            f"the MSH file states {nvert} vertices, {nnormal} normals, {ntexcoord} texture coordinates and {nface} "
            "faces; at least 4 vertices, and normals and texture coordinates for none or all of them, are required"
        )
    size = MSH_HEADER + 12 * (nvert + nnormal + nface) + 8 * ntexcoord
    if len(data) != size:
        raise AssetError(f"an MSH file of these counts has {size} bytes, this one has {len(data)}")

    floats = np.frombuffer(data, "<f4", 3 * (nvert + nnormal) + 2 * ntexcoord, MSH_HEADER)
    vertices, normals, texcoords = np.split(floats, [3 * nvert, 3 * (nvert + nnormal)])
    faces = np.frombuffer(data, "<i4", 3 * nface, MSH_HEADER + floats.nbytes).reshape(-1, 3)
    return raw_mesh(
        vertices.reshape(-1, 3),
        faces,
        normals=normals.reshape(-1, 3),
        texcoords=texcoords.reshape(-1, 2),
        face_normals=faces if nnormal else None,
        face_texcoords=faces if ntexcoord else None,
    )


# ---------------------------------------------------------------- Gmsh
# meshes of lines, triangles or tetrahedra, in versions 2.2 and 4.1, as text or in bytes
# https://gmsh.info/doc/texinfo/gmsh.html#Gmsh-file-formats. As in MuJoCo, only nodes and elements are read; nodes are
# numbered without gaps, and all elements are of one type


Ints = NDArray[np.int64]
Points = NDArray[np.float64]

# dimension of the elements that are read, by their type
DIMENSIONS = {1: 1, 2: 2, 4: 3}

# bytes of the counts before nodes and before elements of version 4.1
HEADER = 52


class GmshMesh(NamedTuple):
    """Points (n, 3) and elements (m, dim + 1)."""

    dim: int
    points: Points
    elements: Ints


class Counts(NamedTuple):
    """What stands before the nodes or the elements of version 4.1."""

    total: int
    least: int
    most: int
    dim: int
    kind: int


def read_gmsh(data: bytes) -> GmshMesh:
    """Return the mesh of a Gmsh file."""
    if not data.startswith(b"$MeshFormat"):
        raise AssetError("a Gmsh file begins with $MeshFormat")
    line = data[len(b"$MeshFormat") : 100].split(maxsplit=2)
    version = float(parse_floats(line[:1], "header of the Gmsh file")[0]) if len(line) > 1 else 0.0
    if len(line) < 2 or line[1] not in (b"0", b"1"):
        raise AssetError("the Gmsh file does not say its version, and whether it is text (0) or has bytes (1)")
    binary = line[1] == b"1"
    nodes, elements = _section(data, b"Nodes"), _section(data, b"Elements")
    if round(100 * version) == 410:
        mesh = _bytes_41(nodes, elements) if binary else _text_41(nodes, elements)
    elif round(100 * version) == 220:
        mesh = _bytes_22(nodes, elements) if binary else _text_22(nodes, elements)
    else:
        raise AssetError(f"the Gmsh file has version {version:g}; 2.2 and 4.1 can be read")
    if not np.isfinite(mesh.points).all():
        raise AssetError("a node of the Gmsh file has a coordinate that is not a finite number")
    if len(mesh.elements) and (mesh.elements.min() < 0 or mesh.elements.max() >= len(mesh.points)):
        raise AssetError(f"an element of the Gmsh file has a node that does not exist; there are {len(mesh.points)}")
    return mesh


def _section(data: bytes, name: bytes) -> bytes:
    begin, end = data.find(b"$" + name), data.find(b"$End" + name)
    if begin < 0 or end < begin:
        raise AssetError(f"the Gmsh file has no section from ${name.decode()} to $End{name.decode()}")
    # the end of the line belongs to the name
    return data[begin + len(name) + 2 : end]


# ---------------------------------------------------------------- version 4.1


def _text_41(nodes: bytes, elements: bytes) -> GmshMesh:
    words = nodes.split()
    counts = _check_nodes(_words_header(words, "nodes"))
    tags = parse_integers(_taken(words, 8, counts.total, "nodes"), "numbers of nodes")
    _check_tags(tags, counts.least)
    coordinates = parse_floats(_taken(words, 8 + counts.total, 3 * counts.total, "nodes"), "coordinates of nodes")
    words = elements.split()
    size = _check_elements(_words_header(words, "elements"), counts)
    corners = parse_integers(_taken(words, 8, size * (counts.dim + 2), "elements"), "elements")
    return _mesh_41(counts, coordinates, corners)


def _bytes_41(nodes: bytes, elements: bytes) -> GmshMesh:
    counts = _check_nodes(_bytes_header(nodes, "nodes"))
    tags = _unpacked(nodes, HEADER, counts.total, "<u8", "nodes")
    _check_tags(tags, counts.least)
    coordinates = _unpacked(nodes, HEADER + 8 * counts.total, 3 * counts.total, "<f8", "nodes")
    size = _check_elements(_bytes_header(elements, "elements"), counts)
    corners = _unpacked(elements, HEADER, size * (counts.dim + 2), "<u8", "elements")
    if len(corners) and int(corners.max()) >= 1 << 62:
        raise AssetError("an element of the Gmsh file has a node that does not exist")
    return _mesh_41(counts, coordinates, corners.astype(np.int64))


def _mesh_41(counts: Counts, coordinates: Points, corners: Ints) -> GmshMesh:
    elements = corners.reshape(-1, counts.dim + 2)[:, 1:] - counts.least
    return GmshMesh(counts.dim, np.array(coordinates, float).reshape(-1, 3), elements)


def _words_header(words: list[bytes], what: str) -> Counts:
    blocks, total, least, most, dim, _, kind, inside = parse_integers(_taken(words, 0, 8, what), f"counts of {what}")
    return _one_block(int(blocks), int(inside), Counts(*map(int, (total, least, most, dim, kind))), what)


def _bytes_header(section: bytes, what: str) -> Counts:
    blocks, total, least, most = _unpacked(section, 0, 4, "<u8", what).tolist()
    dim, _, kind = _unpacked(section, 32, 3, "<i4", what).tolist()
    inside = int(_unpacked(section, 44, 1, "<u8", what)[0])
    return _one_block(blocks, inside, Counts(total, least, most, dim, kind), what)


def _one_block(blocks: int, inside: int, counts: Counts, what: str) -> Counts:
    if blocks != 1 or inside != counts.total:
        raise AssetError(
            f"the Gmsh file states {counts.total} {what} in {blocks} blocks, {inside} of them in the first; all of "
            "them must be in one"
        )
    if not 0 < counts.total <= MOST_ITEMS:
        raise AssetError(f"the Gmsh file states {counts.total} {what}; 1 to {MOST_ITEMS} are possible")
    return counts


def _check_nodes(counts: Counts) -> Counts:
    if not 1 <= counts.dim <= 3:
        raise AssetError(f"the nodes of the Gmsh file belong to an entity of dimension {counts.dim}, not 1, 2 or 3")
    if counts.kind:
        raise AssetError("the nodes of the Gmsh file have parameters beside their coordinates, which are not read")
    if not 0 <= counts.least <= MOST_ITEMS or counts.most - counts.least + 1 != counts.total:
        raise AssetError(
            f"the Gmsh file states {counts.total} nodes, numbered from {counts.least} to {counts.most}; none may be "
            "missing"
        )
    return counts


def _check_elements(counts: Counts, nodes: Counts) -> int:
    if counts.dim != nodes.dim or DIMENSIONS.get(counts.kind) != nodes.dim:
        raise AssetError(
            f"the Gmsh file has elements of dimension {counts.dim} and type {counts.kind} on nodes of dimension "
            f"{nodes.dim}; lines (1), triangles (2) and tetrahedra (4) on nodes of their dimension are read"
        )
    return counts.total


def _check_tags(tags: NDArray, least: int) -> None:
    if not np.array_equal(tags, np.arange(least, least + len(tags), dtype=tags.dtype)):
        raise AssetError("the nodes of the Gmsh file are not numbered in order")


# ---------------------------------------------------------------- version 2.2


def _text_22(nodes: bytes, elements: bytes) -> GmshMesh:
    words = nodes.split()
    count = _count(_first_line(nodes), "nodes")
    rows = np.array(_taken(words, 1, 4 * count, "nodes"), object).reshape(-1, 4)
    _check_tags(parse_integers(rows[:, 0].tolist(), "numbers of nodes"), 1)
    points = parse_floats(rows[:, 1:].ravel().tolist(), "coordinates of nodes").reshape(-1, 3)
    words = elements.split()
    count = _count(_first_line(elements), "elements")
    _, kind, ntag = parse_integers(_taken(words, 1, 3, "elements"), "elements").tolist()
    dim = _dimension(kind, ntag)
    width = 3 + ntag + dim + 1
    table = parse_integers(_taken(words, 1, width * count, "elements"), "elements").reshape(-1, width)
    if (table[:, 1] != kind).any() or (table[:, 2] != ntag).any():
        raise AssetError("the Gmsh file has elements of several types, or with several numbers of tags")
    return GmshMesh(dim, points, table[:, 3 + ntag :] - 1)


def _bytes_22(nodes: bytes, elements: bytes) -> GmshMesh:
    line, _, rest = nodes.partition(b"\n")
    count = _count(line.strip(), "nodes")
    rows = _unpacked(rest, 0, count, np.dtype([("tag", "<i4"), ("pos", "<f8", 3)]), "nodes")
    _check_tags(rows["tag"], 1)
    line, _, rest = elements.partition(b"\n")
    count = _count(line.strip(), "elements")
    kind, size, ntag = _unpacked(rest, 0, 3, "<i4", "elements").tolist()
    dim = _dimension(kind, ntag)
    width = 1 + ntag + dim + 1
    if size == count:
        # all elements behind one header
        table = _unpacked(rest, 12, width * count, "<i4", "elements").reshape(-1, width)
    else:
        # each behind its own
        table = _unpacked(rest, 0, (3 + width) * count, "<i4", "elements").reshape(-1, 3 + width)
        if (table[:, :3] != (kind, 1, ntag)).any():
            raise AssetError("the Gmsh file has elements of several types, or with several numbers of tags")
    return GmshMesh(dim, np.array(rows["pos"]), table[:, -(dim + 1) :].astype(np.int64) - 1)


def _dimension(kind: int, ntag: int) -> int:
    if kind not in (2, 4):
        raise AssetError(f"the Gmsh file has elements of type {kind}; triangles (2) and tetrahedra (4) are read")
    if ntag not in (0, 2):
        raise AssetError(f"the elements of the Gmsh file have {ntag} tags; they may have two or none")
    return DIMENSIONS[kind]


def _first_line(section: bytes) -> bytes:
    return section.lstrip().partition(b"\n")[0].strip()


def _count(word: bytes, what: str) -> int:
    if not word.isdigit() or len(word) > 10 or not 0 < int(word) <= MOST_ITEMS:
        raise AssetError(f"the Gmsh file does not state a possible number of {what}")
    return int(word)


# ---------------------------------------------------------------- parts of sections


def _taken(words: list[bytes], start: int, count: int, what: str) -> list[bytes]:
    if len(words) < start + count:
        raise AssetError(f"the Gmsh file ends within its {what}")
    return words[start : start + count]


def _unpacked(section: bytes, start: int, count: int, kind, what: str) -> NDArray:
    if len(section) < start + count * np.dtype(kind).itemsize:
        raise AssetError(f"the Gmsh file ends within its {what}")
    return np.frombuffer(section, kind, count, start)
