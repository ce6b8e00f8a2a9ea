"""Values of attributes: from text, from Python and back to text, by the type that the schema gives them.

A value that does not fit raises ValueError with a sentence that names the attribute; callers add the place.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from math import isfinite
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from corten.mjcf.schema.declaration import Attribute

# whole numbers are 32 bits wide in a model
_INT_LEAST, _INT_MOST = -(2**31), 2**31 - 1

# kinds of references that default classes may hold
_ASSETS = frozenset({"material", "texture", "mesh", "hfield"})

# binary magnitude of the letters that may follow a number of bytes
_BYTE_SUFFIX = {letter: 10 * (i + 1) for i, letter in enumerate("KMGTPE")}


def parse_value(attribute: "Attribute", text: str) -> Any:
    """Return the typed value of an attribute written as `text`; None for numbers when there are none."""
    return _PARSERS[attribute.type](attribute, text)


def coerce_value(attribute: "Attribute", value: Any) -> Any:
    """Return the typed value of an attribute set from Python: text as in a file, numbers, sequences."""
    if isinstance(value, str):
        return parse_value(attribute, value)
    kind = attribute.type
    if kind == "bool" and isinstance(value, (bool, Integral)) and value in (0, 1):
        return bool(value)
    if kind == "keyword" and isinstance(value, bool):
        return _parse_keyword(attribute, "true" if value else "false")
    if kind == "keywords" and isinstance(value, Iterable):
        return _parse_keywords(attribute, " ".join(value))
    if kind in ("real", "int"):
        return _coerce_numbers(attribute, value)
    if kind == "bytes" and isinstance(value, Integral):
        return _parse_bytes(attribute, str(int(value)))
    raise ValueError(f"{attribute.name} is {value!r}; {expectation(attribute)} is expected")


def format_value(value: Any) -> str:
    """Return a typed value as text that parses back to the same value."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return " ".join(format_value(item) for item in value)
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    return str(value)


def expectation(attribute: "Attribute") -> str:
    """Return what an attribute takes, in words."""
    match attribute.type:
        case "real" | "int":
            noun = "number" if attribute.type == "real" else "whole number"
            return f"a {noun}" if attribute.single else f"{_count_words(attribute)} {noun}s"
        case "bool":
            return "true or false"
        case "keyword":
            return "one of " + ", ".join(attribute.words)
        case "keywords":
            return "some of " + ", ".join(attribute.words)
        case _:
            return "text"


def nearest(word: str, choices: Iterable[str]) -> str:
    """Return `; did you mean 'x'?` for the choice nearest to a word, or nothing when none is near."""
    found = get_close_matches(word, list(choices), n=1, cutoff=0.6)
    return f"; did you mean '{found[0]}'?" if found else ""


def choices(word: str, allowed: Iterable[str]) -> str:
    """Return the end of a message about an unknown word: the nearest one that is known, and all of them."""
    return f"{nearest(word, allowed)} (allowed: {', '.join(sorted(allowed)) or 'none'})"


def _count_words(attribute: "Attribute") -> str:
    if attribute.most is None:
        return f"at least {attribute.least}" if attribute.least else "any number of"
    if attribute.spread:
        return f"1 or {attribute.most}"
    return str(attribute.most) if attribute.least == attribute.most else f"{attribute.least} to {attribute.most}"


def _parse_reals(attribute: "Attribute", text: str) -> Any:
    words = text.split()
    try:
        if "_" in text or not text.isascii():
            raise ValueError
        numbers = tuple(map(float, words))
    except ValueError:
        numbers = tuple(_parse_one_real(attribute, word) for word in words)
    return _checked(attribute, numbers)


def _parse_one_real(attribute: "Attribute", word: str) -> float:
    # the slow road: hexadecimal floats are allowed, and a bad word is to be named
    if "_" not in word and word.isascii():
        for convert in (float, float.fromhex) if "x" in word.lower() else (float,):
            try:
                return convert(word)
            except ValueError:
                continue
    raise ValueError(f"{attribute.name} has '{word}' where a number is expected")


def _parse_ints(attribute: "Attribute", text: str) -> Any:
    numbers = []
    for word in text.split():
        digits = word[1:] if word[0] in "+-" else word
        if not (digits.isascii() and digits.isdigit()):
            raise ValueError(f"{attribute.name} has '{word}' where a whole number is expected")
        if len(digits) > 19:
            raise ValueError(f"{attribute.name} has '{word}', which is too large for a whole number")
        numbers.append(int(word))
    return _checked(attribute, tuple(numbers))


