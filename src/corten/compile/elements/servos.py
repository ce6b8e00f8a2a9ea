"""Shortcuts for servos: what their words stand for in the parameters of a general actuator."""

from typing import TYPE_CHECKING, Any

from corten.enums import DynType
from corten.spec import Element

if TYPE_CHECKING:
    from corten.compile.elements.actuator_kinds import Drive, Inherited, Parameters


def make_pid(drive: "Drive", written: dict[str, Any], before: "Inherited", made: "Parameters") -> None:
    """Set force = kp (position - length) + kv (velocity - its velocity) + ki * integral + feedforward.

    The integral, and a limit of the rate of the position, make activations; without them there are no dynamics.
    """
    element = drive.element
    made.bias[1] = -written.get("kp", -before.bias[1] if before.valid else 1.0)
    made.bias[2] = servo_damping(element, before.bias[2])
    if "slewmax" in written:
        refuse_negative(element, "slewmax")
    integral = written.get("ki", before.gain[0])
    slew = written.get("slewmax", before.dyn[1])
    made.gain[0], made.dyn[1] = integral, slew
    made.dyn[0] = written.get("imax", before.dyn[0]) if integral else 0.0
    drive.dyntype = DynType.PID if integral or slew else DynType.NONE
    if "posrange" in written:
        drive.ctrlrange = written["posrange"]
    choose_range(drive, "ctrlrange", "posrange" if "posrange" in written else "ctrlrange")


def make_orientation(drive: "Drive", written: dict[str, Any], before: "Inherited", made: "Parameters") -> None:
    """Set torque = kp * rotation vector to the wanted orientation - kv * angular velocity."""
    made.gain[0] = written.get("kp", before.gain[0] if before.valid else 1.0)
    made.bias[1] = -made.gain[0]
    made.bias[2] = servo_damping(drive.element, before.bias[2])


def servo_damping(element: Element, inherited: float) -> float:
    """Return the third bias parameter of a servo: -kv, or a damping ratio, which is positive."""
    written = element.attributes
    if "kv" in written and "dampratio" in written:
        raise element.error("kv and dampratio are given; leave out one of them")
    for word, sign in (("kv", -1.0), ("dampratio", 1.0)):
        if word in written:
            refuse_negative(element, word)
            return sign * written[word]
    return inherited


def choose_range(drive: "Drive", name: str, word: str) -> None:
    """Let either the range of a servo count, which is written as `word`, or that of what it pulls on."""
    written = drive.element.attributes
    if drive.inheritrange > 0 and any(getattr(drive, name)):
        if word not in written:
            setattr(drive, name, (0.0, 0.0))
        elif "inheritrange" in written:
            raise drive.element.error(f"{word} and inheritrange are given; leave out one of them")
        else:
            drive.inheritrange = 0.0


def refuse_negative(element: Element, word: str) -> None:
    """Refuse a number below zero."""
    if element.attributes[word] < 0:
        raise element.error(f"{word} is {element.attributes[word]:g}; it must not be negative")
