"""Pairs of a geom or an element with an element or a vertex, in the order in which their contacts will stand.

First come pairs of geoms and flexes, by body, flex, geom and element, then pairs of two flexes, then those of a flex
with itself; those that a sweep finds stand in its order.
"""

from enum import IntEnum

from corten.deformable.fields.kinds import Deformable
from corten.deformable.kinematics.cells import cell_indices
from corten.enums import DisableBit, EnableBit, GeomType
from corten.math import vector3
from corten.math.vector3 import load3
from corten.runtime import FloatArray, IntArray, Vec3, helper
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import Room, scratch

SCRATCH = scratch(
    Field("flexpair_body", I4, ("maxflexpair",), "body before whose successors its contacts stand"),
    Field("flexpair_kind", I4, ("maxflexpair",), "FlexPairKind: which stage serves it"),
    Field("flexpair_geom", I4, ("maxflexpair",), "geom, -1: an element of the first flex"),
    Field("flexpair_flex", I4, ("maxflexpair", 2), "both flexes, the first -1 for a geom"),
    Field("flexpair_elem", I4, ("maxflexpair", 2), "both elements, -1 for none"),
    Field("flexpair_vert", I4, ("maxflexpair",), "vertex of the second flex, -1 for none"),
    Field("flexpair_margin", F8, ("maxflexpair",), "distance up to which contacts are wanted: margin + gap [m]"),
    Field("flexpair_key", I4, ("maxflexpair", 4), "geom and element by which pairs are sorted, before and after"),
) + scratch(
    Field("nflexpair", I4, (), "pairs of a geom or an element with an element or a vertex"),
    lasting=True,
)

ROOMS = (
    Room(
        "maxflexpair",
        "room for pairs of a geom or an element with an element or a vertex",
        counted_by="nflexpair",
        first=lambda model: 8 if model.nflex else 0,
    ),
)


class FlexPairKind(IntEnum):
    """Which stage finds the contacts of a pair."""

    PRIMITIVE = 0
    CONVEX = 1
    HFIELD = 2
    SDF = 3
    SOFT_BODY = 4


@helper
def add_key(d, first: int, second: int) -> None:
    """Add a pair by the two numbers that tell it from others of the same bodies or flexes; without room, count it."""
    place = d.nflexpair
    d.nflexpair = place + 1
    if place < d.maxflexpair:
        d.flexpair_key[place, 0], d.flexpair_key[place, 1] = first, second


@helper
def set_geom_pair(m, d, pair: int, body: int, f: int) -> None:
    """Describe a pair of a geom with an element of a flex, or with one of its vertices."""
    geom, part = d.flexpair_key[pair, 0], d.flexpair_key[pair, 1]
    kind = geom_pair_kind(m, m.geom_type[geom], f)
    # elements of soft bodies stand behind all vertices
    vertices = m.flex_vertnum[f] if kind == FlexPairKind.SOFT_BODY else 0
    by_vertex = m.geom_type[geom] == GeomType.PLANE or part < vertices
    d.flexpair_body[pair], d.flexpair_geom[pair] = body, geom
    d.flexpair_flex[pair, 0], d.flexpair_flex[pair, 1] = -1, f
    d.flexpair_elem[pair, 0], d.flexpair_elem[pair, 1] = -1, -1 if by_vertex else part - vertices
    d.flexpair_vert[pair] = part if by_vertex else -1
    d.flexpair_kind[pair] = kind
    d.flexpair_margin[pair] = geom_flex_margin(m, geom, f) + geom_flex_gap(m, geom, f)


@helper
def set_element_pair(m, d, pair: int, f1: int, f2: int) -> None:
    """Describe a pair of elements."""
    d.flexpair_body[pair], d.flexpair_geom[pair] = m.nbody, -1
    d.flexpair_flex[pair, 0], d.flexpair_flex[pair, 1] = f1, f2
    d.flexpair_elem[pair, 0], d.flexpair_elem[pair, 1] = d.flexpair_key[pair, 0], d.flexpair_key[pair, 1]
    d.flexpair_vert[pair] = -1
    lines = m.flex_dim[f1] == 1 and m.flex_dim[f2] == 1
    d.flexpair_kind[pair] = FlexPairKind.PRIMITIVE + 0 if lines else FlexPairKind.CONVEX + 0
    d.flexpair_margin[pair] = flexes_margin(m, f1, f2) + flexes_gap(m, f1, f2)


