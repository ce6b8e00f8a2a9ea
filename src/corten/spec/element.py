"""A node of the editable tree: an element of the schema with the attributes that were written."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Self

from corten.errors import ModelError
from corten.mjcf.reader import Place
from corten.mjcf.schema import Declaration, child_declaration, declaration
from corten.mjcf.source import Sources
from corten.mjcf.value import choices, coerce_value, format_value

if TYPE_CHECKING:
    from corten.spec.spec import Spec

_NOWHERE = Place()
_new = object.__new__


class _Blank:
    """The memory of an element, as long as setting it has no other meaning."""

    __slots__ = ("attributes", "children", "declaration", "parent", "place", "settings", "sources", "tag")

    declaration: Declaration
    attributes: dict[str, Any]
    children: "list[Element]"
    parent: "Element | None"
    place: Place
    settings: dict[str, Any] | None
    sources: Sources | None

    # the name of the element: body, geom, ...
    tag: str


class Element(_Blank):
    """An element of a model.

    Attributes of the schema are attributes of the object: `body.pos` is what was written, or None;
    `body.pos = 0, 0, 1` checks and sets, `del body.pos` forgets. Words that Python keeps for itself have a
    `_` behind them: `geom.class_`. `body.add_geom(type="box", size=(1, 1, 1))` adds a child, for every child
    that the schema allows. `attributes` is what was written, by name: float, int, bool, str, or a tuple.

    `settings` are those of <compiler> that hold for it and all below it, if it was attached from a model with
    others; of a skin, what was added to the names in its file; of a mesh, the matrix by which frames stretch it. Of
    the root `sources` says where files are.
    """

    __slots__ = ()

    def __new__(cls, declaration: Declaration, parent: "Element | None" = None, place: Place = _NOWHERE) -> Self:
        """Return an element without attributes and children."""
        made = _new(_Blank)
        made.declaration = declaration
        made.tag = declaration.tag
        made.attributes = {}
        made.children = []
        made.parent = parent
        made.place = place
        made.settings = made.sources = None
        # from here on what is set is an attribute of the schema
        made.__class__ = cls
        return made  # pyright: ignore[reportReturnType]

    def label(self) -> str:
        """Return the element as messages show it: `<joint name="knee">`."""
        for key in ("name", "class"):
            if value := self.attributes.get(key):
                return f'<{self.tag} {key}="{value}">'
        return f"<{self.tag}>"

    def object_name(self) -> str | None:
        """Return the name by which others know this element: as written, or for some assets that of their file."""
        name, file = self.attributes.get("name"), self.attributes.get("file")
        if name or not file or not self.declaration.attributes["name"].fromfile:
            return name
        base = file.replace("\\", "/").rpartition("/")[2]
        return base.rpartition(".")[0] or base

    def error(self, message: str, kind: type[ModelError] = ModelError) -> ModelError:
        """Return an error, to be raised, that says where this element stands."""
        return kind(message, file=self.place.file, line=self.place.line, element=self.label())

    # ---- children

    def __iter__(self) -> Iterator["Element"]:
        return iter(self.children)

    def walk(self) -> Iterator["Element"]:
        """Yield this element and everything below it, in the order of the text."""
        waiting: list[Element] = [self]
        while waiting:
            element = waiting.pop()
            yield element
            if element.children:
                waiting += reversed(element.children)

    def find(self, tag: str, name: str) -> "Element | None":
        """Return the element with this tag and name, here or below, or None; a default goes by its class."""
        key = "class" if tag == "default" else "name"
        for element in self.walk():
            if element.tag == tag and element.attributes.get(key) == name:
                return element
        return None

    def first(self, tag: str) -> "Element | None":
        """Return the first child with this tag, or None."""
        for child in self.children:
            if child.tag == tag:
                return child
        return None

    def add(self, tag: str, **attributes: Any) -> "Element":
        """Add a child at the end and return it."""
        child = Element(self._child_declaration(tag), self)
        for name, value in attributes.items():
            child[name] = value
        self.children.append(child)
        return child

    def remove(self) -> None:
        """Take this element, with all that it holds, out of its parent."""
        if self.parent is None:
            raise self.error("the root element cannot be removed")
        self.parent.children[:] = [child for child in self.parent.children if child is not self]
        self.put(parent=None)

    def copy(self) -> Self:
        """Return a copy of this element and of everything below it, without a parent."""
        twin = type(self)(self.declaration, None, self.place)
        twin.attributes.update(self.attributes)
        if self.settings is not None or self.sources is not None:
            twin.put(settings=self.settings, sources=self.sources)
        for child in self.children:
            twin.adopt(child.copy())
        return twin

    def adopt(self, child: "Element") -> None:
        """Put an element that has no parent behind the other children."""
        object.__setattr__(child, "parent", self)
        self.children.append(child)

    def attach(self, other: "Spec | Element", prefix: str = "", suffix: str = "") -> "Element":
        """Put another model into this body or frame, or a body or frame of it, or of this model; return what came in.

        All names get the prefix and the suffix. Assets, default classes and keyframes come along, and so do contacts,
        tendons, equalities, actuators, sensors and custom fields, where all that they name has come.
        """
        from corten.compile.conveniences import attach

        return attach(self, other, prefix, suffix)

    def put(self, **slots: Any) -> None:
        """Set what is no attribute of the schema."""
        for name, value in slots.items():
            object.__setattr__(self, name, value)

    def __deepcopy__(self, memo: dict) -> Self:
        return self.copy()

    def __reduce__(self):
        slots = {"settings": self.settings, "sources": self.sources}
        return _restored, (self.declaration.path, self.attributes, self.place, self.children, slots)

    def _child_declaration(self, tag: str) -> Declaration:
        child = child_declaration(self.declaration, tag)
        if child is None:
            raise self.error(f"<{tag}> cannot stand in <{self.tag}>{choices(tag, self.declaration.children)}")
        return child

    # ---- attributes

    def __getitem__(self, name: str) -> Any:
        self._attribute(name)
        return self.attributes.get(_schema_name(name))

    def __setitem__(self, name: str, value: Any) -> None:
        attribute = self._attribute(name)
        try:
            typed = None if value is None else coerce_value(attribute, value)
        except ValueError as wrong:
            raise self.error(str(wrong)) from None
        if typed is None:
            self.attributes.pop(attribute.name, None)
        else:
            self.attributes[attribute.name] = typed

    def __delitem__(self, name: str) -> None:
        self.attributes.pop(self._attribute(name).name, None)

    def _attribute(self, name: str):
        attribute = self.declaration.attributes.get(_schema_name(name))
        if attribute is None:
            known = self.declaration.attributes
            raise self.error(f"unknown attribute '{name}'{choices(name, known)}")
        return attribute

    # hidden from type checkers, which know the attributes of each element from `typed.pyi`
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name.startswith("add_"):
                tag = name.removeprefix("add_")
                if tag in self.declaration.children:
                    return partial(self.add, tag)
                raise AttributeError(f"<{tag}> cannot stand in <{self.tag}>{choices(tag, self.declaration.children)}")
            if not name.startswith("__") and _schema_name(name) in self.declaration.attributes:
                return self.attributes.get(_schema_name(name))
            known = self.declaration.attributes
            raise AttributeError(f"<{self.tag}> has no attribute '{name}'{choices(name, known)}")

        def __setattr__(self, name: str, value: Any) -> None:
            self[name] = value

        def __delattr__(self, name: str) -> None:
            del self[name]

    def __dir__(self) -> list[str]:
        adders = [f"add_{tag}" for tag in self.declaration.children]
        return [*object.__dir__(self), *self.declaration.attributes, *adders]

    def __repr__(self) -> str:
        written = "".join(f' {name}="{format_value(value)}"' for name, value in self.attributes.items())
        return f"<{self.tag}{written}>"


def _restored(
    path: str, attributes: dict[str, Any], place: Place, children: list[Element], slots: dict[str, Any]
) -> Element:
    element = Element(declaration(path), None, place)
    element.attributes.update(attributes)
    element.put(**slots)
    for child in children:
        element.adopt(child)
    return element


def _schema_name(name: str) -> str:
    return name.removesuffix("_")
