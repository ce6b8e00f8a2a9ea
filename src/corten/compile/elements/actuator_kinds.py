"""From the shortcuts of MJCF to parameters: every actuator is a general one, with dynamics, gain and bias.

A default class holds one set of parameters for all actuators. An element changes those that it writes; a shortcut also
sets the types, and begins with the parameters of the nearest class that was written last with the same shortcut, or
with <general> of the same gain: those of other shortcuts mean something else.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import pi
from typing import Any, NamedTuple

from corten.compile.elements.actuator_inputs import read_input
from corten.compile.elements.motors import (
    choose_range,
    make_dcmotor,
    make_orientation,
    make_pid,
    refuse_negative,
    servo_damping,
)
from corten.enums import BiasType, DynType, GainType
from corten.errors import UnsupportedFeatureError
from corten.model.signals import CtrlInput
from corten.spec import Element
from corten.spec.defaults import MAIN

PARAMETERS = 10
ONE = (1.0,) + (0.0,) * (PARAMETERS - 1)
NONE = (0.0,) * PARAMETERS

# default parameters of a muscle: range, force, scale, lmin, lmax, vmax, fpmax, fvmax; time constants
MUSCLE = (0.75, 1.05, -1.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2, 0.0)
MUSCLE_WORDS = {"force": 2, "scale": 3, "lmin": 4, "lmax": 5, "vmax": 6, "fpmax": 7, "fvmax": 8}
MUSCLE_TIMES = (0.01, 0.04)

# attributes that mean the same for all actuators
COMMON = (
    *("group", "ctrllimited", "ctrlrange", "forcelimited", "forcerange", "actlimited", "actrange", "lengthrange"),
    *("gear", "damping", "armature", "cranklength", "actdim", "actearly", "inheritrange", "velrange", "ffrange"),
    *("nsample", "interp", "delay"),
)

Range = tuple[float, float]
Numbers = tuple[float, ...]


@dataclass(slots=True)
class Drive:
    """The parameters of an actuator.

    `element` is what was written last, and `last` its tag; `levels` are the parameters of all classes above its own,
    the outermost first. `ctrlspec` is what the controls are, 0 if that is left to the kind of gain.
    """

    element: Element
    last: str = "general"
    class_: str | None = MAIN
    levels: "list[Inherited]" = field(default_factory=list)
    ctrlspec: int = 0
    dyntype: DynType = DynType.NONE
    gaintype: GainType = GainType.FIXED
    biastype: BiasType = BiasType.NONE
    dynprm: Numbers = ONE
    gainprm: Numbers = ONE
    biasprm: Numbers = NONE
    group: int = 0
    ctrllimited: str = "auto"
    ctrlrange: Range = (0.0, 0.0)
    forcelimited: str = "auto"
    forcerange: Range = (0.0, 0.0)
    actlimited: str = "auto"
    actrange: Range = (0.0, 0.0)
    lengthrange: Range = (0.0, 0.0)
    gear: Numbers = (1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    damping: Numbers = (0.0, 0.0, 0.0)
    armature: float = 0.0
    cranklength: float = 0.0
    actdim: int = -1
    actearly: bool = False
    inheritrange: float = 0.0
    velrange: Range = (0.0, 0.0)
    ffrange: Range = (0.0, 0.0)
    nsample: int = 0
    interp: str = "zoh"
    delay: float = 0.0

    def write(self, element: Element) -> None:
        """Take over what an element says."""
        self._enter_class(element)
        self.element = element
        written, tag = element.attributes, element.tag
        before = self._inherited(tag)
        for name in COMMON:
            if name in written:
                setattr(self, name, _filled(written[name], getattr(self, name)))
        if tag in ("general", "plugin"):
            self._general(written)
        elif tag in SHORTCUTS:
            self._shortcut(SHORTCUTS[tag], written, before)
        else:
            raise element.error(f"actuator/{tag} is not supported", UnsupportedFeatureError)
        self.last = tag

    def _enter_class(self, element: Element) -> None:
        """Remember the parameters of a class when an element of another one, or the actuator itself, follows."""
        section = element.parent
        inside = section is not None and section.tag == "default"
        class_ = section.attributes.get("class", MAIN) if section is not None and inside else None
        if class_ != self.class_ or class_ is None:
            self.levels.append(self._level())
            self.class_ = class_

    def _level(self) -> "Inherited":
        types = self.dyntype, self.gaintype, self.ctrlspec
        return Inherited(self.last, self.dynprm, self.gainprm, self.biasprm, *types, valid=True)

    def _inherited(self, tag: str) -> "Inherited":
        """Return the parameters with which a shortcut begins: zeros if no class has any that mean the same."""
        if tag in SHORTCUTS:
            for level in (self._level(), *reversed(self.levels)):
                if level.tag in (tag, "general") and level.gaintype == SHORTCUTS[tag].gaintype:
                    return level
        return Inherited(tag, NONE, NONE, NONE, DynType.NONE, self.gaintype, 0, valid=False)

    def _general(self, written: dict[str, Any]) -> None:
        gaintype = self.gaintype
        for name, kinds in (("dyntype", DynType), ("gaintype", GainType), ("biastype", BiasType)):
            if name in written:
                setattr(self, name, kinds[written[name].upper()])
        for name in ("dynprm", "gainprm", "biasprm"):
            if name in written:
                setattr(self, name, _filled(written[name], getattr(self, name)))

        # inputs mean something else to another gain
        if self.gaintype != gaintype:
            self.ctrlspec = 0
        if "input" in written:
            self.ctrlspec = read_input(self.element, written["input"])

    def _shortcut(self, shortcut: "Shortcut", written: dict[str, Any], before: "Inherited") -> None:
        """Set types and parameters of a shortcut, which begins with the inherited ones."""
        self.dyntype, self.gaintype, self.biastype = shortcut.dyntype, shortcut.gaintype, shortcut.biastype
        self.actdim, self.actearly, self.ctrlspec = -1, False, shortcut.input
        if "input" in written:
            self.ctrlspec = read_input(self.element, written["input"])
        elif shortcut.chooses_input:
            self.ctrlspec = before.ctrlspec
        made = Parameters(list(ONE), list(NONE), list(NONE))
        shortcut.make(self, written, before, made)
        self.dynprm, self.gainprm, self.biasprm = tuple(made.dyn), tuple(made.gain), tuple(made.bias)


class Inherited(NamedTuple):
    """What a shortcut begins with: the parameters of a class that was written with `tag`, zeros unless `valid`."""

    tag: str
    dyn: Numbers
    gain: Numbers
    bias: Numbers
    dyntype: DynType
    gaintype: GainType
    ctrlspec: int
    valid: bool


class Parameters(NamedTuple):
    """The parameters that a shortcut sets."""

    dyn: list[float]
    gain: list[float]
    bias: list[float]


def _filled(value: Any, below: Any) -> Any:
    # of an array that is not written to its end the rest stays
    return value + below[len(value) :] if isinstance(value, tuple) else value


def _motor(drive: Drive, written: dict[str, Any], before: Inherited, made: Parameters) -> None:
    made.gain[0] = 1.0


def _position(drive: Drive, written: dict[str, Any], before: Inherited, made: Parameters) -> None:
    """force = kp (control - length) - kv velocity; a positive third bias parameter is a damping ratio."""
    element, own_range = drive.element, "actrange" if drive.dyntype == DynType.INTEGRATOR else "ctrlrange"
    made.gain[0] = written.get("kp", before.gain[0] if before.valid else 1.0)
    made.bias[1] = -made.gain[0]
    made.bias[2] = servo_damping(element, before.bias[2])
    if before.valid and before.dyntype == DynType.FILTEREXACT:
        made.dyn[0] = before.dyn[0]
        if drive.dyntype == DynType.NONE:
            drive.dyntype = before.dyntype
    if "timeconst" in written:
        refuse_negative(element, "timeconst")
        made.dyn[0] = written["timeconst"]
        drive.dyntype = DynType.FILTEREXACT if made.dyn[0] else DynType.NONE
    choose_range(drive, own_range, own_range)


def _velocity(drive: Drive, written: dict[str, Any], before: Inherited, made: Parameters) -> None:
    made.gain[0] = written.get("kv", before.gain[0] if before.valid else 1.0)
    made.bias[2] = -made.gain[0]


def _damper(drive: Drive, written: dict[str, Any], before: Inherited, made: Parameters) -> None:
    kv = written.get("kv", -before.gain[2] if before.valid else 0.0)
    if kv < 0:
        raise drive.element.error(f"kv is {kv:g}; it must not be negative")
    made.gain[2] = -kv
    _limit_control(drive)


def _cylinder(drive: Drive, written: dict[str, Any], before: Inherited, made: Parameters) -> None:
    made.dyn[0] = written.get("timeconst", before.dyn[0] if before.valid else 1.0)
    made.gain[0] = written.get("area", before.gain[0] if before.valid else 1.0)
    if written.get("diameter", -1.0) >= 0:
        made.gain[0] = pi / 4 * written["diameter"] * written["diameter"]
    made.bias[:3] = written.get("bias", before.bias[:3] if before.valid else (0.0, 0.0, 0.0))


def _muscle(drive: Drive, written: dict[str, Any], before: Inherited, made: Parameters) -> None:
    gain, dyn = made.gain, made.dyn
    gain[:] = before.gain if before.valid else MUSCLE
    dyn[:3] = before.dyn[:3] if before.valid else (*MUSCLE_TIMES, 0.0)
    if before.valid:
        # numbers that are still those of an actuator that is no muscle
        for numbers, own in ((gain, MUSCLE), (dyn, MUSCLE_TIMES)):
            for place in range(min(len(own), 9)):
                if numbers[place] == ONE[place]:
                    numbers[place] = own[place]
    for place in range(2):
        if "range" in written and written["range"][place] >= 0:
            gain[place] = written["range"][place]
        if "timeconst" in written and written["timeconst"][place] >= 0:
            dyn[place] = written["timeconst"][place]
    for word, place in MUSCLE_WORDS.items():
        if written.get(word, -1.0) >= 0:
            gain[place] = written[word]
    if "tausmooth" in written:
        refuse_negative(drive.element, "tausmooth")
        dyn[2] = written["tausmooth"]
    made.bias[:9] = gain[:9]


def _adhesion(drive: Drive, written: dict[str, Any], before: Inherited, made: Parameters) -> None:
    made.gain[0] = written.get("gain", before.gain[0] if before.valid else 1.0)
    if made.gain[0] < 0:
        raise drive.element.error(f"gain is {made.gain[0]:g}; it must not be negative")
    _limit_control(drive)


def _limit_control(drive: Drive) -> None:
    """Limit the control, which scales something that cannot be negative."""
    drive.ctrllimited = "true"
    if min(drive.ctrlrange) < 0:
        raise drive.element.error("ctrlrange has a negative number; here controls cannot be negative")


class Shortcut(NamedTuple):
    """What a shortcut stands for: types, the function that sets its parameters, and what its controls are."""

    dyntype: DynType
    gaintype: GainType
    biastype: BiasType
    make: Callable[[Drive, dict[str, Any], Inherited, Parameters], None]
    input: int = 0
    chooses_input: bool = False


SHORTCUTS = {
    "motor": Shortcut(DynType.NONE, GainType.FIXED, BiasType.NONE, _motor),
    "position": Shortcut(DynType.NONE, GainType.FIXED, BiasType.AFFINE, _position, CtrlInput.POS),
    "velocity": Shortcut(DynType.NONE, GainType.FIXED, BiasType.AFFINE, _velocity, CtrlInput.VEL),
    "intvelocity": Shortcut(DynType.INTEGRATOR, GainType.FIXED, BiasType.AFFINE, _position, CtrlInput.VEL),
    "damper": Shortcut(DynType.NONE, GainType.AFFINE, BiasType.NONE, _damper),
    "cylinder": Shortcut(DynType.FILTER, GainType.FIXED, BiasType.AFFINE, _cylinder, CtrlInput.PRESSURE),
    "muscle": Shortcut(DynType.MUSCLE, GainType.MUSCLE, BiasType.MUSCLE, _muscle),
    "adhesion": Shortcut(DynType.NONE, GainType.FIXED, BiasType.NONE, _adhesion),
    "pid": Shortcut(DynType.NONE, GainType.PID, BiasType.AFFINE, make_pid, chooses_input=True),
    "orientation": Shortcut(DynType.NONE, GainType.SO3, BiasType.SO3, make_orientation, chooses_input=True),
    "dcmotor": Shortcut(DynType.DCMOTOR, GainType.DCMOTOR, BiasType.DCMOTOR, make_dcmotor, chooses_input=True),
}
