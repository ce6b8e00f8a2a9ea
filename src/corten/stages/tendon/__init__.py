"""Tendons: lengths, Jacobians and velocities of weighted joints and of paths through space."""

from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.sleep import for_sleep
from corten.stages.tendon.sleeping_tendons import (
    clear_sleeping_tendons,
    mark_sleeping_tendons,
    wake_coupled_tendons,
    wake_tendons,
)
from corten.stages.tendon.tendon import tendon, tendon_bias, tendon_velocity
from corten.stages.tendon.wrench import tendon_wrenches

__all__ = [
    "clear_sleeping_tendons",
    "tendon",
    "tendon_bias",
    "tendon_stages",
    "tendon_velocity",
    "tendon_wrenches",
]


def tendon_stages(model: Model) -> list[Stage]:
    """Return the stages that find lengths and Jacobians of tendons, and wake what they tie to something awake."""
    if not model.ntendon:
        return []
    coupled = [wake_coupled_tendons] if model.neq else []
    return [tendon, *for_sleep(model, *coupled, mark_sleeping_tendons, wake_tendons)]
