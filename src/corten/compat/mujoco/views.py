"""Objects by name: `model.body("torso").mass`, `data.joint("knee").qpos`, with the attributes of the bindings."""

import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from corten.compat.mujoco.arguments import NAMES, missing
from corten.compat.mujoco.lookups import ORDER, names_of
from corten.enums import JOINT_COORDINATES, JOINT_DOFS, JointType

# view: (methods that give it, word in ORDER, prefixes of fields in order of precedence)
VIEWS = {
    "Body": (("body",), "body", ("body_", "")),
    "Joint": (("joint", "jnt"), "jnt", ("jnt_", "dof_", "")),
    "Geom": (("geom",), "geom", ("geom_",)),
    "Site": (("site",), "site", ("site_",)),
    "Camera": (("camera", "cam"), "cam", ("cam_",)),
    "Light": (("light",), "light", ("light_",)),
    "Mesh": (("mesh",), "mesh", ("mesh_",)),
    "Skin": (("skin",), "skin", ("skin_",)),
    "Hfield": (("hfield",), "hfield", ("hfield_",)),
    "Texture": (("texture", "tex"), "tex", ("tex_",)),
    "Material": (("material", "mat"), "mat", ("mat_",)),
    "Pair": (("pair",), "pair", ("pair_",)),
    "Exclude": (("exclude",), "exclude", ("exclude_",)),
    "Equality": (("equality", "eq"), "eq", ("eq_",)),
    "Tendon": (("tendon", "ten"), "tendon", ("tendon_", "ten_", "")),
    "Actuator": (("actuator",), "actuator", ("actuator_", "")),
    "Sensor": (("sensor",), "sensor", ("sensor_", "sensor")),
    "Numeric": (("numeric",), "numeric", ("numeric_",)),
    "Tuple": (("tuple",), "tuple", ("tuple_",)),
    "Keyframe": (("key", "keyframe"), "key", ("key_",)),
}

# how rows of an array are found where an object has several: fields of first row and count, or a function
SPANS: dict[str, Any] = {
    "nu": ("actuator_ctrladr", "actuator_ctrlnum"),
    "nout": ("actuator_outadr", "actuator_outnum"),
    "na": ("actuator_actadr", "actuator_actnum"),
    "nsensordata": ("sensor_adr", "sensor_dim"),
    "nnumericdata": ("numeric_adr", "numeric_size"),
    "ntupledata": ("tuple_adr", "tuple_size"),
}

# sizes of which an object of one row has it without the axis of rows
SINGLE = ("nu", "nout")


class View:
    """One object of a model or data: its rows of the arrays of all objects of its kind."""

    _owner: Any
    id: int
    _word: str
    _attributes: tuple[str, ...]

    def __init__(self, owner: Any, number: int):
        self.__dict__["_owner"], self.__dict__["id"] = owner, number

    @property
    def name(self) -> str:
        """Its name, empty if it has none."""
        model = getattr(self._owner, "model", self._owner)._model
        return names_of(model, ORDER[self._word][0])[self.id]

    def __getattr__(self, name: str) -> np.ndarray:
        if name == "_limited" and self._word == "tendon":
            # the bindings of 4.0 call this one so
            return self._owner.tendon_limited[self.id : self.id + 1]
        if name not in self._attributes:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        if name == "moment":
            return _moment_rows(self._owner, self.id)
        value = self.__dict__[name] = find_rows(self._owner, type(self), self.id, name)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self._attributes:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        getattr(self, name)[...] = value

    def __dir__(self) -> list[str]:
        return ["id", "name", *self._attributes]

    def __repr__(self) -> str:
        rows = "".join(f"  {name}: {getattr(self, name)!r}\n" for name in sorted({"id", "name", *self._attributes}))
        return f"<{type(self).__name__}\n{rows}>"


