"""Corners, rims, cores and triangles of the other geom in a solid: what points of the solid's surface cannot find.

sphere, ellipsoid, capsule   the center, or both ends of the axis: pushed out if it is inside, else slid from below it
box, hull                    corners whose edges lead out, and edges
cylinder                     points around both rims, and the deepest one between them
triangles                    corners, edges and middles of those near the solid
"""

from typing import NamedTuple

from corten.constants import MAXVAL
from corten.enums import CollisionShape
from corten.math.matrix3 import mul_mat_vec
from corten.math.pose import transform_point_back
from corten.math.triangle import CORNER
from corten.math.vector3 import add, add_scaled, cross, dot, load3, norm, normalize, scale, sub
from corten.raycast.shapes import vertex
from corten.runtime import Vec2, Vec3, helper
from corten.stages.collision.grid.edges import (
    DEEPER_SINE,
    HALVINGS,
    add_box_edge_contacts,
    add_hull_edge_contacts,
    add_probe_contact,
    add_triangle_edge_contacts,
    box_around_solid,
    probe_solid,
    rise,
)
from corten.stages.collision.grid.sampling import sample_solid
from corten.stages.collision.grid.solid_pair import SolidPair, add_solid_contact
from corten.stages.collision.grid.surface_points import add_slide_contact
from corten.stages.collision.triangles.surface import corner_allows, corner_number, corners, mesh_vertex, owns_feature

# ---- triangles of a mesh: their corners, edges and middles


# sine by which edges rise out of the solid at a corner that sticks into it
STICKING = 0.3

# cosines between the normals of a triangle and the solid: alike but opposite, and facing each other at all
OPPOSITE, FACING = -0.95, -0.2


@helper
def add_triangles_contacts(m, d, pair: SolidPair) -> None:
    """Add the contacts of all triangles of a mesh near a solid."""
    mesh, box = m.geom_dataid[pair.other.id], m.bvh_aabb
    centre, half = box_around_solid(m, pair)
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
                add_triangle_contacts(m, d, pair, corners(m, mesh, triangle))
                if m.mesh_triadr[mesh] >= 0:
                    add_triangle_edge_contacts(m, d, pair, mesh, triangle)
                    add_triangle_corner_contacts(m, d, pair, mesh, triangle)
            node += 1


@helper
def add_triangle_contacts(m, d, pair: SolidPair, triangle: tuple[Vec3, Vec3, Vec3]) -> None:
    """Add the contacts of the corners of a triangle, of the middles of its edges and of its own."""
    p, q, r = triangle
    face = normalize(cross(sub(q, p), sub(r, p)))[0]
    for _ in range(3):
        add_point_contact(m, d, pair, p, face, q, r)
        add_point_contact(m, d, pair, scale(add(p, q), 0.5), face, p, q)
        p, q, r = q, r, p
    middle = scale(add(add(p, q), r), 1.0 / 3.0)
    add_point_contact(m, d, pair, middle, face, middle, middle)


@helper
def add_point_contact(m, d, pair: SolidPair, point: Vec3, face: Vec3, end1: Vec3, end2: Vec3) -> None:
    """Add the contact of a point of a triangle with normal `face`, if it is the deepest on the ways to two others."""
    probe = probe_solid(m, pair, point)
    facing, least = dot(probe.out, face), min(rise(point, end1, probe.out), rise(point, end2, probe.out))
    if probe.inside and ((facing < OPPOSITE and least > -DEEPER_SINE) or (facing < FACING and least > STICKING)):
        add_probe_contact(d, pair, probe)


@helper
def add_triangle_corner_contacts(m, d, pair: SolidPair, mesh: int, triangle: int) -> None:
    """Add the contacts of those corners of a triangle that it owns, if all edges around them lead out."""
    for k in range(3):
        if owns_feature(m, mesh, triangle, CORNER + k):
            number = corner_number(m, mesh, triangle, k)
            probe = probe_solid(m, pair, mesh_vertex(m, mesh, number))
            if probe.inside and corner_allows(m, mesh, number, scale(probe.out, -1.0), DEEPER_SINE):
                add_probe_contact(d, pair, probe)


# ---- corners, rims and cores


# directions of points on the rim of a cylinder: every eighth of a turn
DIAGONAL = 0.7071067811865476
RIM_X = (1.0, DIAGONAL, 0.0, -DIAGONAL, -1.0, -DIAGONAL, 0.0, DIAGONAL)
RIM_Y = (0.0, DIAGONAL, 1.0, DIAGONAL, 0.0, -DIAGONAL, -1.0, -DIAGONAL)


class Rim(NamedTuple):
    """The rim of one end of a cylinder, in its frame: `end` is 1.0 for the upper one and -1.0 for the lower one."""

    radius: float
    height: float
    end: float


@helper
def add_feature_contacts(m, d, pair: SolidPair) -> None:
    """Add the contacts of the corners, edges or core of a geom with a solid."""
    shape, size = pair.other.shape, load3(m.geom_size, pair.other.id)
    if shape == CollisionShape.SPHERE or shape == CollisionShape.ELLIPSOID:
        add_core_contact(m, d, pair, (0.0, 0.0, 0.0))
    elif shape == CollisionShape.CAPSULE:
        add_core_contact(m, d, pair, (0.0, 0.0, size[1]))
        add_core_contact(m, d, pair, (0.0, 0.0, -size[1]))
    elif shape == CollisionShape.BOX:
        add_box_corner_contacts(m, d, pair, size)
        add_box_edge_contacts(m, d, pair, size)
    elif shape == CollisionShape.CYLINDER:
        add_rim_contacts(m, d, pair, Rim(radius=size[0], height=size[1], end=1.0))
        add_rim_contacts(m, d, pair, Rim(radius=size[0], height=-size[1], end=-1.0))
    elif shape == CollisionShape.MESH:
        add_hull_vertex_contacts(m, d, pair)
        add_hull_edge_contacts(m, d, pair)
    elif shape == CollisionShape.TRIANGLES or shape == CollisionShape.PIECES:
        add_triangles_contacts(m, d, pair)


