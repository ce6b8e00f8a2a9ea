"""Edges of a geom in the field of a solid: where each is deepest between its ends."""

from corten.constants import MINVAL
from corten.math.matrix3 import mul_mat_vec
from corten.math.vector3 import add, add_scaled, cross, dot, load3, norm, normalize, scale, sub
from corten.raycast.triangle import vertex
from corten.runtime import helper
from corten.stages.collision.grid.fields import solid_field
from corten.stages.collision.grid.settle import from_other, note
from corten.stages.collision.triangles.surface import EDGE, corner, is_mine, mesh_vertex

# how far the sides along an edge may lead deeper into the solid, as a sine
LEANING = 0.15

# the sine by which an edge may lead deeper into the solid where it is deepest: the field has edges of its own
STEEP = 0.3

# a gradient is longer only if the samples are no distances; it is shorter where the nearest point is not unique
UNIT = 1.0

# [cells] distance of the places on an edge at which it is looked at first; the most of them; what counts as deeper
SPACING, MOST, DEEPER = 2.0, 32, 1e-6

# halvings of the stretch in which an edge is deepest
HALVINGS = 30


@helper
def touch_box_edges(m, d, c, solid, kind, size, pose, sign, first, cell):
    """Note the contacts of the twelve edges of a box."""
    for i in range(12):
        axis, s1, s2 = i >> 2, float(2 * (i & 1) - 1), float((i & 2) - 1)
        side1, side2 = s1 * axis_of(axis + 1, size), s2 * axis_of(axis + 2, size)
        p = place_axes(axis, -axis_of(axis, size), side1, side2)
        q = place_axes(axis, axis_of(axis, size), side1, side2)
        w1, w2 = place_axes(axis, 0.0, -s1, 0.0), place_axes(axis, 0.0, 0.0, -s2)
        touch_edge(m, d, c, solid, kind, pose, sign, first, cell, p, q, w1, w2)


@helper
def axis_of(axis, v):
    """Return a component of a vector; axes go around."""
    k = axis % 3
    return v[0] if k == 0 else (v[1] if k == 1 else v[2])


@helper
def place_axes(axis, a, b, c):
    """Return the vector with components a, b, c along an axis and the two that follow it."""
    if axis == 0:
        return a, b, c
    if axis == 1:
        return c, a, b
    return b, c, a


@helper
def touch_hull_edges(m, d, c, solid, kind, other, pose, sign, first, cell):
    """Note the contacts of the edges of a convex hull."""
    mesh = m.geom_dataid[other]
    start = m.mesh_vertadr[mesh]
    for face in range(m.mesh_polyadr[mesh], m.mesh_polyadr[mesh] + m.mesh_polynum[mesh]):
        adr, count = m.mesh_polyvertadr[face], m.mesh_polyvertnum[face]
        for k in range(count):
            v1, v2 = m.mesh_polyvert[adr + k], m.mesh_polyvert[adr + (k + 1) % count]
            if v1 < v2:
                p, q = vertex(m, start + v1), vertex(m, start + v2)
                along = sub(q, p)
                across = side_across(m, mesh, face, v1, v2)
                w1 = normalize(cross(load3(m.mesh_polynormal, face), along))[0]
                w2 = normalize(cross(along, load3(m.mesh_polynormal, across)))[0]
                touch_edge(m, d, c, solid, kind, pose, sign, first, cell, p, q, w1, w2)


@helper
def side_across(m, mesh, face, v1, v2):
    """Return the side of a hull that shares the edge between two vertices with another side."""
    row = m.mesh_vertadr[mesh] + v1
    for k in range(m.mesh_polymapadr[row], m.mesh_polymapadr[row] + m.mesh_polymapnum[row]):
        other = m.mesh_polyadr[mesh] + m.mesh_polymap[k]
        for i in range(m.mesh_polyvertadr[other], m.mesh_polyvertadr[other] + m.mesh_polyvertnum[other]):
            if other != face and m.mesh_polyvert[i] == v2:
                return other
    return face


@helper
def touch_triangle_edges(m, d, c, solid, kind, pose, sign, first, cell, mesh, triangle):
    """Note the contacts of those edges of a triangle of a mesh that it speaks for."""
    for k in range(3):
        if is_mine(m, mesh, triangle, EDGE + k):
            p, q = corner(m, mesh, triangle, k), corner(m, mesh, triangle, (k + 1) % 3)
            a, across = corner(m, mesh, triangle, (k + 2) % 3), m.tri_opposite[m.mesh_triadr[mesh] + triangle, k]
            b = mesh_vertex(m, mesh, max(across, 0))
            if across < 0:
                b = a
            touch_ridge(m, d, c, solid, kind, pose, sign, first, cell, p, q, a, b)


