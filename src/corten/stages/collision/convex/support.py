r"""Support points: the point of a convex shape that is farthest along a direction n,

    s(n) = argmax { x . n : x in shape },

and of the Minkowski difference A - B = { a - b }, which is s_A(n) - s_B(-n). GJK, EPA and MPR know shapes by nothing
else. A margin makes each shape larger by half of it, its layer: s(n) + layer n.

          n               box        corner by the signs of n
          ^               ellipsoid  S^2 n / |S n|, S the half axes
       ___|__             cylinder   rim, or the center of a cap
      /   s  \            capsule    end of the axis + radius n
     |        |           mesh       hill climbing along the edges of the hull
      \______/

A search also notes the vertex of a box or mesh and the cap of a cylinder that it found (`ccd_vertex`), from which
multicontact knows the face.
"""

from corten.constants import MINVAL
from corten.enums import GeomType
from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_vec
from corten.math.vector3 import add, add_scaled, dot, load3, scale, store3, sub
from corten.runtime import FloatArray, IntArray, Vec3, helper, per_precision, select, sqrt
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch

SCRATCH = scratch(
    Field("ccd_type", I4, (2,), "GeomType, or what a sphere or capsule shrinks to"),
    Field("ccd_mesh", I4, (2,), "mesh, -1 for none"),
    Field("ccd_pos", F8, (2, 3), "position, world [m]"),
    Field("ccd_mat", F8, (2, 9), "orientation as a matrix"),
    Field("ccd_size", F8, (2, 3), "sizes of the geom [m]"),
    Field("ccd_inflate", F8, (2,), "layer around the shape, half of the margin [m]"),
    Field("ccd_vertex", I4, (2,), "vertex of a box or mesh that the last search found"),
    Field("ccd_hullvertex", I4, (2,), "the same among the vertices of the hull, -1 before the first search"),
    readers=("corten.deformable.contacts", "corten.stages.collision", "corten.stages.sensor"),
)

# ---- vertex search: the vertex of a mesh that is farthest along a direction in the mesh's frame
# Where two vertices tie, the way of the search decides which one is found, so it has to be MuJoCo's: from the better of
# two starts along edges of the hull. Where there is no tie, all ways end at the same vertex, and a look at the
# neighbours of the likeliest one is enough (`assets/hull/convex_hull.py`)


# meshes with fewer vertices are searched through instead of climbed (MuJoCo's value)
CLIMB_MIN = 10

# cosine from which on a direction counts as along an axis in the table of extreme vertices
EXTREMA_COSINE = 0.4

# share of its distance by which a vertex is ahead of its neighbours whatever the roundings, its own and the hull's
TIE = per_precision(1e-8, float32=3e-4)


@helper
def searches_all(m, mesh: int) -> bool:
    """Tell whether all vertices of a mesh are looked at: it has few, or no hull."""
    return m.mesh_graphadr[mesh] < 0 or m.mesh_vertnum[mesh] < CLIMB_MIN


@helper
def project_vertex(m, vertex: int, local: Vec3) -> float:
    """Return how far a vertex of a mesh lies along a direction."""
    return local[0] * m.mesh_vert[vertex, 0] + local[1] * m.mesh_vert[vertex, 1] + local[2] * m.mesh_vert[vertex, 2]


@helper
def search_mesh(m, mesh: int, local: Vec3, start: int) -> int:
    """Return the farthest vertex of a mesh, by looking at all; ties go to the vertex `start`, then to the first."""
    first = m.mesh_vertadr[mesh]
    best = start
    farthest = project_vertex(m, first + best, local)
    for i in range(m.mesh_vertnum[mesh]):
        along = project_vertex(m, first + i, local)
        if along > farthest:
            farthest = along
            best = i
    return best


@helper
def climb_mesh(m, d, side: int, local: Vec3) -> int:
    """Return the farthest vertex of a mesh, by climbing its hull from the better of two vertices.

    One is the extreme vertex of a coarse grid of directions, the other is where the last search ended.
    """
    mesh = d.ccd_mesh[side]
    first, graph = m.mesh_vertadr[mesh], m.mesh_graphadr[mesh]
    ids = graph + 2 + m.mesh_graph[graph]

    # extreme vertex of one of 27 coarse directions: each axis low, middle or high
    x = select(local[0] > EXTREMA_COSINE, 2, select(local[0] < -EXTREMA_COSINE, 0, 1))
    y = select(local[1] > EXTREMA_COSINE, 2, select(local[1] < -EXTREMA_COSINE, 0, 1))
    z = select(local[2] > EXTREMA_COSINE, 2, select(local[2] < -EXTREMA_COSINE, 0, 1))
    start = m.mesh_extrema[mesh, 9 * x + 3 * y + z]

    # warm start: where the search before ended, if that is farther
    last = d.ccd_hullvertex[side]
    if last >= 0:
        along = project_vertex(m, first + m.mesh_graph[ids + last], local)
        if not (project_vertex(m, first + m.mesh_graph[ids + start], local) > along):
            start = last
    return climb_from(m, d, side, local, start)


