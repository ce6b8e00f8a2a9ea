"""Default classes: what an attribute is when the element itself does not write it."""

from collections.abc import Iterator, Mapping
from typing import Any

from corten.mjcf.schema import Attribute
from corten.mjcf.value import nearest
from corten.spec.element import Element

MAIN = "main"


class Resolved(Mapping):
    """The attributes of one element as they count: written, else from its class, else the schema's default."""

    __slots__ = ("_attributes", "_given", "element")

    def __init__(self, element: Element, given: dict[str, Any]):
        self.element = element
        self._attributes = element.declaration.attributes
        self._given = given

    def __getitem__(self, name: str) -> Any:
        attribute = self._attributes[name]
        return self._given.get(name, attribute.default)

    def given(self, name: str) -> bool:
        """Return whether the element or one of its classes writes the attribute."""
        return name in self._given and name in self._attributes

    def __iter__(self) -> Iterator[str]:
        return iter(self._attributes)

    def __len__(self) -> int:
        return len(self._attributes)


class DefaultClasses:
    """The default classes of a model, by name; each knows the attributes it gives to every kind of element.

    A class begins as its parent is at that moment: what a later <default> section writes into the parent does not
    reach it. All actuators share one set of defaults in a class, and so do all tendons and all equalities.
    """

    def __init__(self, root: Element):
        self._classes: dict[str, dict[str, dict[str, Any]]] = {MAIN: {}}
        self._writers: dict[str, dict[str, dict[str, Element]]] = {MAIN: {}}
        self._places: dict[str, Element] = {}
        for section in root.children:
            if section.tag == "default":
                if section.attributes.get("class", MAIN) != MAIN:
                    raise section.error(
                        f"the class at the top is called '{MAIN}'; other classes stand inside it"
                    )
                self._read(section, MAIN)

    @property
    def names(self) -> tuple[str, ...]:
        """The classes there are."""
        return tuple(self._classes)

    def childclass(self, element: Element, inherited: str | None) -> str:
        """Return the class in force for what stands inside a body or frame."""
        return self._known(element, "childclass", inherited)

    def resolve(self, element: Element, childclass: str | None = None) -> Resolved:
        """Return the attributes of an element for which `childclass` is in force (None: the class at the top)."""
        declaration = element.declaration
        if declaration.class_kind is None:
            return Resolved(element, _overlay({}, element))
        name = self._known(element, "class", childclass)
        inherited = self._classes[name].get(declaration.class_kind, {})
        return Resolved(element, _overlay(inherited, element))

    def writer(self, element: Element, childclass: str | None, attribute: str) -> Element:
        """Return the element that writes an attribute: the element itself, or the one in its class."""
        if attribute in element.attributes or element.declaration.class_kind is None:
            return element
        name = self._known(element, "class", childclass)
        return self._writers[name].get(element.declaration.class_kind, {}).get(attribute, element)

    def _known(self, element: Element, key: str, inherited: str | None) -> str:
        name = element.attributes.get(key, inherited)
        if name is None:
            return MAIN
        if name not in self._classes:
            raise element.error(
                f"{key} is '{name}', but no default class has that name{nearest(name, self._classes)}"
            )
        return name

    def _read(self, section: Element, name: str) -> None:
        """Read what a <default> element holds: first its own values, then the classes inside it."""
        values, writers = self._classes[name], self._writers[name]
        for child in section.children:
            if child.tag == "default":
                continue
            kind = child.declaration.class_kind or child.tag
            values[kind] = _overlay(values.get(kind, {}), child)
            writers[kind] = {
                **writers.get(kind, {}),
                **dict.fromkeys(child.attributes, child),
            }
        for child in section.children:
            if child.tag == "default":
                self._begin(child, values, writers)

    def _begin(self, section: Element, values: dict, writers: dict) -> None:
        name = section.attributes.get("class")
        if not name:
            raise section.error("class is missing: a class inside another needs a name")
        if name in self._classes:
            first = self._places.get(name)
            where = f"; the first is at {first.place}" if first else ""
            raise section.error(f"the class '{name}' is there already{where}")
        self._classes[name] = dict(values)
        self._writers[name] = dict(writers)
        self._places[name] = section
        self._read(section, name)


def root_section(root: Element, tag: str) -> Element | None:
    """Return the section of a model with this tag, or None."""
    return root.first(tag)


def _overlay(inherited: Mapping[str, Any], element: Element) -> dict[str, Any]:
    """Return inherited values with those of an element on top."""
    declaration = element.declaration
    values = dict(inherited)
    for name in element.attributes:
        for rule in declaration.alternatives:
            if name in rule:
                for other in rule:
                    values.pop(other, None)
    for name, value in element.attributes.items():
        attribute = declaration.attributes[name]
        if attribute.least != attribute.most and attribute.most is not None and len(value) < attribute.most:
            value = _filled(attribute, value, values.get(name))
        values[name] = value
    return values


def _filled(attribute: Attribute, value: tuple, below: tuple | None) -> tuple:
    # fewer numbers than there could be: those that are not written stay as they were
    if attribute.spread and len(value) == 1:
        return value * attribute.most
    return value + (below or attribute.default or ())[len(value) :]
