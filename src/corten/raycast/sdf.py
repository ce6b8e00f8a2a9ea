"""Rays against geoms of type sdf that show a mesh: steps as long as the distance to the surface."""

from corten.distance_field import sdf_distance, sdf_gradient
from corten.math.vector3 import add_scaled, normalize
from corten.raycast.hit import MISS, Hit
from corten.raycast.shapes import ray_box
from corten.runtime import helper

# most steps; how near counts as met, and how far as lost [m] (MuJoCo's values, part of its results)
STEPS, NEAR, LOST = 40, 1e-7, 1e6


@helper
def ray_sdf(m, g, size, p, v):
    """Return where a ray meets geom g with a box of half sizes size, all in the frame of the geom."""
    if ray_box(size, p, v).x < 0.0:
        return MISS
    unit, length = normalize(v)
    way = 0.0
    for _i in range(STEPS):
        distance = abs(sdf_distance(m, g, add_scaled(p, unit, way)))
        way += distance
        if distance < NEAR:
            normal, _ = normalize(sdf_gradient(m, g, add_scaled(p, unit, way)))
            return Hit(way / length, normal)
        if distance > LOST:
            return MISS
    return MISS
