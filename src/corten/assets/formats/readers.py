"""Which reader a file belongs to."""

from collections.abc import Callable
from pathlib import PurePath

import numpy as np

from corten.assets.formats.msh import read_msh
from corten.assets.formats.obj import read_obj
from corten.assets.formats.ply import read_ply
from corten.assets.formats.step import read_step
from corten.assets.formats.stl import read_stl
from corten.assets.formats.three_mf import read_3mf
from corten.assets.raw_mesh import RawMesh
from corten.errors import AssetError

READERS: dict[str, Callable[[bytes], RawMesh]] = {
    "stl": read_stl,
    "obj": read_obj,
    "ply": read_ply,
    "3mf": read_3mf,
    "msh": read_msh,
    "step": read_step,
    "stp": read_step,
}
CONTENT_TYPES = {
    "model/stl": "stl",
    "model/obj": "obj",
    "model/ply": "ply",
    "model/3mf": "3mf",
    "model/step": "step",
    "model/vnd.mujoco.msh": "msh",
}


def mesh_format(filename: str, content_type: str = "") -> str:
    """Return the format of a mesh file: what the content type says, else the extension of its name."""
    if content_type:
        if content_type not in CONTENT_TYPES:
            raise AssetError(f"content type {content_type!r} is not one of {', '.join(CONTENT_TYPES)}")
        return CONTENT_TYPES[content_type]
    extension = PurePath(filename).suffix.lower().removeprefix(".")
    if extension not in READERS:
        raise AssetError(f"a mesh file cannot have the extension {extension!r}; it must be one of {', '.join(READERS)}")
    return extension


def read_mesh(data: bytes, kind: str) -> RawMesh:
    """Return the mesh that a file of a format holds."""
    if not data:
        raise AssetError("the file is empty")
    # numbers too large for 32 bits become infinite, which is found when the mesh is checked
    with np.errstate(all="ignore"):
        return READERS[kind](data)
