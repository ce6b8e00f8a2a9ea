"""Two trees of boxes against each other: a body's with a flex's, a flex's with another's or with itself.

What a pair of leaves is asked, and which pairs of nodes above it are asked before, is as in MuJoCo: boxes are told
apart along the axes of both. That lets pass more than touches, but not all that the margins of corners would reach.
Of a geom, the ball around it is asked as well, which spares most of the elements around a sphere and no contact.
"""

from corten.constants import MAXVAL
from corten.deformable.contacts.pairs import (
    add_key,
    both_gaps,
    boxes_apart,
    elements_may_touch,
    geom_flex_gap,
    geom_flex_margin,
    geom_may_touch,
    overridden,
    speculative_gap,
)
from corten.enums import GeomType
from corten.math.matrix3 import load9, mul_mat_vec
from corten.math.vector3 import add, load3
from corten.runtime import FloatArray, Mat3, Vec3, helper, per_precision, stage
from corten.runtime.fields import I4, Field
from corten.runtime.scratch import Room, scratch

SCRATCH = scratch(
    Field("flex_stack", I4, ("nflexstack", 2), "pairs of nodes of two trees that are still to be tested"),
)

ROOMS = (
    Room(
        "nflexstack",
        "room for pairs of nodes of two trees, 0 without flexes",
        first=lambda model: 2 * model.nbvh + 2 if model.nflex else 0,
    ),
)

# what rounding may add to the square of a distance at most
ROUNDED = per_precision(1.0 + 1e-12, float32=1.0 + 1e-4)


@helper
def collide_body_tree(m, d, body: int, f: int) -> None:
    """Add the pairs of a body's geoms with elements of a flex whose boxes meet; planes and grids are left out."""
    stack, child, nodeid = d.flex_stack, m.bvh_child, m.bvh_nodeid
    root1, root2 = m.body_bvhadr[body], m.flex_bvhadr[f]
    margin = overridden(m, m.body_margin[body] + m.flex_margin[f]) + max(m.flex_gap[f], speculative_gap(m, f))
    stack[0, 0], stack[0, 1] = 0, 0
    count = 1
    while count > 0:
        count -= 1
        node1, node2 = stack[count, 0], stack[count, 1]
        leaf1, leaf2 = child[root1 + node1, 0] < 0, child[root2 + node2, 0] < 0
        if leaf1 and leaf2:
            add_geom_pair(m, d, nodeid[root1 + node1], f, root2 + node2)
        elif nodes_overlap(m, d, body, root1 + node1, root2 + node2, margin):
            count = descend(m, d, (root1, root2), (node1, node2), count)


@helper
def collide_flex_trees(m, d, f1: int, f2: int) -> None:
    """Add the pairs of elements of two flexes, or of one with itself, whose boxes meet."""
    stack, child, nodeid, box = d.flex_stack, m.bvh_child, m.bvh_nodeid, d.bvh_aabb_dyn
    root1, root2 = m.flex_bvhadr[f1], m.flex_bvhadr[f2]
    margin = overridden(m, m.flex_margin[f1] + m.flex_margin[f2]) + both_gaps(m, f1, f2)
    stack[0, 0], stack[0, 1] = 0, 0
    count = 1
    while count > 0:
        count -= 1
        node1, node2 = stack[count, 0], stack[count, 1]
        # of a flex with itself, each pair once
        if f1 != f2 or node1 <= node2:
            leaf1, leaf2 = child[root1 + node1, 0] < 0, child[root2 + node2, 0] < 0
            if leaf1 and leaf2:
                e1, e2 = nodeid[root1 + node1], nodeid[root2 + node2]
                if elements_may_touch(m, d, f1, e1, f2, e2):
                    add_key(d, e1, e2)
            elif not boxes_apart(box, root1 - m.nbvhstatic + node1, root2 - m.nbvhstatic + node2, margin):
                count = descend(m, d, (root1, root2), (node1, node2), count)


@helper
def descend(m, d, roots: tuple[int, int], nodes: tuple[int, int], count: int) -> int:
    """Put the children of one of two nodes, beside the other, on the stack; return how many pairs it has then."""
    stack, child = d.flex_stack, m.bvh_child
    leaf1, leaf2 = child[roots[0] + nodes[0], 0] < 0, child[roots[1] + nodes[1], 0] < 0
    first = leaf2 or (not leaf1 and surface(m, d, roots[0] + nodes[0]) > surface(m, d, roots[1] + nodes[1]))
    for i in range(2):
        lower = child[roots[0] + nodes[0], i] if first else child[roots[1] + nodes[1], i]
        if lower >= 0:
            stack[count, 0] = lower if first else nodes[0]
            stack[count, 1] = nodes[1] if first else lower
            count += 1
    return count


@helper
def surface(m, d, node: int) -> float:
    """Return the number by which MuJoCo chooses the node to descend: of half sizes less centres, not a surface."""
    static = node < m.nbvhstatic
    i, j = node if static else 0, 0 if static else node - m.nbvhstatic
    fixed, moving = m.bvh_aabb, d.bvh_aabb_dyn
    x = fixed[i, 3] - fixed[i, 0] if static else moving[j, 3] - moving[j, 0]
    y = fixed[i, 4] - fixed[i, 1] if static else moving[j, 4] - moving[j, 1]
    z = fixed[i, 5] - fixed[i, 2] if static else moving[j, 5] - moving[j, 2]
    return x * y + y * z + z * x


