"""What actuators pull on: lengths, moment arms and velocities."""

import numpy as np

from corten.enums import TransmissionType
from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.sleep import for_sleep
from corten.stages.transmission.actuator_velocity import actuator_velocity
from corten.stages.transmission.joint_transmission import joint_transmission
from corten.stages.transmission.sleep import clear_sleeping_moments, retain_lengths
from corten.stages.transmission.transmission import transmission

__all__ = ["actuator_velocity", "joint_transmission", "transmission", "transmission_stages"]


def transmission_stages(model: Model) -> list[Stage]:
    """Return the stage that finds lengths and moment arms, after those of constraints: adhesion acts at contacts."""
    if not model.nactuator:
        return []
    on_joints = np.all(model.actuator_trntype <= TransmissionType.JOINTINPARENT)
    moments = joint_transmission if on_joints else transmission
    return [*for_sleep(model, retain_lengths), moments, *for_sleep(model, clear_sleeping_moments)]
