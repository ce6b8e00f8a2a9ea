"""Rays against a mesh, triangle by triangle, and the nodes that a walk through its tree visits."""

from corten.math import vector3
from corten.math.vector3 import load3, store3
from corten.raycast.mesh import inverse, meets_box, ray_mesh_triangle
from corten.raycast.shapes import MISS, Hit, ray_box
from corten.runtime import helper, stage


@helper
def ray_all_triangles(m, mesh, size, p, v):
    """Return where a ray meets the nearest triangle, the first of those that are equally near."""
    if ray_box(size, p, v).x < 0.0:
        return MISS
    best = -1.0
    best_normal = (0.0, 0.0, 1.0)
    for face in range(m.mesh_facenum[mesh]):
        x, normal = ray_mesh_triangle(m, mesh, face, p, v)
        if x >= 0.0 and (best < 0.0 or x < best):
            best = x
            best_normal = normal
    unit, _ = vector3.normalize(best_normal)
    return Hit(best, unit)


@stage
def cast_at_all_triangles(m, d):
    """Find where rays in the frame of the first mesh meet it."""
    for i in range(d.nray):
        x, normal = ray_all_triangles(m, 0, load3(m.geom_size, 0), load3(d.origin, i), load3(d.direction, i))
        d.distance[i] = x
        store3(d.normal, i, normal)


@stage
def count_visits(m, d):
    """Count the nodes of the tree of the first mesh whose boxes are tried, for rays whose first hit is not known
    yet.
    """
    root, count = m.mesh_bvhadr[0], m.mesh_bvhnum[0]
    for i in range(d.nray):
        p, v = load3(d.origin, i), load3(d.direction, i)
        per_length = inverse(v[0]), inverse(v[1]), inverse(v[2])
        visits = 0
        node = 0
        while node < count:
            visits += 1
            if meets_box(m.bvh_aabb, root + node, p, per_length, -1.0):
                node += 1
            else:
                node = m.bvh_skip[root + node]
        d.geom[i] = visits
