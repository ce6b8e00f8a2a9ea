"""Passive forces: springs, dampers, gravity compensation, the medium, adhesion, functions of users, and their sum."""

from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.passive.adhesion import adhesion
from corten.stages.passive.fluid import fluid
from corten.stages.passive.passive import (
    adhesion_acts,
    fluid_acts,
    gravcomp_acts,
    gravity_compensation,
    passive,
    restore_passive,
    retain_passive,
    user_passive_stages,
)
from corten.stages.passive.springs import damper, spring, tendon_energy, tendon_spring_damper
from corten.stages.sleep import for_sleep
from corten.stages.wing import wing

__all__ = [
    "adhesion",
    "damper",
    "fluid",
    "fluid_acts",
    "gravcomp_acts",
    "gravity_compensation",
    "passive",
    "passive_stages",
    "spring",
    "tendon_energy",
    "tendon_spring_damper",
]


def passive_stages(model: Model) -> list[Stage]:
    """Return the stages of springs, dampers, gravity compensation, the medium and adhesion, their sum, and of users."""
    if not model.nv:
        return []
    return [
        *for_sleep(model, retain_passive),
        spring,
        damper,
        *wing().force_stages(model),
        *([tendon_spring_damper] if model.ntendon else []),
        *([gravity_compensation] if model.ngravcomp else []),
        *([fluid] if fluid_acts(model) else []),
        *([adhesion] if adhesion_acts(model) else []),
        passive,
        *user_passive_stages(model),
        *for_sleep(model, restore_passive),
    ]
