"""Which geoms come near each other within a step, at their present velocities."""

from corten.enums import GeomType
from corten.math.vector3 import dot, load3, scale, sub
from corten.runtime import helper


@helper
def moving_spheres_overlap(m, d, g1, g2, margin):
    """Tell whether bounding spheres come closer than margin at some time of the step, or a sphere to a plane.

    Geoms that move on by less than the thickness of either count as standing still (MuJoCo's rule).
    """
    r1, r2 = m.geom_rbound[g1], m.geom_rbound[g2]
    offset = sub(load3(d.geom_xpos, g2), load3(d.geom_xpos, g1))
    least = least_thickness(m, g1, g2)
    way = sub(counted_shift(d, g2, least), counted_shift(d, g1, least))
    if r1 > 0.0 and r2 > 0.0:
        square, reach = dot(way, way), r1 + r2 + margin
        when = 0.0
        if square > 0.0:
            when = min(max(-dot(offset, way) / square, 0.0), 1.0)
        x, y, z = offset[0] + when * way[0], offset[1] + when * way[1], offset[2] + when * way[2]
        return x * x + y * y + z * z <= reach * reach
    if m.geom_type[g1] == GeomType.PLANE and r2 > 0.0:
        height, moved = height_above(d, g1, offset), height_above(d, g1, way)
        return min(height, height + moved) <= margin + r2
    if m.geom_type[g2] == GeomType.PLANE and r1 > 0.0:
        height, moved = -height_above(d, g2, offset), -height_above(d, g2, way)
        return min(height, height + moved) <= margin + r1
    return True


@helper
def least_thickness(m, g1, g2):
    """Return half of the shortest side of the boxes around two geoms [m]; a plane has none."""
    thickness = half_thickness(m, g2)
    if m.geom_type[g2] == GeomType.PLANE:
        thickness = half_thickness(m, g1)
    elif m.geom_type[g1] != GeomType.PLANE:
        thickness = min(thickness, half_thickness(m, g1))
    return thickness


@helper
def half_thickness(m, g):
    """Return half of the shortest side of the box around a geom [m]."""
    return min(m.geom_aabb[g, 3], min(m.geom_aabb[g, 4], m.geom_aabb[g, 5]))


@helper
def counted_shift(d, g, least):
    """Return the way of a geom within a step [m], nothing if all of its points move on by less than `least`."""
    return scale(load3(d.geom_shift, g), 1.0 if d.geom_travel[g] >= least else 0.0)


@helper
def height_above(d, plane, offset):
    """Return the part of an offset along the normal of a plane."""
    return dot(offset, (d.geom_xmat[plane, 2], d.geom_xmat[plane, 5], d.geom_xmat[plane, 8]))
