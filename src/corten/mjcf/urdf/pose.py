"""Poses and inertia as URDF writes them: roll, pitch and yaw, and a matrix about the centre of mass."""

from math import cos, sin
from typing import Any

from corten.math.quaternion import mul_quat, normalize_quat, quat_to_mat
from corten.mjcf.urdf.part import Part

Quaternion = tuple[float, ...]

# places of xx yy zz xy xz yz in a symmetric matrix of three rows
PLACES = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))


def read_pose(part: Part) -> dict[str, Any]:
    """Return the attributes pos and quat of what an element's <origin> places; None where nothing is moved."""
    origin = part.one("origin")
    if origin is None:
        return {"pos": None, "quat": None}
    return {"pos": origin["xyz"] if any(origin["xyz"]) else None, "quat": _rotation(origin["rpy"])}


def _rotation(rpy: tuple[float, ...]) -> Quaternion | None:
    """Return turns about the fixed axes x, y and z, in this order, as a quaternion; None for no turn."""
    if not any(rpy):
        return None
    quat: Quaternion = (1.0, 0.0, 0.0, 0.0)
    for axis, angle in enumerate(rpy):
        turn = [cos(angle / 2), 0.0, 0.0, 0.0]
        turn[axis + 1] = sin(angle / 2)
        quat = normalize_quat(mul_quat(tuple(turn), quat))[0]
    return quat


def read_inertial(part: Part) -> dict[str, Any]:
    """Return the attributes of <inertial>; a matrix that is given in turned axes is turned into those of the link."""
    pose = read_pose(part)
    matrix = part.need("inertia")
    full = (matrix["ixx"], matrix["iyy"], matrix["izz"], matrix["ixy"], matrix["ixz"], matrix["iyz"])
    values = {"pos": pose["pos"] or (0.0, 0.0, 0.0), "mass": part.need("mass")["value"]}

    # all zero: unknown, and left to the compiler's bounds
    if not any(full):
        return {**values, "quat": pose["quat"], "diaginertia": full[:3]}
    return {**values, "fullinertia": full if pose["quat"] is None else _turned(full, quat_to_mat(pose["quat"]))}


def _turned(full: tuple[float, ...], r: tuple[float, ...]) -> tuple[float, ...]:
    """Return R I R' for a rotation, given row by row."""
    xx, yy, zz, xy, xz, yz = full
    rows = ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))
    half = [[sum(r[3 * i + k] * rows[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
    return tuple(sum(half[i][k] * r[3 * j + k] for k in range(3)) for i, j in PLACES)