@helper
def touch_ridge(m, d, c, solid, kind, pose, sign, first, cell, p, q, a, b):
    """Note the contacts of the edge between p and q of two triangles whose third corners are a and b."""
    along = normalize(sub(q, p))[0]
    touch_edge(m, d, c, solid, kind, pose, sign, first, cell, p, q, sideways(p, along, a), sideways(p, along, b))


@helper
def sideways(p, along, a):
    """Return the unit vector that leads from a line through p to a point."""
    way = sub(a, p)
    return normalize(add_scaled(way, along, -dot(way, along)))[0]


@helper
def touch_edge(m, d, c, solid, kind, pose, sign, first, cell, p, q, w1, w2):
    """Note the contacts of an edge between p and q, where it is deeper than on both sides.

    Unit vectors w1 and w2 lead from the edge into the sides that meet there. All are in the frame of the other geom.
    """
    a, b = from_other(pose, p), from_other(pose, q)
    low, high = part_inside(m, solid, a, b)
    length = norm(sub(b, a)) * (high - low)
    if high > low and length > 0.0:
        count = min(int(length / (SPACING * cell)) + 3, MOST)
        step = (high - low) / float(count - 1)
        before = solid_field(m, kind, solid, point_on(a, b, low))[0]
        here = solid_field(m, kind, solid, point_on(a, b, low + step))[0]
        for k in range(1, count - 1):
            share = low + step * float(k)
            after = solid_field(m, kind, solid, point_on(a, b, share + step))[0]
            if here < before - DEEPER * cell and here <= after:
                settle_edge(m, d, c, solid, kind, pose, sign, first, cell, a, b, share - step, share + step, w1, w2)
            before, here = here, after


@helper
def point_on(a, b, share):
    """Return the point at a share of the way from a to b."""
    return add_scaled(a, sub(b, a), share)


@helper
def part_inside(m, solid, a, b):
    """Return the shares of the way from a to b between which it is in the box of a solid; low > high: it is outside."""
    low, high, box = 0.0, 1.0, m.geom_aabb
    for k in range(3):
        start, way = axis_of(k, a) - box[solid, k], axis_of(k, b) - axis_of(k, a)
        half = box[solid, 3 + k]
        if abs(way) > MINVAL:
            first, second = (-half - start) / way, (half - start) / way
            low, high = max(low, min(first, second)), min(high, max(first, second))
        elif abs(start) > half:
            high = -1.0
    return low, high


@helper
def settle_edge(m, d, c, solid, kind, pose, sign, first, cell, a, b, low, high, w1, w2):
    """Note the contact of an edge where it is deepest within a stretch: there the field does not change along it."""
    along = sub(b, a)
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        falls = dot(solid_field(m, kind, solid, point_on(a, b, middle))[1], along) < 0.0
        low, high = middle if falls else low, high if falls else middle
    x = point_on(a, b, 0.5 * (low + high))
    value, normal, slope = solid_field(m, kind, solid, x)
    out, dist = mul_mat_vec(pose[0], normal), value / max(slope, UNIT)
    level = abs(dot(normal, along)) < STEEP * norm(along)
    if level and dist <= d.candidate_margin[c] and min(dot(w1, out), dot(w2, out)) > -LEANING:
        note(d, c, solid, dist, add_scaled(x, normal, -0.5 * dist), scale(normal, -sign), first, cell)


@helper
def deepest_on_rim(m, solid, kind, size, pose, end, from_x, from_y, to_x, to_y):
    """Return the direction (x, y) between two of a cylinder in which its rim is deepest."""
    for _ in range(HALVINGS):
        middle = normalize((from_x + to_x, from_y + to_y, 0.0))[0]
        x = from_other(pose, (middle[0] * size[0], middle[1] * size[0], end * size[1]))
        out = mul_mat_vec(pose[0], solid_field(m, kind, solid, x)[1])
        falls = out[1] * middle[0] - out[0] * middle[1] < 0.0
        from_x, from_y = middle[0] if falls else from_x, middle[1] if falls else from_y
        to_x, to_y = to_x if falls else middle[0], to_y if falls else middle[1]
    middle = normalize(add((from_x, from_y, 0.0), (to_x, to_y, 0.0)))[0]
    return middle[0], middle[1]
