"""Support points: the point of a shape that is farthest along a direction, for every convex shape.

A search also notes the vertex of a box or mesh and the cap of a cylinder that it found (`ccd_vertex`).
"""

from corten.constants import MINVAL
from corten.enums import GeomType
from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_vec
from corten.math.vector3 import add, add_scaled, dot, load3, scale, store3, sub
from corten.runtime import helper, select, sqrt
from corten.stages.collision.convex.vertex_search import search_hull, search_mesh, searches_all

# what spheres and capsules shrink to while their radius counts as a layer
POINT, SEGMENT = 20, 21

# one triangle of a mesh, with its corners in the first rows of `ccd_prism`; these three have nothing but corners
TRIANGLE = 22

# an element of a flex, with its corners in four rows of `ccd_corner` for each side
ELEMENT = 23

MINVAL2 = MINVAL * MINVAL


@helper
def place_shape(m, d, side, geom, margin):
    """Make a geom one of both shapes, with a layer of half the margin around it."""
    kind = m.geom_type[geom]
    d.ccd_type[side] = kind
    d.ccd_mesh[side] = -1
    if kind == GeomType.MESH or kind == GeomType.SDF:
        d.ccd_mesh[side] = m.geom_dataid[geom]
    store3(d.ccd_pos, side, load3(d.geom_xpos, geom))
    store3(d.ccd_size, side, load3(m.geom_size, geom))
    for i in range(9):
        d.ccd_mat[side, i] = d.geom_xmat[geom, i]
    d.ccd_inflate[side] = 0.5 * margin
    d.ccd_vertex[side] = -1
    d.ccd_hullvertex[side] = -1


@helper
def place_piece(m, d, side, geom, piece, margin):
    """Make a convex piece of a geom's mesh one of both shapes, or the geom itself if the piece is -1."""
    place_shape(m, d, side, geom, margin)
    if piece >= 0:
        d.ccd_mesh[side] = m.nmesh + piece
        arm = mul_mat_vec(load9(d.geom_xmat, geom), load3(m.piece_pos, piece))
        store3(d.ccd_pos, side, add(load3(d.geom_xpos, geom), arm))


@helper
def support_ellipsoid(size, local):
    """Return the farthest point of an ellipsoid: S^2 n / |S n|."""
    x, y, z = local[0] * size[0], local[1] * size[1], local[2] * size[2]
    norm2 = x * x + y * y + z * z
    tiny = norm2 < MINVAL2
    inverse = 1.0 / sqrt(select(tiny, 1.0, norm2))
    return (
        select(tiny, size[0], x * (inverse * size[0])),
        select(tiny, 0.0, y * (inverse * size[1])),
        select(tiny, 0.0, z * (inverse * size[2])),
    )


@helper
def support_cylinder(size, local):
    """Return the farthest point of a cylinder: on a rim, or the centre of a cap that faces the direction."""
    norm2 = local[0] * local[0] + local[1] * local[1]
    along = norm2 < MINVAL2
    factor = select(along, 0.0, size[0] / sqrt(select(along, 1.0, norm2)))
    return factor * local[0], factor * local[1], select(local[2] >= 0.0, size[1], -size[1])


@helper
def support_mesh(m, d, side, local):
    """Return the farthest vertex of a mesh."""
    mesh = d.ccd_mesh[side]
    best = 0
    if searches_all(m, mesh):
        best = search_mesh(m, mesh, local, max(d.ccd_vertex[side], 0))
    else:
        best = search_hull(m, d, side, local)
    d.ccd_vertex[side] = best
    return load3(m.mesh_vert, m.mesh_vertadr[mesh] + best)


@helper
def support_prism(d, direction):
    """Return the farthest corner of a height field's prism: of the lower triangle when looking down."""
    first = select(direction[2] < 0.0, 0, 3)
    best = first
    farthest = dot(load3(d.ccd_prism, first), direction)
    for i in range(1, 3):
        along = dot(load3(d.ccd_prism, first + i), direction)
        if along > farthest:
            farthest = along
            best = first + i
    return load3(d.ccd_prism, best)


