"""Faces and edges of boxes, meshes, cylinders and capsules near the deepest point of contact, for multicontact.

The three vertices of EPA's nearest face (or GJK's simplex) say which feature of each shape touches: three different
vertices of a shape span a face, two an edge, one is a corner (`sort_feature`, dim 3, 2, 1).

    dim 3   the face itself                  faces are listed with their normals, edges with their far ends and
    dim 2   both faces at the edge           directions, for each side in columns 3 * side to 3 * side + 2 of a row
    dim 1   all faces and edges at the corner
"""

from corten.enums import GeomType
from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_vec
from corten.math.vector3 import add, add_scaled, dot, load3, normalize, sub
from corten.runtime import FloatArray, IntArray, Vec3, helper, select, sqrt
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch
from corten.stages.collision.convex.simplex import MINVAL2

# where a row has six numbers, the first three belong to the first shape and the last three to the second
SCRATCH = scratch(
    Field("ccd_normal", F8, ("maxccd", 6), "normals of faces that may touch"),
    Field("ccd_normal_face", I4, ("maxccd", 2), "face of each normal"),
) + scratch(
    Field("ccd_feature_vertex", I4, (2, 3), "vertices of the nearest face on each shape"),
    Field("ccd_feature_point", F8, (1, 6), "position of the first of them on each shape [m]"),
    Field("ccd_edge", F8, ("maxccd", 6), "edges of one shape that may touch: direction, other end [m]"),
    readers=("corten.stages.collision.speculative",),
)

# cosine from which on two directions count as the same: 5.1 degrees (MuJoCo's value)
FACE_TOL = 0.996

# a cylinder's cap is clipped as a polygon with this many corners (MuJoCo's value)
CAP_CORNERS = 16


@helper
def load_side(array: FloatArray, row: int, side: int) -> Vec3:
    """Return what a row of six numbers says of one side."""
    return array[row, 3 * side], array[row, 3 * side + 1], array[row, 3 * side + 2]


@helper
def store_side(array: FloatArray, row: int, side: int, a: Vec3) -> None:
    """Write what a row of six numbers says of one side."""
    array[row, 3 * side] = a[0]
    array[row, 3 * side + 1] = a[1]
    array[row, 3 * side + 2] = a[2]


@helper
def has_room(d, rows: int) -> bool:
    """Tell whether the work space has some rows; if not, note how many are needed."""
    d.nccd = max(d.nccd, rows)
    return rows <= d.maxccd


@helper
def to_world(d, side: int, point: Vec3) -> Vec3:
    """Return a point of a shape's own frame in world coordinates."""
    return add(mul_mat_vec(load9(d.ccd_mat, side), point), load3(d.ccd_pos, side))


@helper
def store_feature(d, row: int, points: FloatArray, vertices: IntArray, vertex: int) -> None:
    """Write one vertex of the nearest feature on both shapes; of the first, where it is."""
    for side in range(2):
        d.ccd_feature_vertex[side, row] = vertices[vertex, side]
        if row == 0:
            for j in range(3):
                d.ccd_feature_point[0, 3 * side + j] = points[vertex, 3 + 3 * side + j]


@helper
def load_face(d, face: int) -> None:
    """Take the corners of a face of EPA's polytope as the feature."""
    for i in range(3):
        store_feature(d, i, d.ccd_polyvert, d.ccd_polyvert_vertex, d.ccd_face_vert[face, i])


