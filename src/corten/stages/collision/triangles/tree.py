"""The trees over the triangles of meshes: boxes against points and boxes, and the triangle nearest to a point.

A tree is walked in its own order; each node says where to go on when its box is missed, so no stack is needed.
"""

from corten.constants import MAXVAL
from corten.math.matrix3 import mul_mat_vec
from corten.math.vector3 import add, dot, store3, sub
from corten.runtime import helper, sqrt
from corten.stages.collision.triangles.surface import corners, nearest_feature


@helper
def box_distance2(m, node, p):
    """Return the square of the distance of a point from the box of a node [m^2]."""
    box = m.bvh_aabb
    x = max(abs(p[0] - box[node, 0]) - box[node, 3], 0.0)
    y = max(abs(p[1] - box[node, 1]) - box[node, 4], 0.0)
    z = max(abs(p[2] - box[node, 2]) - box[node, 5], 0.0)
    return x * x + y * y + z * z


@helper
def turned_box(m, node, turn, offset, reach):
    """Return (centre, half sizes) of the box around the box of a node in another frame, with a layer around it."""
    box = m.bvh_aabb
    centre = add(mul_mat_vec(turn, (box[node, 0], box[node, 1], box[node, 2])), offset)
    x, y, z = box[node, 3], box[node, 4], box[node, 5]
    half = (
        abs(turn[0]) * x + abs(turn[1]) * y + abs(turn[2]) * z + reach,
        abs(turn[3]) * x + abs(turn[4]) * y + abs(turn[5]) * z + reach,
        abs(turn[6]) * x + abs(turn[7]) * y + abs(turn[8]) * z + reach,
    )
    return centre, half


@helper
def may_face(m, node, cone, p):
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
def box_overlaps(m, node, centre, half):
    """Tell whether the box of a node overlaps another one in the same frame."""
    box = m.bvh_aabb
    return (
        abs(centre[0] - box[node, 0]) <= half[0] + box[node, 3]
        and abs(centre[1] - box[node, 1]) <= half[1] + box[node, 4]
        and abs(centre[2] - box[node, 2]) <= half[2] + box[node, 5]
    )


@helper
def meets_some_leaf(m, d, mesh, centre, half):
    """Tell whether a box overlaps the box of some triangle."""
    root, node = m.mesh_bvhadr[mesh], 0
    while node < m.mesh_bvhnum[mesh]:
        d.ntrinode += 1
        if box_overlaps(m, root + node, centre, half):
            if m.bvh_nodeid[root + node] >= 0:
                return True
            node += 1
        else:
            node = m.bvh_skip[root + node]
    return False


@helper
def reach_along(m, d, mesh, direction):
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
def find_nearest(m, d, mesh, p, reach):
    """Find the triangle nearest to a point within reach, and tell whether there is one."""
    root, node = m.mesh_bvhadr[mesh], 0
    d.near_triangle, d.near_dist2 = -1, reach * reach
    while node < m.mesh_bvhnum[mesh]:
        d.ntrinode += 1
        if box_distance2(m, root + node, p) <= d.near_dist2:
            triangle = m.bvh_nodeid[root + node]
            if triangle >= 0:
                a, b, c = corners(m, mesh, triangle)
                point, feature = nearest_feature(a, b, c, p)
                note_nearest(d, triangle, feature, point, p)
            node += 1
        else:
            node = m.bvh_skip[root + node]
    return d.near_triangle >= 0


@helper
def note_nearest(d, triangle, feature, point, p):
    """Remember a triangle if it is nearer to a point than all before; return the square of its distance [m^2]."""
    arm = sub(p, point)
    dist2 = dot(arm, arm)
    if dist2 < d.near_dist2 or (d.near_triangle < 0 and dist2 == d.near_dist2):
        d.near_triangle, d.near_feature, d.near_dist2 = triangle, feature, dist2
        store3(d.near_point, 0, point)
    return dist2
