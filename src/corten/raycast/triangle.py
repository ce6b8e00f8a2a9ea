"""Rays against triangles."""

from corten.constants import MINVAL
from corten.math import vector3
from corten.runtime import helper


@helper
def ray_triangle(a, b, c, p, v):
    """Return (x, normal, not normalized) of the triangle a b c from either side, x = -1.0 if it is not met.

    Solves p + x v = c + s (a - c) + t (b - c) by Cramer's rule, for s, t >= 0 and s + t <= 1.
    """
    edge_a, edge_b, offset = vector3.sub(a, c), vector3.sub(b, c), vector3.sub(p, c)
    normal = vector3.cross(edge_a, edge_b)
    volume = -vector3.dot(v, normal)
    if abs(volume) < MINVAL:
        return -1.0, normal
    moment = vector3.cross(offset, v)
    s, t = vector3.dot(moment, edge_b) / volume, -vector3.dot(moment, edge_a) / volume
    if s < 0.0 or t < 0.0 or s + t > 1.0:
        return -1.0, normal
    return vector3.dot(offset, normal) / volume, normal


@helper
def vertex(m, i):
    """Return a vertex of a mesh in double precision."""
    return float(m.mesh_vert[i, 0]), float(m.mesh_vert[i, 1]), float(m.mesh_vert[i, 2])
