"""Questions to a Model and a Data: rays, distances, Jacobians, masses, contact forces."""

from corten.queries.contact import contact_force
from corten.queries.coordinates import differentiate_pos, integrate_pos
from corten.queries.distance import geom_distance
from corten.queries.jacobian import (
    apply_force,
    jac,
    jac_body,
    jac_body_com,
    jac_geom,
    jac_site,
    jac_subtree_com,
    object_acceleration,
    object_velocity,
)
from corten.queries.mass import mass_matrix, mul_mass, solve_mass
from corten.queries.ray import ray, ray_normal

__all__ = [
    "apply_force",
    "contact_force",
    "differentiate_pos",
    "geom_distance",
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
    "ray_normal",
    "solve_mass",
]
