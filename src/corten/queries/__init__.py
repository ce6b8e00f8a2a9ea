"""Queries about a Model and a Data: rays, distances, Jacobians, masses, contact forces."""

from corten.queries.contact import contact_force
from corten.queries.coordinates import differentiate_pos, integrate_pos
from corten.queries.distance import geom_distance
from corten.queries.history import init_ctrl_history, init_sensor_history, read_ctrl, read_sensor
from corten.queries.jacobian import (
    apply_force,
    jac,
    jac_body,
    jac_body_com,
    jac_geom,
    jac_site,
    jac_subtree_com,
)
from corten.queries.mass import mass_matrix, mul_mass, solve_mass
from corten.queries.motion import object_acceleration, object_velocity
from corten.queries.ray import ray, ray_normal
from corten.queries.soft_ray import ray_flex, ray_skin

__all__ = [
    "apply_force",
    "contact_force",
    "differentiate_pos",
    "geom_distance",
    "init_ctrl_history",
    "init_sensor_history",
    "integrate_pos",
    "jac",
    "jac_body",
    "jac_body_com",
    "jac_geom",
    "jac_site",
    "jac_subtree_com",
    "mass_matrix",
    "mul_mass",
    "object_acceleration",
    "object_velocity",
    "ray",
    "ray_flex",
    "ray_normal",
    "ray_skin",
    "read_ctrl",
    "read_sensor",
    "solve_mass",
]
