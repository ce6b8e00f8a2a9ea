"""Actuators with their controls, force outputs and Hill muscles."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from corten.compile.objects.columns import EXTRA, Object, Row, columns
from corten.enums import BiasType, DynType, GainType, TransmissionType
from corten.spec import Element

Numbers = tuple[float, ...]


class Signals(NamedTuple):
    """The factors by which frames scale an actuator's controls and its activation."""

    ctrl: tuple[float, ...] = (1.0,)
    act: float = 1.0


@columns("actuator_", "nu")
@dataclass(slots=True, kw_only=True)
class Control(Row):
    """One control."""

    ctrllimited: bool
    ctrlrange: tuple[float, float]


@columns("actuator_", "nout", derived=("acc0", "length0"))
@dataclass(slots=True, kw_only=True)
class ForceOutput(Row):
    """One scalar force."""

    gear: Numbers
    lengthrange: tuple[float, float]


@columns("hill_", "nhill", derived=("scale", "offset"))
@dataclass(slots=True, kw_only=True)
class HillMuscle(Row):
    """The parameters of a Hill muscle; angles in radians.

    `element` is the one in <custom> that asks for it. Time constants of activation, and the path length at qpos0 [m],
    are None where nothing says them; `given` are the words of that element.
    """

    fmax: float
    lopt: float
    lslack: float
    pennation: float
    vmax: float
    strain: float
    passive: float
    damping: float
    element: Element = field(metadata=EXTRA)
    given: frozenset[str] = field(metadata=EXTRA)
    tact: float | None = field(default=None, metadata=EXTRA)
    tdeact: float | None = field(default=None, metadata=EXTRA)
    length0: float | None = field(default=None, metadata=EXTRA)
    actuatorid: int = field(init=False)


@dataclass(slots=True, kw_only=True)
class ActuatorTraits:
    """What actuators that say the same have in common."""

    trntype: TransmissionType
    dyntype: DynType
    gaintype: GainType
    biastype: BiasType
    ctrlnum: int
    ctrlspec: int
    outnum: int
    cranklength: float
    gainprm: Numbers
    biasprm: Numbers
    actearly: bool
    history: tuple[int, int]
    delay: float
    damping: float
    dampingpoly: Numbers
    armature: float
    group: int
    user: Numbers
    forcelimited: bool
    forcerange: tuple[float, float]
    plugin: int
    signals: Signals = field(metadata=EXTRA)
    controls: list[Control] = field(metadata=EXTRA)
    output: ForceOutput = field(metadata=EXTRA)


@columns("actuator_", "nactuator", shared=ActuatorTraits)
@dataclass(slots=True, kw_only=True)
class Actuator(Object):
    """One actuator."""

    trnid: tuple[int, int]
    actnum: int
    dynprm: Numbers
    actlimited: bool
    actrange: tuple[float, float]
    shared: ActuatorTraits = field(metadata=EXTRA)
    hill: HillMuscle | None = field(default=None, init=False, metadata=EXTRA)

    # known when the actuators before it are, and when <custom> is read
    ctrladr: int = field(init=False)
    outadr: int = field(init=False)
    actadr: int = field(init=False)
    historyadr: int = field(init=False)
    function: tuple[int, int, int] = field(default=(-1, -1, -1), init=False)
    hillid: int = field(default=-1, init=False)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...
