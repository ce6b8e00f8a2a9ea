"""Signed distances of points to shapes and their gradients: primitive shapes, and geoms of type sdf.

A distance is negative inside. Points, distances and gradients are in the frame of the shape.
"""

from corten.distance_field.geoms import distance_to_geom, gradient_to_geom, sdf_distance, sdf_gradient

__all__ = ["distance_to_geom", "gradient_to_geom", "sdf_distance", "sdf_gradient"]
