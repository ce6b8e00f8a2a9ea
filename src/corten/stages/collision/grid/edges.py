r"""Points and edges of the other geom looked up in a solid.

A point that is inside is a contact if it is deepest around: the edges and sides that meet there lead out of the solid,
but for DEEPER_SINE. An edge is a contact where it is deeper than on both sides:

        dist ^                               sampled every SPACING cells; each dip between two samples is bracketed
             | \            /                by the sign of d dist / d share and halved HALVINGS times
             |   \   .    /
             |     \_x__/
             +------------------> share of the edge
"""

from typing import NamedTuple

from corten.constants import MINVAL
from corten.math.matrix3 import mul_mat_vec
from corten.math.pose import Box, grow_box, load_box, transform_box, transform_point_back
from corten.math.triangle import EDGE
from corten.math.vector3 import add_scaled, cross, dot, load3, norm, normalize, scale, sub
from corten.raycast.shapes import vertex
from corten.runtime import Vec2, Vec3, helper
from corten.stages.collision.grid.sampling import sample_solid
from corten.stages.collision.grid.solid_pair import SolidPair, add_solid_contact
from corten.stages.collision.triangles.surface import corner, mesh_vertex, owns_feature

# ---- points of the other geom


# sine by which edges and sides around a point may lead deeper into the solid: a tilted side rests on its corners
DEEPER_SINE = 0.15

# a gradient is longer only if the samples are no distances; it is shorter where the nearest point is not unique
UNIT = 1.0


class Probe(NamedTuple):
    """A point of the other geom in the solid: whether it is inside, margin included, and how far.

    `pos` and `normal`, the way out of the solid, are in the frame of the solid, `out` is the way out in that of the
    other geom.
    """

    inside: bool
    dist: float
    pos: Vec3
    normal: Vec3
    out: Vec3


@helper
def probe_solid(m, pair: SolidPair, point: Vec3) -> Probe:
    """Look up a point, given in the frame of the other geom, in the solid."""
    x, box = transform_point_back(pair.pose, point), load_box(m.geom_aabb, pair.solid.id)
    sample = sample_solid(m, pair.solid, x)
    beyond = max(abs(x[0] - box.centre[0]) - box.half[0], abs(x[1] - box.centre[1]) - box.half[1])
    beyond = max(beyond, abs(x[2] - box.centre[2]) - box.half[2])

    # a solid ends where its grid ends, and beyond it the values are no distances
    dist = sample.dist / max(sample.slope, UNIT)
    inside = dist <= pair.margin and beyond <= 0.0
    return Probe(inside, dist, x, sample.normal, mul_mat_vec(pair.pose.mat, sample.normal))


@helper
def add_probe_contact(d, pair: SolidPair, probe: Probe) -> None:
    """Add the contact of a point of the other geom with the solid."""
    pos = add_scaled(probe.pos, probe.normal, -0.5 * probe.dist)
    add_solid_contact(d, pair, probe.dist, pos, scale(probe.normal, -pair.sign))


@helper
def rise(point: Vec3, end: Vec3, out: Vec3) -> float:
    """Return the sine by which the way from a point to another rises along a unit vector out of the solid."""
    way = sub(end, point)
    return dot(way, out) / max(norm(way), MINVAL)


@helper
def box_around_solid(m, pair: SolidPair) -> Box:
    """Return a box around a solid in the frame of the other geom, margin included."""
    return grow_box(transform_box(pair.pose, load_box(m.geom_aabb, pair.solid.id)), pair.margin)


# ---- edges of a geom in a solid: where each is deepest between its ends


# the sine by which an edge may lead deeper into the solid where it is deepest: the solid has edges of its own
STEEP = 0.3

# [cells] distance of the places on an edge at which it is looked at first; the most of them; what counts as deeper
SPACING, MOST, DEEPER = 2.0, 32, 1e-6

# halvings of the stretch in which an edge is deepest
HALVINGS = 30


class Edge(NamedTuple):
    """An edge between two points and the unit vectors that lead from it into the sides that meet there."""

    start: Vec3
    end: Vec3
    side1: Vec3
    side2: Vec3


@helper
def add_box_edge_contacts(m, d, pair: SolidPair, size: Vec3) -> None:
    """Add the contacts of the twelve edges of a box."""
    for i in range(12):
        axis, s1, s2 = i >> 2, float(2 * (i & 1) - 1), float((i & 2) - 1)
        side1, side2 = s1 * component(size, axis + 1), s2 * component(size, axis + 2)
        start = from_components(axis, -component(size, axis), side1, side2)
        end = from_components(axis, component(size, axis), side1, side2)
        inward1, inward2 = from_components(axis, 0.0, -s1, 0.0), from_components(axis, 0.0, 0.0, -s2)
        add_edge_contacts(m, d, pair, Edge(start, end, inward1, inward2))


@helper
def component(v: Vec3, axis: int) -> float:
    """Return a component of a vector; axes go around."""
    k = axis % 3
    return v[0] if k == 0 else (v[1] if k == 1 else v[2])


@helper
def from_components(axis: int, a: float, b: float, c: float) -> Vec3:
    """Return the vector with components a, b, c along an axis and the two that follow it."""
    if axis == 0:
        return a, b, c
    if axis == 1:
        return c, a, b
    return b, c, a


