"""The distance of two convex geoms, which need not be near each other."""

from corten.enums import StepErrorKind
from corten.runtime import stage
from corten.stages.collision.convex.detect import detect_pair
from corten.stages.collision.convex.features import has_room
from corten.stages.collision.convex.support import place_shape


@stage
def convex_distance(m, d):
    """Find the distance of two geoms and their nearest points.

    reads:  d.ccd_prism d.distance_geom d.distance_max d.geom_xmat d.geom_xpos m.geom_dataid m.geom_size
            m.geom_type m.mesh_extrema m.mesh_graph m.mesh_graphadr m.mesh_vert m.mesh_vertadr
            m.mesh_vertnum m.opt_ccd_iterations m.opt_ccd_tolerance
    writes: d.ccd_center d.ccd_dist d.ccd_face_adjacent d.ccd_face_dist2 d.ccd_face_foot d.ccd_face_place
            d.ccd_face_vert d.ccd_horizon d.ccd_hullvertex d.ccd_inflate d.ccd_mat d.ccd_mesh d.ccd_open
            d.ccd_polyvert d.ccd_polyvert_vertex d.ccd_pos d.ccd_separated d.ccd_simplex
            d.ccd_simplex_vertex d.ccd_size d.ccd_type d.ccd_vertex d.ccd_visit d.ccd_weight d.ccd_witness1
            d.ccd_witness2 d.distance_fromto d.distance_value d.nccd d.nhorizon d.nopenface d.npolyface
            d.npolyvert d.nsimplex d.nwitness
    """
    geom, fromto = d.distance_geom, d.distance_fromto

    d.nccd = 0
    if not has_room(d, max(6, 6 * m.opt_ccd_iterations)):
        return int(StepErrorKind.CAPACITY)
    place_shape(m, d, 0, geom[0], 0.0)
    place_shape(m, d, 1, geom[1], 0.0)
    detect_pair(m, d, d.distance_max)
    d.distance_value = min(d.ccd_dist[0], d.distance_max)
    for i in range(3):
        fromto[i] = d.ccd_witness1[0, i] if d.nwitness > 0 else 0.0
        fromto[i + 3] = d.ccd_witness2[0, i] if d.nwitness > 0 else 0.0
    return 0
