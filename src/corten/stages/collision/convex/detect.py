"""Distance or depth of two convex shapes: GJK first, EPA where they overlap, then more contacts for flat features.

Spheres and capsules are a point and a segment with a thick layer: while the cores stay apart, their distance alone
gives the exact contact. Only deep overlaps need the round shapes themselves.
"""

from corten.enums import DisableBit, GeomType
from corten.math.vector3 import add_scaled, load3, normalize, store3, sub
from corten.runtime import helper
from corten.stages.collision.convex.epa import find_depth
from corten.stages.collision.convex.features import load_face, load_simplex
from corten.stages.collision.convex.gjk import find_distance
from corten.stages.collision.convex.manifold import has_flat_features, spread_contact
from corten.stages.collision.convex.recover import recover_depth
from corten.stages.collision.convex.simplex import LIMIT
from corten.stages.collision.convex.support import POINT, SEGMENT


@helper
def start_at_centres(d):
    """Put the first witness points into the centres of both shapes."""
    store3(d.ccd_witness1, 0, load3(d.ccd_pos, 0))
    store3(d.ccd_witness2, 0, load3(d.ccd_pos, 1))


@helper
def shrink_shape(d, side):
    """Shrink a sphere to a point, a capsule to a segment and others to their bare shape; return the layer [m]."""
    kind = d.ccd_type[side]
    layer = d.ccd_inflate[side]
    d.ccd_inflate[side] = 0.0
    if has_round_core(kind):
        d.ccd_type[side] = POINT if kind == GeomType.SPHERE else SEGMENT
        layer = d.ccd_size[side, 0] + layer
    return layer


@helper
def restore_shape(d, side, kind, inflate):
    """Undo `shrink_shape`."""
    d.ccd_type[side] = kind
    d.ccd_inflate[side] = inflate


@helper
def detect_cores(m, d, cutoff):
    """Detect with shrunken spheres and capsules; tell whether that decided, with the result in the witness."""
    kind1, kind2, inflate1, inflate2 = d.ccd_type[0], d.ccd_type[1], d.ccd_inflate[0], d.ccd_inflate[1]
    layer1 = shrink_shape(d, 0)
    layer2 = shrink_shape(d, 1)
    complete = find_distance(m, d, cutoff + (layer1 + layer2))
    restore_shape(d, 0, kind1, inflate1)
    restore_shape(d, 1, kind2, inflate2)
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
def has_round_core(kind):
    """Tell whether a shape shrinks to a point or a segment."""
    return kind == GeomType.SPHERE or kind == GeomType.CAPSULE


@helper
def has_layer(d, side):
    """Tell whether a shape has a core inside of it."""
    return has_round_core(d.ccd_type[side]) or d.ccd_inflate[side] > 0.0


@helper
def detect_pair(m, d, cutoff):
    """Write witness points and distances of both shapes; return the nearest face of the polytope, -1 without EPA."""
    d.ccd_separated = 0
    d.nwitness = 0
    start_at_centres(d)
    if (has_layer(d, 0) or has_layer(d, 1)) and detect_cores(m, d, cutoff):
        return -1
    return detect_whole(m, d, cutoff)


@helper
def detect_whole(m, d, cutoff):
    """Do the same with the shapes as they are, layers included, from their centres on; nothing was found before."""
    start_at_centres(d)
    find_distance(m, d, cutoff)
    if d.ccd_separated == 1:
        return -1
    face = -1
    if d.ccd_dist[0] <= m.opt_ccd_tolerance and d.nsimplex > 1:
        face = find_depth(m, d)
    if face < 0:
        face = recover_depth(m, d)
    return face


@helper
def detect_contacts(m, d):
    """Write the witness points of all contacts of both shapes, layers included."""
    face = detect_pair(m, d, 0.0)
    several = m.opt_disableflags & DisableBit.MULTICCD == 0
    if several and has_flat_features(d.ccd_type[0]) and has_flat_features(d.ccd_type[1]):
        if face >= 0:
            load_face(d, face)
            spread_contact(m, d)
        elif d.ccd_dist[0] < 0.0 and d.nsimplex > 0:
            load_simplex(d)
            spread_contact(m, d)
