"""MjSpec: models that are built and edited in Python, over corten's Spec.

It has the tree, assets, contacts, actuators and custom elements; sensors, equalities, tendons, flexes and skins can be
read from MJCF, attached and found by name, and are added by `corten.Spec`.
"""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Self

import corten
from corten.compat.mujoco.data import MjData
from corten.compat.mujoco.model import MjModel, check_assets
from corten.compat.mujoco.names import NAMES, missing
from corten.compat.mujoco.spec_elements import MjsElement
from corten.spec.element import Element

# lists of elements: tag, and section if not the tree; tags of several kinds have None
LISTS: dict[str, tuple[str | None, str]] = {
    "bodies": ("body", "worldbody"), "geoms": ("geom", "worldbody"), "joints": ("joint", "worldbody"),
    "sites": ("site", "worldbody"), "cameras": ("camera", "worldbody"), "lights": ("light", "worldbody"),
    "frames": ("frame", "worldbody"), "meshes": ("mesh", "asset"), "materials": ("material", "asset"),
    "textures": ("texture", "asset"), "hfields": ("hfield", "asset"), "skins": ("skin", "asset"),
    "pairs": ("pair", "contact"), "excludes": ("exclude", "contact"), "numerics": ("numeric", "custom"),
    "texts": ("text", "custom"), "tuples": ("tuple", "custom"), "keys": ("key", "keyframe"),
    "equalities": (None, "equality"), "tendons": (None, "tendon"), "actuators": (None, "actuator"),
    "sensors": (None, "sensor"),
}  # fmt: skip

# what can be added to the spec itself: method, section, tag
ADDED = {
    "mesh": "asset", "material": "asset", "texture": "asset", "hfield": "asset", "pair": "contact",
    "exclude": "contact", "numeric": "custom", "text": "custom", "key": "keyframe",
}  # fmt: skip

SINGULAR = {"bodies": "body", "meshes": "mesh", "equalities": "equality"}


