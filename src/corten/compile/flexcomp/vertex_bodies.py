"""Bodies that carry the points of a <flexcomp>: point masses with slide joints."""

from typing import Any

from corten.mjcf.reader import Place
from corten.mjcf.schema import declaration
from corten.spec import Element, Resolved
from corten.spec.frames import EPSILON, Vector, length_of, unit_vector

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
