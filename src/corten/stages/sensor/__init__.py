"""Sensors: what a robot would measure, after each part of forward dynamics."""

import numpy as np

from corten.enums import DisableBit, ForwardPart, SensorType
from corten.model import Model
from corten.model.extension_fields import PluginKind
from corten.runtime.kernel import Stage
from corten.stages.energy import energy_vel, potential_stages
from corten.stages.history import reading_stages
from corten.stages.sensor import contact, rangefinder
from corten.stages.sensor.distance import KINDS as DISTANCES
from corten.stages.sensor.distance import distance_stages
from corten.stages.sensor.inside_site import enclosed_sensors
from corten.stages.sensor.output import count_stages, noise_stages, restore_readings, retain_readings
from corten.stages.sensor.readings import sensor_acc, sensor_pos, sensor_vel
from corten.stages.sensor.touch import TACTILE_STAGES, TOUCH_GRID_STAGES, TOUCH_STAGES
from corten.stages.sensor.user import user_sensor_reads, user_sensor_stages
from corten.stages.sleep import for_sleep
from corten.stages.velocity import subtree_vel

__all__ = [
    "acceleration_sensors",
    "count_stages",
    "position_sensors",
    "sensor_acc",
    "sensor_pos",
    "sensor_vel",
    "velocity_sensors",
]

MOMENTUM = (SensorType.SUBTREELINVEL, SensorType.SUBTREEANGMOM)
INTERACTION = (
    SensorType.ACCELEROMETER,
    SensorType.FORCE,
    SensorType.TORQUE,
    SensorType.FRAMELINACC,
    SensorType.FRAMEANGACC,
)

# kinds of sensors with kernels of their own, by the part of forward dynamics that they need
SPECIAL = {
    SensorType.TOUCH: TOUCH_STAGES,
    SensorType.RANGEFINDER: rangefinder.STAGES,
    SensorType.CONTACT: contact.STAGES,
    SensorType.TACTILE: TACTILE_STAGES,
}


# what users' sensors may read that is not computed otherwise
ENERGIES = {"energy"}
SUBTREES = {"subtree_linvel", "subtree_angmom"}
WRENCHES = {"cacc", "cfrc_int", "cfrc_ext"}


def position_sensors(model: Model) -> list[Stage]:
    """Return the stages of sensors that depend on positions; energies are computed for those that show them."""
    energies = [
        *(potential_stages(model) if _has(model, SensorType.E_POTENTIAL) else []),
        *([energy_vel] if _has(model, SensorType.E_KINETIC) else []),
    ]
    enclosed = [enclosed_sensors] if _asks_for_enclosure(model) else []
    return _read(model, ForwardPart.POS, [*energies, sensor_pos, *enclosed], [])


def velocity_sensors(model: Model) -> list[Stage]:
    """Return the stages of sensors that depend on velocities."""
    return _read(model, ForwardPart.VEL, [*([subtree_vel] if _has(model, *MOMENTUM) else []), sensor_vel], [])


def acceleration_sensors(model: Model, interaction: list[Stage]) -> list[Stage]:
    """Return the stages of sensors that depend on forces; `interaction` are those of the forces between bodies."""
    general = [*(interaction if _has(model, *INTERACTION) else []), sensor_acc]
    return _read(model, ForwardPart.ACC, general, interaction)


def _read(model: Model, stage: ForwardPart, general: list[Stage], interaction: list[Stage]) -> list[Stage]:
    """Return the stages of all sensors of a part of forward dynamics; `general` read those of no special kind.

    Users' sensors come last, so that they see the readings of the others, with their noise.
    """
    if model.opt_disableflags & DisableBit.SENSOR:
        return []
    kinds = set(model.sensor_type[model.sensor_needstage == stage].tolist())
    special = [stages[stage] for kind, stages in SPECIAL.items() if kind in kinds]
    special += TOUCH_GRID_STAGES.values() if stage == ForwardPart.ACC and _has_touch_grids(model) else []
    distances = distance_stages(model) if kinds & set(DISTANCES) else []
    general = general if kinds - {*SPECIAL, *DISTANCES, SensorType.USER, SensorType.PLUGIN} else []
    own = [*general, *special, *distances]
    own += noise_stages(model, stage, by_users=False) if own else []
    users = user_sensor_stages(model, stage)
    inputs = [each for each in _inputs(model, stage, interaction) if each not in own]
    users += noise_stages(model, stage, by_users=True) if users else []
    stages = [*own, *inputs, *users, *reading_stages(model, stage)]
    return [*for_sleep(model, retain_readings), *stages, *for_sleep(model, restore_readings)] if stages else []


def _inputs(model: Model, stage: ForwardPart, interaction: list[Stage]) -> list[Stage]:
    """Return the stages that compute what users' sensors of a part of forward dynamics read."""
    reads = user_sensor_reads(model, stage)
    return [
        *([*potential_stages(model), energy_vel] if reads & ENERGIES else []),
        *([subtree_vel] if reads & SUBTREES and stage >= ForwardPart.VEL else []),
        *(interaction if reads & WRENCHES and stage >= ForwardPart.ACC else []),
    ]


def _has(model: Model, *kinds: SensorType) -> bool:
    return bool(np.isin(model.sensor_type, kinds).any())


def _asks_for_enclosure(model: Model) -> bool:
    return bool(model.sensor_intprm[model.sensor_type == SensorType.INSIDESITE, 0].any())


def _has_touch_grids(model: Model) -> bool:
    by_plugin = model.sensor_plugin[model.sensor_plugin >= 0]
    return bool((model.plugin[by_plugin] == PluginKind.TOUCH_GRID).any())
