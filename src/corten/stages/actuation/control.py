"""Controls as actuators see them: clamped, and all zero when one of them is no usable number."""

from corten.constants import MAXVAL
from corten.enums import BiasType, DisableBit, DynType, GainType, JointType
from corten.math import vector3
from corten.math.float_format import PI_HIGH
from corten.math.scalar import clamp
from corten.runtime import copysign, floor, helper, select

# actuators of groups above this one cannot be switched off
LAST_GROUP = 30


@helper
def clamped_control(m, d, i):
    """Return control i, moved into its range unless clamping is disabled."""
    limited, limits, ctrl = m.actuator_ctrllimited, m.actuator_ctrlrange, d.ctrl
    value = ctrl[i]
    if limited[i] != 0 and (m.opt_disableflags & DisableBit.CLAMPCTRL) == 0:
        value = clamp(value, limits[i, 0], limits[i, 1])
    return value


@helper
def bad_control(m, d):
    """Return the first control that is NaN or beyond MAXVAL after clamping, -1 if there is none."""
    first = -1
    for i in range(m.nu - 1, -1, -1):
        usable = abs(clamped_control(m, d, i)) <= MAXVAL
        first = select(usable, first, i)
    return first


@helper
def is_switched_off(m, k):
    """Tell whether the group of actuator k is disabled."""
    group = m.actuator_group[k]
    if group < 0 or group > LAST_GROUP:
        return False
    return ((m.opt_disableactuator >> group) & 1) != 0


@helper
def setpoint_period(m, k):
    """Return the period of a position servo on a ball joint, whose setpoint is an angle; 0 for all others."""
    gain, bias, gear = m.actuator_gainprm, m.actuator_biasprm, m.actuator_gear
    is_servo = (
        m.actuator_gaintype[k] == GainType.FIXED
        and m.actuator_biastype[k] == BiasType.AFFINE
        and m.actuator_dyntype[k] == DynType.NONE
        and gain[k, 0] == -bias[k, 1]
    )
    if is_servo and m.jnt_type[m.actuator_trnid[k, 0]] == JointType.BALL:
        out = m.actuator_outadr[k]
        return 2.0 * PI_HIGH * vector3.norm((gear[out, 0], gear[out, 1], gear[out, 2]))
    return 0.0


@helper
def nearest_setpoint(setpoint, length, period):
    """Return the setpoint, moved by whole periods to where it is nearest to the length."""
    turns = (setpoint - length) / period
    return setpoint - period * copysign(floor(abs(turns) + 0.5), turns)
