"""Flexes that are made in Python: `body.make_flex` writes a <flexcomp>, which the compiler turns into bodies."""

from typing import Any

import numpy as np

from corten.compat.mujoco.arguments import missing
from corten.compat.mujoco.spec_elements import MjsElement

# edge equality by the numbers that make_flex takes
EQUALITY = {0: "false", 1: "true", 3: "strain"}
ELASTIC_2D = ("none", "bend", "stretch", "both")
SELF_COLLIDE = ("none", "narrow", "bvh", "sap", "auto")

# attributes of a flex by the part of <flexcomp> that says them
PARTS = {
    "flexcomp": "group radius material rgba flatskin",
    "edge": "edgestiffness edgedamping",
    "elasticity": "young poisson damping thickness elastic2d",
    "contact": "contype conaffinity condim priority friction solmix solref solimp margin gap selfcollide activelayers "
    "passive",
}
PLACES = {name: part for part, names in PARTS.items() for name in names.split()}
WORDS = {"elastic2d": ELASTIC_2D, "selfcollide": SELF_COLLIDE}


class MadeFlex:
    """A flex that `make_flex` made: what a <flexcomp> says can be set; the rest follows when it is compiled."""

    __slots__ = ("_element", "_spec")

    def __init__(self, spec: Any, element: Any):
        object.__setattr__(self, "_spec", spec)
        object.__setattr__(self, "_element", element)

    @property
    def name(self) -> str:
        """Its name."""
        return self._element.attributes["name"]

    def _part(self, name: str) -> Any:
        """Return the element that says an attribute, which is made if there is none."""
        if name not in PLACES:
            raise missing(f"attribute {name!r} of a flex that make_flex made", "corten.Spec has those of <flexcomp>")
        if PLACES[name] == "flexcomp":
            return self._element
        return self._element.first(PLACES[name]) or self._element.add(PLACES[name])

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        value = getattr(self._part(name), name.removeprefix("edge"))
        return WORDS[name].index(value) if name in WORDS else value

    def __setattr__(self, name: str, value: Any) -> None:
        self._spec._changed()
        value = WORDS[name][int(value)] if name in WORDS else value
        setattr(self._part(name), name.removeprefix("edge"), value.tolist() if isinstance(value, np.ndarray) else value)


def make_flex(self: MjsElement, name: str, type: str | None = None, dim: int = 3, **given: Any) -> MadeFlex:
    """Add a flex with its bodies, as <flexcomp> does; return what its numbers can be set by."""
    if given.get("mesh") is not None and given.get("file") is not None:
        raise ValueError("flexcomp cannot have both 'file' and 'mesh'")
    if given.get("mesh") is not None and self._spec.mesh(given["mesh"]) is None:
        raise ValueError(f"mesh '{given['mesh']}' not found")
    if given.pop("vfs", None) is not None:
        raise missing("make_flex with a vfs", "MjSpec.assets has files by name")
    equality, elastic = int(given.pop("equality", 0)), int(given.pop("elastic2d", 0))
    if equality not in EQUALITY:
        raise ValueError("Invalid edge equality, must be 0 (none), 1 (edge) or 3 (strain)")
    named = "mesh" if given.get("mesh") or given.get("file") else "grid"
    # a radius that is not given is zero here, other than in MJCF
    attributes = {"radius": 0.0, **{word: value for word, value in given.items() if value is not None}}
    for flag in ("rigid", "flatskin"):
        attributes[flag] = bool(attributes.get(flag, False))
    self._spec._changed()
    element = self._element.add("flexcomp", name=name, type=type or named, dim=int(dim), **attributes)
    flex = MadeFlex(self._spec, element)
    if equality:
        element.add("edge", equality=EQUALITY[equality])
    if elastic:
        flex.elastic2d = elastic
    return flex
