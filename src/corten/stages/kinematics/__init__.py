"""Forward kinematics: from qpos and mocap poses to the frames of bodies, joints, geoms, sites, cameras and lights.

`place_cameras` and `place_lights` follow centres of mass and run after `inertia.com_pos`.
"""

from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.kinematics.attached_frames import (
    offset_position,
    offset_rotation,
    place_cameras,
    place_geoms,
    place_lights,
    place_sites,
)
from corten.stages.kinematics.bodies import place_bodies
from corten.stages.kinematics.sleeping_bodies import restore_sleepers, save_poses, save_sleepers, wake_disturbed
from corten.stages.sleep import for_sleep

__all__ = [
    "kinematics_stages",
    "offset_position",
    "offset_rotation",
    "place_bodies",
    "place_cameras",
    "place_geoms",
    "place_lights",
    "place_sites",
    "restore_sleepers",
    "save_sleepers",
]


def kinematics_stages(model: Model) -> list[Stage]:
    """Return the stages that place bodies, geoms and sites."""
    return [
        *for_sleep(model, save_sleepers, save_poses),
        place_bodies,
        *for_sleep(model, wake_disturbed),
        *([place_geoms] if model.ngeom else []),
        *([place_sites] if model.nsite else []),
    ]
