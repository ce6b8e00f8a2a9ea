"""Filters: which bodies and geoms may touch at all, by their settings and their bounding spheres.

As MuJoCo's: contype & conaffinity either way, bodies that are not welded together, no parent and child (unless the
parent is the world), no <exclude>; explicit pairs are subject to distance alone. Spheres are compared where they are
now or, for speculative contacts, within the step.
"""

from corten.enums import DisableBit, EnableBit, GeomType
from corten.math.vector3 import dot, load3, scale, sub
from corten.runtime import FloatArray, IntArray, Vec3, helper, select
from corten.stages.collision.broad.bounds import SLACK

# ---- bodies and geoms


@helper
def bodies_collide(m, body1: int, body2: int) -> bool:
    """Tell whether two bodies, one of which has dofs, may touch.

    Not if they are welded together, are parent and child below the world, are excluded, or share no contact type.
    """
    contype, conaffinity = m.body_contype, m.body_conaffinity
    if (contype[body1] & conaffinity[body2]) == 0 and (contype[body2] & conaffinity[body1]) == 0:
        return False

    # welded together, or parent and child
    weldid, parentid = m.body_weldid, m.body_parentid
    weld1, weld2 = weldid[body1], weldid[body2]
    if weld1 == weld2:
        return False
    related = weld1 == weldid[parentid[weld2]] or weld2 == weldid[parentid[weld1]]
    if related and weld1 != 0 and weld2 != 0 and (m.opt_disableflags & DisableBit.FILTERPARENT) == 0:
        return False

    # <exclude>, a sorted list of pairs
    if m.nexclude > 0:
        signature = (min(body1, body2) << 16) + max(body1, body2)
        place = lower_bound(m.exclude_signature, m.nexclude, signature)
        if place < m.nexclude and m.exclude_signature[place] == signature:
            return False
    return True


@helper
def lower_bound(signatures: IntArray, count: int, wanted: int) -> int:
    """Return the first place in a sorted list that is not below a number; the search has no branches to guess."""
    low, rest = 0, count
    while rest > 0:
        half = (rest + 1) >> 1
        low += select(signatures[low + half - 1] < wanted, half, 0)
        rest -= half
    return low


@helper
def geoms_collide(m, d, g1: int, g2: int, moving: bool) -> bool:
    """Tell whether two geoms of bodies that may touch are near enough and match; explicit pairs are found elsewhere.

    With `moving`, they are near enough if they come so within the step.
    """
    if not share_type(m, g1, g2) or not near_enough(m, d, g1, g2, -1, moving):
        return False
    return not (m.npair > 0 and is_explicit(m, g1, g2))


@helper
def share_type(m, g1: int, g2: int) -> bool:
    """Tell whether the contact type of one of two geoms is among those that the other takes."""
    contype, conaffinity = m.geom_contype, m.geom_conaffinity
    return ((contype[g1] & conaffinity[g2]) | (contype[g2] & conaffinity[g1])) != 0


@helper
def is_explicit(m, g1: int, g2: int) -> bool:
    """Tell whether two geoms make an explicit pair; g1 belongs to the lower body."""
    signature = (m.geom_bodyid[g1] << 16) + m.geom_bodyid[g2]
    k = lower_bound(m.pair_signature, m.npair, signature)
    while k < m.npair and m.pair_signature[k] == signature:
        first, second = m.pair_geom1[k], m.pair_geom2[k]
        if (first == g1 and second == g2) or (first == g2 and second == g1):
            return True
        k += 1
    return False


@helper
def pair_margin(m, g1: int, g2: int, pair: int) -> float:
    """Return the distance below which contacts of two geoms give force [m]."""
    if (m.opt_enableflags & EnableBit.OVERRIDE) != 0:
        return m.opt_o_margin
    if pair >= 0:
        return m.pair_margin[pair]
    return m.geom_margin[g1] + m.geom_margin[g2]


@helper
def pair_gap(m, g1: int, g2: int, pair: int) -> float:
    """Return the distance beyond the margin up to which contacts are seen [m]."""
    if pair >= 0:
        return m.pair_gap[pair]
    return m.geom_gap[g1] + m.geom_gap[g2]


@helper
def boxes_overlap(first: FloatArray, i: int, second: FloatArray, j: int) -> bool:
    """Tell whether two boxes share a point."""
    return (
        first[i, 0] <= second[j, 3]
        and first[i, 3] >= second[j, 0]
        and first[i, 1] <= second[j, 4]
        and first[i, 4] >= second[j, 1]
        and first[i, 2] <= second[j, 5]
        and first[i, 5] >= second[j, 2]
    )


