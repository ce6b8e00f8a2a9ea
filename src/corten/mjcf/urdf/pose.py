"""Poses and inertia as URDF writes them: roll, pitch and yaw, and a matrix about the centre of mass."""

from math import cos, sin
from typing import Any

from corten.assets.principal_axes import Quaternion, Symmetric, multiply, principal_axes, unit_quaternion
from corten.mjcf.urdf.part import Part

# relative to the largest number of the matrix: off-diagonal numbers below it count as zero, and principal moments that
# differ by less count as equal (MuJoCo's values, part of its results)
NEGLIGIBLE = 4e-15
EQUAL = 1e-12

# [kg m^2] the least principal moment where the compiler sets no bound (MuJoCo's value)
LEAST_MOMENT = 1e-14


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
        quat = unit_quaternion(multiply((turn[0], turn[1], turn[2], turn[3]), quat))
    return quat


def read_inertial(part: Part, boundinertia: float) -> dict[str, Any]:
    """Return the attributes of <inertial>; a matrix that is given in turned axes becomes moments in principal axes."""
    pose = read_pose(part)
    matrix = part.need("inertia")
    full: Symmetric = (matrix["ixx"], matrix["iyy"], matrix["izz"], matrix["ixy"], matrix["ixz"], matrix["iyz"])
    values = {"pos": pose["pos"] or (0.0, 0.0, 0.0), "mass": part.need("mass")["value"]}

    # all zero: unknown, and left to the compiler's bounds
    if not any(full):
        return {**values, "quat": pose["quat"], "diaginertia": full[:3]}
    if pose["quat"] is None:
        return {**values, "fullinertia": full}
    moments, axes = principal_axes(full, NEGLIGIBLE, EQUAL)
    least = -LEAST_MOMENT * max(1.0, moments[0]) if boundinertia > 0 else LEAST_MOMENT
    if moments[2] < least:
        raise matrix.error(f"it has the principal moment {moments[2]:g} kg m^2; all of them must be positive")
    quat = unit_quaternion(multiply(pose["quat"], axes))
    return {**values, "quat": quat, "diaginertia": tuple(max(moment, 0.0) for moment in moments)}
