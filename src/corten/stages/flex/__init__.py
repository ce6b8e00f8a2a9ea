"""Flexes: where vertices and nodes are, lengths of edges, boxes of elements, and elastic forces between vertices."""

from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.flex.boxes import element_boxes
from corten.stages.flex.edges import edge_lengths, edge_velocity
from corten.stages.flex.nodes import node_velocity, place_nodes
from corten.stages.flex.unserved import contradiction, refuse_unserved_elasticity
from corten.stages.flex.vertices import place_vertices, vertex_velocity

__all__ = [
    "contradiction",
    "edge_lengths",
    "edge_velocity",
    "element_boxes",
    "flex_position_stages",
    "flex_velocity_stages",
    "node_velocity",
    "place_nodes",
    "place_vertices",
    "refuse_unserved_elasticity",
    "vertex_velocity",
]


def flex_position_stages(model: Model) -> list[Stage]:
    """Return the stages that follow from positions alone, after the centres of mass."""
    if not model.nflex:
        return []
    return [*([place_nodes] if model.nflexnode else []), place_vertices, element_boxes, edge_lengths]


def flex_velocity_stages(model: Model) -> list[Stage]:
    """Return the stages that follow from positions and velocities."""
    return [edge_velocity] if model.nflexedge else []
