"""Rays against triangles."""

from corten.constants import MINVAL
from corten.math import vector3
from corten.raycast.hit import Hit
from corten.runtime import helper


@helper
def ray_triangle(a, b, c, p, v):
    """Return where a ray meets the triangle a b c from either side; the normal is not normalized.

    Solves p + x v = c + s (a - c) + t (b - c) by Cramer's rule, for s, t >= 0 and s + t <= 1.
    """
    edge_a, edge_b, offset = vector3.sub(a, c), vector3.sub(b, c), vector3.sub(p, c)
    normal = vector3.cross(edge_a, edge_b)
    volume = -vector3.dot(v, normal)
    if abs(volume) < MINVAL:
        return Hit(-1.0, normal)
    moment = vector3.cross(offset, v)
    s, t = vector3.dot(moment, edge_b) / volume, -vector3.dot(moment, edge_a) / volume
    if s < 0.0 or t < 0.0 or s + t > 1.0:
        return Hit(-1.0, normal)
    return Hit(vector3.dot(offset, normal) / volume, normal)


@helper
def vertex(m, i):
    """Return a vertex of a mesh in double precision."""
    return float(m.mesh_vert[i, 0]), float(m.mesh_vert[i, 1]), float(m.mesh_vert[i, 2])
