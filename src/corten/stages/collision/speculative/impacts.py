"""Impacts: pairs of geoms that are about to touch, when, and in which points.

There is one point, or up to four where flat sides or edges meet.

Points are found with both geoms moved on to the impact, and noted where they are on the geoms now.
"""

from corten.enums import CollisionShape, DisableBit, GeomType, StepErrorKind
from corten.math.matrix3 import load9, mul_matT_vec
from corten.math.vector3 import add_scaled, dot, load3, store3, sub
from corten.runtime import Vec3, helper, select, stage
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import Room, scratch
from corten.stages.collision.broad.filters import least_thickness, pair_margin
from corten.stages.collision.convex.ccd import EDGE_TOL, ccd_contacts, has_flat_features
from corten.stages.collision.convex.clip import MOST_POINTS, face_polygon, largest_quad
from corten.stages.collision.convex.features import has_room, list_side_line, load_side, store_side, to_world
from corten.stages.collision.geoms import geom_shape
from corten.stages.collision.pairs import NO_BUCKET
from corten.stages.collision.primitive.plane_mesh import level_face
from corten.stages.collision.primitive.sphere import z_axis
from corten.stages.collision.speculative.advance import find_impact, place_advanced, point_before_advance

# each stage completes what the one before it has found of a pair
SCRATCH = scratch(
    Field("candidate_active", I4, ("maxcandidate",), "1: geoms that touch already, within their margin"),
    Field("impact_candidate", I4, ("maximpact",), "the pair of geoms"),
    Field("impact_fraction", F8, ("maximpact",), "part of the step after which they touch"),
    Field("impact_pose", F8, ("maximpact",), "part of the step after which they almost touch"),
    Field("impact_closing", F8, ("maximpact",), "way along the normal by which they approach in a step [m]"),
    Field("impact_reach", F8, ("maximpact",), "distance then up to which points will touch [m]"),
    Field("impact_normal", F8, ("maximpact", 3), "normal from the first geom to the second when they touch"),
    Field("impact_npoint", I4, ("maximpact",), "points in which they touch"),
    Field("impact_point", F8, ("maximpact", 6 * MOST_POINTS), "where these are now on the first and second geom [m]"),
) + scratch(
    Field("nimpact", I4, (), "pairs of geoms that are about to touch"),
    lasting=True,
)

ROOMS = (Room("maximpact", "room for pairs of geoms that are about to touch", counted_by="nimpact"),)

# ---- points of an impact: multiccd for two shapes, the lowest side or edge for a plane


@stage
def multiccd_impacts(m, d) -> int:
    """Find all points in which flat sides and edges of two geoms are about to touch; without room it is done again."""
    if m.opt_disableflags & DisableBit.MULTICCD != 0:
        return 0
    for k in range(d.nimpact):
        c = d.impact_candidate[k]
        g1, g2 = d.candidate_geom[c, 0], d.candidate_geom[c, 1]
        if has_flat_features(m.geom_type[g1]) and has_flat_features(m.geom_type[g2]):
            multiccd_impact(m, d, k, g1, g2)
            if d.nccd > d.maxccd:
                return int(StepErrorKind.CAPACITY)
    return 0


@helper
def multiccd_impact(m, d, k: int, g1: int, g2: int) -> None:
    """Replace the point of an impact by those that two shapes have that reach into each other."""
    reach, normal = d.impact_reach[k], load3(d.impact_normal, k)
    place_advanced(m, d, 0, g1, d.impact_pose[k], reach)
    place_advanced(m, d, 1, g2, d.impact_pose[k], reach)
    ccd_contacts(m, d)
    if d.nwitness > 1:
        for i in range(d.nwitness):
            # back from the layers to the surfaces
            first = add_scaled(load3(d.ccd_witness1, i), normal, -0.5 * reach)
            second = add_scaled(load3(d.ccd_witness2, i), normal, 0.5 * reach)
            store_point(d, k, i, first, second)
        d.impact_npoint[k] = d.nwitness


