"""Inertia that is written into the tree, where it was computed from geoms before."""

from corten.compile.objects.tree import Body, Placed
from corten.compile.pose import IDENTITY
from corten.mjcf.schema import declaration
from corten.spec import Element


def write_inertial(body: Body) -> None:
    """Give the element of a body an <inertial> with its mass and inertia, in the place of the one it may have."""
    for element in [child for child in _own_elements(body.element) if child.tag == "inertial"]:
        element.remove()
    inertial = Element(declaration("body:inertial"), None, body.element.place)
    inertial.attributes.update(pos=body.ipos, quat=body.iquat, mass=body.mass, diaginertia=body.inertia)
    body.element.adopt(inertial)
    assert body.placed is not None
    body.inertial = Placed(inertial, IDENTITY, body.placed.classes)


def _own_elements(holder: Element) -> list[Element]:
    """Return the elements of a body, those in its frames too."""
    found: list[Element] = []
    for child in holder.children:
        found += _own_elements(child) if child.tag == "frame" else [child]
    return found
