"""Rows of a model or data by elements of the MjSpec that it was compiled from: `data.bind(spec.joint("knee")).qpos`."""

from collections.abc import Sequence
from typing import Any

import numpy as np

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
