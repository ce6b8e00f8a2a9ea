"""Support points for the portal: as those of the newer engine, but a direction without a component has no side.

Along an axis of a box, for example, the farthest point is the centre of a face, not one of its corners.
"""

from typing import NamedTuple

from corten.constants import MINVAL
from corten.enums import GeomType
from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_vec
from corten.math.vector3 import Vector3, add, add_scaled, load3, normalize, scale, store3, sub
from corten.runtime import helper, select, sqrt
from corten.stages.collision.convex.support import ELEMENT, support_element, support_prism
from corten.stages.collision.convex.vertex_search import climb_from, search_mesh, searches_all


class SupportPair(NamedTuple):
    """A point of the Minkowski difference, and the points of both shapes of which it is the difference [m]."""

    difference: Vector3
    first: Vector3
    second: Vector3


@helper
def find_support(m, d, direction):
    """Return the farthest point of the Minkowski difference along a unit vector."""
    first = farthest_point(m, d, 0, direction)
    second = farthest_point(m, d, 1, scale(direction, -1.0))
    return SupportPair(sub(first, second), first, second)


@helper
def farthest_point(m, d, side, direction):
    """Return the farthest point of a shape along a unit vector, its layer included [m]."""
    if d.ccd_type[side] == GeomType.HFIELD:
        return add_scaled(support_prism(d, direction), direction, d.ccd_inflate[side])
    if d.ccd_type[side] == ELEMENT:
        return add_scaled(support_element(d, side, direction), direction, d.ccd_inflate[side])
    mat = load9(d.ccd_mat, side)
    local = mul_matT_vec(mat, direction)
    point = add_scaled(farthest_local(m, d, side, local), local, d.ccd_inflate[side])
    return add(mul_mat_vec(mat, point), load3(d.ccd_pos, side))


@helper
def farthest_local(m, d, side, local):
    """Return the farthest point of a bare shape in its own frame, along a unit vector in its own frame."""
    kind, size = d.ccd_type[side], load3(d.ccd_size, side)
    point = scale(local, size[0])
    if kind == GeomType.CAPSULE:
        point = point[0], point[1], point[2] + sign_of(local[2]) * size[1]
    elif kind == GeomType.ELLIPSOID:
        unit, _ = normalize((local[0] * size[0], local[1] * size[1], local[2] * size[2]))
        point = unit[0] * size[0], unit[1] * size[1], unit[2] * size[2]
    elif kind == GeomType.CYLINDER:
        across = sqrt(local[0] * local[0] + local[1] * local[1])
        along_axis = across <= MINVAL
        x = select(along_axis, 0.0, local[0] / select(along_axis, 1.0, across) * size[0])
        y = select(along_axis, 0.0, local[1] / select(along_axis, 1.0, across) * size[0])
        point = x, y, sign_of(local[2]) * size[1]
    elif kind == GeomType.BOX:
        point = sign_of(local[0]) * size[0], sign_of(local[1]) * size[1], sign_of(local[2]) * size[2]
    elif kind == GeomType.MESH:
        mesh = d.ccd_mesh[side]
        vertex = 0
        if searches_all(m, mesh):
            vertex = search_mesh(m, mesh, local, 0)
        else:
            vertex = climb_from(m, d, side, local, max(d.ccd_hullvertex[side], 0))
        point = load3(m.mesh_vert, m.mesh_vertadr[mesh] + vertex)
    return point


@helper
def sign_of(x):
    """Return -1.0, 0.0 or 1.0."""
    return select(x > 0.0, 1.0, select(x < 0.0, -1.0, 0.0))


@helper
def store_support(portal, row, pair):
    """Write a point of the Minkowski difference into a row of the portal."""
    store3(portal, row, pair.difference)
    portal[row, 3], portal[row, 4], portal[row, 5] = pair.first
    portal[row, 6], portal[row, 7], portal[row, 8] = pair.second
