"""Readings: written into sensordata within the cutoff, with noise where a model asks for it, kept while asleep."""

from functools import cache

from corten.constants import MINVAL
from corten.enums import ConstraintType, DataType, DisableBit, ForwardPart, ObjectType, SensorType, SleepState
from corten.math.philox import normal_pair, philox, split_words
from corten.math.quaternion import axis_angle_to_quat, load4_flat, mul_quat, normalize_quat, rotate_vector, store4_flat
from corten.math.scalar import clamp
from corten.math.vector3 import load3_flat
from corten.model import Model
from corten.runtime import FloatArray, Quat, Vec2, Vec3, Vec4, helper, select, sqrt, stage
from corten.runtime.fields import F8, Field
from corten.runtime.kernel import Stage, bind
from corten.runtime.scratch import scratch
from corten.stages.sleep import actuator_sleeps, tendon_state

SCRATCH = scratch(
    Field("retained_sensordata", F8, ("nsensordata",), "sensordata before sensors were read"),
    lasting=True,
)

# ---- sensordata and cutoff


@helper
def write1(d, adr: int, value: float) -> None:
    """Write a single reading."""
    d.sensordata[adr] = value


@helper
def write3(d, adr: int, v: Vec3) -> None:
    """Write a vector."""
    d.sensordata[adr] = v[0]
    d.sensordata[adr + 1] = v[1]
    d.sensordata[adr + 2] = v[2]


@helper
def write4(d, adr: int, q: Quat) -> None:
    """Write a quaternion."""
    d.sensordata[adr] = q[0]
    d.sensordata[adr + 1] = q[1]
    d.sensordata[adr + 2] = q[2]
    d.sensordata[adr + 3] = q[3]


@helper
def copy_numbers(d, adr: int, source: FloatArray, first: int, n: int) -> None:
    """Write n numbers of an array."""
    for i in range(n):
        d.sensordata[adr + i] = source[first + i]


@helper
def apply_cutoff(m, d, s: int) -> None:
    """Limit the readings of sensor s, unless noise is to be added first."""
    if m.opt_sensor_noise == 0 or not m.sensor_noise[s] > 0.0:
        clamp_readings(m, d, s)


@helper
def clamp_readings(m, d, s: int) -> None:
    """Limit the readings of sensor s to its cutoff: real numbers on both sides, positive ones above."""
    cutoff, first, data = m.sensor_cutoff[s], m.sensor_adr[s], d.sensordata
    exempt = m.sensor_type[s] == SensorType.CONTACT or m.sensor_type[s] == SensorType.GEOMFROMTO
    if cutoff > 0.0 and not exempt:
        for i in range(first, first + m.sensor_dim[s]):
            if m.sensor_datatype[s] == DataType.REAL:
                data[i] = clamp(data[i], -cutoff, cutoff)
            elif m.sensor_datatype[s] == DataType.POSITIVE:
                data[i] = min(cutoff, data[i])


@helper
def limit_row(d, kind: int, i: int) -> int:
    """Return the constraint row of a joint's or tendon's limit, -1 where it is not active."""
    for r in range(d.ne + d.nf, d.nefc):
        if d.efc_type[r] == kind and d.efc_id[r] == i:
            return r
    return -1


@helper
def limit_kind(joint: bool) -> int:
    """Return the type of the rows that limit joints, or tendons."""
    return int(ConstraintType.LIMIT_JOINT) if joint else int(ConstraintType.LIMIT_TENDON)


# ---- noise of sensors, where a model asks for it: a function of seed, step and place in sensordata alone
# So it depends neither on threads nor on the order of evaluation, and the same state of the same step reads the same


# what a rangefinder shows, as bits in sensor_intprm: its distance and nothing else
DISTANCE_ALONE = 1

# placeholders of the template
PART, BY_USERS = 0, False


@stage
def sensor_noise(m, d) -> None:
    """Add noise to the sensors of one part of forward dynamics, those of users or all others; then cut them off.

    Real numbers get noise of the standard deviation sensor_noise; so do positive ones above zero, and stay positive.
    Directions and orientations turn about a random axis by an angle of that standard deviation [rad].
    """
    kind, needstage, noise, datatype = m.sensor_type, m.sensor_needstage, m.sensor_noise, m.sensor_datatype

    for s in range(m.nsensor):
        chosen = (kind[s] == SensorType.USER) == BY_USERS and needstage[s] == PART
        if chosen and noise[s] > 0.0 and m.sensor_dim[s] > 0:
            if datatype[s] == DataType.AXIS:
                turn = random_turn(d, m.sensor_adr[s], noise[s])
                write3(d, m.sensor_adr[s], rotate_vector(turn, load3_flat(d.sensordata, m.sensor_adr[s])))
            elif datatype[s] == DataType.QUATERNION:
                turn = random_turn(d, m.sensor_adr[s], noise[s])
                quat, _ = normalize_quat(mul_quat(load4_flat(d.sensordata, m.sensor_adr[s]), turn))
                store4_flat(d.sensordata, m.sensor_adr[s], quat)
            else:
                add_normal(m, d, s)
            clamp_readings(m, d, s)