@helper
def store_point(d, k: int, i: int, first: Vec3, second: Vec3) -> None:
    """Write a point of impact k, given on both shapes as they are placed, as it is on both geoms now."""
    c = d.impact_candidate[k]
    store_side(d.impact_point, k, 2 * i, point_before_advance(d, 0, d.candidate_geom[c, 0], first))
    store_side(d.impact_point, k, 2 * i + 1, point_before_advance(d, 1, d.candidate_geom[c, 1], second))


@helper
def load_point(d, k: int, i: int, side: int) -> Vec3:
    """Return where a point of impact k is now on one of both geoms."""
    return load_side(d.impact_point, k, 2 * i + side)


@helper
def list_lowest(m, d, k: int) -> None:
    """Replace the point of an impact on a plane by the corners that reach the plane, if there are some."""
    plane = d.candidate_geom[d.impact_candidate[k], 0]
    count = keep_near(d, plane, d.impact_reach[k], lowest_feature(m, d, plane, d.impact_reach[k]))
    if count > 0:
        store_lowest(d, k, plane, count)


@helper
def lowest_feature(m, d, plane: int, reach: float) -> int:
    """List the corners of the side or edge that looks at a plane in `ccd_polygon`; return their number.

    A shape without sides and edges has none.
    """
    normal = z_axis(d, plane)
    kind, mat = d.ccd_type[1], load9(d.ccd_mat, 1)
    local = mul_matT_vec(mat, normal)
    count = 0

    # a side of a box or hull, a cap or a line along a cylinder, the line along a capsule
    if kind == GeomType.BOX:
        count = face_polygon(m, d, 1, lowest_side(local))
    elif kind == GeomType.MESH:
        face = level_face(m, d.ccd_mesh[1], d.ccd_vertex[1], local)
        if face >= 0:
            count = face_polygon(m, d, 1, face - m.mesh_polyadr[d.ccd_mesh[1]])
    elif kind == GeomType.CYLINDER and abs(local[2]) > EDGE_TOL:
        count = face_polygon(m, d, 1, select(local[2] < 0.0, 0, 1))
    elif kind == GeomType.CYLINDER:
        store_side(d.ccd_feature_point, 0, 1, load3(d.ccd_witness2, 0))
        d.ccd_feature_vertex[1, 0] = d.ccd_vertex[1]
        list_side_line(d, 1)
        store_side(d.ccd_polygon, 0, 1, load_side(d.ccd_feature_point, 0, 1))
        store_side(d.ccd_polygon, 1, 1, load_side(d.ccd_edge, 0, 1))
        count = 2
    elif kind == GeomType.CAPSULE and abs(local[2]) < EDGE_TOL:
        half, radius, lift = d.ccd_size[1, 1], d.ccd_size[1, 0], 0.5 * reach * local[2]
        store_side(d.ccd_polygon, 0, 1, to_world(d, 1, (-radius * local[0], -radius * local[1], lift - half)))
        store_side(d.ccd_polygon, 1, 1, to_world(d, 1, (-radius * local[0], -radius * local[1], lift + half)))
        count = 2
    return count


@helper
def keep_near(d, plane: int, reach: float, count: int) -> int:
    """Copy those of the listed corners that are within the reach of a plane to `ccd_clip`; return their number."""
    normal, kept = z_axis(d, plane), 0
    if not has_room(d, count):
        return 0
    for i in range(count):
        corner = load_side(d.ccd_polygon, i, 1)
        if dot(sub(corner, load3(d.ccd_pos, 0)), normal) <= reach:
            store_side(d.ccd_clip, kept, 0, corner)
            kept += 1
    return kept


@helper
def lowest_side(up: Vec3) -> int:
    """Return the side of a box, +x, -x, +y and so on, that looks against a direction most."""
    axis = 0
    if abs(up[1]) > abs(up[0]):
        axis = 1
    if abs(up[2]) > max(abs(up[0]), abs(up[1])):
        axis = 2
    along = up[0] if axis == 0 else (up[1] if axis == 1 else up[2])
    return 2 * axis + (0 if along < 0.0 else 1)


