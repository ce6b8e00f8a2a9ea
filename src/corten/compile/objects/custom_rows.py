"""Rows of custom fields, keyframes and instances of plugins."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from corten.compile.objects.columns import EXTRA, Object, Row, columns
from corten.enums import ObjectType
from corten.model.extension_fields import PluginKind


@columns("numeric_", "nnumeric")
@dataclass(slots=True, kw_only=True)
class Numeric(Object):
    """One numeric field."""

    adr: int
    size: int
    data: list[float] = field(metadata=EXTRA)


@columns("tuple_", "ntupledata")
@dataclass(slots=True, kw_only=True)
class TupleElement(Row):
    """One object that a tuple names."""

    objtype: ObjectType
    objid: int
    objprm: float


@columns("tuple_", "ntuple")
@dataclass(slots=True, kw_only=True)
class Tuple(Object):
    """One tuple."""

    adr: int
    size: int
    elements: list[TupleElement] = field(metadata=EXTRA)


@dataclass(slots=True)
class Custom:
    """The custom fields of a model; texts by name."""

    numerics: list[Numeric] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    tuples: list[Tuple] = field(default_factory=list)


@columns("key_", "nkey")
@dataclass(slots=True, kw_only=True)
class Key(Row):
    """One keyframe, with all numbers of its state."""

    time: float
    qpos: Sequence[float] | NDArray[np.float64]
    qvel: Sequence[float] | NDArray[np.float64]
    act: Sequence[float] | NDArray[np.float64]
    mpos: Sequence[float] | NDArray[np.float64]
    mquat: Sequence[float] | NDArray[np.float64]
    ctrl: Sequence[float] | NDArray[np.float64]
    plastic: Sequence[float] | NDArray[np.float64]


# ---------------------------------------------------------------- instances of plugins


@columns("plugin_", "nplugin")
@dataclass(slots=True, kw_only=True)
class Plugin(Object):
    """One instance: the plugin's name and kind, and its configuration as text and as numbers."""

    plugin: str = field(metadata=EXTRA)
    kind: PluginKind = field(metadata=EXTRA)
    texts: list[str] = field(metadata=EXTRA)
    prm: tuple[float, ...]
    statenum: int = 0
    stateadr: int = field(default=0, init=False)
    attradr: int = field(default=0, init=False)

    @property
    def attributes(self) -> bytes:
        """The configuration as one text."""
        return b"".join(text.encode() + b"\0" for text in self.texts)
