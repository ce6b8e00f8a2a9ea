"""More than one contact where a face meets a face or an edge: the smaller one is clipped by the larger one."""

from corten.constants import MINVAL
from corten.enums import GeomType
from corten.math.vector3 import dot, load3, normalize, scale, sub
from corten.runtime import helper
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
def facing_faces(d, nface1, nface2, outward):
    """Return (whether there are two faces that look at each other, the first, the second): the most opposite ones.

    Both have to look along the way out of the first shape.
    """
    found = False
    first, second = 0, 0
    best = -FACE_TOL
    for i in range(nface1):
        normal = load_side(d.ccd_normal, i, 0)
        if dot(normal, outward) > EDGE_TOL:
            for j in range(nface2):
                other = load_side(d.ccd_normal, j, 1)
                cosine = dot(normal, other)
                if cosine < best and dot(other, outward) < -EDGE_TOL:
                    found = True
                    best = cosine
                    first, second = i, j
    return found, first, second


@helper
def parallel_edge(d, side, nedge, nface, way):
    """Return (whether an edge of a side is parallel to a face of the other, the edge, the face): the first ones.

    The face has to look along a way, which is that out of the other shape.
    """
    for j in range(nface):
        normal = load_side(d.ccd_normal, j, 1 - side)
        if dot(normal, way) > MINVAL:
            for i in range(nedge):
                if abs(dot(load_side(d.ccd_edge, i, 0), normal)) < EDGE_TOL:
                    return True, i, j
    return False, 0, 0


@helper
def edge_contacts(m, d, side, edge, face):
    """Find the contacts of an edge of one side with a face of the other."""
    nface = face_polygon(m, d, 1 - side, d.ccd_normal_face[face, 1 - side])
    store_side(d.ccd_polygon, 0, side, load_side(d.ccd_feature_point, 0, side))
    store_side(d.ccd_polygon, 1, side, load_side(d.ccd_edge, edge, 1))
    normal = load_side(d.ccd_normal, face, 1 - side)
    clip_witness(d, 1 - side, nface, 2, normal, scale(normal, -1.0))


@helper
def try_edges(m, d, side, dim, nface, way):
    """Find the contacts of an edge of one side with one of the listed faces of the other; tell whether there is one."""
    if dim == 3 or nface == 0:
        return False
    nedge = list_edges(m, d, side, dim)
    parallel, edge, face = parallel_edge(d, side, nedge, nface, way)
    if parallel:
        edge_contacts(m, d, side, edge, face)
    return parallel


@helper
def spread_contact(m, d):
    """Replace the witness points by those of the faces and edges that touch at the noted feature, if any do."""
    dim1 = sort_feature(d, 0)
    dim2 = sort_feature(d, 1)
    way = sub(load3(d.ccd_witness1, 0), load3(d.ccd_witness2, 0))
    back = scale(way, -1.0)
    outward = normalize(way)[0]
    nface1 = list_faces(m, d, 0, dim1, outward)
    nface2 = list_faces(m, d, 1, dim2, scale(outward, -1.0))
    facing, i, j = facing_faces(d, nface1, nface2, outward)
    if facing:
        count1 = face_polygon(m, d, 0, d.ccd_normal_face[i, 0])
        count2 = face_polygon(m, d, 1, d.ccd_normal_face[j, 1])
        clip_witness(d, 0, count1, count2, load_side(d.ccd_normal, i, 0), load_side(d.ccd_normal, j, 1))
        return 0

    # an edge of the shape with the smaller feature, parallel to a face of the other one, else the other way round
    if (dim2 < dim1 or nface2 == 0) and dim2 < 3 and nface1 > 0:
        if not try_edges(m, d, 1, dim2, nface1, way):
            try_edges(m, d, 0, dim1, nface2, back)
    elif not try_edges(m, d, 0, dim1, nface2, back):
        try_edges(m, d, 1, dim2, nface1, way)
    return 0
