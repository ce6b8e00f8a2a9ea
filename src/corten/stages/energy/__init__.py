"""Energies."""

from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.deformable import deformable_energy_stages
from corten.stages.energy.energy import energy_pos, energy_vel
from corten.stages.passive import flex_energy_stages, tendon_energy

__all__ = ["energy_pos", "energy_vel", "potential_stages"]


def potential_stages(model: Model) -> list[Stage]:
    """Return the stages of the potential energy: weight and joint springs, then springs of tendons and flexes."""
    return [
        energy_pos,
        *([tendon_energy] if model.ntendon else []),
        *flex_energy_stages(model),
        *deformable_energy_stages(model),
    ]
