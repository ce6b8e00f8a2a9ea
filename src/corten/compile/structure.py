"""What a tree says, for comparing two of them: all of it, or all but numbers of no consequence but their own."""

import functools
from array import array
from collections.abc import Hashable, Mapping

from corten.compile.assets.meshes import Choices
from corten.compile.context import Context
from corten.mjcf.schema import declaration
from corten.runtime.kernel import kernel_mode
from corten.spec import Element

# real numbers that decide about more than rows: about sizes and flags, or that are looked up elsewhere
DECISIVE = frozenset({"user", "gravcomp", "adhesion", "springyield", "znear", "interval", "inheritrange"})

# sections whose elements may change, with those of the bodies: about the whole model, and what refers to bodies
SETTINGS = frozenset({"option", "visual", "statistic"})
REFERRING = frozenset({"default", "contact", "tendon", "equality", "actuator", "sensor", "keyframe"})

# default classes of what does not stand in bodies and refers to nothing there
ASSETS = frozenset({"mesh", "texture", "material"})

# elements and attributes of which more than the tree decides: functions of users, and passes that rewrite it
FOREIGN = frozenset({"extension", "deformable", "replicate", "attach", "flexcomp", "composite", "model", "plugin"})
REWRITING = {
    "compiler": frozenset({"discardvisual", "fusestatic"}),
    "frame": frozenset({"scale", "massscale", "scaling"}),
}


@functools.cache
def numbers_of(path: str) -> frozenset[str]:
    """Return the attributes of a kind of element that are numbers of no consequence but their own."""
    known = declaration(path)
    numbers = {name for name, each in known.attributes.items() if each.type == "real"}
    return frozenset(numbers - DECISIVE - known.limits.keys())


def structure_of(root: Element, choices: Choices) -> Hashable | None:
    """Return all that a tree says but for the numbers that `Recompiler` lets change; None if more decides than it says.

    Trees of the same structure differ in those numbers alone. Passes leave them as they are.
    """
    sections = [section.tag for section in root.children if section.tag != "default"]
    if len(set(sections)) < len(sections):
        # they are going to be joined
        return None
    structure: list[object] = [kernel_mode(), repr(choices), *map(_exactly, root.attributes.items())]
    files = False
    for section in root.children:
        changeable = section.tag == "worldbody" or section.tag in SETTINGS | REFERRING
        waiting = [section]
        while waiting:
            element = waiting.pop()
            path, children = element.declaration.path, element.children
            if element.settings is not None or element.tag in FOREIGN:
                return None
            if element.tag in REWRITING and not REWRITING[element.tag].isdisjoint(element.attributes):
                return None
            structure += (path, len(children), *element.attributes)
            lets_change = changeable and element.declaration.class_kind not in ASSETS
            numbers = numbers_of(path) if lets_change else ()
            structure += [_exactly(value) for name, value in element.attributes.items() if name not in numbers]
            files = files or (section.tag == "asset" and any(name.startswith("file") for name in element.attributes))
            if children:
                waiting += children[::-1]
    if root.sources is not None and files:
        place = root.sources.place()
        if place is None:
            return None
        structure.append(place)
    return tuple(structure)


def _exactly(value: object) -> Hashable:
    """Return a value so that what it equals is the same: 0 is not -0."""
    if isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, tuple) and value and isinstance(value[0], float):
        return array("d", value).tobytes()
    return repr(value)


def flat_list(root: Element) -> list[object]:
    """Return everything that a tree holds in one list: elements, numbers of their children, names and values."""
    flat: list[object] = []
    waiting = [root]
    while waiting:
        element = waiting.pop()
        attributes, children = element.attributes, element.children
        flat += (element, len(children), *attributes, *attributes.values())
        if children:
            waiting += children[::-1]
    return flat


def changed_names(new: Mapping[str, object], old: Mapping[str, object]) -> list[str]:
    """Return the attributes that are not those of before; what equals another value may still differ, as -0 from 0."""
    return [name for name in new.keys() | old.keys() if not _is_same(new.get(name), old.get(name))]


def _is_same(new: object, old: object) -> bool:
    return new is old or (new == old and repr(new) == repr(old))


def section_of(element: Element) -> str:
    """Return the tag of the section that an element is or stands in."""
    while element.parent is not None and element.parent.parent is not None:
        element = element.parent
    return element.tag


def is_plain(root: Element, context: Context) -> bool:
    """Tell whether a tree of some structure decides alone about its Model."""
    objects = context.objects
    if context.scaling is not None or objects.flexes:
        return False
    if any(mesh.asset.raw.warning for mesh in objects.meshes):
        return False
    return all(map(_is_silent, root.walk()))


def _is_silent(element: Element) -> bool:
    """Tell whether an element asks for nothing that is said or looked up anew in each compilation."""
    written = element.attributes
    if element.parent is not None and element.parent.tag == "custom":
        return not str(written.get("name", "")).startswith("corten.")
    return "interval" not in written and "inheritrange" not in written


def free_elements(root: Element) -> None:
    """Let elements forget their children: as parents and children know each other, only a search would free them."""
    for element in list(root.walk()):
        element.children.clear()
