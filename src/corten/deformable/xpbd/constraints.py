"""The functions C of XPBD constraints: of cloth, soft bodies and ropes, with their derivatives by vertices.

The strain of a triangle or tetrahedron is E = (F'F - 1) / 2 with the gradient F of its motion. Rows are chosen such
that the energy of an isotropic material is diagonal: the sum of C^2 / (2 compliance).
"""

from corten.math import quaternion, vector3
from corten.math.extended_precision import PI_HIGH
from corten.math.inverse_trigonometry import atan2
from corten.math.quaternion import load4
from corten.math.vector3 import load3
from corten.runtime import FloatArray, Vec2, Vec3, helper, per_precision, select
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch

SCRATCH = scratch(
    Field("xpbd_slope", F8, (6, 12), "their derivatives by the places of its vertices"),
    Field("xpbd_torque", F8, (6, 6), "their derivatives by the turns of its two bodies"),
)

# squares of lengths and areas of triangles that are nothing but a line or point are no smaller than this
TINY = per_precision(1e-200, float32=1e-30)


# ---- cloth
# Three rows of a triangle (plane stress): E_xx + E_yy with stiffness young / (2 (1 - poisson)), E_xx - E_yy and 2 E_xy
# with the shear modulus, each times the volume of the triangle. The angle between two triangles has the stiffness of a
# plate bent about their edge.


@helper
def membrane(m, d, c: int, places: FloatArray) -> None:
    """Set the three rows of a triangle; xpbd_rest has the inverse (row by row) of its two edges at rest."""
    origin = load3(places, m.xpbd_vertid[c, 0])
    e1 = vector3.sub(load3(places, m.xpbd_vertid[c, 1]), origin)
    e2 = vector3.sub(load3(places, m.xpbd_vertid[c, 2]), origin)
    b00, b01, b10, b11 = m.xpbd_rest[c, 0], m.xpbd_rest[c, 1], m.xpbd_rest[c, 2], m.xpbd_rest[c, 3]
    x = vector3.add_scaled(vector3.scale(e1, b00), e2, b10)
    y = vector3.add_scaled(vector3.scale(e1, b01), e2, b11)

    along, across = 0.5 * (vector3.dot(x, x) - 1.0), 0.5 * (vector3.dot(y, y) - 1.0)
    d.xpbd_value[0] = along + across
    d.xpbd_value[1] = along - across
    d.xpbd_value[2] = vector3.dot(x, y)

    # derivatives by both edges
    x1, x2 = vector3.scale(x, b00), vector3.scale(x, b10)
    y1, y2 = vector3.scale(y, b01), vector3.scale(y, b11)
    store_edge_slopes2(d, 0, vector3.add(x1, y1), vector3.add(x2, y2))
    store_edge_slopes2(d, 1, vector3.sub(x1, y1), vector3.sub(x2, y2))
    shear1 = vector3.add_scaled(vector3.scale(y, b00), x, b01)
    shear2 = vector3.add_scaled(vector3.scale(y, b10), x, b11)
    store_edge_slopes2(d, 2, shear1, shear2)


