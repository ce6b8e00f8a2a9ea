"""Rays against meshes, through the tree of boxes over their triangles.

The nodes of a tree stand in preorder, and each knows the node behind all below it: a walk goes on to the next node
where the ray meets the box, and else skips what is below. So it needs no stack.
"""

from corten.math import vector3
from corten.raycast.shapes import MISS, Hit, ray_box, ray_triangle, vertex
from corten.runtime import FloatArray, Vec2, Vec3, helper, per_precision

# boxes are taken larger by these shares of their place and size, and of the way to them: vertices are kept in single
# precision, and a triangle that is met along its edge must not be lost to a rounding
SINGLE = per_precision(1e-7, float32=5e-7)
ROUNDING = per_precision(1e-12, float32=1e-6)

# farther than any triangle, and slower than any ray along an axis
FAR = per_precision(1e300, float32=1e30)
LEVEL = per_precision(1e-100, float32=1e-30)

# what is known before any triangle is met; its normal has a direction
NOTHING_YET = Hit(-1.0, (0.0, 0.0, 1.0))


@helper
def ray_mesh(m, mesh: int, size: Vec3, p: Vec3, v: Vec3) -> Hit:
    """Return where a ray meets a mesh within a box of half sizes size, all in the mesh's frame.

    Of triangles that are met at the same x the first counts.
    """
    if ray_box(size, p, v).x < 0.0:
        return MISS
    root, count = m.mesh_bvhadr[mesh], m.mesh_bvhnum[mesh]
    per_length = inverse(v[0]), inverse(v[1]), inverse(v[2])
    best, best_face, node = NOTHING_YET, -1, 0

    # walk the hierarchy; boxes behind the best hit are passed over
    while node < count:
        if meets_box(m.bvh_aabb, root + node, p, per_length, best.x):
            face = m.bvh_nodeid[root + node]
            if face >= 0:
                hit = ray_mesh_triangle(m, mesh, face, p, v)
                if hit.x >= 0.0 and (best.x < 0.0 or hit.x < best.x or (hit.x == best.x and face < best_face)):
                    best, best_face = hit, face
            node += 1
        else:
            node = m.bvh_skip[root + node]
    unit, _ = vector3.normalize(best.normal)
    return Hit(best.x, unit)


@helper
def ray_mesh_triangle(m, mesh: int, face: int, p: Vec3, v: Vec3) -> Hit:
    """Return where a ray meets a triangle of a mesh, in the mesh's frame; the normal is not normalized."""
    first, f = m.mesh_vertadr[mesh], m.mesh_faceadr[mesh] + face
    a = vertex(m, first + m.mesh_face[f, 0])
    b = vertex(m, first + m.mesh_face[f, 1])
    c = vertex(m, first + m.mesh_face[f, 2])
    return ray_triangle(a, b, c, p, v)


@helper
def inverse(x: float) -> float:
    """Return 1 / x, 0.0 where x is as good as zero."""
    level = abs(x) < LEVEL
    return 0.0 if level else 1.0 / (1.0 if level else x)


@helper
def meets_box(aabb: FloatArray, node: int, p: Vec3, per_length: Vec3, best: float) -> bool:
    """Tell whether a ray from p meets the box of a node before x = best, anywhere if best is negative."""
    enter_x, leave_x = slab(aabb[node, 0], aabb[node, 3], p[0], per_length[0])
    enter_y, leave_y = slab(aabb[node, 1], aabb[node, 4], p[1], per_length[1])
    enter_z, leave_z = slab(aabb[node, 2], aabb[node, 5], p[2], per_length[2])
    enter = max(max(enter_x, enter_y), max(enter_z, 0.0))
    leave = min(min(leave_x, leave_y), leave_z)
    return enter <= leave and (best < 0.0 or enter <= best)


@helper
def slab(centre: float, half: float, p: float, per_length: float) -> Vec2:
    """Return the range of x in which a ray is between two sides of a box, which are taken somewhat apart."""
    way = centre - p
    reach = half + SINGLE * (abs(centre) + half) + ROUNDING * abs(way)
    first, second = (way - reach) * per_length, (way + reach) * per_length
    if per_length == 0.0:
        first = -FAR if abs(way) <= reach else FAR
        second = -first
        return first, second
    return min(first, second), max(first, second)
