"""Rays against plane, sphere, capsule, ellipsoid, cylinder, box and triangle.

A ray is all points origin + x direction with x >= 0; the direction need not have length one. Functions of one shape
take the ray in the shape's own frame, p + x v. Rays that start inside meet the surface from within. Round surfaces give
a quadratic a x^2 + 2 b x + c = 0; of its roots the first that is not negative counts.
"""

from typing import NamedTuple

from corten.constants import MINVAL
from corten.enums import GeomType
from corten.math import matrix3, vector3
from corten.math.scalar import clamp
from corten.runtime import Mat3, Vec2, Vec3, helper, select, sqrt

# ---- where a ray meets something


class Hit(NamedTuple):
    """The first point on a surface: x, in lengths of the ray's direction, -1.0 for none, and the outward normal."""

    x: float
    normal: Vec3


MISS = Hit(-1.0, (0.0, 0.0, 0.0))


@helper
def first_hit(best: Hit, hit: Hit) -> Hit:
    """Return the first of two hits, `best` if both are at the same place."""
    return hit if hit.x >= 0.0 and (best.x < 0.0 or hit.x < best.x) else best


# ---- roots of quadratic equations along a ray, and the nearer of two points on it


@helper
def roots(a: float, b: float, c: float) -> Vec2:
    """Return both solutions of a x^2 + 2 b x + c = 0, the smaller first; -1.0 twice if there are none."""
    inner = b * b - a * c
    none = inner < 0.0 or a < MINVAL
    root, divisor = sqrt(select(none, 0.0, inner)), select(none, 1.0, a)
    return select(none, -1.0, (-b - root) / divisor), select(none, -1.0, (-b + root) / divisor)


@helper
def first_root(low: float, high: float) -> float:
    """Return the smaller of two solutions that is not negative, -1.0 if both are; low <= high unless one is -1.0."""
    return select(low >= 0.0, low, select(high >= 0.0, high, -1.0))


@helper
def nearer(x: float, y: float) -> float:
    """Return the smaller of two distances, of which negative ones mean none."""
    return select(x < 0.0 or (y >= 0.0 and y < x), y, x)


# ---- rays against triangles


@helper
def ray_triangle(a: Vec3, b: Vec3, c: Vec3, p: Vec3, v: Vec3) -> Hit:
    """Return where a ray meets the triangle a b c from either side; the normal is not normalized.

    Solves p + x v = c + s (a - c) + t (b - c) by Cramer's rule, for s, t >= 0 and s + t <= 1.
    """
    edge_a, edge_b, offset = vector3.sub(a, c), vector3.sub(b, c), vector3.sub(p, c)
    normal = vector3.cross(edge_a, edge_b)
    volume = -vector3.dot(v, normal)
    if abs(volume) < MINVAL:
        return Hit(-1.0, normal)
    moment = vector3.cross(offset, v)
    s, t = vector3.dot(moment, edge_b) / volume, -vector3.dot(moment, edge_a) / volume
    if s < 0.0 or t < 0.0 or s + t > 1.0:
        return Hit(-1.0, normal)
    return Hit(vector3.dot(offset, normal) / volume, normal)


@helper
def vertex(m, i: int) -> Vec3:
    """Return a vertex of a mesh in double precision."""
    return float(m.mesh_vert[i, 0]), float(m.mesh_vert[i, 1]), float(m.mesh_vert[i, 2])


# ---- plane, sphere, capsule, ellipsoid, cylinder and box


class BoxFaces(NamedTuple):
    """x on each face of a box, -1.0 for those that a ray does not meet."""

    low_x: float
    high_x: float
    low_y: float
    high_y: float
    low_z: float
    high_z: float


@helper
def ray_shape(kind: int, size: Vec3, pos: Vec3, mat: Mat3, origin: Vec3, direction: Vec3) -> Hit:
    """Return where a world ray meets a shape of given GeomType and size at a world pose."""
    p, v = local_ray(pos, mat, origin, direction)
    hit = ray_local_shape(kind, size, p, v)
    return Hit(hit.x, matrix3.mul_mat_vec(mat, hit.normal))


