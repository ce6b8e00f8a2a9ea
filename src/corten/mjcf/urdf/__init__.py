"""From URDF to MJCF: the nodes of a robot become the nodes of the model that MuJoCo reads in it."""

from corten.mjcf.urdf.robot import translate_robot

__all__ = ["translate_robot"]
