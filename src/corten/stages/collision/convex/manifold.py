"""More than one contact where a face meets a face or an edge: the smaller one is clipped by the larger one."""

from corten.enums import GeomType
from corten.math.vector3 import dot, load3, normalize, scale, sub
from corten.runtime import helper
from corten.stages.collision.contacts.unsorted import NO_TANGENT
from corten.stages.collision.convex.clip import clip_witness
from corten.stages.collision.convex.features import (
    FACE_TOL,
    list_edges,
    list_faces,
    load_side,
    sort_feature,
    store_side,
)
from corten.stages.collision.convex.polygons import face_polygon

# sine up to which an edge counts as parallel to a face: 5.1 degrees (MuJoCo's value)
EDGE_TOL = 0.0888


@helper
def has_flat_features(kind):
    """Tell whether a shape can give more than one contact."""
    return kind == GeomType.BOX or kind == GeomType.MESH or kind == GeomType.CYLINDER or kind == GeomType.CAPSULE


@helper
def is_round(kind):
    """Tell whether a shape has lines along its side instead of edges."""
    return kind == GeomType.CYLINDER or kind == GeomType.CAPSULE


@helper
def facing_faces(d, nface1, nface2):
    """Return (whether there are two faces that look at each other, the first, the second): the most opposite ones."""
    found = False
    first, second = 0, 0
    best = -FACE_TOL
    for i in range(nface1):
        for j in range(nface2):
            cosine = dot(load_side(d.ccd_normal, i, 0), load_side(d.ccd_normal, j, 1))
            if cosine < best:
                found = True
                best = cosine
                first, second = i, j
    return found, first, second


@helper
def parallel_edge(d, side, nedge, nface):
    """Return (whether an edge of a side is parallel to a face of the other, the edge, the face): the first ones."""
    for j in range(nface):
        for i in range(nedge):
            if abs(dot(load_side(d.ccd_edge, i, 0), load_side(d.ccd_normal, j, 1 - side))) < EDGE_TOL:
                return True, i, j
    return False, 0, 0


@helper
def edge_contacts(m, d, side, edge, face):
    """Find the contacts of an edge of one side with a face of the other."""
    nface = face_polygon(m, d, 1 - side, d.ccd_normal_face[face, 1 - side])
    store_side(d.ccd_polygon, 0, side, load_side(d.ccd_feature_point, 0, side))
    store_side(d.ccd_polygon, 1, side, load_side(d.ccd_edge, edge, 1))
    normal = load_side(d.ccd_normal, face, 1 - side)
    clip_witness(d, 1 - side, nface, 2, normal, NO_TANGENT)


@helper
def try_edges(m, d, side, dim, nface):
    """Find the contacts of an edge of one side with one of the listed faces of the other; tell whether there is one."""
    nedge = list_edges(m, d, side, dim)
    parallel, edge, face = parallel_edge(d, side, nedge, nface)
    if parallel:
        edge_contacts(m, d, side, edge, face)
    return parallel


@helper
def spread_contact(m, d):
    """Replace the witness points by those of the faces and edges that touch at the noted feature, if any do."""
    dim1 = sort_feature(d, 0)
    dim2 = sort_feature(d, 1)
    outward = normalize(sub(load3(d.ccd_witness1, 0), load3(d.ccd_witness2, 0)))[0]
    nface1 = list_faces(m, d, 0, dim1, outward)
    nface2 = list_faces(m, d, 1, dim2, scale(outward, -1.0))
    dim1 = 1 if is_round(d.ccd_type[0]) else dim1
    dim2 = 1 if is_round(d.ccd_type[1]) else dim2
    facing, i, j = facing_faces(d, nface1, nface2)
    if facing:
        count1 = face_polygon(m, d, 0, d.ccd_normal_face[i, 0])
        count2 = face_polygon(m, d, 1, d.ccd_normal_face[j, 1])
        clip_witness(d, 0, count1, count2, load_side(d.ccd_normal, i, 0), load_side(d.ccd_normal, j, 1))
        return 0

    # an edge of the shape with the smaller feature, parallel to a face of the other one, else the other way round
    if dim1 < 3 and dim1 <= dim2 and try_edges(m, d, 0, dim1, nface2):
        return 0
    if dim2 < 3:
        try_edges(m, d, 1, dim2, nface1)
    return 0
