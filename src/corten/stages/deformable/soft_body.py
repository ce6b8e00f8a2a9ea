"""Soft bodies: strain of tetrahedra.

Five rows are the part of E = (F'F - 1) / 2 that changes the shape, in an orthonormal basis, with stiffness 2 mu times
volume; the sixth is det F - 1, the relative change of volume, with the bulk modulus. For small strain that is linear
elasticity of an isotropic solid.
"""

from corten.math import vector3
from corten.math.vector3 import load3
from corten.runtime import helper
from corten.stages.deformable.slopes import store_edge_slopes3

HALF_ROOT = 0.7071067811865476
SIXTH_ROOT = 0.4082482904638631


@helper
def solid(m, d, c, places):
    """Set the six rows of a tetrahedron; xpbd_rest has the inverse (row by row) of its three edges at rest."""
    value = d.xpbd_value
    x, y, z = stretches(m, c, places)
    xx, yy, zz = vector3.dot(x, x) - 1.0, vector3.dot(y, y) - 1.0, vector3.dot(z, z) - 1.0
    area = vector3.cross(y, z)
    none = (0.0, 0.0, 0.0)

    value[0] = 0.5 * HALF_ROOT * (xx - yy)
    store_by_stretch(m, d, c, 0, vector3.scale(x, HALF_ROOT), vector3.scale(y, -HALF_ROOT), none)
    value[1] = 0.5 * SIXTH_ROOT * (xx + yy - 2.0 * zz)
    flat = vector3.scale(z, -2.0 * SIXTH_ROOT)
    store_by_stretch(m, d, c, 1, vector3.scale(x, SIXTH_ROOT), vector3.scale(y, SIXTH_ROOT), flat)
    value[2] = HALF_ROOT * vector3.dot(x, y)
    store_by_stretch(m, d, c, 2, vector3.scale(y, HALF_ROOT), vector3.scale(x, HALF_ROOT), none)
    value[3] = HALF_ROOT * vector3.dot(x, z)
    store_by_stretch(m, d, c, 3, vector3.scale(z, HALF_ROOT), none, vector3.scale(x, HALF_ROOT))
    value[4] = HALF_ROOT * vector3.dot(y, z)
    store_by_stretch(m, d, c, 4, none, vector3.scale(z, HALF_ROOT), vector3.scale(y, HALF_ROOT))
    value[5] = vector3.dot(x, area) - 1.0
    store_by_stretch(m, d, c, 5, area, vector3.cross(z, x), vector3.cross(x, y))


@helper
def stretches(m, c, places):
    """Return the columns of F: what has become of the axes of the shape at rest."""
    origin = load3(places, m.xpbd_vertid[c, 0])
    e1 = vector3.sub(load3(places, m.xpbd_vertid[c, 1]), origin)
    e2 = vector3.sub(load3(places, m.xpbd_vertid[c, 2]), origin)
    e3 = vector3.sub(load3(places, m.xpbd_vertid[c, 3]), origin)
    return stretch(m, c, 0, e1, e2, e3), stretch(m, c, 1, e1, e2, e3), stretch(m, c, 2, e1, e2, e3)


@helper
def stretch(m, c, axis, e1, e2, e3):
    """Return one column of F."""
    rest = m.xpbd_rest
    sum2 = vector3.add_scaled(vector3.scale(e1, rest[c, axis]), e2, rest[c, 3 + axis])
    return vector3.add_scaled(sum2, e3, rest[c, 6 + axis])


@helper
def store_by_stretch(m, d, c, r, x, y, z):
    """Set the derivatives of row r by the vertices from those by the columns of F."""
    first, second, third = by_edge(m, c, 0, x, y, z), by_edge(m, c, 3, x, y, z), by_edge(m, c, 6, x, y, z)
    store_edge_slopes3(d, r, first, second, third)


@helper
def by_edge(m, c, entry, x, y, z):
    """Return the derivative by an edge, whose row of the inverse begins at `entry`."""
    rest = m.xpbd_rest
    sum2 = vector3.add_scaled(vector3.scale(x, rest[c, entry]), y, rest[c, entry + 1])
    return vector3.add_scaled(sum2, z, rest[c, entry + 2])
