"""Where readings go: into sensordata, within the sensor's cutoff."""

from corten.enums import ConstraintType, DataType, SensorType
from corten.math.scalar import clamp
from corten.runtime import helper


@helper
def write1(d, adr, value):
    """Write a single reading."""
    d.sensordata[adr] = value


@helper
def write3(d, adr, v):
    """Write a vector."""
    d.sensordata[adr] = v[0]
    d.sensordata[adr + 1] = v[1]
    d.sensordata[adr + 2] = v[2]


@helper
def write4(d, adr, q):
    """Write a quaternion."""
    d.sensordata[adr] = q[0]
    d.sensordata[adr + 1] = q[1]
    d.sensordata[adr + 2] = q[2]
    d.sensordata[adr + 3] = q[3]


@helper
def copy_numbers(d, adr, source, first, n):
    """Write n numbers of an array."""
    for i in range(n):
        d.sensordata[adr + i] = source[first + i]


@helper
def cut_off(m, d, s):
    """Limit the readings of sensor s, unless noise is to be added first."""
    if m.opt_sensor_noise == 0 or not m.sensor_noise[s] > 0.0:
        limit_readings(m, d, s)


@helper
def limit_readings(m, d, s):
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
def limit_row(d, kind, i):
    """Return the constraint row of a joint's or tendon's limit, -1 where it is not active."""
    for r in range(d.ne + d.nf, d.nefc):
        if d.efc_type[r] == kind and d.efc_id[r] == i:
            return r
    return -1


@helper
def limit_kind(joint):
    """Return the type of the rows that limit joints, or tendons."""
    return int(ConstraintType.LIMIT_JOINT) if joint else int(ConstraintType.LIMIT_TENDON)
