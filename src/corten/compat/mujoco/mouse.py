"""What a mouse does in a viewer of one's own: it moves the camera or the scene, and pulls at bodies."""

import math
from typing import Any

import numpy as np

import corten
from corten.compat.mujoco._errors import FatalError
from corten.compat.mujoco.arguments import FUNCTIONS, NAMES, bound
from corten.compat.mujoco.scene import MINVAL, unit
from corten.enums import JointType
from corten.scene.cameras import Window, model_window, straight_window

MOUSE = {word.removeprefix("mjMOUSE_"): number for word, number in NAMES["enums"]["mjtMouse"].items()}
CAMERA, PERTURB = NAMES["enums"]["mjtCamera"], NAMES["enums"]["mjtPertBit"]
BODY = NAMES["enums"]["mjtObj"]["mjOBJ_BODY"]

ROTATE = MOUSE["ROTATE_V"], MOUSE["ROTATE_H"]
MOVE = MOUSE["MOVE_V"], MOUSE["MOVE_H"]
MOVE_ALONG = MOUSE["MOVE_V_REL"], MOUSE["MOVE_H_REL"]
TURN = MOUSE["TURN_V"], MOUSE["TURN_H"]

# by how much less cameras without perspective move, as in MuJoCo
ORTHOGRAPHIC_SHARE = 0.15

# [rad] by which a body that is held may be turned away from where it is
FARTHEST_TURN = math.pi / 2


# ---------------------------------------------------------------- cameras


@bound
def mjv_cameraFrustum(zver: np.ndarray, zhor: np.ndarray, zclip: np.ndarray, m: Any, cam: Any) -> None:
    """Compute what a camera sees on its near plane: up and down, left and right, and from where to where [m]."""
    window, near = _window(m, cam), float(m.vis.map.znear) * float(m.stat.extent)
    scale = 1.0 if window.orthographic else near
    zver[:] = scale * window.top, scale * window.bottom
    zhor[:] = scale * (window.half_width - window.centre), scale * (window.half_width + window.centre)
    zclip[:] = near, float(m.vis.map.zfar) * float(m.stat.extent)


def _window(m: Any, cam: Any) -> Window:
    """Return the window that a camera looks through."""
    if cam.type == CAMERA["mjCAMERA_FIXED"]:
        if not 0 <= cam.fixedcamid < m.ncam:
            raise FatalError("mjv_cameraFrustum: fixed camera id is outside valid range")
        return model_window(m._model, cam.fixedcamid)
    if cam.type not in (CAMERA["mjCAMERA_FREE"], CAMERA["mjCAMERA_TRACKING"]):
        raise FatalError("mjv_cameraFrustum: unknown camera type")
    return straight_window(float(m.vis.global_.fovy), bool(cam.orthographic))


@bound
def mjv_moveCamera(m: Any, action: int, reldx: float, reldy: float, cam: Any) -> None:
    """Move a camera that is not fixed by a way of the mouse, in heights of the window."""
    if cam.type == CAMERA["mjCAMERA_FIXED"]:
        return
    if action in ROTATE:
        cam.azimuth -= 180.0 * reldx
        cam.elevation -= 180.0 * reldy
    elif action == MOUSE["ZOOM"]:
        extent = float(m.stat.extent)
        cam.distance -= math.log(1 + cam.distance / extent / 3) * reldy * 9 * extent
    elif action not in (*MOVE, *MOVE_ALONG, *TURN):
        raise FatalError(f"mjv_moveCamera: unexpected action {action}")
    elif cam.type == CAMERA["mjCAMERA_TRACKING"]:
        return
    else:
        _move_look_at(m, action, reldx, reldy, cam)
    _keep_in_range(cam, float(m.stat.extent))


def _move_look_at(m: Any, action: int, reldx: float, reldy: float, cam: Any) -> None:
    """Move the point that a free camera looks at."""
    forward, up = _axes(cam)
    if action in MOVE:
        window = _window(m, cam)
        scale = (window.top + window.bottom) * cam.distance
        scale *= ORTHOGRAPHIC_SHARE if cam.orthographic else 1.0
        cam.lookat -= scale * _level(action, reldx, reldy, forward)
    elif action in MOVE_ALONG:
        cam.lookat += reldy * (up if action == MOUSE["MOVE_V_REL"] else forward) + reldx * np.cross(forward, up)
    else:
        eye = cam.lookat - cam.distance * forward
        cam.azimuth -= 180.0 * reldx if action == MOUSE["TURN_H"] else 0.0
        cam.elevation -= 180.0 * reldy if action == MOUSE["TURN_V"] else 0.0
        _limit_angles(cam)
        cam.lookat = eye + cam.distance * _axes(cam)[0]


