"""Gmsh files of small meshes, in all forms that are read."""

import struct

# a cube whose surface is two triangles to a side, or six tetrahedra around each of two diagonals
CORNERS = tuple((x, y + 0.125 * x, z) for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0))
# with two that no element has: MuJoCo refuses binary files of version 2.2 with less than ten
POINTS = (*CORNERS, (2.0, 0.5, 0.5), (3.0, 0.5, 0.5))
SIDES = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
TRIANGLES = tuple(face for a, b, c, d in SIDES for face in ((a, b, c), (a, c, d)))
TETRAHEDRA = tuple((0, a, b, 7) for a, b in ((1, 3), (3, 2), (2, 6), (6, 4), (4, 5), (5, 1)))
OTHERS = tuple((1, a, b, 6) for a, b in ((0, 2), (2, 3), (3, 7), (7, 5), (5, 4), (4, 0)))
# MuJoCo takes the number of elements for that of nodes in places: there are never fewer
ELEMENTS = {2: TRIANGLES, 3: (*TETRAHEDRA, *OTHERS)}
TYPES = {2: 2, 3: 4}

FORMS = [(version, binary, dim) for version in ("2.2", "4.1") for binary in (False, True) for dim in (2, 3)]


def gmsh_file(version: str, binary: bool, dim: int) -> bytes:
    """Return a file in one of the forms."""
    one = struct.pack("<i", 1) + b"\n" if binary else b""
    head = f"$MeshFormat\n{version} {int(binary)} 8\n".encode() + one + b"$EndMeshFormat\n"
    make = {"2.2": _bytes_22 if binary else _text_22, "4.1": _bytes_41 if binary else _text_41}[version]
    nodes, elements = make(dim)
    return head + b"$Nodes\n" + nodes + b"\n$EndNodes\n$Elements\n" + elements + b"\n$EndElements\n"


def _text_22(dim: int) -> tuple[bytes, bytes]:
    nodes = [str(len(POINTS)), *(f"{i} {x} {y} {z}" for i, (x, y, z) in enumerate(POINTS, 1))]
    rows = [f"{i} {TYPES[dim]} 2 7 1 {_words(row)}" for i, row in enumerate(ELEMENTS[dim], 1)]
    return "\n".join(nodes).encode(), "\n".join([str(len(rows)), *rows]).encode()


def _bytes_22(dim: int) -> tuple[bytes, bytes]:
    nodes = f"{len(POINTS)}\n".encode() + b"".join(struct.pack("<i3d", i, *point) for i, point in enumerate(POINTS, 1))
    elements = f"{len(ELEMENTS[dim])}\n".encode()
    for i, row in enumerate(ELEMENTS[dim], 1):
        elements += struct.pack(f"<{7 + dim}i", TYPES[dim], 1, 2, i, 7, 1, *(corner + 1 for corner in row))
    return nodes, elements


def _text_41(dim: int) -> tuple[bytes, bytes]:
    count, size = len(POINTS), len(ELEMENTS[dim])
    nodes = [f"1 {count} 1 {count}", f"{dim} 1 0 {count}", *map(str, range(1, count + 1))]
    nodes += [f"{x} {y} {z}" for x, y, z in POINTS]
    rows = [f"{i} {_words(row)}" for i, row in enumerate(ELEMENTS[dim], 1)]
    elements = [f"1 {size} 1 {size}", f"{dim} 1 {TYPES[dim]} {size}", *rows]
    return "\n".join(nodes).encode(), "\n".join(elements).encode()


def _bytes_41(dim: int) -> tuple[bytes, bytes]:
    count, size = len(POINTS), len(ELEMENTS[dim])
    nodes = struct.pack("<4Q3iQ", 1, count, 1, count, dim, 1, 0, count) + struct.pack(
        f"<{count}Q", *range(1, count + 1)
    )
    nodes += struct.pack(f"<{3 * count}d", *(number for point in POINTS for number in point))
    elements = struct.pack("<4Q3iQ", 1, size, 1, size, dim, 1, TYPES[dim], size)
    for i, row in enumerate(ELEMENTS[dim], 1):
        elements += struct.pack(f"<{2 + dim}Q", i, *(corner + 1 for corner in row))
    return nodes, elements


def _words(row: tuple[int, ...]) -> str:
    return " ".join(str(corner + 1) for corner in row)
