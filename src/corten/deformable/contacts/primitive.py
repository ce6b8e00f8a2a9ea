"""Contacts by formulas: planes, spheres, capsules and boxes with elements, and lines with lines."""

from corten.deformable.contacts.pairs import FlexPairKind, element_corner
from corten.deformable.contacts.tetrahedra import (
    collide_ball_tetrahedron,
    collide_capsule_tetrahedron,
    make_tetrahedron,
)
from corten.deformable.contacts.triangles import (
    Triangle,
    collide_ball_triangle,
    collide_box_triangle,
    collide_capsule_triangle,
)
from corten.deformable.rods.frames import edge_of_vertex, half_sizes, has_box_section, material_axes
from corten.enums import GeomType
from corten.math.quaternion import quat_to_mat, quat_z_to_vec
from corten.math.vector3 import add, add_scaled, cross, dot, load3, normalize, scale, store3, sub
from corten.runtime import Vec3, helper, stage
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.geoms import PlacedBox, PlacedCapsule, placed_box, placed_capsule
from corten.stages.collision.primitive.box_box import collide_boxes
from corten.stages.collision.primitive.capsule_box import collide_capsule_box
from corten.stages.collision.primitive.capsule_capsule import nearest_points, segment_of
from corten.stages.collision.primitive.sphere import Ball, collide_ball_box, collide_balls, z_axis


@stage
def primitive_flex_pairs(m, d) -> None:
    """Find the contacts of pairs for which there are formulas; they are owned by -1 - pair."""
    for pair in range(d.nflexpair):
        if d.flexpair_kind[pair] == FlexPairKind.PRIMITIVE:
            geom, f = d.flexpair_geom[pair], d.flexpair_flex[pair, 1]
            if geom < 0:
                collide_lines(m, d, pair)
            elif m.geom_type[geom] == GeomType.PLANE:
                collide_plane(m, d, pair)
            elif has_box_section(m, f):
                collide_geom_section(m, d, pair)
            elif m.flex_dim[f] == 1:
                collide_geom_line(m, d, pair)
            elif m.flex_dim[f] == 2:
                collide_geom_triangle(m, d, pair)
            else:
                collide_geom_tetrahedron(m, d, pair)


@helper
def collide_plane(m, d, pair: int) -> None:
    """Add the contact of a plane with a vertex, or those with the section of a rod there."""
    plane, f, mat = d.flexpair_geom[pair], d.flexpair_flex[pair, 1], d.geom_xmat
    if has_box_section(m, f):
        collide_plane_section(m, d, pair)
        return
    normal, radius = (mat[plane, 2], mat[plane, 5], mat[plane, 8]), m.flex_radius[f]
    vertex = load3(d.flexvert_xpos, m.flex_vertadr[f] + d.flexpair_vert[pair])
    dist = dot(sub(vertex, load3(d.geom_xpos, plane)), normal) - radius
    add_contact(d, -1 - pair, dist, add_scaled(vertex, normal, -dist * 0.5 - radius), normal, NO_TANGENT)


@helper
def line_capsule(m, d, f: int, e: int) -> PlacedCapsule:
    """Return the capsule that a line with its radius is; its axis leads to its first corner."""
    first, second = element_corner(m, d, f, e, 0), element_corner(m, d, f, e, 1)
    direction, length = normalize(sub(first, second))
    # by way of a rotation, whose rounding decides where a line is parallel to a face of a box
    mat = quat_to_mat(quat_z_to_vec(direction))
    axis = mat[2], mat[5], mat[8]
    return PlacedCapsule(scale(add(first, second), 0.5), axis, m.flex_radius[f], 0.5 * length)


@helper
def line_segment(capsule: PlacedCapsule) -> tuple[Vec3, Vec3]:
    """Return the segment of a capsule: (start, edge)."""
    arm = scale(capsule.axis, capsule.half)
    start = sub(capsule.pos, arm)
    return start, sub(add(capsule.pos, arm), start)