@helper
def local_ray(pos: Vec3, mat: Mat3, origin: Vec3, direction: Vec3) -> tuple[Vec3, Vec3]:
    """Return origin and direction of a world ray in a frame."""
    return matrix3.mul_matT_vec(mat, vector3.sub(origin, pos)), matrix3.mul_matT_vec(mat, direction)


@helper
def ray_local_shape(kind: int, size: Vec3, p: Vec3, v: Vec3) -> Hit:
    """Return where a ray in the frame of a shape meets it, by the shape's type."""
    if kind == GeomType.PLANE:
        return ray_plane(size, p, v)
    if kind == GeomType.SPHERE:
        return ray_sphere(size, p, v)
    if kind == GeomType.CAPSULE:
        return ray_capsule(size, p, v)
    if kind == GeomType.ELLIPSOID:
        return ray_ellipsoid(size, p, v)
    if kind == GeomType.CYLINDER:
        return ray_cylinder(size, p, v)
    if kind == GeomType.BOX:
        return ray_box(size, p, v)
    return MISS


@helper
def ray_plane(size: Vec3, p: Vec3, v: Vec3) -> Hit:
    """Meet the front of a plane, within its half sizes where they are positive."""
    if v[2] > -MINVAL or p[2] < 0.0:
        return MISS
    x = -p[2] / v[2]
    outside_x = size[0] > 0.0 and abs(p[0] + x * v[0]) > size[0]
    outside_y = size[1] > 0.0 and abs(p[1] + x * v[1]) > size[1]
    if outside_x or outside_y:
        return MISS
    return Hit(x, (0.0, 0.0, 1.0))


@helper
def ray_sphere(size: Vec3, p: Vec3, v: Vec3) -> Hit:
    """Meet a sphere of radius size[0]."""
    low, high = roots(vector3.dot(v, v), vector3.dot(v, p), vector3.dot(p, p) - size[0] * size[0])
    x = first_root(low, high)
    if x < 0.0:
        return MISS
    normal, _ = vector3.normalize(vector3.add_scaled(p, v, x))
    return Hit(x, normal)


@helper
def ray_capsule(size: Vec3, p: Vec3, v: Vec3) -> Hit:
    """Meet a capsule of radius size[0] around a segment of half length size[1] along z."""
    radius, half = size[0], size[1]
    low, high = roots(v[0] * v[0] + v[1] * v[1], v[0] * p[0] + v[1] * p[1], p[0] * p[0] + p[1] * p[1] - radius * radius)
    side = first_root(low, high)
    x = side if side >= 0.0 and abs(p[2] + side * v[2]) <= half else -1.0
    x = nearer(x, ray_cap(radius, (p[0], p[1], p[2] - half), v))

    # the lower end is the upper end of the mirrored capsule
    x = nearer(x, ray_cap(radius, (p[0], p[1], -p[2] - half), (v[0], v[1], -v[2])))
    if x < 0.0:
        return MISS

    # the normal points away from the nearest point of the segment
    z = p[2] + x * v[2]
    normal, _ = vector3.normalize((p[0] + x * v[0], p[1] + x * v[1], z - clamp(z, -half, half)))
    return Hit(x, normal)


@helper
def ray_cap(radius: float, p: Vec3, v: Vec3) -> float:
    """Return the first x on the upper half of a sphere, -1.0 if there is none."""
    low, high = roots(vector3.dot(v, v), vector3.dot(v, p), vector3.dot(p, p) - radius * radius)
    upper_low = low if p[2] + low * v[2] >= 0.0 else -1.0
    upper_high = high if p[2] + high * v[2] >= 0.0 else -1.0
    return first_root(upper_low, upper_high)


@helper
def ray_ellipsoid(size: Vec3, p: Vec3, v: Vec3) -> Hit:
    """Meet an ellipsoid with semi-axes size."""
    s = (1.0 / (size[0] * size[0]), 1.0 / (size[1] * size[1]), 1.0 / (size[2] * size[2]))
    sv, sp = (s[0] * v[0], s[1] * v[1], s[2] * v[2]), (s[0] * p[0], s[1] * p[1], s[2] * p[2])
    low, high = roots(vector3.dot(sv, v), vector3.dot(sv, p), vector3.dot(sp, p) - 1.0)
    x = first_root(low, high)
    if x < 0.0:
        return MISS
    normal, _ = vector3.normalize(vector3.add_scaled(sp, sv, x))
    return Hit(x, normal)


