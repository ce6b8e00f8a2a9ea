"""Convex pieces of meshes against the triangles of meshes: each piece by itself, as hulls are."""

from corten.enums import CollisionShape, StepErrorKind
from corten.runtime import stage
from corten.stages.collision.contacts.reduce import reduce_contacts
from corten.stages.collision.convex.features import has_room
from corten.stages.collision.convex.support import place_piece
from corten.stages.collision.kinds import SHAPES
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.pieces.convex_parts import pieces_of
from corten.stages.collision.triangles.convex import add_placed_shape_contacts
from corten.stages.collision.triangles.surface import surface_of

BUCKET = bucket_of("triangles_pieces")


@stage
def triangles_pieces(m, d):
    """Contacts of meshes that are convex pieces with meshes of triangles; without room the step is done again.

    reads:  m.bvh_aabb m.bvh_nodeid m.geom_dataid d.geom_xmat d.geom_xpos d.nunsorted
    writes: d.chosen_contact d.nccd d.nunsorted d.unsorted_dist d.unsorted_normal d.unsorted_pos
    """
    kind, geom = d.candidate_kind, d.candidate_geom
    bucket, members = d.bucket_start, d.bucket_candidate

    d.nccd = 0
    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        # meshes stand in the order of their geoms
        swapped = kind[c] // SHAPES == CollisionShape.PIECES
        surface, solid = geom[c, 1 if swapped else 0], geom[c, 0 if swapped else 1]
        if has_room(d, max(6, 6 * m.opt_ccd_iterations)):
            first = d.nunsorted
            start, count = pieces_of(m, solid)
            for piece in range(start, start + count):
                place_piece(m, d, 0, solid, piece, 0.0)
                add_placed_shape_contacts(m, d, surface_of(m, c, surface))
            reduce_contacts(d, c, first)
        if d.nccd > d.maxccd:
            return int(StepErrorKind.CAPACITY)
    return 0
