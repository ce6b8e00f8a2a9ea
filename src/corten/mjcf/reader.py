"""From text to nodes: XML with line numbers, hardened against what XML allows beyond elements."""

import re
import warnings
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from lxml import etree  # pyright: ignore[reportAttributeAccessIssue]

from corten.errors import ModelError, ModelWarning, caller_level
from corten.mjcf.node import Node, Place
from corten.mjcf.source import Text

# elements inside one another; as deep as MuJoCo goes
_DEEPEST = 500

# attributes of the root with a prefix are for editors and other tools (where a schema is); they are no part of a model.
# A prefix that is not declared ends in a dot, see `_mended`
_PREFIXED = re.compile(r"\{|[\w-]+\.")

_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_DECLARATIONS = re.compile(
    rb"""(?:\s|\xef\xbb\xbf|<\?.*?\?>|<!--.*?-->)*(<!DOCTYPE(?:"[^"]*"|'[^']*'|[^>\["'])*\[)?""", re.DOTALL
)
_START_TAG = re.compile(rb"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<([^\s!?/>])", re.DOTALL)
_BARE_AMPERSAND = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)")
_PREFIX = re.compile(rb"""(</?[\w.-]+|\s[\w.-]+):(?=[\w.-]+(?:\s*=|[\s/>]))""")
_QUOTED = re.compile(rb"""=\s*(?:"[^"]*"|'[^']*')""")
_CROWDED = re.compile(rb"""=\s*(?:"[^"]*"|'[^']*')(?=[\w.-])""")


def read_nodes(text: Text) -> Node:
    """Return the root node of a file."""
    content = text.content
    if isinstance(content, str):
        content = content.encode("utf-8", "surrogatepass")
    if not content.strip():
        raise ModelError("the file is empty", file=text.label)
    try:
        node = _parse_nodes(content, text.label)
    except etree.XMLSyntaxError as broken:
        try:
            content = _mended(content)
            crowded = _crowded_lines(content)
            content = _CROWDED.sub(rb"\g<0> ", content)
            node = _parse_root(content, text.label)
            _warn_crowded(crowded, text.label)
        except etree.XMLSyntaxError:
            sentence = re.sub(r", line \d+, column \d+.*", "", broken.msg or "it cannot be read")
            line = broken.lineno or None
            raise ModelError(f"broken XML: {sentence}", file=text.label, line=line) from None
    for name in [name for name in node.attributes if _PREFIXED.match(name)]:
        del node.attributes[name]
    return node


class _Nodes:
    """What the parser tells of elements becomes nodes at once: a tree of its own would have to be read again."""

    def __init__(self, content: bytes, label: str | None):
        self._lines = _start_lines(content)
        self._label = label
        self._place = Place(label)
        self._prefixes: dict[str, str] = {}
        self._open: list[Node] = []
        self._root: Node | None = None

    def start_ns(self, prefix: str, uri: str) -> None:
        self._prefixes[uri] = prefix

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        line = next(self._lines, None)
        if tag[0] == "{":
            # what has a prefix belongs to another program, and is told apart by it
            uri, _, tag = tag[1:].rpartition("}")
            prefix = self._prefixes.get(uri)
            tag = f"{prefix}:{tag}" if prefix else tag
        if line != self._place.line:
            self._place = Place(self._label, line)
        node = Node(tag, dict(attributes), self._place, [])
        opened = self._open
        if opened:
            opened[-1].children.append(node)
        else:
            self._root = node
        opened.append(node)
        if len(opened) > _DEEPEST:
            raise ModelError(f"elements are nested deeper than {_DEEPEST}", file=self._label, line=line)

    def end(self, tag: str) -> None:
        self._open.pop()

    def close(self) -> Node | None:
        # the parser and its target know each other; nodes are not to wait until that is found out
        root, self._root, self._open = self._root, None, []
        return root


def _parse_nodes(content: bytes, label: str | None) -> Node:
    return _parse(content, label, _Nodes(content, label))


