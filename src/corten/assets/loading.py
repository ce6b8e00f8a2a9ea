"""Meshes and height fields from files, numbers or parameters; what was made of the same content is found again."""

import warnings
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from corten.assets.asset_cache import AssetCache
from corten.assets.formats.content import Content, as_content, fingerprint
from corten.assets.formats.readers import mesh_format, read_mesh
from corten.assets.height_field import (
    HeightField,
    height_field_format,
    make_height_field,
    read_elevation,
    read_height_field,
)
from corten.assets.implicit.isosurface import Formula, implicit_surface
from corten.assets.mesh import Mesh, make_mesh
from corten.assets.raw_mesh import MeshOptions, RawMesh, complete, embedded_mesh
from corten.assets.store import read_arrays, write_arrays
from corten.errors import AssetError, ModelWarning, caller_level

# ---------------------------------------------------------------- meshes on disk


# attributes of a mesh that are arrays, and of the mesh that it was made of
ARRAYS = ("vertices", "triangles", "normals", "triangle_normals", "texcoords", "triangle_texcoords", "low", "high")
RAW_ARRAYS = ("vertices", "faces", "normals", "texcoords", "face_normals", "face_texcoords")

# what stands between texts
BETWEEN = "\0"


def find_mesh(key: bytes, source: str, options: MeshOptions, make: Callable[[], Mesh]) -> Mesh:
    """Return the mesh that is kept under a key, else the one that `make` gives, which is kept from then on."""
    arrays = read_arrays("mesh", key)
    if arrays is not None:
        return _unpack_mesh(key, source, options, arrays)
    mesh = make()
    write_arrays("mesh", key, _pack_mesh(mesh))
    return mesh


def _pack_mesh(mesh: Mesh) -> list[NDArray]:
    """Return all of a mesh as arrays: numbers, texts, its arrays, and those of the mesh that it was made of."""
    numbers = np.array((*mesh.pos, *mesh.quat, mesh.volume, *mesh.box))
    texts = BETWEEN.join((mesh.options.inertia, mesh.raw.note, mesh.raw.warning))
    own, raw = [getattr(mesh, name) for name in ARRAYS], [getattr(mesh.raw, name) for name in RAW_ARRAYS]
    return [numbers, np.frombuffer(texts.encode(), np.uint8), *own, *raw]


def _unpack_mesh(key: bytes, source: str, options: MeshOptions, arrays: list[NDArray]) -> Mesh:
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


# ---------------------------------------------------------------- meshes and height fields
# From files, numbers or parameters; the same content gives the same record.


# [bytes] records that are kept although no model uses them
RECORDS = AssetCache(1 << 29)

DEFAULT = MeshOptions()
NOTHING = embedded_mesh()


@contextmanager
def naming(kind: str, name: str, filename: str = "") -> Iterator[None]:
    """Let errors say which asset they are about."""
    try:
        yield
    except AssetError as error:
        place = f"{kind} {name!r}" + (f" (file {filename!r})" if filename else "")
        raise AssetError(f"{place}: {error}") from None


def mesh_from_file(
    name: str,
    filename: str,
    data: bytes | Content,
    options: MeshOptions = DEFAULT,
    *,
    content_type: str = "",
    extra: RawMesh = NOTHING,
) -> Mesh:
    """Return the mesh in a file. `extra` are numbers that the element states and the file lacks."""
    with naming("mesh", name, filename):
        options, content, kind = options.checked(), as_content(data), mesh_format(filename, content_type)

        def make(key: bytes) -> Mesh:
            return make_mesh(key, complete(read_mesh(content.data, kind), extra), options, filename)

        added = b"" if extra is NOTHING else _digest(extra)
        mesh = _find((kind, content.digest, options, added), filename, options, make)
        if mesh.raw.warning:
            warnings.warn(mesh.raw.warning, ModelWarning, stacklevel=caller_level())
        return mesh


def mesh_from_data(name: str, raw: RawMesh, options: MeshOptions = DEFAULT) -> Mesh:
    """Return the mesh of numbers that stand in the model."""
    with naming("mesh", name):
        options = options.checked()
        source = "embedded mesh"
        return _find(
            ("embedded", _digest(raw), options), source, options, lambda key: make_mesh(key, raw, options, source)
        )


def mesh_from_builtin(name: str, builtin: str, params: Sequence[float], options: MeshOptions = DEFAULT) -> Mesh:
    """Return a generated mesh. One without volume has the inertia of a shell in place of legacy, a plate always."""
    from corten.assets.builtin_meshes import make_builtin

    with naming("mesh", name):
        options, params = options.checked(), tuple(float(number) for number in params)

        source = f"builtin {builtin}"

        def make(key: bytes) -> Mesh:
            raw, flat = make_builtin(builtin, params)
            shell = builtin == "plate" or (flat and options.inertia == "legacy")
            return make_mesh(key, raw, replace(options, inertia="shell") if shell else options, source)

        return _find(("builtin", builtin, params, options), source, options, make)


def mesh_from_formula(name: str, formula: Formula, options: MeshOptions = DEFAULT) -> Mesh:
    """Return the surface of a shape that is a formula, in the frame of the formula."""
    with naming("mesh", name):
        options = options.checked()

        source = f"surface of a {formula.name}"

        def make(key: bytes) -> Mesh:
            return make_mesh(key, implicit_surface(formula), options, source, in_place=True)

        return _find(("formula", formula.identity, formula.prm, formula.box, options), source, options, make)


def _find(made_of: Hashable, source: str, options: MeshOptions, make: Callable[[bytes], Mesh]) -> Mesh:
    """Return the mesh that is made of something: the one that the process has, or the disk, else a new one."""
    key = fingerprint(repr(made_of).encode())
    return RECORDS.get(("mesh", made_of), lambda: find_mesh(key, source, options, lambda: make(key)), _size)


def height_field_from_file(
    name: str,
    filename: str,
    data: bytes | Content,
    size: Sequence[float],
    *,
    content_type: str = "",
    normalize: bool = True,
) -> HeightField:
    """Return the height field in a PNG image or a file of MuJoCo's binary format."""
    with naming("hfield", name, filename):
        content, kind = as_content(data), height_field_format(filename, content_type)
        key = ("hfield", kind, content.digest, tuple(size), normalize)
        made = lambda: make_height_field(read_height_field(content.data, kind), size, normalize)  # noqa: E731
        return RECORDS.get(key, made, _size)


def height_field_from_elevation(
    name: str,
    nrow: int,
    ncol: int,
    size: Sequence[float],
    elevation: Sequence[float] = (),
    *,
    normalize: bool = True,
) -> HeightField:
    """Return the height field of numbers that stand in the model, the row at the far end (+y) first; flat without."""
    with naming("hfield", name):
        return make_height_field(read_elevation(nrow, ncol, elevation), size, normalize)


def _digest(raw: RawMesh) -> bytes:
    arrays = (raw.vertices, raw.faces, raw.normals, raw.texcoords, raw.face_normals, raw.face_texcoords)
    return fingerprint(*(np.ascontiguousarray(array).view(np.uint8).reshape(-1).data for array in arrays))


def _size(record: Mesh | HeightField) -> int:
    return record.nbytes
