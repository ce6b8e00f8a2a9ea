"""Rays against flexes: their edges as capsules, their vertices as spheres and their elements as triangles."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.enums import GeomType
from corten.math import quaternion, vector3
from corten.math.vector3 import load3, store3
from corten.raycast.shapes import ray_box, ray_shape, ray_triangle
from corten.runtime import Vec3, helper, stage
from corten.runtime.fields import F8, I4, Field, Layout, Size
from corten.runtime.storage import Storage

FLEX_RAYS = Layout(
    "FlexRayQuery",
    (Size("nray", "rays"), Size("nflexvert", "vertices of all flexes")),
    (
        Field("flexvert_xpos", F8, ("nflexvert", 3), "positions of all vertices [m]"),
        Field("flex", I4, (), "flex that rays may meet"),
        Field("vertices", I4, (), "1: its vertices count, unless its edges do"),
        Field("edges", I4, (), "1: its edges count"),
        Field("faces", I4, (), "1: its triangles, and the sides of its tetrahedra in one layer, count"),
        Field("skin", I4, (), "1: what is outside counts, edges and faces"),
        Field("layer", I4, (), "layer of tetrahedra whose sides count, 0 outside"),
        Field("origin", F8, ("nray", 3), "where rays start [m]"),
        Field("direction", F8, ("nray", 3), "where they go"),
        Field("distance", F8, ("nray",), "to the flex, in lengths of the direction, -1 for none"),
        Field("vertex", I4, ("nray",), "nearest vertex of what is met, counted within the flex, -1 for none"),
        Field("normal", F8, ("nray", 3), "normal there, zeros for none"),
    ),
    "corten.raycast.flex:FLEX_RAYS",
)

# corners of the sides of a tetrahedron; the only side of a triangle is the first
SIDES = ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))
SIDE_A = tuple(side[0] for side in SIDES)
SIDE_B = tuple(side[1] for side in SIDES)
SIDE_C = tuple(side[2] for side in SIDES)


class FlexRayQuery(Storage):
    """Rays, the flex that they may meet, and what they meet."""

    layout = FLEX_RAYS

    distance: NDArray[np.float64]
    vertex: NDArray[np.int32]
    normal: NDArray[np.float64]


class FlexHit(NamedTuple):
    """Where a ray meets a flex: x in lengths of its direction, the nearest vertex and the normal; -1 for none."""

    x: float
    vertex: int
    normal: Vec3


NOTHING = FlexHit(-1.0, -1, (0.0, 0.0, 0.0))


@stage
def cast_flex_rays(m, d) -> None:
    """Find where each ray of a query meets a flex first."""
    centre, half = flex_box(m, d)
    for i in range(d.nray):
        origin, direction = load3(d.origin, i), load3(d.direction, i)
        hit, covered = NOTHING, m.flex_dim[d.flex] > 1 and d.skin != 0
        if ray_box(half, vector3.sub(origin, centre), direction).x >= 0.0:
            if d.edges != 0 or covered:
                hit = ray_edges(m, d, origin, direction)
            elif d.vertices != 0:
                hit = ray_vertices(m, d, origin, direction)
            if m.flex_dim[d.flex] > 1 and (d.faces != 0 or covered):
                hit = ray_faces(m, d, origin, direction, hit)
        d.distance[i], d.vertex[i] = hit.x, hit.vertex
        store3(d.normal, i, hit.normal)


@helper
def flex_box(m, d) -> tuple[Vec3, Vec3]:
    """Return centre and half sizes of the box around a flex."""
    first, radius = m.flex_vertadr[d.flex], m.flex_radius[d.flex]
    low, high = load3(d.flexvert_xpos, first), load3(d.flexvert_xpos, first)
    for v in range(first, first + m.flex_vertnum[d.flex]):
        x, y, z = load3(d.flexvert_xpos, v)
        low = min(low[0], x), min(low[1], y), min(low[2], z)
        high = max(high[0], x), max(high[1], y), max(high[2], z)
    low = low[0] - radius, low[1] - radius, low[2] - radius
    high = high[0] + radius, high[1] + radius, high[2] + radius
    return vector3.scale(vector3.add(low, high), 0.5), vector3.scale(vector3.sub(high, low), 0.5)


@helper
def ray_edges(m, d, origin: Vec3, direction: Vec3) -> FlexHit:
    """Return where a ray meets the capsules around the edges."""
    first, radius, best = m.flex_vertadr[d.flex], m.flex_radius[d.flex], NOTHING
    for e in range(m.flex_edgeadr[d.flex], m.flex_edgeadr[d.flex] + m.flex_edgenum[d.flex]):
        a, b = load3(d.flexvert_xpos, first + m.flex_edge[e, 0]), load3(d.flexvert_xpos, first + m.flex_edge[e, 1])
        axis, length = vector3.normalize(vector3.sub(b, a))
        frame = quaternion.quat_to_mat(quaternion.quat_z_to_vec(axis))
        middle = vector3.scale(vector3.add(a, b), 0.5)
        hit = ray_shape(GeomType.CAPSULE + 0, (radius, 0.5 * length, 0.0), middle, frame, origin, direction)
        if hit.x >= 0.0 and (best.x < 0.0 or hit.x < best.x):
            at = vector3.add_scaled(origin, direction, hit.x)
            nearest = m.flex_edge[e, 0] if distance(a, at) < distance(b, at) else m.flex_edge[e, 1]
            best = FlexHit(hit.x, nearest, hit.normal)
    return best


@helper
def ray_vertices(m, d, origin: Vec3, direction: Vec3) -> FlexHit:
    """Return where a ray meets the spheres around the vertices."""
    first, radius, best = m.flex_vertadr[d.flex], m.flex_radius[d.flex], NOTHING
    frame = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
    for v in range(m.flex_vertnum[d.flex]):
        place = load3(d.flexvert_xpos, first + v)
        hit = ray_shape(GeomType.SPHERE + 0, (radius, 0.0, 0.0), place, frame, origin, direction)
        if hit.x >= 0.0 and (best.x < 0.0 or hit.x < best.x):
            best = FlexHit(hit.x, v, hit.normal)
    return best


@helper
def ray_faces(m, d, origin: Vec3, direction: Vec3, best: FlexHit) -> FlexHit:
    """Return where a ray meets the triangles of a flex, or the sides of its tetrahedra, or `best` if that is before."""
    f, corners = d.flex, m.flex_dim[d.flex] + 1
    layer = 0 if d.skin != 0 else d.layer
    for e in range(m.flex_elemnum[f]):
        if corners == 3 or m.flex_elemlayer[m.flex_elemadr[f] + e] == layer:
            for side in range(1 if corners == 3 else 4):
                entry = m.flex_elemdataadr[f] + corners * e
                i, j = m.flex_elem[entry + SIDE_A[side]], m.flex_elem[entry + SIDE_B[side]]
                best = ray_side(m, d, (i, j, m.flex_elem[entry + SIDE_C[side]]), (origin, direction), best)
    return best


@helper
def ray_side(m, d, corners: tuple[int, int, int], ray: tuple[Vec3, Vec3], best: FlexHit) -> FlexHit:
    """Return where a ray meets one triangle of a flex, or `best` if that comes before."""
    first, (i, j, k) = m.flex_vertadr[d.flex], corners
    a, b, c = load3(d.flexvert_xpos, first + i), load3(d.flexvert_xpos, first + j), load3(d.flexvert_xpos, first + k)
    hit = ray_triangle(a, b, c, ray[0], ray[1])
    if hit.x >= 0.0 and (best.x < 0.0 or hit.x < best.x):
        at = vector3.add_scaled(ray[0], ray[1], hit.x)
        to_a, to_b, to_c = distance(a, at), distance(b, at), distance(c, at)
        nearest = i if to_a <= to_b and to_a <= to_c else (j if to_b <= to_c else k)
        unit, _ = vector3.normalize(hit.normal)
        return FlexHit(hit.x, nearest, unit)
    return best


@helper
def distance(a: Vec3, b: Vec3) -> float:
    """Return the distance between two points."""
    return vector3.norm(vector3.sub(a, b))
