"""A mesh ready for use: centred, aligned with its principal axes, with mass properties, hull and tree."""

from dataclasses import dataclass, fields
from functools import cached_property
from os import PathLike

import numpy as np
from numpy.typing import NDArray

from corten.assets.formats.writers import write_mesh
from corten.assets.hull.convex_hull import Hull, HullGraph, find_extrema, find_hull, hull_with_sides
from corten.assets.hull.polygons import Polygons, polygon_normals, turn_outlines
from corten.assets.raw_mesh import MeshOptions, RawMesh, check
from corten.assets.shape.mass_properties import mass_properties
from corten.assets.shape.normals import make_normals
from corten.assets.shape.principal_axes import Quaternion, Vector, centre, refer, refer_normals, rotate_back
from corten.assets.shape.topology import Topology, make_topology
from corten.assets.shape.triangles import Faces, Points, measure
from corten.assets.store import load_or_make
from corten.assets.trees.bvh import make_bvh, make_cones
from corten.assets.trees.median_split import Bvh
from corten.assets.trees.octree import Octree, make_octree
from corten.constants import MINVAL
from corten.enums import GeomType
from corten.errors import AssetError

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Mesh:
    """A mesh in its own frame: the origin is the centre of mass, the axes are the principal ones.

    `key` covers all that it was made of; hull and trees are kept on disk under it. `pos` and `quat` lead back to the
    frame of the file. `volume` is [m^3], of a shell its area [m^2]; `box` are the half sizes of the box with the same
    inertia. `low` and `high` bound the vertices [m]. `early_hull` are graph and sides of the hull where the mesh
    could not be made without it.
    """

    key: bytes
    source: str
    options: MeshOptions
    vertices: Floats
    triangles: Faces
    normals: Floats
    triangle_normals: Faces
    texcoords: Floats
    triangle_texcoords: Faces
    pos: Vector
    quat: Quaternion
    volume: float
    box: Vector
    low: Points
    high: Points
    raw: RawMesh
    early_hull: tuple[HullGraph, Polygons] | None

    def aabb(self) -> tuple[Points, Points]:
        """Return the lowest and the highest corner of the box around all vertices [m]."""
        return self.low, self.high

    def save(self, path: str | PathLike[str]) -> None:
        """Write the triangles into an STL, OBJ, PLY or 3MF file, as the ending of its name says.

        They stand where the model's asset has them, scaled: loaded again without a scale the file gives the same mesh.
        """
        placed = refer(self.raw.vertices.astype(np.float64), self.options)
        content = write_mesh(str(path), placed, self.triangles)
        with open(path, "wb") as stream:
            stream.write(content)

    @property
    def nbytes(self) -> int:
        """Return the size of the arrays that every mesh has."""
        own = [getattr(self, field.name) for field in fields(self)]
        raw = [getattr(self.raw, field.name) for field in fields(self.raw)]
        return sum(array.nbytes for array in (*own, *raw) if isinstance(array, np.ndarray))

    @cached_property
    def hull(self) -> Hull:
        """Return the convex hull, found when it is first asked for."""
        try:
            with np.errstate(all="ignore"):
                return find_hull(self.key, self._make_hull)
        except AssetError as error:
            raise AssetError(f"{self.source}: {error}") from None

    def _make_hull(self) -> Hull:
        raw_points = self.raw.vertices.astype(np.float64)
        graph, polygons = self.early_hull or hull_with_sides(raw_points, self.options.maxhullvert)
        if self.options.flips:
            graph, polygons = _turned(graph), turn_outlines(polygons)
        normals = polygon_normals(self.points, polygons)
        return Hull(graph, polygons, normals, find_extrema(self.vertices[graph.vertices]))

    @cached_property
    def topology(self) -> Topology:
        """Return how the triangles hang together, made when it is first asked for."""
        return make_topology(self.vertices.astype(np.float64), self.triangles)

    @cached_property
    def cones(self) -> Points:
        """Return where the triangles below each node of the tree look, made when it is first asked for."""
        cones = make_cones(self.bvh, self.vertices.astype(np.float64), self.triangles, self.topology)
        _freeze(cones)
        return cones

    @cached_property
    def bvh(self) -> Bvh:
        """Return the tree over the triangles, found when it is first asked for."""
        return Bvh(*load_or_make("tree", self.key, lambda: make_bvh(self.points, self.triangles)))

    @cached_property
    def octree(self) -> Octree:
        """Return the octree of signed distances, found when it is first asked for."""
        return Octree(*load_or_make("octree", self.key, lambda: make_octree(self.points, self.triangles, self.bvh)))

    @cached_property
    def points(self) -> Points:
        """Return the vertices before they were rounded to 32 bits [m]."""
        return centre(refer(self.raw.vertices.astype(np.float64), self.options), self.pos, self.quat)


def make_mesh(key: bytes, raw: RawMesh, options: MeshOptions, source: str, *, in_place: bool = False) -> Mesh:
    """Return the mesh that MuJoCo's compiler makes of a raw one; `in_place` leaves it in the frame it is given in."""
    check(raw)
    try:
        with np.errstate(all="ignore"):
            return _process(key, raw, options, source, in_place)
    except AssetError as error:
        raise AssetError(f"{error}{raw.note}") from None


