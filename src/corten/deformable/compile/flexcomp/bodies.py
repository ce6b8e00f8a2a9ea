"""Bodies that carry the points of a <flexcomp>: one for each vertex, node or twisting edge, none for pinned points."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corten.compile.body_tree import MOST_BODIES
from corten.deformable.compile.cell_grid import UNCLEAR_SURFACE, CellGrid, UnclearSurfaceError
from corten.deformable.compile.cells import empty_nodes, node_shares
from corten.deformable.compile.flexcomp.shapes import Shape
from corten.deformable.compile.rods import clamped_edges, find_chain
from corten.deformable.compile.shells import inner_nodes, node_masses
from corten.errors import UnsupportedFeatureError
from corten.mjcf.reader import Place
from corten.mjcf.schema import declaration
from corten.spec import Element, Resolved
from corten.spec.frames import EPSILON, Vector, length_of, unit_vector

# ---- vertices: point masses with slide joints


ORIGIN = (0.0, 0.0, 0.0)

# axes of the joints by which points move, by the words for them; radial ones have axes of their own
AXES = {
    "full": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "2d": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)),
}


def new_element(path: str, parent: Element | None, place: Place, **attributes: Any) -> Element:
    """Return a new element of the schema, the last child of its parent if it has one."""
    element = Element(declaration(path), parent, place)
    element.attributes.update(attributes)
    if parent is not None:
        parent.children.append(element)
    return element


def point_mass(values: Resolved, name: str, pos: Vector, mass: float, axes: tuple[Vector, ...]) -> Element:
    """Return a body that can slide along some axes; its inertia is that of a box with the sides of `inertiabox`."""
    place, side = values.element.place, values["inertiabox"]
    inertia = mass * (2.0 * side * side) / 3.0
    body = new_element("body:body", None, place, name=name, pos=pos)
    new_element("body:inertial", body, place, pos=ORIGIN, mass=mass, diaginertia=(inertia, inertia, inertia))
    for axis in axes:
        new_element("body:joint", body, place, type="slide", pos=ORIGIN, axis=axis)
    return body


def joint_axes(values: Resolved, pos: Vector) -> tuple[Vector, ...]:
    """Return the axes along which a point slides."""
    if values["dof"] in AXES:
        return AXES[values["dof"]]
    if length_of(pos) == 0.0:
        raise values.element.error(
            f"a point lies within {EPSILON:g} m of the origin of its body, from where no direction leads to it; pin it"
        )
    return (unit_vector(pos),)


# ---- nodes of a grid of cells around the points, which follow them


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


# ---- twists: each has a hinge, and nothing else, and stands in the world


# mass of a body that only turns [kg] (MuJoCo's value)
LITTLE = 1e-9


def twist_bodies(values: Resolved, elasticity: Resolved, shape: Shape, owners: list[str]) -> Iterator[Element]:
    """Yield a body for each edge of a rod, if it is an open chain of at least two, but those that are clamped.

    `owners` are the bodies of its points. The moment of inertia is that of the edge about its axis.
    """
    chain = find_chain(shape.elements)
    if elasticity["young"] <= 0 or values["dof"] != "full" or len(chain) < 3:
        return
    count = len(chain) - 1
    clamped = clamped_edges([owners[point] for point in chain])
    mass = values["mass"] / count
    if elasticity["section"] == "box":
        a, b = elasticity["sectionsize"]
        inertia = mass * (a * a + b * b) / 3
    else:
        inertia = mass * values["radius"] * values["radius"] / 2
    for number in range(count):
        if number not in clamped:
            name = f"{values['name']}_twist" + (f"_{number}" if number < count - 1 else "")
            body = new_element("body:body", None, values.element.place, name=name)
            diagonal = (inertia, inertia, inertia)
            new_element("body:inertial", body, body.place, pos=(0.0, 0.0, 0.0), mass=LITTLE, diaginertia=diagonal)
            axis = (1.0, 0.0, 0.0)
            new_element("body:joint", body, body.place, name=name, type="hinge", pos=(0.0, 0.0, 0.0), axis=axis)
            yield body


# ---- pins: points that stay in the body that holds the <flexcomp>


Mask = NDArray[np.bool_]


def find_pins(values: Resolved, dim: int, count: tuple[int, ...], number: int, gridded: bool) -> Mask:
    """Return a mask of `number` points, which are those of a grid with these counts if they are `gridded`."""
    pinned = np.full(number, values["rigid"])
    for pin in (child for child in values.element.children if child.tag == "pin"):
        written = pin.attributes
        _check_sizes(pin, dim, gridded)
        if values["rigid"]:
            # all of them are, whatever is named here
            continue
        for point in written.get("id", ()):
            pinned[_within(pin, "id", point, number)] = True
        for first, last in _pairs(written.get("range", ()), 1):
            pinned[_within(pin, "range", first[0], number) : _within(pin, "range", last[0], number) + 1] = True
        for place in _rows(written.get("grid", ()), dim):
            pinned[_number(pin, "grid", place, count)] = True
        for first, last in _pairs(written.get("gridrange", ()), dim):
            _number(pin, "gridrange", first, count)
            _number(pin, "gridrange", last, count)
            axes = (range(low, high + 1) for low, high in zip(first, last, strict=True))
            for place in product(*axes):
                pinned[_number(pin, "gridrange", place, count)] = True
    return pinned


def _check_sizes(pin: Element, dim: int, gridded: bool) -> None:
    written = pin.attributes
    for name, size in (("range", 2), ("grid", dim), ("gridrange", 2 * dim)):
        if len(written.get(name, ())) % size:
            raise pin.error(f"{name} has {len(written[name])} numbers; they come in groups of {size}")
    for name in ("grid", "gridrange"):
        if written.get(name) and (dim == 1 or not gridded):
            raise pin.error(
                f"{name} is given; only grids of two or three dimensions, and nodes of trilinear and quadratic flexes, "
                "have grid coordinates"
            )


def _rows(numbers: tuple[int, ...], size: int) -> Iterator[tuple[int, ...]]:
    for start in range(0, len(numbers), size):
        yield numbers[start : start + size]


def _pairs(numbers: tuple[int, ...], size: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    for row in _rows(numbers, 2 * size):
        yield row[:size], row[size:]


def _within(pin: Element, name: str, point: int, number: int) -> int:
    if not 0 <= point < number:
        raise pin.error(f"{name} has {point}; there are {number} points, counted from 0")
    return point


def _number(pin: Element, name: str, place: tuple[int, ...], count: tuple[int, ...]) -> int:
    """Return the number of the point at a place in the grid."""
    number = 0
    for at, size in zip(place, count, strict=False):
        if not 0 <= at < size:
            room = " ".join(map(str, count[: len(place)]))
            raise pin.error(f"{name} has {' '.join(map(str, place))}; the grid has {room} points, counted from 0")
        number = number * size + at
    return number