def find_rows(owner: Any, kind: Any, number: int, attribute: str) -> np.ndarray:
    """Return the rows of an object in the array that an attribute stands for."""
    field, extents = kind._fields[attribute]
    array, first = getattr(owner, field), extents[0]
    model = getattr(owner, "model", owner)
    if first == ORDER[kind._word][1]:
        return array[number] if len(extents) > 1 else array[number : number + 1]
    if first == "nplastic":
        return array[_plastic_span(model, kind._word, number)]
    rows = array[row_span(model, first, number)]
    if first == "ntexdata":
        return rows.reshape(model.tex_height[number], model.tex_width[number], model.tex_nchannel[number])
    if first == "nhfielddata":
        return rows.reshape(model.hfield_nrow[number], model.hfield_ncol[number])
    return rows[0] if first in SINGLE and len(extents) > 1 and len(rows) == 1 else rows


def row_span(model: Any, size: str, number: int) -> slice:
    """Return the rows of an object in an array of a size that is not that of its kind."""
    if size in ("nq", "nv"):
        kind = JointType(int(model.jnt_type[number]))
        first = int((model.jnt_qposadr if size == "nq" else model.jnt_dofadr)[number])
        return slice(first, first + (JOINT_COORDINATES if size == "nq" else JOINT_DOFS)[kind])
    if size in SPANS:
        adr, num = (int(getattr(model, name)[number]) for name in SPANS[size])
        return slice(max(adr, 0), max(adr, 0) + num)
    if size == "nJten":
        first = int(model.ten_J_rowadr[number])
        return slice(first, first + int(model.ten_J_rownnz[number]))
    if size == "nhfielddata":
        first = int(model.hfield_adr[number])
        return slice(first, first + int(model.hfield_nrow[number] * model.hfield_ncol[number]))
    if size == "ntexdata":
        first = int(model.tex_adr[number])
        count = model.tex_height[number] * model.tex_width[number] * model.tex_nchannel[number]
        return slice(first, first + int(count))
    raise missing(f"rows of {size} by name")


def _plastic_span(model: Any, word: str, number: int) -> slice:
    """Return the plastic state of a joint or tendon."""
    first = int((model.jnt_plasticadr if word == "jnt" else model.tendon_plasticadr)[number])
    if first < 0:
        return slice(0)
    width = JOINT_COORDINATES[JointType(int(model.jnt_type[number]))] if word == "jnt" else 2
    return slice(first, first + width)


def _moment_rows(data: Any, number: int) -> np.ndarray:
    """Return the moment arms of an actuator, dense: a copy."""
    rows = data._data.actuator_moment[row_span(data.model, "nout", number)]
    rows.flags.writeable = False
    return rows[0] if len(rows) == 1 else rows


def _view_class(side: str, kind: str) -> type[View] | None:
    """Return the class of views of a kind of object, None where the bindings have none."""
    name = f"_Mj{side}{kind}Views"
    if name not in NAMES["views"]:
        return None
    _, word, prefixes = VIEWS[kind]
    attributes = tuple(each for each in NAMES["views"][name] if each not in ("id", "name"))
    table, fields = NAMES[side.lower()], {}
    for attribute in attributes:
        # a joint has the body of each of its dofs
        if (kind, attribute) == ("Joint", "bodyid"):
            fields[attribute] = ("dof_bodyid", table["dof_bodyid"][1])
            continue
        found = next((prefix + attribute for prefix in prefixes if prefix + attribute in table), None)
        if found is not None:
            fields[attribute] = (found, table[found][1])
    members = {
        "_word": word,
        "_attributes": attributes,
        "_fields": fields,
        "__module__": "corten.compat.mujoco._structs",
    }
    return type(name, (View,), members)


def _getter(view: type[View], side: str) -> Callable[..., View]:
    """Return the method that gives the view of an object by name or number."""
    kind = ORDER[view._word][0]

    def get(self: Any, name: Any = "") -> View:
        made = self.__dict__["_views_made"]
        found = made.get((view, name))
        if found is None:
            number = _find(getattr(self, "model", self)._model, kind, name)
            found = made.setdefault((view, number), view(self, number))
            made[(view, name)] = found
        return found

    get.__doc__ = f"Return the {kind} of a name or number: its rows of all arrays that have one for it."
    return get