def _process(key: bytes, raw: RawMesh, options: MeshOptions, source: str, in_place: bool) -> Mesh:
    points = raw.vertices.astype(np.float64)
    if options.inertia == "exact":
        _check_orientation(points, raw.faces)

    # a mesh without faces is its hull
    graph, hull = None, None
    if options.inertia == "convex" or not len(raw.faces):
        hull = hull_with_sides(points, options.maxhullvert)
        graph = hull[0]
    faces = raw.faces if len(raw.faces) or graph is None else graph.faces
    normals = raw.normals if len(raw.normals) else make_normals(points, faces, options.smoothnormal)
    face_normals = _face_normals(raw, faces)
    face_texcoords = raw.face_texcoords if len(raw.face_texcoords) or not len(raw.texcoords) else faces
    solid = graph.faces if graph is not None and options.inertia == "convex" else faces

    # a mirrored mesh has its faces turned round
    if options.flips:
        faces, face_normals, face_texcoords, solid = (
            rows[:, (0, 2, 1)] for rows in (faces, face_normals, face_texcoords, solid)
        )
    placed = refer(points, options)
    mass = mass_properties(placed, faces, solid, options.inertia)
    if in_place:
        mass = mass._replace(centre=(0.0, 0.0, 0.0), axes=(1.0, 0.0, 0.0, 0.0))
    final = centre(placed, mass.centre, mass.axes)
    vertices = final.astype(np.float32)
    if not np.isfinite(vertices).all():
        raise AssetError("the vertices of the mesh are too large for 32-bit numbers; check the scale")
    normals = rotate_back(refer_normals(normals, options).astype(np.float64), mass.axes)
    mesh = Mesh(
        key=key,
        source=source,
        options=options,
        vertices=vertices,
        triangles=np.ascontiguousarray(faces),
        normals=normals.astype(np.float32),
        triangle_normals=np.ascontiguousarray(face_normals),
        texcoords=raw.texcoords,
        triangle_texcoords=np.ascontiguousarray(face_texcoords),
        pos=mass.centre,
        quat=mass.axes,
        volume=mass.volume,
        box=mass.box,
        low=final.min(axis=0),
        high=final.max(axis=0),
        raw=raw,
        early_hull=hull,
    )
    _freeze(*(value for value in vars(mesh).values() if isinstance(value, np.ndarray)))
    return mesh


def _turned(graph: HullGraph) -> HullGraph:
    return graph._replace(faces=np.ascontiguousarray(graph.faces[:, (0, 2, 1)]))


def _freeze(*arrays: NDArray) -> None:
    for array in arrays:
        array.flags.writeable = False


def _face_normals(raw: RawMesh, faces: Faces) -> Faces:
    """Return the normals of each face: as stated, else those of its vertices, which may have several."""
    if len(raw.face_normals):
        return raw.face_normals
    return faces * np.int32(len(raw.normals) // len(raw.vertices) if len(raw.normals) else 1)


def _check_orientation(points: Points, faces: Faces) -> None:
    """Refuse a mesh in which two faces pass along an edge in the same direction."""
    sound = faces[measure(points, faces).areas > np.sqrt(MINVAL)].astype(np.int64)
    edges = np.sort(np.concatenate([sound[:, i] * len(points) + sound[:, (i + 1) % 3] for i in range(3)]))
    twice = np.flatnonzero(edges[1:] == edges[:-1])
    if len(twice):
        start, end = divmod(int(edges[twice[0]]), len(points))
        raise AssetError(
            "the faces of the mesh have inconsistent orientation; check those with the vertices "
            f"{start + 1} and {end + 1}, or set inertia to convex, legacy or shell"
        )


# ---------------------------------------------------------------- sizes of primitive geoms that stand for a mesh


ORIGIN: Vector = (0.0, 0.0, 0.0)


def fit_geom(mesh: Mesh, kind: GeomType, *, to_aabb: bool = False, scale: float = 1.0) -> tuple[Vector, Vector]:
    """Return (size, centre in the frame of the mesh) of a primitive in place of a mesh.

    It has about the inertia of the mesh, or is the smallest whose bounding box holds that of the mesh.
    """
    low, high = (tuple(float(number) for number in corner) for corner in mesh.aabb())
    centre = ORIGIN
    x, y, z = mesh.box
    if to_aabb:
        centre = ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2)
        x, y, z = (high[i] - centre[i] for i in range(3))

    # a capsule's caps take some of its length
    match kind, to_aabb:
        case GeomType.SPHERE, False:
            size = ((x + y + z) / 3, 0.0, 0.0)
        case GeomType.SPHERE, True:
            size = (max(x, y, z), 0.0, 0.0)
        case GeomType.CAPSULE, False:
            size = ((x + y) / 2, max(0.0, z - (x + y) / 4), 0.0)
        case GeomType.CAPSULE, True:
            size = (max(x, y), z - max(x, y), 0.0)
        case GeomType.CYLINDER, _:
            size = (max(x, y) if to_aabb else (x + y) / 2, z, 0.0)
        case ((GeomType.ELLIPSOID | GeomType.BOX), _):
            size = (x, y, z)
        case _:
            raise AssetError(f"a geom of type {kind.name.lower()} cannot be fitted to a mesh")
    return (size[0] * scale, size[1] * scale, size[2] * scale), centre
