"""Sensors that depend on positions and velocities."""

from corten.enums import ForwardPart, ObjectType, SensorType
from corten.math import spatial
from corten.math.matrix3 import load9
from corten.math.vector3 import load3, load3_flat
from corten.runtime import helper, stage
from corten.stages.sensor.frame import frame_velocity, relative_velocity
from corten.stages.sensor.output import copy_numbers, cut_off, limit_kind, limit_row, write1, write3


@stage
def sensor_vel(m, d):
    """Read all sensors of the velocity stage.

    reads:  m.actuator_outadr m.body_dofnum m.body_rootid d.actuator_velocity d.cam_xmat d.cam_xpos d.cvel
    writes: d.sensordata
    """
    for s in range(m.nsensor):
        if m.sensor_needstage[s] == ForwardPart.VEL:
            read_velocity(m, d, s)
            cut_off(m, d, s)


@helper
def read_velocity(m, d, s):
    """Read a sensor of velocities."""
    kind, i, adr = m.sensor_type[s], m.sensor_objid[s], m.sensor_adr[s]

    if kind == SensorType.VELOCIMETER or kind == SensorType.GYRO:
        velocity = frame_velocity(m, d, ObjectType.SITE, i)
        local = spatial.rotate_to_local(load9(d.site_xmat, i), velocity)
        write3(d, adr, spatial.angular(local) if kind == SensorType.GYRO else spatial.linear(local))
    elif kind == SensorType.JOINTVEL:
        write1(d, adr, d.qvel[m.jnt_dofadr[i]])
    elif kind == SensorType.TENDONVEL:
        write1(d, adr, d.ten_velocity[i])
    elif kind == SensorType.ACTUATORVEL:
        copy_numbers(d, adr, d.actuator_velocity, m.actuator_outadr[i], m.sensor_dim[s])
    elif kind == SensorType.BALLANGVEL:
        write3(d, adr, load3_flat(d.qvel, m.jnt_dofadr[i]))
    elif kind == SensorType.JOINTLIMITVEL or kind == SensorType.TENDONLIMITVEL:
        r = limit_row(d, limit_kind(kind == SensorType.JOINTLIMITVEL), i)
        write1(d, adr, d.efc_vel[max(r, 0)] if r >= 0 else 0.0)
    elif kind == SensorType.FRAMELINVEL or kind == SensorType.FRAMEANGVEL:
        velocity = frame_velocity(m, d, m.sensor_objtype[s], i)
        if m.sensor_refid[s] >= 0:
            velocity = relative_velocity(m, d, m.sensor_objtype[s], i, m.sensor_reftype[s], m.sensor_refid[s])
        write3(d, adr, spatial.linear(velocity) if kind == SensorType.FRAMELINVEL else spatial.angular(velocity))
    elif kind == SensorType.SUBTREELINVEL:
        write3(d, adr, load3(d.subtree_linvel, i))
    elif kind == SensorType.SUBTREEANGMOM:
        write3(d, adr, load3(d.subtree_angmom, i))
