"""Spheres and capsules against a tetrahedron with a radius: one contact, where it takes least to part them."""

from typing import NamedTuple

from corten.math.triangle import nearest_on_triangle
from corten.math.vector3 import add, add_scaled, cross, dot, normalize, scale, sub
from corten.runtime import Vec3, Vec4, helper, per_precision, sqrt
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.geoms import PlacedCapsule
from corten.stages.collision.primitive.capsule_capsule import nearest_points

# corners of the edges of a tetrahedron
EDGE_START, EDGE_END = (0, 0, 0, 1, 1, 2), (1, 2, 3, 2, 3, 3)

# corners of the faces, each opposite to the corner of its number
FACE_A, FACE_B, FACE_C = (1, 0, 0, 0), (2, 2, 1, 1), (3, 3, 3, 2)

# a segment whose slope against a face is below this is parallel to it, and touches with its middle
PARALLEL = per_precision(1e-10, float32=1e-5)

# squared sine of the angle between an edge and a segment below which their directions make no axis
NO_AXIS = per_precision(1e-20, float32=1e-10)

# six times the volume below which a tetrahedron has no inside [m^3]
FLAT = per_precision(1e-15, float32=1e-12)

FAR = 1e10


class Tetrahedron(NamedTuple):
    """A tetrahedron: its corners, the gradients of their barycentric coordinates, and the radius around it [m].

    The gradients are zeros if it is flat.
    """

    a: Vec3
    b: Vec3
    c: Vec3
    e: Vec3
    gradient_a: Vec3
    gradient_b: Vec3
    gradient_c: Vec3
    gradient_e: Vec3
    radius: float


class Gap(NamedTuple):
    """A point of a segment, the unit vector from it into the tetrahedron, and how far it has to go, negative inside."""

    point: Vec3
    normal: Vec3
    dist: float


@helper
def make_tetrahedron(a: Vec3, b: Vec3, c: Vec3, e: Vec3, radius: float) -> Tetrahedron:
    """Return a tetrahedron."""
    ab, ac, ae = sub(b, a), sub(c, a), sub(e, a)
    volume = dot(ab, cross(ac, ae))
    inverse = 0.0 if abs(volume) < FLAT else 1.0 / (volume if volume != 0.0 else 1.0)
    at_b, at_c, at_e = scale(cross(ac, ae), inverse), scale(cross(ae, ab), inverse), scale(cross(ab, ac), inverse)
    at_a = scale(add(add(at_b, at_c), at_e), -1.0)
    return Tetrahedron(a, b, c, e, at_a, at_b, at_c, at_e, radius)


@helper
def tetrahedron_corner(body: Tetrahedron, i: int) -> Vec3:
    """Return corner i."""
    return pick(body.a, body.b, body.c, body.e, i)


@helper
def gradient(body: Tetrahedron, i: int) -> Vec3:
    """Return the gradient of barycentric coordinate i."""
    return pick(body.gradient_a, body.gradient_b, body.gradient_c, body.gradient_e, i)


@helper
def pick(a: Vec3, b: Vec3, c: Vec3, e: Vec3, i: int) -> Vec3:
    """Return one of four vectors."""
    x = a[0] if i == 0 else (b[0] if i == 1 else (c[0] if i == 2 else e[0]))
    y = a[1] if i == 0 else (b[1] if i == 1 else (c[1] if i == 2 else e[1]))
    z = a[2] if i == 0 else (b[2] if i == 1 else (c[2] if i == 2 else e[2]))
    return x, y, z


@helper
def coordinates(body: Tetrahedron, p: Vec3) -> Vec4:
    """Return the barycentric coordinates of a point; the first is what the others leave of 1."""
    arm = sub(p, body.a)
    b, c, e = dot(arm, body.gradient_b), dot(arm, body.gradient_c), dot(arm, body.gradient_e)
    return 1.0 - b - c - e, b, c, e


@helper
def has_inside(body: Tetrahedron) -> bool:
    """Tell whether a tetrahedron is not flat."""
    return dot(body.gradient_b, body.gradient_b) > 0.0


@helper
def collide_ball_tetrahedron(d, owner: int, margin: float, centre: Vec3, radius: float, body: Tetrahedron) -> None:
    """Add the contact of a ball with a tetrahedron."""
    share = coordinates(body, centre)
    inside = has_inside(body) and share[0] >= 0.0 and share[1] >= 0.0 and share[2] >= 0.0 and share[3] >= 0.0
    gap = nearest_outside(body, centre)
    if inside:
        gap = least_depth(body, centre, share)
    add_gap(d, owner, margin, gap, radius, body)


@helper
def add_gap(d, owner: int, margin: float, gap: Gap, radius: float, body: Tetrahedron) -> None:
    """Add the contact of the ball around a point of a segment, if it is within the margin."""
    dist = gap.dist - radius - body.radius
    if not (dist > margin):
        add_contact(d, owner, dist, add_scaled(gap.point, gap.normal, radius + dist / 2.0), gap.normal, NO_TANGENT)


@helper
def least_depth(body: Tetrahedron, p: Vec3, share: Vec4) -> Gap:
    """Return the gap to the face that is nearest to a point inside; the first of equals."""
    best, normal = FAR, (1.0, 0.0, 0.0)
    for i in range(4):
        along, length = normalize(gradient(body, i))
        value = share[0] if i == 0 else (share[1] if i == 1 else (share[2] if i == 2 else share[3]))
        depth = value / length
        if depth < best:
            best, normal = depth, along
    return Gap(p, normal, -best)


