"""Passive forces: springs, dampers, gravity compensation, the medium, and their sum."""

from corten.stages.derivative.fluid import fluid_derivative
from corten.stages.passive.damper import damper, damper_derivative
from corten.stages.passive.fluid import fluid
from corten.stages.passive.gravity_compensation import gravity_compensation
from corten.stages.passive.passive import passive
from corten.stages.passive.spring import spring
from corten.stages.passive.switches import fluid_acts, gravcomp_acts
from corten.stages.passive.tendon import tendon_damper_derivative, tendon_energy, tendon_spring_damper

__all__ = [
    "damper",
    "damper_derivative",
    "fluid",
    "fluid_acts",
    "fluid_derivative",
    "gravcomp_acts",
    "gravity_compensation",
    "passive",
    "spring",
    "tendon_damper_derivative",
    "tendon_energy",
    "tendon_spring_damper",
]
