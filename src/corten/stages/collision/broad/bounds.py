"""Boxes along the world's axes (AABB) around geoms and moving bodies, and the axis of widest spread for the sweep.

A geom is inside of its own turned box and of its bounding sphere, so the tighter side of both is taken:

    extent = |R| half,    low = max(pos - rbound, center - extent) - margin,    high likewise
"""

from corten.constants import MAXVAL
from corten.enums import EnableBit, GeomType
from corten.math.matrix3 import load9, mul_mat_vec
from corten.math.vector3 import add, load3
from corten.runtime import Vec2, helper, per_precision, stage
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch

SCRATCH = scratch(
    Field("geom_bound", F8, ("ngeom", 6), "box around a geom, margin and gap included, world: low, high [m]"),
    Field("body_bound", F8, ("nbody", 6), "box around the geoms of a body, world: low, high [m]"),
    readers=("corten.stages.collision.speculative",),
) + scratch(
    Field("sweep_axis", I4, (), "axis of the sweep: 0, 1 or 2"),
    lasting=True,
)

# boxes grow by this share of their coordinates: what touches exactly must not be lost in rounding
SLACK = per_precision(1e-14, float32=1e-6)

# another axis must spread bodies this much wider before the sweep turns to it
TURN = 2.0


@stage
def bound_geoms(m, d) -> None:
    """Bound every geom, margin and gap included."""
    for g in range(m.ngeom):
        bound_geom(m, d, g, reach_of(m, g))


@stage
def bound_bodies(m, d) -> None:
    """Bound all geoms of each moving body; how far their centres are spread along each axis decides about the
    sweep's.
    """
    geomadr, geomnum, members = m.body_geomadr, m.body_geomnum, d.sweep_body
    geom_bound, body_bound = d.geom_bound, d.body_bound

    sx, sy, sz, xx, yy, zz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for i in range(d.nsweep_body):
        b = members[i]
        first = geomadr[b]
        for k in range(3):
            low, high = geom_bound[first, k], geom_bound[first, k + 3]
            for g in range(first + 1, first + geomnum[b]):
                low, high = min(low, geom_bound[g, k]), max(high, geom_bound[g, k + 3])
            body_bound[b, k], body_bound[b, k + 3] = low, high

        # sums and squares of the centres, for their variance along each axis
        x = body_bound[b, 0] + body_bound[b, 3]
        y = body_bound[b, 1] + body_bound[b, 4]
        z = body_bound[b, 2] + body_bound[b, 5]
        sx, sy, sz = sx + x, sy + y, sz + z
        xx, yy, zz = xx + x * x, yy + y * y, zz + z * z
    n = 1.0 / max(1.0, float(d.nsweep_body))
    d.sweep_axis = widest_axis(d.sweep_axis, xx - n * sx * sx, yy - n * sy * sy, zz - n * sz * sz)


@stage
def bound_near_geoms(m, d) -> None:
    """Bound every geom of the model's list of pairs, and all of each body that has many pairs with another."""
    geom_bound, body_bound = d.geom_bound, d.body_bound

    for g in range(m.ngeom):
        if m.geom_near[g] != 0:
            bound_geom(m, d, g, reach_of(m, g))
    for b in range(m.nbody):
        if m.body_near[b] != 0:
            for k in range(3):
                low, high = MAXVAL, -MAXVAL
                for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
                    if m.geom_near[g] != 0:
                        low, high = min(low, geom_bound[g, k]), max(high, geom_bound[g, k + 3])
                body_bound[b, k], body_bound[b, k + 3] = low, high


@helper
def reach_of(m, g: int) -> float:
    """Return margin and gap of a geom [m]."""
    margin = m.geom_margin[g]
    if (m.opt_enableflags & EnableBit.OVERRIDE) != 0:
        margin = 0.5 * m.opt_o_margin
    return margin + m.geom_gap[g]


@helper
def bound_geom(m, d, g: int, margin: float) -> None:
    """Write the box around a geom: its own box and its bounding sphere both hold it, so take the tighter side."""
    bound, r = d.geom_bound, m.geom_rbound[g]
    if m.geom_type[g] == GeomType.PLANE:
        for k in range(3):
            bound[g, k], bound[g, k + 3] = -MAXVAL, MAXVAL
    else:
        mat, pos = load9(d.geom_xmat, g), load3(d.geom_xpos, g)
        half = m.geom_aabb[g, 3], m.geom_aabb[g, 4], m.geom_aabb[g, 5]
        centre = add(pos, mul_mat_vec(mat, load3(m.geom_aabb, g)))
        extent_x = abs(mat[0]) * half[0] + abs(mat[1]) * half[1] + abs(mat[2]) * half[2]
        extent_y = abs(mat[3]) * half[0] + abs(mat[4]) * half[1] + abs(mat[5]) * half[2]
        extent_z = abs(mat[6]) * half[0] + abs(mat[7]) * half[1] + abs(mat[8]) * half[2]
        bound[g, 0], bound[g, 3] = bound_axis(pos[0], centre[0], extent_x, r, margin)
        bound[g, 1], bound[g, 4] = bound_axis(pos[1], centre[1], extent_y, r, margin)
        bound[g, 2], bound[g, 5] = bound_axis(pos[2], centre[2], extent_z, r, margin)


@helper
def bound_axis(pos: float, centre: float, extent: float, r: float, margin: float) -> Vec2:
    """Return (low, high) along one axis."""
    grown = margin + SLACK * (abs(pos) + extent)
    return max(pos - r, centre - extent) - grown, min(pos + r, centre + extent) + grown


@helper
def widest_axis(axis: int, x: float, y: float, z: float) -> int:
    """Return the axis of widest spread; keep the present one unless another is much wider, for the order's sake."""
    present = x if axis == 0 else (y if axis == 1 else z)
    best = 0 if x >= y and x >= z else (1 if y >= z else 2)
    return best if max(x, max(y, z)) > TURN * present else axis
