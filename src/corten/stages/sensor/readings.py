"""Sensors with a formula of their own, by what they depend on: positions, velocities, accelerations and forces."""

from corten.constants import MINVAL
from corten.enums import ForwardPart, ObjectType, SensorType, TransmissionType
from corten.math import matrix3, spatial, vector3
from corten.math.matrix3 import load9
from corten.math.quaternion import conjugate_quat, load4_flat, mul_quat, normalize_quat
from corten.math.spatial import load6
from corten.math.vector3 import load3, load3_flat
from corten.runtime import Vec3, Vec6, helper, stage
from corten.stages.sensor.frame import (
    column,
    frame_acceleration,
    frame_axes,
    frame_position,
    frame_quat,
    frame_velocity,
    project_point,
    relative_velocity,
)
from corten.stages.sensor.inside_site import inside_site
from corten.stages.sensor.output import apply_cutoff, copy_numbers, limit_kind, limit_row, write1, write3, write4

# ---- sensors that depend on positions alone


@stage
def sensor_pos(m, d) -> None:
    """Read all sensors of the position stage."""
    for s in range(m.nsensor):
        if m.sensor_needstage[s] == ForwardPart.POS:
            read_position(m, d, s)
            read_frame(m, d, s)
            apply_cutoff(m, d, s)


@helper
def read_position(m, d, s: int) -> None:
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
def read_frame(m, d, s: int) -> None:
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


# ---- sensors that depend on positions and velocities


@stage
def sensor_vel(m, d) -> None:
    """Read all sensors of the velocity stage."""
    for s in range(m.nsensor):
        if m.sensor_needstage[s] == ForwardPart.VEL:
            read_velocity(m, d, s)
            apply_cutoff(m, d, s)


@helper
def read_velocity(m, d, s: int) -> None:
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


# ---- sensors that depend on forces and accelerations


@stage
def sensor_acc(m, d) -> None:
    """Read all sensors of the acceleration stage but those of contacts."""
    for s in range(m.nsensor):
        if m.sensor_needstage[s] == ForwardPart.ACC:
            read_acceleration(m, d, s)
            apply_cutoff(m, d, s)


@helper
def read_acceleration(m, d, s: int) -> None:
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
def split(vector: Vec6) -> tuple[Vec3, Vec3]:
    """Return rotation and translation of a 6D vector."""
    return spatial.angular(vector), spatial.linear(vector)


@helper
def interaction_wrench(m, d, site: int) -> Vec6:
    """Return torque and force between the body of a site and its parent, at the site and in its axes."""
    body = m.site_bodyid[site]
    offset = vector3.sub(load3(d.site_xpos, site), load3(d.subtree_com, m.body_rootid[body]))
    return spatial.rotate_to_local(load9(d.site_xmat, site), spatial.shift_force(load6(d.cfrc_int, body), offset))


@helper
def tendon_actuator_force(m, d, tendon: int) -> float:
    """Return the sum of the forces of all actuators that pull on a tendon."""
    total = 0.0
    for a in range(m.nactuator):
        if m.actuator_trntype[a] == TransmissionType.TENDON and m.actuator_trnid[a, 0] == tendon:
            total += d.actuator_force[m.actuator_outadr[a]]
    return total