@helper
def add_hull_edge_contacts(m, d, pair: SolidPair) -> None:
    """Add the contacts of the edges of a convex hull."""
    mesh = m.geom_dataid[pair.other.id]
    first = m.mesh_vertadr[mesh]
    for face in range(m.mesh_polyadr[mesh], m.mesh_polyadr[mesh] + m.mesh_polynum[mesh]):
        adr, count = m.mesh_polyvertadr[face], m.mesh_polyvertnum[face]
        for k in range(count):
            v1, v2 = m.mesh_polyvert[adr + k], m.mesh_polyvert[adr + (k + 1) % count]
            if v1 < v2:
                start, end = vertex(m, first + v1), vertex(m, first + v2)
                along = sub(end, start)
                across = side_across(m, mesh, face, v1, v2)
                side1 = normalize(cross(load3(m.mesh_polynormal, face), along))[0]
                side2 = normalize(cross(along, load3(m.mesh_polynormal, across)))[0]
                add_edge_contacts(m, d, pair, Edge(start, end, side1, side2))


@helper
def side_across(m, mesh: int, face: int, v1: int, v2: int) -> int:
    """Return the side of a hull that shares the edge between two vertices with another side."""
    row = m.mesh_vertadr[mesh] + v1
    for k in range(m.mesh_polymapadr[row], m.mesh_polymapadr[row] + m.mesh_polymapnum[row]):
        other = m.mesh_polyadr[mesh] + m.mesh_polymap[k]
        for i in range(m.mesh_polyvertadr[other], m.mesh_polyvertadr[other] + m.mesh_polyvertnum[other]):
            if other != face and m.mesh_polyvert[i] == v2:
                return other
    return face


@helper
def add_triangle_edge_contacts(m, d, pair: SolidPair, mesh: int, triangle: int) -> None:
    """Add the contacts of those edges of a triangle of a mesh that it owns."""
    for k in range(3):
        if owns_feature(m, mesh, triangle, EDGE + k):
            start, end = corner(m, mesh, triangle, k), corner(m, mesh, triangle, (k + 1) % 3)
            a, across = corner(m, mesh, triangle, (k + 2) % 3), m.tri_opposite[m.mesh_triadr[mesh] + triangle, k]
            b = mesh_vertex(m, mesh, max(across, 0))
            if across < 0:
                b = a
            add_edge_contacts(m, d, pair, edge_of_triangles(start, end, a, b))


@helper
def edge_of_triangles(start: Vec3, end: Vec3, a: Vec3, b: Vec3) -> Edge:
    """Return the edge of two triangles whose third corners are a and b."""
    along = normalize(sub(end, start))[0]
    return Edge(start, end, sideways(start, along, a), sideways(start, along, b))


@helper
def sideways(p: Vec3, along: Vec3, a: Vec3) -> Vec3:
    """Return the unit vector that leads from a line through p to a point."""
    way = sub(a, p)
    return normalize(add_scaled(way, along, -dot(way, along)))[0]


@helper
def add_edge_contacts(m, d, pair: SolidPair, edge: Edge) -> None:
    """Add the contacts of an edge, given in the frame of the other geom, where it is deeper than on both sides."""
    a, b = transform_point_back(pair.pose, edge.start), transform_point_back(pair.pose, edge.end)
    low, high = part_inside(m, pair.solid.id, a, b)
    length = norm(sub(b, a)) * (high - low)
    if high > low and length > 0.0:
        moved = Edge(a, b, edge.side1, edge.side2)
        count = min(int(length / (SPACING * pair.cell)) + 3, MOST)
        step = (high - low) / float(count - 1)
        before = sample_solid(m, pair.solid, point_on(moved, low)).dist
        here = sample_solid(m, pair.solid, point_on(moved, low + step)).dist
        for k in range(1, count - 1):
            share = low + step * float(k)
            after = sample_solid(m, pair.solid, point_on(moved, share + step)).dist
            if here < before - DEEPER * pair.cell and here <= after:
                add_deepest_contact(m, d, pair, moved, share - step, share + step)
            before, here = here, after


@helper
def point_on(edge: Edge, share: float) -> Vec3:
    """Return the point at a share of the way from the start of an edge to its end."""
    return add_scaled(edge.start, sub(edge.end, edge.start), share)


@helper
def part_inside(m, solid: int, a: Vec3, b: Vec3) -> Vec2:
    """Return the shares of the way from a to b between which it is in the box of a solid; low > high: it is outside."""
    low, high, box = 0.0, 1.0, m.geom_aabb
    for k in range(3):
        start, way = component(a, k) - box[solid, k], component(b, k) - component(a, k)
        half = box[solid, 3 + k]
        if abs(way) > MINVAL:
            first, second = (-half - start) / way, (half - start) / way
            low, high = max(low, min(first, second)), min(high, max(first, second))
        elif abs(start) > half:
            high = -1.0
    return low, high


@helper
def add_deepest_contact(m, d, pair: SolidPair, edge: Edge, low: float, high: float) -> None:
    """Add the contact of an edge where it is deepest between two shares of it: there it leads along the solid.

    Start and end of the edge are in the frame of the solid, its sides in that of the other geom.
    """
    along = sub(edge.end, edge.start)
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        falls = dot(sample_solid(m, pair.solid, point_on(edge, middle)).normal, along) < 0.0
        low, high = middle if falls else low, high if falls else middle
    x = point_on(edge, 0.5 * (low + high))
    sample = sample_solid(m, pair.solid, x)
    normal, dist = sample.normal, sample.dist / max(sample.slope, UNIT)
    out = mul_mat_vec(pair.pose.mat, normal)
    level = abs(dot(normal, along)) < STEEP * norm(along)
    if level and dist <= pair.margin and min(dot(edge.side1, out), dot(edge.side2, out)) > -DEEPER_SINE:
        add_solid_contact(d, pair, dist, add_scaled(x, normal, -0.5 * dist), scale(normal, -pair.sign))
