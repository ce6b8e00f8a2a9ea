"""A mesh as a file or an element states it, and the attributes by which it is processed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isfinite

import numpy as np
from numpy.typing import ArrayLike, NDArray

from corten.errors import AssetError

# ---------------------------------------------------------------- parameters, named as in MJCF


INERTIA = ("convex", "exact", "legacy", "shell")


@dataclass(frozen=True, slots=True)
class MeshOptions:
    """How a mesh is scaled and placed, and how its mass properties, normals and hull are computed.

    `stretch` is a matrix, row by row, by which it is stretched last; it has no attribute, and comes from frames.
    """

    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)
    refpos: tuple[float, float, float] = (0.0, 0.0, 0.0)
    refquat: tuple[float, float, float, float] = (1.0, 0.0, 0.0, 0.0)
    smoothnormal: bool = False
    inertia: str = "legacy"
    maxhullvert: int = -1
    stretch: tuple[float, ...] = ()

    def checked(self) -> "MeshOptions":
        """Return the same options as plain numbers, or refuse them."""
        vectors = {}
        for name, size in (("scale", 3), ("refpos", 3), ("refquat", 4)):
            vectors[name] = tuple(float(number) for number in getattr(self, name))
            if len(vectors[name]) != size or not all(isfinite(number) for number in vectors[name]):
                raise AssetError(f"{name} must be {size} finite numbers, not {vectors[name]}")
        if self.inertia not in INERTIA:
            raise AssetError(f"inertia {self.inertia!r} is not one of {', '.join(INERTIA)}")
        if self.maxhullvert != -1 and self.maxhullvert < 4:
            raise AssetError(f"maxhullvert is {self.maxhullvert}; it must be at least 4, or -1 for no limit")
        return replace(self, **vectors, smoothnormal=bool(self.smoothnormal), maxhullvert=int(self.maxhullvert))

    @property
    def flips(self) -> bool:
        """Tell whether the scale mirrors the mesh, so that its faces must be turned round."""
        x, y, z = self.scale
        return not x * y * z > 0


# ---------------------------------------------------------------- a mesh as a file or an element states it


Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

# more vertices or faces than any mesh needs: beyond it a count is a mistake or an attack
MOST_ITEMS = 1 << 24


def _none(columns: int, kind: type) -> NDArray:
    return np.zeros((0, columns), kind)


@dataclass(frozen=True, eq=False)
class RawMesh:
    """Vertices and faces; normals and texture coordinates may have faces of their own. Empty arrays are not given.

    `note` says what a reader left out; it is added to errors that this may explain. `warning` is for the user.
    """

    vertices: Floats
    faces: Ints
    normals: Floats
    texcoords: Floats
    face_normals: Ints
    face_texcoords: Ints
    note: str = ""
    warning: str = ""


def raw_mesh(
    vertices: ArrayLike,
    faces: ArrayLike | None = None,
    *,
    normals: ArrayLike | None = None,
    texcoords: ArrayLike | None = None,
    face_normals: ArrayLike | None = None,
    face_texcoords: ArrayLike | None = None,
    note: str = "",
    warning: str = "",
) -> RawMesh:
    """Return a RawMesh of arrays that already have rows of three (texture coordinates: two)."""
    return RawMesh(
        np.ascontiguousarray(vertices, np.float32),
        _none(3, np.int32) if faces is None else _integers(faces),
        _none(3, np.float32) if normals is None else np.ascontiguousarray(normals, np.float32),
        _none(2, np.float32) if texcoords is None else np.ascontiguousarray(texcoords, np.float32),
        _none(3, np.int32) if face_normals is None else _integers(face_normals),
        _none(3, np.int32) if face_texcoords is None else _integers(face_texcoords),
        note,
        warning,
    )


def _integers(rows: ArrayLike) -> Ints:
    """Return indices as 32-bit integers; what does not fit stays out of every mesh's range."""
    wide = np.asarray(rows)
    if wide.dtype != np.int32:
        wide = np.clip(wide, -(1 << 31), (1 << 31) - 1).astype(np.int32)
    return np.ascontiguousarray(wide.reshape(-1, 3))


def embedded_mesh(
    vertex: Sequence[float] = (),
    face: Sequence[int] = (),
    normal: Sequence[float] = (),
    texcoord: Sequence[float] = (),
) -> RawMesh:
    """Return the mesh that the attributes `vertex`, `face`, `normal` and `texcoord` state as flat lists."""
    rows = {}
    given = (("vertex", vertex, 3), ("face", face, 3), ("normal", normal, 3), ("texcoord", texcoord, 2))
    for name, numbers, columns in given:
        flat = np.asarray(numbers, np.float64).ravel()
        if flat.size % columns:
            raise AssetError(f"{name} data must be a multiple of {columns}, it has {flat.size} numbers")
        rows[name] = flat.reshape(-1, columns)
    if not np.array_equal(rows["face"], np.rint(rows["face"])):
        raise AssetError("face data must be whole numbers")
    with np.errstate(over="ignore"):
        return raw_mesh(rows["vertex"], rows["face"], normals=rows["normal"], texcoords=rows["texcoord"])


def complete(mesh: RawMesh, extra: RawMesh) -> RawMesh:
    """Return a mesh from a file with what the element adds; what both state is refused."""
    given = {}
    for name in ("vertices", "faces", "normals", "texcoords"):
        own, added = getattr(mesh, name), getattr(extra, name)
        if len(own) and len(added):
            raise AssetError(f"{name} are given both in the file and in the element; remove one of them")
        if len(added):
            given[name] = added
    return replace(mesh, **given) if given else mesh


def check(mesh: RawMesh) -> None:
    """Refuse a mesh whose arrays do not fit together: too few vertices, numbers not finite, indices out of range."""
    nvert = len(mesh.vertices)
    if nvert < 4:
        raise AssetError(f"at least 4 vertices required, there are {nvert}{mesh.note}")
    if nvert > MOST_ITEMS or len(mesh.faces) > MOST_ITEMS:
        raise AssetError(f"{nvert} vertices and {len(mesh.faces)} faces are too many; at most {MOST_ITEMS} are allowed")
    _check_finite("vertex coordinate", mesh.vertices)
    _check_finite("normal", mesh.normals)
    _check_finite("texture coordinate", mesh.texcoords)

    ntexcoord = len(mesh.texcoords)
    if ntexcoord and not len(mesh.face_texcoords) and ntexcoord != nvert:
        raise AssetError(f"one texcoord for each of the {nvert} vertices required, there are {ntexcoord}")
    for faces, count, kind in (
        (mesh.faces, nvert, "vertex"),
        (mesh.face_normals, len(mesh.normals), "normal"),
        (mesh.face_texcoords, ntexcoord, "texcoord"),
    ):
        bad = (faces < 0) | (faces >= count)
        if bad.any():
            row, column = (int(i) for i in np.argwhere(bad)[0])
            raise AssetError(f"in face {row}, {kind} index {faces[row, column]} does not exist (there are {count})")
        if kind != "vertex" and len(faces) not in (0, len(mesh.faces)):
            raise AssetError(f"{len(mesh.faces)} faces have {len(faces)} rows of {kind} indices")


def _check_finite(what: str, rows: Floats) -> None:
    bad = ~np.isfinite(rows).all(axis=1)
    if bad.any():
        raise AssetError(f"{what} {int(np.argmax(bad))} is not finite")