@helper
def add_core_contact(m, d, pair: SolidPair, centre: Vec3) -> None:
    """Add the contact of a round geom by a point of its core: pushed out if it is inside, else below it."""
    x, size = transform_point_back(pair.pose, centre), load3(m.geom_size, pair.other.id)
    sample = sample_solid(m, pair.solid, x)
    dist, normal, extent = sample.dist, sample.normal, size[0]
    if pair.other.shape == CollisionShape.ELLIPSOID:
        out = mul_mat_vec(pair.pose.mat, normal)
        extent = norm((out[0] * size[0], out[1] * size[1], out[2] * size[2]))
    if dist < 0.0:
        pos = add_scaled(x, normal, -0.5 * (dist + extent))
        add_solid_contact(d, pair, dist - extent, pos, scale(normal, -pair.sign))
    elif dist <= extent + pair.margin + pair.cell:
        add_slide_contact(m, d, pair, add_scaled(x, normal, -dist), False)


@helper
def add_box_corner_contacts(m, d, pair: SolidPair, size: Vec3) -> None:
    """Add the contacts of the eight corners of a box, if the edges there lead out of the solid."""
    for i in range(8):
        s0, s1, s2 = float(2 * (i & 1) - 1), float((i & 2) - 1), float((i >> 1 & 2) - 1)
        probe = probe_solid(m, pair, (s0 * size[0], s1 * size[1], s2 * size[2]))
        if probe.inside and max(s0 * probe.out[0], max(s1 * probe.out[1], s2 * probe.out[2])) < DEEPER_SINE:
            add_probe_contact(d, pair, probe)


@helper
def add_rim_contacts(m, d, pair: SolidPair, rim: Rim) -> None:
    """Add the contacts of points on the rim of a cylinder: all around, and where it is deepest."""
    lowest, least = 0, MAXVAL
    for i in range(8):
        x = transform_point_back(pair.pose, (RIM_X[i] * rim.radius, RIM_Y[i] * rim.radius, rim.height))
        dist = sample_solid(m, pair.solid, x).dist
        if dist < least:
            lowest, least = i, dist
    i, j = (lowest + 7) & 7, (lowest + 1) & 7
    add_rim_contact(m, d, pair, rim, deepest_on_rim(m, pair, rim, (RIM_X[i], RIM_Y[i]), (RIM_X[j], RIM_Y[j])))
    for k in range(8):
        add_rim_contact(m, d, pair, rim, (RIM_X[k], RIM_Y[k]))


@helper
def deepest_on_rim(m, pair: SolidPair, rim: Rim, start: Vec2, end: Vec2) -> Vec2:
    """Return the direction (x, y) between two of a cylinder in which its rim is deepest."""
    for _ in range(HALVINGS):
        middle = normalize((start[0] + end[0], start[1] + end[1], 0.0))[0]
        x = transform_point_back(pair.pose, (middle[0] * rim.radius, middle[1] * rim.radius, rim.height))
        out = mul_mat_vec(pair.pose.mat, sample_solid(m, pair.solid, x).normal)
        falls = out[1] * middle[0] - out[0] * middle[1] < 0.0
        half = middle[0], middle[1]
        start, end = half if falls else start, end if falls else half
    middle = normalize((start[0] + end[0], start[1] + end[1], 0.0))[0]
    return middle[0], middle[1]


@helper
def add_rim_contact(m, d, pair: SolidPair, rim: Rim, direction: Vec2) -> None:
    """Add the contact of the point of a rim in a direction, if rim, side and end of the cylinder lead out there."""
    x, y = direction
    probe = probe_solid(m, pair, (x * rim.radius, y * rim.radius, rim.height))
    out = probe.out
    along_rim, inwards = abs(x * out[1] - y * out[0]), x * out[0] + y * out[1]
    if probe.inside and max(along_rim, max(inwards, rim.end * out[2])) < DEEPER_SINE:
        add_probe_contact(d, pair, probe)


@helper
def add_hull_vertex_contacts(m, d, pair: SolidPair) -> None:
    """Add the contacts of the vertices of a convex hull."""
    mesh = m.geom_dataid[pair.other.id]
    for number in range(m.mesh_vertnum[mesh]):
        if m.mesh_polymapnum[m.mesh_vertadr[mesh] + number] > 0:
            point = vertex(m, m.mesh_vertadr[mesh] + number)
            probe = probe_solid(m, pair, point)
            if probe.inside and vertex_is_deepest(m, mesh, number, point, probe.out):
                add_probe_contact(d, pair, probe)


@helper
def vertex_is_deepest(m, mesh: int, number: int, point: Vec3, out: Vec3) -> bool:
    """Tell whether the sides around a vertex of a hull lead out of the solid, whose normal is given."""
    row = m.mesh_vertadr[mesh] + number
    for k in range(m.mesh_polymapadr[row], m.mesh_polymapadr[row] + m.mesh_polymapnum[row]):
        face = m.mesh_polyadr[mesh] + m.mesh_polymap[k]
        for i in range(m.mesh_polyvertadr[face], m.mesh_polyvertadr[face] + m.mesh_polyvertnum[face]):
            if rise(point, vertex(m, m.mesh_vertadr[mesh] + m.mesh_polyvert[i]), out) < -DEEPER_SINE:
                return False
    return True
