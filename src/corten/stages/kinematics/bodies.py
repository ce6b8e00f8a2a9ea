"""Frames of bodies, of their inertias and of their joints, from the root of each tree outwards."""

from corten.enums import JointType, SameFrame
from corten.math import vector3
from corten.math.argument_reduction import NEAR_LIMIT
from corten.math.matrix3 import load9, mul_mat_vec, store9
from corten.math.quaternion import (
    load4,
    load4_flat,
    mul_quat,
    normalize_quat,
    quat_to_mat,
    rotate_vector,
    store4,
)
from corten.math.trigonometry import sincos, sincos_near
from corten.math.vector3 import load3, load3_flat, store3
from corten.runtime import Mat3, Quat, Vec3, Vec4, any_lane, helper, per_precision, select, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch

SCRATCH = scratch(
    Field("hinge_sin", F8, ("njnt",), "sine of half the angle of each hinge"),
    Field("hinge_cos", F8, ("njnt",), "cosine of half the angle of each hinge"),
)

# |length^2 - 1| up to which one Newton step is exact: its error is 3/8 of the square
NEAR_UNIT = per_precision(1e-9, float32=1e-4)
IDENTITY = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


@stage
def place_bodies(m, d) -> None:
    """Chain every body's fixed offset and joints onto the frame of its parent.

    Quaternions in qpos and mocap_quat are normalised as they are read and stay as they are.
    """
    jntadr, jntnum, parentid = m.body_jntadr, m.body_jntnum, m.body_parentid
    jnt_type, qposadr, jnt_pos, jnt_axis, qpos0 = m.jnt_type, m.jnt_qposadr, m.jnt_pos, m.jnt_axis, m.qpos0
    qpos, xpos, xquat, xmat = d.qpos, d.xpos, d.xquat, d.xmat
    xanchor, xaxis = d.xanchor, d.xaxis

    place_world(d)
    measure_hinges(m, d)
    for b in range(1, m.nbody):
        first = jntadr[b]
        last = first + jntnum[b]

        # a free joint is the whole pose, whatever the model says of the body
        if last == first + 1 and jnt_type[first] == JointType.FREE:
            pos = load3_flat(qpos, qposadr[first])
            quat, _ = normalize_quat(load4_flat(qpos, qposadr[first] + 3))
            store3(xanchor, first, pos)
            store3(xaxis, first, load3(jnt_axis, first))
        else:
            parent = parentid[b]
            parent_pos, parent_mat = load3(xpos, parent), load9(xmat, parent)

            # joints move the body within its parent's frame: so bodies wait for their parents only at the end
            pos, quat = resting_frame(m, d, b)
            for j in range(first, last):
                axis, arm = load3(jnt_axis, j), load3(jnt_pos, j)
                off_centre = abs(arm[0]) + abs(arm[1]) + abs(arm[2]) != 0.0
                direction = rotate_vector(quat, axis)
                anchor = pos
                if off_centre:
                    anchor = vector3.add(pos, rotate_vector(quat, arm))
                if jnt_type[j] == JointType.SLIDE:
                    pos = vector3.add_scaled(pos, direction, qpos[qposadr[j]] - qpos0[qposadr[j]])
                else:
                    quat = mul_quat(quat, joint_rotation(m, d, j, axis))
                    if off_centre:
                        pos = vector3.sub(anchor, rotate_vector(quat, arm))
                store3(xanchor, j, vector3.add(parent_pos, mul_mat_vec(parent_mat, anchor)))
                store3(xaxis, j, mul_mat_vec(parent_mat, direction))

            pos = vector3.add(parent_pos, mul_mat_vec(parent_mat, pos))
            quat = correct_length(mul_quat(load4(xquat, parent), quat))

        mat = quat_to_mat(quat)
        store3(xpos, b, pos)
        store4(xquat, b, quat)
        store9(xmat, b, mat)
        place_inertia(m, d, b, pos, quat, mat)


