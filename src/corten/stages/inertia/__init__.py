"""Inertia: centres of mass, motion axes, the mass matrix and its factors."""

from corten.stages.inertia.articulated import (
    articulated_inertia,
    complete_mass,
    has_long_single_tree,
    has_long_trees,
    is_damped_by_dof,
    mass_of_readers,
    mass_of_rows,
    reads_mass,
    solve_articulated,
)
from corten.stages.inertia.com_pos import com_pos
from corten.stages.inertia.mass_matrix import (
    actuator_armature,
    crb,
    factor_mass,
    mul_dof_vector,
    mul_mass,
    solve_dof_vector,
    solve_mass,
    tendon_armature,
)
from corten.stages.inertia.mass_variants import MASS, mass_stages, row_mass_stages, whole_mass_stages

__all__ = [
    "MASS",
    "actuator_armature",
    "articulated_inertia",
    "com_pos",
    "complete_mass",
    "crb",
    "factor_mass",
    "has_long_single_tree",
    "has_long_trees",
    "is_damped_by_dof",
    "mass_of_readers",
    "mass_of_rows",
    "mass_stages",
    "mul_dof_vector",
    "mul_mass",
    "reads_mass",
    "row_mass_stages",
    "solve_articulated",
    "solve_dof_vector",
    "solve_mass",
    "tendon_armature",
    "whole_mass_stages",
]