@helper
def collide_lines(m, d, pair: int) -> None:
    """Add the contacts of two lines."""
    f1, f2 = d.flexpair_flex[pair, 0], d.flexpair_flex[pair, 1]
    e1, e2 = d.flexpair_elem[pair, 0], d.flexpair_elem[pair, 1]
    if has_box_section(m, f1):
        if has_box_section(m, f2):
            collide_boxes(d, -1 - pair, d.flexpair_margin[pair], section_box(m, d, f1, e1), section_box(m, d, f2, e2))
        else:
            collide_line_section(m, d, pair, line_capsule(m, d, f2, e2), 0)
    elif has_box_section(m, f2):
        collide_line_section(m, d, pair, line_capsule(m, d, f1, e1), 1)
    else:
        line1 = line_capsule(m, d, f1, e1)
        collide_capsules(d, pair, line1, line_segment(line1), line_capsule(m, d, f2, e2))


@helper
def collide_capsules(d, pair: int, first: PlacedCapsule, segment1: tuple[Vec3, Vec3], second: PlacedCapsule) -> None:
    """Add the contacts of two capsules, of which the first has a given segment: one, or two if they are parallel."""
    segment2 = line_segment(second)
    count, s1, s2, t1, t2 = nearest_points(segment1, segment2)
    margin, owner = d.flexpair_margin[pair], -1 - pair
    ball1 = Ball(add_scaled(segment1[0], segment1[1], s1), first.radius, first.axis)
    ball2 = Ball(add_scaled(segment2[0], segment2[1], s2), second.radius, second.axis)
    collide_balls(d, owner, margin, ball1, ball2)
    if count == 2:
        ball1 = ball1._replace(centre=add_scaled(segment1[0], segment1[1], t1))
        ball2 = ball2._replace(centre=add_scaled(segment2[0], segment2[1], t2))
        collide_balls(d, owner, margin, ball1, ball2)


@helper
def collide_geom_line(m, d, pair: int) -> None:
    """Add the contacts of a sphere, a capsule or a box with a line."""
    geom, margin, owner = d.flexpair_geom[pair], d.flexpair_margin[pair], -1 - pair
    line = line_capsule(m, d, d.flexpair_flex[pair, 1], d.flexpair_elem[pair, 1])
    if m.geom_type[geom] == GeomType.SPHERE:
        centre = load3(d.geom_xpos, geom)
        along = max(-line.half, min(line.half, dot(line.axis, sub(centre, line.pos))))
        nearest = Ball(add(scale(line.axis, along), line.pos), line.radius, line.axis)
        collide_balls(d, owner, margin, Ball(centre, m.geom_size[geom, 0], z_axis(d, geom)), nearest)
    elif m.geom_type[geom] == GeomType.CAPSULE:
        collide_capsules(d, pair, placed_capsule(m, d, geom), segment_of(m, d, geom), line)
    else:
        # the normal of the formula leads from the capsule to the box
        first = d.nunsorted
        collide_capsule_box(d, owner, margin, line, placed_box(m, d, geom))
        flip_normals(d, first)


@helper
def collide_geom_triangle(m, d, pair: int) -> None:
    """Add the contacts of a sphere, a capsule or a box with a triangle."""
    geom, margin, owner = d.flexpair_geom[pair], d.flexpair_margin[pair], -1 - pair
    f, e = d.flexpair_flex[pair, 1], d.flexpair_elem[pair, 1]
    triangle = Triangle(
        element_corner(m, d, f, e, 0), element_corner(m, d, f, e, 1), element_corner(m, d, f, e, 2), m.flex_radius[f]
    )
    if m.geom_type[geom] == GeomType.SPHERE:
        collide_ball_triangle(d, owner, margin, load3(d.geom_xpos, geom), m.geom_size[geom, 0], triangle)
    elif m.geom_type[geom] == GeomType.CAPSULE:
        collide_capsule_triangle(d, owner, margin, placed_capsule(m, d, geom), triangle)
    else:
        collide_box_triangle(d, owner, margin, placed_box(m, d, geom), triangle)


@helper
def collide_geom_tetrahedron(m, d, pair: int) -> None:
    """Add the contact of a sphere or a capsule with a tetrahedron."""
    geom, margin, owner = d.flexpair_geom[pair], d.flexpair_margin[pair], -1 - pair
    f, e = d.flexpair_flex[pair, 1], d.flexpair_elem[pair, 1]
    a, b = element_corner(m, d, f, e, 0), element_corner(m, d, f, e, 1)
    body = make_tetrahedron(a, b, element_corner(m, d, f, e, 2), element_corner(m, d, f, e, 3), m.flex_radius[f])
    if m.geom_type[geom] == GeomType.SPHERE:
        collide_ball_tetrahedron(d, owner, margin, load3(d.geom_xpos, geom), m.geom_size[geom, 0], body)
    else:
        collide_capsule_tetrahedron(d, owner, margin, placed_capsule(m, d, geom), body)