@helper
def support_triangle(d, side, direction):
    """Return the farthest corner of a triangle."""
    best = 0
    farthest = dot(load3(d.ccd_prism, 0), direction)
    for i in range(1, 3):
        along = dot(load3(d.ccd_prism, i), direction)
        if along > farthest:
            farthest = along
            best = i
    d.ccd_vertex[side] = best
    return load3(d.ccd_prism, best)


@helper
def support_element(d, side, direction):
    """Return the farthest corner of an element; fewer than four are repeated."""
    first = 4 * side
    best = first
    farthest = dot(load3(d.ccd_corner, first), direction)
    for i in range(first + 1, first + 4):
        along = dot(load3(d.ccd_corner, i), direction)
        if along > farthest:
            farthest = along
            best = i
    return load3(d.ccd_corner, best)


@helper
def support_local(m, d, side, local):
    """Return the farthest point of a shape in its own frame, along a unit vector in its own frame."""
    kind = d.ccd_type[side]
    size = load3(d.ccd_size, side)
    point = scale(local, size[0])
    if kind == GeomType.CAPSULE:
        point = point[0], point[1], point[2] + select(local[2] >= 0.0, size[1], -size[1])
    elif kind == GeomType.ELLIPSOID:
        point = support_ellipsoid(size, local)
    elif kind == GeomType.CYLINDER:
        d.ccd_vertex[side] = select(local[2] >= 0.0, 0, 1)
        point = support_cylinder(size, local)
    elif kind == GeomType.BOX:
        x, y, z = local[0] >= 0.0, local[1] >= 0.0, local[2] >= 0.0
        d.ccd_vertex[side] = select(x, 1, 0) + select(y, 2, 0) + select(z, 4, 0)
        point = select(x, size[0], -size[0]), select(y, size[1], -size[1]), select(z, size[2], -size[2])
    elif kind == GeomType.MESH or kind == GeomType.SDF:
        point = support_mesh(m, d, side, local)
    return point


@helper
def support_shape(m, d, side, direction):
    """Return the farthest point of a shape along a unit vector, its layer included [m]."""
    kind = d.ccd_type[side]
    pos = load3(d.ccd_pos, side)
    mat = load9(d.ccd_mat, side)
    point = pos
    if kind == GeomType.SPHERE:
        point = add(scale(direction, d.ccd_size[side, 0]), pos)
    elif kind == SEGMENT:
        along = mat[2] * direction[0] + mat[5] * direction[1] + mat[8] * direction[2]
        half = select(along >= 0.0, d.ccd_size[side, 1], -d.ccd_size[side, 1])
        point = mat[2] * half + pos[0], mat[5] * half + pos[1], mat[8] * half + pos[2]
    elif kind == GeomType.HFIELD:
        point = support_prism(d, direction)
    elif kind == TRIANGLE:
        point = support_triangle(d, side, direction)
    elif kind == ELEMENT:
        point = support_element(d, side, direction)
    elif kind != POINT:
        point = add(mul_mat_vec(mat, support_local(m, d, side, mul_matT_vec(mat, direction))), pos)
    layer = d.ccd_inflate[side]
    if layer > 0.0:
        point = add_scaled(point, direction, layer)
    return point


@helper
def support_pair(m, d, direction):
    """Return the farthest point of the Minkowski difference along a unit vector, and the points of both shapes."""
    first = support_shape(m, d, 0, direction)
    second = support_shape(m, d, 1, scale(direction, -1.0))
    return sub(first, second), first, second


@helper
def store_pair(points, vertices, row, pair, d):
    """Write a vertex of the Minkowski difference, and the vertices that the last searches found, into a row."""
    difference, first, second = pair
    points[row, 0] = difference[0]
    points[row, 1] = difference[1]
    points[row, 2] = difference[2]
    points[row, 3] = first[0]
    points[row, 4] = first[1]
    points[row, 5] = first[2]
    points[row, 6] = second[0]
    points[row, 7] = second[1]
    points[row, 8] = second[2]
    vertices[row, 0] = d.ccd_vertex[0]
    vertices[row, 1] = d.ccd_vertex[1]
