r"""Bounding volume hierarchies (BVH) of meshes: boxes against points and boxes, and the triangle nearest to a point.

Nodes stand in preorder, and `bvh_skip` tells which one comes after all that are below a node, so a walk needs no stack:

         0                 hit:   go on to node + 1
        / \                miss:  go on to skip[node]
       1   4
      / \   \              order 0 1 2 3 4 5, skip[1] = 4
     2   3   5

`tri_cone` bounds the normals below a node: a ball is touched only by what faces it (`may_face`).
"""

from corten.constants import MAXVAL
from corten.math.pose import Box
from corten.math.triangle import nearest_on_triangle
from corten.math.vector3 import dot, sub
from corten.runtime import Vec3, helper, sqrt
from corten.stages.collision.triangles.surface import Nearest, corners

NO_POINT = (0.0, 0.0, 0.0)


@helper
def box_distance2(m, node: int, p: Vec3) -> float:
    """Return the square of the distance of a point from the box of a node [m^2]."""
    box = m.bvh_aabb
    x = max(abs(p[0] - box[node, 0]) - box[node, 3], 0.0)
    y = max(abs(p[1] - box[node, 1]) - box[node, 4], 0.0)
    z = max(abs(p[2] - box[node, 2]) - box[node, 5], 0.0)
    return x * x + y * y + z * z


@helper
def may_face(m, node: int, cone: int, p: Vec3) -> bool:
    """Tell whether some normal below a node may lie along the way from its box to a point, or against it."""
    box, cones = m.bvh_aabb, m.tri_cone
    x, y, z = p[0] - box[node, 0], p[1] - box[node, 1], p[2] - box[node, 2]
    along = abs(x * cones[cone, 0] + y * cones[cone, 1] + z * cones[cone, 2])
    radius2 = box[node, 3] * box[node, 3] + box[node, 4] * box[node, 4] + box[node, 5] * box[node, 5]
    apart2 = x * x + y * y + z * z - radius2
    if apart2 <= 0.0 or cones[cone, 3] <= 0.0:
        return True
    return along >= cones[cone, 3] * sqrt(apart2) - cones[cone, 4] * sqrt(radius2)


@helper
def node_overlaps(m, node: int, box: Box) -> bool:
    """Tell whether the box of a node overlaps another one in the same frame."""
    own, centre, half = m.bvh_aabb, box.centre, box.half
    return (
        abs(centre[0] - own[node, 0]) <= half[0] + own[node, 3]
        and abs(centre[1] - own[node, 1]) <= half[1] + own[node, 4]
        and abs(centre[2] - own[node, 2]) <= half[2] + own[node, 5]
    )


@helper
def meets_some_leaf(m, d, mesh: int, box: Box) -> bool:
    """Tell whether a box overlaps the box of some triangle."""
    root, node = m.mesh_bvhadr[mesh], 0
    while node < m.mesh_bvhnum[mesh]:
        d.ntrinode += 1
        if node_overlaps(m, root + node, box):
            if m.bvh_nodeid[root + node] >= 0:
                return True
            node += 1
        else:
            node = m.bvh_skip[root + node]
    return False


@helper
def reach_along(m, d, mesh: int, direction: Vec3) -> float:
    """Return how far a mesh reaches along a direction from its origin [m]."""
    root, node = m.mesh_bvhadr[mesh], 0
    x, y, z = direction
    reach = -MAXVAL
    while node < m.mesh_bvhnum[mesh]:
        d.ntrinode += 1
        box, here = m.bvh_aabb, root + node
        middle = box[here, 0] * x + box[here, 1] * y + box[here, 2] * z
        if middle + (box[here, 3] * abs(x) + box[here, 4] * abs(y) + box[here, 5] * abs(z)) > reach:
            triangle = m.bvh_nodeid[here]
            if triangle >= 0:
                a, b, c = corners(m, mesh, triangle)
                reach = max(reach, max(dot(a, direction), max(dot(b, direction), dot(c, direction))))
            node += 1
        else:
            node = m.bvh_skip[here]
    return reach


@helper
def find_nearest(m, d, mesh: int, p: Vec3, reach: float) -> Nearest:
    """Return the triangle of a mesh that is nearest to a point within reach."""
    root, node = m.mesh_bvhadr[mesh], 0
    nearest = nothing_within(reach)
    while node < m.mesh_bvhnum[mesh]:
        d.ntrinode += 1
        if box_distance2(m, root + node, p) <= nearest.dist2:
            triangle = m.bvh_nodeid[root + node]
            if triangle >= 0:
                nearest = nearer(nearest, nearest_of_triangle(m, mesh, triangle, p))
            node += 1
        else:
            node = m.bvh_skip[root + node]
    return nearest


@helper
def nothing_within(reach: float) -> Nearest:
    """Return what a search for the nearest triangle within reach begins with."""
    return Nearest(-1, 0, NO_POINT, reach * reach)


@helper
def nearest_of_triangle(m, mesh: int, triangle: int, p: Vec3) -> Nearest:
    """Return the point of one triangle that is nearest to p."""
    a, b, c = corners(m, mesh, triangle)
    found = nearest_on_triangle(a, b, c, p)
    arm = sub(p, found.point)
    return Nearest(triangle, found.feature, found.point, dot(arm, arm))


@helper
def nearer(nearest: Nearest, found: Nearest) -> Nearest:
    """Return the nearer of two triangles, the first if they are equally near."""
    if found.dist2 < nearest.dist2 or (nearest.triangle < 0 and found.dist2 == nearest.dist2):
        return found
    return nearest
