"""Fuse bodies that cannot move with the bodies they stand in: each becomes a frame there."""

from typing import TYPE_CHECKING, Any

from corten.constants import MINVAL
from corten.mjcf.schema import declaration
from corten.passes.discard_visual import needed_names
from corten.passes.self_contained import write_inertial
from corten.spec import Element, root_section
from corten.spec.frames import compose

if TYPE_CHECKING:
    from corten.compile.objects.body_rows import Body

# what a frame takes over from a body
FRAME = ("pos", "quat", "axisangle", "xyaxes", "zaxis", "euler", "childclass")

# sensors that measure between the body of their site and its parent
BETWEEN = ("force", "torque")


def fuse_static(root: Element, bodies: "list[Body]") -> None:
    """Fuse static bodies of a tree; `bodies` are all of its bodies with their inertia, parents first."""
    fusing = _Fusing(root)
    for body in bodies[1:]:
        if fusing.can_fuse(body):
            fusing.fuse(body)


class _Fusing:
    def __init__(self, root: Element):
        self._needed = needed_names(root)
        self._measured = _measured_sites(root)
        option = root_section(root, "option")
        written = {} if option is None else option.attributes
        self._in_fluid = written.get("density", 0.0) > 0 or written.get("viscosity", 0.0) > 0

    def can_fuse(self, body: "Body") -> bool:
        """Return whether nothing but the number of bodies changes when a body becomes a frame in its parent."""
        written, parent = body.element.attributes, body.parent
        if body.elements["joint"] or body.mocap or body.name in self._needed.get("body", ()):
            return False
        if written.get("fuse") == "false" or written.get("sleep", "auto") != "auto" or body.element.first("plugin"):
            return False
        if any(site.name in self._measured for site in body.elements["site"]):
            return False
        if parent is None or parent.number == 0:
            return True

        # forces that depend on the masses of single bodies
        if body.mass >= MINVAL and (self._in_fluid or body.gravcomp != parent.gravcomp):
            return False
        if self._in_fluid and any(geom.values["fluidshape"] == "ellipsoid" for geom in body.elements["geom"]):
            return False
        return not (parent.settings.inertiafromgeom == "true" and (body.adjusted or parent.adjusted))

    def fuse(self, body: "Body") -> None:
        """Let a frame in the parent hold all that a body holds, and add its mass to that of the parent."""
        parent = body.parent
        assert parent is not None
        if parent.number != 0 and parent.settings.inertiafromgeom != "true":
            _add_inertia(body, parent)
        for child in body.children:
            child.parent = parent
            child.pose = compose(body.pose, child.pose)
        at = parent.children.index(body)
        parent.children[at : at + 1] = body.children
        _move(body.element, parent.element)


def _add_inertia(body: "Body", parent: "Body") -> None:
    """Add mass; the sum is written down unless the parent finds it in the geoms that it takes over."""
    inferred = [each.settings.inertiafromgeom == "auto" and each.inertial is None for each in (parent, body)]
    alike = body.settings == parent.settings and not parent.adjusted and not body.adjusted
    if body.mass >= MINVAL:
        parent.add_inertia(body)
    elif not inferred[0]:
        return
    if not (all(inferred) and alike):
        write_inertial(parent)
        parent.adjusted = False


def _measured_sites(root: Element) -> set[str]:
    section = root_section(root, "sensor")
    sensors = [] if section is None else section.children
    return {sensor.attributes["site"] for sensor in sensors if sensor.tag in BETWEEN and "site" in sensor.attributes}


def _move(element: Element, parent: Element) -> None:
    """Replace a body in the tree by frames with its pose.

    Bodies keep their place among the bodies of the parent; other things come after all that the parent has.
    """
    holder = element.parent
    assert holder is not None
    bodies, others = _split(element)
    at = next(i for i, child in enumerate(holder.children) if child is element)
    element.remove()
    if bodies is not None:
        holder.adopt(bodies)
        holder.children.insert(at, holder.children.pop())
    if others is not None:
        while holder is not parent and holder.parent is not None:
            outer = _frame_like(holder)
            outer.adopt(others)
            others, holder = outer, holder.parent
        parent.adopt(others)


def _split(element: Element) -> tuple[Element | None, Element | None]:
    """Return two frames with the pose of an element: one with its bodies, one with all the rest; None where empty."""
    bodies, others = _frame_like(element), _frame_like(element)
    for child in list(element.children):
        child.remove()
        if child.tag == "frame":
            for target, half in zip((bodies, others), _split(child), strict=True):
                if half is not None:
                    target.adopt(half)
        elif child.tag != "inertial":
            (bodies if child.tag == "body" else others).adopt(child)
    return bodies if bodies.children else None, others if others.children else None


def _frame_like(element: Element) -> Element:
    frame = Element(declaration("body:frame"), None, element.place)
    written: dict[str, Any] = element.attributes
    frame.attributes.update({name: written[name] for name in FRAME if name in written})
    return frame
