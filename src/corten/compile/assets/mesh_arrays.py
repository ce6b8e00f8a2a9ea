"""From meshes and height fields to arrays of the Model."""

from collections.abc import Iterable, Sequence

import numpy as np

from corten.assets import Hull
from corten.assets.hull.convex_hull import NO_STARTS, find_starts
from corten.assets.hull.decompose import Piece
from corten.compile.objects.addresses import Addresses
from corten.compile.objects.asset_rows import HeightFieldObject, HullRow, MeshObject, PieceRow
from corten.compile.objects.columns import write_rows
from corten.enums import MeshCollision
from corten.model import Model

# ---------------------------------------------------------------- triangles that collide, and how they hang together


def place_surface(mesh: MeshObject, addresses: Addresses) -> None:
    """Set where the rows of a mesh begin, -1 if it does not collide by its triangles."""
    mesh.triadr = mesh.trivertadr = mesh.coneadr = -1
    mesh.closed = False
    if mesh.collision == MeshCollision.TRIANGLES:
        asset = mesh.asset
        mesh.triadr = addresses.take("tri", len(asset.triangles))
        mesh.trivertadr = addresses.take("trivert", len(asset.vertices))
        mesh.coneadr = addresses.take("cone", len(asset.bvh.child))
        mesh.closed = asset.topology.closed
        addresses.take("ring", len(asset.topology.ring))


def fill_surfaces(model: Model, meshes: Sequence[MeshObject]) -> None:
    """Write the triangles of all meshes that collide by them."""
    ring = 0
    for mesh in meshes:
        if mesh.collision != MeshCollision.TRIANGLES:
            continue
        asset, made = mesh.asset, mesh.asset.topology
        model.tri_cone[mesh.coneadr : mesh.coneadr + len(asset.cones)] = asset.cones
        rows = slice(mesh.triadr, mesh.triadr + len(asset.triangles))
        model.tri_normal[rows], model.tri_owned[rows] = made.normal, made.owned
        model.tri_adjacent[rows], model.tri_opposite[rows] = made.adjacent, made.opposite
        rows = slice(mesh.trivertadr, mesh.trivertadr + len(asset.vertices))
        model.trivert_normal[rows], model.trivert_ringnum[rows] = made.vertex_normal, made.ring_count
        model.trivert_ringadr[rows] = made.ring_address + ring
        model.tri_ring[ring : ring + len(made.ring)] = made.ring
        ring += len(made.ring)


# ---------------------------------------------------------------- meshes and height fields, one behind another


# farthest vertices of what has no hull
NO_EXTREMA = np.zeros(27, np.int32)

# sizes of Model, and the arrays that they are the lengths of
SIZES = {
    "nmeshvert": "vert",
    "nmeshnormal": "normal",
    "nmeshtexcoord": "texcoord",
    "nmeshface": "face",
    "nmeshgraph": "graph",
    "nmeshpoly": "poly",
    "nmeshpolyvert": "polyvert",
    "nmeshpolymap": "polymap",
    "noct": "oct",
    "ntri": "tri",
    "ntrivert": "trivert",
    "ntricone": "cone",
    "ntriring": "ring",
}


