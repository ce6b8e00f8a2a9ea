"""MjSpec: models that are built and edited in Python, over corten's Spec."""

import os
import time
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Self

import numpy as np

import corten
from corten.compat.mujoco._errors import FatalError
from corten.compat.mujoco.arguments import NAMES, missing
from corten.compat.mujoco.data import MjData
from corten.compat.mujoco.model import MjModel, MjVfs
from corten.compat.mujoco.spec_assets import (
    BY_SECTION,
    BY_TAG,
    MjsExclude,
    MjsFlex,
    MjsHField,
    MjsKey,
    MjsMesh,
    MjsNumeric,
    MjsPair,
    MjsSkin,
    MjsText,
    MjsTexture,
)
from corten.compat.mujoco.spec_elements import MjsDefault, MjsElement, MjsOrientation
from corten.compat.mujoco.spec_records import MjsEquality, MjsMaterial, MjsTuple
from corten.compat.mujoco.spec_settings import SIZES, MjsCompiler, SettingsOfSpec
from corten.compat.mujoco.spec_signals import MjsActuator, MjsSensor, MjsTendon, MjsTendonPath, MjsWrap
from corten.compat.mujoco.spec_tree import (
    CHILDREN,
    MjsBody,
    MjsCamera,
    MjsFrame,
    MjsGeom,
    MjsJoint,
    MjsLight,
    MjsSite,
    singular,
    tree_elements,
)
from corten.compat.mujoco.spec_values import MjByteVec, MjCharVec, MjDoubleVec, MjFloatVec, MjIntVec, MjStringVec
from corten.compat.mujoco.views import row_span as _span
from corten.passes.attach import META
from corten.passes.attached_keyframes import preserve_keyframes
from corten.spec.compiler_settings import Settings as CompilerSettings
from corten.spec.defaults import MAIN, DefaultClasses, Resolved
from corten.spec.element import Element
from corten.spec.frames import read_orientation
from corten.spec.names import NAMING_SECTIONS, collect_names, refers_into

# lists of elements beside the tree: section and tag; sections of several kinds have None
LISTS: dict[str, tuple[str, str | None]] = {
    "meshes": ("asset", "mesh"), "materials": ("asset", "material"), "textures": ("asset", "texture"),
    "hfields": ("asset", "hfield"), "skins": ("asset", "skin"), "flexes": ("deformable", "flex"),
    "pairs": ("contact", "pair"), "excludes": ("contact", "exclude"), "numerics": ("custom", "numeric"),
    "texts": ("custom", "text"), "tuples": ("custom", "tuple"), "keys": ("keyframe", "key"),
    "equalities": ("equality", None), "tendons": ("tendon", None), "actuators": ("actuator", None),
    "sensors": ("sensor", None),
}  # fmt: skip

# tags with which elements of sections of several kinds begin
BEGIN = {"equality": "connect", "tendon": "spatial", "actuator": "general", "sensor": "touch"}

# the nearest thing to what is not there
INSTEAD = {
    "discard_visual": "compiler.discardvisual = True leaves out what is only looked at",
    "fuse_static": "compiler.fusestatic = True joins bodies that do not move",
    "copy_back": "set numbers of the spec, and compile it again",
    "add_plugin": "<extension> and <plugin> of MJCF are read",
    "activate_plugin": "<extension> and <plugin> of MJCF are read",
}

Assets = Mapping[str, bytes] | None


