"""The points in which two geoms are about to touch: one, or up to four where flat sides or edges meet."""

from corten.enums import DisableBit, GeomType
from corten.math.matrix3 import load9, mul_matT_vec
from corten.math.vector3 import add_scaled, dot, load3, store3, sub
from corten.runtime import helper, select
from corten.stages.collision.convex.clip import MOST_POINTS, largest_quad
from corten.stages.collision.convex.detect import detect_contacts
from corten.stages.collision.convex.features import has_room, list_side_line, load_side, store_side, to_world
from corten.stages.collision.convex.manifold import EDGE_TOL, has_flat_features
from corten.stages.collision.convex.polygons import face_polygon
from corten.stages.collision.primitive.plane_mesh import level_face
from corten.stages.collision.primitive.sphere_sphere import z_axis
from corten.stages.collision.speculative.advance import place_later, point_now


@helper
def list_impacts(m, d, g1, g2, impact):
    """List the points in which both geoms, placed where they almost touch, are about to touch, as they are now."""
    reach = 2.0 * impact.dist + (1.0 - impact.fraction) * impact.closing + m.opt_ccd_tolerance
    add_impact(d, g1, g2, load3(d.ccd_witness1, 0), load3(d.ccd_witness2, 0), impact.normal, 0)
    d.nimpact = 1
    if m.geom_type[g1] == GeomType.PLANE:
        count = list_lowest(m, d, g1, reach)
        if count > 0:
            add_lowest(d, g1, g2, count)
    elif m.opt_disableflags & DisableBit.MULTICCD == 0 and both_flat(d):
        list_convex(m, d, g1, g2, impact, reach)


@helper
def both_flat(d):
    """Tell whether both shapes have flat sides or edges."""
    return has_flat_features(d.ccd_type[0]) and has_flat_features(d.ccd_type[1])


@helper
def add_impact(d, g1, g2, first, second, normal, row):
    """Write a pair of witness points as they are now, with the normal that they then have."""
    store_side(d.impact_point, row, 0, point_now(d, 0, g1, first))
    store_side(d.impact_point, row, 1, point_now(d, 1, g2, second))
    store3(d.impact_normal, row, normal)


@helper
def list_convex(m, d, g1, g2, impact, reach):
    """Replace the pair of points by those that two shapes have that reach so far into each other."""
    place_later(m, d, 0, g1, impact.pose, reach)
    place_later(m, d, 1, g2, impact.pose, reach)
    detect_contacts(m, d)
    if d.nwitness > 1:
        for i in range(d.nwitness):
            first, second = load3(d.ccd_witness1, i), load3(d.ccd_witness2, i)
            normal = impact.normal

            # back from the layers to the surfaces
            first, second = add_scaled(first, normal, -0.5 * reach), add_scaled(second, normal, 0.5 * reach)
            add_impact(d, g1, g2, first, second, normal, i)
        d.nimpact = d.nwitness


@helper
def list_lowest(m, d, plane, reach):
    """List the corners of the side or edge that looks at a plane, within its reach, in `ccd_clip`; return their number.

    A shape without sides and edges has none.
    """
    normal = z_axis(d, plane)
    kind, mat = d.ccd_type[1], load9(d.ccd_mat, 1)
    local = mul_matT_vec(mat, normal)
    count = 0
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
    if not has_room(d, count):
        return 0
    kept = 0
    for i in range(count):
        corner = load_side(d.ccd_polygon, i, 1)
        if dot(sub(corner, load3(d.ccd_pos, 0)), normal) <= reach:
            store_side(d.ccd_clip, kept, 0, corner)
            kept += 1
    return kept


@helper
def lowest_side(up):
    """Return the side of a box, +x, -x, +y and so on, that looks against a direction most."""
    axis = 0
    if abs(up[1]) > abs(up[0]):
        axis = 1
    if abs(up[2]) > max(abs(up[0]), abs(up[1])):
        axis = 2
    along = up[0] if axis == 0 else (up[1] if axis == 1 else up[2])
    return 2 * axis + (0 if along < 0.0 else 1)


@helper
def add_lowest(d, plane, geom, count):
    """Replace the pair of points by the listed corners and the points of a plane below them, four at most."""
    chosen = 0, 1, 2, 3
    if count > MOST_POINTS:
        chosen = largest_quad(d, 0, count)
    normal, origin = z_axis(d, plane), load3(d.ccd_pos, 0)
    d.nimpact = min(count, MOST_POINTS)
    for i in range(d.nimpact):
        row = chosen[0] if i == 0 else (chosen[1] if i == 1 else (chosen[2] if i == 2 else chosen[3]))
        corner = load_side(d.ccd_clip, row, 0)
        foot = add_scaled(corner, normal, -dot(sub(corner, origin), normal))
        add_impact(d, plane, geom, foot, corner, normal, i)
