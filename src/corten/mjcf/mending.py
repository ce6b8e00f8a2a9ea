"""Small offences against XML that MuJoCo's reader forgives, taken out of a text; its lines stay where they were."""

import re

_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_BARE_AMPERSAND = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)")
_PREFIX = re.compile(rb"""(</?[\w.-]+|\s[\w.-]+):(?=[\w.-]+(?:\s*=|[\s/>]))""")
_QUOTED = re.compile(rb"""=\s*(?:"[^"]*"|'[^']*')""")
_CROWDED = re.compile(rb"""=\s*(?:"[^"]*"|'[^']*')(?=[\w.-])""")


def mended(content: bytes) -> bytes:
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
