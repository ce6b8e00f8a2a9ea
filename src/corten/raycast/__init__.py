"""Rays: where a half line first meets a shape, a mesh, a height field, or any geom of a model."""

from corten.raycast.cast import RayQuery, cast_ray, cast_rays
from corten.raycast.shapes import ray_shape

__all__ = ["RayQuery", "cast_ray", "cast_rays", "ray_shape"]
