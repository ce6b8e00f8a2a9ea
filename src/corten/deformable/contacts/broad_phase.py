"""Which pairs of geoms and elements may touch."""

from corten.deformable.contacts.pairs import (
    FlexPairKind,
    add_key,
    elements_may_touch,
    geom_flex_gap,
    geom_flex_margin,
    geom_may_touch,
    geom_pair_kind,
    is_active,
    remove_duplicates,
    set_element_pair,
    set_geom_pair,
    sort_keys,
    touches_by_vertices,
)
from corten.deformable.contacts.sweep import sweep_elements
from corten.deformable.contacts.trees import collide_body_tree, collide_flex_trees, sphere_apart
from corten.deformable.fields.kinds import FlexSelf
from corten.deformable.rods.frames import surface_radius
from corten.enums import DisableBit, EnableBit, GeomType, SleepState, StepErrorKind
from corten.math.matrix3 import load9, mul_matT_vec
from corten.math.vector3 import dot, load3, sub
from corten.runtime import helper, stage
from corten.stages.sleep import flex_state


@stage
def find_flex_pairs(m, d) -> int:
    """List the pairs of geoms with flexes, of flexes with each other and of a flex with itself that may touch."""
    d.nflexpair = 0
    for body in range(m.nbody):
        if m.body_geomnum[body] > 0:
            for f in range(m.nflex):
                if types_match(
                    m.body_contype[body], m.body_conaffinity[body], m.flex_contype[f], m.flex_conaffinity[f]
                ) and concerns_awake(m, d, body, f):
                    find_geom_pairs(m, d, body, f)
    for f1 in range(m.nflex):
        for f2 in range(f1 + 1, m.nflex):
            if types_match(m.flex_contype[f1], m.flex_conaffinity[f1], m.flex_contype[f2], m.flex_conaffinity[f2]) and (
                is_awake(m, d, f1) or is_awake(m, d, f2)
            ):
                find_element_pairs(m, d, f1, f2)
    for f in range(m.nflex):
        if not may_sleep(m, d) or flex_state(m, d, f) != SleepState.ASLEEP:
            find_own_pairs(m, d, f)
    if d.nflexpair > d.maxflexpair:
        d.error_where = d.nflexpair
        return StepErrorKind.CAPACITY
    return 0


@helper
def may_sleep(m, d) -> bool:
    """Tell whether something sleeps."""
    return (m.opt_enableflags & EnableBit.SLEEP) != 0 and d.nbody_awake < m.nbody


@helper
def is_awake(m, d, f: int) -> bool:
    """Tell whether a flex is awake, as all are where nothing sleeps."""
    return not may_sleep(m, d) or flex_state(m, d, f) == SleepState.AWAKE


@helper
def concerns_awake(m, d, body: int, f: int) -> bool:
    """Tell whether a body or a flex is awake; with the world and with planes, a flex touches unless it is asleep."""
    if not may_sleep(m, d):
        return True
    state, still = flex_state(m, d, f), m.body_dofnum[m.body_weldid[body]] == 0
    if body == 0 or (still and has_plane(m, body)):
        return state != SleepState.ASLEEP
    moves = m.body_treeid[body] >= 0 and d.body_awake[body] == SleepState.AWAKE
    return moves or state == SleepState.AWAKE


@helper
def has_plane(m, body: int) -> bool:
    """Tell whether a body has a plane."""
    found = False
    for geom in range(m.body_geomadr[body], m.body_geomadr[body] + m.body_geomnum[body]):
        found = found or m.geom_type[geom] == GeomType.PLANE
    return found


@helper
def types_match(contype1: int, conaffinity1: int, contype2: int, conaffinity2: int) -> bool:
    """Tell whether contact types and affinities let two things touch."""
    return (contype1 & conaffinity2) != 0 or (contype2 & conaffinity1) != 0


@helper
def has_trees(m, adr1: int, adr2: int) -> bool:
    """Tell whether the mid phase is on and two things, given the roots of their trees, have trees."""
    return (m.opt_disableflags & DisableBit.MIDPHASE) == 0 and adr1 >= 0 and adr2 >= 0


@helper
def find_geom_pairs(m, d, body: int, f: int) -> None:
    """List the pairs of a body's geoms with elements of a flex, or vertices where the geom is a plane."""
    first, end = d.nflexpair, m.body_geomadr[body] + m.body_geomnum[body]
    trees = has_trees(m, m.body_bvhadr[body], m.flex_bvhadr[f])
    if trees:
        collide_body_tree(m, d, body, f)
    for geom in range(m.body_geomadr[body], end):
        kind = m.geom_type[geom]
        if types_match(m.geom_contype[geom], m.geom_conaffinity[geom], m.flex_contype[f], m.flex_conaffinity[f]):
            # planes that move have no contacts with flexes
            if kind == GeomType.PLANE:
                if m.body_dofnum[m.body_weldid[body]] == 0:
                    add_plane_pairs(m, d, geom, f)
            elif not trees or kind == GeomType.SDF:
                add_all_elements(m, d, geom, f)
    if touches_by_vertices(m, f) and d.nflexpair <= d.maxflexpair:
        add_corners(m, d, first, f)
    if d.nflexpair <= d.maxflexpair:
        sort_keys(d.flexpair_key, first, d.nflexpair - first)
        if touches_by_vertices(m, f):
            d.nflexpair = first + remove_duplicates(d.flexpair_key, first, d.nflexpair - first)
        for pair in range(first, d.nflexpair):
            set_geom_pair(m, d, pair, body, f)


