"""Forward kinematics: from qpos and mocap poses to the frames of bodies, joints, geoms, sites, cameras and lights.

`place_cameras` and `place_lights` follow centres of mass and run after `inertia.com_pos`.
"""

from corten.stages.kinematics.bodies import place_bodies
from corten.stages.kinematics.cameras import place_cameras
from corten.stages.kinematics.geoms import place_geoms
from corten.stages.kinematics.lights import place_lights
from corten.stages.kinematics.sites import place_sites

__all__ = ["place_bodies", "place_cameras", "place_geoms", "place_lights", "place_sites"]
