"""Corners and cores of a geom in the field of a solid: what the points of the solid's surface cannot find."""

from corten.constants import MAXVAL, MINVAL
from corten.enums import CollisionShape
from corten.math.matrix3 import mul_mat_vec
from corten.math.vector3 import add, add_scaled, cross, dot, load3, norm, normalize, scale, sub
from corten.raycast.triangle import vertex
from corten.runtime import helper
from corten.stages.collision.grid.edges import (
    deepest_on_rim,
    touch_box_edges,
    touch_hull_edges,
    touch_triangle_edges,
)
from corten.stages.collision.grid.fields import solid_field, triangle_corners
from corten.stages.collision.grid.settle import from_other, note, to_other, touch_settled
from corten.stages.collision.triangles.surface import CORNER as FIRST_CORNER
from corten.stages.collision.triangles.surface import corner_allows, corner_number, is_mine, mesh_vertex

# how far the edges around a corner may lead deeper into the solid, as a sine: a tilted side still rests on its corners
LEANING = 0.15

# sine by which edges rise out of the solid at a corner that sticks into it
STICKING = 0.3

# cosines between the normals of a triangle and the solid: alike but opposite, and facing each other at all
OPPOSITE, FACING = -0.95, -0.2

# directions of points on the rim of a cylinder: every eighth of a turn
DIAGONAL = 0.7071067811865476
RIM_X = (1.0, DIAGONAL, 0.0, -DIAGONAL, -1.0, -DIAGONAL, 0.0, DIAGONAL)
RIM_Y = (0.0, DIAGONAL, 1.0, DIAGONAL, 0.0, -DIAGONAL, -1.0, -DIAGONAL)

# a gradient is longer only if the samples are no distances; it is shorter where the nearest point is not unique
UNIT = 1.0


@helper
def touch_features(m, d, c, solid, kind, other, shape, pose, sign, first, cell):
    """Note the contacts of the corners or the core of a geom with a solid."""
    size = load3(m.geom_size, other)
    if shape == CollisionShape.SPHERE or shape == CollisionShape.ELLIPSOID:
        touch_core(m, d, c, solid, kind, other, shape, pose, sign, first, cell, (0.0, 0.0, 0.0))
    elif shape == CollisionShape.CAPSULE:
        touch_core(m, d, c, solid, kind, other, shape, pose, sign, first, cell, (0.0, 0.0, size[1]))
        touch_core(m, d, c, solid, kind, other, shape, pose, sign, first, cell, (0.0, 0.0, -size[1]))
    elif shape == CollisionShape.BOX:
        for i in range(8):
            s0, s1, s2 = float(2 * (i & 1) - 1), float((i & 2) - 1), float((i >> 1 & 2) - 1)
            inside, dist, x, normal = look_up(m, d, c, solid, kind, pose, (s0 * size[0], s1 * size[1], s2 * size[2]))
            out = mul_mat_vec(pose[0], normal)
            if inside and max(s0 * out[0], max(s1 * out[1], s2 * out[2])) < LEANING:
                touch_corner(d, c, solid, dist, x, normal, sign, first, cell)
        touch_box_edges(m, d, c, solid, kind, size, pose, sign, first, cell)
    elif shape == CollisionShape.CYLINDER:
        touch_end(m, d, c, solid, kind, size, pose, sign, first, cell, 1.0)
        touch_end(m, d, c, solid, kind, size, pose, sign, first, cell, -1.0)
    elif shape == CollisionShape.MESH:
        touch_hull(m, d, c, solid, kind, other, pose, sign, first, cell)
        touch_hull_edges(m, d, c, solid, kind, other, pose, sign, first, cell)
    elif shape == CollisionShape.TRIANGLES or shape == CollisionShape.PIECES:
        touch_triangles(m, d, c, solid, kind, other, pose, sign, first, cell)


@helper
def look_up(m, d, c, solid, kind, pose, point):
    """Return (whether a point of the other geom is in a solid, margin included, distance, the point, way out)."""
    x = from_other(pose, point)
    value, normal, slope = solid_field(m, kind, solid, x)
    box = m.geom_aabb
    beyond = max(abs(x[0] - box[solid, 0]) - box[solid, 3], abs(x[1] - box[solid, 1]) - box[solid, 4])
    beyond = max(beyond, abs(x[2] - box[solid, 2]) - box[solid, 5])

    # a solid ends where its grid ends, and beyond it the field is no distance
    dist = value / max(slope, UNIT)
    return dist <= d.candidate_margin[c] and beyond <= 0.0, dist, x, normal