@helper
def hinge(m, d, c: int, places: FloatArray) -> None:
    """Set the row of the angle between two triangles, less that at rest [rad]; its edge comes first, then both tips."""
    x0, x1 = load3(places, m.xpbd_vertid[c, 0]), load3(places, m.xpbd_vertid[c, 1])
    edge = vector3.sub(x1, x0)
    left = vector3.sub(load3(places, m.xpbd_vertid[c, 2]), x0)
    right = vector3.sub(load3(places, m.xpbd_vertid[c, 3]), x0)
    n1, n2 = vector3.cross(edge, left), vector3.cross(right, edge)
    axis, length = vector3.normalize(edge)

    angle = atan2(vector3.dot(vector3.cross(n1, n2), axis), vector3.dot(n1, n2)) - m.xpbd_rest[c, 0]
    angle = select(angle > PI_HIGH, angle - 2.0 * PI_HIGH, angle)
    d.xpbd_value[0] = select(angle < -PI_HIGH, angle + 2.0 * PI_HIGH, angle)

    # tips turn about the edge; its ends move so that neither a shift nor a turn of all changes the angle
    tip1 = vector3.scale(n1, -length / max(vector3.dot(n1, n1), TINY))
    tip2 = vector3.scale(n2, -length / max(vector3.dot(n2, n2), TINY))
    square = max(length * length, TINY)
    s1, s2 = vector3.dot(left, edge) / square, vector3.dot(right, edge) / square
    store_slope(d, 0, 0, vector3.add(vector3.scale(tip1, s1 - 1.0), vector3.scale(tip2, s2 - 1.0)))
    store_slope(d, 0, 1, vector3.add(vector3.scale(tip1, -s1), vector3.scale(tip2, -s2)))
    store_slope(d, 0, 2, tip1)
    store_slope(d, 0, 3, tip2)


# ---- soft bodies
# Five rows of a tetrahedron are the part of E that changes the shape, in an orthonormal basis, with stiffness 2 mu
# times volume; the sixth is det F - 1, the relative change of volume, with the bulk modulus. For small strain that is
# linear elasticity of an isotropic solid.


HALF_ROOT = 0.7071067811865476
SIXTH_ROOT = 0.4082482904638631


@helper
def solid(m, d, c: int, places: FloatArray) -> None:
    """Set the six rows of a tetrahedron; xpbd_rest has the inverse (row by row) of its three edges at rest."""
    value = d.xpbd_value
    x, y, z = stretches(m, c, places)
    xx, yy, zz = vector3.dot(x, x) - 1.0, vector3.dot(y, y) - 1.0, vector3.dot(z, z) - 1.0
    area = vector3.cross(y, z)
    none = (0.0, 0.0, 0.0)

    value[0] = 0.5 * HALF_ROOT * (xx - yy)
    store_by_stretch(m, d, c, 0, vector3.scale(x, HALF_ROOT), vector3.scale(y, -HALF_ROOT), none)
    value[1] = 0.5 * SIXTH_ROOT * (xx + yy - 2.0 * zz)
    flat = vector3.scale(z, -2.0 * SIXTH_ROOT)
    store_by_stretch(m, d, c, 1, vector3.scale(x, SIXTH_ROOT), vector3.scale(y, SIXTH_ROOT), flat)
    value[2] = HALF_ROOT * vector3.dot(x, y)
    store_by_stretch(m, d, c, 2, vector3.scale(y, HALF_ROOT), vector3.scale(x, HALF_ROOT), none)
    value[3] = HALF_ROOT * vector3.dot(x, z)
    store_by_stretch(m, d, c, 3, vector3.scale(z, HALF_ROOT), none, vector3.scale(x, HALF_ROOT))
    value[4] = HALF_ROOT * vector3.dot(y, z)
    store_by_stretch(m, d, c, 4, none, vector3.scale(z, HALF_ROOT), vector3.scale(y, HALF_ROOT))
    value[5] = vector3.dot(x, area) - 1.0
    store_by_stretch(m, d, c, 5, area, vector3.cross(z, x), vector3.cross(x, y))


@helper
def stretches(m, c: int, places: FloatArray) -> tuple[Vec3, Vec3, Vec3]:
    """Return the columns of F: what has become of the axes of the shape at rest."""
    origin = load3(places, m.xpbd_vertid[c, 0])
    e1 = vector3.sub(load3(places, m.xpbd_vertid[c, 1]), origin)
    e2 = vector3.sub(load3(places, m.xpbd_vertid[c, 2]), origin)
    e3 = vector3.sub(load3(places, m.xpbd_vertid[c, 3]), origin)
    return stretch(m, c, 0, e1, e2, e3), stretch(m, c, 1, e1, e2, e3), stretch(m, c, 2, e1, e2, e3)


