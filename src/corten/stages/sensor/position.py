"""Sensors that depend on positions alone."""

from corten.constants import MINVAL
from corten.enums import ForwardPart, ObjectType, SensorType
from corten.math import matrix3, vector3
from corten.math.matrix3 import load9
from corten.math.quaternion import conjugate_quat, load4_flat, mul_quat, normalize_quat
from corten.math.vector3 import load3
from corten.runtime import helper, stage
from corten.stages.sensor.camera import project_point
from corten.stages.sensor.frame import column, frame_axes, frame_position, frame_quat
from corten.stages.sensor.inside import inside_site
from corten.stages.sensor.output import copy_numbers, cut_off, limit_kind, limit_row, write1, write3, write4


@stage
def sensor_pos(m, d):
    """Read all sensors of the position stage.

    reads:  m.actuator_outadr m.body_iquat m.body_mass d.actuator_length d.cam_xmat d.cam_xpos d.efc_id
    writes: d.sensordata
    """
    for s in range(m.nsensor):
        if m.sensor_needstage[s] == ForwardPart.POS:
            read_position(m, d, s)
            read_frame(m, d, s)
            cut_off(m, d, s)


@helper
def read_position(m, d, s):
    """Read a sensor of coordinates, lengths, energies, time or fields."""
    kind, i, adr = m.sensor_type[s], m.sensor_objid[s], m.sensor_adr[s]

    if kind == SensorType.JOINTPOS:
        write1(d, adr, d.qpos[m.jnt_qposadr[i]])
    elif kind == SensorType.TENDONPOS:
        write1(d, adr, d.ten_length[i])
    elif kind == SensorType.ACTUATORPOS:
        copy_numbers(d, adr, d.actuator_length, m.actuator_outadr[i], m.sensor_dim[s])
    elif kind == SensorType.BALLQUAT:
        quat, _ = normalize_quat(load4_flat(d.qpos, m.jnt_qposadr[i]))
        write4(d, adr, quat)
    elif kind == SensorType.MAGNETOMETER:
        field = m.opt_magnetic
        write3(d, adr, matrix3.mul_matT_vec(load9(d.site_xmat, i), (field[0], field[1], field[2])))
    elif kind == SensorType.CAMPROJECTION:
        x, y = project_point(m, d, load3(d.site_xpos, i), m.sensor_refid[s])
        write1(d, adr, x)
        write1(d, adr + 1, y)
    elif kind == SensorType.JOINTLIMITPOS or kind == SensorType.TENDONLIMITPOS:
        r = limit_row(d, limit_kind(kind == SensorType.JOINTLIMITPOS), i)
        write1(d, adr, d.efc_pos[max(r, 0)] - d.efc_margin[max(r, 0)] if r >= 0 else 0.0)
    elif kind == SensorType.SUBTREECOM:
        write3(d, adr, load3(d.subtree_com, i))
    elif kind == SensorType.E_POTENTIAL:
        write1(d, adr, d.energy[0])
    elif kind == SensorType.E_KINETIC:
        write1(d, adr, d.energy[1])
    elif kind == SensorType.CLOCK:
        write1(d, adr, d.time)


@helper
def read_frame(m, d, s):
    """Read a sensor of an object's frame, in the world or in the frame of another object."""
    kind, adr = m.sensor_type[s], m.sensor_adr[s]
    object_kind, i, reference, r = m.sensor_objtype[s], m.sensor_objid[s], m.sensor_reftype[s], m.sensor_refid[s]

    if kind == SensorType.FRAMEPOS:
        pos = frame_position(d, object_kind, i)
        if r >= 0:
            offset = vector3.sub(pos, frame_position(d, reference, r))
            pos = matrix3.mul_matT_vec(frame_axes(d, reference, r), offset)
        write3(d, adr, pos)
    elif kind >= SensorType.FRAMEXAXIS and kind <= SensorType.FRAMEZAXIS:
        axis = column(frame_axes(d, object_kind, i), kind - SensorType.FRAMEXAXIS)
        if r >= 0:
            axis = matrix3.mul_matT_vec(frame_axes(d, reference, r), axis)
        write3(d, adr, axis)
    elif kind == SensorType.FRAMEQUAT:
        quat = frame_quat(m, d, object_kind, i)
        if r >= 0:
            quat = mul_quat(conjugate_quat(frame_quat(m, d, reference, r)), quat)
        write4(d, adr, quat)
    elif kind == SensorType.INSIDESITE and m.sensor_intprm[s, 0] == 0:
        pos = frame_position(d, object_kind, i)

        # a body without mass of its own stands where its subtree does
        body = i if object_kind == ObjectType.BODY else 0
        if body > 0 and m.body_mass[body] < MINVAL and m.body_subtreemass[body] >= MINVAL:
            pos = load3(d.subtree_com, body)
        write1(d, adr, 1.0 if inside_site(m, d, r, pos) else 0.0)
