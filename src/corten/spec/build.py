"""From the nodes of the reader to elements of the schema: every tag known, every value typed."""

import warnings

from corten.errors import ModelError, ModelWarning, caller_level
from corten.mjcf.node import Node
from corten.mjcf.schema import Declaration, child_declaration, declaration
from corten.mjcf.value import choices, parse_value
from corten.spec.element import Element

ROOT = "mujoco:mujoco"


def build_root(node: Node) -> Element:
    """Return the tree of a model."""
    if node.tag != "mujoco":
        raise _node_error(node, "the root element of a model is <mujoco>, or <robot> in a URDF")
    return _build(node, declaration(ROOT), None)


def _build(node: Node, known: Declaration, parent: Element | None) -> Element:
    element = Element(known, parent, node.place)
    attributes = known.attributes
    # the name first, so that messages about the others can show it
    if "name" in node.attributes and "name" in attributes:
        element.attributes["name"] = node.attributes["name"]
    for name, text in node.attributes.items():
        attribute = attributes.get(name)
        if attribute is None:
            raise element.error(f"unknown attribute '{name}'{choices(name, attributes)}")
        try:
            value = parse_value(attribute, text)
        except ValueError as wrong:
            raise element.error(str(wrong)) from None
        if value is None:
            element.attributes.pop(name, None)
        else:
            element.attributes[name] = value
    for child in node.children:
        below = child_declaration(known, child.tag)
        if below is None and parent is None and child.tag == "body":
            _warn_of_body(child)
            continue
        if below is None:
            raise _node_error(
                child,
                f"it cannot stand in {element.label()}{choices(child.tag, known.children)}",
            )
        element.children.append(_build(child, below, element))
    return element


def _warn_of_body(node: Node) -> None:
    """Warn of a body that stands beside the world, as in files made to be included: MuJoCo reads on without it."""
    told = _node_error(node, "it is left out, for it stands outside of <worldbody>")
    warnings.warn(str(told), ModelWarning, stacklevel=caller_level())


def _node_error(node: Node, message: str) -> ModelError:
    return ModelError(message, file=node.place.file, line=node.place.line, element=f"<{node.tag}>")
