"""Nodes of a <flexcomp> whose points follow the nodes of a grid of cells around them."""

from dataclasses import dataclass
from math import prod

import numpy as np

from corten.compile.body_tree import MOST_BODIES
from corten.compile.flexcomp.pins import find_pins
from corten.compile.flexcomp.shapes import Shape
from corten.compile.flexcomp.vertex_bodies import AXES, point_mass
from corten.compile.flexes.cell_grid import CellGrid
from corten.compile.flexes.cells import empty_nodes, node_shares
from corten.compile.flexes.open_surface import UNCLEAR_SURFACE, UnclearSurfaceError
from corten.compile.flexes.shells import inner_nodes, node_masses
from corten.errors import UnsupportedFeatureError
from corten.spec import Element, Resolved

ORDERS = {"trilinear": 1, "quadratic": 2}


@dataclass(slots=True)
class Nodes:
    """Bodies of nodes, names of those of all of them, coordinates in these, cells along each axis.

    `cells` are those that something is in; of a shell, faces.
    """

    bodies: list[Element]
    owners: list[str]
    coordinates: tuple[float, ...]
    count: tuple[int, int, int]
    cells: list[tuple[int, int, int]]


def make_nodes(values: Resolved, shape: Shape, holder: str) -> Nodes | None:
    """Return the nodes of a flexcomp whose points are at their places, or None if all of them are pinned."""
    element, count = values.element, _cell_count(values)
    low, high = shape.points.min(axis=0), shape.points.max(axis=0)
    grid = CellGrid(low, high, count, ORDERS[values["dof"]])
    number = prod(grid.nodes)
    if number >= MOST_BODIES:
        raise element.error(f"cellcount asks for {number} nodes; a model has at most {MOST_BODIES} bodies")
    pinned = find_pins(values, shape.dim, grid.nodes, number, True)
    if pinned.all():
        return None
    if shape.dim == 1 or (high <= low).any():
        raise element.error(f"dof is {values['dof']}, but its points are flat; they need an extent along all axes")
    if _is_shell(element):
        shares, pinned = node_masses(grid.nodes, grid.order), pinned | inner_nodes(grid.nodes).ravel()
        faces = 2 * (count[1] * count[2] + count[0] * count[2] + count[0] * count[1])
        cells = [(face, -1, -1) for face in range(faces)]
    else:
        try:
            shares, empty = node_shares(grid, shape.points, shape.elements)
        except UnclearSurfaceError:
            raise element.error(UNCLEAR_SURFACE, UnsupportedFeatureError) from None
        pinned |= empty_nodes(grid, empty).ravel()
        cells = [(x, y, z) for x, y, z in np.argwhere(~empty).tolist()]
    nodes = _bodies(values, grid, pinned.tolist(), shares.ravel(), holder)
    nodes.cells = cells
    return nodes


def _is_shell(element: Element) -> bool:
    elasticity = element.first("elasticity")
    return elasticity is not None and elasticity.attributes.get("elastic2d", "none") != "none"


def _cell_count(values: Resolved) -> tuple[int, int, int]:
    a, b, c = values["cellcount"]
    if a < 0:
        # as if it were not written, as in MuJoCo
        return 1, 1, 1
    if min(a, b, c) < 1:
        raise values.element.error(f"cellcount is {a} {b} {c}; at least 1 is needed along each axis")
    return a, b, c


def _bodies(values: Resolved, grid: CellGrid, pinned: list[bool], shares, holder: str) -> Nodes:
    """Return a body for each node that is not pinned; together they have the mass of the flexcomp."""
    name, total = values["name"], float(shares[~np.array(pinned)].sum())
    extent, last = grid.high - grid.low, np.array(grid.nodes) - 1
    result = Nodes([], [], (), grid.count, [])
    coordinates = []
    for number, index in enumerate(np.ndindex(*grid.nodes)):
        x, y, z = (grid.low + np.array(index) / last * extent).tolist()
        if pinned[number]:
            result.owners.append(holder)
            coordinates += [x, y, z]
            continue
        result.owners.append(f"{name}_{index[0]}_{index[1]}_{index[2]}")
        mass = float(shares[number]) * (values["mass"] / total)
        result.bodies.append(point_mass(values, result.owners[-1], (x, y, z), mass, AXES["full"]))
        coordinates += [0.0, 0.0, 0.0]
    if any(pinned):
        result.coordinates = tuple(coordinates)
    return result
