"""Elements of an MjSpec: bodies, geoms, joints, ..., over those of a corten Spec."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from corten.compat.mujoco.arguments import NAMES, missing
from corten.compat.mujoco.spec_values import fresh, from_mjcf, member, to_field_type, to_mjcf
from corten.passes.attach import class_in_force
from corten.spec.defaults import MAIN
from corten.spec.element import Element

# attributes of the bindings that MJCF calls otherwise
RENAMED = {
    "meshname": "mesh", "hfieldname": "hfield", "userdata": "user", "fluid_coefs": "fluidcoef",
    "fluid_ellipsoid": "fluidshape", "typeinertia": "shellinertia", "actfrclimited": "actuatorfrclimited",
    "actfrcrange": "actuatorfrcrange", "actgravcomp": "actuatorgravcomp", "solref_limit": "solreflimit",
    "solimp_limit": "solimplimit", "solref_friction": "solreffriction", "solimp_friction": "solimpfriction",
    "bodyname1": "body1", "bodyname2": "body2", "geomname1": "geom1", "geomname2": "geom2", "targetbody": "target",
    "proj": "projection", "focal_length": "focal", "focal_pixel": "focalpixel", "principal_length": "principal",
    "principal_pixel": "principalpixel", "sensor_size": "sensorsize", "uservert": "vertex", "usernormal": "normal",
    "usertexcoord": "texcoord", "userface": "face", "degree": "angle",
}  # fmt: skip

# other ways to write an orientation
ORIENTATIONS = ("axisangle", "xyaxes", "zaxis", "euler")

TYPES = NAMES["enums"]["mjtOrientation"]

# a field that MJCF has no word for: it is remembered, and changes nothing
REMEMBERED = ("info",)


class MjsElement:
    """An element that can be edited; what MJCF does not say has its default."""

    _table: dict[str, Any] = NAMES["specs"]["MjsElement"]

    def __init__(self, spec: Any, element: Element):
        own = self.__dict__
        own["_spec"], own["_element"], own["_arrays"], own["_remembered"] = spec, element, {}, {}
        own["_id"] = -1

    @property
    def id(self) -> int:
        """Its number in the model that was compiled last, -1 before."""
        return self._id

    @property
    def signature(self) -> int:
        """The signature of the model that its spec was compiled to last; 0 if it was edited since."""
        return self._spec._signature()

    @property
    def parent(self) -> Any:
        """The body that it is in; None if it was deleted."""
        return self._spec._wrapped(body_of(self._element.parent)) if self._is_there else None

    @property
    def frame(self) -> Any:
        """The frame that it stands in, None without."""
        above = self._element.parent
        return self._spec._wrapped(above) if above is not None and above.tag == "frame" else None

    @property
    def compiler(self) -> Any:
        """The compiler's settings."""
        return self._spec.compiler

    @property
    def alt(self) -> "MjsOrientation":
        """Other ways to write its orientation."""
        return MjsOrientation(self._element, self.__dict__.setdefault("_alt", {}))

    @property
    def classname(self) -> Any:
        """The default class that holds for it."""
        key = "childclass" if self._element.tag in ("body", "frame", "worldbody") else "class"
        own = self._element.attributes.get(key)
        above = class_in_force(self._element.parent) if self._element.parent is not None else None
        return self._spec.find_default(own or above or MAIN)

    @classname.setter
    def classname(self, default: Any) -> None:
        key = "childclass" if self._element.tag in ("body", "frame", "worldbody") else "class"
        self._element[key] = default if isinstance(default, str) else default.name

    # ---------------------------------------------------------------- attributes

    def __getattr__(self, name: str) -> Any:
        described = self._described(name)
        if name in REMEMBERED:
            return self._remembered.get(name, described)
        if name not in self._arrays:
            element, word = self._place(name, False)
            value = fresh(described) if element is None else self._value(described, element, word)
            if not isinstance(value, np.ndarray | list):
                return value
            self._arrays[name] = (value, value.copy())
        return self._arrays[name][0]

    def _described(self, name: str) -> Any:
        if name not in self._table:
            raise AttributeError(f"'mujoco._specs.{type(self).__name__}' object has no attribute '{name}'")
        return self._table[name]

    @property
    def _is_there(self) -> bool:
        """Whether it is still in the model."""
        above = self._element
        while above.parent is not None:
            above = above.parent
        return above is self._spec._spec.root

    def _value(self, described: Any, element: Element, word: str) -> Any:
        """Return what counts for an attribute: written, else of its class, else the default."""
        classes, holder = self._spec._classes(), element.parent
        above = None
        if holder is not None:
            inside = holder.tag == "default"
            above = holder.attributes.get("class", MAIN) if inside else class_in_force(holder)
        value = classes.resolve(element, above)
        written = value[word] if value.given(word) else None
        return from_mjcf(described, element.declaration.attributes[word], written)

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(getattr(type(self), name, None), property):
            object.__setattr__(self, name, value)
            return
        described = self._described(name)
        if name in REMEMBERED:
            self._remembered[name] = value
            return
        if name == "name":
            self._rename(value)
            return
        element, word = self._place(name, True)
        if element is None:
            if np.array_equal(to_field_type(described, value), fresh(described)):
                return
            raise missing(f"attribute {name!r} of <{self._element.tag}> in MjSpec", "corten.Spec has those of MJCF")
        attribute = element.declaration.attributes[word]
        self._arrays.pop(name, None)
        if isinstance(described, list) and np.ndim(value) == 0 and attribute.spread:
            value = np.full(described[1], value)
        elif name == "size" and isinstance(described, list):
            if not 1 <= np.size(value) <= described[1][0]:
                raise ValueError(f"size should be a list/array of size 1 to {described[1][0]}.")
            value = [*np.ravel(value), *[0.0] * (described[1][0] - np.size(value))]
        element[word] = to_mjcf(described, attribute, to_field_type(described, value))
        self._spec._changed()

    def _rename(self, name: str) -> None:
        """Give it another name; two elements of a kind cannot have the same."""
        self._spec._refuse_name(self._element, name)
        self._element["name"] = name or None
        self._spec._changed()

    def _place(self, name: str, writing: bool) -> tuple[Element | None, str]:
        """Return the element that an attribute stands in, and its word there; None if MJCF has no such word."""
        element, word = self._element, RENAMED.get(name, name)
        return (element if word in element.declaration.attributes else None), word

    def _flush(self) -> None:
        """Write arrays that were changed in place."""
        for name, (array, before) in list(self._arrays.items()):
            if not np.array_equal(array, before, equal_nan=isinstance(array, np.ndarray)):
                setattr(self, name, array)

    # ---------------------------------------------------------------- the tree

    def _set(self, attributes: dict[str, Any]) -> None:
        """Set several attributes; orientations may be among them."""
        for name, value in attributes.items():
            if value is None:
                continue
            if name in ORIENTATIONS and name not in self._table:
                setattr(self.alt, name, value)
                setattr(self.alt, "type", TYPES[f"mjORIENTATION_{name.upper()}"])  # noqa: B010
            else:
                setattr(self, name, value)

    def set_frame(self, frame: "MjsElement") -> None:
        """Move it into a frame of the same body."""
        parent = self._element.parent
        if parent is None or body_of(frame._element.parent) is not body_of(parent):
            raise ValueError("the frame is of another body")
        self._element.remove()
        frame._element.adopt(self._element)

    def delete(self) -> None:
        """Take it, with all that it holds and all that names it, out of the model."""
        self._spec.delete(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MjsElement) and self._element is other._element

    def __hash__(self) -> int:
        return id(self._element)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._element.label()}>"


