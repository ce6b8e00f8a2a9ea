"""From <flexcomp> to a <flex>, bodies with joints, and an equality constraint."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod

import numpy as np

from corten.compile.assets.asset_files import Files
from corten.compile.body_tree import MOST_BODIES
from corten.constants import MINVAL
from corten.deformable.compile.flexcomp.bodies import (
    Mask,
    find_pins,
    joint_axes,
    make_nodes,
    new_element,
    point_mass,
    twist_bodies,
)
from corten.deformable.compile.flexcomp.files import read_shape
from corten.deformable.compile.flexcomp.shapes import Points, Shape, make_shape, place_points
from corten.errors import UnsupportedFeatureError
from corten.mjcf.source import Sources
from corten.spec import DefaultClasses, Element, Resolved, root_section
from corten.spec.compiler_settings import read_settings
from corten.spec.frames import IDENTITY, Pose, compose, read_orientation
from corten.spec.names import WORLD

# what is handed on to the flex as it was written
FLEX = ("radius", "material", "rgba", "group", "flatskin")

# shapes whose sides are flat, and so is how light falls on them
FLAT = ("box", "cylinder")

# points of one flexcomp: far more than a model can use, far less than memory holds
MOST_POINTS = 1 << 20

WRITTEN = ("direct", "mesh", "gmsh")
INTERPOLATED = ("trilinear", "quadratic")


@dataclass(slots=True)
class FlexcompBodies:
    """The bodies that a <flexcomp> stands for: in its own body, and in the world."""

    bodies: list[Element] = field(default_factory=list)
    twists: list[Element] = field(default_factory=list)


class Flexcomps:
    """Expands the <flexcomp>s of a tree."""

    def __init__(self, root: Element):
        self._root = root
        self._classes = DefaultClasses(root)
        self._settings = read_settings(root, self._classes)
        self._files = Files(root.sources or Sources(), self._settings)

    def expand(self, element: Element) -> FlexcompBodies:
        """Write flex and equality of a <flexcomp> into their sections, and return its bodies."""
        values = self._classes.resolve(element)
        contact, edge, elasticity = (
            self._classes.resolve(element.first(tag) or Element(element._child_declaration(tag), element))
            for tag in ("contact", "edge", "elasticity")
        )
        if values["mesh"] and not values.given("type"):
            values["type"] = "mesh"
        holder, pose = self._holder(element)
        _check(values, contact, edge)
        shape = self._shape(values)
        _choose_texture(values, shape)
        own = self._pose(values)
        shape.points = place_points(shape.points, own if pose is IDENTITY else compose(pose, own))
        if values["dof"] in INTERPOLATED:
            return self._interpolated(values, shape, edge, holder)
        pinned = find_pins(values, shape.dim, values["count"], len(shape.points), values["type"] == "grid")
        if values["dof"] == "radial" and not values["rigid"]:
            pinned[0] = True
        pinned = _drop_unused(shape, pinned) if values["type"] in WRITTEN else pinned
        made, owners = FlexcompBodies(), [holder]
        if not pinned.all():
            if int((~pinned).sum()) >= MOST_BODIES:
                raise element.error(f"it has {int((~pinned).sum())} bodies; a model has at most {MOST_BODIES}")
            made.bodies, owners = _vertex_bodies(values, shape.points, pinned, holder)
            made.twists = list(twist_bodies(values, elasticity, shape, owners)) if shape.dim == 1 else []
        self._write_flex(values, shape, pinned, owners)
        if made.bodies:
            self._write_equality(values, edge)
        return made

    def _interpolated(self, values: Resolved, shape: Shape, edge: Resolved, holder: str) -> FlexcompBodies:
        """Write flex and equality of a flexcomp whose points follow the nodes of a grid, and return their bodies."""
        nodes = make_nodes(values, shape, holder)
        _drop_unused(shape, np.ones(len(shape.points), bool))
        flex = self._write_flex(values, shape, np.ones(len(shape.points), bool), [holder])
        if nodes is None:
            return FlexcompBodies()
        written = flex.attributes
        written.update(body=" ".join([holder] * len(shape.points)), node=" ".join(nodes.owners))
        written.update(dof=values["dof"], cellcount=nodes.count)
        if nodes.coordinates:
            written["nodecoord"] = nodes.coordinates
        self._write_equality(values, edge, nodes.cells)
        return FlexcompBodies(nodes.bodies)

    def _holder(self, element: Element) -> tuple[str, Pose]:
        """Return the name of the body that holds an element, and the pose in it of the frames between them."""
        above, pose = element.parent, IDENTITY
        while above is not None and above.tag == "frame":
            own = self._pose(self._classes.resolve(above))
            pose = own if pose is IDENTITY else compose(own, pose)
            above = above.parent
        if above is not None and above.tag == "worldbody":
            return WORLD, pose
        name = above.attributes.get("name") if above is not None and above.tag == "body" else None
        if not name:
            raise element.error("it must stand in a body with a name, after which it calls its vertices")
        return name, pose

    def _pose(self, values: Resolved) -> Pose:
        return values["pos"], read_orientation(values, self._settings)

    def _shape(self, values: Resolved) -> Shape:
        """Return points and elements before they are moved to their places."""
        kind, element = values["type"], values.element
        if kind in ("mesh", "gmsh"):
            return self._from_mesh(values)
        if values["mesh"]:
            raise element.error(f"mesh is given, but type is {kind}; only mesh and gmsh take one")
        if kind == "direct":
            return _written(values)
        for name in ("point", "element"):
            if values[name]:
                raise element.error(f'{name} is given; a flexcomp of type {kind} makes its own, type="direct" has them')
        return make_shape(element, kind, values["dim"], values["count"], values["spacing"])

    def _from_mesh(self, values: Resolved) -> Shape:
        shape = read_shape(values, self._files, self._root, self._classes)
        if not len(shape.elements):
            raise values.element.error("its mesh leaves no elements; does origin lie inside of it?")
        shape.points = _scaled(shape.points, values["scale"])
        return shape

    def _write_flex(self, values: Resolved, shape: Shape, pinned: Mask, owners: list[str]) -> Element:
        element = values.element
        section = root_section(self._root, "deformable") or self._root.add("deformable")
        flex = new_element("deformable:flex", section, element.place, name=values["name"], dim=shape.dim)
        written = flex.attributes
        written["body"] = " ".join(owners)
        if pinned.any():
            written["vertex"] = tuple(np.where(pinned[:, None], shape.points, 0.0).ravel().tolist())
        written["element"] = tuple(shape.elements.ravel().tolist())
        if len(shape.texcoords):
            written["texcoord"] = tuple(shape.texcoords.ravel().tolist())
        if len(shape.elemtexcoord):
            written["elemtexcoord"] = tuple(shape.elemtexcoord.ravel().tolist())
        written.update({name: element.attributes[name] for name in FLEX if name in element.attributes})
        if values["type"] in FLAT or (values["type"] == "grid" and shape.dim == 3):
            written["flatskin"] = True
        for child in element.children:
            if child.tag in ("contact", "edge", "elasticity"):
                part = flex.add(child.tag)
                part.put(place=child.place)
                known = part.declaration.attributes
                part.attributes.update({name: value for name, value in child.attributes.items() if name in known})
        return flex

    def _write_equality(self, values: Resolved, edge: Resolved, cells: Sequence[tuple[int, int, int]] = ()) -> None:
        if edge["equality"] == "false":
            return
        section = root_section(self._root, "equality") or self._root.add("equality")
        told = {"flex": values["name"], "active": True, "solref": edge["solref"], "solimp": edge["solimp"]}
        if edge["equality"] == "true":
            new_element("equality:equality_flex", section, values.element.place, **told)
            return
        for cell in cells:
            new_element("equality:flexstrain", section, values.element.place, cell=cell, **told)


def _check(values: Resolved, contact: Resolved, edge: Resolved) -> None:
    """Refuse numbers that no flexcomp can have."""
    element, dim, count = values.element, values["dim"], values["count"]
    if not 1 <= dim <= 3:
        raise element.error(f"dim is {dim}; allowed are 1, 2 and 3")
    least = 2 if values["dof"] == "radial" and dim == 3 else 1
    if min(count) < least:
        raise element.error(f"count is {' '.join(map(str, count))}; at least {least} is needed along each axis")
    if values["type"] not in WRITTEN and prod(count) > MOST_POINTS:
        raise element.error(f"count is {' '.join(map(str, count))}; at most {MOST_POINTS} points are allowed")
    room = 2 * values["radius"] + contact["margin"]
    if values["type"] not in WRITTEN and min(values["spacing"]) < room:
        raise element.error(
            f"spacing has {min(values['spacing']):g}; twice the radius and the margin of contacts, {room:g} m, is the "
            "least at which points do not touch"
        )
    if min(values["scale"]) < MINVAL:
        raise element.error(f"scale has {min(values['scale']):g}; it must be positive")
    for name in ("mass", "inertiabox"):
        if values[name] < MINVAL:
            raise element.error(f"{name} is {values[name]:g}; it must be positive")
    if edge["equality"] == "strain" and values["dof"] not in INTERPOLATED:
        raise edge.element.error("equality is strain; only trilinear and quadratic flexes have such constraints")
    plugin = element.first("plugin")
    if plugin is not None:
        # other elements are checked once flexcomps are gone
        raise plugin.error("flexcomp/plugin is not supported", UnsupportedFeatureError)


def _choose_texture(values: Resolved, shape: Shape) -> None:
    """Let a shape have the texture coordinates of its mesh, those that are written, or its own if it has a material."""
    if values["type"] in ("mesh", "gmsh") and len(shape.texcoords):
        return
    if not values["material"] or values["texcoord"]:
        numbers = np.array(values["texcoord"] or (), float)
        if len(numbers) % 2:
            raise values.element.error(f"texcoord has {len(numbers)} numbers; they come in pairs")
        shape.texcoords = numbers.reshape(-1, 2)


def _written(values: Resolved) -> Shape:
    """Return the points and elements that are written in the model."""
    element, dim = values.element, values["dim"]
    numbers, corners = values["point"] or (), values["element"] or ()
    for name, given, size in (("point", numbers, 3), ("element", corners, dim + 1)):
        if not given:
            raise element.error(f"{name} is missing; a flexcomp of type direct needs point and element")
        if len(given) % size:
            raise element.error(f"{name} has {len(given)} numbers; they come in groups of {size}")
    points = np.array(numbers, float).reshape(-1, 3)
    elements = np.array(corners, int).reshape(-1, dim + 1)
    if elements.min() < 0 or elements.max() >= len(points):
        raise element.error(f"element has a point that does not exist; there are {len(points)}, counted from 0")
    return Shape(dim, _scaled(points, values["scale"]), elements)


def _scaled(points: Points, scale: tuple[float, ...]) -> Points:
    return points if scale == (1.0, 1.0, 1.0) else points * np.array(scale)


def _drop_unused(shape: Shape, pinned: Mask) -> Mask:
    """Leave out points that are part of no element; return the mask of those that stay."""
    used = np.zeros(len(shape.points), bool)
    used[shape.elements] = True
    if used.all():
        return pinned
    shape.elements = (np.cumsum(used) - 1)[shape.elements]
    if len(shape.texcoords) == len(used):
        shape.texcoords = shape.texcoords[used]
    shape.points = shape.points[used]
    return pinned[used]


def _vertex_bodies(values: Resolved, points: Points, pinned: Mask, holder: str) -> tuple[list[Element], list[str]]:
    """Return a body for each point that is not pinned, and the names of the bodies of all points."""
    name, mass = values["name"], values["mass"] / len(points)
    bodies, owners = [], []
    for number, (pos, is_pinned) in enumerate(zip(map(tuple, points.tolist()), pinned.tolist(), strict=True)):
        if is_pinned:
            owners.append(holder)
            continue
        owners.append(f"{name}_{number}")
        bodies.append(point_mass(values, owners[-1], pos, mass, joint_axes(values, pos)))
    return bodies, owners