@helper
def box_reaches_plane(m, d, plane: int, box: FloatArray, i: int) -> bool:
    """Tell whether a box comes as low as margin and gap of a plane."""
    nx, ny, nz = d.geom_xmat[plane, 2], d.geom_xmat[plane, 5], d.geom_xmat[plane, 8]
    x, y, z = load3(d.geom_xpos, plane)
    low = min(nx * (box[i, 0] - x), nx * (box[i, 3] - x))
    low += min(ny * (box[i, 1] - y), ny * (box[i, 4] - y))
    low += min(nz * (box[i, 2] - z), nz * (box[i, 5] - z))
    margin = 0.5 * m.opt_o_margin if (m.opt_enableflags & EnableBit.OVERRIDE) != 0 else m.geom_margin[plane]
    size = abs(x) + abs(y) + abs(z) + abs(box[i, 0]) + abs(box[i, 1]) + abs(box[i, 2])
    return low <= margin + m.geom_gap[plane] + SLACK * size


@helper
def near_enough(m, d, g1: int, g2: int, pair: int, moving: bool) -> bool:
    """Tell whether bounding spheres come closer than margin and gap, now or, with `moving`, within the step."""
    reach = pair_margin(m, g1, g2, pair) + pair_gap(m, g1, g2, pair)
    if moving:
        return moving_spheres_overlap(m, d, g1, g2, reach)
    return spheres_overlap(m, d, g1, g2, reach)


@helper
def spheres_overlap(m, d, g1: int, g2: int, margin: float) -> bool:
    """Tell whether bounding spheres come closer than margin, or a sphere to a plane."""
    r1, r2 = m.geom_rbound[g1], m.geom_rbound[g2]
    offset = sub(load3(d.geom_xpos, g1), load3(d.geom_xpos, g2))
    if r1 > 0.0 and r2 > 0.0:
        reach = r1 + r2 + margin
        return dot(offset, offset) <= reach * reach
    if m.geom_type[g1] == GeomType.PLANE and r2 > 0.0:
        return -height_above(d, g1, offset) <= margin + r2
    if m.geom_type[g2] == GeomType.PLANE and r1 > 0.0:
        return height_above(d, g2, offset) <= margin + r1
    return True


@helper
def moving_spheres_overlap(m, d, g1: int, g2: int, margin: float) -> bool:
    """Tell whether bounding spheres come closer than margin at some time of the step, or a sphere to a plane.

    Geoms that move on by less than the thickness of either count as standing still (MuJoCo's rule).
    """
    r1, r2 = m.geom_rbound[g1], m.geom_rbound[g2]
    offset = sub(load3(d.geom_xpos, g2), load3(d.geom_xpos, g1))
    least = least_thickness(m, g1, g2)
    way = sub(effective_shift(d, g2, least), effective_shift(d, g1, least))

    # two spheres: the least distance of a point to the segment of their relative way
    if r1 > 0.0 and r2 > 0.0:
        square, reach = dot(way, way), r1 + r2 + margin
        when = 0.0
        if square > 0.0:
            when = min(max(-dot(offset, way) / square, 0.0), 1.0)
        x, y, z = offset[0] + when * way[0], offset[1] + when * way[1], offset[2] + when * way[2]
        return x * x + y * y + z * z <= reach * reach

    # sphere and plane: the lower of both ends
    if m.geom_type[g1] == GeomType.PLANE and r2 > 0.0:
        height, moved = height_above(d, g1, offset), height_above(d, g1, way)
        return min(height, height + moved) <= margin + r2
    if m.geom_type[g2] == GeomType.PLANE and r1 > 0.0:
        height, moved = -height_above(d, g2, offset), -height_above(d, g2, way)
        return min(height, height + moved) <= margin + r1
    return True


@helper
def least_thickness(m, g1: int, g2: int) -> float:
    """Return half of the shortest side of the boxes around two geoms [m]; a plane has none."""
    thickness = half_thickness(m, g2)
    if m.geom_type[g2] == GeomType.PLANE:
        thickness = half_thickness(m, g1)
    elif m.geom_type[g1] != GeomType.PLANE:
        thickness = min(thickness, half_thickness(m, g1))
    return thickness


@helper
def half_thickness(m, g: int) -> float:
    """Return half of the shortest side of the box around a geom [m]."""
    return min(m.geom_aabb[g, 3], min(m.geom_aabb[g, 4], m.geom_aabb[g, 5]))


@helper
def effective_shift(d, g: int, least: float) -> Vec3:
    """Return the way of a geom within a step [m], nothing if all of its points move on by less than `least`."""
    return scale(load3(d.geom_shift, g), 1.0 if d.geom_travel[g] >= least else 0.0)


@helper
def height_above(d, plane: int, offset: Vec3) -> float:
    """Return the part of an offset along the normal of a plane."""
    return dot(offset, (d.geom_xmat[plane, 2], d.geom_xmat[plane, 5], d.geom_xmat[plane, 8]))