def _find(model: Any, kind: str, name: Any) -> int:
    names = names_of(model, kind)
    if isinstance(name, str):
        number = next((i for i, each in enumerate(names) if each == name), -1) if name else -1
        if number < 0:
            raise KeyError(f"Invalid name '{name}'. Valid names: {sorted(each for each in names if each)}")
        return number
    number = operator.index(name)
    if not 0 <= number < len(names):
        raise IndexError(f"Invalid index {number}. Valid indices from 0 to {len(names) - 1}")
    return number


# classes of views by their names in the bindings
CLASSES: dict[str, type[View]] = {}


def add_views(owner: type, side: str) -> None:
    """Add the methods that give views to MjModel or MjData."""
    for kind, (methods, _, _) in VIEWS.items():
        view = _view_class(side, kind)
        if view is None:
            continue
        CLASSES[view.__name__] = view
        for method in methods:
            if method in NAMES["methods"][f"Mj{side}"]:
                setattr(owner, method, _getter(view, side))


# ---------------------------------------------------------------- rows by elements of an MjSpec


# classes of elements, and the method that gives their views
METHODS = {
    "MjsBody": "body", "MjsGeom": "geom", "MjsJoint": "joint", "MjsSite": "site", "MjsCamera": "camera",
    "MjsLight": "light", "MjsMesh": "mesh", "MjsSkin": "skin", "MjsHField": "hfield", "MjsTexture": "texture",
    "MjsMaterial": "material", "MjsPair": "pair", "MjsExclude": "exclude", "MjsEquality": "equality",
    "MjsTendon": "tendon", "MjsActuator": "actuator", "MjsSensor": "sensor", "MjsNumeric": "numeric",
    "MjsTuple": "tuple", "MjsKey": "key",
}  # fmt: skip


class Bound:
    """Rows of several elements, one after the other."""

    def __init__(self, views: list[Any]):
        self.__dict__["_views"] = views

    def __getattr__(self, name: str) -> Any:
        found = [getattr(view, name) for view in self._views]
        if name in ("id", "name") or not found:
            return found
        if all(np.size(part) == 1 for part in found):
            return np.array([np.ravel(part)[0] for part in found])
        same = all(np.shape(part) == np.shape(found[0]) for part in found)
        return np.array(found) if same else np.concatenate([np.ravel(part) for part in found])

    def __setattr__(self, name: str, value: Any) -> None:
        now, given = getattr(self, name), np.asarray(value)
        if np.shape(now) != given.shape and np.size(now) != given.size:
            raise ValueError(f"{name} has the shape {given.shape}; {np.shape(now)} is expected")
        flat, place = given.ravel(), 0
        for view in self._views:
            target = getattr(view, name)
            target[...] = flat[place : place + np.size(target)].reshape(np.shape(target))
            place += np.size(target)


def bind_scalar(self: Any, spec: Any = None) -> Any:
    """Return the rows of an element of the spec that this was compiled from."""
    model = getattr(self, "model", self)
    if spec is None:
        return Bound([])
    owner = spec._spec
    if spec.id < 0 and not spec._is_there:
        raise IndexError("Invalid index -1: the element was deleted from its mjSpec")
    if owner.__dict__.get("_compiled") is None or model.__dict__.get("_made_of") is not owner.__dict__["_compiled"]:
        raise ValueError("The mjSpec does not match mjModel. Please recompile the mjSpec.")
    return getattr(self, METHODS[type(spec).__name__])(spec.id)


def bind(self: Any, specs: Any) -> Any:
    """Return the rows of an element, or of several, of the spec that this was compiled from."""
    if isinstance(specs, Sequence):
        return Bound([bind_scalar(self, spec) for spec in specs])
    return bind_scalar(self, specs)


def add_binding(owner: type) -> None:
    """Add the methods to MjModel or MjData."""
    setattr(owner, "bind", bind)  # noqa: B010
    setattr(owner, "bind_scalar", bind_scalar)  # noqa: B010
