"""What actuators pull on: lengths, moment arms and velocities."""

from corten.stages.transmission.actuator_velocity import actuator_velocity
from corten.stages.transmission.joint_transmission import transmission

__all__ = ["actuator_velocity", "transmission"]
