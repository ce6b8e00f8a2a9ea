"""Where searches for the farthest vertex begin, for hulls that MuJoCo has made."""

import numpy as np

from corten.assets.hull.convex_hull import HullGraph, find_starts


def set_hull_starts(model, mjm) -> None:
    """Set the starts of all hulls of a model of MuJoCo's."""
    for mesh in np.flatnonzero(mjm.mesh_graphadr >= 0):
        model.mesh_start[mesh] = _hull_starts(mjm, mesh)


def _hull_starts(mjm, mesh: int) -> np.ndarray:
    """Return the starts of the hull of a mesh of MuJoCo's model."""
    first, count = mjm.mesh_vertadr[mesh], mjm.mesh_vertnum[mesh]
    nvert, nface, *flat = mjm.mesh_graph[mjm.mesh_graphadr[mesh] :]
    parts = np.split(np.array(flat, np.int32), np.cumsum([nvert, nvert, nvert + 3 * nface, 3 * nface]))
    graph = HullGraph(vertices=parts[1], faces=parts[3].reshape(-1, 3), edge_address=parts[0], edges=parts[2])
    return find_starts(mjm.mesh_vert[first : first + count], graph, first)