@helper
def touch_corner(d, c, solid, dist, x, normal, sign, first, cell):
    """Note the contact of a corner of the other geom with a solid."""
    note(d, c, solid, dist, add_scaled(x, normal, -0.5 * dist), scale(normal, -sign), first, cell)


@helper
def touch_core(m, d, c, solid, kind, other, shape, pose, sign, first, cell, centre):
    """Note the contact of a round geom by a point of its core: pushed out if it is inside, else below it."""
    x, size = from_other(pose, centre), load3(m.geom_size, other)
    value, normal, _ = solid_field(m, kind, solid, x)
    extent = size[0]
    if shape == CollisionShape.ELLIPSOID:
        out = mul_mat_vec(pose[0], normal)
        extent = norm((out[0] * size[0], out[1] * size[1], out[2] * size[2]))
    if value < 0.0:
        pos = add_scaled(x, normal, -0.5 * (value + extent))
        note(d, c, solid, value - extent, pos, scale(normal, -sign), first, cell)
    elif value <= extent + d.candidate_margin[c] + cell:
        below = add_scaled(x, normal, -value)
        touch_settled(m, d, c, solid, kind, other, shape, pose, sign, first, below, cell, 0)


@helper
def touch_end(m, d, c, solid, kind, size, pose, sign, first, cell, end):
    """Note the contacts of points on the rim of one end of a cylinder: all around, and where it is deepest."""
    lowest, least = 0, MAXVAL
    for i in range(8):
        x = from_other(pose, (RIM_X[i] * size[0], RIM_Y[i] * size[0], end * size[1]))
        value = solid_field(m, kind, solid, x)[0]
        if value < least:
            lowest, least = i, value
    i, j = (lowest + 7) & 7, (lowest + 1) & 7
    rim_x, rim_y = deepest_on_rim(m, solid, kind, size, pose, end, RIM_X[i], RIM_Y[i], RIM_X[j], RIM_Y[j])
    touch_rim(m, d, c, solid, kind, size, pose, sign, first, cell, rim_x, rim_y, end)
    for k in range(8):
        touch_rim(m, d, c, solid, kind, size, pose, sign, first, cell, RIM_X[k], RIM_Y[k], end)


@helper
def touch_rim(m, d, c, solid, kind, size, pose, sign, first, cell, rim_x, rim_y, end):
    """Note the contact of a point on the rim of a cylinder."""
    inside, dist, x, normal = look_up(m, d, c, solid, kind, pose, (rim_x * size[0], rim_y * size[0], end * size[1]))
    out = mul_mat_vec(pose[0], normal)
    along_rim, inwards = abs(rim_x * out[1] - rim_y * out[0]), rim_x * out[0] + rim_y * out[1]
    if inside and max(along_rim, max(inwards, end * out[2])) < LEANING:
        touch_corner(d, c, solid, dist, x, normal, sign, first, cell)


@helper
def touch_hull(m, d, c, solid, kind, other, pose, sign, first, cell):
    """Note the contacts of the vertices of a convex hull."""
    mesh = m.geom_dataid[other]
    for number in range(m.mesh_vertnum[mesh]):
        if m.mesh_polymapnum[m.mesh_vertadr[mesh] + number] > 0:
            point = vertex(m, m.mesh_vertadr[mesh] + number)
            inside, dist, x, normal = look_up(m, d, c, solid, kind, pose, point)
            if inside and vertex_is_deepest(m, mesh, number, point, mul_mat_vec(pose[0], normal)):
                touch_corner(d, c, solid, dist, x, normal, sign, first, cell)


@helper
def vertex_is_deepest(m, mesh, number, point, out):
    """Tell whether the sides around a vertex of a hull lead out of the solid, whose normal is given."""
    row = m.mesh_vertadr[mesh] + number
    for k in range(m.mesh_polymapadr[row], m.mesh_polymapadr[row] + m.mesh_polymapnum[row]):
        face = m.mesh_polyadr[mesh] + m.mesh_polymap[k]
        for i in range(m.mesh_polyvertadr[face], m.mesh_polyvertadr[face] + m.mesh_polyvertnum[face]):
            if rise(point, vertex(m, m.mesh_vertadr[mesh] + m.mesh_polyvert[i]), out) < -LEANING:
                return False
    return True


