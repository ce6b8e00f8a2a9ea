"""Distance, depth and contacts of two convex shapes: the narrow phase of the convex engine in order.

ccd_pair       layers off -> GJK of the bare cores; decided while the cores stay apart (exact for spheres and capsules)
               else layers on -> GJK, then EPA where GJK's simplex holds the origin, then `epa_recovery`
ccd_contacts   ccd_pair, then multicontact (MuJoCo's multiccd): one witness point becomes up to four where a face meets
               a face or an edge

                core A           core B          layers of spheres and capsules are their radii, of all shapes
             ( o )---------------( o )           half of the margin; dist = |core A, core B| - layers
              layer               layer
"""

from corten.constants import MAXCONPAIR, MINVAL
from corten.enums import DisableBit, GeomType
from corten.math.vector3 import add_scaled, dot, load3, normalize, scale, store3, sub
from corten.runtime import Vec3, helper
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import Room, scratch
from corten.stages.collision.convex.clip import clip_witness, face_polygon
from corten.stages.collision.convex.epa import epa_depth
from corten.stages.collision.convex.epa_recovery import recover_depth
from corten.stages.collision.convex.features import (
    FACE_TOL,
    list_edges,
    list_faces,
    load_face,
    load_side,
    load_simplex,
    sort_feature,
    store_side,
)
from corten.stages.collision.convex.gjk import gjk_distance
from corten.stages.collision.convex.simplex import LIMIT
from corten.stages.collision.convex.support import POINT, SEGMENT

SCRATCH = scratch(
    Field("nwitness", I4, (), "pairs of witness points"),
    Field("ccd_dist", F8, ("nwitnessroom",), "distance of each pair, negative inside [m]"),
    Field("ccd_witness1", F8, ("nwitnessroom", 3), "points on the first shape [m]"),
    Field("ccd_witness2", F8, ("nwitnessroom", 3), "points on the second shape [m]"),
    readers=("corten.deformable.contacts", "corten.stages.collision"),
)

ROOMS = (
    Room(
        "nwitnessroom",
        "room for witness points of two geoms, 0 where there are no two",
        first=lambda model: MAXCONPAIR if model.ngeom > 1 or model.nflex else 0,
    ),
)

# ---- multicontact: faces and edges that touch at the witness point, the smaller one clipped by the larger one


# sine up to which an edge counts as parallel to a face: 5.1 degrees (MuJoCo's value)
EDGE_TOL = 0.0888


@helper
def has_flat_features(kind: int) -> bool:
    """Tell whether a shape can give more than one contact."""
    return kind == GeomType.BOX or kind == GeomType.MESH or kind == GeomType.CYLINDER or kind == GeomType.CAPSULE


@helper
def facing_faces(d, nface1: int, nface2: int, outward: Vec3) -> tuple[bool, int, int]:
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
def parallel_edge(d, side: int, nedge: int, nface: int, way: Vec3) -> tuple[bool, int, int]:
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
def edge_contacts(m, d, side: int, edge: int, face: int) -> None:
    """Find the contacts of an edge of one side with a face of the other."""
    nface = face_polygon(m, d, 1 - side, d.ccd_normal_face[face, 1 - side])
    store_side(d.ccd_polygon, 0, side, load_side(d.ccd_feature_point, 0, side))
    store_side(d.ccd_polygon, 1, side, load_side(d.ccd_edge, edge, 1))
    normal = load_side(d.ccd_normal, face, 1 - side)
    clip_witness(d, 1 - side, nface, 2, normal, scale(normal, -1.0))


@helper
def try_edges(m, d, side: int, dim: int, nface: int, way: Vec3) -> bool:
    """Find the contacts of an edge of one side with one of the listed faces of the other; tell whether there is one."""
    if dim == 3 or nface == 0:
        return False
    nedge = list_edges(m, d, side, dim)
    parallel, edge, face = parallel_edge(d, side, nedge, nface, way)
    if parallel:
        edge_contacts(m, d, side, edge, face)
    return parallel


@helper
def multicontact(m, d) -> int:
    """Replace the witness points by those of the faces and edges that touch at the noted feature, if any do."""
    dim1 = sort_feature(d, 0)
    dim2 = sort_feature(d, 1)
    way = sub(load3(d.ccd_witness1, 0), load3(d.ccd_witness2, 0))
    back = scale(way, -1.0)
    outward = normalize(way)[0]

    # face against face: those whose normals are opposite
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


# ---- one pair of shapes: cores first, then the shapes as they are