class MjSpec:
    """A model that can be edited; `compile` makes an MjModel of it."""

    def __init__(self, spec: corten.Spec | None = None):
        self.__dict__["_spec"], self.__dict__["_known"] = spec or corten.Spec(), {}

    @classmethod
    def from_file(cls, filename: Any, include: Any = None, assets: Mapping[str, bytes] | None = None) -> Self:
        """Read a model from a file."""
        if assets:
            text, folder = Path(filename).read_text("utf-8"), os.path.dirname(os.path.abspath(filename))
            return cls(corten.Spec.from_string(text, check_assets(assets), base_dir=folder))
        return cls(corten.Spec.from_file(filename))

    @classmethod
    def from_string(cls, xml: str | bytes, include: Any = None, assets: Mapping[str, bytes] | None = None) -> Self:
        """Read a model from text."""
        text = xml.decode() if isinstance(xml, bytes) else xml
        return cls(corten.Spec.from_string(text, check_assets(assets), base_dir=os.getcwd()))

    # ---------------------------------------------------------------- models

    def compile(self) -> MjModel:
        """Return the model of this spec."""
        self._flush()
        return MjModel._over(self._spec.compile(), self._spec)

    def recompile(self, model: MjModel, data: MjData) -> tuple[MjModel, MjData]:
        """Compile again after edits; return a model, and a data that keeps the state of what is still there."""
        self._flush()
        made, kept = self._spec.recompile(model._model, data._data)
        new = MjModel._over(made, self._spec)
        return new, MjData._over(new, kept)

    def to_xml(self) -> str:
        """Return the model as MJCF."""
        self._flush()
        return self._spec.to_xml()

    def to_file(self, filename: Any) -> None:
        """Write the model as MJCF."""
        Path(filename).write_text(self.to_xml(), encoding="utf-8")

    def copy(self) -> "MjSpec":
        """Return a copy that can be edited by itself."""
        self._flush()
        return MjSpec(self._spec.copy())

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> "MjSpec":
        return self.copy()

    def attach(
        self, child: "MjSpec", prefix: str | None = None, suffix: str | None = None, site: Any = None, frame: Any = None
    ) -> MjsElement:
        """Put another model at a site or frame, given as an element or by name; all its names get prefix and suffix."""
        if (site is None) == (frame is None):
            raise ValueError("attach takes a site or a frame")
        holder, kind = (site, "site") if frame is None else (frame, "frame")
        found = getattr(self, kind)(holder) if isinstance(holder, str) else holder
        if found is None:
            raise ValueError(f"there is no {kind} {holder!r}")
        self._flush()
        child._flush()
        return self._wrapped(found._element.attach(child._spec, prefix or "", suffix or ""))

    def delete(self, element: MjsElement) -> None:
        """Take an element out of the model."""
        element._element.remove()

    # ---------------------------------------------------------------- elements

    @property
    def worldbody(self) -> MjsElement:
        """The world."""
        return self._wrapped(self._spec.worldbody)

    @property
    def modelname(self) -> str:
        """The name of the model."""
        return self._spec.root.attributes.get("model") or "MuJoCo Model"

    @modelname.setter
    def modelname(self, name: str) -> None:
        self._spec.root["model"] = name

    @property
    def option(self) -> MjsElement:
        """Options of the simulation."""
        return self._wrapped(self._spec.option)

    @property
    def compiler(self) -> MjsElement:
        """Settings of the compiler, by MJCF's words."""
        return self._wrapped(self._spec.compiler)

    def __getattr__(self, name: str) -> Any:
        if name in LISTS:
            tag, section = LISTS[name]
            holder = self._spec.root.first(section)
            return [] if holder is None else self._below(holder, tag, section == "worldbody")
        if name in NAMES["specs"]["MjSpec"] or name in NAMES["methods"]["MjSpec"]:
            raise missing(f"MjSpec.{name}", "corten.Spec has all of MJCF")
        raise AttributeError(f"'mujoco._specs.MjSpec' object has no attribute '{name}'")

    def __setattr__(self, name: str, value: Any) -> None:
        if name != "modelname":
            raise missing(f"MjSpec.{name} to be set", "corten.Spec has all of MJCF")
        object.__setattr__(self, name, value)

    def add_actuator(self, default: Any = None, **attributes: Any) -> MjsElement:
        """Add an actuator of a general kind; trntype and target say what it pulls on."""
        return self._wrapped(self._spec.actuator)._add("general", default, **attributes)

    def _wrapped(self, element: Element | None) -> Any:
        """Return what stands for an element: the same object for the same element."""
        if element is None:
            return None
        known = self._known.get(id(element))
        if known is None or known._element is not element:
            known = self._known[id(element)] = MjsElement(self, element)
        return known

    def _below(self, holder: Element, tag: str | None, deep: bool = False) -> list[MjsElement]:
        """Return elements of a tag below another one; all of them for None, and a free joint is a joint."""
        tags = {"joint": ("joint", "freejoint")}.get(tag or "", (tag,))
        within = holder.walk() if deep else holder
        found = [element for element in within if tag is None or element.tag in tags]
        # the world is a body
        return [self._wrapped(each) for each in ([holder, *found] if deep and tag == "body" else found)]

    def _flush(self) -> None:
        for element in list(self._known.values()):
            element._flush()


def _finder(many: str) -> Callable[[MjSpec, str], MjsElement | None]:
    def find(self: MjSpec, name: str) -> MjsElement | None:
        elements = getattr(self, many)
        if many == "bodies" and name == "world":
            return elements[0]
        return next((each for each in elements if each._element.attributes.get("name") == name), None)

    find.__doc__ = f"Return one of the {many} by name, None if there is none."
    return find


def _adder(tag: str, section: str) -> Callable[..., MjsElement]:
    def add(self: MjSpec, default: Any = None, **attributes: Any) -> MjsElement:
        return self._wrapped(getattr(self._spec, section))._add(tag, default, **attributes)

    add.__doc__ = f"Add a {tag}."
    return add


for _many in LISTS:
    setattr(MjSpec, SINGULAR.get(_many, _many.removesuffix("s")), _finder(_many))
for _tag, _section in ADDED.items():
    setattr(MjSpec, f"add_{_tag}", _adder(_tag, _section))

__all__ = ["MjSpec"]
