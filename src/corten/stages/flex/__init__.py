"""Flexes: where vertices and nodes are, lengths of edges, boxes of elements, and elastic forces between vertices."""

from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.flex.boxes import element_boxes
from corten.stages.flex.edges import edge_lengths, edge_velocity
from corten.stages.flex.nodes import node_velocity, place_nodes
from corten.stages.flex.rod_frames import (
    keep_rod_frames,
    keep_rod_frames_rk4,
    remember_rod_frames,
    rod_frames,
)
from corten.stages.flex.unserved import contradiction, refuse_unserved_elasticity
from corten.stages.flex.vertices import place_vertices, vertex_velocity

__all__ = [
    "contradiction",
    "edge_lengths",
    "edge_velocity",
    "element_boxes",
    "flex_position_stages",
    "flex_velocity_stages",
    "keep_rod_frames",
    "keep_rod_frames_rk4",
    "node_velocity",
    "place_nodes",
    "place_vertices",
    "refuse_unserved_elasticity",
    "remember_rod_frames",
    "rod_frames",
    "vertex_velocity",
]


def flex_position_stages(model: Model) -> list[Stage]:
    """Return the stages that follow from positions alone, after the centres of mass."""
    if not model.nflex:
        return []
    nodes, rods = [place_nodes] if model.nflexnode else [], [rod_frames] if model.nrodedge else []
    return [*nodes, place_vertices, *rods, element_boxes, edge_lengths]


def flex_velocity_stages(model: Model) -> list[Stage]:
    """Return the stages that follow from positions and velocities."""
    return [edge_velocity] if model.nflexedge else []
