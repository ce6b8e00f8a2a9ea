"""OBJ: polygons with indices, normals and texture coordinates, as text.

Faces of the first group or object alone make the mesh, as in MuJoCo; vertices of all of them are kept.
"""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from corten.assets.formats.obj_text import (
    IGNORED,
    LACKING,
    NO_CORNER,
    NO_INDEX,
    NORMAL,
    POSITION,
    TEXCOORD,
    TOO_FAR_BACK,
    ObjText,
    read_text,
)
from corten.assets.formats.readers import parse_integers
from corten.assets.raw_mesh import RawMesh, raw_mesh
from corten.assets.shape.triangles import MOST_CORNERS, triangulate
from corten.errors import AssetError

# what is shown of a word that means nothing [bytes]
SHOWN = 40


def read_obj(data: bytes) -> RawMesh:
    """Return the mesh of an OBJ file, polygons cut into triangles."""
    data = _join_continued(data)
    found = read_text(data)
    _refuse_trouble(found, data)
    _read_rest(found, data)
    vertices, normals, texcoords = found.position, found.normal, found.texcoord
    ignored = int(found.count[IGNORED])
    note = f" (faces of the first group alone are used, {ignored} others are not)" if ignored else ""
    if not len(found.corner):
        return raw_mesh(vertices, normals=normals, texcoords=_upright(texcoords), note=note)

    # columns of a corner: vertex, texture coordinate and normal, from 0; -1 where it has none
    corner = found.corner - 1
    if (corner[:, 0] < 0).any():
        raise AssetError("a face of the OBJ file has vertex index 0; indices begin at 1")
    warning = ""
    if large := int((found.face_size > MOST_CORNERS).sum()):
        told = f"{large} polygons of an OBJ file have more than {MOST_CORNERS} corners and are left out, as by MuJoCo"
        warning = f"{told}; save it with triangles"
        note += f" ({told})"
    triangles = triangulate(found.face_size, corner[:, 0], vertices)
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
        warning=warning,
    )


def _upright(texcoords: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return texture coordinates that count rows of the image from above."""
    flipped = texcoords.copy()
    flipped[:, 1] = 1 - flipped[:, 1]
    return flipped


def _join_continued(data: bytes) -> bytes:
    """Return a file whose lines do not go on behind a backslash."""
    if b"\\" not in data:
        return data
    return data.replace(b"\\\r\n", b" ").replace(b"\\\n", b" ")


def _refuse_trouble(found: ObjText, data: bytes) -> None:
    """Say what is wrong with a file that could not be read."""
    line, start, end, count = found.where.tolist()
    word = data[start:end][:SHOWN].decode("ascii", "replace")
    if found.trouble == LACKING:
        first = data.splitlines()[line - 1].split()[0].decode("ascii", "replace")
        least = 1 if first == "vt" else 3
        raise AssetError(f"line {line} of the OBJ file: {first} has {count} of {least} numbers")
    if found.trouble == NO_INDEX:
        raise AssetError(f"{word!r} in the OBJ file is not an index")
    if found.trouble == NO_CORNER:
        raise AssetError(f"{word!r} in the OBJ file is not a corner of a face")
    if found.trouble == TOO_FAR_BACK:
        raise AssetError(f"line {line} of the OBJ file: index {word} reaches back too far")


def _read_rest(found: ObjText, data: bytes) -> None:
    """Read the numbers that the kernel has left: those that hang on their last digits, and words that are none."""
    arrays = {POSITION: found.position, NORMAL: found.normal, TEXCOORD: found.texcoord}
    for kind, place, start, end in found.unread[: found.nunread].tolist():
        word = data[start:end]
        try:
            arrays[kind].reshape(-1)[place] = float(word)
        except ValueError:
            shown = word[:SHOWN].decode("ascii", "replace")
            raise AssetError(f"{shown!r} in the OBJ file is not a number") from None


def read_obj_lines(data: bytes) -> NDArray[np.int64]:
    """Return the pieces of the polylines of an OBJ file, two vertices for each, counted from 0."""
    pieces, seen = [], 0
    for line in _join_continued(data).splitlines():
        words = line.split()
        if not words:
            continue
        seen += words[0] == b"v"
        if words[0] == b"l":
            numbers = parse_integers([word.partition(b"/")[0] for word in words[1:]], "lines of the OBJ file").tolist()
            # numbers below zero count back from the last vertex so far
            points = [number - 1 if number > 0 else seen + number for number in numbers]
            pieces += pairwise(points)
    return np.array(pieces, np.int64).reshape(-1, 2)