def body_of(element: Element | None) -> Element | None:
    """Return the body that an element is, or stands in."""
    while element is not None and element.tag not in ("body", "worldbody"):
        element = element.parent
    return element


def own_children(holder: Element) -> Iterator[Element]:
    """Yield what a body holds itself, in the order of the text: what stands in its frames too."""
    for child in holder.children:
        yield child
        if child.tag == "frame":
            yield from own_children(child)


def bodies_below(body: Element) -> Iterator[Element]:
    """Yield a body and all that are below it, as they are numbered."""
    yield body
    for child in own_children(body):
        if child.tag == "body":
            yield from bodies_below(child)


class MjsOrientation:
    """Other ways to write an orientation: of its fields the one that `type` names counts, none for a quaternion."""

    __slots__ = ("_element", "_written")

    def __init__(self, element: Element | None = None, written: dict[str, Any] | None = None):
        object.__setattr__(self, "_element", element)
        object.__setattr__(self, "_written", {} if written is None else written)

    def _word(self) -> str:
        return next((word for word in ORIENTATIONS if word in self._element.attributes), "quat")

    @property
    def type(self) -> Any:
        """Which way is used: mjtOrientation."""
        return member("mjtOrientation", TYPES[f"mjORIENTATION_{self._word().upper()}"])

    def __getattr__(self, name: str) -> Any:
        if name not in ORIENTATIONS:
            raise AttributeError(f"an orientation has no {name!r}")
        if name not in self._written:
            value = self._element.attributes.get(name)
            described = NAMES["specs"]["MjsOrientation"][name]
            self._written[name] = fresh(described) if value is None else np.array(value, float)
        return self._written[name]

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "type":
            word = next(word for word, number in TYPES.items() if number == int(value)).partition("_")[2].lower()
        elif name in ORIENTATIONS:
            self._written[name], word = np.array(value, float).ravel(), self._word()
        else:
            raise AttributeError(f"an orientation has no {name!r}")
        for other in ORIENTATIONS:
            self._element.attributes.pop(other, None)
        if word != "quat":
            self._element.attributes.pop("quat", None)
            self._element[word] = tuple(getattr(self, word).tolist())


class MjsDefault:
    """A default class: `default.geom.rgba = 1, 0, 0, 1`."""

    # what the bindings call otherwise than MJCF
    TAGS = {"actuator": "general"}

    def __init__(self, spec: Any, element: Element):
        self._spec, self._element = spec, element

    @property
    def name(self) -> str:
        """Its name."""
        return self._element.attributes.get("class") or MAIN

    @name.setter
    def name(self, name: str) -> None:
        self._element["class"] = name

    def __getattr__(self, name: str) -> Any:
        if name not in NAMES["specs"]["MjsDefault"]:
            raise AttributeError(f"'mujoco._specs.MjsDefault' object has no attribute '{name}'")
        tag = self.TAGS.get(name, name)
        if tag not in self._element.declaration.children:
            raise missing(f"<{tag}> in default classes", "corten.Spec has those of MJCF")
        return self._spec._wrapped(self._element.first(tag) or self._element.add(tag), name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MjsDefault) and self._element is other._element

    def __hash__(self) -> int:
        return id(self._element)
