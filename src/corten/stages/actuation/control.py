"""Controls as actuators see them: clamped, and all zero when one of them is no usable number."""

from corten.constants import MAXVAL
from corten.enums import BiasType, DisableBit, DynType, GainType, JointType, TransmissionType
from corten.math import vector3
from corten.math.extended_precision import PI_HIGH
from corten.math.scalar import clamp
from corten.runtime import copysign, floor, helper, select

# actuators of groups above this one cannot be switched off
LAST_GROUP = 30


@helper
def clamped_control(m, d, i: int) -> float:
    """Return control i, after its delay, and moved into its range unless clamping is disabled."""
    limited, limits, ctrl = m.actuator_ctrllimited, m.actuator_ctrlrange, d.ctrl
    value = ctrl[i]
    if m.nhistory > 0:
        value = d.ctrl_delayed[i]
    if limited[i] != 0 and (m.opt_disableflags & DisableBit.CLAMPCTRL) == 0:
        value = clamp(value, limits[i, 0], limits[i, 1])
    return value


@helper
def bad_control(m, d) -> int:
    """Return the first control that is NaN or beyond MAXVAL after clamping, -1 if there is none."""
    first = -1
    for i in range(m.nu - 1, -1, -1):
        usable = abs(clamped_control(m, d, i)) <= MAXVAL
        first = select(usable, first, i)
    return first


@helper
def is_switched_off(m, k: int) -> bool:
    """Tell whether the group of actuator k is disabled."""
    group = m.actuator_group[k]
    if group < 0 or group > LAST_GROUP:
        return False
    return ((m.opt_disableactuator >> group) & 1) != 0


@helper
def setpoint_period(m, k: int) -> float:
    """Return the period of a position servo whose setpoint is an angle in space; 0 for all others.

    Such are servos on ball joints, and on sites that turn against a reference site.
    """
    gain, bias, dyntype = m.actuator_gainprm, m.actuator_biasprm, m.actuator_dyntype
    is_servo = (
        m.actuator_gaintype[k] == GainType.FIXED
        and m.actuator_biastype[k] == BiasType.AFFINE
        and dyntype[k] <= DynType.FILTEREXACT
        and gain[k, 0] == -bias[k, 1]
    )
    if not is_servo:
        return 0.0
    return length_period(m, k)


@helper
def length_period(m, k: int) -> float:
    """Return the period of the length of actuator k, if it is an angle in space; 0 otherwise."""
    trntype, trnid, gear = m.actuator_trntype, m.actuator_trnid, m.actuator_gear
    out = m.actuator_outadr[k]
    front, back = (gear[out, 0], gear[out, 1], gear[out, 2]), (gear[out, 3], gear[out, 4], gear[out, 5])
    if trntype[k] == TransmissionType.SITE and trnid[k, 1] >= 0:
        slides = front[0] != 0.0 or front[1] != 0.0 or front[2] != 0.0
        return 0.0 if slides else 2.0 * PI_HIGH * vector3.norm(back)
    if trntype[k] > TransmissionType.JOINTINPARENT:
        return 0.0
    return 2.0 * PI_HIGH * vector3.norm(front) if m.jnt_type[trnid[k, 0]] == JointType.BALL else 0.0


@helper
def nearest_setpoint(setpoint: float, length: float, period: float) -> float:
    """Return the setpoint, moved by whole periods to where it is nearest to the length."""
    turns = (setpoint - length) / period
    return setpoint - period * copysign(floor(abs(turns) + 0.5), turns)