@helper
def rise(point, end, out):
    """Return the sine by which a way rises out of the solid."""
    way = sub(end, point)
    return dot(way, out) / max(norm(way), MINVAL)


@helper
def solid_box(m, d, c, solid, pose):
    """Return (centre, half sizes) of a box around a solid in the frame of the other geom, margin included."""
    a, box, margin = pose[0], m.geom_aabb, d.candidate_margin[c]
    h0, h1, h2 = box[solid, 3], box[solid, 4], box[solid, 5]
    return to_other(pose, load3(box, solid)), (
        abs(a[0]) * h0 + abs(a[1]) * h1 + abs(a[2]) * h2 + margin,
        abs(a[3]) * h0 + abs(a[4]) * h1 + abs(a[5]) * h2 + margin,
        abs(a[6]) * h0 + abs(a[7]) * h1 + abs(a[8]) * h2 + margin,
    )


@helper
def touch_triangles(m, d, c, solid, kind, other, pose, sign, first, cell):
    """Note the contacts of corners and middles of the triangles of a mesh."""
    mesh, box = m.geom_dataid[other], m.bvh_aabb
    centre, half = solid_box(m, d, c, solid, pose)
    root, node = m.mesh_bvhadr[mesh], 0
    while node < m.mesh_bvhnum[mesh]:
        row = root + node
        apart = max(
            abs(centre[0] - box[row, 0]) - half[0] - box[row, 3], abs(centre[1] - box[row, 1]) - half[1] - box[row, 4]
        )
        if max(apart, abs(centre[2] - box[row, 2]) - half[2] - box[row, 5]) > 0.0:
            node = m.bvh_skip[row]
        else:
            triangle = m.bvh_nodeid[row]
            if triangle >= 0:
                touch_triangle(m, d, c, solid, kind, pose, sign, first, cell, triangle_corners(m, mesh, triangle))
                if m.mesh_triadr[mesh] >= 0:
                    touch_triangle_edges(m, d, c, solid, kind, pose, sign, first, cell, mesh, triangle)
                    touch_triangle_corners(m, d, c, solid, kind, pose, sign, first, cell, mesh, triangle)
            node += 1


@helper
def touch_triangle(m, d, c, solid, kind, pose, sign, first, cell, corners):
    """Note the contacts of the corners of a triangle, of the middles of its edges and of its own."""
    p, q, r = corners
    face = normalize(cross(sub(q, p), sub(r, p)))[0]
    for _ in range(3):
        touch_surface(m, d, c, solid, kind, pose, sign, first, cell, p, face, q, r)
        touch_surface(m, d, c, solid, kind, pose, sign, first, cell, scale(add(p, q), 0.5), face, p, q)
        p, q, r = q, r, p
    middle = scale(add(add(p, q), r), 1.0 / 3.0)
    touch_surface(m, d, c, solid, kind, pose, sign, first, cell, middle, face, middle, middle)


@helper
def touch_triangle_corners(m, d, c, solid, kind, pose, sign, first, cell, mesh, triangle):
    """Note the contacts of those corners of a triangle that it speaks for, if all edges around them lead out."""
    for k in range(3):
        if is_mine(m, mesh, triangle, FIRST_CORNER + k):
            number = corner_number(m, mesh, triangle, k)
            inside, dist, x, normal = look_up(m, d, c, solid, kind, pose, mesh_vertex(m, mesh, number))
            if inside and corner_allows(m, mesh, number, scale(mul_mat_vec(pose[0], normal), -1.0), LEANING):
                touch_corner(d, c, solid, dist, x, normal, sign, first, cell)


@helper
def touch_surface(m, d, c, solid, kind, pose, sign, first, cell, point, face, end1, end2):
    """Note the contact of a point of a triangle, if it is the deepest on the ways to two other points of it."""
    inside, dist, x, normal = look_up(m, d, c, solid, kind, pose, point)
    out = mul_mat_vec(pose[0], normal)
    facing, least = dot(out, face), min(rise(point, end1, out), rise(point, end2, out))
    if inside and ((facing < OPPOSITE and least > -LEANING) or (facing < FACING and least > STICKING)):
        touch_corner(d, c, solid, dist, x, normal, sign, first, cell)
