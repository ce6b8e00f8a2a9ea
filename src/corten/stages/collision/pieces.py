"""Meshes that collide as convex pieces (a convex decomposition): every piece is a hull of its own.

The pieces whose boxes reach the other geom are tried one by one; what they find together is thinned to a stable few.
"""

from corten.enums import CollisionShape, StepErrorKind
from corten.math.pose import Box, boxes_overlap, load_box, transform_box
from corten.runtime import helper, stage
from corten.stages.collision.contacts.unsorted import reduce_contacts
from corten.stages.collision.convex.convex_pairs import add_convex_contacts
from corten.stages.collision.convex.features import has_room
from corten.stages.collision.convex.hfield import collide_field
from corten.stages.collision.convex.support import place_piece
from corten.stages.collision.geoms import SHAPES, pose_in_geom
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.primitive.plane_mesh import collide_hull
from corten.stages.collision.triangles.convex import add_placed_shape_contacts
from corten.stages.collision.triangles.surface import surface_of

# ---- convex parts of geoms: the pieces of a mesh that collides as such, or the geom itself, which counts as part -1


PIECES = CollisionShape.PIECES


@helper
def pieces_of(m, geom: int) -> tuple[int, int]:
    """Return the first convex piece of a geom's mesh and how many it has."""
    mesh = m.geom_dataid[geom]
    return m.mesh_pieceadr[mesh], m.mesh_piecenum[mesh]


@helper
def parts_of(m, geom: int, shape: int) -> tuple[int, int]:
    """Return the first part of a geom and how many it has: its convex pieces, or itself, which counts as part -1."""
    if shape == PIECES:
        return pieces_of(m, geom)
    return -1, 1


@helper
def part_box(m, geom: int, part: int) -> Box:
    """Return the box around a part of a geom, in the frame of the geom."""
    if part >= 0:
        return load_box(m.piece_aabb, part)
    return load_box(m.geom_aabb, geom)


# ---- planes, height fields and convex shapes against pieces


PLANE_BUCKET, HFIELD_BUCKET = bucket_of("plane_pieces"), bucket_of("hfield_pieces")
CONVEX_BUCKET = bucket_of("convex_pieces")


@stage
def plane_pieces(m, d) -> None:
    """Contacts of planes with meshes that are convex pieces."""
    geom = d.candidate_geom
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[PLANE_BUCKET], bucket[PLANE_BUCKET + 1]):
        c = members[i]
        first = d.nunsorted
        start, count = pieces_of(m, geom[c, 1])
        for piece in range(start, start + count):
            place_piece(m, d, 1, geom[c, 1], piece, 0.0)
            collide_hull(m, d, c, geom[c, 0])
        reduce_contacts(d, c, first)


@stage
def hfield_pieces(m, d) -> int:
    """Contacts of height fields with meshes that are convex pieces; without room the step is done again."""
    geom = d.candidate_geom
    bucket, members = d.bucket_start, d.bucket_candidate

    d.nccd = 0
    for i in range(bucket[HFIELD_BUCKET], bucket[HFIELD_BUCKET + 1]):
        c = members[i]
        if has_room(d, max(6, 6 * m.opt_ccd_iterations)):
            first = d.nunsorted
            start, count = pieces_of(m, geom[c, 1])
            for piece in range(start, start + count):
                place_piece(m, d, 1, geom[c, 1], piece, 0.0)
                collide_field(m, d, c)
            reduce_contacts(d, c, first)
        if d.nccd > d.maxccd:
            return int(StepErrorKind.CAPACITY)
    return 0


@stage
def convex_pieces(m, d) -> int:
    """Contacts of meshes that are convex pieces with each other and with convex geoms; without room it is done
    again.
    """
    bucket, members = d.bucket_start, d.bucket_candidate

    d.nccd = 0
    for i in range(bucket[CONVEX_BUCKET], bucket[CONVEX_BUCKET + 1]):
        c = members[i]
        if has_room(d, max(6, 6 * m.opt_ccd_iterations)):
            first = d.nunsorted
            collide_pieces(m, d, c)
            reduce_contacts(d, c, first)
        if d.nccd > d.maxccd:
            return int(StepErrorKind.CAPACITY)
    return 0


@helper
def collide_pieces(m, d, c: int) -> None:
    """Add the contacts of all parts of two geoms whose boxes overlap in the frame of the first."""
    geom1, geom2, margin = d.candidate_geom[c, 0], d.candidate_geom[c, 1], d.candidate_margin[c]
    start1, count1 = parts_of(m, geom1, d.candidate_kind[c] // SHAPES)
    start2, count2 = parts_of(m, geom2, d.candidate_kind[c] % SHAPES)
    pose = pose_in_geom(d, geom2, geom1)
    whole = transform_box(pose, part_box(m, geom2, -1))
    for part1 in range(start1, start1 + count1):
        box1 = part_box(m, geom1, part1)
        if boxes_overlap(box1, whole, margin):
            for part2 in range(start2, start2 + count2):
                if boxes_overlap(box1, transform_box(pose, part_box(m, geom2, part2)), margin):
                    place_piece(m, d, 0, geom1, part1, margin)
                    place_piece(m, d, 1, geom2, part2, margin)
                    add_convex_contacts(m, d, c, margin)


# ---- pieces against the triangles of meshes


TRIANGLES_PIECES_BUCKET = bucket_of("triangles_pieces")


@stage
def triangles_pieces(m, d) -> int:
    """Contacts of meshes that are convex pieces with meshes of triangles; without room the step is done again."""
    kind, geom = d.candidate_kind, d.candidate_geom
    bucket, members = d.bucket_start, d.bucket_candidate

    d.nccd = 0
    for i in range(bucket[TRIANGLES_PIECES_BUCKET], bucket[TRIANGLES_PIECES_BUCKET + 1]):
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
