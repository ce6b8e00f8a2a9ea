"""Normals of triangles, between those of their corners."""

from corten.math.matrix3 import load9, mul_mat_vec
from corten.math.vector3 import load3, normalize
from corten.runtime import helper


@helper
def face_normal(m, shape, face, second, third):
    """Return the normal at a point of a triangle of a shape, in the world."""
    first, normal, size = 1.0 - second - third, m.tri_normal, load3(m.shape_size, shape)
    x = first * normal[face, 0] + second * normal[face, 3] + third * normal[face, 6]
    y = first * normal[face, 1] + second * normal[face, 4] + third * normal[face, 7]
    z = first * normal[face, 2] + second * normal[face, 5] + third * normal[face, 8]
    unit, _ = normalize((x / size[0], y / size[1], z / size[2]))
    return mul_mat_vec(load9(m.shape_mat, shape), unit)
