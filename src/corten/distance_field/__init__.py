"""Signed distances of points to shapes and their gradients: primitive shapes, and geoms of type sdf.

A distance is negative inside. Points, distances and gradients are in the frame of the shape.
"""

from corten.assets.implicit.formulas import implicit_distance, implicit_gradient
from corten.distance_field.interpolation import octree_distance, octree_gradient
from corten.distance_field.primitives import shape_distance, shape_gradient
from corten.enums import GeomType
from corten.math.vector3 import load3
from corten.runtime import Vec3, helper

# ---- distances of points to geoms, by their type


@helper
def plugin_parameters(m, i: int) -> tuple[float, ...]:
    """Return the parameters of a plugin that is a shape."""
    prm = m.plugin_prm
    return prm[i, 0], prm[i, 1], prm[i, 2], prm[i, 3], prm[i, 4]


@helper
def sdf_distance(m, g: int, x: Vec3) -> float:
    """Return the signed distance [m] of a point, in the frame of the geom, to a geom of type sdf that has data."""
    if m.geom_plugin[g] >= 0:
        return implicit_distance(m.plugin[m.geom_plugin[g]], plugin_parameters(m, m.geom_plugin[g]), x)
    return octree_distance(m, m.mesh_octadr[m.geom_dataid[g]], x)


@helper
def sdf_gradient(m, g: int, x: Vec3) -> Vec3:
    """Return the gradient of the distance to a geom of type sdf that has data, in the frame of the geom."""
    if m.geom_plugin[g] >= 0:
        return implicit_gradient(m.plugin[m.geom_plugin[g]], plugin_parameters(m, m.geom_plugin[g]), x)
    return octree_gradient(m, m.mesh_octadr[m.geom_dataid[g]], x)


@helper
def distance_to_geom(m, g: int, x: Vec3) -> float:
    """Return the signed distance [m] of a point, in the frame of the geom, to a primitive or a geom of type sdf."""
    kind = m.geom_type[g]
    if kind == GeomType.SDF:
        return sdf_distance(m, g, x)
    return shape_distance(kind, load3(m.geom_size, g), x)


@helper
def gradient_to_geom(m, g: int, x: Vec3) -> Vec3:
    """Return the gradient of the distance to a primitive or a geom of type sdf, in the frame of the geom."""
    kind = m.geom_type[g]
    if kind == GeomType.SDF:
        return sdf_gradient(m, g, x)
    return shape_gradient(kind, load3(m.geom_size, g), x)