@helper
def climb_from(m, d, side: int, local: Vec3, start: int) -> int:
    """Return the farthest vertex of a mesh, by climbing along the edges of its hull from one of the hull's vertices.

    The graph holds: number of vertices, number of faces, where the edges of each vertex begin, the vertex in the mesh,
    the neighbours of each vertex up to a -1.
    """
    mesh = d.ccd_mesh[side]
    first, graph = m.mesh_vertadr[mesh], m.mesh_graphadr[mesh]
    ids = graph + 2 + m.mesh_graph[graph]
    edges = ids + m.mesh_graph[graph]
    best = start
    farthest = project_vertex(m, first + m.mesh_graph[ids + start], local)
    before = -1

    # steepest ascent: to the best neighbour, until none is farther; on a convex hull that is the global maximum
    while best != before:
        before = best
        edge = edges + m.mesh_graph[graph + 2 + before]
        neighbour = m.mesh_graph[edge]
        while neighbour >= 0:
            along = project_vertex(m, first + m.mesh_graph[ids + neighbour], local)
            if along > farthest:
                farthest = along
                best = neighbour
            edge += 1
            neighbour = m.mesh_graph[edge]
    d.ccd_hullvertex[side] = best
    return m.mesh_graph[ids + best]


@helper
def chamber_of(local: Vec3) -> int:
    """Return the number of a direction's chamber: bits of x, y, z >= 0, then of |x| > |y|, |y| > |z|, |x| > |z|."""
    x, y, z = abs(local[0]), abs(local[1]), abs(local[2])
    signs = select(local[0] >= 0.0, 1, 0) + select(local[1] >= 0.0, 2, 0) + select(local[2] >= 0.0, 4, 0)
    return signs + select(x > y, 8, 0) + select(y > z, 16, 0) + select(x > z, 32, 0)


@helper
def project_start(m, mesh: int, chamber: int, column: int, local: Vec3) -> float:
    """Return how far a start lies along a direction, or one of its neighbours."""
    return project_vertex(m, m.mesh_start[mesh, chamber, column], local)


@helper
def search_hull(m, d, side: int, local: Vec3) -> int:
    """Return the farthest vertex of a mesh that has a hull: the start of the direction's chamber, else by climbing.

    On a convex hull a vertex that is ahead of all its neighbours is the farthest one, and every climb ends there. The
    neighbours are seen without a jump between them, while the processor already goes on with the start.
    """
    mesh, chamber = d.ccd_mesh[side], chamber_of(local)
    start, row = m.mesh_start[mesh, chamber, 0], m.mesh_start[mesh, chamber, 1]
    if start >= 0:
        x, y, z = load3(m.mesh_vert, row)
        x, y, z = local[0] * x, local[1] * y, local[2] * z

        # all neighbours at once, in pairs
        next_best = max(project_start(m, mesh, chamber, 2, local), project_start(m, mesh, chamber, 3, local))
        for i in range(4, 10, 2):
            pair = max(project_start(m, mesh, chamber, i, local), project_start(m, mesh, chamber, i + 1, local))
            next_best = max(next_best, pair)
        if next_best < x + y + z - TIE * (abs(x) + abs(y) + abs(z)):
            d.ccd_hullvertex[side] = start
            return row - m.mesh_vertadr[mesh]
    return climb_mesh(m, d, side, local)


# ---- support points of every convex shape


# what spheres and capsules shrink to while their radius counts as a layer
POINT, SEGMENT = 20, 21

# one triangle of a mesh, with its corners in the first rows of `ccd_prism`; these three have nothing but corners
TRIANGLE = 22

# an element of a flex, with its corners in four rows of `ccd_corner` for each side
ELEMENT = 23

MINVAL2 = MINVAL * MINVAL


@helper
def place_shape(m, d, side: int, geom: int, margin: float) -> None:
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
def place_piece(m, d, side: int, geom: int, piece: int, margin: float) -> None:
    """Make a convex piece of a geom's mesh one of both shapes, or the geom itself if the piece is -1."""
    place_shape(m, d, side, geom, margin)
    if piece >= 0:
        d.ccd_mesh[side] = m.nmesh + piece
        arm = mul_mat_vec(load9(d.geom_xmat, geom), load3(m.piece_pos, piece))
        store3(d.ccd_pos, side, add(load3(d.geom_xpos, geom), arm))


@helper
def support_ellipsoid(size: Vec3, local: Vec3) -> Vec3:
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
def support_cylinder(size: Vec3, local: Vec3) -> Vec3:
    """Return the farthest point of a cylinder: on a rim, or the centre of a cap that faces the direction."""
    norm2 = local[0] * local[0] + local[1] * local[1]
    along = norm2 < MINVAL2
    factor = select(along, 0.0, size[0] / sqrt(select(along, 1.0, norm2)))
    return factor * local[0], factor * local[1], select(local[2] >= 0.0, size[1], -size[1])


@helper
def support_mesh(m, d, side: int, local: Vec3) -> Vec3:
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
def support_prism(d, direction: Vec3) -> Vec3:
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
def support_triangle(d, side: int, direction: Vec3) -> Vec3:
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
def support_element(d, side: int, direction: Vec3) -> Vec3:
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
def support_local(m, d, side: int, local: Vec3) -> Vec3:
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
def support_shape(m, d, side: int, direction: Vec3) -> Vec3:
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
def support_pair(m, d, direction: Vec3) -> tuple[Vec3, Vec3, Vec3]:
    """Return the farthest point of the Minkowski difference along a unit vector, and the points of both shapes."""
    first = support_shape(m, d, 0, direction)
    second = support_shape(m, d, 1, scale(direction, -1.0))
    return sub(first, second), first, second


@helper
def store_pair(points: FloatArray, vertices: IntArray, row: int, pair: tuple[Vec3, Vec3, Vec3], d) -> None:
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