@helper
def geom_pair_kind(m, geom_type: int, f: int) -> int:
    """Return the FlexPairKind of a type of geom with elements of a flex."""
    kind = FlexPairKind.SOFT_BODY + 0 if touches_by_vertices(m, f) else FlexPairKind.CONVEX + 0
    if geom_type == GeomType.HFIELD:
        kind = FlexPairKind.HFIELD + 0
    elif geom_type == GeomType.SDF:
        kind = FlexPairKind.SDF + 0
    elif geom_type <= GeomType.CAPSULE or (geom_type == GeomType.BOX and m.flex_dim[f] < 3):
        # planes, spheres, capsules
        kind = FlexPairKind.PRIMITIVE + 0
    return kind


@helper
def touches_by_vertices(m, f: int) -> bool:
    """Tell whether geoms that need the convex engine touch the vertices of a flex, too: those of a soft body."""
    portal = (m.opt_disableflags & DisableBit.NATIVECCD) != 0
    return m.flex_deformable[f] == Deformable.SOFT_BODY and not portal


@helper
def geom_flex_margin(m, geom: int, f: int) -> float:
    """Return the distance below which contacts of a geom and a flex give force [m]."""
    return overridden(m, m.geom_margin[geom] + m.flex_margin[f])


@helper
def overridden(m, margin: float) -> float:
    """Return a margin, or the one that overrides all [m]."""
    return m.opt_o_margin if (m.opt_enableflags & EnableBit.OVERRIDE) != 0 else margin


@helper
def flexes_margin(m, f1: int, f2: int) -> float:
    """Return the distance below which contacts of two flexes give force; a flex has none with itself [m]."""
    return 0.0 if f1 == f2 else overridden(m, m.flex_margin[f1] + m.flex_margin[f2])


@helper
def flexes_gap(m, f1: int, f2: int) -> float:
    """Return the distance beyond the margin up to which contacts of two flexes are seen [m]."""
    return 0.0 if f1 == f2 else both_gaps(m, f1, f2)


@helper
def both_gaps(m, f1: int, f2: int) -> float:
    """Return the distance beyond the margin up to which contacts of two flexes are seen if they are others [m]."""
    return max(m.flex_gap[f1] + m.flex_gap[f2], max(speculative_gap(m, f1), speculative_gap(m, f2)))


@helper
def geom_flex_gap(m, geom: int, f: int) -> float:
    """Return the distance beyond the margin up to which contacts of a geom and a flex are seen [m]."""
    return max(m.geom_gap[geom] + m.flex_gap[f], speculative_gap(m, f))


@helper
def speculative_gap(m, f: int) -> float:
    """Return the distance beyond the margin up to which contacts of a flex give force already [m]: 0 if not deformable.

    Stiff as its neighbours hold it, a vertex of cloth rests at almost no depth. Were there no contact as soon as it is
    lifted at all, it would fall for a step and be thrown back in the next: so contacts reach as far as a vertex falls
    from rest within two steps, 3 g h^2. Above the margin they ask for nothing but that it does not arrive too fast.
    """
    gravity = m.opt_gravity[0], m.opt_gravity[1], m.opt_gravity[2]
    reach = 3.0 * vector3.norm(gravity) * m.opt_timestep * m.opt_timestep
    return reach if m.flex_deformable[f] != Deformable.NONE else 0.0


@helper
def sort_keys(key: IntArray, first: int, count: int) -> None:
    """Sort pairs by both numbers of their keys: runs of twice the length are merged in turn."""
    width, source = 1, 0
    while width < count:
        start = first
        while start < first + count:
            merge_runs(key, start, min(start + width, first + count), min(start + 2 * width, first + count), source)
            start += 2 * width
        width, source = 2 * width, 2 - source
    if source == 2:
        for i in range(first, first + count):
            key[i, 0], key[i, 1] = key[i, 2], key[i, 3]


@helper
def remove_duplicates(key: IntArray, first: int, count: int) -> int:
    """Leave one of each key of a sorted list; return how many there are then."""
    place = first
    for i in range(first, first + count):
        if i == first or key[i, 0] != key[place - 1, 0] or key[i, 1] != key[place - 1, 1]:
            key[place, 0], key[place, 1] = key[i, 0], key[i, 1]
            place += 1
    return place - first