# ---- rods with box sections
# With planes, spheres, capsules, boxes and other lines each edge is a box. Its axes are those of the section as the
# edge has twisted, the longer one first, and its tangent; it ends where the edge does. Beside all else such a rod is
# one of capsules, whose radius is the lesser half size.


@helper
def section_box(m, d, f: int, e: int) -> PlacedBox:
    """Return the box that an element of a rod is."""
    start, end = element_corner(m, d, f, e, 0), element_corner(m, d, f, e, 1)
    x, _ = material_axes(m, d, m.flexelem_rodedge[m.flex_elemadr[f] + e])
    # elements may lead against the chain of the rod
    z, length = normalize(sub(end, start))
    y, (a, b) = cross(z, x), half_sizes(m, f)
    mat = x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]
    return PlacedBox(scale(add(start, end), 0.5), mat, (a, b, 0.5 * length))


@helper
def collide_plane_section(m, d, pair: int) -> None:
    """Add the contacts of a plane with the two lower corners of the section at a vertex, the lowest one first."""
    plane, f, vertex = d.flexpair_geom[pair], d.flexpair_flex[pair, 1], d.flexpair_vert[pair]
    normal = d.geom_xmat[plane, 2], d.geom_xmat[plane, 5], d.geom_xmat[plane, 8]
    first, second = material_axes(m, d, edge_of_vertex(m, f, vertex))
    a, b = half_sizes(m, f)
    x, y = scale(first, a), scale(second, b)
    x = x if dot(normal, x) < 0.0 else scale(x, -1.0)
    y = y if dot(normal, y) < 0.0 else scale(y, -1.0)

    middle = load3(d.flexvert_xpos, m.flex_vertadr[f] + vertex)
    touch_plane(d, pair, plane, normal, add(add(middle, x), y))
    # the other one lies across the side of the section that is less steep
    if abs(dot(normal, x)) <= abs(dot(normal, y)):
        x = scale(x, -1.0)
    else:
        y = scale(y, -1.0)
    touch_plane(d, pair, plane, normal, add(add(middle, x), y))


@helper
def touch_plane(d, pair: int, plane: int, normal: Vec3, point: Vec3) -> None:
    """Add the contact of a plane with a point, if it is near enough."""
    dist = dot(sub(point, load3(d.geom_xpos, plane)), normal)
    if dist <= d.flexpair_margin[pair]:
        add_contact(d, -1 - pair, dist, add_scaled(point, normal, -0.5 * dist), normal, NO_TANGENT)


@helper
def collide_geom_section(m, d, pair: int) -> None:
    """Add the contacts of a sphere, a capsule or a box with an element."""
    geom, margin, owner = d.flexpair_geom[pair], d.flexpair_margin[pair], -1 - pair
    box = section_box(m, d, d.flexpair_flex[pair, 1], d.flexpair_elem[pair, 1])
    if m.geom_type[geom] == GeomType.SPHERE:
        collide_ball_box(d, owner, margin, load3(d.geom_xpos, geom), m.geom_size[geom, 0], box)
    elif m.geom_type[geom] == GeomType.CAPSULE:
        collide_capsule_box(d, owner, margin, placed_capsule(m, d, geom), box)
    else:
        collide_boxes(d, owner, margin, placed_box(m, d, geom), box)


@helper
def collide_line_section(m, d, pair: int, line: PlacedCapsule, side: int) -> None:
    """Add the contacts of a capsule with the element on one side of a pair."""
    box = section_box(m, d, d.flexpair_flex[pair, side], d.flexpair_elem[pair, side])
    first = d.nunsorted
    collide_capsule_box(d, -1 - pair, d.flexpair_margin[pair], line, box)
    # the normal of the formula leads from the capsule to the box
    if side == 0:
        flip_normals(d, first)


@helper
def flip_normals(d, first: int) -> None:
    """Turn the normals of contacts from `first` on round."""
    for i in range(first, min(d.nunsorted, d.maxunsorted)):
        store3(d.unsorted_normal, i, scale(load3(d.unsorted_normal, i), -1.0))
