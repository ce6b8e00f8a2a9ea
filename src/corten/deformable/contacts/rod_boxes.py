"""Contacts of rods with box sections: with planes, spheres, capsules, boxes and other lines each edge is a box.

Its axes are those of the section as the edge has twisted, the longer one first, and its tangent; it ends where the edge
does. Beside all else such a rod is one of capsules, whose radius is the lesser half size.
"""

from corten.deformable.contacts.pairs import element_corner
from corten.deformable.rods.frames import edge_of_vertex, half_sizes, material_axes
from corten.enums import GeomType
from corten.math.vector3 import add, add_scaled, cross, dot, load3, normalize, scale, store3, sub
from corten.runtime import helper
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.primitive.box_box import collide_boxes
from corten.stages.collision.primitive.capsule_box import collide_capsule_box
from corten.stages.collision.primitive.placed import PlacedBox, placed_box, placed_capsule
from corten.stages.collision.primitive.sphere_box import collide_ball_box


@helper
def section_box(m, d, f, e):
    """Return the box that an element of a rod is."""
    start, end = element_corner(m, d, f, e, 0), element_corner(m, d, f, e, 1)
    x, _ = material_axes(m, d, m.flexelem_rodedge[m.flex_elemadr[f] + e])
    # elements may lead against the chain of the rod
    z, length = normalize(sub(end, start))
    y, (a, b) = cross(z, x), half_sizes(m, f)
    mat = x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]
    return PlacedBox(scale(add(start, end), 0.5), mat, (a, b, 0.5 * length))


@helper
def collide_plane_section(m, d, pair):
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
def touch_plane(d, pair, plane, normal, point):
    """Add the contact of a plane with a point, if it is near enough."""
    dist = dot(sub(point, load3(d.geom_xpos, plane)), normal)
    if dist <= d.flexpair_margin[pair]:
        add_contact(d, -1 - pair, dist, add_scaled(point, normal, -0.5 * dist), normal, NO_TANGENT)


@helper
def collide_geom_section(m, d, pair):
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
def collide_line_section(m, d, pair, line, side):
    """Add the contacts of a capsule with the element on one side of a pair."""
    box = section_box(m, d, d.flexpair_flex[pair, side], d.flexpair_elem[pair, side])
    first = d.nunsorted
    collide_capsule_box(d, -1 - pair, d.flexpair_margin[pair], line, box)
    # the normal of the formula leads from the capsule to the box
    if side == 0:
        turn_normals(d, first)


@helper
def turn_normals(d, first):
    """Turn the normals of contacts from `first` on round."""
    for i in range(first, min(d.nunsorted, d.maxunsorted)):
        store3(d.unsorted_normal, i, scale(load3(d.unsorted_normal, i), -1.0))