def _coerce_numbers(attribute: "Attribute", value: Any) -> Any:
    items = tuple(value) if isinstance(value, Iterable) else (value,)
    expected = Real if attribute.type == "real" else Integral
    for item in items:
        if isinstance(item, bool) or not isinstance(item, expected):
            noun = "number" if attribute.type == "real" else "whole number"
            raise ValueError(f"{attribute.name} has {item!r} where a {noun} is expected")
    convert = float if attribute.type == "real" else int
    return _checked(attribute, tuple(convert(item) for item in items))


def _checked(attribute: "Attribute", numbers: tuple) -> Any:
    """Return the numbers, or the only one, once their count and size have been found to be allowed."""
    name, count, most = attribute.name, len(numbers), attribute.most
    if count == 0:
        return None
    wrong = count < attribute.least or (most is not None and count > most)
    if wrong or (attribute.spread and count not in (1, most)):
        plural = "s" if count > 1 else ""
        verb = "is" if attribute.least == most == 1 else "are"
        raise ValueError(f"{name} has {count} number{plural}; {_count_words(attribute)} {verb} allowed")
    if attribute.type == "real":
        if not all(map(isfinite, numbers)):
            bad = next(number for number in numbers if not isfinite(number))
            raise ValueError(f"{name} has {bad}; numbers must be finite")
    elif min(numbers) < _INT_LEAST or max(numbers) > _INT_MOST:
        raise ValueError(f"{name} has a whole number that does not fit into 32 bits")
    if attribute.min is not None and min(numbers) < attribute.min:
        raise ValueError(f"{name} is {min(numbers)}; the least allowed is {format_value(attribute.min)}")
    if attribute.max is not None and max(numbers) > attribute.max:
        raise ValueError(f"{name} is {max(numbers)}; the largest allowed is {format_value(attribute.max)}")
    if attribute.above is not None and min(numbers) <= attribute.above:
        raise ValueError(f"{name} is {min(numbers)}; it must be larger than {format_value(attribute.above)}")
    if attribute.nonzero and not any(numbers):
        raise ValueError(f"{name} is zero; at least one of its numbers must not be")
    return numbers[0] if attribute.single else numbers


def _parse_bool(attribute: "Attribute", text: str) -> bool:
    if text == "true":
        return True
    if text == "false":
        return False
    raise ValueError(f"{attribute.name} is '{text}'; true or false is expected")


def _parse_keyword(attribute: "Attribute", text: str) -> str:
    if text in attribute.words:
        return text
    allowed = ", ".join(attribute.words)
    raise ValueError(f"{attribute.name} is '{text}'{nearest(text, attribute.words)} (allowed: {allowed})")


def _parse_keywords(attribute: "Attribute", text: str) -> tuple[str, ...] | None:
    words = tuple(text.split())
    for word in words:
        _parse_keyword(attribute, word)
    if len(set(words)) < len(words):
        raise ValueError(f"{attribute.name} repeats a word in '{text}'")
    return words or None


def _parse_chars(attribute: "Attribute", text: str) -> str:
    count, most = len(text), attribute.most
    if count < attribute.least or (most is not None and count > most):
        raise ValueError(f"{attribute.name} has {count} letters; {_count_words(attribute)} are allowed")
    for letter in text:
        if letter not in attribute.words:
            raise ValueError(f"{attribute.name} has the letter '{letter}'; allowed: {' '.join(attribute.words)}")
    return text


def _parse_text(attribute: "Attribute", text: str) -> str:
    if attribute.nonempty and not text:
        raise ValueError(f"{attribute.name} is empty")
    return text


def _parse_name(attribute: "Attribute", text: str) -> str | None:
    # an empty name is no name; an empty class is passed on, and found to be unknown; no asset is not that of the class
    valid = attribute.kind == "default" or (attribute.type == "ref" and attribute.kind in _ASSETS)
    return text or (text if valid and not attribute.required else None)


def _parse_bytes(attribute: "Attribute", text: str) -> int:
    digits = text.strip()
    if digits == "-1":
        return -1
    shift = _BYTE_SUFFIX.get(digits[-1:].upper(), 0)
    digits = digits[:-1] if shift else digits
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 20 or int(digits) << shift >= 2**64:
        raise ValueError(
            f"{attribute.name} is '{text}'; a number of bytes is expected, such as 1000000, 500K, 16M or 2G"
        )
    return int(digits) << shift


_PARSERS = {
    "real": _parse_reals,
    "int": _parse_ints,
    "bool": _parse_bool,
    "keyword": _parse_keyword,
    "keywords": _parse_keywords,
    "chars": _parse_chars,
    "string": _parse_text,
    "file": _parse_text,
    "name": _parse_name,
    "ref": _parse_name,
    "bytes": _parse_bytes,
}


# ---------------------------------------------------------------- from a tree of elements to MJCF text


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
