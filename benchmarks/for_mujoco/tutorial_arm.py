"""The program of docs/tutorial_arm.md, written for MuJoCo."""

import mujoco
import numpy as np

from corten import models

model = mujoco.MjModel.from_xml_path(str(models.path("arm")))
data = mujoco.MjData(model)
mujoco.mj_resetDataKeyframe(model, data, model.key("home").id)
arm = [
    model.joint(name).dofadr[0]
    for name in ("yaw", "shoulder", "upper_roll", "elbow", "lower_roll", "wrist", "tool_roll")
]
coordinate = [model.jnt_qposadr[model.dof_jntid[dof]] for dof in arm]
grip = model.site("grip").id


def reach(target, turn, steps=50):
    """Return the angles of the seven axes that bring the grip to a place [m] with a rotation: damped least squares."""
    twin = mujoco.MjData(model)
    twin.qpos[:] = data.qpos
    along, about = np.zeros((3, model.nv)), np.zeros((3, model.nv))
    rotation, off = np.zeros(4), np.zeros(3)
    for _ in range(steps):
        mujoco.mj_kinematics(model, twin)
        mujoco.mj_comPos(model, twin)
        mujoco.mj_jacSite(model, twin, along, about, grip)
        jacobian = np.vstack((along, about))[:, arm]
        mujoco.mju_mat2Quat(rotation, twin.site_xmat[grip])
        mujoco.mju_subQuat(off, turn, rotation)
        mujoco.mju_rotVecQuat(off, off.copy(), rotation)
        error = np.hstack((target - twin.site_xpos[grip], off))
        change = jacobian.T @ np.linalg.solve(jacobian @ jacobian.T + 1e-4 * np.eye(6), error)
        twin.qpos[coordinate] += np.clip(change, -0.2, 0.2)
    return twin.qpos[coordinate].copy(), float(np.linalg.norm(error))


down = np.zeros(4)
mujoco.mju_axisAngle2Quat(down, np.array([0, 1, 0.0]), np.pi)
above, miss = reach(np.array([0.4, 0.1, 0.85]), down)
print(f"the grip gets within {1000 * miss:.3f} mm and mrad of its target")

stiffness, damping = np.array([400, 400, 200, 200, 60, 60, 20.0]), np.array([40, 40, 20, 20, 4, 4, 1.0])
gear = model.actuator_gear[:7, 0]
start, log = data.qpos[coordinate].copy(), []
while data.time < 2.0:
    wanted = start + (above - start) * np.clip(data.time, 0, 1)
    torque = stiffness * (wanted - data.qpos[coordinate]) - damping * data.qvel[arm]
    data.ctrl[:7] = np.clip(torque / gear, -1, 1)
    mujoco.mj_step(model, data)
    log.append([data.time, *data.site_xpos[grip]])

log = np.array(log)
print(f"the grip is {1000 * np.linalg.norm(log[-1, 1:] - [0.4, 0.1, 0.85]):.1f} mm from its target")
assert miss < 1e-3 and np.linalg.norm(log[-1, 1:] - [0.4, 0.1, 0.85]) < 0.01
