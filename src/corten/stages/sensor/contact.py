"""Contact sensors: what the contacts between chosen objects tell, all of them or a few or their sum."""

from corten.constants import MINVAL
from corten.enums import ForwardPart, ObjectType, SensorType
from corten.math import matrix3, spatial, vector3
from corten.math.matrix3 import load9
from corten.math.spatial import load6
from corten.math.vector3 import load3
from corten.runtime import Vec3, Vec6, helper, per_precision, stage
from corten.stages.collision.contacts.parameters import contact_body
from corten.stages.constraint.wrench import contact_wrench
from corten.stages.sensor.inside_site import inside_site
from corten.stages.sensor.output import write1, write3

# ---- which contacts match a sensor, and from which side it sees them


@helper
def match_contact(m, d, s: int, c: int) -> int:
    """Return 1 if contact c is one of sensor s, -1 if seen from the other side, 0 if it is none.

    The normal points from the sensor's first object to the second where that can be told.
    """
    kind1, id1, kind2, id2 = m.sensor_objtype[s], m.sensor_objid[s], m.sensor_reftype[s], m.sensor_refid[s]
    geom1, geom2 = d.contact_geom[c, 0], d.contact_geom[c, 1]
    body1, body2 = contact_body(m, d, c, 0), contact_body(m, d, c, 1)
    if kind1 == ObjectType.SITE and not inside_site(m, d, id1, load3(d.contact_pos, c)):
        return 0
    forward = is_part(m, geom1, body1, kind1, id1) and is_part(m, geom2, body2, kind2, id2)
    backward = is_part(m, geom2, body2, kind1, id1) and is_part(m, geom1, body1, kind2, id2)
    return 1 if forward else (-1 if backward else 0)


@helper
def is_part(m, geom: int, body: int, kind: int, i: int) -> bool:
    """Tell whether a geom of a body is, or belongs to, an object; everything belongs to none, and to a site."""
    if kind == ObjectType.GEOM:
        return geom == i
    if kind == ObjectType.BODY:
        return body == i
    if kind == ObjectType.XBODY:
        while body > i:
            body = m.body_parentid[body]
        return body == i
    return True


# ---- reduction and readings


# bits of what a contact tells, in the order of the readings
FOUND, FORCE, TORQUE, DIST, POS, NORMAL, TANGENT, LINVEL, ANGVEL = 1, 2, 4, 8, 16, 32, 64, 128, 256

# how many contacts become few: the first ones, the deepest, the strongest, their sum
MINDIST, MAXFORCE, NETFORCE = 1, 2, 3

# below every rank of a contact
LOWEST = per_precision(-1e300, float32=-1e30)


@stage
def contact_sensors_pos(m, d) -> None:
    """Read contact sensors that need positions alone."""
    read_contacts(m, d, ForwardPart.POS)


@stage
def contact_sensors_vel(m, d) -> None:
    """Read contact sensors that need velocities."""
    read_contacts(m, d, ForwardPart.VEL)


@stage
def contact_sensors_acc(m, d) -> None:
    """Read contact sensors that need forces."""
    read_contacts(m, d, ForwardPart.ACC)


@helper
def read_contacts(m, d, needstage: int) -> None:
    """Read the contact sensors of one stage."""
    for s in range(m.nsensor):
        if m.sensor_type[s] == SensorType.CONTACT and m.sensor_needstage[s] == needstage:
            read_contact(m, d, s)


