"""Custom fields and keyframes."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from corten.compile.objects.columns import EXTRA, Object, Row, columns
from corten.enums import ObjectType


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
    qpos: NDArray[np.float64]
    qvel: NDArray[np.float64]
    act: NDArray[np.float64]
    mpos: NDArray[np.float64]
    mquat: NDArray[np.float64]
    ctrl: NDArray[np.float64]
    plastic: NDArray[np.float64]
