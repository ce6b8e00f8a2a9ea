"""Energies."""

from corten.stages.energy.energy import energy_pos, energy_vel

__all__ = ["energy_pos", "energy_vel"]
