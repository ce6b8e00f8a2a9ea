"""From the nodes of the reader to elements of the schema: every tag known, every value typed, sections joined."""

import sys
import warnings
from typing import Any

from corten.errors import ModelError, ModelWarning, caller_level
from corten.mjcf.reader import Node
from corten.mjcf.schema import Declaration, declaration
from corten.mjcf.value import choices, parse_value
from corten.spec.element import Element

ROOT = "mujoco:mujoco"

# types whose values take longer to read than to remember, how many are remembered for each kind of element, and the
# length of text up to which they are
REMEMBERED_TYPES = frozenset({"real", "int", "keyword", "keywords"})
MOST_REMEMBERED, LONGEST_REMEMBERED = 4096, 48

_UNKNOWN = object()


def build_root(node: Node) -> Element:
    """Return the tree of a model."""
    if node.tag != "mujoco":
        raise _node_error(node, "the root element of a model is <mujoco>, or <robot> in a URDF")
    return _build(node, declaration(ROOT), None)


def _build(node: Node, known: Declaration, parent: Element | None) -> Element:
    element = Element(known, parent, node.place)
    given, written, remembered = node.attributes, element.attributes, known.remembered
    # the name first, so that messages about the others can show it
    if "name" in given and "name" in known.attributes:
        written["name"] = given["name"]
    for pair in given.items():
        value = remembered.get(pair, _UNKNOWN)
        if value is _UNKNOWN:
            if pair[0] == "name" and "name" in written and pair[1]:
                continue
            value = _read_value(element, *pair)
        if value is None:
            written.pop(pair[0], None)
        else:
            written[pair[0]] = value
    place = known.children
    for child in node.children:
        if child.tag not in place:
            if parent is None and child.tag == "body":
                _warn_of_body(child)
                continue
            raise _node_error(child, f"it cannot stand in {element.label()}{choices(child.tag, place)}")
        element.children.append(_build(child, declaration(place[child.tag].path), element))
    return element


def _read_value(element: Element, name: str, text: str) -> Any:
    """Return the value of an attribute, and remember it if another element is likely to have the same."""
    known = element.declaration
    attribute = known.attributes.get(name)
    if attribute is None:
        raise element.error(f"unknown attribute '{name}'{choices(name, known.attributes)}")
    try:
        value = parse_value(attribute, text)
    except ValueError as wrong:
        raise element.error(str(wrong)) from None
    if attribute.type == "ref" and value:
        # one object for all that name the same
        return sys.intern(value)
    short = len(text) <= LONGEST_REMEMBERED and attribute.type in REMEMBERED_TYPES
    if short and len(known.remembered) < MOST_REMEMBERED:
        known.remembered[name, text] = value
    return value


def _warn_of_body(node: Node) -> None:
    """Warn of a body that stands beside the world, as in files made to be included: MuJoCo reads on without it."""
    warning = _node_error(node, "it is left out, for it stands outside of <worldbody>")
    warnings.warn(str(warning), ModelWarning, stacklevel=caller_level())


def _node_error(node: Node, message: str) -> ModelError:
    return ModelError(message, file=node.place.file, line=node.place.line, element=f"<{node.tag}>")


# ---------------------------------------------------------------- sections
# each may stand in a model many times, which means the same as standing there once


# kinds of objects that have user numbers, as <size> names them
USER_KINDS = ("body", "jnt", "geom", "site", "cam", "tendon", "actuator", "sensor")


def merge_sections(root: Element) -> bool:
    """Join sections with the same tag into the first of them; later values replace earlier ones.

    <default> sections stay apart, because a class inside the first does not see what the second writes. Tell whether
    anything was joined.
    """
    joined = False
    first: dict[str, Element] = {}
    for section in list(root.children):
        if section.tag == "default":
            continue
        if section.tag in first:
            section.remove()
            _join(first[section.tag], section)
            joined = True
        else:
            first[section.tag] = section
    return joined


def _join(target: Element, other: Element) -> None:
    _drop_excluded(target, other)
    for name, value in other.attributes.items():
        if target.declaration.attributes[name].gathered and name in target.attributes:
            value = tuple(dict.fromkeys(target.attributes[name] + value))
        target.attributes[name] = value
    for child in list(other.children):
        child.remove()
        twin = None if target.declaration.children[child.tag].many else target.first(child.tag)
        if twin is None:
            target.adopt(child)
        else:
            _join(twin, child)


def _drop_excluded(target: Element, other: Element) -> None:
    """Forget what the later section excludes, as if it had been replaced."""
    for rule in target.declaration.exclusive:
        written = [bundle for bundle in rule if any(name in other.attributes for name in bundle)]
        if written:
            for name in (name for bundle in rule if bundle not in written for name in bundle):
                target.attributes.pop(name, None)
