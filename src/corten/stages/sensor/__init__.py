"""Sensors: what a robot would measure, after each part of forward dynamics."""

import numpy as np

from corten.enums import DisableBit, SensorType, StageType
from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.energy import energy_pos, energy_vel
from corten.stages.sensor.acceleration import sensor_acc
from corten.stages.sensor.position import sensor_pos
from corten.stages.sensor.velocity import sensor_vel
from corten.stages.velocity import subtree_vel

__all__ = ["acceleration_sensors", "position_sensors", "sensor_acc", "sensor_pos", "sensor_vel", "velocity_sensors"]

MOMENTUM = (SensorType.SUBTREELINVEL, SensorType.SUBTREEANGMOM)
INTERACTION = (
    SensorType.ACCELEROMETER,
    SensorType.FORCE,
    SensorType.TORQUE,
    SensorType.FRAMELINACC,
    SensorType.FRAMEANGACC,
)


def position_sensors(model: Model) -> list[Stage]:
    """Return the stages of sensors that depend on positions; energies are computed for those that show them."""
    if not _any(model, StageType.POS):
        return []
    energies = [
        *([energy_pos] if _has(model, SensorType.E_POTENTIAL) else []),
        *([energy_vel] if _has(model, SensorType.E_KINETIC) else []),
    ]
    return [*energies, sensor_pos]


def velocity_sensors(model: Model) -> list[Stage]:
    """Return the stages of sensors that depend on velocities."""
    if not _any(model, StageType.VEL):
        return []
    return [*([subtree_vel] if _has(model, *MOMENTUM) else []), sensor_vel]


def acceleration_sensors(model: Model, interaction: list[Stage]) -> list[Stage]:
    """Return the stages of sensors that depend on forces; `interaction` are those of the forces between bodies."""
    if not _any(model, StageType.ACC):
        return []
    return [*(interaction if _has(model, *INTERACTION) else []), sensor_acc]


def _any(model: Model, stage: StageType) -> bool:
    enabled = not model.opt_disableflags & DisableBit.SENSOR
    return enabled and bool(np.any(model.sensor_needstage == stage))


def _has(model: Model, *kinds: SensorType) -> bool:
    return bool(np.isin(model.sensor_type, kinds).any())
