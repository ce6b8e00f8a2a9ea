"""OBJ: polygons with indices, normals and texture coordinates, as text.

Faces of the first group or object alone make the mesh, as in MuJoCo; vertices of all of them are kept.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from corten.assets.formats.words import parse_floats, parse_integers
from corten.assets.raw_mesh import RawMesh, raw_mesh
from corten.assets.shape.triangulate import triangulate
from corten.errors import AssetError


@dataclass
class _Statements:
    """What the lines of a file state, as words; corners of all faces are in one list."""

    positions: list[bytes] = field(default_factory=list)
    normals: list[bytes] = field(default_factory=list)
    texcoords: list[bytes] = field(default_factory=list)
    corners: list[bytes] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    ignored: int = 0


def read_obj(data: bytes) -> RawMesh:
    """Return the mesh of an OBJ file, polygons cut into triangles."""
    found = _collect(data)
    vertices = _floats(found.positions, 3)
    normals = _floats(found.normals, 3)
    texcoords = _floats(found.texcoords, 2)
    note = f" (faces of the first group alone are used, {found.ignored} others are not)" if found.ignored else ""
    if not found.corners:
        return raw_mesh(vertices, normals=normals, texcoords=_upright(texcoords), note=note)

    # columns of a corner: vertex, texture coordinate and normal, from 0; -1 where it has none
    corner = _parse_corners(found.corners) - 1
    if (corner[:, 0] < 0).any():
        raise AssetError("a face of the OBJ file has vertex index 0; indices begin at 1")
    triangles = triangulate(np.array(found.sizes), corner[:, 0], vertices)
    faces = corner[triangles]

    # normals or texture coordinates that some face lacks are of no use; MuJoCo makes its own
    if len(normals) and (faces[:, :, 2] < 0).any():
        normals = normals[:0]
    if len(texcoords) and ((faces[:, :, 1] < 0) | (faces[:, :, 1] >= len(texcoords))).any():
        texcoords = texcoords[:0]
    return raw_mesh(
        vertices,
        faces[:, :, 0],
        normals=normals,
        texcoords=_upright(texcoords),
        face_normals=faces[:, :, 2] if len(normals) else None,
        face_texcoords=faces[:, :, 1] if len(texcoords) else None,
        note=note,
    )


def _floats(words: list[bytes], columns: int) -> NDArray[np.float32]:
    return parse_floats(words, "OBJ file").reshape(-1, columns).astype(np.float32)


def _upright(texcoords: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return texture coordinates that count rows of the image from above."""
    flipped = texcoords.copy()
    flipped[:, 1] = 1 - flipped[:, 1]
    return flipped


def _collect(data: bytes) -> _Statements:
    """Return the words of all vertices, normals and texture coordinates, and of the faces of the first group."""
    found = _Statements()
    group_is_full = False
    for number, line in enumerate(_join_continued(data).splitlines(), 1):
        words = line.split()
        if not words:
            continue
        match words[0]:
            case b"v":
                found.positions += _columns(words, 3, number)
            case b"vn":
                found.normals += _columns(words, 3, number)
            case b"vt":
                found.texcoords += (*_columns(words, 1, number), *(words[2:3] or [b"0"]))
            case b"f" if len(words) > 3:
                if group_is_full:
                    found.ignored += 1
                    continue
                found.corners += _absolute(words[1:], found, number) if b"-" in line else words[1:]
                found.sizes.append(len(words) - 1)
            case b"g" | b"o":
                group_is_full = bool(found.sizes)
    return found


def _join_continued(data: bytes) -> bytes:
    """Return a file whose lines do not go on behind a backslash."""
    if b"\\" not in data:
        return data
    return data.replace(b"\\\r\n", b" ").replace(b"\\\n", b" ")


def _columns(words: list[bytes], count: int, number: int) -> list[bytes]:
    if len(words) <= count:
        raise AssetError(f"line {number} of the OBJ file: {words[0].decode()} has {len(words) - 1} of {count} numbers")
    return words[1 : count + 1]


def _absolute(corners: list[bytes], found: _Statements, number: int) -> list[bytes]:
    """Return corners whose negative indices, which count back from the last statement so far, are made positive."""
    counts = (len(found.positions) // 3, len(found.texcoords) // 2, len(found.normals) // 3)
    result = []
    for corner in corners:
        parts = corner.split(b"/")
        for i, (part, count) in enumerate(zip(parts, counts, strict=False)):
            if part.startswith(b"-"):
                index = count + 1 + int(parse_integers([part], f"OBJ file, line {number}")[0])
                if index < 1:
                    raise AssetError(f"line {number} of the OBJ file: index {part[:40].decode()} reaches back too far")
                parts[i] = b"%d" % index
        result.append(b"/".join(parts))
    return result


def _parse_corners(corners: list[bytes]) -> NDArray[np.int64]:
    """Return vertex, texture coordinate and normal of each corner as (ncorner, 3), 0 where it has none."""
    slashes = {corner.count(b"/") for corner in corners}
    doubles = sum(b"//" in corner for corner in corners) if slashes == {2} else 0
    result = np.zeros((len(corners), 3), np.int64)
    if slashes == {0}:
        result[:, 0] = parse_integers(corners, "OBJ file")
    elif slashes == {1} and not any(corner.endswith(b"/") for corner in corners):
        result[:, :2] = _split(corners, 2)
    elif slashes == {2} and doubles == len(corners):
        result[:, ::2] = _split(corners, 2)
    elif slashes == {2} and not doubles:
        result[:] = _split(corners, 3)
    else:
        _parse_mixed(corners, result)
    return result


def _split(corners: list[bytes], columns: int) -> NDArray[np.int64]:
    words = b" ".join(corners).replace(b"/", b" ").split()
    if len(words) != columns * len(corners):
        raise AssetError("a corner of a face in the OBJ file lacks an index")
    return parse_integers(words, "OBJ file").reshape(-1, columns)


def _parse_mixed(corners: list[bytes], result: NDArray[np.int64]) -> None:
    """Fill in corners that are written in different ways."""
    for row, corner in zip(result, corners, strict=True):
        parts = corner.split(b"/")
        if len(parts) > 3:
            raise AssetError(f"{corner[:40].decode('ascii', 'replace')!r} in the OBJ file is not a corner of a face")
        row[: len(parts)] = parse_integers([part or b"0" for part in parts], "OBJ file")
