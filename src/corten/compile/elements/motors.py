"""Shortcuts for servos and DC motors: what their words stand for in the parameters of a general actuator."""

from math import sqrt
from typing import TYPE_CHECKING, Any

from corten.enums import DynType
from corten.model.signals import CtrlInput
from corten.spec import Element

if TYPE_CHECKING:
    from corten.compile.elements.actuator_kinds import Drive, Inherited, Parameters


# ---------------------------------------------------------------- servos


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


# ---------------------------------------------------------------- the shortcut for DC motors
# electrical constants, controller, heat and friction, as parameters of an actuator
# dynprm:  electrical time constant, limit of the current's rate, thermal resistance and capacity, ambient
#          temperature, stiffness and damping of bristles, limits of setpoint rate and integral
# gainprm: resistance, motor constant, temperature coefficient and reference, kp, ki, kd, limit of voltage biasprm:
# amplitude, periodicity and phase of cogging; Coulomb and static friction, Stribeck velocity


def make_dcmotor(drive: "Drive", written: dict[str, Any], before: "Inherited", made: "Parameters") -> None:
    """Set the parameters of a DC motor; of an attribute that is not written to its end the rest is inherited."""
    dyn, gain, bias = before.dyn, before.gain, before.bias
    made.dyn[0] = 0.0
    _set_constants(drive, written, (gain[0], gain[1]), made)
    inductance, timeconst = _numbers(written, "inductance", (0.0, dyn[0]))
    if inductance < 0 or timeconst < 0:
        raise drive.element.error("inductance has a negative number; inductance and time constant must not be negative")
    if written.get("inductance") == (0.0,):
        timeconst = 0.0
    made.dyn[0] = inductance / made.gain[0] if inductance > 0 else timeconst
    made.bias[:3] = _numbers(written, "cogging", bias[:3])
    kp, ki, kd, slew, integral, voltage = _numbers(written, "controller", (*gain[4:7], dyn[7], dyn[8], gain[7]))
    made.gain[4:8] = kp, ki, kd, max(voltage, 0.0)
    made.dyn[7:9] = slew, integral
    _set_limits(drive, written, dyn[1], made)
    _set_heat(drive, _numbers(written, "thermal", (dyn[2], dyn[3], 0.0, gain[2], gain[3], dyn[4])), made)
    friction = _numbers(written, "lugre", (dyn[5], dyn[6], *bias[3:6]))
    if friction[0] > 0:
        made.dyn[5:7], made.bias[3:6] = friction[:2], friction[2:]

    # the states of a motor have no common range, and its force follows the next of them
    drive.actlimited, drive.actearly = "false", True


def _numbers(written: dict[str, Any], word: str, inherited: tuple[float, ...]) -> tuple[float, ...]:
    numbers = written.get(word, ())
    return (*numbers, *inherited[len(numbers) :])


def _set_constants(drive: "Drive", written: dict[str, Any], inherited: tuple[float, float], made: "Parameters") -> None:
    """Set resistance R and motor constant K: as written, else from voltage, stall torque and speed without load.

    With the damping B of the motor itself, the speed without load is voltage K / (K^2 + R B).
    """
    element = drive.element
    resistance = written.get("resistance", inherited[0])
    torque_constant, back_emf = _numbers(written, "motorconst", (inherited[1], 0.0))
    voltage, stall, speed = _numbers(written, "nominal", (0.0, 0.0, 0.0))
    if torque_constant < 0 or back_emf < 0:
        raise element.error("motorconst has a negative number; motor constants must not be negative")
    if voltage > 0 and back_emf <= 0 and speed > 0:
        back_emf = _back_emf(voltage, stall, speed, resistance, drive.damping[0])
    constant = sqrt(torque_constant * back_emf) if torque_constant > 0 and back_emf > 0 else torque_constant or back_emf
    if resistance == 0 and voltage > 0 and stall > 0 and constant > 0:
        resistance = constant * voltage / stall
    if constant <= 0 and drive.ctrlspec != CtrlInput.NONE:
        raise element.error("the motor constant is not positive; give motorconst or nominal")
    if resistance <= 0:
        raise element.error(f"the resistance is {resistance:g}; give a positive resistance, or nominal")
    made.gain[0], made.gain[1] = resistance, constant


def _back_emf(voltage: float, stall: float, speed: float, resistance: float, damping: float) -> float:
    """Return the back-EMF constant at which the motor turns with this speed without load."""
    free = voltage / speed
    if damping > 0 and resistance > 0:
        under_root = voltage * voltage - 4 * resistance * damping * speed * speed
        return (voltage + sqrt(under_root)) / (2 * speed) if under_root > 0 else free
    if damping > 0 and stall > 0:
        exact = free - voltage * damping / stall
        return exact if exact > 0 else free
    return free


def _set_limits(drive: "Drive", written: dict[str, Any], rate: float, made: "Parameters") -> None:
    """Set the limits of torque and of the rate of the current; a limit that is written replaces all that are not."""
    torque, current, rate = _numbers(written, "saturation", (0.0, 0.0, rate))
    if "saturation" in written:
        drive.forcelimited, drive.forcerange = "auto", (0.0, 0.0)
    if torque > 0 or current > 0:
        most = torque if torque != 0 else made.gain[1] * current
        drive.forcelimited, drive.forcerange = "true", (-most, most)
    made.dyn[1] = max(rate, 0.0)


def _set_heat(drive: "Drive", thermal: tuple[float, ...], made: "Parameters") -> None:
    """Set thermal resistance and capacity [K/W, J/K]; two of these and their product, the time constant, are enough."""
    resistance, capacity, timeconst, coefficient, reference, ambient = thermal
    if max(resistance, capacity, timeconst) <= 0:
        return
    if timeconst > 0 and resistance > 0:
        capacity = timeconst / resistance
    elif timeconst > 0 and capacity > 0 and resistance == 0:
        resistance = timeconst / capacity
    if resistance <= 0 or capacity <= 0:
        raise drive.element.error(
            "thermal resistance and capacity must be positive; give two of resistance, capacity and time constant"
        )
    made.dyn[2:5] = resistance, capacity, ambient
    made.gain[2:4] = coefficient, reference