@helper
def place_world(d) -> None:
    """Put the world's frames at the origin."""
    store3(d.xpos, 0, (0.0, 0.0, 0.0))
    store3(d.xipos, 0, (0.0, 0.0, 0.0))
    store4(d.xquat, 0, (1.0, 0.0, 0.0, 0.0))
    store4(d.xiquat, 0, (1.0, 0.0, 0.0, 0.0))
    store9(d.xmat, 0, IDENTITY)
    store9(d.ximat, 0, IDENTITY)


@helper
def resting_frame(m, d, b: int) -> tuple[Vec3, Vec4]:
    """Return (position, orientation) of a body in its parent before its joints move it: its offset or mocap pose."""
    mocapid = m.body_mocapid[b]
    if mocapid >= 0:
        quat, _ = normalize_quat(load4(d.mocap_quat, mocapid))
        return load3(d.mocap_pos, mocapid), quat
    return load3(m.body_pos, b), load4(m.body_quat, b)


@helper
def joint_rotation(m, d, j: int, axis: Vec3) -> Vec4:
    """Return the rotation of a ball or hinge joint; `measure_hinges` comes first."""
    if m.jnt_type[j] == JointType.BALL:
        turn, _ = normalize_quat(load4_flat(d.qpos, m.jnt_qposadr[j]))
        return turn
    sine = d.hinge_sin[j]
    return d.hinge_cos[j], axis[0] * sine, axis[1] * sine, axis[2] * sine


@helper
def correct_length(quat: Quat) -> Vec4:
    """Return a product of unit quaternions with its length set back to 1.

    One Newton step for 1 / sqrt(s) at s = 1, without a square root or division; what it leaves is below 1e-17.
    """
    s = quat[0] * quat[0] + quat[1] * quat[1] + quat[2] * quat[2] + quat[3] * quat[3]
    factor = 1.5 - 0.5 * s
    result = (quat[0] * factor, quat[1] * factor, quat[2] * factor, quat[3] * factor)

    # offsets that were edited after compilation may have any length
    far = not (abs(s - 1.0) < NEAR_UNIT)
    if any_lane(far):
        unit, _ = normalize_quat(quat)
        result = select(far, unit, result)
    return result


@helper
def place_inertia(m, d, b: int, pos: Vec3, quat: Quat, mat: Mat3) -> None:
    """Place the centre of mass and the principal axes of a body with this frame."""
    sameframe = m.body_sameframe[b]
    if sameframe == SameFrame.BODY:
        store3(d.xipos, b, pos)
    else:
        store3(d.xipos, b, vector3.add(mul_mat_vec(mat, load3(m.body_ipos, b)), pos))
    if sameframe == SameFrame.NONE:
        iquat = mul_quat(quat, load4(m.body_iquat, b))
        store4(d.xiquat, b, iquat)
        store9(d.ximat, b, quat_to_mat(iquat))
    else:
        store4(d.xiquat, b, quat)
        store9(d.ximat, b, mat)


# ---------------------------------------------------------------- sines and cosines of all hinges at once


@helper
def measure_hinges(m, d) -> None:
    """Write sine and cosine of half the angle of every hinge; for other joints the numbers mean nothing.

    One loop over all joints is packed, four angles at a time, which a loop over bodies could not be.
    """
    qposadr, qpos0, qpos = m.jnt_qposadr, m.qpos0, d.qpos
    sine, cosine = d.hinge_sin, d.hinge_cos

    anywhere = 0
    for j in range(m.njnt):
        half = 0.5 * (qpos[qposadr[j]] - qpos0[qposadr[j]])
        far = not (abs(half) <= NEAR_LIMIT)
        s, c = sincos_near(select(far, 0.0, half))
        sine[j] = s
        cosine[j] = c
        anywhere = anywhere | int(far)

    # beyond thousands of turns the reduction takes a long way; it gives near angles the same bits
    if anywhere != 0:
        for j in range(m.njnt):
            s, c = sincos(0.5 * (qpos[qposadr[j]] - qpos0[qposadr[j]]))
            sine[j] = s
            cosine[j] = c
