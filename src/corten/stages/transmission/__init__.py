"""What actuators pull on: lengths, moment arms and velocities."""

import numpy as np

from corten.enums import TransmissionType
from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.sleep import for_sleep
from corten.stages.transmission.transmission import (
    actuator_velocity,
    clear_sleeping_moments,
    joint_transmission,
    retain_lengths,
    transmission,
)
from corten.stages.variants import Variant, Variants, always

__all__ = ["MOMENTS", "actuator_velocity", "joint_transmission", "moment_stage", "transmission", "transmission_stages"]


MOMENTS = Variants(
    "lengths and moment arms of actuators",
    Variant(
        (joint_transmission,),
        lambda model: np.all(model.actuator_trntype <= TransmissionType.JOINTINPARENT),
        "all actuators are on joints",
    ),
    Variant((transmission,), always, "some actuators are on tendons, sites or bodies"),
)


def transmission_stages(model: Model) -> list[Stage]:
    """Return the stage that finds lengths and moment arms, after those of constraints: adhesion acts at contacts."""
    if not model.nactuator:
        return []
    return [*for_sleep(model, retain_lengths), moment_stage(model), *for_sleep(model, clear_sleeping_moments)]


def moment_stage(model: Model) -> Stage:
    """Return the stage that finds lengths and moment arms."""
    return MOMENTS.pick(model).stages[0]