@helper
def start_at_centres(d) -> None:
    """Put the first witness points into the centres of both shapes."""
    store3(d.ccd_witness1, 0, load3(d.ccd_pos, 0))
    store3(d.ccd_witness2, 0, load3(d.ccd_pos, 1))


@helper
def deflate_shape(d, side: int) -> float:
    """Shrink a sphere to a point, a capsule to a segment and others to their bare shape; return the layer [m]."""
    kind = d.ccd_type[side]
    layer = d.ccd_inflate[side]
    d.ccd_inflate[side] = 0.0
    if has_round_core(kind):
        d.ccd_type[side] = POINT if kind == GeomType.SPHERE else SEGMENT
        layer = d.ccd_size[side, 0] + layer
    return layer


@helper
def reinflate_shape(d, side: int, kind: int, inflate: float) -> None:
    """Undo `deflate_shape`."""
    d.ccd_type[side] = kind
    d.ccd_inflate[side] = inflate


@helper
def ccd_cores(m, d, cutoff: float) -> bool:
    """Detect with shrunken spheres and capsules; tell whether that decided, with the result in the witness."""
    kind1, kind2, inflate1, inflate2 = d.ccd_type[0], d.ccd_type[1], d.ccd_inflate[0], d.ccd_inflate[1]
    layer1 = deflate_shape(d, 0)
    layer2 = deflate_shape(d, 1)

    # distance of the cores
    complete = gjk_distance(m, d, cutoff + (layer1 + layer2))
    reinflate_shape(d, 0, kind1, inflate1)
    reinflate_shape(d, 1, kind2, inflate2)
    layers, dist = layer1 + layer2, d.ccd_dist[0]
    if not (dist > m.opt_ccd_tolerance):
        return False

    # a search that was cut short, or that found no plane between the cores, may have missed an overlap
    if dist > layers + cutoff and not (complete and d.ccd_separated == 1):
        return False

    # apart, or only the layers overlap: move the points of the cores to the surfaces
    if d.ccd_dist[0] < LIMIT:
        first, second = load3(d.ccd_witness1, 0), load3(d.ccd_witness2, 0)
        normal = normalize(sub(second, first))[0]
        store3(d.ccd_witness1, 0, add_scaled(first, normal, layer1))
        store3(d.ccd_witness2, 0, add_scaled(second, normal, -layer2))
        d.ccd_dist[0] -= layers
        if d.ccd_dist[0] > cutoff:
            d.ccd_dist[0] = LIMIT
            d.nwitness = 0
    return True


@helper
def has_round_core(kind: int) -> bool:
    """Tell whether a shape shrinks to a point or a segment."""
    return kind == GeomType.SPHERE or kind == GeomType.CAPSULE


@helper
def has_layer(d, side: int) -> bool:
    """Tell whether a shape has a core inside of it."""
    return has_round_core(d.ccd_type[side]) or d.ccd_inflate[side] > 0.0


@helper
def ccd_pair(m, d, cutoff: float) -> int:
    """Write witness points and distances of both shapes; return the nearest face of the polytope, -1 without EPA."""
    d.ccd_separated = 0
    d.nwitness = 0
    start_at_centres(d)
    if (has_layer(d, 0) or has_layer(d, 1)) and ccd_cores(m, d, cutoff):
        return -1
    return ccd_full(m, d, cutoff)


@helper
def ccd_full(m, d, cutoff: float) -> int:
    """Do the same with the shapes as they are, layers included, from their centres on; nothing was found before."""
    start_at_centres(d)
    gjk_distance(m, d, cutoff)
    if d.ccd_separated == 1:
        return -1
    face = -1

    # GJK's simplex holds the origin: EPA finds the depth; where it does not, any polytope
    if d.ccd_dist[0] <= m.opt_ccd_tolerance and d.nsimplex > 1:
        face = epa_depth(m, d)
    if face < 0:
        face = recover_depth(m, d)
    return face


@helper
def ccd_contacts(m, d) -> None:
    """Write the witness points of all contacts of both shapes, layers included."""
    face = ccd_pair(m, d, 0.0)
    several = m.opt_disableflags & DisableBit.MULTICCD == 0
    if several and has_flat_features(d.ccd_type[0]) and has_flat_features(d.ccd_type[1]):
        if face >= 0:
            load_face(d, face)
            multicontact(m, d)
        elif d.ccd_dist[0] < 0.0 and d.nsimplex > 0:
            load_simplex(d)
            multicontact(m, d)