@helper
def nearest_outside(body: Tetrahedron, p: Vec3) -> Gap:
    """Return the gap between a point outside and the nearest point of a tetrahedron's faces."""
    best, nearest = FAR * FAR, body.a
    for i in range(4):
        a, b = tetrahedron_corner(body, FACE_A[i]), tetrahedron_corner(body, FACE_B[i])
        found = nearest_on_triangle(a, b, tetrahedron_corner(body, FACE_C[i]), p).point
        arm = sub(found, p)
        if dot(arm, arm) < best:
            best, nearest = dot(arm, arm), found
    normal, dist = normalize(sub(nearest, p))
    return Gap(p, normal, dist)


@helper
def collide_capsule_tetrahedron(d, owner: int, margin: float, capsule: PlacedCapsule, body: Tetrahedron) -> None:
    """Add the contact of a capsule with a tetrahedron."""
    start, end = (
        add_scaled(capsule.pos, capsule.axis, -capsule.half),
        add_scaled(capsule.pos, capsule.axis, capsule.half),
    )
    gap = gap_outside(body, start, end)
    if has_inside(body) and enters(body, start, end):
        gap = gap_inside(body, capsule.pos, start, end)
    add_gap(d, owner, margin, gap, capsule.radius, body)


@helper
def enters(body: Tetrahedron, start: Vec3, end: Vec3) -> bool:
    """Tell whether a segment has a point inside: clip it by the four faces."""
    first, last = coordinates(body, start), coordinates(body, end)
    low, high = 0.0, 1.0
    for i in range(4):
        a = first[0] if i == 0 else (first[1] if i == 1 else (first[2] if i == 2 else first[3]))
        b = last[0] if i == 0 else (last[1] if i == 1 else (last[2] if i == 2 else last[3]))
        crossing = a / (a - b if a != b else 1.0)
        if a < 0.0:
            low = max(low, crossing) if b >= 0.0 else 2.0
        elif b < 0.0:
            high = min(high, crossing)
    return low <= high


@helper
def gap_outside(body: Tetrahedron, start: Vec3, end: Vec3) -> Gap:
    """Return the gap between a segment outside and a tetrahedron: of its ends, else of its inside with an edge."""
    best, other = nearest_outside(body, start), nearest_outside(body, end)
    if other.dist < best.dist:
        best = other
    segment = start, sub(end, start)
    for i in range(6):
        corner = tetrahedron_corner(body, EDGE_START[i])
        edge = corner, sub(tetrahedron_corner(body, EDGE_END[i]), corner)
        found = nearest_points(segment, edge)
        s, t = found[1], found[2]
        point = add_scaled(start, segment[1], s)
        normal, dist = normalize(sub(add_scaled(corner, edge[1], t), point))
        if dist < best.dist:
            best = Gap(point, normal, dist)
    return best


@helper
def gap_inside(body: Tetrahedron, middle: Vec3, start: Vec3, end: Vec3) -> Gap:
    """Return the gap along the direction that parts a segment and a tetrahedron soonest: of a face, or of two edges."""
    best = Gap(middle, (1.0, 0.0, 0.0), -FAR)
    along = sub(end, start)
    for i in range(4):
        inward, _ = normalize(gradient(body, i))
        slope, base = dot(inward, along), tetrahedron_corner(body, FACE_A[i])
        parallel = slope * slope <= PARALLEL * PARALLEL * dot(along, along)
        deep = end if slope > 0.0 else start
        deep = (
            middle[0] if parallel else deep[0],
            middle[1] if parallel else deep[1],
            middle[2] if parallel else deep[2],
        )
        depth = dot(inward, sub(deep, base))
        if -depth > best.dist:
            best = Gap(deep, inward, -depth)
    for i in range(6):
        corner = tetrahedron_corner(body, EDGE_START[i])
        edge = sub(tetrahedron_corner(body, EDGE_END[i]), corner)
        axis = cross(edge, along)
        square = dot(axis, axis)
        if square > NO_AXIS * dot(edge, edge) * dot(along, along):
            other = edge_gap(body, (corner, edge), (start, along), scale(axis, 1.0 / sqrt(square)))
            if other.dist > best.dist:
                best = other
    return best


@helper
def edge_gap(body: Tetrahedron, edge: tuple[Vec3, Vec3], segment: tuple[Vec3, Vec3], axis: Vec3) -> Gap:
    """Return the gap along an axis orthogonal to an edge and a segment, if all of the tetrahedron is on one side.

    Otherwise the edge does not decide, and the gap is too deep to be chosen.
    """
    low, high = 0.0, 0.0
    for i in range(4):
        height = dot(axis, sub(tetrahedron_corner(body, i), edge[0]))
        low, high = min(low, height), max(high, height)
    # the axis leads out of the tetrahedron where nothing of it is higher than the edge
    span = high - low
    outward = high <= 1e-12 * span
    inward = -low <= 1e-12 * span
    height = dot(axis, sub(segment[0], edge[0]))
    depth = -height if outward else height
    normal = scale(axis, -1.0 if outward else 1.0)
    s = nearest_points(segment, edge)[1]
    usable = outward or inward
    return Gap(add_scaled(segment[0], segment[1], s), normal, -depth if usable and depth >= 0.0 else -FAR)
