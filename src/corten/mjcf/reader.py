"""From text to nodes: XML with line numbers, as forgiving as MuJoCo's reader, and hardened against the rest of XML."""

import re
import warnings
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.parsers import expat
from xml.parsers.expat import errors

from corten.errors import ModelError, ModelWarning, caller_level
from corten.mjcf.source import Text

# ---------------------------------------------------------------- nodes: elements with their text, and where they stand


class Place(NamedTuple):
    """Where something was written: no file for a model in a string, no line for what was made in Python."""

    file: str | None = None
    line: int | None = None

    def __str__(self) -> str:
        if self.line is None:
            return self.file or "Python"
        return f"{self.file}:{self.line}" if self.file else f"line {self.line}"


@dataclass(slots=True)
class Node:
    """An XML element as it was written, before the schema has been asked about it."""

    tag: str
    attributes: dict[str, str]
    place: Place
    children: list["Node"] = field(default_factory=list)


# ---------------------------------------------------------------- offences that MuJoCo's reader forgives
# taken out of a text; its lines stay where they were


_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_BARE_AMPERSAND = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)")
_PREFIX = re.compile(rb"""(</?[\w.-]+|\s[\w.-]+):(?=[\w.-]+(?:\s*=|[\s/>]))""")
_QUOTED = re.compile(rb"""=\s*(?:"[^"]*"|'[^']*')""")
_CROWDED = re.compile(rb"""=\s*(?:"[^"]*"|'[^']*')(?=[\w.-])""")


def repair_xml(content: bytes) -> bytes:
    """Return text without what is forgiven in silence.

    That is `--` inside comments, blank lines before the XML declaration, `&` and `<` inside quotes, letters
    outside UTF-8, and prefixes that are not declared: their colon becomes a dot.
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


def find_entity(content: bytes) -> int:
    """Return where an entity stands that is none of XML's own, such as &amp;, or an ampersand alone; -1 without one."""
    match = _BARE_AMPERSAND.search(content)
    return match.start() if match else -1


def spaced(content: bytes) -> tuple[bytes, list[int]]:
    """Return text with spaces between attributes, and the lines on which one was missing."""
    lines = sorted({content.count(b"\n", 0, match.end()) + 1 for match in _CROWDED.finditer(content)})
    return _CROWDED.sub(rb"\g<0> ", content), lines


def _blank(match: re.Match[bytes]) -> bytes:
    return b"\n" * match[0].count(b"\n")


# ---------------------------------------------------------------- from text to nodes
# XML with line numbers, hardened against what XML allows beyond elements


# elements inside one another; as deep as MuJoCo goes
_DEEPEST = 500

# attributes of the root with a prefix are for editors and other tools (where a schema is); they are no part of a model.
# A prefix that is not declared ends in a dot, see `repair_xml`
_PREFIXED = re.compile(r"[\w-]+[:.]")

_NAME = re.compile(rb"[^\s=/<>]*")


class _Broken(Exception):
    """What is wrong with a text, on which line, and, if that is behind the root element, where the root ends."""

    def __init__(self, sentence: str, line: int, end: int | None = None):
        super().__init__(sentence)
        self.line, self.end = line, end


def read_nodes(text: Text) -> Node:
    """Return the root node of a file."""
    content = text.content
    if isinstance(content, str):
        content = content.encode("utf-8", "surrogatepass")
    if not content.strip():
        raise ModelError("the file is empty", file=text.label)
    try:
        node = _Reader(text.label).read(content)
    except _Broken as broken:
        try:
            content, crowded = spaced(repair_xml(content))
            node = _read_root(content, text.label)
            _warn_crowded(crowded, text.label)
        except _Broken:
            raise ModelError(f"broken XML: {broken}", file=text.label, line=broken.line) from None
    for name in [name for name in node.attributes if _PREFIXED.match(name)]:
        del node.attributes[name]
    return node


