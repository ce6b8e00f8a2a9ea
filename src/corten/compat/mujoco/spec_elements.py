"""Elements of an MjSpec: bodies, geoms, joints, ..., over those of a corten Spec."""

from typing import Any

import numpy as np

from corten.compat.mujoco.names import missing
from corten.spec.attach import class_in_force
from corten.spec.defaults import DefaultClasses
from corten.spec.element import Element

# attributes of the bindings that MJCF calls otherwise
RENAMED = {
    "meshname": "mesh", "hfieldname": "hfield", "userdata": "user", "classname": "class", "fluid_coefs": "fluidcoef",
    "solref_limit": "solreflimit", "solimp_limit": "solimplimit", "solref_friction": "solreffriction",
    "solimp_friction": "solimpfriction", "bodyname1": "body1", "bodyname2": "body2", "geomname1": "geom1",
    "geomname2": "geom2",
}  # fmt: skip

# numbers of a body that stand in its <inertial>
INERTIAL = {"mass": "mass", "ipos": "pos", "iquat": "quat", "inertia": "diaginertia", "fullinertia": "fullinertia"}

# what an actuator of a transmission pulls on: words of mjtTrn in order
TARGETS = ("joint", "jointinparent", "cranksite", "tendon", "site", "body")

# children that bodies and frames may have: word of the list, tag
CHILDREN = {
    "bodies": "body", "geoms": "geom", "joints": "joint", "sites": "site", "cameras": "camera", "lights": "light",
    "frames": "frame",
}  # fmt: skip


class MjsElement:
    """An element that can be edited; what MJCF does not say has its default."""

    def __init__(self, spec: Any, element: Element):
        own = self.__dict__
        own["_spec"], own["_element"], own["_arrays"], own["_trntype"] = spec, element, {}, 0

    # ---------------------------------------------------------------- attributes

    def __getattr__(self, name: str) -> Any:
        if name in CHILDREN and CHILDREN[name] in self._element.declaration.children:
            return self._spec._below(self._element, CHILDREN[name])
        if name == "name" and self._element.tag == "worldbody":
            return "world"
        if name == "alt":
            return Orientation(self._element)
        if name == "parent":
            return self._spec._wrapped(self._element.parent)
        if name == "target" and self._element.tag == "general":
            return next((self._element.attributes[word] for word in TARGETS if word in self._element.attributes), "")
        element, word = self._place(name)
        if name in self._arrays:
            return self._arrays[name][0]
        value = self._value(element, word)
        if isinstance(value, tuple):
            array = np.array(value)
            self._arrays[name] = (array, array.copy())
            return array
        return value

    def _value(self, element: Element, word: str) -> Any:
        described = element.declaration.attributes[word]
        childclass = class_in_force(element.parent) if element.parent is not None else None
        value = DefaultClasses(self._spec._spec.root).resolve(element, childclass)[word]
        if described.type == "keyword" and value in described.words:
            return described.words.index(value)
        return "" if value is None and described.type in ("string", "name", "reference") else value

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "trntype" and self._element.tag == "general":
            self.__dict__["_trntype"] = int(value)
            self.target = self.target
            return
        if name == "target" and self._element.tag == "general":
            for word in TARGETS:
                self._element.attributes.pop(word, None)
            if value:
                self._element[TARGETS[self._trntype]] = value
            return
        element, word = self._place(name)
        described = element.declaration.attributes[word]
        if described.type == "keyword" and not isinstance(value, str):
            value = described.words[int(value)]
        elif isinstance(value, np.ndarray | list):
            value = tuple(np.ravel(value).tolist())
        elif isinstance(value, np.generic):
            value = value.item()
        self._arrays.pop(name, None)
        element[word] = value

    def _place(self, name: str) -> tuple[Element, str]:
        """Return the element that an attribute stands in, and its word there."""
        element = self._element
        if element.tag == "body" and name in INERTIAL:
            inertial = element.first("inertial") or element.add("inertial", pos=(0, 0, 0))
            return inertial, INERTIAL[name]
        word = RENAMED.get(name, name)
        if word not in element.declaration.attributes:
            if name.startswith("_"):
                raise AttributeError(name)
            raise missing(f"attribute {name!r} of <{element.tag}> in MjSpec", "corten.Spec has those of MJCF")
        return element, word

    def _flush(self) -> None:
        """Write arrays that were changed in place."""
        for name, (array, before) in list(self._arrays.items()):
            if not np.array_equal(array, before):
                setattr(self, name, array)

    # ---------------------------------------------------------------- children

    def _add(self, tag: str, default: Any = None, **attributes: Any) -> "MjsElement":
        child = self._spec._wrapped(self._element.add(tag))
        if default is not None:
            child.classname = default if isinstance(default, str) else default.name
        for name in sorted(attributes, key=lambda name: name != "trntype"):
            setattr(child, name, attributes[name])
        return child

    def add_body(self, default: Any = None, **attributes: Any) -> "MjsElement":
        """Add a body."""
        return self._add("body", default, **attributes)

    def add_geom(self, default: Any = None, **attributes: Any) -> "MjsElement":
        """Add a geom."""
        return self._add("geom", default, **attributes)

    def add_joint(self, default: Any = None, **attributes: Any) -> "MjsElement":
        """Add a joint."""
        return self._add("joint", default, **attributes)

    def add_freejoint(self, **attributes: Any) -> "MjsElement":
        """Add a free joint."""
        return self._add("freejoint", None, **attributes)

    def add_site(self, default: Any = None, **attributes: Any) -> "MjsElement":
        """Add a site."""
        return self._add("site", default, **attributes)

    def add_camera(self, default: Any = None, **attributes: Any) -> "MjsElement":
        """Add a camera."""
        return self._add("camera", default, **attributes)

    def add_light(self, default: Any = None, **attributes: Any) -> "MjsElement":
        """Add a light."""
        return self._add("light", default, **attributes)

    def add_frame(self, default: Any = None, **attributes: Any) -> "MjsElement":
        """Add a frame."""
        return self._add("frame", default, **attributes)

    def attach_body(self, body: "MjsElement", prefix: str = "", suffix: str = "") -> "MjsElement":
        """Put a body of this or another spec here."""
        body._spec._flush()
        return self._spec._wrapped(self._element.attach(body._element, prefix, suffix))

    def attach_frame(self, frame: "MjsElement", prefix: str = "", suffix: str = "") -> "MjsElement":
        """Put a frame of this or another spec here."""
        return self.attach_body(frame, prefix, suffix)

    def delete(self) -> None:
        """Take it, with all that it holds, out of the model."""
        self._element.remove()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MjsElement) and self._element is other._element

    def __hash__(self) -> int:
        return id(self._element)

    def __repr__(self) -> str:
        return f"<Mjs {self._element.label()}>"


class Orientation:
    """Other ways to write an orientation: `geom.alt.euler = 0, 0, 90`."""

    __slots__ = ("_element",)

    def __init__(self, element: Element):
        object.__setattr__(self, "_element", element)

    def __getattr__(self, name: str) -> Any:
        value = self._element.attributes.get(name)
        return None if value is None else np.array(value)

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in ("axisangle", "xyaxes", "zaxis", "euler"):
            raise AttributeError(f"an orientation has no {name!r}")
        self._element[name] = tuple(np.ravel(value).tolist())
