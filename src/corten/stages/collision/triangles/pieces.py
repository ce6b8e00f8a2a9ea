"""Convex pieces of meshes against the triangles of meshes: each piece by itself, as hulls are."""

from corten.enums import CollisionShape, StepErrorKind
from corten.runtime import stage
from corten.stages.collision.contacts.reduce import reduce_contacts
from corten.stages.collision.convex.features import has_room
from corten.stages.collision.convex.support import place_piece
from corten.stages.collision.kinds import pair_kind
from corten.stages.collision.pieces.convex_parts import pieces_of
from corten.stages.collision.triangles.convex import touch_placed

# meshes stand in the order of their geoms
AHEAD = pair_kind(CollisionShape.TRIANGLES, CollisionShape.PIECES)
BEHIND = pair_kind(CollisionShape.PIECES, CollisionShape.TRIANGLES)


@stage
def triangles_pieces(m, d):
    """Contacts of meshes that are convex pieces with meshes of triangles; without room the step is done again.

    reads:  m.bvh_aabb m.bvh_nodeid m.bvh_skip m.geom_dataid m.geom_size m.geom_type m.mesh_bvhadr m.mesh_bvhnum
            m.mesh_extrema m.mesh_face m.mesh_faceadr m.mesh_graph m.mesh_graphadr m.mesh_pieceadr m.mesh_piecenum
            m.mesh_polyadr m.mesh_polymap m.mesh_polymapadr m.mesh_polymapnum m.mesh_polynormal m.mesh_polynum
            m.mesh_polyvert m.mesh_polyvertadr m.mesh_polyvertnum m.mesh_triadr m.mesh_trivertadr m.mesh_vert
            m.mesh_vertadr m.mesh_vertnum m.opt_ccd_iterations m.opt_ccd_tolerance m.piece_pos m.tri_normal
            m.tri_opposite m.tri_ring m.trivert_ringadr m.trivert_ringnum d.candidate_geom d.candidate_kind
            d.candidate_margin d.geom_xmat d.geom_xpos d.ncandidate d.nraw
    writes: d.ccd_center d.ccd_dist d.ccd_face_adjacent d.ccd_face_dist2 d.ccd_face_foot d.ccd_face_place
            d.ccd_face_vert d.ccd_horizon d.ccd_hullvertex d.ccd_inflate d.ccd_mat d.ccd_mesh d.ccd_open
            d.ccd_polyvert d.ccd_polyvert_vertex d.ccd_pos d.ccd_prism d.ccd_separated d.ccd_simplex
            d.ccd_simplex_vertex d.ccd_size d.ccd_type d.ccd_vertex d.ccd_visit d.ccd_weight
            d.ccd_witness1 d.ccd_witness2 d.kept_raw d.last_height d.last_triangle d.nccd d.nhorizon
            d.nkept d.nopenface d.npolyface d.npolyvert d.nraw d.nsimplex d.ntrinode d.nwitness
            d.raw_candidate d.raw_dist d.raw_normal d.raw_pos d.raw_tangent d.tri_clip d.tri_polygon
            d.tri_side
    """
    kind, geom = d.candidate_kind, d.candidate_geom

    d.nccd = 0
    for c in range(d.ncandidate):
        if kind[c] == AHEAD or kind[c] == BEHIND:
            surface, solid = geom[c, 0 if kind[c] == AHEAD else 1], geom[c, 1 if kind[c] == AHEAD else 0]
            if has_room(d, max(6, 6 * m.opt_ccd_iterations)):
                first = d.nraw
                start, count = pieces_of(m, solid)
                for piece in range(start, start + count):
                    place_piece(m, d, 0, solid, piece, 0.0)
                    touch_placed(m, d, c, surface)
                reduce_contacts(d, c, first)
            if d.nccd > d.maxccd:
                return int(StepErrorKind.CAPACITY)
    return 0
