"""Elements of an MjSpec whose fields are not those of one element of MJCF: they are kept, and written when needed."""

from typing import Any

import numpy as np

from corten.compat.mujoco.arguments import NAMES
from corten.compat.mujoco.spec_elements import RENAMED, MjsElement
from corten.compat.mujoco.spec_values import fresh, to_field_type, to_mjcf
from corten.mjcf.schema import child_declaration
from corten.spec.element import Element

OBJECTS = NAMES["enums"]["mjtObj"]


class Record(MjsElement):
    """An element with fields of its own: read from MJCF at first, written back when they have changed."""

    def __init__(self, spec: Any, element: Element):
        super().__init__(spec, element)
        self.__dict__["_fields"] = self.__dict__["_before"] = None

    def _loaded(self) -> dict[str, Any]:
        own = self.__dict__
        if own["_fields"] is None:
            own["_fields"] = self._said()
            own["_before"] = {name: _copied(value) for name, value in own["_fields"].items()}
        return own["_fields"]

    def _said(self) -> dict[str, Any]:
        """Return all fields as the element and its class say them."""
        fields = {name: fresh(described) for name, described in self._table.items()}
        for name, value in self._read().items():
            described = self._table[name]
            if isinstance(described, list):
                flat = np.ravel(value)
                fields[name].reshape(-1)[: len(flat)] = flat
            else:
                fields[name] = to_field_type(described, value)
        return fields

    def _read(self) -> dict[str, Any]:
        """Return the fields that MJCF says something about."""
        found = {}
        for name, described in self._table.items():
            word = RENAMED.get(name, name)
            if described is not None and word in self._element.declaration.attributes:
                found[name] = self._value(described, self._element, word)
        return found

    def _write(self, fields: dict[str, Any]) -> None:
        """Write the fields into the element."""
        raise NotImplementedError

    def _become(self, tag: str) -> None:
        """Give the element another tag, without attributes and children."""
        element = self._element
        if element.tag != tag and element.parent is not None:
            declared = child_declaration(element.parent.declaration, tag)
            element.put(declaration=declared, tag=tag)
        kept = {word: element.attributes[word] for word in ("class",) if word in element.attributes}
        element.attributes.clear()
        element.attributes.update(kept)
        element.children.clear()

    def _put(self, fields: dict[str, Any], names: Any = None) -> None:
        """Write fields that are not as the class of the element has them under their words."""
        attributes, said = self._element.declaration.attributes, self._said()
        for name in names or self._table:
            word, described = RENAMED.get(name, name), self._table[name]
            if described is None or word not in attributes or _equal(fields[name], said[name]):
                continue
            self._element[word] = to_mjcf(described, attributes[word], fields[name])

    def __getattr__(self, name: str) -> Any:
        self._described(name)
        return self._loaded()[name]

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(getattr(type(self), name, None), property):
            object.__setattr__(self, name, value)
            return
        if name == "name":
            self._rename(value)
        self._loaded()[name] = to_field_type(self._described(name), value)
        self._spec._changed()

    def _flush(self) -> None:
        fields, before = self._fields, self._before
        if fields is None or (before is not None and all(_equal(fields[name], before[name]) for name in fields)):
            return
        self._write(fields)
        self.__dict__["_before"] = {name: _copied(value) for name, value in fields.items()}


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, np.ndarray | list) else value


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray):
        return np.array_equal(one, other, equal_nan=one.dtype.kind == "f")
    return one == other or (one != one and other != other)


def object_word(number: int) -> str:
    """Return the word of MJCF for a type of object."""
    return next((name.partition("_")[2].lower() for name, value in OBJECTS.items() if value == int(number)), "")


def object_number(word: str) -> int:
    """Return the type of an object that MJCF has a word for."""
    return OBJECTS[f"mjOBJ_{word.upper()}"]


