"""Leave out what is only seen: materials, textures, geoms that touch nothing, and meshes that nobody uses then."""

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from corten.passes.self_contained import write_inertial
from corten.spec import DefaultClasses, Element, Resolved, root_section
from corten.spec.check import classed_elements
from corten.spec.frames import EPSILON
from corten.spec.names import references

if TYPE_CHECKING:
    from corten.compile.objects.body_rows import Body

# kinds of assets that are looks
LOOKS = ("material", "texture")

# looks that are named by one of these sections stay
HOLDERS = ("sensor", "custom")

WithInertia = Callable[[Collection[Element]], "list[Body]"]


def discard_visual(root: Element, with_inertia: WithInertia) -> None:
    """Take what is only seen out of a tree; inertia that comes from such geoms is written at their bodies.

    `with_inertia` returns the bodies of some elements, with their geoms and inertia.
    """
    seen = _visual_geoms(root)
    bodies = [_body_of(values.element) for values in seen if _may_have_mass(values)]
    if bodies:
        gone = {id(values.element) for values in seen}
        for body in with_inertia(bodies):
            _write_lost_inertia(body, gone)
    for values in seen:
        values.element.remove()
    _discard_looks(root)
    _discard_assets(root, "mesh", needed_names(root).get("mesh", set()))


def _visual_geoms(root: Element) -> list[Resolved]:
    classes = DefaultClasses(root)
    needed = needed_names(root).get("geom", set())
    seen = []
    for element, childclass in classed_elements(root, classes):
        if element.declaration.path == "body:geom" and element.attributes.get("name") not in needed:
            values = classes.resolve(element, childclass)
            if not values["contype"] and not values["conaffinity"] and values["fluidshape"] == "none":
                seen.append(values)
    return seen


def _may_have_mass(values: Resolved) -> bool:
    return values["mass"] != 0 and (values["mass"] is not None or values["density"] != 0)


def _body_of(element: Element) -> Element:
    while element.tag not in ("body", "worldbody") and element.parent is not None:
        element = element.parent
    return element


def _write_lost_inertia(body: "Body", gone: set[int]) -> None:
    """Write the inertia of a body that is about to lose geoms it comes from."""
    for geom in body.geoms:
        if id(geom.element) not in gone or geom.inertia is None or geom.inertia.mass <= EPSILON:
            continue
        if body.settings.inertiafromgeom == "true":
            raise geom.element.error(
                'this geom is only seen, which discardvisual="true" leaves out, but the inertia of its body comes from '
                'it; write inertiafromgeom="auto", or give the geom mass="0"'
            )
        write_inertial(body)
        return


def _discard_looks(root: Element) -> None:
    """Take materials and textures out of the assets, and their names out of all that have one."""
    held: dict[str, set[str]] = {}
    for tag in HOLDERS:
        section = root_section(root, tag)
        for kind, names in needed_names(section).items() if section is not None else ():
            held.setdefault(kind, set()).update(names)
    gone = [_discard_assets(root, kind, held.get(kind, set())) for kind in LOOKS]
    if not any(gone):
        return
    for element in root.walk():
        if element.tag == "material":
            element.children[:] = [child for child in element.children if child.tag != "layer"]
        for attribute in element.declaration.references:
            if element.declaration.attributes[attribute].kind in LOOKS:
                element.attributes.pop(attribute, None)


def _discard_assets(root: Element, kind: str, needed: set[str]) -> int:
    """Remove the assets of a kind whose names are not to be needed, and return how many these are."""
    section = root_section(root, "asset")
    assets = [] if section is None else [child for child in section.children if child.tag == kind]
    gone = [element for element in assets if element.object_name() not in needed]
    for element in gone:
        element.remove()
    return len(gone)


# ---------------------------------------------------------------- who is referred to
# names of objects that some element needs


def needed_names(root: Element) -> dict[str, set[str]]:
    """Return, for each kind of object, the names that elements refer to."""
    names: dict[str, set[str]] = {}
    classes = DefaultClasses(root)
    for element, childclass in classed_elements(root, classes):
        for _, kind, name in references(element, classes.inherited(element, childclass)):
            names.setdefault(kind, set()).add(name)
    return names