class MjSpec(SettingsOfSpec):
    """A model that can be edited; `compile` makes an MjModel of it."""

    def __init__(self, spec: corten.Spec | None = None):
        own = self.__dict__
        own["_spec"], own["_known"], own["_cache"] = spec or corten.Spec(), {}, None
        own["_settings"], own["_assets"], own["_own"] = None, {}, {}
        if any(element.tag in META for element in self._spec.root.walk()):
            own["_spec"] = self._spec.flat()

    @classmethod
    def from_file(cls, filename: Any, include: Assets = None, assets: Assets = None, vfs: Any = None) -> Self:
        """Read a model from a file."""
        given = {**(vfs.files() if vfs is not None else {}), **(include or {}), **(assets or {})}
        path = os.fspath(filename)
        if not given:
            return cls(corten.Spec.from_file(path))
        found = given.get(path)
        text = found.decode() if found is not None else Path(path).read_text("utf-8")
        folder = os.path.dirname(os.path.abspath(path))
        return cls._read(text, given, assets, folder)

    @classmethod
    def from_string(cls, xml: str | bytes, include: Assets = None, assets: Assets = None, vfs: Any = None) -> Self:
        """Read a model from text."""
        given = {**(vfs.files() if vfs is not None else {}), **(include or {}), **(assets or {})}
        return cls._read(xml.decode() if isinstance(xml, bytes) else xml, given, assets, os.getcwd())

    @classmethod
    def _read(cls, text: str, files: dict[str, bytes], assets: Assets, folder: str) -> Self:
        spec = cls(corten.Spec.from_string(text, files, base_dir=folder))
        spec._assets.update(assets or {})
        return spec

    @classmethod
    def from_zip(cls, file: Any) -> Self:
        """Read a model and its files from an archive: the MJCF is the file of its name, or the one that there is."""
        with zipfile.ZipFile(file) as archive:
            files = {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}
        models = [name for name in files if name.endswith((".xml", ".mjcf"))]
        own = [name for name in models if Path(name).stem == Path(getattr(file, "name", str(file))).stem]
        if not models:
            raise ValueError("the archive holds no MJCF")
        name = (own or models)[0]
        folder = name.rpartition("/")[0]
        inside = {path.removeprefix(folder + "/") if folder else path: content for path, content in files.items()}
        assets = {path: content for path, content in inside.items() if path not in models}
        return cls._read(files[name].decode(), inside, assets, "")

    def to_zip(self, file: Any) -> None:
        """Write the model and its assets into an archive."""
        name = Path(getattr(file, "name", str(file))).stem
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr(f"{name}/{name}.xml", self.to_xml())
            for path, content in self.assets.items():
                archive.writestr(f"{name}/{path}", content)

    # ---------------------------------------------------------------- models

    def compile(self, vfs: Any = None) -> MjModel:
        """Return the model of this spec."""
        begin = time.perf_counter()
        self._flush(vfs)
        model = MjModel._over(self._spec.compile(), self._spec)
        self._number(model)
        self._own["total"] = time.perf_counter() - begin
        return model

    @property
    def timer(self) -> np.ndarray:
        """How long the last compilation took [s], by mjtCTimer: corten knows the total alone."""
        times = np.zeros(len(NAMES["specs"]["MjSpec"]["timer"][2]))
        times[NAMES["enums"]["mjtCTimer"]["mjCTIMER_TOTAL"]] = self._own.get("total", 0.0)
        return times

    def recompile(self, m: MjModel, d: MjData, vfs: Any = None) -> tuple[MjModel, MjData]:
        """Compile again after edits; return a model, and a data that keeps the state of what is still there."""
        self._flush(vfs)
        before = [(each, many, each.id) for many in ("joints", "actuators") for each in getattr(self, many)]
        made, kept = self._spec.recompile(m._model, d._data)
        new = MjModel._over(made, self._spec)
        data = MjData._over(new, kept)
        self._number(new)

        # elements without a name are known by themselves
        for element, many, number in before:
            if number >= 0 and many == "joints":
                for name in ("qpos", "qvel", "qacc_warmstart"):
                    setattr(data.joint(element.id), name, getattr(d.joint(number), name))
            elif number >= 0:
                data.actuator(element.id).ctrl = d.actuator(number).ctrl
                own, old = (_span(each, "na", which) for each, which in ((new, element.id), (m, number)))
                data.act[own] = d.act[old]
        return new, data

    def _number(self, model: MjModel) -> None:
        """Tell all elements their numbers in a model."""
        for many in (*CHILDREN, *LISTS):
            for number, element in enumerate(getattr(self, many)):
                element.__dict__["_id"] = number
        model.__dict__["_made_of"] = self.__dict__["_compiled"] = object()
        self._own["signature"] = model.signature

    def _signature(self) -> int:
        return self._own.get("signature", 0) if self.__dict__.get("_compiled") is not None else 0

    def to_xml(self) -> str:
        """Return the model as MJCF."""
        self._flush()
        return self._spec.to_xml()

    def to_file(self, filename: Any) -> None:
        """Write the model as MJCF."""
        Path(filename).write_text(self.to_xml(), encoding="utf-8")

    def encode(self, filename: str, model: Any = None, content_type: str | None = None) -> int:
        """Write the model as MJCF, or with its assets as an archive, by the end of the name; return the bytes."""
        writers = {".xml": self.to_file, ".mjcf": self.to_file, ".zip": self.to_zip}
        kinds = {"text/xml": ".xml", "application/zip": ".zip"}
        end = kinds.get(content_type, "") if content_type else Path(filename).suffix.lower()
        if end not in writers:
            raise FatalError(f"no encoder found for '{filename}': there are those of .xml and .zip")
        writers[end](filename)
        return Path(filename).stat().st_size

    def copy(self) -> "MjSpec":
        """Return a copy that can be edited by itself."""
        self._flush()
        clone = MjSpec(self._spec.copy())
        clone._assets.update(self._assets)
        return clone

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> "MjSpec":
        return self.copy()

    def attach(
        self, child: "MjSpec", prefix: str | None = None, suffix: str | None = None, site: Any = None, frame: Any = None
    ) -> Any:
        """Put another model at a site or frame, given as an element or by name; all its names get prefix and suffix."""
        if (site is None) == (frame is None):
            raise ValueError(
                "Only one of site or frame can be given." if site is not None else "no site or frame given"
            )
        holder, kind = (site, "site") if frame is None else (frame, "frame")
        found = getattr(self, kind)(holder) if isinstance(holder, str) else holder
        if found is None:
            raise ValueError(f"{kind} not found: {holder}")
        return self._attach(found._element, child, None, prefix, suffix)

    def _attach(
        self, holder: Element, child: "MjSpec", what: Element | None, prefix: str | None, suffix: str | None
    ) -> Any:
        """Put a spec, or an element of one, at an element."""
        self._flush()
        child._flush()
        inside = what if what is not None else child._spec.worldbody
        came = list(inside.walk())
        found = holder.attach(inside if what is not None else child._spec, prefix or "", suffix or "")
        self._changed()
        self.__dict__["_settings"] = None
        child._own["parent"] = self
        if child is not self and not self._own.get("copy_during_attach"):
            self._adopt(child, came, list(found.walk()))
        return self._wrapped(found)

    def _adopt(self, child: "MjSpec", before: list[Element], now: list[Element]) -> None:
        """Let what stands for elements of an attached spec stand for what they have become here."""
        if len(before) != len(now):
            return
        for old, new in zip(before, now, strict=True):
            known = child._known.pop(id(old), None) if old.tag == new.tag else None
            if known is not None:
                known.__dict__["_spec"], known.__dict__["_element"] = self, new
                self._known[id(new)] = known

    def delete(self, element: Any) -> None:
        """Take an element out of the model; with a body or frame goes all that names something in it."""
        own, root = element._element, self._spec.root
        if not any(each is own for each in root.walk()):
            raise ValueError(f"{own.tag} is not in this model")
        self._flush()
        before, restore = collect_names(root), preserve_keyframes(root)
        for each in own.walk():
            if id(each) in self._known:
                self._known[id(each)].__dict__["_id"] = -1
        own.remove()
        self._changed()
        if own.tag in ("body", "frame"):
            self._drop_lost(before)
        restore()
        for key in self.keys:
            key._arrays.clear()

    def _drop_lost(self, before: set[tuple[str, str]]) -> None:
        """Take out what names something that was there before, and what names that in turn."""
        root, lost = self._spec.root, True
        while lost:
            names = collect_names(root)
            sections = [section for section in root.children if section.tag in NAMING_SECTIONS]
            lost = [
                child
                for section in sections
                for child in section.children
                if not refers_into(child, names) and refers_into(child, before)
            ]
            for child in lost:
                self._wrapped(child).__dict__["_id"] = -1
                child.remove()

    # ---------------------------------------------------------------- elements

    @property
    def worldbody(self) -> Any:
        """The world."""
        return self._wrapped(self._spec.worldbody)

    @property
    def default(self) -> MjsDefault:
        """The default class at the top."""
        return MjsDefault(self, self._spec.default)

    def find_default(self, name: str) -> MjsDefault | None:
        """Return a default class by name, None if there is none."""
        if name == MAIN:
            return self.default
        found = self._spec.root.find("default", name)
        return None if found is None else MjsDefault(self, found)

    def add_default(self, name: str, parent: MjsDefault | None = None) -> MjsDefault:
        """Add a default class inside another one, or the one at the top."""
        if self.find_default(name) is not None:
            raise ValueError(f"default '{name}' already exists")
        above = self.default if parent is None else parent
        self._changed()
        return MjsDefault(self, above._element.add("default", class_=name))

    def __getattr__(self, name: str) -> Any:
        if name in CHILDREN:
            return [self._wrapped(each) for each in tree_elements(self._spec.worldbody, name)]
        if name in LISTS:
            section, tag = LISTS[name]
            holder = self._spec.root.first(section)
            return [self._wrapped(each) for each in holder or () if tag is None or each.tag == tag]
        if name in SIZES:
            return SIZES[name].read(self)
        if name in INSTEAD:
            raise missing(f"MjSpec.{name}", INSTEAD[name])
        if name in NAMES["specs"]["MjSpec"] or name in NAMES["methods"]["MjSpec"]:
            raise missing(f"MjSpec.{name}", "corten.Spec has all of MJCF")
        raise AttributeError(f"'mujoco._specs.MjSpec' object has no attribute '{name}'")

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(getattr(type(self), name, None), property):
            object.__setattr__(self, name, value)
        elif name in SIZES:
            SIZES[name].write(self, value)
        else:
            raise missing(f"MjSpec.{name} to be set", "corten.Spec has all of MJCF")

    def _add(self, holder: Element, tag: str, default: Any, attributes: dict[str, Any]) -> Any:
        """Add an element, of a default class or of the one in force."""
        element = holder.add(tag)
        if default is not None and "class" in element.declaration.attributes:
            element["class"] = default if isinstance(default, str) else default.name
        elif default is not None and isinstance(default, MjsFrame):
            element.remove()
            default._element.adopt(element)
        child = self._wrapped(element)
        try:
            child._set(attributes)
        except BaseException:
            element.remove()
            raise
        self._changed()
        return child

    def _refuse_name(self, element: Element, name: str | None) -> None:
        """Refuse a name that another element of the same kind has."""
        if not name:
            return
        kind = type(self._wrapped(element))
        for each in self._spec.root.walk():
            if each is not element and each.attributes.get("name") == name and self._kind(each) is kind:
                words = kind.__name__.removeprefix("Mjs").lower()
                raise ValueError(f"Error: repeated name '{name}' in {words}")

    def _kind(self, element: Element) -> Any:
        """Return the class of an element."""
        parent = element.parent
        if parent is not None and parent.tag == "default":
            return BY_TAG.get(element.tag)
        if (
            parent is not None
            and parent.parent is not None
            and parent.parent.parent is None
            and parent.tag in BY_SECTION
        ):
            return BY_SECTION[parent.tag]
        return BY_TAG.get(element.tag)

    def _wrapped(self, element: Element | None, word: str | None = None) -> Any:
        """Return what stands for an element: the same object for the same element."""
        if element is None:
            return None
        known = self._known.get(id(element))
        if known is None or known._element is not element:
            kind = self._kind(element)
            if word is not None and (kind is None or word in ("tendon", "equality", "actuator")):
                kind = MjsActuator if word == "actuator" else OF_DEFAULTS[word]
            known = self._known[id(element)] = (kind or MjsElement)(self, element)
        return known

    def _classes(self) -> DefaultClasses:
        """Return what the default classes say; they are read again after changes."""
        if self._cache is None:
            for element in list(self._known.values()):
                holder = element._element.parent
                if holder is not None and holder.tag == "default" and not self._own.get("reading"):
                    self._own["reading"] = True
                    element._flush()
                    self._own["reading"] = False
            self.__dict__["_cache"] = DefaultClasses(self._spec.root)
        found = self._cache
        assert found is not None
        return found

    def _changed(self) -> None:
        self.__dict__["_cache"] = self.__dict__["_compiled"] = None

    def _flush(self, vfs: Any = None) -> None:
        """Write what was changed in arrays and in settings into the tree."""
        if vfs is not None and self._assets and vfs.files() is not None:
            raise ValueError("the spec has assets: give either these or a vfs")
        for element in list(self._known.values()):
            element._flush()
        if self._settings is not None:
            self._settings.flush()
        files = dict(self._assets) if vfs is None else {**vfs.files(), **self._assets}
        for name, content in files.items():
            known = self._spec.sources.asset(os.path.join(self._spec.sources.base_dir, name))
            if known is None or known[1] is not content:
                self._add_asset(name, content)

    def _add_asset(self, name: str, content: bytes) -> None:
        self._spec.sources = self._spec.sources.adding(name, content)

    # ---------------------------------------------------------------- others

    @property
    def parent(self) -> "MjSpec | None":
        """The spec that this one was attached to, None if it was not."""
        return self._own.get("parent")

    @property
    def copy_during_attach(self) -> bool:
        """Whether elements of attached specs go on to stand for themselves; others become those of this spec."""
        raise ValueError("copy_during_attach can only be set.")

    @copy_during_attach.setter
    def copy_during_attach(self, value: bool) -> None:
        self._own["copy_during_attach"] = bool(value)

    @property
    def _address(self) -> int:
        return id(self)

    @staticmethod
    def resolve_orientation(degree: bool, sequence: Any = None, orientation: Any = None) -> list[float]:
        """Return the quaternion of an orientation that is written in another way."""
        settings = CompilerSettings(degrees=bool(degree), eulerseq="".join(sequence or "xyz"))
        element = orientation._element
        return list(read_orientation(Resolved(element, element.attributes), settings))


