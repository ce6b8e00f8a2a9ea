"""Meshes on disk: what was made of a file once is found again by its content and its parameters."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from corten.assets.mesh import Mesh
from corten.assets.options import MeshOptions
from corten.assets.raw_mesh import RawMesh
from corten.assets.store import read_arrays, write_arrays

# attributes of a mesh that are arrays, and of the mesh that it was made of
ARRAYS = ("vertices", "triangles", "normals", "triangle_normals", "texcoords", "triangle_texcoords", "low", "high")
RAW_ARRAYS = ("vertices", "faces", "normals", "texcoords", "face_normals", "face_texcoords")

# what stands between texts
BETWEEN = "\0"


def find_mesh(key: bytes, source: str, options: MeshOptions, make: Callable[[], Mesh]) -> Mesh:
    """Return the mesh that is kept under a key, else the one that `make` gives, which is kept from then on."""
    arrays = read_arrays("mesh", key)
    if arrays is not None:
        return _put_together(key, source, options, arrays)
    mesh = make()
    write_arrays("mesh", key, _take_apart(mesh))
    return mesh


def _take_apart(mesh: Mesh) -> list[NDArray]:
    """Return all of a mesh as arrays: numbers, texts, its arrays, and those of the mesh that it was made of."""
    numbers = np.array((*mesh.pos, *mesh.quat, mesh.volume, *mesh.box))
    texts = BETWEEN.join((mesh.options.inertia, mesh.raw.note, mesh.raw.warning))
    own, raw = [getattr(mesh, name) for name in ARRAYS], [getattr(mesh.raw, name) for name in RAW_ARRAYS]
    return [numbers, np.frombuffer(texts.encode(), np.uint8), *own, *raw]


def _put_together(key: bytes, source: str, options: MeshOptions, arrays: list[NDArray]) -> Mesh:
    """Return the mesh that was taken apart."""
    numbers, (inertia, note, warning) = arrays[0].tolist(), arrays[1].tobytes().decode().split(BETWEEN)
    own, raw = arrays[2 : 2 + len(ARRAYS)], arrays[2 + len(ARRAYS) :]
    return Mesh(
        key=key,
        source=source,
        options=options if options.inertia == inertia else replace(options, inertia=inertia),
        pos=tuple(numbers[:3]),
        quat=tuple(numbers[3:7]),
        volume=numbers[7],
        box=tuple(numbers[8:]),
        raw=RawMesh(*raw, note=note, warning=warning),
        early_hull=None,
        **dict(zip(ARRAYS, own, strict=True)),
    )