@helper
def box_corner(d, side: int, vertex: int) -> Vec3:
    """Return a corner of a box in its own frame [m]."""
    x = select(vertex % 2 == 1, d.ccd_size[side, 0], -d.ccd_size[side, 0])
    y = select((vertex // 2) % 2 == 1, d.ccd_size[side, 1], -d.ccd_size[side, 1])
    z = select((vertex // 4) % 2 == 1, d.ccd_size[side, 2], -d.ccd_size[side, 2])
    return x, y, z


@helper
def vertex_point(m, d, side: int, vertex: int) -> Vec3:
    """Return a corner of a box or a vertex of a mesh in world coordinates [m]."""
    point = box_corner(d, side, vertex)
    if d.ccd_type[side] == GeomType.MESH:
        point = load3(m.mesh_vert, m.mesh_vertadr[d.ccd_mesh[side]] + vertex)
    return to_world(d, side, point)


@helper
def load_simplex(d) -> None:
    """Take the vertices of GJK's simplex as the feature."""
    for i in range(3):
        store_feature(d, i, d.ccd_simplex, d.ccd_simplex_vertex, min(i, d.nsimplex - 1))


@helper
def sort_feature(d, side: int) -> int:
    """Return how many vertices of the feature differ on one shape; two that differ are put first."""
    ids = d.ccd_feature_vertex
    if ids[side, 0] == ids[side, 1]:
        if ids[side, 0] == ids[side, 2]:
            return 1
        ids[side, 1] = ids[side, 2]
        return 2
    return 2 if ids[side, 2] == ids[side, 0] or ids[side, 2] == ids[side, 1] else 3


@helper
def add_normal(d, side: int, row: int, local: Vec3, face: int) -> None:
    """List a face with its normal, given in the shape's own frame."""
    store_side(d.ccd_normal, row, side, mul_mat_vec(load9(d.ccd_mat, side), local))
    d.ccd_normal_face[row, side] = face


@helper
def common_sign(a: int, b: int, c: int, bit: int) -> float:
    """Return 1 if three box corners have a bit in common, -1 if none has it, else 0."""
    count = (a // bit) % 2 + (b // bit) % 2 + (c // bit) % 2
    return 1.0 if count == 3 else (-1.0 if count == 0 else 0.0)


@helper
def box_face_along(d, side: int, direction: Vec3) -> int:
    """List the face of a box that looks along a direction; return how many there are."""
    local = normalize(mul_matT_vec(load9(d.ccd_mat, side), direction))[0]
    for axis in range(3):
        along = local[0] if axis == 0 else (local[1] if axis == 1 else local[2])
        if abs(along) > FACE_TOL:
            sign = 1.0 if along > 0.0 else -1.0
            unit = select(axis == 0, sign, 0.0), select(axis == 1, sign, 0.0), select(axis == 2, sign, 0.0)
            add_normal(d, side, 0, unit, 2 * axis + (0 if along > 0.0 else 1))
            return 1
    return 0


@helper
def list_box_faces(d, side: int, dim: int, direction: Vec3) -> int:
    """List the faces of a box that hold the feature; 0 and 1 are +x and -x, then y and z. Return how many they are."""
    a, b, c = d.ccd_feature_vertex[side, 0], d.ccd_feature_vertex[side, 1], d.ccd_feature_vertex[side, 2]
    b = a if dim == 1 else b
    c = c if dim == 3 else a

    # a face holds the feature if all vertices have the same sign along its axis
    x, y, z = common_sign(a, b, c, 1), common_sign(a, b, c, 2), common_sign(a, b, c, 4)
    if abs(x) + abs(y) + abs(z) != 4.0 - float(dim):
        return box_face_along(d, side, direction)
    count = 0
    if x != 0.0:
        add_normal(d, side, count, (x, 0.0, 0.0), 0 if x > 0.0 else 1)
        count += 1
    if y != 0.0:
        add_normal(d, side, count, (0.0, y, 0.0), 2 if y > 0.0 else 3)
        count += 1
    if z != 0.0:
        add_normal(d, side, count, (0.0, 0.0, z), 4 if z > 0.0 else 5)
        count += 1
    return count


@helper
def is_around(m, vertex: int, polygon: int) -> int:
    """Return 1 if a polygon has a vertex of the mesh, else 0."""
    first = m.mesh_polymapadr[vertex]
    for i in range(m.mesh_polymapnum[vertex]):
        if m.mesh_polymap[first + i] == polygon:
            return 1
    return 0


@helper
def list_mesh_faces(m, d, side: int, dim: int) -> int:
    """List the polygons of a mesh that hold the feature: one for three vertices, up to two for an edge."""
    mesh = d.ccd_mesh[side]
    start, polyadr = m.mesh_vertadr[mesh], m.mesh_polyadr[mesh]
    a = start + d.ccd_feature_vertex[side, 0]
    b = start + d.ccd_feature_vertex[side, 1]
    c = start + d.ccd_feature_vertex[side, 2]
    count = 0
    common = 0
    first = m.mesh_polymapadr[a]
    if not has_room(d, m.mesh_polymapnum[a]):
        return 0

    # polygons around the first vertex that have the others, too
    for i in range(m.mesh_polymapnum[a]):
        polygon = m.mesh_polymap[first + i]
        shared = dim == 1 or is_around(m, b, polygon) == 1
        common += select(shared, 1, 0)
        if shared and (dim < 3 or is_around(m, c, polygon) == 1):
            add_normal(d, side, count, load3(m.mesh_polynormal, polyadr + polygon), polygon)
            count += 1
        if (dim == 3 and count == 1) or (dim > 1 and common == 2):
            break
    return count


@helper
def list_cap(d, side: int, dim: int) -> int:
    """List the cap of a cylinder if all of the feature is on its rim; return how many there are."""
    if dim > 1:
        return 0
    top = d.ccd_feature_vertex[side, 0] == 0
    add_normal(d, side, 0, (0.0, 0.0, select(top, 1.0, -1.0)), select(top, 0, 1))
    return 1


@helper
def list_faces(m, d, side: int, dim: int, direction: Vec3) -> int:
    """List the faces of a shape that may touch, with the outward direction of contact; return how many they are."""
    kind = d.ccd_type[side]
    if kind == GeomType.BOX:
        return list_box_faces(d, side, dim, direction)
    if kind == GeomType.MESH:
        return list_mesh_faces(m, d, side, dim)
    if kind == GeomType.CYLINDER:
        return list_cap(d, side, dim)
    return 0


@helper
def add_edge(d, side: int, row: int, end: Vec3) -> None:
    """List the edge from the first vertex of the feature to another point."""
    store_side(d.ccd_edge, row, 0, normalize(sub(end, load_side(d.ccd_feature_point, 0, side)))[0])
    store_side(d.ccd_edge, row, 1, end)


@helper
def list_box_edges(d, side: int) -> int:
    """List the three edges of a box that meet in a corner."""
    x, y, z = box_corner(d, side, d.ccd_feature_vertex[side, 0])
    add_edge(d, side, 0, to_world(d, side, (-x, y, z)))
    add_edge(d, side, 1, to_world(d, side, (x, -y, z)))
    add_edge(d, side, 2, to_world(d, side, (x, y, -z)))
    return 3


@helper
def list_mesh_edges(m, d, side: int) -> int:
    """List the edges of a mesh that meet in a vertex: in every polygon around it, the one that leads to it."""
    mesh = d.ccd_mesh[side]
    start, polyadr = m.mesh_vertadr[mesh], m.mesh_polyadr[mesh]
    vertex = d.ccd_feature_vertex[side, 0]
    first, count = m.mesh_polymapadr[start + vertex], m.mesh_polymapnum[start + vertex]
    for i in range(count):
        polygon = polyadr + m.mesh_polymap[first + i]
        corners, number = m.mesh_polyvertadr[polygon], m.mesh_polyvertnum[polygon]
        before = m.mesh_polyvert[corners + number - 1]
        for j in range(number):
            corner = m.mesh_polyvert[corners + j]
            if corner == vertex:
                break
            before = corner
        add_edge(d, side, i, to_world(d, side, load3(m.mesh_vert, start + before)))
    return count


@helper
def add_line(d, side: int, start: Vec3, direction: Vec3, length: float) -> int:
    """List one edge along the axis of a cylinder or capsule."""
    store_side(d.ccd_feature_point, 0, side, start)
    store_side(d.ccd_edge, 0, 0, direction)
    store_side(d.ccd_edge, 0, 1, add_scaled(start, direction, length))
    return 1


@helper
def list_side_line(d, side: int) -> int:
    """List the line along a cylinder through the first point of the feature, from its rim to the other one."""
    mat, half = load9(d.ccd_mat, side), d.ccd_size[side, 1]
    sign = select(d.ccd_feature_vertex[side, 0] == 0, -1.0, 1.0)
    start = load_side(d.ccd_feature_point, 0, side)

    # back from the layer to the rim
    if d.ccd_inflate[side] > 0.0:
        local = mul_matT_vec(mat, sub(start, load3(d.ccd_pos, side)))
        norm2 = local[0] * local[0] + local[1] * local[1]
        along = norm2 < MINVAL2
        factor = select(along, 0.0, d.ccd_size[side, 0] / sqrt(select(along, 1.0, norm2)))
        start = to_world(d, side, (local[0] * factor, local[1] * factor, -sign * half))
    return add_line(d, side, start, (sign * mat[2], sign * mat[5], sign * mat[8]), half + half)


@helper
def list_capsule_line(d, side: int) -> int:
    """List the line along a capsule through its witness point, as long as its axis."""
    witness = load3(d.ccd_witness1, 0) if side == 0 else load3(d.ccd_witness2, 0)
    mat, half = load9(d.ccd_mat, side), d.ccd_size[side, 1]
    axis = mat[2], mat[5], mat[8]
    height = dot(sub(witness, load3(d.ccd_pos, side)), axis)
    add_line(d, side, add_scaled(witness, axis, -height - half), axis, 0.0)
    store_side(d.ccd_edge, 0, 1, add_scaled(witness, axis, half - height))
    return 1


@helper
def list_edges(m, d, side: int, dim: int) -> int:
    """List the edges of a shape that may touch; return how many they are."""
    kind = d.ccd_type[side]
    if kind == GeomType.CYLINDER:
        return list_side_line(d, side)
    if kind == GeomType.CAPSULE:
        return list_capsule_line(d, side)
    store_side(d.ccd_feature_point, 0, side, vertex_point(m, d, side, d.ccd_feature_vertex[side, 0]))
    if dim == 2:
        add_edge(d, side, 0, vertex_point(m, d, side, d.ccd_feature_vertex[side, 1]))
        return 1
    if kind == GeomType.BOX:
        return list_box_edges(d, side)
    return list_mesh_edges(m, d, side)
