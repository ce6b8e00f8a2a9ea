"""What users change about actuators between steps is checked before a plan is made from it."""

import numpy as np

from corten.enums import BiasType, DynType, GainType
from corten.errors import ModelError
from corten.model.model import Model

# kinds that any actuator can have; the others need parameters, activations or functions that are made with the model
FREE = {
    "actuator_gaintype": (GainType.FIXED, GainType.AFFINE, GainType.MUSCLE),
    "actuator_biastype": (BiasType.NONE, BiasType.AFFINE, BiasType.MUSCLE),
    "actuator_dyntype": (DynType.NONE, DynType.INTEGRATOR, DynType.FILTER, DynType.FILTEREXACT, DynType.MUSCLE),
}


def check_actuators(model: Model) -> None:
    """Refuse kinds of actuators for which the model was not made."""
    for name, free in FREE.items():
        now, before = getattr(model, name), model.accepted(name)
        for i in np.flatnonzero(now != before):
            if now[i] not in free or before[i] not in free:
                words = ", ".join(f"{kind.name} ({int(kind)})" for kind in free)
                raise ModelError(f"{name}[{i}] is {now[i]} and was {before[i]}; it can change among {words} only")
    dynamics = model.actuator_dyntype
    for i in np.flatnonzero(dynamics != model.accepted("actuator_dyntype")):
        if (dynamics[i] != DynType.NONE) != (model.actuator_actnum[i] > 0):
            count = int(model.actuator_actnum[i])
            raise ModelError(f"actuator_dyntype[{i}] is {dynamics[i]}, but the actuator has {count} activations")
