"""Cloth: strain of triangles in their plane, and angles between them.

With the strain E = (F'F - 1) / 2 of a triangle, three rows make the energy of an isotropic sheet (plane stress)
diagonal: E_xx + E_yy with stiffness young / (2 (1 - poisson)), E_xx - E_yy and 2 E_xy with the shear modulus, each
times the volume of the triangle. The angle between two triangles has the stiffness of a plate bent about their edge.
"""

from corten.math import vector3
from corten.math.extended_precision import PI_HIGH
from corten.math.inverse_trigonometry import atan2
from corten.math.vector3 import load3
from corten.runtime import helper, per_precision, select
from corten.stages.deformable.slopes import store_edge_slopes2, store_slope

# squares of lengths and areas of triangles that are nothing but a line or point are no smaller than this
TINY = per_precision(1e-200, float32=1e-30)


@helper
def membrane(m, d, c, places):
    """Set the three rows of a triangle; xpbd_rest has the inverse (row by row) of its two edges at rest."""
    origin = load3(places, m.xpbd_vertid[c, 0])
    e1 = vector3.sub(load3(places, m.xpbd_vertid[c, 1]), origin)
    e2 = vector3.sub(load3(places, m.xpbd_vertid[c, 2]), origin)
    b00, b01, b10, b11 = m.xpbd_rest[c, 0], m.xpbd_rest[c, 1], m.xpbd_rest[c, 2], m.xpbd_rest[c, 3]
    x = vector3.add_scaled(vector3.scale(e1, b00), e2, b10)
    y = vector3.add_scaled(vector3.scale(e1, b01), e2, b11)

    along, across = 0.5 * (vector3.dot(x, x) - 1.0), 0.5 * (vector3.dot(y, y) - 1.0)
    d.xpbd_value[0] = along + across
    d.xpbd_value[1] = along - across
    d.xpbd_value[2] = vector3.dot(x, y)

    # derivatives by both edges
    x1, x2 = vector3.scale(x, b00), vector3.scale(x, b10)
    y1, y2 = vector3.scale(y, b01), vector3.scale(y, b11)
    store_edge_slopes2(d, 0, vector3.add(x1, y1), vector3.add(x2, y2))
    store_edge_slopes2(d, 1, vector3.sub(x1, y1), vector3.sub(x2, y2))
    shear1 = vector3.add_scaled(vector3.scale(y, b00), x, b01)
    shear2 = vector3.add_scaled(vector3.scale(y, b10), x, b11)
    store_edge_slopes2(d, 2, shear1, shear2)


@helper
def hinge(m, d, c, places):
    """Set the row of the angle between two triangles, less that at rest [rad]; its edge comes first, then both tips."""
    x0, x1 = load3(places, m.xpbd_vertid[c, 0]), load3(places, m.xpbd_vertid[c, 1])
    edge = vector3.sub(x1, x0)
    left = vector3.sub(load3(places, m.xpbd_vertid[c, 2]), x0)
    right = vector3.sub(load3(places, m.xpbd_vertid[c, 3]), x0)
    n1, n2 = vector3.cross(edge, left), vector3.cross(right, edge)
    axis, length = vector3.normalize(edge)

    angle = atan2(vector3.dot(vector3.cross(n1, n2), axis), vector3.dot(n1, n2)) - m.xpbd_rest[c, 0]
    angle = select(angle > PI_HIGH, angle - 2.0 * PI_HIGH, angle)
    d.xpbd_value[0] = select(angle < -PI_HIGH, angle + 2.0 * PI_HIGH, angle)

    # tips turn about the edge; its ends move so that neither a shift nor a turn of all changes the angle
    tip1 = vector3.scale(n1, -length / max(vector3.dot(n1, n1), TINY))
    tip2 = vector3.scale(n2, -length / max(vector3.dot(n2, n2), TINY))
    square = max(length * length, TINY)
    s1, s2 = vector3.dot(left, edge) / square, vector3.dot(right, edge) / square
    store_slope(d, 0, 0, vector3.add(vector3.scale(tip1, s1 - 1.0), vector3.scale(tip2, s2 - 1.0)))
    store_slope(d, 0, 1, vector3.add(vector3.scale(tip1, -s1), vector3.scale(tip2, -s2)))
    store_slope(d, 0, 2, tip1)
    store_slope(d, 0, 3, tip2)
