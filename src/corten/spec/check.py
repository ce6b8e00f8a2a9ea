"""Checks of a whole tree: what must be there, what corten honours, and whether names lead somewhere."""

from collections.abc import Iterator
from math import isnan
from typing import Any

from corten.errors import ModelError, UnsupportedFeatureError
from corten.mjcf.value import format_value, nearest
from corten.spec.defaults import DefaultClasses, root_section
from corten.spec.element import Element
from corten.spec.names import WORLD, check_custom_names, name_key, references


def check_structure(root: Element) -> None:
    """Refuse elements that lack what they need, hold what excludes one another, or too many of one child."""
    # which attributes stand together decides, not what they say, and most elements repeat what others have shown
    sound: set[tuple[str, ...]] = set()
    for element in root.walk():
        together = (element.declaration.path, *element.attributes)
        if together not in sound:
            check_attributes(element)
            sound.add(together)
        if element.children:
            _check_children(element)


def check_support(root: Element) -> None:
    """Refuse what MuJoCo has and corten has not."""
    for error in find_unsupported(root):
        raise error


def find_unsupported(root: Element) -> Iterator[ModelError]:
    """Yield an error for everything that MuJoCo has and corten has not; a default class counts once it is used."""
    known = {element.declaration.path: element.declaration for element in root.walk()}
    if all(declaration.supported and not declaration.limits for declaration in known.values()):
        return
    classes = DefaultClasses(root)
    for element, childclass in classed_elements(root, classes):
        declaration, written = element.declaration, element.attributes
        if not declaration.supported:
            yield element.error(f"{_tag_path(element)} is not supported", UnsupportedFeatureError)
        if not declaration.limits:
            continue
        inherited = classes.inherited(element, childclass)
        for name, allowed in declaration.limits.items():
            value = written.get(name, inherited.get(name))
            if name in declaration.partial and name in inherited:
                value = classes.resolve(element, childclass)[name]
            if value is not None and not _among(value, allowed):
                writer = classes.writer(element, childclass, name)
                yield writer.error(_limit_message(name, value, allowed), UnsupportedFeatureError)


def check_references(root: Element) -> None:
    """Refuse two objects of a kind with one name, names that nobody has, and custom names that mean nothing."""
    names = _collect_names(root)
    check_custom_names(root, names)
    classes = DefaultClasses(root)
    for element, childclass in classed_elements(root, classes):
        if not element.declaration.references:
            continue
        for attribute, kind, name in references(element, classes.inherited(element, childclass)):
            known = names.get(kind, {})
            if name not in known:
                writer = classes.writer(element, childclass, attribute)
                raise writer.error(f"{attribute} is '{name}', but no {kind} has that name{nearest(name, known)}")


def classed_elements(root: Element, classes: DefaultClasses) -> Iterator[tuple[Element, str | None]]:
    """Yield every element outside <default>, in the order of the text, with the class in force for it."""
    waiting: list[tuple[Element, str | None]] = [(root, None)]
    while waiting:
        element, childclass = waiting.pop()
        yield element, childclass
        below = classes.childclass(element, childclass) if "childclass" in element.attributes else childclass
        if element.children:
            waiting += [(child, below) for child in reversed(element.children) if child.tag != "default"]


def check_attributes(element: Element) -> None:
    """Refuse attributes that are missing, exclude one another, or need others."""
    declaration, written = element.declaration, element.attributes
    for name in declaration.required:
        if name not in written:
            raise element.error(f"{name} is missing; it is required here")
    if len(written) < 2 and not declaration.oneof and not declaration.together:
        return
    for rule in declaration.alternatives:
        found = [name for name in rule if name in written]
        if len(found) > 1:
            raise element.error(f"{' and '.join(found)} are given; at most one of {', '.join(rule)} is allowed")
    for rule in declaration.exclusive:
        found = [[name for name in bundle if name in written] for bundle in rule]
        if sum(map(bool, found)) > 1:
            given = " and ".join(name for bundle in found for name in bundle)
            raise element.error(f"{given} are given; they exclude each other")
    for rule in declaration.together:
        missing = [name for name in rule if name not in written]
        if missing and len(missing) < len(rule):
            raise element.error(f"{missing[0]} is missing; {' and '.join(rule)} are given together or not at all")
    for rule in declaration.oneof:
        if not any(all(name in written for name in bundle) for bundle in rule):
            wanted = " or ".join(" with ".join(bundle) for bundle in rule)
            raise element.error(f"{wanted} is required here")


def _check_children(element: Element) -> None:
    for attribute, tag in element.declaration.bars:
        if attribute in element.attributes and (child := element.first(tag)):
            raise child.error(f"{element.label()} has the attribute {attribute}, and then can hold no <{tag}>")
    if len(element.children) < 2:
        return
    seen: dict[str, Element] = {}
    for child in element.children:
        if child.tag in seen and not element.declaration.children[child.tag].many:
            first = seen[child.tag].place
            raise child.error(f"{element.label()} can hold one <{child.tag}>; the first is at {first}")
        seen[child.tag] = child


def _tag_path(element: Element) -> str:
    """Return the tag with the parent's in front, as manuals name elements: tendon/spatial."""
    return element.tag if element.parent is None else f"{element.parent.tag}/{element.tag}"


def _among(value: Any, allowed: tuple) -> bool:
    # an array that is not written to its end has the allowed numbers as far as it goes
    if isinstance(value, tuple):
        return any(value == each[: len(value)] for each in allowed)
    return value in allowed


def _limit_message(name: str, value: Any, allowed: tuple) -> str:
    written = f'{name}="{format_value(value)}" is not supported'
    return f"{written} (only {', '.join(format_value(each) for each in allowed)})" if allowed else written


def _collect_names(root: Element) -> dict[str, dict[str, Element]]:
    """Return the named elements of each kind."""
    names: dict[str, dict[str, Element]] = {"body": {WORLD: root}}
    for element in root.walk():
        # most elements have no name, and of those that have one few take it from a file
        if not (element.attributes.get("name") or "file" in element.attributes) or (key := name_key(element)) is None:
            continue
        kind, name = key
        known = names.setdefault(kind, {})
        if name in known:
            other = known[name]
            where = "is the world" if other is root else f"stands at {other.place}"
            raise element.error(f"the {kind} name '{name}' is taken; the other {kind} {where}")
        known[name] = element
    return names


# ---------------------------------------------------------------- text that says everything that the tree means


# attributes of keys that hold a state
STATES = ("qpos", "qvel", "act", "ctrl", "mpos", "mquat")


def is_self_contained(root: Element) -> bool:
    """Return whether no part has settings of another model, and no keyframe leaves a number to the initial state."""
    return not incomplete_keys(root) and all(element.settings is None for element in root.walk())


def incomplete_keys(root: Element) -> dict[int, Element]:
    """Return the keyframes, by their numbers, that have NaN for a number of the initial state."""
    section = root_section(root, "keyframe")
    return {} if section is None else {i: key for i, key in enumerate(section.children) if _is_incomplete(key)}


def _is_incomplete(key: Element) -> bool:
    return any(isnan(number) for name in STATES for number in key.attributes.get(name, ()))
