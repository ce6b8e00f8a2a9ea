"""From the shortcuts of MJCF to parameters: every actuator is a general one, with dynamics, gain and bias.

A default class holds one set of parameters for all actuators. An element changes those that it writes; a shortcut also
sets the types, and keeps of the inherited parameters those that it has words for. These are dropped where the element
before it was another shortcut, whose parameters mean something else.
"""

from math import pi
from typing import Any

from corten.enums import BiasType, DynType, GainType
from corten.errors import UnsupportedFeatureError
from corten.spec import Element

PARAMETERS = 10
ONE = (1.0,) + (0.0,) * (PARAMETERS - 1)
NONE = (0.0,) * PARAMETERS

# default parameters of a muscle: range, force, scale, lmin, lmax, vmax, fpmax, fvmax; time constants
MUSCLE = (0.75, 1.05, -1.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2, 0.0)
MUSCLE_WORDS = {"force": 2, "scale": 3, "lmin": 4, "lmax": 5, "vmax": 6, "fpmax": 7, "fvmax": 8}
MUSCLE_TIMES = (0.01, 0.04)

# attributes that mean the same for all actuators
COMMON = {
    "group": 0,
    "ctrllimited": "auto",
    "ctrlrange": (0.0, 0.0),
    "forcelimited": "auto",
    "forcerange": (0.0, 0.0),
    "actlimited": "auto",
    "actrange": (0.0, 0.0),
    "lengthrange": (0.0, 0.0),
    "gear": (1.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    "damping": (0.0, 0.0, 0.0),
    "armature": 0.0,
    "cranklength": 0.0,
    "actdim": -1,
    "actearly": False,
    "inheritrange": 0.0,
}


class Drive(dict[str, Any]):
    """The parameters of an actuator by name; `element` is what was written last."""

    def __init__(self, element: Element):
        super().__init__(COMMON, dyntype=DynType.NONE, gaintype=GainType.FIXED, biastype=BiasType.NONE)
        self.update(dynprm=ONE, gainprm=ONE, biasprm=NONE)
        self.element = element
        self.last = "general"

    def write(self, element: Element) -> None:
        """Take over what an element says."""
        self.element = element
        written, tag = element.attributes, element.tag
        for name in COMMON:
            if name in written:
                self[name] = _filled(written[name], self[name])
        if tag == "general":
            self._general(written)
        elif tag in SHORTCUTS:
            kept = self.last in (tag, "general") and self["gaintype"] == SHORTCUTS[tag][1]
            self._shortcut(tag, written, kept)
        else:
            raise element.error(f"actuator/{tag} is not supported", UnsupportedFeatureError)
        self.last = tag

    def _general(self, written: dict[str, Any]) -> None:
        for name, kinds in (("dyntype", DynType), ("gaintype", GainType), ("biastype", BiasType)):
            if name in written:
                self[name] = kinds[written[name].upper()]
        for name in ("dynprm", "gainprm", "biasprm"):
            if name in written:
                self[name] = _filled(written[name], self[name])

    def _shortcut(self, tag: str, written: dict[str, Any], kept: bool) -> None:
        """Set types and parameters of a shortcut; inherited parameters count if `kept`."""
        dyn, gain, bias = (self[name] if kept else NONE for name in ("dynprm", "gainprm", "biasprm"))
        dyntype = self["dyntype"]
        self["dyntype"], self["gaintype"], self["biastype"], make = SHORTCUTS[tag]
        dynprm, gainprm, biasprm = list(ONE), list(NONE), list(NONE)
        make(self, written, kept, (dyn, gain, bias, dyntype), (dynprm, gainprm, biasprm))
        self.update(dynprm=tuple(dynprm), gainprm=tuple(gainprm), biasprm=tuple(biasprm))


def _filled(value: Any, below: Any) -> Any:
    # of an array that is not written to its end the rest stays
    return value + below[len(value) :] if isinstance(value, tuple) else value


def _motor(drive, written, kept, before, prm) -> None:
    prm[1][0] = 1.0


def _position(drive: Drive, written, kept, before, prm) -> None:
    """force = kp (control - length) - kv velocity; a positive third bias parameter is a damping ratio."""
    dyn, gain, bias, dyntype = before
    dynprm, gainprm, biasprm = prm
    element, own_range = drive.element, "actrange" if drive["dyntype"] == DynType.INTEGRATOR else "ctrlrange"
    gainprm[0] = written.get("kp", gain[0] if kept else 1.0)
    biasprm[1] = -gainprm[0]
    biasprm[2] = bias[2]
    if "kv" in written and "dampratio" in written:
        raise element.error("kv and dampratio are given; leave out one of them")
    for word, sign in (("kv", -1.0), ("dampratio", 1.0)):
        if word in written:
            _refuse_negative(element, word)
            biasprm[2] = sign * written[word]
    if kept and dyntype == DynType.FILTEREXACT:
        dynprm[0] = dyn[0]
        if drive["dyntype"] == DynType.NONE:
            drive["dyntype"] = dyntype
    if "timeconst" in written:
        _refuse_negative(element, "timeconst")
        dynprm[0] = written["timeconst"]
        drive["dyntype"] = DynType.FILTEREXACT if dynprm[0] else DynType.NONE
    if drive["inheritrange"] > 0 and any(drive[own_range]):
        if own_range in written and "inheritrange" in written:
            raise element.error(f"{own_range} and inheritrange are given; leave out one of them")
        drive["inheritrange" if own_range in written else own_range] = 0.0 if own_range in written else (0.0, 0.0)


def _velocity(drive, written, kept, before, prm) -> None:
    prm[1][0] = written.get("kv", before[1][0] if kept else 1.0)
    prm[2][2] = -prm[1][0]


def _damper(drive: Drive, written, kept, before, prm) -> None:
    kv = written.get("kv", -before[1][2] if kept else 0.0)
    if kv < 0:
        raise drive.element.error(f"kv is {kv:g}; it must not be negative")
    prm[1][2] = -kv
    _limit_control(drive)


def _cylinder(drive, written, kept, before, prm) -> None:
    dyn, gain, bias, _ = before
    prm[0][0] = written.get("timeconst", dyn[0] if kept else 1.0)
    prm[1][0] = written.get("area", gain[0] if kept else 1.0)
    if written.get("diameter", -1.0) >= 0:
        prm[1][0] = pi / 4 * written["diameter"] * written["diameter"]
    prm[2][:3] = written.get("bias", bias[:3] if kept else (0.0, 0.0, 0.0))


def _muscle(drive: Drive, written, kept, before, prm) -> None:
    dyn, gain, _, _ = before
    dynprm, gainprm, biasprm = prm
    gainprm[:] = gain if kept else MUSCLE
    dynprm[:3] = dyn[:3] if kept else (*MUSCLE_TIMES, 0.0)
    if kept:
        # numbers that are still those of an actuator that is no muscle
        for numbers, own in ((gainprm, MUSCLE), (dynprm, MUSCLE_TIMES)):
            for place in range(min(len(own), 9)):
                if numbers[place] == ONE[place]:
                    numbers[place] = own[place]
    for place in range(2):
        if "range" in written and written["range"][place] >= 0:
            gainprm[place] = written["range"][place]
        if "timeconst" in written and written["timeconst"][place] >= 0:
            dynprm[place] = written["timeconst"][place]
    for word, place in MUSCLE_WORDS.items():
        if written.get(word, -1.0) >= 0:
            gainprm[place] = written[word]
    if "tausmooth" in written:
        _refuse_negative(drive.element, "tausmooth")
        dynprm[2] = written["tausmooth"]
    biasprm[:9] = gainprm[:9]


def _adhesion(drive: Drive, written, kept, before, prm) -> None:
    prm[1][0] = written.get("gain", before[1][0] if kept else 1.0)
    if prm[1][0] < 0:
        raise drive.element.error(f"gain is {prm[1][0]:g}; it must not be negative")
    _limit_control(drive)


def _limit_control(drive: Drive) -> None:
    """Limit the control, which scales something that cannot be negative."""
    drive["ctrllimited"] = "true"
    if min(drive["ctrlrange"]) < 0:
        raise drive.element.error("ctrlrange has a negative number; here controls cannot be negative")


def _refuse_negative(element: Element, word: str) -> None:
    if element.attributes[word] < 0:
        raise element.error(f"{word} is {element.attributes[word]:g}; it must not be negative")


# what a shortcut stands for: types, and the function that sets its parameters
SHORTCUTS = {
    "motor": (DynType.NONE, GainType.FIXED, BiasType.NONE, _motor),
    "position": (DynType.NONE, GainType.FIXED, BiasType.AFFINE, _position),
    "velocity": (DynType.NONE, GainType.FIXED, BiasType.AFFINE, _velocity),
    "intvelocity": (DynType.INTEGRATOR, GainType.FIXED, BiasType.AFFINE, _position),
    "damper": (DynType.NONE, GainType.AFFINE, BiasType.NONE, _damper),
    "cylinder": (DynType.FILTER, GainType.FIXED, BiasType.AFFINE, _cylinder),
    "muscle": (DynType.MUSCLE, GainType.MUSCLE, BiasType.MUSCLE, _muscle),
    "adhesion": (DynType.NONE, GainType.FIXED, BiasType.NONE, _adhesion),
}