def _axes(cam: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return where a camera that is not fixed looks, and what is up for it."""
    azimuth, elevation = math.radians(cam.azimuth), math.radians(cam.elevation)
    ca, sa, ce, se = math.cos(azimuth), math.sin(azimuth), math.cos(elevation), math.sin(elevation)
    return np.array([ce * ca, ce * sa, se]), np.array([-se * ca, -se * sa, ce])


def _limit_angles(cam: Any) -> None:
    cam.azimuth += 360.0 * ((cam.azimuth < -180) - (cam.azimuth > 180))
    cam.elevation = min(max(cam.elevation, -89.0), 89.0)


def _keep_in_range(cam: Any, extent: float) -> None:
    _limit_angles(cam)
    cam.distance = min(max(cam.distance, 0.01 * extent), 100 * extent)


def _level(action: int, reldx: float, reldy: float, forward: np.ndarray) -> np.ndarray:
    """Return a way of the mouse as a vector of the world: axis of a turn, or direction of a move."""
    ways = {
        MOUSE["ROTATE_V"]: (reldy, 0, reldx),
        MOUSE["ROTATE_H"]: (reldy, reldx, 0),
        MOUSE["MOVE_V"]: (reldx, 0, -reldy),
        MOUSE["MOVE_H"]: (reldx, -reldy, 0),
    }
    found = np.zeros(3)
    FUNCTIONS["mjv_alignToCamera"](found, np.array(ways[action], float), forward)
    return found


@bound
def mjv_moveModel(m: Any, action: int, reldx: float, reldy: float, roomup: np.ndarray, scn: Any) -> None:
    """Move, turn or scale the model in the room by a way of the mouse, where scenes transform it."""
    if not scn.enabletransform:
        return
    looks = np.zeros((3, 3))
    FUNCTIONS["mjv_cameraInRoom"](*looks, scn)
    forward = unit(looks[1] - (looks[1] @ roomup) * roomup)
    right = unit(np.cross(forward, roomup))
    if action in ROTATE:
        vector = (roomup if action == MOUSE["ROTATE_V"] else forward) * reldx + right * reldy
        scn.rotate = _turned(vector, math.pi, scn.rotate.astype(float))
    elif action in (*MOVE, *MOVE_ALONG):
        down = roomup if action in (MOUSE["MOVE_V"], MOUSE["MOVE_V_REL"]) else forward
        scn.translate += (right * reldx - down * reldy).astype(np.float32) * np.float32(m.stat.extent)
    elif action == MOUSE["ZOOM"]:
        scn.scale = min(max(scn.scale + math.log(1 + scn.scale / 3) * reldy * 3, 0.01), 100.0)
    else:
        raise FatalError(f"mjv_moveModel: unexpected action {action}")


def _turned(vector: np.ndarray, angle: float, quat: np.ndarray) -> np.ndarray:
    """Return a quaternion after a turn about a vector by its length times an angle."""
    turn, found = np.zeros(4), np.zeros(4)
    FUNCTIONS["mju_axisAngle2Quat"](turn, unit(vector), angle * float(np.linalg.norm(vector)))
    FUNCTIONS["mju_mulQuat"](found, turn, quat)
    return found / np.linalg.norm(found)


# ---------------------------------------------------------------- pulling at bodies


@bound
def mjv_initPerturb(m: Any, d: Any, scn: Any, pert: Any) -> None:
    """Begin to pull at the body that is selected: note where it is, and the mass that the held point seems to have."""
    body = pert.select
    if not 0 < body < m.nbody:
        return
    point = _held(d, pert)
    pert.localmass = _apparent_mass(m, d, body, point)
    if pert.flexselect >= 0 and not m.flex_rigid[pert.flexselect]:
        pert.localmass *= 2.0 * m.flex_edgenum[pert.flexselect] / m.flex_vertnum[pert.flexselect]
    pert.refpos, pert.refselpos, pert.refquat = d.xipos[body], point, _inertial_quat(m, d, body)
    looks = np.zeros((3, 3))
    FUNCTIONS["mjv_cameraInModel"](*looks, scn)
    pert.scale = FUNCTIONS["mjv_frustumHeight"](scn) * ((point - looks[0]) @ looks[1])
    if scn.camera[0].orthographic:
        pert.scale *= ORTHOGRAPHIC_SHARE


def _held(d: Any, pert: Any) -> np.ndarray:
    """Return where the held point of a body is."""
    return d.xpos[pert.select] + d.xmat[pert.select].reshape(3, 3) @ pert.localpos


def _apparent_mass(m: Any, d: Any, body: int, point: np.ndarray) -> float:
    """Return 3 / trace(J inv(M) J'), 1 for a point that cannot move."""
    if not m.nv:
        return 1.0
    jacobian = corten.jac(m._model, d._data, point, body)[0]
    moved = np.array([corten.solve_mass(m._model, d._data, row) for row in jacobian])
    inverse = float(np.sum(jacobian * moved))
    return 3.0 / max(inverse, MINVAL) if inverse else 1.0


def _inertial_quat(m: Any, d: Any, body: int) -> np.ndarray:
    found = np.zeros(4)
    FUNCTIONS["mju_mulQuat"](found, d.xquat[body], m.body_iquat[body])
    return found


@bound
def mjv_movePerturb(m: Any, d: Any, action: int, reldx: float, reldy: float, *given: Any) -> None:
    """Move where a body is pulled to by a way of the mouse."""
    scn, pert = given
    body = pert.select
    if not 0 < body < m.nbody:
        return
    looks = np.zeros((3, 3))
    FUNCTIONS["mjv_cameraInModel"](*looks, scn)
    if action in MOVE:
        _shift(pert, pert.scale * _level(action, reldx, reldy, looks[1]))
    elif action in MOVE_ALONG:
        axes = d.xmat[body].reshape(3, 3)
        first = axes[:, 0] if action == MOUSE["MOVE_H_REL"] else axes[:, 2]
        _shift(pert, pert.scale * (reldy * first + reldx * axes[:, 1]))
    elif action in ROTATE:
        pert.refquat = _turned(_level(action, reldx, reldy, looks[1]), 2 * math.pi, pert.refquat)
        _limit_turn(_inertial_quat(m, d, body), pert)
    elif action != MOUSE["ZOOM"]:
        raise FatalError(f"mjv_movePerturb: unexpected mouse action {action}")


def _shift(pert: Any, way: np.ndarray) -> None:
    pert.refpos += way
    pert.refselpos += way


def _limit_turn(quat: np.ndarray, pert: Any) -> None:
    """Keep where a body is turned to near enough to where it is."""
    back, apart, vector, found = np.zeros(4), np.zeros(4), np.zeros(3), np.zeros(4)
    FUNCTIONS["mju_negQuat"](back, quat)
    FUNCTIONS["mju_mulQuat"](apart, back, pert.refquat)
    FUNCTIONS["mju_quat2Vel"](vector, apart, 1.0)
    if np.linalg.norm(vector) > FARTHEST_TURN:
        FUNCTIONS["mju_axisAngle2Quat"](apart, unit(vector), FARTHEST_TURN)
        FUNCTIONS["mju_mulQuat"](found, quat, apart)
        pert.refquat = found


@bound
def mjv_applyPerturbPose(m: Any, d: Any, pert: Any, flg_paused: int) -> None:
    """Put a mocap body, or while paused one that floats or hangs on one that does, where it is pulled to."""
    body = pert.select
    if not 0 < body < m.nbody or not pert.active | pert.active2:
        return
    back, target = (np.zeros(3), np.zeros(4)), (np.zeros(3), np.zeros(4))
    FUNCTIONS["mju_negPose"](*back, m.body_ipos[body], m.body_iquat[body])
    FUNCTIONS["mju_mulPose"](*target, pert.refpos, pert.refquat, *back)
    mocap = int(m.body_mocapid[body])
    if mocap >= 0:
        d.mocap_pos[mocap], d.mocap_quat[mocap] = target
        return
    root = body if _floats(m, body) else int(m.body_rootid[body])
    if not flg_paused or not _floats(m, root):
        return
    first = int(m.jnt_qposadr[m.body_jntadr[root]])
    pos, quat = d.qpos[first : first + 3], d.qpos[first + 3 : first + 7]
    if root != body:
        between = np.zeros(3), np.zeros(4)
        FUNCTIONS["mju_negPose"](*back, d.xpos[body], d.xquat[body])
        FUNCTIONS["mju_mulPose"](*between, *back, pos, quat)
        FUNCTIONS["mju_mulPose"](*target, *(each.copy() for each in target), *between)
    pos[:], quat[:] = target


def _floats(m: Any, body: int) -> bool:
    return m.body_jntnum[body] == 1 and m.jnt_type[m.body_jntadr[body]] == JointType.FREE


@bound
def mjv_applyPerturbForce(m: Any, d: Any, pert: Any) -> None:
    """Write the force and torque by which a body is pulled to xfrc_applied: springs, critically damped."""
    body, active = pert.select, pert.active | pert.active2
    if not 0 < body < m.nbody or not active:
        return
    torque, velocity = np.zeros(3), np.zeros(6)
    FUNCTIONS["mj_objectVelocity"](m, d, BODY, body, velocity, 0)
    spin, weight = velocity[:3], float(m.body_invweight0[body, 1])
    inertia = 1.0 / max(MINVAL, weight) if weight else 1.0
    rotational = float(m.vis.map.stiffnessrot)
    if active & PERTURB["mjPERT_TRANSLATE"]:
        stiffness, point = float(m.vis.map.stiffness), _held(d, pert)
        arm, apart = point - d.xipos[body], point - pert.refselpos
        speed = velocity[3:] + np.cross(spin, arm)
        force = -pert.localmass * (stiffness * apart + math.sqrt(stiffness) * speed)
        # spinning about the line of the spring fades, too
        axis = unit(apart)
        torque += np.cross(arm, force) - math.sqrt(rotational) * inertia * (axis @ spin) * axis
        d.xfrc_applied[body, :3] = force
    if active & PERTURB["mjPERT_ROTATE"]:
        back, apart, vector = np.zeros(4), np.zeros(4), np.zeros(3)
        FUNCTIONS["mju_negQuat"](back, _inertial_quat(m, d, body))
        FUNCTIONS["mju_mulQuat"](apart, pert.refquat, back)
        FUNCTIONS["mju_quat2Vel"](vector, apart, 1.0)
        torque += inertia * (rotational * vector - math.sqrt(rotational) * spin)
    d.xfrc_applied[body, 3:] = torque
