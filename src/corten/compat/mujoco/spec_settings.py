"""Settings of an MjSpec: options, statistics and looks as structs, the compiler's, and sizes."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

import corten
from corten.compat.mujoco.arguments import NAMES
from corten.compat.mujoco.options import PARTS, MjOption, MjStatistic, MjVisual, assign
from corten.compat.mujoco.spec_elements import MjsElement
from corten.spec.element import Element

# words of <flag> for the bits of disableflags and enableflags
BITS = {
    field: {name.partition("_")[2].lower(): value for name, value in NAMES["enums"][enum].items() if "_" in name}
    for field, enum in (("disableflags", "mjtDisableBit"), ("enableflags", "mjtEnableBit"))
}


class Settings:
    """The structs of a spec; what is changed in them is written into its tree before it is compiled."""

    def __init__(self, spec: corten.Spec):
        self._spec = spec
        bare = corten.Spec()
        for tag in ("option", "statistic", "visual"):
            section = spec.root.first(tag)
            if section is not None:
                bare.root.adopt(section.copy())
        model = bare.compile()
        self.option = MjOption._over(model.opt).__copy__()
        self.stat = MjStatistic._over(model.stat).__copy__()
        written = spec.root.first("statistic")
        for name in MjStatistic._fields:
            if written is None or name not in written.attributes:
                setattr(self.stat, name, np.full(3, np.nan) if name == "center" else np.nan)
        self.visual = MjVisual._over(model.vis).__copy__()
        self._before = self._copies()

    def _copies(self) -> dict[str, Any]:
        return {name: getattr(self, name).__copy__() for name in ("option", "stat", "visual")}

    def assign(self, name: str, value: Any) -> None:
        """Copy a struct into one of these."""
        assign(getattr(self, name), value)

    def flush(self) -> None:
        """Write what has changed."""
        before, self._before = self._before, self._copies()
        self._flush_option(before["option"])
        for name in _differ(self.stat, before["stat"], MjStatistic._fields):
            value = getattr(self.stat, name)
            self._spec.statistic[name] = None if np.isnan(np.ravel(value)[0]) else _plain(value)
        for part in PARTS:
            own, old = getattr(self.visual, part), getattr(before["visual"], part)
            for name in _differ(own, old, own._fields):
                tag = part.rstrip("_")
                section = self._spec.visual.first(tag) or self._spec.visual.add(tag)
                if name in section.declaration.attributes:
                    section[name] = _worded(section, name, getattr(own, name))

    def _flush_option(self, before: Any) -> None:
        option = self._spec.root.first("option")
        for name in _differ(self.option, before, MjOption._fields):
            option = option or self._spec.option
            value = getattr(self.option, name)
            if name in BITS:
                flags = option.first("flag") or option.add("flag")
                for word, bit in BITS[name].items():
                    if (value ^ getattr(before, name)) & bit:
                        flags[word] = "disable" if bool(value & bit) == (name == "disableflags") else "enable"
            elif name == "disableactuator":
                option["actuatorgroupdisable"] = tuple(bit for bit in range(31) if value >> bit & 1) or None
            else:
                option[name] = _worded(option, name, value)


def _differ(one: Any, other: Any, names: Any) -> list[str]:
    """Return the fields in which two structs are not the same."""
    return [
        name
        for name in names
        if not np.array_equal(np.asarray(getattr(one, name), float), np.asarray(getattr(other, name), float), True)
    ]


def _plain(value: Any) -> Any:
    return tuple(value.tolist()) if isinstance(value, np.ndarray) else value


def _worded(element: Element, name: str, value: Any) -> Any:
    """Return a number as MJCF has it: a word where it has words."""
    attribute = element.declaration.attributes[name]
    if attribute.type == "keyword":
        return attribute.words[int(value)]
    return bool(value) if attribute.type == "bool" else _plain(value)


class MjsCompiler(MjsElement):
    """Settings of the compiler."""

    _table = NAMES["specs"]["MjsCompiler"]

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "eulerseq" and len(value) > 3:
            raise ValueError("eulerseq may have at most 3 characters")
        super().__setattr__(name, value)


class Size(NamedTuple):
    """A number or word of a spec that stands in a section of MJCF; without one it is remembered."""

    section: str | None
    word: str
    otherwise: Any

    def read(self, spec: Any) -> Any:
        """Return it."""
        if self.section is None:
            return spec._own.get(self.word, self.otherwise)
        section = spec._spec.root.first(self.section)
        value = None if section is None else section.attributes.get(self.word)
        return self.otherwise if value is None else value

    def write(self, spec: Any, value: Any) -> None:
        """Set it."""
        if self.section is None:
            spec._own[self.word] = value
        else:
            getattr(spec._spec, self.section)[self.word] = value


_SIZES = "memory nconmax njmax nkey nstack nuserdata".split()
_SIZES += [f"nuser_{word}" for word in "actuator body cam geom jnt sensor site tendon".split()]

SIZES = {name: Size("size", name, NAMES["specs"]["MjSpec"][name]) for name in _SIZES}
SIZES |= {
    name: Size("compiler", name, NAMES["specs"]["MjSpec"][name]) for name in ("meshdir", "texturedir", "strippath")
}
SIZES |= {name: Size(None, name, NAMES["specs"]["MjSpec"][name]) for name in ("comment", "override_assets", "nemax")}


class SettingsOfSpec:
    """What an MjSpec has beside its elements: names, files, and the structs of settings."""

    _spec: corten.Spec
    _own: dict[str, Any]
    _assets: dict[str, bytes]
    _known: dict[int, Any]
    _settings: Settings | None

    @property
    def modelname(self) -> str:
        """The name of the model."""
        return self._spec.root.attributes.get("model") or "MuJoCo Model"

    @modelname.setter
    def modelname(self, name: str) -> None:
        self._spec.root["model"] = name

    @property
    def modelfiledir(self) -> str:
        """The folder that the model was read from."""
        return self._own.get("modelfiledir", self._spec.sources.base_dir)

    @modelfiledir.setter
    def modelfiledir(self, folder: str) -> None:
        self._own["modelfiledir"] = folder
        self._spec.sources.base_dir = folder

    @property
    def assets(self) -> dict[str, bytes]:
        """Files of the model by name, that need not be on disk."""
        return self._assets

    @assets.setter
    def assets(self, assets: Mapping[str, bytes]) -> None:
        self.__dict__["_assets"] = dict(assets)

    @property
    def compiler(self) -> MjsCompiler:
        """Settings of the compiler."""
        section = self._spec.compiler
        known = self._known.get(id(section))
        if known is None:
            known = self._known[id(section)] = MjsCompiler(self, section)
        return known

    @property
    def _structs(self) -> Settings:
        if self._settings is None:
            self.__dict__["_settings"] = Settings(self._spec)
        found = self._settings
        assert found is not None
        return found

    @property
    def option(self) -> Any:
        """Options of the simulation."""
        return self._structs.option

    @option.setter
    def option(self, value: Any) -> None:
        self._structs.assign("option", value)

    @property
    def stat(self) -> Any:
        """Statistics of the model, NaN where they are computed."""
        return self._structs.stat

    @stat.setter
    def stat(self, value: Any) -> None:
        self._structs.assign("stat", value)

    @property
    def visual(self) -> Any:
        """What pictures are made with."""
        return self._structs.visual

    @visual.setter
    def visual(self, value: Any) -> None:
        self._structs.assign("visual", value)
