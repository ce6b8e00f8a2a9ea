"""What MuJoCo's bindings are made of, as `tools/list_mujoco_names.py` found it: names, values, shapes, arguments."""

import json
from importlib.resources import files
from typing import Any

NAMES: dict[str, Any] = json.loads(files("corten.compat.mujoco").joinpath("names.json").read_text("utf-8"))


class Missing(NotImplementedError, AttributeError):
    """Something that MuJoCo's bindings have and the stand-in has not; `hasattr` says False of it."""


class Lazy:
    """A field that instances have by themselves: it stands in their class for `dir`, and computes what they lack."""

    __slots__ = ("name",)

    def __init__(self, name: str):
        self.name = name

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else instance.__getattr__(self.name)


def missing(what: str, instead: str = "") -> Missing:
    """Return the error, to be raised, of something that the stand-in lacks; `instead` is the nearest thing."""
    words = f"; {instead}" if instead else ""
    return Missing(f"corten.compat.mujoco has no {what}{words}")
