"""From text to nodes: XML with line numbers, hardened against what XML allows beyond elements."""

import re

from lxml import etree

from corten.errors import ModelError
from corten.mjcf.node import Node, Place
from corten.mjcf.source import Text

# attributes of this namespace tell editors where a schema is; they are no part of a model
_SCHEMA_INSTANCE = "{http://www.w3.org/2001/XMLSchema-instance}"

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_BARE_AMPERSAND = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)")
_ENTITY_SUBSET = re.compile(r"<!DOCTYPE[^>\[]*\[")


def read_nodes(text: Text) -> Node:
    """Return the root node of a file."""
    if not text.content.strip():
        raise ModelError("the file is empty", file=text.label)
    try:
        root = _parse(text)
    except etree.XMLSyntaxError as broken:
        try:
            root = _parse(Text(text.label, text.key, text.folder, _mended(text.content)))
        except etree.XMLSyntaxError:
            line = broken.lineno or None
            raise ModelError(f"broken XML: {_sentence(broken)}", file=text.label, line=line) from None
    node = _node(root, text.label)
    for name in [name for name in node.attributes if name.startswith(_SCHEMA_INSTANCE)]:
        del node.attributes[name]
    return node


def _parse(text: Text) -> etree._Element:
    content, encoding = text.content, None
    if isinstance(content, str):
        content, encoding = content.encode("utf-8"), "utf-8"
    if b"<!DOCTYPE" in content:
        _refuse_entities(content.decode("latin-1"), text.label)
    parser = etree.XMLParser(
        encoding=encoding,
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    root = etree.fromstring(content, parser)
    dtd = root.getroottree().docinfo.internalDTD
    if dtd is not None and any(True for _ in dtd.iterentities()):
        _refuse_entities("<!DOCTYPE [", text.label)
    return root


def _refuse_entities(content: str, label: str | None) -> None:
    if match := _ENTITY_SUBSET.search(_COMMENT.sub(_blank, content)):
        line = content.count("\n", 0, match.start()) + 1
        raise ModelError(
            "a document type with declarations of its own is not allowed",
            file=label,
            line=line,
        )


def _mended(content: bytes | str) -> str:
    """Return text without the small offences that MuJoCo's reader forgives, lines kept where they were.

    They are `--` inside comments, blank lines before the XML declaration, an `&` that begins no entity, and
    letters outside UTF-8.
    """
    if isinstance(content, bytes):
        try:
            content = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            content = content.decode("latin-1")
    content = _COMMENT.sub(_blank, content)
    if (stripped := content.lstrip()).startswith("<?xml"):
        declaration, _, rest = stripped.partition("?>")
        content = (
            "\n" * (content[: len(content) - len(stripped)].count("\n") + declaration.count("\n")) + rest
        )
    return _BARE_AMPERSAND.sub("&amp;", content)


def _blank(match: re.Match) -> str:
    return "\n" * match[0].count("\n")


def _sentence(broken: etree.XMLSyntaxError) -> str:
    return re.sub(r", line \d+, column \d+.*", "", broken.msg or "it cannot be read")


def _node(element: etree._Element, file: str | None) -> Node:
    children = [_node(child, file) for child in element if isinstance(child.tag, str)]
    return Node(element.tag, dict(element.attrib), Place(file, element.sourceline), children)
