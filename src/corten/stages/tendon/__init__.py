"""Tendons: lengths, Jacobians and velocities of weighted joints and of paths through space."""

from corten.stages.tendon.bias import tendon_bias
from corten.stages.tendon.tendon import tendon
from corten.stages.tendon.velocity import tendon_velocity
from corten.stages.tendon.wrench import tendon_wrenches

__all__ = ["tendon", "tendon_bias", "tendon_velocity", "tendon_wrenches"]
