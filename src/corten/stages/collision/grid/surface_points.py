"""Points of a solid's surface: the deepest of each block near another geom slides to where it is deepest in that geom.

A slide minimizes the distance f to the other geom on the surface g(x) = 0 of the solid, by projected gradient descent:

    x <- project(x - pace * t),   t = grad f - (grad f . n) n,   n = grad g / |grad g|

with project two Newton steps back to the surface, and the pace of Barzilai and Borwein, |dx|^2 / (dx . dt), for which
the surface would be a parabola. It ends level, where both normals are opposite: grad f = -n.
J. Barzilai, J. Borwein: Two-point step size gradient methods. IMA Journal of Numerical Analysis 8 (1988).
"""

from typing import NamedTuple

from corten.constants import MAXVAL
from corten.enums import CollisionShape
from corten.math.matrix3 import mul_matT_vec
from corten.math.pose import transform_point
from corten.math.vector3 import add, add_scaled, dot, load3, norm, scale, sub
from corten.raycast.shapes import vertex
from corten.runtime import Vec3, helper, per_precision
from corten.stages.collision.grid.sampling import sample_geom, sample_geom_roughly, sample_solid
from corten.stages.collision.grid.solid_pair import SolidPair, add_solid_contact, is_solid

# ---- slides


# most steps of a slide, the longest of them [cells], and the sine of the angle between normals that ends it
STEPS, LONGEST, LEVEL = 16, 3.0, per_precision(1e-9, float32=1e-6)

# a surface this level (sine) whose lowest point is this far away [cells] is a side that rests on the other geom
NEARLY_LEVEL, FAR_AWAY = 0.03, 6.0

# square of the length of a step that ends a slide [cells]
SHORTEST = per_precision(1e-18, float32=1e-11)

# cosine between the normals of both surfaces above which they do not face each other
FACING = -0.4

# cosines that tell an edge: between normals on both sides of it, and between those of both surfaces where there is none
SAME_SIDE, OPPOSITE = 0.9, -0.95


class SurfacePoint(NamedTuple):
    """A point of the surface of a solid and the other geom there, in the frame of the solid.

    `normal` is that of the surface, `dist` the distance to the other geom, `outward` the normal of the other geom, and
    `slope` the part of that along the surface.
    """

    pos: Vec3
    normal: Vec3
    dist: float
    outward: Vec3
    slope: Vec3


@helper
def point_on_surface(m, pair: SolidPair, x: Vec3) -> SurfacePoint:
    """Return the point of the surface of a solid to which its gradient leads from a point."""
    for _ in range(2):
        sample = sample_solid(m, pair.solid, x)
        x = add_scaled(x, sample.normal, -sample.dist / max(sample.slope, 0.25))
    normal = sample_solid(m, pair.solid, x).normal
    there = sample_geom(m, pair.other, transform_point(pair.pose, x))
    outward = mul_matT_vec(pair.pose.mat, there.gradient)
    return SurfacePoint(x, normal, there.dist, outward, add_scaled(outward, normal, -dot(outward, normal)))


@helper
def slide_deeper(m, pair: SolidPair, x: Vec3) -> SurfacePoint:
    """Return the point of the surface where a slide from x ends.

    It descends the other's distance on the surface. The length of a step is that which would have made the last one
    reach the bottom, had the surface been a parabola (Barzilai and Borwein).
    """
    cell = pair.cell
    here = point_on_surface(m, pair, x)
    pace = 0.25 * cell / max(norm(here.slope), LEVEL)
    for step in range(STEPS):
        steep = norm(here.slope)
        if steep < LEVEL:
            break

        # a step down the slope, and back to the surface
        length = min(pace * steep, LONGEST * cell)
        there = point_on_surface(m, pair, add_scaled(here.pos, here.slope, -length / steep))
        way = sub(there.pos, here.pos)
        bend = dot(way, sub(there.slope, here.slope))
        reach = dot(way, way) / bend if bend > 0.0 else 2.0 * pace

        # a side that is nearly level rests where it is
        if step == 0 and steep < NEARLY_LEVEL and (bend <= 0.0 or reach * steep > FAR_AWAY * cell):
            break

        # deeper: go on at the new pace; else try a shorter step
        if there.dist < here.dist:
            here, pace = there, reach
        else:
            pace = min(0.5 * length / steep, reach)
        if dot(way, way) < SHORTEST * cell * cell:
            break
    return here


@helper
def add_slide_contact(m, d, pair: SolidPair, start: Vec3, lenient: bool) -> None:
    """Add the contact at the end of the slide of a point of the surface.

    What is not the bottom of anything counts only if `lenient`: of two geoms so deep in each other that no bottom is
    left, one point is better than none.
    """
    end = slide_deeper(m, pair, start)
    x, normal, dist, outward = end.pos, end.normal, end.dist, end.outward
    facing = dot(outward, normal)
    if facing > OPPOSITE:
        # no bottom was reached, unless there is an edge: of the other geom, or of the surface
        aside = add_scaled(outward, normal, -facing)
        aside = scale(aside, 0.5 * pair.cell / max(norm(aside), LEVEL))
        beyond = sample_geom(m, pair.other, transform_point(pair.pose, sub(x, aside))).gradient
        if dot(outward, mul_matT_vec(pair.pose.mat, beyond)) < SAME_SIDE and facing < FACING:
            dist, outward = -dist / facing, scale(normal, -1.0)
            facing = 0.0 if has_exact_edges(pair.other.shape) else -1.0
        else:
            ahead = sample_solid(m, pair.solid, sub(x, aside)).normal
            behind = sample_solid(m, pair.solid, add(x, aside)).normal
            facing = facing if dot(ahead, behind) < SAME_SIDE else 0.0
    if (facing < FACING or lenient) and dist <= pair.margin:
        add_solid_contact(d, pair, dist, add_scaled(x, outward, -0.5 * dist), scale(outward, pair.sign))