@helper
def merge_runs(key: IntArray, start: int, middle: int, end: int, source: int) -> None:
    """Merge two sorted runs of keys in the columns from `source` on into the other columns."""
    a, b, target = start, middle, 2 - source
    for place in range(start, end):
        from_first = a < middle
        if a < middle and b < end:
            later = key[a, source] > key[b, source]
            equal = key[a, source] == key[b, source]
            from_first = not (later or (equal and key[a, source + 1] > key[b, source + 1]))
        taken = a if from_first else b
        key[place, target], key[place, target + 1] = key[taken, source], key[taken, source + 1]
        a, b = a + 1 if from_first else a, b if from_first else b + 1


# ---- elements: their corners, and which of them may touch a geom or each other


@helper
def element_corner(m, d, f: int, e: int, i: int) -> Vec3:
    """Return corner i of an element, world [m]."""
    vertex = m.flex_elem[m.flex_elemdataadr[f] + e * (m.flex_dim[f] + 1) + i]
    return load3(d.flexvert_xpos, m.flex_vertadr[f] + vertex)


@helper
def corner_body(m, f: int, e: int, i: int) -> int:
    """Return the body of corner i of an element, -1 where it follows nodes."""
    vertex = m.flex_elem[m.flex_elemdataadr[f] + e * (m.flex_dim[f] + 1) + i]
    return m.flex_vertbodyid[m.flex_vertadr[f] + vertex]


@helper
def is_active(m, f: int, e: int) -> bool:
    """Tell whether an element collides with its own kind: those of tetrahedra near the surface do, all others too."""
    return m.flex_dim[f] < 3 or m.flex_elemlayer[m.flex_elemadr[f] + e] < m.flex_activelayers[f]


@helper
def geom_may_touch(m, geom: int, f: int, e: int) -> bool:
    """Tell whether a geom may touch an element: their types match, and no corner lies in the geom's body."""
    contype, conaffinity = m.geom_contype[geom], m.geom_conaffinity[geom]
    if (contype & m.flex_conaffinity[f]) == 0 and (m.flex_contype[f] & conaffinity) == 0:
        return False
    apart = True
    for i in range(m.flex_dim[f] + 1):
        apart = apart and corner_body(m, f, e, i) != m.geom_bodyid[geom]
    return apart


@helper
def elements_may_touch(m, d, f1: int, e1: int, f2: int, e2: int) -> bool:
    """Tell whether two elements are near each other and have no body in common."""
    box, i, j = d.flexelem_aabb, m.flex_elemadr[f1] + e1, m.flex_elemadr[f2] + e2
    reach = flexes_margin(m, f1, f2) + flexes_gap(m, f1, f2)
    if boxes_apart(box, i, j, reach) or (f1 == f2 and m.flex_interp[f1] != 0 and cells_adjoin(m, f1, e1, e2)):
        return False
    for a in range(m.flex_dim[f1] + 1):
        body = corner_body(m, f1, e1, a)
        for b in range(m.flex_dim[f2] + 1):
            if body >= 0 and body == corner_body(m, f2, e2, b):
                return False
    return True


@helper
def cells_adjoin(m, f: int, e1: int, e2: int) -> bool:
    """Tell whether corners of two elements of an interpolated flex lie in the same cell of nodes, or in neighbours."""
    corners, first = m.flex_dim[f] + 1, m.flex_elemdataadr[f]
    adjoin = False
    for a in range(corners):
        x, y, z = cell_indices(m, f, m.flex_vertcell[m.flex_vertadr[f] + m.flex_elem[first + e1 * corners + a]])
        for b in range(corners):
            i, j, k = cell_indices(m, f, m.flex_vertcell[m.flex_vertadr[f] + m.flex_elem[first + e2 * corners + b]])
            adjoin = adjoin or (abs(x - i) <= 1 and abs(y - j) <= 1 and abs(z - k) <= 1)
    return adjoin


@helper
def boxes_apart(box: FloatArray, i: int, j: int, margin: float) -> bool:
    """Tell whether two boxes along the world's axes, centres and half sizes, are farther apart than a margin."""
    return (
        box[i, 0] + box[i, 3] + margin < box[j, 0] - box[j, 3]
        or box[i, 1] + box[i, 4] + margin < box[j, 1] - box[j, 4]
        or box[i, 2] + box[i, 5] + margin < box[j, 2] - box[j, 5]
        or box[j, 0] + box[j, 3] + margin < box[i, 0] - box[i, 3]
        or box[j, 1] + box[j, 4] + margin < box[i, 1] - box[i, 4]
        or box[j, 2] + box[j, 5] + margin < box[i, 2] - box[i, 5]
    )
