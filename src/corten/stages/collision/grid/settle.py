"""Points that slide on a surface to where they are deepest in the other geom, and the contacts they make."""

from corten.enums import CollisionShape
from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_vec
from corten.math.vector3 import add, add_scaled, dot, load3, norm, scale, store3, sub
from corten.runtime import helper
from corten.stages.collision.contacts.raw import NO_TANGENT, add_contact
from corten.stages.collision.grid.fields import other_field, solid_field

# most steps of a slide, the longest of them [cells], and the sine of the angle between normals that ends it
STEPS, LONGEST, LEVEL = 16, 3.0, 1e-9

# a surface this level (sine) whose lowest point is this far away [cells] is a side that rests on the other geom
NEARLY_LEVEL, FAR_AWAY = 0.03, 6.0

# cosine between the normals of both surfaces above which they do not face each other
FACING = -0.4

# cosines that tell an edge: between normals on both sides of it, and between those of both surfaces where there is none
SAME_SIDE, OPPOSITE = 0.9, -0.95

# contacts nearer to each other than this [cells] with normals that agree are one
MERGE, SAME_NORMAL = 1.0, 0.95

# [cells] what counts as deeper when two contacts are one
SLIGHT = 1e-6


@helper
def to_other(pose, x):
    """Return a point of the solid's frame in the frame of the other geom."""
    return add(mul_mat_vec(pose[0], x), pose[1])


@helper
def from_other(pose, x):
    """Return a point of the other geom's frame in the frame of the solid."""
    return mul_matT_vec(pose[0], sub(x, pose[1]))


@helper
def onto_surface(m, solid, kind, x):
    """Return (point, normal): a point moved onto the surface of a solid, along its gradient."""
    for _ in range(2):
        value, normal, slope = solid_field(m, kind, solid, x)
        x = add_scaled(x, normal, -value / max(slope, 0.25))
    return x, solid_field(m, kind, solid, x)[1]


@helper
def depth_at(m, other, shape, pose, x, normal):
    """Return (distance to the other geom, its normal, the part of that along the surface) in the solid's frame."""
    dist, outward = other_field(m, shape, other, to_other(pose, x))
    outward = mul_matT_vec(pose[0], outward)
    return dist, outward, add_scaled(outward, normal, -dot(outward, normal))


@helper
def settle(m, solid, kind, other, shape, pose, x, cell):
    """Return (point, distance, normal of the other geom, normal of the surface) where a slide from x ends.

    It descends the other's distance on the surface. The length of a step is that which would have made the last one
    reach the bottom, had the surface been a parabola (Barzilai and Borwein).
    """
    x, normal = onto_surface(m, solid, kind, x)
    dist, outward, slope = depth_at(m, other, shape, pose, x, normal)
    pace = 0.25 * cell / max(norm(slope), LEVEL)
    for step in range(STEPS):
        steep = norm(slope)
        if steep < LEVEL:
            break
        length = min(pace * steep, LONGEST * cell)
        y, y_normal = onto_surface(m, solid, kind, add_scaled(x, slope, -length / steep))
        y_dist, y_outward, y_slope = depth_at(m, other, shape, pose, y, y_normal)
        way = sub(y, x)
        bend = dot(way, sub(y_slope, slope))
        reach = dot(way, way) / bend if bend > 0.0 else 2.0 * pace
        if step == 0 and steep < NEARLY_LEVEL and (bend <= 0.0 or reach * steep > FAR_AWAY * cell):
            break
        if y_dist < dist:
            x, normal, dist, outward, slope, pace = y, y_normal, y_dist, y_outward, y_slope, reach
        else:
            pace = min(0.5 * length / steep, reach)
        if dot(way, way) < 1e-18 * cell * cell:
            break
    return x, dist, outward, normal


@helper
def touch_settled(m, d, c, solid, kind, other, shape, pose, sign, first, x, cell, lenient):
    """Note the contact at the end of the slide of a point of the surface.

    What is not the bottom of anything counts if `lenient` is 1: of two geoms so deep in each other that no bottom is
    left, one point is better than none.
    """
    x, dist, outward, normal = settle(m, solid, kind, other, shape, pose, x, cell)
    facing = dot(outward, normal)
    if facing > OPPOSITE:
        # no bottom was reached, unless there is an edge: of the other geom, or of the surface
        aside = add_scaled(outward, normal, -facing)
        aside = scale(aside, 0.5 * cell / max(norm(aside), LEVEL))
        beyond = mul_matT_vec(pose[0], other_field(m, shape, other, to_other(pose, sub(x, aside)))[1])
        if dot(outward, beyond) < SAME_SIDE and facing < FACING:
            dist, outward, facing = -dist / facing, scale(normal, -1.0), 0.0 if has_edges(shape) else -1.0
        else:
            ahead, behind = solid_field(m, kind, solid, sub(x, aside))[1], solid_field(m, kind, solid, add(x, aside))[1]
            facing = facing if dot(ahead, behind) < SAME_SIDE else 0.0
    if (facing < FACING or lenient != 0) and dist <= d.candidate_margin[c]:
        note(d, c, solid, dist, add_scaled(x, outward, -0.5 * dist), scale(outward, sign), first, cell)


@helper
def has_edges(shape):
    """Tell whether the edges of a shape, if it has some, are looked up in the field of the solid: the exact way."""
    smooth = shape == CollisionShape.GRID or shape == CollisionShape.SDF or shape == CollisionShape.PIECES
    return not smooth


@helper
def note(d, c, solid, dist, pos, normal, first, cell):
    """Note a contact given in the frame of the solid; of two of the same pair at one place the deeper stays."""
    mat = load9(d.geom_xmat, solid)
    pos, normal = add(mul_mat_vec(mat, pos), load3(d.geom_xpos, solid)), mul_mat_vec(mat, normal)
    known = -1
    for i in range(first, min(d.nraw, d.maxraw)):
        close = norm(sub(load3(d.raw_pos, i), pos)) < MERGE * cell
        if close and dot(load3(d.raw_normal, i), normal) > SAME_NORMAL:
            known = i
            break
    if known < 0:
        add_contact(d, c, dist, pos, normal, NO_TANGENT)
    elif dist < d.raw_dist[known] - SLIGHT * cell:
        d.raw_dist[known] = dist
        store3(d.raw_pos, known, pos)
        store3(d.raw_normal, known, normal)