@helper
def read_contact(m, d, s: int) -> None:
    """Write the slots of a contact sensor: matching contacts in the order of its reduction, then zeros."""
    reduction, num, first, dim = m.sensor_intprm[s, 1], m.sensor_intprm[s, 2], m.sensor_adr[s], m.sensor_dim[s]
    for i in range(first, first + dim):
        d.sensordata[i] = 0.0
    count = 0
    for c in range(d.ncon):
        if match_contact(m, d, s, c) != 0:
            count += 1

    # one slot for the sum, or the first contacts by rank, one after the other
    if reduction == NETFORCE and count > 0:
        write_net_force(m, d, s, count)
    elif reduction != NETFORCE:
        chosen = -1
        rank = LOWEST
        for slot in range(min(num, count)):
            chosen, rank = next_contact(m, d, s, chosen, rank)
            if chosen < 0:
                break
            write_contact(m, d, s, first + slot * (dim // num), chosen, count)


@helper
def next_contact(m, d, s: int, last: int, last_rank: float) -> tuple[int, float]:
    """Return number and rank of the matching contact that follows another; equal ranks follow by number."""
    best = -1
    best_rank = 0.0
    for c in range(d.ncon):
        rank = contact_rank(m, d, s, c)
        follows = rank > last_rank or (rank == last_rank and c > last)
        if follows and (best < 0 or rank < best_rank) and match_contact(m, d, s, c) != 0:
            best = c
            best_rank = rank
    return best, best_rank


@helper
def contact_rank(m, d, s: int, c: int) -> float:
    """Return the number by which contacts are ordered, lowest first."""
    if m.sensor_intprm[s, 1] == MINDIST:
        return d.contact_dist[c]
    if m.sensor_intprm[s, 1] == MAXFORCE:
        force = force_or_zeros(d, c)
        return -vector3.dot(force, force)
    return 0.0


@helper
def wrench_or_zeros(d, c: int) -> Vec6:
    """Return force and torque of contact c in its frame, zeros for one that gives none."""
    if d.contact_efc_address[c] < 0:
        return (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    return contact_wrench(d, c)


@helper
def force_or_zeros(d, c: int) -> Vec3:
    """Return the force of contact c in its frame, zeros for one that gives none."""
    wrench = wrench_or_zeros(d, c)
    return wrench[0], wrench[1], wrench[2]


@helper
def write_contact(m, d, s: int, adr: int, c: int, count: int) -> None:
    """Write what contact c tells sensor s.

    Seen from the other side, normal and first tangent are reversed; forces and velocities are those of the other body
    in the new frame, so only their third number changes its sign.
    """
    bits, sign = m.sensor_intprm[s, 0], float(match_contact(m, d, s, c))
    wrench, frame = wrench_or_zeros(d, c), load9(d.contact_frame, c)

    # what is asked for, in the order of the bits
    if (bits & FOUND) != 0:
        write1(d, adr, float(count))
        adr += 1
    if (bits & FORCE) != 0:
        write3(d, adr, (wrench[0], wrench[1], sign * wrench[2]))
        adr += 3
    if (bits & TORQUE) != 0:
        write3(d, adr, (wrench[3], wrench[4], sign * wrench[5]))
        adr += 3
    if (bits & DIST) != 0:
        write1(d, adr, d.contact_dist[c])
        adr += 1
    if (bits & POS) != 0:
        write3(d, adr, load3(d.contact_pos, c))
        adr += 3
    if (bits & NORMAL) != 0:
        write3(d, adr, (sign * frame[0], sign * frame[1], sign * frame[2]))
        adr += 3
    if (bits & TANGENT) != 0:
        write3(d, adr, (sign * frame[3], sign * frame[4], sign * frame[5]))
        adr += 3
    if (bits & (LINVEL + ANGVEL)) != 0:
        write_motion(m, d, bits, adr, c, sign)


@helper
def write_motion(m, d, bits: int, adr: int, c: int, sign: float) -> None:
    """Write the velocity of the second body of contact c against the first, at the contact and in its frame."""
    frame, point = load9(d.contact_frame, c), load3(d.contact_pos, c)
    motion1 = point_velocity(m, d, contact_body(m, d, c, 0), point)
    motion2 = point_velocity(m, d, contact_body(m, d, c, 1), point)
    shift = matrix3.mul_mat_vec(frame, vector3.sub(spatial.linear(motion2), spatial.linear(motion1)))
    turn = matrix3.mul_mat_vec(frame, vector3.sub(spatial.angular(motion2), spatial.angular(motion1)))
    if (bits & LINVEL) != 0:
        write3(d, adr, (shift[0], shift[1], sign * shift[2]))
        adr += 3
    if (bits & ANGVEL) != 0:
        write3(d, adr, (turn[0], turn[1], sign * turn[2]))


@helper
def point_velocity(m, d, body: int, point: Vec3) -> Vec6:
    """Return the 6D velocity of a point of a body in world axes."""
    offset = vector3.sub(point, load3(d.subtree_com, m.body_rootid[body]))
    return spatial.shift_motion(load6(d.cvel, body), offset)


@helper
def write_net_force(m, d, s: int, count: int) -> None:
    """Write one contact in world axes that stands for all: their forces added up at their weighted centre."""
    bits, adr, point = m.sensor_intprm[s, 0], m.sensor_adr[s], force_centre(m, d, s)
    force = (0.0, 0.0, 0.0)
    torque = (0.0, 0.0, 0.0)

    # sum of forces, and of torques about the weighted centre
    for c in range(d.ncon):
        sign = float(match_contact(m, d, s, c))
        wrench, frame = wrench_or_zeros(d, c), load9(d.contact_frame, c)
        push = vector3.scale(matrix3.mul_matT_vec(frame, (wrench[0], wrench[1], wrench[2])), sign)
        twist = vector3.scale(matrix3.mul_matT_vec(frame, (wrench[3], wrench[4], wrench[5])), sign)
        moment = vector3.cross(vector3.sub(load3(d.contact_pos, c), point), push)
        force = vector3.add(force, push)
        torque = vector3.add(vector3.add(torque, twist), moment)

    # what is asked for, in the order of the bits; the frame is the world's
    if (bits & FOUND) != 0:
        write1(d, adr, float(count))
        adr += 1
    if (bits & FORCE) != 0:
        write3(d, adr, force)
        adr += 3
    if (bits & TORQUE) != 0:
        write3(d, adr, torque)
        adr += 3
    if (bits & DIST) != 0:
        adr += 1
    if (bits & POS) != 0:
        write3(d, adr, point)
        adr += 3
    if (bits & NORMAL) != 0:
        write3(d, adr, (1.0, 0.0, 0.0))
        adr += 3
    if (bits & TANGENT) != 0:
        write3(d, adr, (0.0, 1.0, 0.0))


@helper
def force_centre(m, d, s: int) -> Vec3:
    """Return the mean position of the matching contacts, weighted by the strength of their forces."""
    point = (0.0, 0.0, 0.0)
    total = 0.0
    for c in range(d.ncon):
        if match_contact(m, d, s, c) != 0:
            weight = vector3.norm(force_or_zeros(d, c))
            point = vector3.add_scaled(point, load3(d.contact_pos, c), weight)
            total += weight
    return vector3.scale(point, 1.0 / max(total, MINVAL))


# the kernel of each part of forward dynamics that has such sensors
STAGES = {
    ForwardPart.POS: contact_sensors_pos,
    ForwardPart.VEL: contact_sensors_vel,
    ForwardPart.ACC: contact_sensors_acc,
}
