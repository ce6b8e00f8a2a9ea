"""Plans over the stages: forward, step, inverse, their parts, and tools on their results."""

from corten.pipeline.contact import contact_force
from corten.pipeline.coordinates import differentiate_pos, integrate_pos
from corten.pipeline.jacobian import (
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
from corten.pipeline.mass import mass_matrix, mul_mass, solve_mass
from corten.pipeline.parts import (
    acceleration,
    actuation,
    collision,
    com_pos,
    com_vel,
    crb,
    energy_pos,
    energy_vel,
    euler,
    factor_mass,
    kinematics,
    passive,
    rne,
    rne_post_constraint,
    subtree_vel,
    transmission,
)
from corten.pipeline.plans import compile_plans
from corten.pipeline.profile import StageTime, profile
from corten.pipeline.ray import ray, ray_normal
from corten.pipeline.step import forward, inverse, reset_data, step, step1, step2

__all__ = [
    "StageTime",
    "acceleration",
    "actuation",
    "apply_force",
    "collision",
    "com_pos",
    "com_vel",
    "compile_plans",
    "contact_force",
    "crb",
    "differentiate_pos",
    "energy_pos",
    "energy_vel",
    "euler",
    "factor_mass",
    "forward",
    "integrate_pos",
    "inverse",
    "jac",
    "jac_body",
    "jac_body_com",
    "jac_geom",
    "jac_site",
    "jac_subtree_com",
    "kinematics",
    "mass_matrix",
    "mul_mass",
    "object_acceleration",
    "object_velocity",
    "passive",
    "profile",
    "ray",
    "ray_normal",
    "reset_data",
    "rne",
    "rne_post_constraint",
    "solve_mass",
    "step",
    "step1",
    "step2",
    "subtree_vel",
    "transmission",
]