@helper
def add_plane_pairs(m, d, plane: int, f: int) -> None:
    """Add the pairs of a plane with the vertices of a flex that it is near."""
    normal = d.geom_xmat[plane, 2], d.geom_xmat[plane, 5], d.geom_xmat[plane, 8]
    reach = geom_flex_margin(m, plane, f) + geom_flex_gap(m, plane, f) + surface_radius(m, f)
    first, pos = m.flex_vertadr[f], load3(d.geom_xpos, plane)
    for i in range(m.flex_vertnum[f]):
        if not (dot(sub(load3(d.flexvert_xpos, first + i), pos), normal) > reach):
            add_key(d, plane, i)


@helper
def add_corners(m, d, first: int, f: int) -> None:
    """Add the pairs of geoms with the corners of those elements of a soft body that the convex engine is asked for."""
    key, end = d.flexpair_key, d.nflexpair
    for pair in range(first, end):
        geom, e = key[pair, 0], key[pair, 1]
        if geom_pair_kind(m, m.geom_type[geom], f) == FlexPairKind.SOFT_BODY:
            key[pair, 1] = m.flex_vertnum[f] + e
            for i in range(4):
                vertex = m.flex_elem[m.flex_elemdataadr[f] + 4 * e + i]
                if vertex_is_near(m, d, geom, f, vertex):
                    add_key(d, geom, vertex)


@helper
def vertex_is_near(m, d, geom: int, f: int, vertex: int) -> bool:
    """Tell whether a vertex is within reach of the box around a geom."""
    reach = geom_flex_margin(m, geom, f) + geom_flex_gap(m, geom, f) + m.flex_radius[f]
    arm = sub(load3(d.flexvert_xpos, m.flex_vertadr[f] + vertex), load3(d.geom_xpos, geom))
    x, y, z = sub(mul_matT_vec(load9(d.geom_xmat, geom), arm), load3(m.geom_aabb, geom))
    return (
        abs(x) <= m.geom_aabb[geom, 3] + reach
        and abs(y) <= m.geom_aabb[geom, 4] + reach
        and abs(z) <= m.geom_aabb[geom, 5] + reach
    )


@helper
def add_all_elements(m, d, geom: int, f: int) -> None:
    """Add the pairs of a geom with elements of a flex, by their boxes alone."""
    reach = geom_flex_margin(m, geom, f) + geom_flex_gap(m, geom, f) + m.geom_rbound[geom]
    first, centre = m.flex_elemadr[f], load3(d.geom_xpos, geom)
    for e in range(m.flex_elemnum[f]):
        if geom_may_touch(m, geom, f, e) and not sphere_apart(centre, reach, d.flexelem_aabb, first + e):
            add_key(d, geom, e)


@helper
def find_element_pairs(m, d, f1: int, f2: int) -> None:
    """List the pairs of elements of two flexes, by the elements of the first."""
    first = d.nflexpair
    if has_trees(m, m.flex_bvhadr[f1], m.flex_bvhadr[f2]):
        add_by_trees(m, d, f1, f2)
    else:
        for e1 in range(m.flex_elemnum[f1]):
            for e2 in range(m.flex_elemnum[f2]):
                if elements_may_touch(m, d, f1, e1, f2, e2):
                    add_key(d, e1, e2)
    set_element_pairs(m, d, first, f1, f2)


@helper
def add_by_trees(m, d, f1: int, f2: int) -> None:
    """Add the pairs of elements that two trees find, sorted."""
    first = d.nflexpair
    collide_flex_trees(m, d, f1, f2)
    if d.nflexpair <= d.maxflexpair:
        sort_keys(d.flexpair_key, first, d.nflexpair - first)


@helper
def find_own_pairs(m, d, f: int) -> None:
    """List the pairs of elements of a flex that collides with itself, those of a sweep in the order of the sweep."""
    first, how = d.nflexpair, m.flex_selfcollide[f]
    if m.flex_rigid[f] == 0 and (m.flex_contype[f] & m.flex_conaffinity[f]) != 0 and how != FlexSelf.NONE:
        if how == FlexSelf.NARROW or not has_trees(m, m.flex_bvhadr[f], m.flex_bvhadr[f]):
            for e1 in range(m.flex_elemnum[f]):
                for e2 in range(e1 + 1, m.flex_elemnum[f]):
                    if is_active(m, f, e1) and is_active(m, f, e2) and elements_may_touch(m, d, f, e1, f, e2):
                        add_key(d, e1, e2)
        elif how == FlexSelf.BVH or (how == FlexSelf.AUTO and m.flex_dim[f] == 3):
            add_by_trees(m, d, f, f)
        else:
            sweep_elements(m, d, f)
    set_element_pairs(m, d, first, f, f)


@helper
def set_element_pairs(m, d, first: int, f1: int, f2: int) -> None:
    """Describe the pairs of elements of two flexes that were added from `first` on."""
    if d.nflexpair <= d.maxflexpair:
        for pair in range(first, d.nflexpair):
            set_element_pair(m, d, pair, f1, f2)
