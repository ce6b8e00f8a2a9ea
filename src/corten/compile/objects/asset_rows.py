"""Textures, materials, meshes, height fields and skins."""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.assets import HeightField, Hull, Mesh, Octree
from corten.assets.hull.decompose import Piece
from corten.compile.objects.columns import EXTRA, Object, Row, columns
from corten.enums import ColorSpace, MeshCollision, TextureType

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]
Numbers = tuple[float, ...]


@columns("tex_", "ntex")
@dataclass(slots=True, kw_only=True)
class Texture(Object):
    """One texture with its bytes; `file` is the path that stands for them where they are left out, else empty."""

    type: TextureType
    colorspace: ColorSpace
    height: int
    width: int
    nchannel: int
    pixels: NDArray[np.uint8] = field(metadata=EXTRA)
    file: str = field(metadata=EXTRA)
    adr: int = field(init=False)


@columns("mat_", "nmat")
@dataclass(slots=True, kw_only=True)
class Material(Object):
    """One material."""

    texid: list[int]
    texuniform: bool
    texrepeat: tuple[float, float]
    emission: float
    specular: float
    shininess: float
    reflectance: float
    metallic: float
    roughness: float
    rgba: Numbers


# ---------------------------------------------------------------- meshes


class CollisionChoice(NamedTuple):
    """How a mesh collides; a decomposition follows the surface to `threshold`, with at most so many `pieces`.

    The threshold is a share of half the longest side of the mesh; -1 pieces are as many as it takes.
    """

    way: MeshCollision
    threshold: float = 0.05
    pieces: int = -1


@columns("mesh_", "nhull")
@dataclass(slots=True, kw_only=True)
class HullRow(Row):
    """What meshes and convex pieces have in common: vertices and, unless nothing needs it, a convex hull."""

    vertadr: int
    vertnum: int
    graphadr: int
    polyadr: int
    polynum: int
    extrema: NDArray[np.int32]
    start: NDArray[np.int32]
    vertices: Floats = field(metadata=EXTRA)
    hull: Hull | None = field(metadata=EXTRA)

    # where the vertices of its polygons, and the polygons around its vertices begin
    polyvertadr: int = field(default=0, init=False, metadata=EXTRA)
    polymapadr: int = field(default=0, init=False, metadata=EXTRA)


@columns("piece_", "npiece")
@dataclass(slots=True, kw_only=True)
class PieceRow(Row):
    """One convex piece of a mesh."""

    pos: NDArray[np.float64]
    aabb: Numbers


@columns("mesh_", "nmesh", derived=("bvhadr", "bvhnum"))
@dataclass(slots=True, kw_only=True)
class MeshObject(Object):
    """One mesh: the asset, and which of its parts the model needs.

    `material` is the name of the one that geoms have which say nothing else. A mesh needs a hull if it is `hulled`.
    """

    asset: Mesh = field(metadata=EXTRA)
    material: str | None = field(metadata=EXTRA)
    choice: CollisionChoice = field(default=CollisionChoice(MeshCollision.HULL), init=False, metadata=EXTRA)
    hulled: bool = field(init=False, metadata=EXTRA)
    pieces: tuple[Piece, ...] = field(default=(), init=False, metadata=EXTRA)
    octree: Octree | None = field(default=None, init=False, metadata=EXTRA)

    collision: MeshCollision = field(init=False)

    # set when its arrays get their places
    scale: Numbers = field(init=False)
    pos: Numbers = field(init=False)
    quat: Numbers = field(init=False)
    faceadr: int = field(init=False)
    facenum: int = field(init=False)
    normaladr: int = field(init=False)
    normalnum: int = field(init=False)
    texcoordadr: int = field(init=False)
    texcoordnum: int = field(init=False)
    octadr: int = field(init=False)
    octnum: int = field(init=False)
    pieceadr: int = field(init=False)
    piecenum: int = field(init=False)
    triadr: int = field(init=False)
    trivertadr: int = field(init=False)
    coneadr: int = field(init=False)
    closed: bool = field(init=False)


@columns("hfield_", "nhfield")
@dataclass(slots=True, kw_only=True)
class HeightFieldObject(Object):
    """One height field."""

    size: Numbers
    nrow: int
    ncol: int
    adr: int
    asset: HeightField = field(metadata=EXTRA)


# ---------------------------------------------------------------- skins


@columns("skin_", "nskinbone")
@dataclass(slots=True, kw_only=True)
class Bone(Row):
    """One bone: its body, the pose in which it was bound, and the vertices that follow it with their weights."""

    body: str = field(metadata=EXTRA)
    vertices: Ints = field(metadata=EXTRA)
    weights: Floats = field(metadata=EXTRA)
    bonebindpos: Floats
    bonebindquat: Floats
    bonebodyid: int = field(init=False)
    bonevertadr: int = field(init=False)
    bonevertnum: int = field(init=False)


@dataclass(slots=True)
class SkinMesh:
    """The vertices, texture coordinates, triangles and bones of a skin."""

    vertices: Floats
    texcoords: Floats
    faces: Ints
    bones: list[Bone] = field(default_factory=list)


@columns("skin_", "nskin")
@dataclass(slots=True, kw_only=True)
class Skin(Object):
    """One skin."""

    matid: int
    group: int
    rgba: Numbers
    inflate: float
    mesh: SkinMesh = field(metadata=EXTRA)
    vertadr: int = field(init=False)
    vertnum: int = field(init=False)
    texcoordadr: int = field(init=False)
    faceadr: int = field(init=False)
    facenum: int = field(init=False)
    boneadr: int = field(init=False)
    bonenum: int = field(init=False)