def _parse(content: bytes, label: str | None, target: _Nodes | None = None) -> Any:
    """Return what a target makes of a text, or without one the root of lxml's own tree."""
    typed = b"<!DOCTYPE" in content
    if typed:
        _refuse_declarations(content, label)
    parser = etree.XMLParser(
        encoding="utf-8",
        # a text with declarations was refused: all entities that are left are XML's own, such as &amp;
        resolve_entities="internal",
        load_dtd=False,
        no_network=True,
        remove_comments=True,
        remove_pis=True,
        # limits on size and depth guard against entities that grow; without a document type there are none
        huge_tree=not typed,
        target=target,
    )
    found = etree.fromstring(content, parser)
    # a prefix that is not declared ends the making of a tree, but not of what a target makes
    for error in parser.error_log.filter_from_errors() if target else ():
        raise etree.XMLSyntaxError(error.message, error.type, error.line, error.column)
    return found


def _parse_root(content: bytes, label: str | None) -> Node:
    """Return the root node of a text, and leave out tags behind it, with a warning, as MuJoCo's reader does."""
    try:
        return _parse_nodes(content, label)
    except etree.XMLSyntaxError as broken:
        if broken.code != etree.ErrorTypes.ERR_DOCUMENT_END:
            raise
        line, column = broken.position
        before = b"\n".join([*content.split(b"\n")[: line - 1], b""])
        end = len(before) + column - 1
        rest = content[end:].lstrip()
        if not rest.startswith(b"</") and (_parse(b"<x>" + rest + b"</x>", label).text or "").strip():
            raise
        told = ModelError("what follows the end of the root element is left out", file=label, line=line)
        root = _parse_nodes(content[:end], label)
        warnings.warn(str(told), ModelWarning, stacklevel=caller_level())
        return root


def _refuse_declarations(content: bytes, label: str | None) -> None:
    """Refuse a document type that declares something; what it declares is entities, and models need none.

    It stands before all elements; its names are quoted, and may hold what would end it or begin a comment.
    """
    match = _DECLARATIONS.match(content)
    if match and match[1]:
        line = content.count(b"\n", 0, match.start(1)) + 1
        raise ModelError("a document type with declarations is not allowed", file=label, line=line)


def _mended(content: bytes) -> bytes:
    """Return text without the small offences that MuJoCo's reader forgives, lines kept where they were.

    They are `--` inside comments, blank lines before the XML declaration, `&` and `<` inside quotes, letters
    outside UTF-8, and prefixes that are not declared.
    """
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        content = content.decode("latin-1").encode("utf-8")
    content = _COMMENT.sub(_blank, content)
    stripped = content.lstrip()
    if stripped.startswith(b"<?xml"):
        declaration, _, rest = stripped.partition(b"?>")
        lines = content[: len(content) - len(stripped)].count(b"\n") + declaration.count(b"\n")
        content = b"\n" * lines + rest
    content = _BARE_AMPERSAND.sub(b"&amp;", content)
    content = _QUOTED.sub(lambda match: match[0].replace(b"<", b"&lt;"), content)
    return _PREFIX.sub(rb"\1.", content)


def _crowded_lines(content: bytes) -> list[int]:
    """Return the lines on which an attribute follows another without a space."""
    return sorted({content.count(b"\n", 0, match.end()) + 1 for match in _CROWDED.finditer(content)})


def _warn_crowded(lines: list[int], label: str | None) -> None:
    """Warn of attributes without a space between them, which MuJoCo reads and other readers do not."""
    if lines:
        more = f" (lines {', '.join(map(str, lines[1:6]))}{' and more' if len(lines) > 6 else ''} too)"
        told = ModelError("there is no space between attributes" + more * (len(lines) > 1), file=label, line=lines[0])
        warnings.warn(str(told), ModelWarning, stacklevel=caller_level())


def _blank(match: re.Match[bytes]) -> bytes:
    return b"\n" * match[0].count(b"\n")


def _start_lines(content: bytes) -> Iterator[int]:
    """Return the line on which each element begins; the parser itself knows where its start tag ends."""
    starts = [match.start() for match in _START_TAG.finditer(content) if match[1]]
    ends = np.flatnonzero(np.frombuffer(content, np.uint8) == ord("\n"))
    return iter((np.searchsorted(ends, starts) + 1).tolist())
