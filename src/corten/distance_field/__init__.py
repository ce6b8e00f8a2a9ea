"""Signed distances of points to shapes and their gradients: primitive shapes, and geoms of type sdf.

A distance is negative inside. Points, distances and gradients are in the frame of the shape.
"""

from corten.distance_field.field import geom_field_distance, geom_field_gradient, sdf_distance, sdf_gradient

__all__ = ["geom_field_distance", "geom_field_gradient", "sdf_distance", "sdf_gradient"]
