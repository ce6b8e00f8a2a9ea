"""What a tree says, for comparing two of them: all of it, or all but numbers of no consequence but their own."""

import functools
from array import array
from collections.abc import Hashable, Mapping

from corten.compile.assets.meshes import Choices
from corten.compile.context import Context
from corten.mjcf.schema import declaration
from corten.runtime.kernel import kernel_mode
from corten.spec import Element

# real numbers that decide about more than rows: about sizes, flags and addresses
DECISIVE = frozenset({"user", "gravcomp", "adhesion", "springyield", "znear"})

# sections whose elements may change, with those of the bodies
SECTIONS = ("option", "visual", "statistic")

# elements and attributes of which more than the tree decides: functions of users, passes, warnings
FOREIGN = frozenset({"extension", "deformable", "replicate", "attach", "flexcomp", "composite", "model", "plugin"})
REWRITING = ("discardvisual", "fusestatic")


@functools.cache
def numbers_of(path: str) -> frozenset[str]:
    """Return the attributes of a kind of element that are numbers of no consequence but their own."""
    known = declaration(path)
    numbers = {name for name, each in known.attributes.items() if each.type == "real"}
    return frozenset(numbers - DECISIVE - known.limits.keys())


def structure_of(root: Element, choices: Choices) -> Hashable | None:
    """Return all that a tree says but for the numbers that `Recompiler` lets change, None if it can do nothing for it.

    Trees of the same structure differ in those numbers alone.
    """
    structure: list[object] = [kernel_mode(), repr(choices), *map(_exactly, root.attributes.items())]
    files = False
    for section in root.children:
        lets_change = section.tag in (*SECTIONS, "worldbody")
        waiting = [section]
        while waiting:
            element = waiting.pop()
            path, children = element.declaration.path, element.children
            if element.settings is not None or element.tag in FOREIGN:
                return None
            structure += (path, len(children), *element.attributes)
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


def is_in_sections(element: Element) -> bool:
    """Tell whether an element is one of the sections that hold for the whole model, or stands in it."""
    while element.parent is not None and element.parent.parent is not None:
        element = element.parent
    return element.tag in SECTIONS


def is_plain(written: Element, expanded: Element, context: Context) -> bool:
    """Tell whether the tree decides alone about its Model, and passes have left it as it was written."""
    objects = context.objects
    if context.scaling is not None or objects.flexes:
        return False
    if any(mesh.asset.raw.warning for mesh in objects.meshes):
        return False
    old, new = list(written.walk()), list(expanded.walk())
    return len(old) == len(new) and all(map(_is_untouched, old, new))


def _is_untouched(old: Element, new: Element) -> bool:
    """Tell whether an element was left as it was, and asks for nothing but what it says."""
    if old.declaration is not new.declaration or old.attributes != new.attributes:
        return False
    return old.settings is None and old.tag not in FOREIGN and _is_silent(old)


def _is_silent(element: Element) -> bool:
    """Tell whether an element asks for nothing that is said or looked up anew in each compilation."""
    written = element.attributes
    if element.tag == "compiler":
        return not any(written.get(name) for name in REWRITING)
    if element.parent is not None and element.parent.tag == "custom":
        return not str(written.get("name", "")).startswith("corten.")
    return "interval" not in written and "inheritrange" not in written


def free_elements(root: Element) -> None:
    """Let elements forget their children: as parents and children know each other, only a search would free them."""
    for element in list(root.walk()):
        element.children.clear()