@helper
def store_lowest(d, k: int, plane: int, count: int) -> None:
    """Replace the point of an impact by the corners in `ccd_clip` and the points of a plane below, four at most."""
    chosen = 0, 1, 2, 3
    if count > MOST_POINTS:
        chosen = largest_quad(d, 0, count)
    normal, origin = z_axis(d, plane), load3(d.ccd_pos, 0)
    d.impact_npoint[k] = min(count, MOST_POINTS)
    for i in range(d.impact_npoint[k]):
        row = chosen[0] if i == 0 else (chosen[1] if i == 1 else (chosen[2] if i == 2 else chosen[3]))
        corner = load_side(d.ccd_clip, row, 0)
        foot = add_scaled(corner, normal, -dot(sub(corner, origin), normal))
        store_point(d, k, i, foot, corner)


# ---- pairs of geoms that are about to touch: which are fast enough, when they touch, and where on each other


@stage
def find_impacts(m, d) -> int:
    """Find the fast geoms that will touch within the step, and their nearest points; without room it is done again."""
    d.nimpact = 0
    if d.nunsorted > d.maxunsorted:
        return 0
    if not has_room(d, max(6, 6 * m.opt_ccd_iterations)):
        return int(StepErrorKind.CAPACITY)
    mark_active(m, d)
    for c in range(d.ncandidate):
        if d.candidate_bucket[c] != NO_BUCKET and d.candidate_active[c] == 0 and is_fast(m, d, c):
            find_pair_impact(m, d, c)
            if d.nccd > d.maxccd:
                return int(StepErrorKind.CAPACITY)
    return int(StepErrorKind.CAPACITY) if d.nimpact > d.maximpact else 0


@helper
def mark_active(m, d) -> None:
    """Mark the pairs of geoms that touch already."""
    for c in range(d.ncandidate):
        d.candidate_active[c] = 0
    for i in range(d.nunsorted):
        c = d.unsorted_candidate[i]
        if d.unsorted_dist[i] < margin_of(m, d, c):
            d.candidate_active[c] = 1


@helper
def margin_of(m, d, c: int) -> float:
    """Return the margin of a pair of geoms, without its gap [m]."""
    return pair_margin(m, d.candidate_geom[c, 0], d.candidate_geom[c, 1], d.candidate_pair[c])


@helper
def is_fast(m, d, c: int) -> bool:
    """Tell whether one of two convex geoms moves on by the thickness of either, or more."""
    g1, g2 = d.candidate_geom[c, 0], d.candidate_geom[c, 1]
    first, second = geom_shape(m, g1), geom_shape(m, g2)
    if first == GeomType.HFIELD or second > CollisionShape.MESH:
        return False
    return max(d.geom_travel[g1], d.geom_travel[g2]) >= least_thickness(m, g1, g2)


@helper
def find_pair_impact(m, d, c: int) -> None:
    """Add the impact of two geoms, if any; without room it is only counted.

    It has one point for now, and on a plane all of them.
    """
    g1, g2 = d.candidate_geom[c, 0], d.candidate_geom[c, 1]
    impact = find_impact(m, d, g1, g2, margin_of(m, d, c))
    if impact.fraction < 0.0:
        return
    k = d.nimpact
    d.nimpact = k + 1
    if k < d.maximpact:
        d.impact_candidate[k] = c
        d.impact_fraction[k], d.impact_pose[k], d.impact_closing[k] = impact.fraction, impact.pose, impact.closing
        d.impact_reach[k] = 2.0 * impact.dist + (1.0 - impact.fraction) * impact.closing + m.opt_ccd_tolerance
        store3(d.impact_normal, k, impact.normal)
        store_point(d, k, 0, load3(d.ccd_witness1, 0), load3(d.ccd_witness2, 0))
        d.impact_npoint[k] = 1
        if m.geom_type[g1] == GeomType.PLANE:
            list_lowest(m, d, k)