class MeshArrays:
    """All meshes with their places in the arrays: hulls of meshes come first, then those of convex pieces."""

    def __init__(self, meshes: Sequence[MeshObject]):
        self.meshes = meshes
        self.pieces = [piece for mesh in meshes for piece in mesh.pieces]
        self._addresses = Addresses()
        self._hulls = [
            self._place_hull(mesh.asset.vertices, mesh.asset.hull if mesh.hulled else None) for mesh in meshes
        ]
        self._hulls += [self._place_hull(piece.vertices, piece.hull) for piece in self.pieces]
        for mesh in meshes:
            self._place_mesh(mesh)

    def sizes(self) -> dict[str, int]:
        """Return how much room all meshes need."""
        counts = {size: self._addresses.count(array) for size, array in SIZES.items()}
        return counts | {"nmesh": len(self.meshes), "npiece": len(self.pieces), "nhull": len(self._hulls)}

    def fill(self, model: Model) -> None:
        """Write all meshes."""
        write_rows(model, MeshObject, self.meshes)
        write_rows(model, HullRow, self._hulls)
        write_rows(model, PieceRow, [_piece_row(piece) for piece in self.pieces])
        self._fill_vertices(model)
        self._fill_hulls(model)
        octrees = [mesh.octree for mesh in self.meshes if mesh.octree is not None]
        for name in octrees[0]._fields if octrees else ():
            setattr(model, f"oct_{name}", np.concatenate([getattr(octree, name) for octree in octrees]))
        fill_surfaces(model, self.meshes)

    def _place_hull(self, vertices: np.ndarray, hull: Hull | None) -> HullRow:
        take, polygons = self._addresses.take, 0 if hull is None else len(hull.polygons.count)
        vertadr = take("vert", len(vertices))
        row = HullRow(
            vertadr=vertadr,
            vertnum=len(vertices),
            graphadr=-1 if hull is None else take("graph", len(hull.graph.flat())),
            polyadr=take("poly", polygons),
            polynum=polygons,
            extrema=NO_EXTREMA if hull is None else hull.extrema,
            start=NO_STARTS if hull is None else find_starts(vertices, hull.graph, vertadr),
            vertices=vertices,
            hull=hull,
        )
        if hull is not None:
            row.polyvertadr = take("polyvert", len(hull.polygons.vertices))
            row.polymapadr = take("polymap", len(hull.polygons.sides))
        return row

    def _place_mesh(self, mesh: MeshObject) -> None:
        asset, addresses = mesh.asset, self._addresses
        mesh.scale, mesh.pos, mesh.quat = asset.options.scale, asset.pos, asset.quat
        mesh.facenum, mesh.normalnum, mesh.texcoordnum = len(asset.triangles), len(asset.normals), len(asset.texcoords)
        mesh.faceadr = addresses.take("face", mesh.facenum)
        mesh.normaladr = addresses.take("normal", mesh.normalnum)
        mesh.texcoordadr = addresses.take_or_none("texcoord", mesh.texcoordnum)
        mesh.octnum = 0 if mesh.octree is None else len(mesh.octree.depth)
        mesh.octadr = addresses.take_or_none("oct", mesh.octnum)
        mesh.piecenum = len(mesh.pieces)
        mesh.pieceadr = addresses.take("piece", mesh.piecenum)
        place_surface(mesh, addresses)

    def _fill_vertices(self, model: Model) -> None:
        assets = [mesh.asset for mesh in self.meshes]
        _join(model.mesh_vert, (row.vertices for row in self._hulls))
        _join(model.mesh_normal, (asset.normals for asset in assets))
        _join(model.mesh_texcoord, (asset.texcoords for asset in assets))
        _join(model.mesh_face, (asset.triangles for asset in assets))
        _join(model.mesh_facenormal, (asset.triangle_normals for asset in assets))
        for mesh in self.meshes:
            if mesh.texcoordnum:
                faces = slice(mesh.faceadr, mesh.faceadr + mesh.facenum)
                model.mesh_facetexcoord[faces] = mesh.asset.triangle_texcoords

    def _fill_hulls(self, model: Model) -> None:
        rows = [(row, row.hull) for row in self._hulls if row.hull is not None]
        polygons = [(row, hull.polygons) for row, hull in rows]
        _join(model.mesh_graph, (hull.graph.flat() for _, hull in rows))
        _join(model.mesh_polynormal, (hull.normals for _, hull in rows))
        _join(model.mesh_polyvertadr, (each.address + row.polyvertadr for row, each in polygons))
        _join(model.mesh_polyvertnum, (each.count for _, each in polygons))
        _join(model.mesh_polyvert, (each.vertices for _, each in polygons))
        _join(model.mesh_polymap, (each.sides for _, each in polygons))
        for row, each in polygons:
            vertices = slice(row.vertadr, row.vertadr + row.vertnum)
            model.mesh_polymapadr[vertices] = each.side_address + row.polymapadr
            model.mesh_polymapnum[vertices] = each.side_count


def _piece_row(piece: Piece) -> PieceRow:
    return PieceRow(pos=piece.pos, aabb=(*(piece.high + piece.low) / 2, *(piece.high - piece.low) / 2))


def _join(array: np.ndarray, blocks: Iterable[np.ndarray]) -> None:
    """Fill an array with blocks that follow one another."""
    blocks = list(blocks)
    if blocks:
        array[...] = np.concatenate(blocks)


def fill_height_fields(model: Model, hfields: Sequence[HeightFieldObject]) -> None:
    """Write all height fields."""
    write_rows(model, HeightFieldObject, hfields)
    _join(model.hfield_elevation, (hfield.asset.data.reshape(-1) for hfield in hfields))
