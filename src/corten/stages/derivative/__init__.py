"""Derivatives of smooth forces by velocity, which the implicit integrators need."""

from corten.stages.derivative.actuator import actuator_velocity_derivative
from corten.stages.derivative.bias import bias_velocity_derivative
from corten.stages.derivative.clear import clear_velocity_derivative
from corten.stages.derivative.hill import hill_velocity_derivative

__all__ = [
    "actuator_velocity_derivative",
    "bias_velocity_derivative",
    "clear_velocity_derivative",
    "hill_velocity_derivative",
]
