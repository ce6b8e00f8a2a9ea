"""From a tree of elements to MJCF text."""

from typing import Protocol

from corten.mjcf.value import format_value


class Writable(Protocol):
    """What the writer needs to know of an element."""

    attributes: dict
    children: list

    @property
    def tag(self) -> str: ...


def write_xml(root: Writable) -> str:
    """Return a tree as indented XML; numbers are written so that they read back exactly."""
    lines: list[str] = []
    _write(root, "", lines)
    return "\n".join(lines) + "\n"


def _write(element: Writable, indent: str, lines: list[str]) -> None:
    # imported late: it brings in the whole of urllib, and most models are never written
    from xml.sax.saxutils import quoteattr

    written = "".join(f" {name}={quoteattr(format_value(value))}" for name, value in element.attributes.items())
    if not element.children:
        lines.append(f"{indent}<{element.tag}{written}/>")
        return
    lines.append(f"{indent}<{element.tag}{written}>")
    for child in element.children:
        _write(child, indent + "  ", lines)
    lines.append(f"{indent}</{element.tag}>")
