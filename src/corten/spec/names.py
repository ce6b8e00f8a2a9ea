"""Names and references: what an object is called, and which objects an element names."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from corten.spec.custom_names import named_object, rename_object
from corten.spec.element import Element

# the one body that nobody writes
WORLD = "world"

# an xbody is a body, looked at from its own frame
SAME_NAMES = {"xbody": "body"}

# attributes that hold names as plain text, one or several: path of the element, attribute, kind
TEXTS = {
    "deformable:flex": {"body": "body", "node": "body", "material": "material"},
    "body:flexcomp": {"material": "material"},
}

Names = set[tuple[str, str]]

NOTHING: Mapping[str, Any] = MappingProxyType({})


def name_key(element: Element) -> tuple[str, str] | None:
    """Return kind and name of an element that has a name."""
    name = element.attributes.get("name")
    if not name and "file" not in element.attributes:
        return None
    attribute = element.declaration.attributes.get("name")
    if attribute is None:
        return None
    name = name or element.object_name()
    return (attribute.kind or element.tag, name) if name else None


def collect_names(root: Element) -> Names:
    """Return kind and name of all that has a name."""
    names = {key for element in root.walk() if (key := name_key(element))}
    names.add(("body", WORLD))
    return names


def references(element: Element, inherited: Mapping[str, Any] = NOTHING) -> list[tuple[str, str, str]]:
    """Return what an element names, or its class, if `inherited` is what that says: attribute, kind, name."""
    found = []
    declaration, written = element.declaration, element.attributes
    for attribute in declaration.references:
        if attribute not in written and attribute not in inherited:
            continue
        name = written.get(attribute, inherited.get(attribute))
        if name:
            kind = declaration.attributes[attribute].kind or ""
            kind = written.get(kind[1:], "") if kind.startswith("@") else kind
            found.append((attribute, SAME_NAMES.get(kind, kind), name))
    for attribute, kind in TEXTS.get(declaration.path, NOTHING).items():
        found += [(attribute, kind, word) for word in written.get(attribute, "").split()]
    return found


def refers_into(element: Element, names: Names) -> bool:
    """Return whether all that an element and its children name is among `names`."""
    owner = named_object(element)
    if owner is not None and owner not in names:
        return False
    return all((kind, name) in names for each in element.walk() for _, kind, name in references(each))


def rename(element: Element, new: Callable[[str, str], str]) -> None:
    """Rename an element and all below it, and what they name; `new` gives the new name for a kind and a name."""
    for each in element.walk():
        written, texts = each.attributes, TEXTS.get(each.declaration.path, {})
        for attribute, kind, name in references(each):
            if attribute not in texts:
                written[attribute] = new(kind, name)
        for attribute, kind in texts.items():
            if attribute in written:
                written[attribute] = " ".join(new(kind, word) for word in written[attribute].split())
        if named_object(each):
            rename_object(each, new)
        elif key := name_key(each):
            written["name"] = new(*key)