@helper
def stretch(m, c: int, axis: int, e1: Vec3, e2: Vec3, e3: Vec3) -> Vec3:
    """Return one column of F."""
    rest = m.xpbd_rest
    sum2 = vector3.add_scaled(vector3.scale(e1, rest[c, axis]), e2, rest[c, 3 + axis])
    return vector3.add_scaled(sum2, e3, rest[c, 6 + axis])


@helper
def store_by_stretch(m, d, c: int, r: int, x: Vec3, y: Vec3, z: Vec3) -> None:
    """Set the derivatives of row r by the vertices from those by the columns of F."""
    first, second, third = by_edge(m, c, 0, x, y, z), by_edge(m, c, 3, x, y, z), by_edge(m, c, 6, x, y, z)
    store_edge_slopes3(d, r, first, second, third)


@helper
def by_edge(m, c: int, entry: int, x: Vec3, y: Vec3, z: Vec3) -> Vec3:
    """Return the derivative by an edge, whose row of the inverse begins at `entry`."""
    rest = m.xpbd_rest
    sum2 = vector3.add_scaled(vector3.scale(x, rest[c, entry]), y, rest[c, entry + 1])
    return vector3.add_scaled(sum2, z, rest[c, entry + 2])


# ---- ropes
# Those of vertices that only slide stretch and bend; those of bodies that turn too shear and twist as well: they are
# Cosserat rods, in which a section has a place and a frame whose third axis is along the rope at rest. Between two
# sections, in the frame halfway between theirs, lie a shift (two of shear, one of stretch) and a turn (two of bending,
# one of twist).


@helper
def distance(m, d, c: int, places: FloatArray) -> None:
    """Set the row of the length of a segment, less that at rest [m]."""
    along, length = vector3.normalize(
        vector3.sub(load3(places, m.xpbd_vertid[c, 1]), load3(places, m.xpbd_vertid[c, 0]))
    )
    d.xpbd_value[0] = length - m.xpbd_rest[c, 0]
    store_slope(d, 0, 0, vector3.scale(along, -1.0))
    store_slope(d, 0, 1, along)


@helper
def curvature(m, d, c: int, places: FloatArray) -> None:
    """Set the three rows of the difference of the directions of two segments: as long as the angle between them."""
    middle = load3(places, m.xpbd_vertid[c, 1])
    before, length1 = vector3.normalize(vector3.sub(middle, load3(places, m.xpbd_vertid[c, 0])))
    after, length2 = vector3.normalize(vector3.sub(load3(places, m.xpbd_vertid[c, 2]), middle))
    store_bend(d, 0, before, after, (1.0, 0.0, 0.0), (length1, length2))
    store_bend(d, 1, before, after, (0.0, 1.0, 0.0), (length1, length2))
    store_bend(d, 2, before, after, (0.0, 0.0, 1.0), (length1, length2))


@helper
def store_bend(d, r: int, before: Vec3, after: Vec3, axis: Vec3, lengths: Vec2) -> None:
    """Set one of these rows: the difference of two directions along an axis."""
    d.xpbd_value[r] = vector3.dot(after, axis) - vector3.dot(before, axis)
    first = turned_by(before, axis, lengths[0])
    second = turned_by(after, axis, lengths[1])
    store_slope(d, r, 0, first)
    store_slope(d, r, 1, vector3.scale(vector3.add(first, second), -1.0))
    store_slope(d, r, 2, second)


@helper
def turned_by(direction: Vec3, axis: Vec3, length: float) -> Vec3:
    """Return the derivative of a direction along an axis by the far end of the segment that has this length."""
    across = vector3.add_scaled(axis, direction, -vector3.dot(direction, axis))
    return vector3.scale(across, select(length > 0.0, 1.0 / select(length > 0.0, length, 1.0), 0.0))


