"""Include: elements of another file in the place of the <include> element."""

from corten.errors import ModelError
from corten.mjcf.reader import Node, read_nodes
from corten.mjcf.source import Sources, Text


def read_model(text: Text, sources: Sources) -> Node:
    """Return the root node of a model, with every include, nested ones too, replaced by what it names.

    A URDF, which has another root element and no includes, comes back as the same model in MJCF.
    """
    root = read_nodes(text)
    if root.tag == "robot":
        from corten.mjcf.urdf import translate_robot

        return translate_robot(root, text.folder if text.label or text.folder else None)
    _expand(root, text.folder, sources, {text.key: text.label})
    return root


def _expand(node: Node, folder: str, sources: Sources, seen: dict) -> None:
    if "include" not in [child.tag for child in node.children]:
        for child in node.children:
            if child.children:
                _expand(child, folder, sources, seen)
        return
    children = []
    for child in node.children:
        if child.tag == "include":
            children += _included(child, folder, sources, seen)
        else:
            _expand(child, folder, sources, seen)
            children.append(child)
    node.children = children


def _included(include: Node, folder: str, sources: Sources, seen: dict) -> list[Node]:
    """Return the elements that stand in for an include, in the order of the included file."""
    name = include.attributes.get("file")
    if not name:
        raise _error(include, "file is missing: the name of the file to include")
    if extra := [attribute for attribute in include.attributes if attribute != "file"]:
        raise _error(include, f"unknown attribute '{extra[0]}' (allowed: file)")
    if include.children:
        raise _error(include, "an include holds no elements of its own")
    try:
        text = sources.find(name, folder)
    except OSError as trouble:
        raise _error(include, f"file '{name}' cannot be read: {trouble.strerror}") from None
    if text is None:
        raise _error(include, f"file '{name}' is not found")
    if text.key in seen:
        raise _error(include, f"file '{name}' is already included; a file can be included once")
    seen[text.key] = text.label
    root = read_nodes(text)
    if not root.children:
        raise _error(include, f"file '{name}' holds no elements to include")
    _expand(root, text.folder, sources, seen)
    return root.children


def _error(include: Node, message: str) -> ModelError:
    name = include.attributes.get("file")
    label = f'<include file="{name}">' if name else "<include>"
    return ModelError(message, file=include.place.file, line=include.place.line, element=label)