@helper
def nodes_overlap(m, d, body: int, node1: int, node2: int, margin: float) -> bool:
    """Tell whether a box in the inertial frame of a body meets a box of a flex's tree."""
    place = node2 - m.nbvhstatic
    if m.bvh_child[node1, 0] < 0:
        geom = m.bvh_nodeid[node1]
        if m.geom_rbound[geom] > 0.0 and sphere_apart(
            load3(d.geom_xpos, geom), m.geom_rbound[geom] + margin, d.bvh_aabb_dyn, place
        ):
            return False
    frame = load3(d.xipos, body), load9(d.ximat, body)
    half = m.bvh_aabb[node1, 3], m.bvh_aabb[node1, 4], m.bvh_aabb[node1, 5]
    return oriented_box_overlaps(frame, (load3(m.bvh_aabb, node1), half), d.bvh_aabb_dyn, place, margin)


@helper
def add_geom_pair(m, d, geom: int, f: int, node: int) -> None:
    """Add the pair of a geom and a leaf of a flex's tree, if their boxes and what they are allow a contact."""
    place, element, kind = node - m.nbvhstatic, m.bvh_nodeid[node], m.geom_type[geom]
    reach = geom_flex_margin(m, geom, f) + geom_flex_gap(m, geom, f)
    if kind != GeomType.PLANE and kind != GeomType.SDF and geom_may_touch(m, geom, f, element):
        centre = load3(d.geom_xpos, geom)
        if not sphere_apart(centre, m.geom_rbound[geom] + reach, d.bvh_aabb_dyn, place):
            half = m.geom_aabb[geom, 3], m.geom_aabb[geom, 4], m.geom_aabb[geom, 5]
            frame = centre, load9(d.geom_xmat, geom)
            if oriented_box_overlaps(frame, (load3(m.geom_aabb, geom), half), d.bvh_aabb_dyn, place, reach):
                add_key(d, geom, element)


@helper
def sphere_apart(centre: Vec3, radius: float, box: FloatArray, i: int) -> bool:
    """Tell whether a ball does not reach a box: centre and half sizes."""
    x = max(abs(centre[0] - box[i, 0]) - box[i, 3], 0.0)
    y = max(abs(centre[1] - box[i, 1]) - box[i, 4], 0.0)
    z = max(abs(centre[2] - box[i, 2]) - box[i, 5], 0.0)
    reach = max(radius, 0.0)
    return x * x + y * y + z * z > ROUNDED * reach * reach


@helper
def oriented_box_overlaps(
    frame: tuple[Vec3, Mat3], oriented: tuple[Vec3, Vec3], box: FloatArray, i: int, margin: float
) -> bool:
    """Tell whether no axis of a box in a frame (position, matrix) and none of the world parts it from another box.

    The first box is (centre, half sizes); where it is infinite, the axes of the other say nothing.
    """
    pos, mat = frame
    half = oriented[1]
    centre = add(mul_mat_vec(mat, oriented[0]), pos)
    x, y, z = box[i, 0] - centre[0], box[i, 1] - centre[1], box[i, 2] - centre[2]
    infinite_x, infinite_y, infinite_z = half[0] >= MAXVAL, half[1] >= MAXVAL, half[2] >= MAXVAL
    if infinite_x and infinite_y and infinite_z:
        return True
    apart_x = is_separating_axis(mat[0], mat[3], mat[6], (x, y, z), box, i, half[0] + margin)
    apart_y = is_separating_axis(mat[1], mat[4], mat[7], (x, y, z), box, i, half[1] + margin)
    apart_z = is_separating_axis(mat[2], mat[5], mat[8], (x, y, z), box, i, half[2] + margin)
    if apart_x or apart_y or apart_z:
        return False
    if infinite_x or infinite_y or infinite_z:
        return True
    return (
        abs(x) <= extent_along(mat[0], mat[1], mat[2], half) + box[i, 3] + margin
        and abs(y) <= extent_along(mat[3], mat[4], mat[5], half) + box[i, 4] + margin
        and abs(z) <= extent_along(mat[6], mat[7], mat[8], half) + box[i, 5] + margin
    )


@helper
def is_separating_axis(x: float, y: float, z: float, offset: Vec3, box: FloatArray, i: int, reach: float) -> bool:
    """Tell whether boxes are apart along the unit vector (x, y, z), the first with a reach from its centre."""
    extent = abs(box[i, 3] * x) + abs(box[i, 4] * y) + abs(box[i, 5] * z)
    return abs(x * offset[0] + y * offset[1] + z * offset[2]) > extent + reach


@helper
def extent_along(x: float, y: float, z: float, half: Vec3) -> float:
    """Return how far an oriented box reaches along an axis of the world, given a row of its matrix."""
    return abs(half[0] * x) + abs(half[1] * y) + abs(half[2] * z)


# ---- boxes of the trees: the tree stays, its boxes are computed anew


@stage
def refit_trees(m, d) -> None:
    """Set the boxes of all trees over flexes: leaves are elements, other nodes hold both children, which come later."""
    box, element_box = d.bvh_aabb_dyn, d.flexelem_aabb

    for f in range(m.nflex):
        root, elements = m.flex_bvhadr[f], m.flex_elemadr[f]
        first = root - m.nbvhstatic
        count = m.flex_bvhnum[f] if root >= 0 else 0
        for i in range(count - 1, -1, -1):
            element = m.bvh_nodeid[root + i]
            if element >= 0:
                for k in range(6):
                    box[first + i, k] = element_box[elements + element, k]
            else:
                unite_boxes(box, first + i, first + m.bvh_child[root + i, 0], first + m.bvh_child[root + i, 1])


@helper
def unite_boxes(box: FloatArray, target: int, first: int, second: int) -> None:
    """Write the box around two others."""
    for k in range(3):
        low = min(box[first, k] - box[first, k + 3], box[second, k] - box[second, k + 3])
        high = max(box[first, k] + box[first, k + 3], box[second, k] + box[second, k + 3])
        box[target, k] = 0.5 * (high + low)
        box[target, k + 3] = 0.5 * (high - low)
