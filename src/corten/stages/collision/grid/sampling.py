"""Distances of points to solids and to what a solid can meet, by the shape that a geom collides as.

Points and gradients are in the frame of the geom.
"""

from typing import NamedTuple

from corten.distance_field.exact import sample_primitive
from corten.distance_field.grid import sample_grid
from corten.distance_field.octree import find_leaf, interpolate, interpolate_gradient, nearest_in_box
from corten.distance_field.sample import Sample
from corten.enums import CollisionShape
from corten.math.vector3 import Vector3, load3, normalize, sub
from corten.runtime import helper
from corten.stages.collision.grid.height_field_distance import sample_height_field
from corten.stages.collision.grid.mesh_distance import hull_plane, sample_hull, sample_triangles
from corten.stages.collision.grid.solid_pair import is_solid


class SolidSample(NamedTuple):
    """What a solid says of a point: its value [m], the direction of the gradient, and the gradient's length.

    The value is a distance where the gradient's length is one.
    """

    dist: float
    normal: Vector3
    slope: float


@helper
def sample_solid(m, solid, x):
    """Return what a solid says of a point."""
    if solid.shape == CollisionShape.GRID:
        sample = sample_grid(m, m.geom_sdf[solid.id], x)
        normal, slope = normalize(sample.gradient)
        return SolidSample(sample.dist, normal, slope)
    return sample_octree(m, m.mesh_octadr[m.geom_dataid[solid.id]], x)


@helper
def sample_octree(m, root, x):
    """Return what the octree of a mesh says of a point."""
    away, inside = nearest_in_box(m, root, x)
    leaf, at = find_leaf(m, root, inside)
    value, slopes, box = interpolate(m, leaf, at), interpolate_gradient(m, leaf, at), m.oct_aabb
    gradient = 0.5 * slopes[0] / box[leaf, 3], 0.5 * slopes[1] / box[leaf, 4], 0.5 * slopes[2] / box[leaf, 5]
    if away > 0.0:
        value, gradient = value + away, sub(x, inside)
    normal, slope = normalize(gradient)
    return SolidSample(value, normal, 1.0 if away > 0.0 else slope)


@helper
def sample_geom(m, geom, x):
    """Return the distance of a point to a geom, with its unit gradient."""
    if is_solid(geom.shape):
        sample = sample_solid(m, geom, x)
        return Sample(sample.dist, sample.normal)
    if geom.shape == CollisionShape.MESH:
        return sample_hull(m, m.geom_dataid[geom.id], x)
    if geom.shape == CollisionShape.TRIANGLES or geom.shape == CollisionShape.PIECES:
        return sample_triangles(m, m.geom_dataid[geom.id], x)
    if geom.shape == CollisionShape.HFIELD:
        return sample_height_field(m, m.geom_dataid[geom.id], x)
    return sample_primitive(geom.shape, load3(m.geom_size, geom.id), x)


@helper
def sample_geom_roughly(m, geom, x):
    """Return what `sample_geom` does, but beside the edges of a hull a distance that is quicker and too small."""
    if geom.shape == CollisionShape.MESH:
        return hull_plane(m, m.geom_dataid[geom.id], x)
    return sample_geom(m, geom, x)
