"""Mesh files written: triangles as STL, OBJ, PLY or 3MF, each readable by `readers`."""

import io
import zipfile
from collections.abc import Callable
from pathlib import PurePath

import numpy as np

from corten.assets.shape.triangles import Faces, Points
from corten.errors import AssetError

# a triangle of a binary STL: normal, three corners, and two bytes that mean nothing
STL_TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("spare", "<u2")])
PLY_FACE = np.dtype([("count", "u1"), ("vertices", "<i4", 3)])

CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
MODEL_TYPE = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"
CONTENT_TYPES = f"""<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="{PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>"""
RELATIONS = f"""<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="{PACKAGE}/relationships">
<Relationship Target="/3D/3dmodel.model" Id="rel0" Type="{MODEL_TYPE}"/></Relationships>"""


def write_stl(vertices: Points, triangles: Faces) -> bytes:
    """Return a binary STL file."""
    corners = vertices[triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    rows = np.zeros(len(triangles), STL_TRIANGLE)
    rows["normal"], rows["corners"] = normals / np.where(length > 0, length, 1.0), corners
    return bytes(80) + np.uint32(len(rows)).astype("<u4").tobytes() + rows.tobytes()


def write_obj(vertices: Points, triangles: Faces) -> bytes:
    """Return a Wavefront OBJ file."""
    lines = [f"v {x} {y} {z}" for x, y, z in vertices.astype(np.float32)]
    lines += [f"f {a} {b} {c}" for a, b, c in triangles + 1]
    return "\n".join([*lines, ""]).encode()


def write_ply(vertices: Points, triangles: Faces) -> bytes:
    """Return a binary PLY file."""
    header = ["ply", "format binary_little_endian 1.0", f"element vertex {len(vertices)}"]
    header += [f"property float {axis}" for axis in "xyz"]
    header += [f"element face {len(triangles)}", "property list uchar int vertex_indices", "end_header", ""]
    rows = np.zeros(len(triangles), PLY_FACE)
    rows["count"], rows["vertices"] = 3, triangles
    return "\n".join(header).encode() + vertices.astype("<f4").tobytes() + rows.tobytes()


def write_3mf(vertices: Points, triangles: Faces) -> bytes:
    """Return a 3MF archive with one object [m]."""
    points = "".join(f'<vertex x="{x}" y="{y}" z="{z}"/>' for x, y, z in vertices.astype(np.float32))
    faces = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in triangles)
    text = f'<?xml version="1.0" encoding="UTF-8"?>\n<model unit="meter" xmlns="{CORE}"><resources>'
    text += f'<object id="1" type="model"><mesh><vertices>{points}</vertices><triangles>{faces}</triangles></mesh>'
    text += '</object></resources><build><item objectid="1"/></build></model>'
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", CONTENT_TYPES)
        archive.writestr("_rels/.rels", RELATIONS)
        archive.writestr("3D/3dmodel.model", text)
    return stream.getvalue()


WRITERS: dict[str, Callable[[Points, Faces], bytes]] = {
    "stl": write_stl,
    "obj": write_obj,
    "ply": write_ply,
    "3mf": write_3mf,
}


def write_mesh(filename: str, vertices: Points, triangles: Faces) -> bytes:
    """Return the content of a mesh file of the format that its name says."""
    extension = PurePath(filename).suffix.lower().removeprefix(".")
    if extension not in WRITERS:
        raise AssetError(f"a mesh cannot be written as {extension!r}; it must be one of {', '.join(WRITERS)}")
    return WRITERS[extension](vertices, triangles)
