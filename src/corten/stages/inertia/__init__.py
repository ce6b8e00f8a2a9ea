"""Inertia: centres of mass, motion axes, the mass matrix and its factors."""

from corten.stages.inertia.com_pos import com_pos
from corten.stages.inertia.mass_matrix import (
    crb,
    factor_mass,
    mul_dof_vector,
    mul_mass,
    solve_dof_vector,
    solve_mass,
    tendon_armature,
)

__all__ = [
    "com_pos",
    "crb",
    "factor_mass",
    "mul_dof_vector",
    "mul_mass",
    "solve_dof_vector",
    "solve_mass",
    "tendon_armature",
]
