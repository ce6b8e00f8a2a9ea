"""Meshes that collide by their triangles: how these hang together, written into the Model."""

from collections.abc import Sequence

from corten.compile.objects.addresses import Addresses
from corten.compile.objects.assets import MeshObject
from corten.enums import MeshCollision
from corten.model import Model


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
