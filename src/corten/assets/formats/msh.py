"""MSH: MuJoCo's own binary format."""

import numpy as np

from corten.assets.raw_mesh import RawMesh, raw_mesh
from corten.errors import AssetError

HEADER = 16


def read_msh(data: bytes) -> RawMesh:
    """Return the mesh of an MSH file: four counts, then positions, normals, texture coordinates and faces."""
    if len(data) < HEADER:
        raise AssetError(f"the header of an MSH file has {HEADER} bytes, this file has {len(data)}")
    nvert, nnormal, ntexcoord, nface = (int(n) for n in np.frombuffer(data, "<i4", 4))
    if nvert < 4 or nface < 0 or nnormal not in (0, nvert) or ntexcoord not in (0, nvert):
        raise AssetError(
            f"the MSH file states {nvert} vertices, {nnormal} normals, {ntexcoord} texture coordinates and {nface} "
            "faces; at least 4 vertices, and normals and texture coordinates for none or all of them, are required"
        )
    size = HEADER + 12 * (nvert + nnormal + nface) + 8 * ntexcoord
    if len(data) != size:
        raise AssetError(f"an MSH file of these counts has {size} bytes, this one has {len(data)}")

    floats = np.frombuffer(data, "<f4", 3 * (nvert + nnormal) + 2 * ntexcoord, HEADER)
    vertices, normals, texcoords = np.split(floats, [3 * nvert, 3 * (nvert + nnormal)])
    faces = np.frombuffer(data, "<i4", 3 * nface, HEADER + floats.nbytes).reshape(-1, 3)
    return raw_mesh(
        vertices.reshape(-1, 3),
        faces,
        normals=normals.reshape(-1, 3),
        texcoords=texcoords.reshape(-1, 2),
        face_normals=faces if nnormal else None,
        face_texcoords=faces if ntexcoord else None,
    )
