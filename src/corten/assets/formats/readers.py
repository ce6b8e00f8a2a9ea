"""Mesh files: which reader a format has, and numbers from the words of a text."""

import importlib
from collections.abc import Sequence
from pathlib import PurePath

import numpy as np
from numpy.typing import NDArray

from corten.assets.raw_mesh import RawMesh
from corten.errors import AssetError


def parse_floats(words: Sequence[bytes], what: str) -> NDArray[np.float64]:
    """Return words as numbers, or say which of them is none."""
    try:
        return np.array(words, np.float64)
    except ValueError:
        raise AssetError(f"{_first_bad(words, float)!r} in the {what} is not a number") from None


def parse_integers(words: Sequence[bytes], what: str) -> NDArray[np.int64]:
    """Return words as whole numbers, or say which of them is none."""
    try:
        return np.array(words, np.int64)
    except (ValueError, OverflowError):
        raise AssetError(f"{_first_bad(words, _index)!r} in the {what} is not an index") from None


def _index(word: bytes) -> int:
    value = int(word)
    if abs(value) >= 1 << 63:
        raise ValueError
    return value


def _first_bad(words: Sequence[bytes], convert) -> str:
    """Return the first word that cannot be converted, shortened so that an error stays readable."""
    for word in words:
        try:
            convert(word)
        except ValueError:
            return word[:40].decode("ascii", "replace")
    return ""


# ---------------------------------------------------------------- which reader a file belongs to


# extension -> module beside this one and its function; imported when there is such a file
READERS = {
    "stl": ("stl", "read_stl"),
    "obj": ("obj", "read_obj"),
    "ply": ("ply", "read_ply"),
    "3mf": ("cad", "read_3mf"),
    "msh": ("msh", "read_msh"),
    "step": ("cad", "read_step"),
    "stp": ("cad", "read_step"),
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