@helper
def ray_cylinder(size: Vec3, p: Vec3, v: Vec3) -> Hit:
    """Meet a cylinder of radius size[0] and half length size[1] along z."""
    radius, half = size[0], size[1]
    x = nearer(ray_disc(radius, half, p, v), ray_disc(radius, -half, p, v))
    low, high = roots(v[0] * v[0] + v[1] * v[1], v[0] * p[0] + v[1] * p[1], p[0] * p[0] + p[1] * p[1] - radius * radius)
    side = first_root(low, high)
    round_side = side >= 0.0 and abs(p[2] + side * v[2]) <= half and (x < 0.0 or side < x)
    if round_side:
        normal, _ = vector3.normalize((p[0] + side * v[0], p[1] + side * v[1], 0.0))
        return Hit(side, normal)
    if x < 0.0:
        return MISS
    return Hit(x, (0.0, 0.0, 1.0 if p[2] + x * v[2] > 0.0 else -1.0))


@helper
def ray_disc(radius: float, height: float, p: Vec3, v: Vec3) -> float:
    """Return x of a disc across z at some height, -1.0 if it is not met."""
    level = abs(v[2]) <= MINVAL
    x = -1.0 if level else (height - p[2]) / (1.0 if level else v[2])
    a, b = p[0] + x * v[0], p[1] + x * v[1]
    return x if x >= 0.0 and a * a + b * b <= radius * radius else -1.0


@helper
def ray_box(size: Vec3, p: Vec3, v: Vec3) -> Hit:
    """Meet a box with half sizes size."""
    faces = box_faces(size, p, v)
    x = first_face(faces)
    if x < 0.0:
        return MISS
    if x == faces.low_x or x == faces.high_x:
        return Hit(x, (-1.0 if x == faces.low_x else 1.0, 0.0, 0.0))
    if x == faces.low_y or x == faces.high_y:
        return Hit(x, (0.0, -1.0 if x == faces.low_y else 1.0, 0.0))
    return Hit(x, (0.0, 0.0, -1.0 if x == faces.low_z else 1.0))


@helper
def first_face(faces: BoxFaces) -> float:
    """Return x on the face of a box that a ray meets first, -1.0 if it meets none."""
    x, y, z = nearer(faces.low_x, faces.high_x), nearer(faces.low_y, faces.high_y), nearer(faces.low_z, faces.high_z)
    return nearer(x, nearer(y, z))


@helper
def box_faces(size: Vec3, p: Vec3, v: Vec3) -> BoxFaces:
    """Return where a ray meets the faces of a box."""
    size_y, p_y, v_y = turn(size), turn(p), turn(v)
    size_z, p_z, v_z = turn(size_y), turn(p_y), turn(v_y)
    return BoxFaces(
        ray_face(-1.0, size, p, v),
        ray_face(1.0, size, p, v),
        ray_face(-1.0, size_y, p_y, v_y),
        ray_face(1.0, size_y, p_y, v_y),
        ray_face(-1.0, size_z, p_z, v_z),
        ray_face(1.0, size_z, p_z, v_z),
    )


@helper
def turn(a: Vec3) -> Vec3:
    """Return a vector with its second number first."""
    return a[1], a[2], a[0]


@helper
def ray_face(side: float, size: Vec3, p: Vec3, v: Vec3) -> float:
    """Return x on the face of a box at side * size[0] along the first axis, -1.0 if it is not met."""
    level = abs(v[0]) <= MINVAL
    x = -1.0 if level else (side * size[0] - p[0]) / (1.0 if level else v[0])
    within = abs(p[1] + x * v[1]) <= size[1] and abs(p[2] + x * v[2]) <= size[2]
    return x if x >= 0.0 and within else -1.0
