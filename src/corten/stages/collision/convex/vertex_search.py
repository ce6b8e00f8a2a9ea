"""The vertex of a mesh that is farthest along a direction in the mesh's frame.

Where two vertices tie, the way of the search decides which one is found, so it has to be MuJoCo's: from the better of
two starts along edges of the hull. Where there is no tie, all ways end at the same vertex, and a look at the neighbours
of the likeliest one is enough (`assets/hull/convex_hull.py`).
"""

from corten.math.vector3 import load3
from corten.runtime import helper, per_precision, select

# meshes with fewer vertices are searched through instead of climbed (MuJoCo's value)
CLIMB_MIN = 10

# component of a direction from which on it counts as leaning that way
LEAN = 0.4

# share of its distance by which a vertex is ahead of its neighbours whatever the roundings, its own and the hull's
TIE = per_precision(1e-8, float32=3e-4)


@helper
def searches_all(m, mesh):
    """Tell whether all vertices of a mesh are looked at: it has few, or no hull."""
    return m.mesh_graphadr[mesh] < 0 or m.mesh_vertnum[mesh] < CLIMB_MIN


@helper
def project_vertex(m, vertex, local):
    """Return how far a vertex of a mesh lies along a direction."""
    return local[0] * m.mesh_vert[vertex, 0] + local[1] * m.mesh_vert[vertex, 1] + local[2] * m.mesh_vert[vertex, 2]


@helper
def search_mesh(m, mesh, local, start):
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
def climb_mesh(m, d, side, local):
    """Return the farthest vertex of a mesh, by climbing its hull from the better of two vertices.

    One is the extreme vertex of a coarse grid of directions, the other is where the last search ended.
    """
    mesh = d.ccd_mesh[side]
    first, graph = m.mesh_vertadr[mesh], m.mesh_graphadr[mesh]
    ids = graph + 2 + m.mesh_graph[graph]
    x = select(local[0] > LEAN, 2, select(local[0] < -LEAN, 0, 1))
    y = select(local[1] > LEAN, 2, select(local[1] < -LEAN, 0, 1))
    z = select(local[2] > LEAN, 2, select(local[2] < -LEAN, 0, 1))
    start = m.mesh_extrema[mesh, 9 * x + 3 * y + z]
    last = d.ccd_hullvertex[side]
    if last >= 0:
        along = project_vertex(m, first + m.mesh_graph[ids + last], local)
        if not (project_vertex(m, first + m.mesh_graph[ids + start], local) > along):
            start = last
    return climb_from(m, d, side, local, start)


@helper
def climb_from(m, d, side, local, start):
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
def chamber_of(local):
    """Return the number of a direction's chamber: bits of x, y, z >= 0, then of |x| > |y|, |y| > |z|, |x| > |z|."""
    x, y, z = abs(local[0]), abs(local[1]), abs(local[2])
    signs = select(local[0] >= 0.0, 1, 0) + select(local[1] >= 0.0, 2, 0) + select(local[2] >= 0.0, 4, 0)
    return signs + select(x > y, 8, 0) + select(y > z, 16, 0) + select(x > z, 32, 0)


@helper
def project_start(m, mesh, chamber, column, local):
    """Return how far a start lies along a direction, or one of its neighbours."""
    return project_vertex(m, m.mesh_start[mesh, chamber, column], local)


@helper
def search_hull(m, d, side, local):
    """Return the farthest vertex of a mesh that has a hull: the start of the direction's chamber, else by climbing.

    On a convex hull a vertex that is ahead of all its neighbours is the farthest one, and every climb ends there. The
    neighbours are seen without a jump between them, while the processor already goes on with the start.
    """
    mesh, chamber = d.ccd_mesh[side], chamber_of(local)
    start, row = m.mesh_start[mesh, chamber, 0], m.mesh_start[mesh, chamber, 1]
    if start >= 0:
        x, y, z = load3(m.mesh_vert, row)
        x, y, z = local[0] * x, local[1] * y, local[2] * z
        next_best = max(project_start(m, mesh, chamber, 2, local), project_start(m, mesh, chamber, 3, local))
        for i in range(4, 10, 2):
            pair = max(project_start(m, mesh, chamber, i, local), project_start(m, mesh, chamber, i + 1, local))
            next_best = max(next_best, pair)
        if next_best < x + y + z - TIE * (abs(x) + abs(y) + abs(z)):
            d.ccd_hullvertex[side] = start
            return row - m.mesh_vertadr[mesh]
    return climb_mesh(m, d, side, local)