@helper
def rod(m, d, c: int, places: FloatArray) -> None:
    """Set the six rows of a segment; xpbd_rest has its length, and the frames of both sections in their bodies."""
    one, other, rest = m.xpbd_vertid[c, 0], m.xpbd_vertid[c, 1], m.xpbd_rest
    frame1 = quaternion.mul_quat(load4(d.flexvert_turn, one), (rest[c, 1], rest[c, 2], rest[c, 3], rest[c, 4]))
    frame2 = quaternion.mul_quat(load4(d.flexvert_turn, other), (rest[c, 5], rest[c, 6], rest[c, 7], rest[c, 8]))
    across = vector3.sub(load3(places, other), load3(places, one))
    bend = quaternion.quat_sub(frame2, frame1)

    # halfway; both signs of a quaternion are the same turn
    sign = frame1[0] * frame2[0] + frame1[1] * frame2[1] + frame1[2] * frame2[2] + frame1[3] * frame2[3]
    s = select(sign < 0.0, -1.0, 1.0)
    total = (
        frame1[0] + s * frame2[0],
        frame1[1] + s * frame2[1],
        frame1[2] + s * frame2[2],
        frame1[3] + s * frame2[3],
    )
    middle, _ = quaternion.normalize_quat(total)
    store_section(d, 0, quaternion.rotate_vector(middle, (1.0, 0.0, 0.0)), across, 0.0, bend[0])
    store_section(d, 1, quaternion.rotate_vector(middle, (0.0, 1.0, 0.0)), across, 0.0, bend[1])
    store_section(d, 2, quaternion.rotate_vector(middle, (0.0, 0.0, 1.0)), across, rest[c, 0], bend[2])


@helper
def store_section(d, r: int, axis: Vec3, across: Vec3, length: float, angle: float) -> None:
    """Set the rows of shift and turn along one axis of the frame halfway."""
    d.xpbd_value[r] = vector3.dot(axis, across) - length
    store_slope(d, r, 0, vector3.scale(axis, -1.0))
    store_slope(d, r, 1, axis)

    # the frame turns by half of what each section turns
    half = vector3.scale(vector3.cross(axis, across), 0.5)
    store_torque(d, r, 0, half)
    store_torque(d, r, 1, half)

    d.xpbd_value[3 + r] = angle
    store_slope(d, 3 + r, 0, (0.0, 0.0, 0.0))
    store_slope(d, 3 + r, 1, (0.0, 0.0, 0.0))
    store_torque(d, 3 + r, 0, vector3.scale(axis, -1.0))
    store_torque(d, 3 + r, 1, axis)


@helper
def store_torque(d, r: int, k: int, torque: Vec3) -> None:
    """Set the derivative of row r by the turn of body k."""
    d.xpbd_torque[r, 3 * k] = torque[0]
    d.xpbd_torque[r, 3 * k + 1] = torque[1]
    d.xpbd_torque[r, 3 * k + 2] = torque[2]


# ---- derivatives of a row by the places of vertices


@helper
def store_slope(d, r: int, k: int, slope: Vec3) -> None:
    """Set the derivative of row r by the place of vertex k."""
    d.xpbd_slope[r, 3 * k] = slope[0]
    d.xpbd_slope[r, 3 * k + 1] = slope[1]
    d.xpbd_slope[r, 3 * k + 2] = slope[2]


@helper
def store_edge_slopes2(d, r: int, first: Vec3, second: Vec3) -> None:
    """Set the derivatives of row r by three vertices from those by the edges from the first one to the others."""
    store_slope(d, r, 0, vector3.scale(vector3.add(first, second), -1.0))
    store_slope(d, r, 1, first)
    store_slope(d, r, 2, second)


@helper
def store_edge_slopes3(d, r: int, first: Vec3, second: Vec3, third: Vec3) -> None:
    """Set the derivatives of row r by four vertices from those by the edges from the first one to the others."""
    store_slope(d, r, 0, vector3.scale(vector3.add(vector3.add(first, second), third), -1.0))
    store_slope(d, r, 1, first)
    store_slope(d, r, 2, second)
    store_slope(d, r, 3, third)
