"""Sensors that depend on forces and accelerations."""

from corten.enums import ForwardPart, ObjectType, SensorType, TransmissionType
from corten.math import matrix3, spatial, vector3
from corten.math.matrix3 import load9
from corten.math.spatial import load6
from corten.math.vector3 import load3
from corten.runtime import helper, stage
from corten.stages.sensor.frame import frame_acceleration
from corten.stages.sensor.output import copy_numbers, cut_off, limit_kind, limit_row, write1, write3


@stage
def sensor_acc(m, d):
    """Read all sensors of the acceleration stage but those of contacts.

    reads:  m.actuator_outadr m.actuator_trnid m.actuator_trntype d.actuator_force d.cacc d.cam_xpos d.cfrc_int
    writes: d.sensordata
    """
    for s in range(m.nsensor):
        if m.sensor_needstage[s] == ForwardPart.ACC:
            read_acceleration(m, d, s)
            cut_off(m, d, s)


@helper
def read_acceleration(m, d, s):
    """Read a sensor of accelerations or forces."""
    kind, i, adr = m.sensor_type[s], m.sensor_objid[s], m.sensor_adr[s]

    if kind == SensorType.ACCELEROMETER:
        acceleration = frame_acceleration(m, d, ObjectType.SITE, i)
        write3(d, adr, matrix3.mul_matT_vec(load9(d.site_xmat, i), spatial.linear(acceleration)))
    elif kind == SensorType.FORCE or kind == SensorType.TORQUE:
        wrench = interaction_wrench(m, d, i)
        write3(d, adr, spatial.linear(wrench) if kind == SensorType.FORCE else spatial.angular(wrench))
    elif kind == SensorType.ACTUATORFRC:
        copy_numbers(d, adr, d.actuator_force, m.actuator_outadr[i], m.sensor_dim[s])
    elif kind == SensorType.JOINTACTFRC:
        write1(d, adr, d.qfrc_actuator[m.jnt_dofadr[i]])
    elif kind == SensorType.TENDONACTFRC:
        write1(d, adr, tendon_actuator_force(m, d, i))
    elif kind == SensorType.JOINTLIMITFRC or kind == SensorType.TENDONLIMITFRC:
        r = limit_row(d, limit_kind(kind == SensorType.JOINTLIMITFRC), i)
        write1(d, adr, d.efc_force[max(r, 0)] if r >= 0 else 0.0)
    elif kind == SensorType.FRAMELINACC or kind == SensorType.FRAMEANGACC:
        turn, shift = split(frame_acceleration(m, d, m.sensor_objtype[s], i))
        write3(d, adr, shift if kind == SensorType.FRAMELINACC else turn)


@helper
def split(vector):
    """Return rotation and translation of a 6D vector."""
    return spatial.angular(vector), spatial.linear(vector)


@helper
def interaction_wrench(m, d, site):
    """Return torque and force between the body of a site and its parent, at the site and in its axes."""
    body = m.site_bodyid[site]
    offset = vector3.sub(load3(d.site_xpos, site), load3(d.subtree_com, m.body_rootid[body]))
    return spatial.rotate_to_local(load9(d.site_xmat, site), spatial.shift_force(load6(d.cfrc_int, body), offset))


@helper
def tendon_actuator_force(m, d, tendon):
    """Return the sum of the forces of all actuators that pull on a tendon."""
    total = 0.0
    for a in range(m.nactuator):
        if m.actuator_trntype[a] == TransmissionType.TENDON and m.actuator_trnid[a, 0] == tendon:
            total += d.actuator_force[m.actuator_outadr[a]]
    return total
