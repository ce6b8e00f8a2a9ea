"""Default classes: what an attribute is when the element itself does not write it."""

from collections.abc import Mapping
from typing import Any

from corten.mjcf.schema import Attribute
from corten.mjcf.value import nearest
from corten.spec.element import Element

MAIN = "main"

_NOTHING: dict[str, Any] = {}


class Resolved(dict[str, Any]):
    """The attributes of one element as they count: written, else of its class, else the schema's default."""

    __slots__ = ("_given", "element")

    def __init__(self, element: Element, given: dict[str, Any]):
        defaults = element.declaration.defaults
        super().__init__(defaults)
        # a class may say something about attributes that only other elements of this kind have
        self.update(given)
        if len(self) > len(defaults):
            for key in given.keys() - defaults.keys():
                del self[key]
        self.element = element
        self._given = given

    def given(self, name: str) -> bool:
        """Return whether the element or one of its classes writes the attribute."""
        return name in self._given and name in self

    def gives_any(self, names: frozenset[str]) -> bool:
        """Return whether the element or one of its classes writes any of some attributes."""
        return not names.isdisjoint(self._given)

    def inherited(self, name: str, otherwise: Any) -> Any:
        """Return what a class says about an attribute that only other elements of this kind have."""
        return self._given.get(name, otherwise)


class DefaultClasses:
    """The default classes of a model, by name; each knows the attributes it gives to every kind of element.

    A class begins as its parent is at that moment: what a later <default> section writes into the parent
    does not reach it. In a class all actuators share one set of values; so do all tendons and all equalities.
    """

    def __init__(self, root: Element):
        self.read(root)

    def read(self, root: Element) -> None:
        """Take the classes of a model in place of those that were known."""
        self._classes: dict[str, dict[str, dict[str, Any]]] = {MAIN: {}}
        self._writers: dict[str, dict[str, dict[str, Element]]] = {MAIN: {}}
        self._histories: dict[str, dict[str, tuple[Element, ...]]] = {MAIN: {}}
        self._places: dict[str, Element] = {}
        for section in root.children:
            if section.tag == "default":
                if section.attributes.get("class", MAIN) != MAIN:
                    raise section.error(f"the class at the top is called '{MAIN}'; other classes stand inside it")
                self._read(section, MAIN)

    @property
    def names(self) -> tuple[str, ...]:
        """The classes there are."""
        return tuple(self._classes)

    def childclass(self, element: Element, inherited: str | None) -> str:
        """Return the class in force for what stands inside a body or frame."""
        return self._known(element, "childclass", inherited)

    def mention(self, attribute: str) -> bool:
        """Tell whether any class says something about an attribute, of whatever kind of element."""
        return any(attribute in values for kinds in self._classes.values() for values in kinds.values())

    def in_force(self, element: Element, childclass: str | None) -> str | None:
        """Return the class in force for an element, if it is of a kind that has classes."""
        return None if element.declaration.class_kind is None else self._known(element, "class", childclass)

    def resolve(self, element: Element, childclass: str | None = None) -> Resolved:
        """Return the attributes of an element with `childclass` in force; None is the class at the top."""
        return Resolved(element, _overlay(self.inherited(element, childclass), element))

    def inherited(self, element: Element, childclass: str | None = None) -> Mapping[str, Any]:
        """Return what the class of an element says about elements of its kind."""
        kind = element.declaration.class_kind
        return (
            _NOTHING if kind is None else self._classes[self._known(element, "class", childclass)].get(kind, _NOTHING)
        )

    def writer(self, element: Element, childclass: str | None, attribute: str) -> Element:
        """Return the element that writes an attribute: the element itself, or the one in its class."""
        if attribute in element.attributes or element.declaration.class_kind is None:
            return element
        name = self._known(element, "class", childclass)
        return self._writers[name].get(element.declaration.class_kind, {}).get(attribute, element)

    def history(self, element: Element, childclass: str | None = None) -> tuple[Element, ...]:
        """Return the elements of the class of an element, and of those above it, that speak of its kind, in order."""
        kind = element.declaration.class_kind
        return () if kind is None else self._histories[self._known(element, "class", childclass)].get(kind, ())

    def _known(self, element: Element, key: str, inherited: str | None) -> str:
        name = element.attributes.get(key, inherited)
        if name is None:
            return MAIN
        if name not in self._classes:
            raise element.error(f"{key} is '{name}', but no default class has that name{nearest(name, self._classes)}")
        return name

    def _read(self, section: Element, name: str) -> None:
        """Read what a <default> element holds: first its own values, then the classes inside it."""
        values, writers, histories = self._classes[name], self._writers[name], self._histories[name]
        for child in section.children:
            if child.tag != "default":
                kind = child.declaration.class_kind or child.tag
                values[kind] = _overlay(values.get(kind, _NOTHING), child)
                writers[kind] = {**writers.get(kind, {}), **dict.fromkeys(child.attributes, child)}
                histories[kind] = (*histories.get(kind, ()), child)
        for child in section.children:
            if child.tag == "default":
                inner = self._new_name(child)
                self._classes[inner], self._writers[inner] = dict(values), dict(writers)
                self._histories[inner] = dict(histories)
                self._read(child, inner)

    def _new_name(self, section: Element) -> str:
        name = section.attributes.get("class")
        if not name:
            raise section.error("class is missing: a class inside another needs a name")
        if name in self._classes:
            first = self._places.get(name)
            where = f"; the first is at {first.place}" if first else ""
            raise section.error(f"the class '{name}' is there already{where}")
        self._places[name] = section
        return name


def root_section(root: Element, tag: str) -> Element | None:
    """Return the section of a model with this tag, or None."""
    return root.first(tag)


def _overlay(inherited: Mapping[str, Any], element: Element) -> dict[str, Any]:
    """Return inherited values with those of an element on top."""
    declaration, written = element.declaration, element.attributes
    values = {**inherited, **written}
    if inherited:
        for rule in declaration.alternatives:
            if any(name in written for name in rule):
                for name in rule:
                    if name not in written:
                        values.pop(name, None)
    for name in declaration.references:
        if values.get(name) == "":
            del values[name]
    partial = declaration.partial
    for name in written:
        if name in partial:
            values[name] = _filled(declaration.attributes[name], written[name], inherited.get(name))
    return values


def _filled(attribute: Attribute, value: Any, below: tuple | None) -> Any:
    # a word of letters is what it is; of fewer numbers than there could be, those that are not written stay
    if isinstance(value, str):
        return value
    if attribute.spread and len(value) == 1:
        return value * (attribute.most or 1)
    return value + (below or attribute.default or ())[len(value) :]