@helper
def add_normal(m, d, s: int) -> None:
    """Add noise to each reading of sensor s; a positive quantity that is not there has none.

    Distances of a rangefinder are positive, but for the -1 of those that see nothing.
    """
    readings, first = d.sensordata, m.sensor_adr[s]
    distance = m.sensor_type[s] == SensorType.RANGEFINDER and m.sensor_intprm[s, 0] == DISTANCE_ALONE
    for i in range(first, first + m.sensor_dim[s]):
        x, _ = random_pair(d, i, 0)
        noisy = readings[i] + m.sensor_noise[s] * x
        if distance or m.sensor_datatype[s] == DataType.POSITIVE:
            noisy = select(readings[i] > 0.0, max(0.0, noisy), readings[i])
        readings[i] = noisy


@helper
def random_turn(d, i: int, size: float) -> Vec4:
    """Return a turn about a random axis by an angle of standard deviation `size` [rad], as a quaternion."""
    angle, x = random_pair(d, i, 0)
    y, z = random_pair(d, i, 1)
    length = max(MINVAL, sqrt(x * x + y * y + z * z))
    return axis_angle_to_quat((x / length, y / length, z / length), size * angle)


@helper
def random_pair(d, i: int, draw: int) -> Vec2:
    """Return two standard normal numbers for place i of sensordata in this step; `draw` tells several pairs apart."""
    low, high = split_words(d.noise_step)
    return normal_pair(philox((low, high, int(i), draw), split_words(d.noise_seed)))


@stage
def count_step(m, d) -> None:
    """Let the next step have other noise."""
    d.noise_step = d.noise_step + 1


def has_noise(model: Model) -> bool:
    """Tell whether the sensors of a model have noise."""
    return bool(model.nsensor and model.opt_sensor_noise and not model.opt_disableflags & DisableBit.SENSOR)


def noise_stages(model: Model, part: ForwardPart, *, by_users: bool) -> list[Stage]:
    """Return the stage of noise in a part of forward dynamics, for sensors of users or for all others."""
    return [noise_stage(part, by_users)] if has_noise(model) else []


def count_stages(model: Model) -> list[Stage]:
    """Return the stage that ends a step."""
    return [count_step] if has_noise(model) else []


@cache
def noise_stage(part: ForwardPart, by_users: bool) -> Stage:
    """Return the stage of noise for a part of forward dynamics."""
    return bind(sensor_noise, PART=int(part), BY_USERS=by_users)


# ---- readings of sensors that look at what sleeps: they stay as they were


@stage
def retain_readings(m, d) -> None:
    """Retain all readings, before sensors are read anew."""
    for k in range(m.nsensordata):
        d.retained_sensordata[k] = d.sensordata[k]


@stage
def restore_readings(m, d) -> None:
    """Give sensors of what sleeps their retained readings."""
    if d.nbody_awake < m.nbody:
        for i in range(m.nsensor):
            if sensor_sleeps(m, d, i):
                restore_reading(m, d, i)


@helper
def restore_reading(m, d, i: int) -> None:
    """Set a sensor back to its retained reading."""
    for k in range(m.sensor_adr[i], m.sensor_adr[i] + m.sensor_dim[i]):
        d.sensordata[k] = d.retained_sensordata[k]


@helper
def sensor_sleeps(m, d, i: int) -> bool:
    """Tell whether a sensor sleeps: all that it looks at sleeps, or is static beside what sleeps.

    A sensor with a history never does: what it has recorded goes on arriving.
    """
    if m.sensor_history[i, 0] > 0:
        return False
    kind, first, second = m.sensor_type[i], m.sensor_objtype[i], m.sensor_reftype[i]
    if kind == SensorType.USER or kind == SensorType.PLUGIN or kind == SensorType.RANGEFINDER:
        return False
    if kind == SensorType.CONTACT and (first == ObjectType.SITE or second == ObjectType.SITE):
        return False
    state1 = object_state(m, d, first, m.sensor_objid[i])
    state2 = object_state(m, d, second, m.sensor_refid[i])
    if first == ObjectType.UNKNOWN and second == ObjectType.UNKNOWN:
        return False
    if first == ObjectType.UNKNOWN:
        return state2 == SleepState.ASLEEP
    if second == ObjectType.UNKNOWN:
        return state1 == SleepState.ASLEEP
    return state1 != SleepState.AWAKE and state2 != SleepState.AWAKE


@helper
def object_state(m, d, kind: int, i: int) -> int:
    """Return the SleepState of an object that a sensor looks at; what belongs to no tree is awake."""
    if kind == ObjectType.BODY or kind == ObjectType.XBODY:
        return d.body_awake[i]
    if kind == ObjectType.JOINT:
        return d.body_awake[m.jnt_bodyid[i]]
    if kind == ObjectType.GEOM:
        return d.body_awake[m.geom_bodyid[i]]
    if kind == ObjectType.SITE:
        return d.body_awake[m.site_bodyid[i]]
    if kind == ObjectType.CAMERA:
        return d.body_awake[m.cam_bodyid[i]]
    if kind == ObjectType.TENDON:
        return tendon_state(m, d, i)
    if kind == ObjectType.ACTUATOR:
        return select(actuator_sleeps(m, d, i), SleepState.ASLEEP, SleepState.AWAKE)
    return SleepState.AWAKE
