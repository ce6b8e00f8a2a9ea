"""Values of an MjSpec as the bindings have them: arrays, enums and vectors, to and from what MJCF says."""

from typing import Any

import numpy as np

from corten.compat.mujoco import _enums
from corten.compat.mujoco.arguments import NAMES
from corten.mjcf.schema import Attribute

ENUMS = NAMES["enums"]


class Vector(list):
    """Numbers or words whose count may change; places are counted from the front alone."""

    _type: type = float

    def __init__(self, values: Any = ()):
        super().__init__(self._type(value) for value in values)

    def __getitem__(self, key: Any) -> Any:
        return super().__getitem__(self._checked(key))

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(self._checked(key), value if isinstance(key, slice) else self._type(value))

    def _checked(self, key: Any) -> Any:
        if not isinstance(key, slice) and not 0 <= key < len(self):
            raise IndexError(f"place {key} does not exist; there are {len(self)}")
        return key


def _vector(name: str, kind: type) -> type[Vector]:
    return type(name, (Vector,), {"_type": kind, "__module__": "corten.compat.mujoco._specs"})


MjByteVec, MjCharVec, MjIntVec = _vector("MjByteVec", int), _vector("MjCharVec", str), _vector("MjIntVec", int)
MjDoubleVec, MjFloatVec = _vector("MjDoubleVec", float), _vector("MjFloatVec", float)
MjStringVec = _vector("MjStringVec", str)

VECTORS = {
    "u1": MjByteVec, "char": MjCharVec, "i4": MjIntVec, "f8": MjDoubleVec, "f4": MjFloatVec, "str": MjStringVec,
}  # fmt: skip


def fresh(described: Any) -> Any:
    """Return what a field of a new element holds."""
    if isinstance(described, list):
        dtype, shape, values = described
        return np.array([np.nan if each is None else each for each in values], dtype).reshape(shape)
    if not isinstance(described, dict):
        return described
    if "enum" in described:
        return member(described["enum"], described["value"])
    return VECTORS[described["vec"]]() if "vec" in described else float("nan")


def member(enum: str, value: int) -> Any:
    """Return the member of an enum that has a value, or the value if there is none."""
    kind = getattr(_enums, enum)
    return kind(value) if value in ENUMS[enum].values() else value


def to_field_type(described: Any, value: Any) -> Any:
    """Return a value in the type of a field; refuse what does not fit."""
    if isinstance(described, list):
        return _array(described, value)
    if isinstance(described, dict):
        if "enum" in described:
            return member(described["enum"], int(value))
        return VECTORS[described["vec"]](_flat(value)) if "vec" in described else float(value)
    if isinstance(described, bool):
        return bool(value)
    if isinstance(described, str):
        return str(value)
    return value if described is None else type(described)(value)


def _array(described: list[Any], value: Any) -> np.ndarray:
    """Return an array of as many numbers as the field has; a single one is the first of them."""
    array, given = fresh(described), np.asarray(value)
    if given.ndim and given.size != array.size:
        raise ValueError(f"it should be a list/array of size {array.size}.")
    array.reshape(-1)[: given.size] = given.ravel()
    return array


def _flat(value: Any) -> list[Any]:
    return list(value) if isinstance(value, str | bytes | list | tuple) else np.ravel(value).tolist()


def is_unwritten(value: Any) -> bool:
    """Tell whether a value says, by NaN in its first place, that nothing is written."""
    first = value.ravel()[0] if isinstance(value, np.ndarray) and value.size else value
    return isinstance(first, float) and first != first


def from_mjcf(described: Any, attribute: Attribute, value: Any) -> Any:
    """Return what MJCF says as the bindings have it; None is nothing."""
    if value is None:
        chars = isinstance(described, dict) and described.get("vec") == "char"
        return to_field_type(described, attribute.default or "") if chars else fresh(described)
    if attribute.type == "keyword":
        return _from_word(described, attribute.words, value)
    if attribute.type == "keywords":
        return sum(1 << attribute.words.index(word) for word in value)
    if isinstance(described, list):
        array = fresh(described)
        given = np.atleast_1d(np.asarray(value, array.dtype)).ravel()[: array.size]
        array.reshape(-1)[: len(given)] = given
        return array
    if isinstance(described, dict) and "vec" in described:
        return to_field_type(described, value.split() if described["vec"] == "str" else value)
    return to_field_type(described, value)


def to_mjcf(described: Any, attribute: Attribute, value: Any) -> Any:
    """Return a value of the bindings as MJCF has it; None if there is nothing to be written."""
    if is_unwritten(value):
        return None
    if attribute.type == "keyword" and not isinstance(value, str):
        return _word(described, attribute.words, int(value))
    if attribute.type == "keywords" and not isinstance(value, str):
        return tuple(word for bit, word in enumerate(attribute.words) if int(value) >> bit & 1)
    if attribute.type in ("string", "chars") and isinstance(value, list):
        return ("" if attribute.type == "chars" else " ").join(value) or None
    if isinstance(value, np.ndarray | list):
        flat = np.ravel(value).tolist()
        if attribute.type == "int":
            flat = [int(each) for each in flat]
        limit = len(flat) if attribute.most is None else attribute.most
        if attribute.single:
            return flat[0]
        return tuple(flat[:limit]) or None
    if isinstance(value, np.generic):
        value = value.item()
    return {"int": int, "real": float, "bool": bool}.get(attribute.type, lambda each: each)(value)


def _names_of(described: Any) -> dict[str, int]:
    """Return the members of the enum of a field, by their words in small letters."""
    if not isinstance(described, dict) or "enum" not in described:
        return {}
    return {name.partition("_")[2].lower(): value for name, value in ENUMS[described["enum"]].items()}


def _same(name: str, word: str) -> bool:
    """Tell whether the name of a member is a word of MJCF, or ends with it."""
    return name == word.lower() or name.endswith("_" + word.lower())


def _from_word(described: Any, words: tuple[str, ...], word: str) -> Any:
    """Return the member of the enum, or the number, that a word of MJCF stands for."""
    names = _names_of(described)
    found = [value for name, value in names.items() if _same(name, word)]
    if found:
        return member(described["enum"], names.get(word.lower(), found[0]))
    place = words.index(word)
    return bool(place) if isinstance(described, bool) else to_field_type(described, place)


def _word(described: Any, words: tuple[str, ...], number: int) -> str:
    """Return the word of MJCF for a member of an enum, or for a number."""
    name = next((name for name, value in _names_of(described).items() if value == number), "")
    found = [word for word in words if name and _same(name, word)]
    if found:
        return found[0]
    if not 0 <= number < len(words):
        raise ValueError(f"{number} is not one of {', '.join(words)}")
    return words[number]
