"""The shortcut for DC motors: electrical constants, controller, heat and friction, as parameters of an actuator.

dynprm:  electrical time constant, limit of the current's rate, thermal resistance and capacity, ambient
         temperature, stiffness and damping of bristles, limits of setpoint rate and integral
gainprm: resistance, motor constant, temperature coefficient and reference, kp, ki, kd, limit of voltage
biasprm: amplitude, periodicity and phase of cogging; Coulomb and static friction, Stribeck velocity
"""

from math import sqrt
from typing import TYPE_CHECKING, Any

from corten.model.signals import CtrlInput

if TYPE_CHECKING:
    from corten.compile.elements.actuator_kinds import Drive, Inherited, Parameters


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
