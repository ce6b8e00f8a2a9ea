"""A body on a spring to the mouse, as MuJoCo's perturbation: critically damped, as stiff as `<map>` says."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from corten.enums import JointType, ObjectType
from corten.queries import jac, object_velocity, solve_mass
from corten.viewer import quaternions

if TYPE_CHECKING:
    from corten.data import Data
    from corten.model import Model

Floats = NDArray[Any]

# [rad] by which a body turns when the mouse moves by the model's extent
TURN = 2 * np.pi
SMALLEST = 1e-15


class Drag:
    """A point of a body that the mouse holds; with the direction `toward` the eye it turns the body instead.

    force = -k m (x - target) - sqrt(k) m v at the held point x, where k is `vis.map.stiffness` and m the mass that the
    point seems to have: 3 / trace(J inv(M) J').
    """

    def __init__(self, model: "Model", data: "Data", body: int, point: ArrayLike, toward: ArrayLike | None = None):
        self.body, self._toward = body, toward
        self.target = self._start = np.array(point, float)
        self.local = quaternions.rotate(quaternions.conjugate(data.xquat[body]), self.target - data.xpos[body])
        self._quat0 = np.array(data.xquat[body])
        # what others pull with stays
        self._others = np.array(data.xfrc_applied[body])
        jacobian = jac(model, data, self.target, body)[0] if model.nv else np.zeros((3, 0))
        moved = np.array([solve_mass(model, data, row) for row in jacobian])
        inverse = float((jacobian * moved).sum())
        self._mass = 3 / inverse if inverse > SMALLEST else 1.0
        weight = float(model.body_invweight0[body, 1])
        self._inertia = 1 / max(weight, SMALLEST) if weight else 1.0

    def point(self, xpos: Floats, xquat: Floats) -> Floats:
        """Return where the held point is, given the bodies."""
        return xpos[self.body] + quaternions.rotate(xquat[self.body], self.local)

    def move(self, target: ArrayLike) -> None:
        """Follow the mouse."""
        self.target = np.array(target, float)

    def pull(self, model: "Model", data: "Data") -> None:
        """Write the force of the spring to xfrc_applied; a mocap body follows the mouse at once."""
        if model.body_mocapid[self.body] >= 0:
            self.place(model, data)
            return
        velocity = object_velocity(model, data, ObjectType.BODY, self.body)
        spin, motion = np.array(velocity[:3]), np.array(velocity[3:])
        rotational = float(model.vis.map.stiffnessrot)
        if self._toward is not None:
            error = quaternions.multiply(self._aim(model), quaternions.conjugate(data.xquat[self.body]))
            torque = self._inertia * (rotational * quaternions.to_vector(error) - np.sqrt(rotational) * spin)
            wrench = np.concatenate([np.zeros(3), torque])
        else:
            stiffness, held = float(model.vis.map.stiffness), self.point(data.xpos, data.xquat)
            arm, apart = held - data.xipos[self.body], held - self.target
            speed = motion + np.cross(spin, arm)
            force = -self._mass * (stiffness * apart + np.sqrt(stiffness) * speed)
            torque = np.cross(arm, force)
            # spinning about the line of the spring fades, too
            distance = float(np.linalg.norm(apart))
            if distance > 0:
                axis = apart / distance
                torque -= np.sqrt(rotational) * self._inertia * (axis @ spin) * axis
            wrench = np.concatenate([force, torque])
        data.xfrc_applied[self.body] = self._others + wrench

    def place(self, model: "Model", data: "Data") -> bool:
        """Move a mocap body, or while the simulation rests a body that floats, to the mouse; tell whether it could."""
        body = self.body
        mocap, root = int(model.body_mocapid[body]), int(model.body_rootid[body])
        joint = int(model.body_jntadr[root])
        if mocap < 0 and (joint < 0 or model.jnt_type[joint] != JointType.FREE):
            return False
        if self._toward is not None:
            turn = quaternions.multiply(self._aim(model), quaternions.conjugate(data.xquat[body]))
            shift, centre = np.zeros(3), np.array(data.xpos[body])
        else:
            turn = np.array([1.0, 0, 0, 0])
            shift, centre = self.target - self.point(data.xpos, data.xquat), np.zeros(3)
        if mocap >= 0:
            data.mocap_pos[mocap] += shift
            data.mocap_quat[mocap] = quaternions.multiply(turn, data.mocap_quat[mocap])
            return True
        first = int(model.jnt_qposadr[joint])
        pos, quat = data.qpos[first : first + 3], data.qpos[first + 3 : first + 7]
        pos[:] = centre + quaternions.rotate(turn, pos - centre) + shift
        quat[:] = quaternions.multiply(turn, quat)
        return True

    def release(self, data: "Data") -> None:
        """Leave the forces of others as they were."""
        data.xfrc_applied[self.body] = self._others

    def _aim(self, model: "Model") -> Floats:
        """Return the orientation that the mouse asks for: as a ball would roll that it pulls by its front."""
        shift = self.target - self._start
        toward = np.zeros(3) if self._toward is None else np.asarray(self._toward, float)
        scale = float(model.stat.extent) * float(np.linalg.norm(toward))
        vector = np.cross(toward, shift) * TURN / max(scale, SMALLEST)
        return quaternions.multiply(quaternions.from_vector(vector), self._quat0)
