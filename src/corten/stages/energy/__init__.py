"""Energies."""

from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.energy.energy import energy_pos, energy_vel
from corten.stages.passive import tendon_energy
from corten.stages.wing import wing

__all__ = ["energy_pos", "energy_vel", "potential_stages"]


def potential_stages(model: Model) -> list[Stage]:
    """Return the stages of the potential energy: weight and joint springs, then springs of tendons, and deformables."""
    return [
        energy_pos,
        *([tendon_energy] if model.ntendon else []),
        *wing().energy_stages(model),
    ]
