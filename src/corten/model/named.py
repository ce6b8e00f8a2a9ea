"""Objects by name: `model.body("torso").mass`, `data.joint("knee").qpos`."""

from typing import Any

import numpy as np

from corten.enums import JOINT_COORDINATES, JOINT_DOFS, JointType

# kind: (size that counts the objects, prefix of their fields)
KINDS = {
    "body": ("nbody", "body_"),
    "joint": ("njnt", "jnt_"),
    "geom": ("ngeom", "geom_"),
    "site": ("nsite", "site_"),
    "camera": ("ncam", "cam_"),
    "light": ("nlight", "light_"),
    "actuator": ("nactuator", "actuator_"),
    "tendon": ("ntendon", "tendon_"),
    "sensor": ("nsensor", "sensor_"),
    "equality": ("neq", "eq_"),
    "mesh": ("nmesh", "mesh_"),
    "hfield": ("nhfield", "hfield_"),
    "texture": ("ntex", "tex_"),
    "material": ("nmat", "mat_"),
    "numeric": ("nnumeric", "numeric_"),
    "text": ("ntext", "text_"),
    "tuple": ("ntuple", "tuple_"),
    "key": ("nkey", "key_"),
}
ALIASES = {"jnt": "joint", "cam": "camera", "keyframe": "key", "eq": "equality"}


def object_kind(kind: str) -> str:
    """Return the canonical word for a kind of object."""
    kind = ALIASES.get(kind, kind)
    if kind not in KINDS:
        raise ValueError(f"{kind!r} is not a kind of object; kinds are {', '.join(KINDS)}")
    return kind


class NamedView:
    """One object of a Model or Data: its rows of all arrays that have one for it, as views."""

    __slots__ = ("_kind", "_model", "_owner", "id", "name")

    def __init__(self, model: Any, owner: Any, kind: str, key: str | int):
        number = key if isinstance(key, int | np.integer) else model.id(kind, key)
        object.__setattr__(self, "name", model.name(kind, int(number)))
        object.__setattr__(self, "id", int(number))
        object.__setattr__(self, "_kind", kind)
        object.__setattr__(self, "_model", model)
        object.__setattr__(self, "_owner", owner)

    def _rows(self, attribute: str) -> np.ndarray:
        size, prefix = KINDS[self._kind]
        fields = self._owner.layout.fields
        for name in (prefix + attribute, attribute):
            if name in fields and fields[name].shape and fields[name].shape[0] == size:
                array = getattr(self._owner, name)
                return array[self.id] if array.ndim > 1 else array[self.id : self.id + 1]
        if self._kind == "joint":
            return self._joint_rows(attribute)
        if self._kind == "actuator":
            return self._actuator_rows(attribute)
        if self._kind == "sensor" and attribute == "data" and "sensordata" in fields:
            first = int(self._model.sensor_adr[self.id])
            return self._owner.sensordata[first : first + int(self._model.sensor_dim[self.id])]
        raise AttributeError(f"{self._kind} {self.name!r} has no {attribute!r} here")

    def _joint_rows(self, attribute: str) -> np.ndarray:
        """Return the coordinates or dofs of a joint."""
        model, fields = self._model, self._owner.layout.fields
        kind = JointType(int(model.jnt_type[self.id]))
        spans = {"nq": (model.jnt_qposadr, JOINT_COORDINATES), "nv": (model.jnt_dofadr, JOINT_DOFS)}
        for name in (attribute, "dof_" + attribute):
            if name in fields and fields[name].shape and fields[name].shape[0] in spans:
                addresses, counts = spans[fields[name].shape[0]]
                first = int(addresses[self.id])
                return getattr(self._owner, name)[first : first + counts[kind]]
        raise AttributeError(f"joint {self.name!r} has no {attribute!r} here")

    def _actuator_rows(self, attribute: str) -> np.ndarray:
        """Return what belongs to the controls, force outputs or activations of an actuator."""
        model, fields = self._model, self._owner.layout.fields
        spans = {"nu": "ctrl", "nout": "out", "na": "act"}
        for name in ("actuator_" + attribute, attribute):
            if name in fields and fields[name].shape and fields[name].shape[0] in spans:
                span = spans[str(fields[name].shape[0])]
                first, count = (int(getattr(model, f"actuator_{span}{word}")[self.id]) for word in ("adr", "num"))
                return getattr(self._owner, name)[max(first, 0) : max(first, 0) + count]
        raise AttributeError(f"actuator {self.name!r} has no {attribute!r} here")

    def __getattr__(self, attribute: str) -> Any:
        return self._rows(attribute)

    def __setattr__(self, attribute: str, value: Any) -> None:
        self._rows(attribute)[...] = value

    def __repr__(self) -> str:
        return f"<{self._kind} {self.id} {self.name!r}>"