def _finder(many: str) -> Callable[[MjSpec, str], Any]:
    def find(self: MjSpec, name: str) -> Any:
        elements = getattr(self, many)
        if many == "bodies" and name == "world":
            return elements[0]
        return next((each for each in elements if each._element.object_name() == name), None)

    find.__doc__ = f"Return one of the {many} by name, None if there is none."
    return find


def _adder(section: str, tag: str) -> Callable[..., Any]:
    def add(self: MjSpec, default: Any = None, **attributes: Any) -> Any:
        return self._add(getattr(self._spec, section), tag, default, attributes)

    add.__doc__ = f"Add an element to the section {section}."
    return add


# elements of default classes that are not those of the same word elsewhere
OF_DEFAULTS = {
    word: type(f"MjsDefault{word.capitalize()}", (MjsElement,), {"_table": NAMES["specs"][f"Mjs{word.capitalize()}"]})
    for word in ("tendon", "equality")
}

for _many in (*CHILDREN, *LISTS):
    setattr(MjSpec, singular(_many), _finder(_many))
for _many, (_section, _tag) in LISTS.items():
    setattr(MjSpec, f"add_{singular(_many)}", _adder(_section, _tag or BEGIN[_section]))

__all__ = [
    "MjByteVec", "MjCharVec", "MjDoubleVec", "MjFloatVec", "MjIntVec", "MjSpec", "MjStringVec", "MjVfs", "MjsActuator",
    "MjsBody", "MjsCamera", "MjsCompiler", "MjsDefault", "MjsElement", "MjsEquality", "MjsExclude", "MjsFlex",
    "MjsFrame", "MjsGeom", "MjsHField", "MjsJoint", "MjsKey", "MjsLight", "MjsMaterial", "MjsMesh", "MjsNumeric",
    "MjsOrientation", "MjsPair", "MjsSensor", "MjsSite", "MjsSkin", "MjsTendon", "MjsTendonPath", "MjsText",
    "MjsTexture", "MjsTuple", "MjsWrap",
]  # fmt: skip