class _Reader:
    """One pass over a text: what the parser tells of elements becomes nodes at once."""

    def __init__(self, label: str | None):
        self._label = label
        self._place = Place(label)
        self._open: list[Node] = []
        self._root: Node | None = None
        self._typed = False
        # names with a prefix come as address}name}prefix
        self._parser = expat.ParserCreate("utf-8", "}")
        self._parser.namespace_prefixes = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.StartDoctypeDeclHandler = self._start_doctype

    def read(self, content: bytes) -> Node:
        """Return the root of a text."""
        if content[:2] in (b"\xff\xfe", b"\xfe\xff") or 0 in content[:2]:
            # the parser would take it for UTF-16, whatever it is told
            raise _Broken("the text is not UTF-8", 1)
        try:
            self._parser.Parse(content, True)
        except expat.ExpatError as error:
            raise self._broken(error, content) from None
        finally:
            # parser and handlers know each other; nodes are not to wait until that is found out
            self._parser.StartElementHandler = self._parser.EndElementHandler = None
            self._parser.StartDoctypeDeclHandler = None
        if self._typed and (place := find_entity(content)) >= 0:
            # the parser leaves out what a document type elsewhere might have declared
            raise _Broken("an entity is not defined", content.count(b"\n", 0, place) + 1)
        assert self._root is not None
        return self._root

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        line = self._parser.CurrentLineNumber
        if "}" in tag:
            tag = _prefixed(tag)
        for name in attributes:
            if "}" in name:
                attributes = {_prefixed(name): value for name, value in attributes.items()}
                break
        if line != self._place.line:
            self._place = Place(self._label, line)
        node = Node(tag, attributes, self._place, [])
        opened = self._open
        if opened:
            opened[-1].children.append(node)
        else:
            self._root = node
        opened.append(node)
        if len(opened) > _DEEPEST:
            raise ModelError(f"elements are nested deeper than {_DEEPEST}", file=self._label, line=line)

    def _end(self, tag: str) -> None:
        self._open.pop()

    def _start_doctype(self, name: str, system: str | None, public: str | None, declares: int) -> None:
        """Refuse a document type that declares something; what it declares is entities, and models need none."""
        self._typed = True
        if declares:
            line = self._parser.CurrentLineNumber
            raise ModelError("a document type with declarations is not allowed", file=self._label, line=line)

    def _broken(self, error: expat.ExpatError, content: bytes) -> _Broken:
        """Return what is wrong, in words that name what is there."""
        place = self._parser.ErrorByteIndex
        if self._root is not None and not self._open:
            end = place - (content[place - 1 : place + 1] == b"</")
            return _Broken("something follows the end of the root element", error.lineno, end)
        match = _NAME.match(content, place)
        name = match[0].decode("utf-8", "replace") if match else ""
        within = f"<{self._open[-1].tag}> of line {self._open[-1].place.line}" if self._open else "the text"
        reason = expat.ErrorString(error.code)
        sentence = {
            errors.XML_ERROR_SYNTAX: "the text must begin with '<' and the name of an element",
            errors.XML_ERROR_NO_ELEMENTS: f"the text ends, {within} does not" if self._open else "there is no element",
            errors.XML_ERROR_UNCLOSED_TOKEN: f"the text ends, a tag in {within} does not",
            errors.XML_ERROR_TAG_MISMATCH: f"</{name}> stands where {within} must end",
            errors.XML_ERROR_DUPLICATE_ATTRIBUTE: f"attribute {name} is written twice",
            errors.XML_ERROR_INVALID_TOKEN: f"what stands in column {error.offset + 1} is not allowed there",
        }.get(reason, reason)
        return _Broken(sentence, error.lineno)


def _prefixed(name: str) -> str:
    """Return a name with its prefix: what has one belongs to another program, and is told apart by it."""
    _, _, name = name.partition("}")
    name, _, prefix = name.partition("}")
    return f"{prefix}:{name}" if prefix else name


def _read_root(content: bytes, label: str | None) -> Node:
    """Return the root node of a text, and leave out tags behind it, with a warning, as MuJoCo's reader does."""
    try:
        return _Reader(label).read(content)
    except _Broken as broken:
        if broken.end is None:
            raise
        rest = content[broken.end :].lstrip()
        if not rest.startswith(b"</"):
            if not rest.startswith(b"<"):
                raise
            _Reader(label).read(b"<x>" + rest + b"</x>")
        warning = ModelError("what follows the end of the root element is left out", file=label, line=broken.line)
        root = _Reader(label).read(content[: broken.end])
        warnings.warn(str(warning), ModelWarning, stacklevel=caller_level())
        return root


def _warn_crowded(lines: list[int], label: str | None) -> None:
    """Warn of attributes without a space between them, which MuJoCo reads and other readers do not."""
    if lines:
        more = f" (lines {', '.join(map(str, lines[1:6]))}{' and more' if len(lines) > 6 else ''} too)"
        warning = ModelError(
            "there is no space between attributes" + more * (len(lines) > 1), file=label, line=lines[0]
        )
        warnings.warn(str(warning), ModelWarning, stacklevel=caller_level())
