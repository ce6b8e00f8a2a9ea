"""Readings of sensors that look at what sleeps: they stay as they were."""

from corten.enums import ObjectType, SensorType, SleepState
from corten.runtime import helper, select, stage
from corten.stages.sleep import actuator_sleeps, tendon_state


@stage
def retain_readings(m, d):
    """Retain all readings, before sensors are read anew.

    reads:  d.sensordata
    writes: d.retained_sensordata
    """
    for k in range(m.nsensordata):
        d.retained_sensordata[k] = d.sensordata[k]


@stage
def restore_readings(m, d):
    """Give sensors of what sleeps their retained readings.

    reads:  m.actuator_trnid m.actuator_trntype m.cam_bodyid d.body_awake d.nbody_awake d.tree_awake
    writes: d.sensordata
    """
    if d.nbody_awake < m.nbody:
        for i in range(m.nsensor):
            if sensor_sleeps(m, d, i):
                restore_reading(m, d, i)


@helper
def restore_reading(m, d, i):
    """Set a sensor back to its retained reading."""
    for k in range(m.sensor_adr[i], m.sensor_adr[i] + m.sensor_dim[i]):
        d.sensordata[k] = d.retained_sensordata[k]


@helper
def sensor_sleeps(m, d, i):
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
def object_state(m, d, kind, i):
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