@helper
def has_exact_edges(shape: int) -> bool:
    """Tell whether the edges of a shape, if it has some, are looked up in the solid, which is exact."""
    return not (is_solid(shape) or shape == CollisionShape.PIECES)


# ---- the points near another geom, the deepest of each block


# of points that are equally deep the outermost is taken: what a metre outwards is worth in depth [m]
OUTWARD = 1e-3

# [cells] how much deeper than its deepest point a block may be
BETWEEN = 0.5

# how much steeper than a distance the values of a solid may be that are looked at to pass over a block
STEEP = 2.0

# vertices of a mesh of which one is taken
CHUNK = 8


@helper
def add_surface_contacts(m, d, pair: SolidPair, lenient: bool) -> float:
    """Add the contacts of the surface of a solid with another geom; return its least distance."""
    least = MAXVAL
    if pair.solid.shape == CollisionShape.GRID:
        grid = m.geom_sdf[pair.solid.id]
        for block in range(m.sdf_blockadr[grid], m.sdf_blockadr[grid] + m.sdf_blocknum[grid]):
            if block_is_near(m, pair, block):
                dist = add_block_contact(m, d, pair, block, lenient)
                least = min(least, dist)
    else:
        least = add_vertex_contacts(m, d, pair, lenient)
    return least


@helper
def block_is_near(m, pair: SolidPair, block: int) -> bool:
    """Tell whether a block of a surface can come within the margin of the other geom."""
    other, box = pair.other, m.geom_aabb
    low = load3(m.sdf_blockbox, block)
    high = m.sdf_blockbox[block, 3], m.sdf_blockbox[block, 4], m.sdf_blockbox[block, 5]
    centre = transform_point(pair.pose, scale(add(low, high), 0.5))
    reach = 0.5 * norm(sub(high, low)) + pair.margin
    if other.shape != CollisionShape.PLANE:
        x = abs(centre[0] - box[other.id, 0]) - box[other.id, 3] - reach
        y = abs(centre[1] - box[other.id, 1]) - box[other.id, 4] - reach
        z = abs(centre[2] - box[other.id, 2]) - box[other.id, 5] - reach
        if max(x, max(y, z)) > 0.0:
            return False
    if other.shape == CollisionShape.HFIELD:
        return True
    return sample_geom_roughly(m, other, centre).dist <= (STEEP * reach if is_solid(other.shape) else reach)


@helper
def add_block_contact(m, d, pair: SolidPair, block: int, lenient: bool) -> float:
    """Let the deepest point of a block slide deeper and add its contact; return its distance before."""
    start, middle = m.sdf_block[block, 0], load3(m.geom_aabb, pair.solid.id)
    best, least, deepest = -1, MAXVAL, MAXVAL
    for i in range(start, start + m.sdf_block[block, 1]):
        x = load3(m.sdf_point, i)
        dist = sample_geom_roughly(m, pair.other, transform_point(pair.pose, x)).dist
        worth = dist - OUTWARD * norm(sub(x, middle))
        if worth < least:
            best, least, deepest = i, worth, dist
    if best >= 0 and deepest <= pair.margin + BETWEEN * pair.cell:
        add_slide_contact(m, d, pair, load3(m.sdf_point, best), lenient)
    return deepest


@helper
def add_vertex_contacts(m, d, pair: SolidPair, lenient: bool) -> float:
    """Add the contacts of the deepest of every few vertices of a solid's mesh, which are exact; return the least."""
    mesh, deepest = m.geom_dataid[pair.solid.id], MAXVAL
    for chunk in range((m.mesh_vertnum[mesh] + CHUNK - 1) // CHUNK):
        best, least = -1, MAXVAL
        for i in range(chunk * CHUNK, min((chunk + 1) * CHUNK, m.mesh_vertnum[mesh])):
            point = vertex(m, m.mesh_vertadr[mesh] + i)
            dist = sample_geom(m, pair.other, transform_point(pair.pose, point)).dist
            if dist < least:
                best, least = i, dist
        deepest = min(deepest, least)

        # the deepest vertex of the chunk, if both surfaces face each other there
        if best >= 0 and least <= pair.margin:
            x = vertex(m, m.mesh_vertadr[mesh] + best)
            there = sample_geom(m, pair.other, transform_point(pair.pose, x))
            outward = mul_matT_vec(pair.pose.mat, there.gradient)
            if dot(outward, sample_solid(m, pair.solid, x).normal) < FACING or lenient:
                pos = add_scaled(x, outward, -0.5 * there.dist)
                add_solid_contact(d, pair, there.dist, pos, scale(outward, pair.sign))
    return deepest