class MjsEquality(Record):
    """An equality constraint; `data` are the numbers of its kind."""

    _table = NAMES["specs"]["MjsEquality"]

    # mjtEq in order: tag, words of the two objects, and words of numbers with their places in data
    KINDS = (
        ("connect", ("body", "site"), {"anchor": slice(0, 3)}),
        ("weld", ("body", "site"), {"anchor": slice(0, 3), "relpose": slice(3, 10), "torquescale": slice(10, 11)}),
        ("joint", ("joint",), {"polycoef": slice(0, 5)}),
        ("tendon", ("tendon",), {"polycoef": slice(0, 5)}),
        ("flex", ("flex",), {}),
    )

    def _read(self) -> dict[str, Any]:
        found, attributes = super()._read(), self._element.attributes
        number = next((i for i, kind in enumerate(self.KINDS) if kind[0] == self._element.tag), 0)
        _, words, places = self.KINDS[number]
        data = fresh(self._table["data"])
        for word, place in places.items():
            if word in attributes:
                data[place] = np.ravel(attributes[word])
        found |= {"type": number, "data": data}
        for word in words:
            if f"{word}1" in attributes or word in attributes:
                found["objtype"] = object_number(word) if word in ("body", "site") else 0
                found["name1"] = attributes.get(f"{word}1") or attributes.get(word, "")
                found["name2"] = attributes.get(f"{word}2", "")
        return found

    def _write(self, fields: dict[str, Any]) -> None:
        tag, words, places = self.KINDS[int(fields["type"])]
        self._become(tag)
        self._put(fields, ("name", "active", "solref", "solimp"))
        element, word = self._element, object_word(fields["objtype"])
        word = word if word in words else words[0]
        if tag == "flex":
            element["flex"] = fields["name1"]
            return
        element[f"{word}1"], element[f"{word}2"] = fields["name1"] or None, fields["name2"] or None
        for name, place in places.items():
            values = fields["data"][place].tolist()
            if word == "site" and name != "torquescale":
                continue
            element[name] = values[0] if len(values) == 1 else tuple(values)


class MjsTuple(Record):
    """A tuple of objects."""

    _table = NAMES["specs"]["MjsTuple"]

    def _read(self) -> dict[str, Any]:
        parts = self._element.children
        return super()._read() | {
            "objtype": [object_number(part.attributes["objtype"]) for part in parts],
            "objname": [part.attributes["objname"] for part in parts],
            "objprm": [part.attributes.get("prm", 0.0) for part in parts],
        }

    def _write(self, fields: dict[str, Any]) -> None:
        self._become("tuple")
        self._put(fields, ("name",))
        numbers = [*fields["objprm"], *[0.0] * len(fields["objname"])]
        for kind, name, number in zip(fields["objtype"], fields["objname"], numbers, strict=False):
            self._element.add("element", objtype=object_word(kind), objname=name, prm=number)


class MjsMaterial(Record):
    """A material; `textures` are names of textures, by mjtTextureRole."""

    _table = NAMES["specs"]["MjsMaterial"]

    ROLES = tuple(
        name.partition("_")[2].lower() for name in NAMES["enums"]["mjtTextureRole"] if name.startswith("mjTEXROLE_")
    )

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "textures" and len(value) != len(self.ROLES):
            raise ValueError(f"textures must have exactly {len(self.ROLES)} elements, got {len(value)}")
        super().__setattr__(name, value)

    def _read(self) -> dict[str, Any]:
        names = [""] * len(self.ROLES)
        names[self.ROLES.index("rgb")] = self._element.attributes.get("texture", "")
        for layer in self._element.children:
            names[self.ROLES.index(layer.attributes["role"])] = layer.attributes["texture"]
        return super()._read() | {"textures": names}

    def _write(self, fields: dict[str, Any]) -> None:
        self._become("material")
        self._put(fields)
        names = {role: name for role, name in zip(self.ROLES, fields["textures"], strict=False) if name}
        if set(names) <= {"rgb"}:
            self._element["texture"] = names.get("rgb")
            return
        for role, name in names.items():
            self._element.add("layer", role=role, texture=name)
