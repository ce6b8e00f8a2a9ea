"""Which reader a file belongs to."""

import importlib
from pathlib import PurePath

import numpy as np

from corten.assets.raw_mesh import RawMesh
from corten.errors import AssetError

# extension -> module beside this one and its function; imported when there is such a file
READERS = {
    "stl": ("stl", "read_stl"),
    "obj": ("obj", "read_obj"),
    "ply": ("ply", "read_ply"),
    "3mf": ("three_mf", "read_3mf"),
    "msh": ("msh", "read_msh"),
    "step": ("step", "read_step"),
    "stp": ("step", "read_step"),
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
    module, function = READERS[kind]
    read = getattr(importlib.import_module(f"corten.assets.formats.{module}"), function)
    # numbers too large for 32 bits become infinite, which is found when the mesh is checked
    with np.errstate(all="ignore"):
        return read(data)
