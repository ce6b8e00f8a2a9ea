"""Box against box: the axis of least overlap decides between a face, with a polygon of contacts, and two edges."""

from corten.math.matrix3 import mul_matT_mat, mul_matT_vec, transpose
from corten.math.vector3 import sub
from corten.runtime import helper, stage
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.primitive.box_box_edge import collide_edges
from corten.stages.collision.primitive.box_box_face import collide_face
from corten.stages.collision.primitive.box_box_separation import FIRST_EDGE, SEPARATED, SLACK, least_overlap
from corten.stages.collision.primitive.placed import PlacedBox, placed_box

BUCKET = bucket_of("box_box")


@stage
def box_box(m, d):
    """Contacts of boxes with boxes: one between edges, up to eight on a face.

    reads:  m.geom_size d.geom_xpos d.geom_xmat d.nunsorted d.clip_polygon
    writes: d.nunsorted d.unsorted_candidate d.unsorted_dist d.unsorted_pos
    """
    geom, margin = d.candidate_geom, d.candidate_margin
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        collide_boxes(d, c, margin[c], placed_box(m, d, geom[c, 0]), placed_box(m, d, geom[c, 1]))


@helper
def collide_boxes(d, candidate, margin, first, second):
    """Add the contacts of two boxes."""
    pos1, mat1, size1 = first.pos, first.mat, first.size
    pos2, mat2, size2 = second.pos, second.mat, second.size

    # each centre in the other's frame; column j of the rotation is axis j of the second box in the first's frame
    centre2 = mul_matT_vec(mat1, sub(pos2, pos1))
    centre1 = mul_matT_vec(mat2, sub(pos1, pos2))
    rotation = mul_matT_mat(mat1, mat2)

    # boxes that overlap by less than the rounding of their extents touch
    extent = size1[0] + size1[1] + size1[2] + size2[0] + size2[1] + size2[2]
    reach = margin + SLACK * extent

    axis = least_overlap(rotation, centre2, centre1, size1, size2, reach)
    if axis >= FIRST_EDGE:
        collide_edges(d, candidate, reach, axis - FIRST_EDGE, first, size2, rotation, centre2)
    elif axis >= 3:
        collide_face(d, candidate, margin, axis - 3, second, -1.0, PlacedBox(centre1, transpose(rotation), size1))
    elif axis != SEPARATED:
        collide_face(d, candidate, margin, axis, first, 1.0, PlacedBox(centre2, rotation, size2))
