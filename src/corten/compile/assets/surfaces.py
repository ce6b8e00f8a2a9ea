"""Meshes that collide by their triangles: how these hang together, written into the Model."""

from collections.abc import Iterator, Sequence

from corten.assets import Mesh
from corten.compile.items import Item
from corten.enums import MeshCollision
from corten.model import Model


def _surfaces(meshes: Sequence[Item]) -> Iterator[tuple[int, Mesh]]:
    """Give the meshes that collide by their triangles, with their numbers."""
    for number, item in enumerate(meshes):
        if item.row["collision"].way == MeshCollision.TRIANGLES:
            yield number, item.row["mesh"]


def surface_sizes(meshes: Sequence[Item]) -> dict[str, int]:
    """Return how much room surfaces need."""
    records = [mesh for _, mesh in _surfaces(meshes)]
    return {
        "ntri": sum(len(mesh.triangles) for mesh in records),
        "ntrivert": sum(len(mesh.vertices) for mesh in records),
        "ntricone": sum(len(mesh.bvh.child) for mesh in records),
        "ntriring": sum(len(mesh.topology.ring) for mesh in records),
    }


def fill_surfaces(model: Model, meshes: Sequence[Item]) -> None:
    """Write all surfaces one after the other."""
    model.mesh_triadr[:] = model.mesh_trivertadr[:] = model.mesh_coneadr[:] = -1
    triangle, vertex, ring, node = 0, 0, 0, 0
    for number, mesh in _surfaces(meshes):
        made = mesh.topology
        model.mesh_triadr[number], model.mesh_trivertadr[number] = triangle, vertex
        model.mesh_closed[number], model.mesh_coneadr[number] = made.closed, node
        model.tri_cone[node : node + len(mesh.cones)] = mesh.cones
        node += len(mesh.cones)
        rows = slice(triangle, triangle + len(mesh.triangles))
        model.tri_normal[rows], model.tri_owned[rows] = made.normal, made.owned
        model.tri_adjacent[rows], model.tri_opposite[rows] = made.adjacent, made.opposite
        rows = slice(vertex, vertex + len(mesh.vertices))
        model.trivert_normal[rows], model.trivert_ringnum[rows] = made.vertex_normal, made.ring_count
        model.trivert_ringadr[rows] = made.ring_address + ring
        model.tri_ring[ring : ring + len(made.ring)] = made.ring
        triangle, vertex, ring = triangle + len(mesh.triangles), vertex + len(mesh.vertices), ring + len(made.ring)
