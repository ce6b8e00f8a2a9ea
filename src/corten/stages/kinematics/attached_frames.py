"""Frames that are fixed to a body: geoms, sites and cameras."""

from corten.enums import CamLightMode, SameFrame
from corten.math import vector3
from corten.math.matrix3 import load9, mul_mat_vec, store9, transpose
from corten.math.quaternion import load4, mul_quat, quat_to_mat, rotate_vector, store4
from corten.math.vector3 import load3, store3
from corten.runtime import Mat3, Vec3, Vec4, helper, stage


@helper
def offset_position(d, b: int, offset: Vec3) -> Vec3:
    """Return the world position of a point with this offset [m] in the frame of body b."""
    return vector3.add(mul_mat_vec(load9(d.xmat, b), offset), load3(d.xpos, b))


@helper
def offset_rotation(d, b: int, turn: Vec4) -> tuple[Vec4, Mat3]:
    """Return the world orientation, as quaternion and matrix, of a frame turned by `turn` against body b."""
    quat = mul_quat(load4(d.xquat, b), turn)
    return quat, quat_to_mat(quat)


@helper
def attached_position(d, b: int, sameframe: int, offset: Vec3) -> Vec3:
    """Return `offset_position`, or a copy where the frame stands on the body's or on its inertia's."""
    if sameframe == SameFrame.BODY:
        return load3(d.xpos, b)
    if sameframe == SameFrame.INERTIA:
        return load3(d.xipos, b)
    return offset_position(d, b, offset)


@helper
def attached_rotation(d, b: int, sameframe: int, turn: Vec4) -> tuple[Vec4, Mat3]:
    """Return `offset_rotation`, or a copy where the frame is parallel to the body's or to its inertia's."""
    if sameframe == SameFrame.BODY or sameframe == SameFrame.BODYROT:
        return load4(d.xquat, b), load9(d.xmat, b)
    if sameframe == SameFrame.INERTIA or sameframe == SameFrame.INERTIAROT:
        return load4(d.xiquat, b), load9(d.ximat, b)
    return offset_rotation(d, b, turn)


# ---------------------------------------------------------------- frames of geoms


@stage
def place_geoms(m, d) -> None:
    """Place every geom on its body."""
    bodyid, sameframe = m.geom_bodyid, m.geom_sameframe
    offset, turn = m.geom_pos, m.geom_quat
    pos, quat, mat = d.geom_xpos, d.geom_xquat, d.geom_xmat

    for i in range(m.ngeom):
        b = bodyid[i]
        store3(pos, i, attached_position(d, b, sameframe[i], load3(offset, i)))
        orientation, matrix = attached_rotation(d, b, sameframe[i], load4(turn, i))
        store4(quat, i, orientation)
        store9(mat, i, matrix)


# ---------------------------------------------------------------- frames of sites


@stage
def place_sites(m, d) -> None:
    """Place every site on its body."""
    bodyid, sameframe = m.site_bodyid, m.site_sameframe
    offset, turn = m.site_pos, m.site_quat
    pos, quat, mat = d.site_xpos, d.site_xquat, d.site_xmat

    for i in range(m.nsite):
        b = bodyid[i]
        store3(pos, i, attached_position(d, b, sameframe[i], load3(offset, i)))
        orientation, matrix = attached_rotation(d, b, sameframe[i], load4(turn, i))
        store4(quat, i, orientation)
        store9(mat, i, matrix)


# ---- frames of cameras, which may be fixed to a body, follow it, or look at another


@stage
def place_cameras(m, d) -> None:
    """Place every camera according to its mode."""
    mode, bodyid, targetid = m.cam_mode, m.cam_bodyid, m.cam_targetbodyid
    offset, turn, pos0, poscom0, mat0 = m.cam_pos, m.cam_quat, m.cam_pos0, m.cam_poscom0, m.cam_mat0
    xpos, subtree_com, pos, mat = d.xpos, d.subtree_com, d.cam_xpos, d.cam_xmat

    for i in range(m.ncam):
        b, target = bodyid[i], targetid[i]
        position = offset_position(d, b, load3(offset, i))

        # tracking cameras keep the orientation that they have at qpos0
        if mode[i] == CamLightMode.TRACK:
            position = vector3.add(load3(xpos, b), load3(pos0, i))
            matrix = load9(mat0, i)
        elif mode[i] == CamLightMode.TRACKCOM:
            position = vector3.add(load3(subtree_com, b), load3(poscom0, i))
            matrix = load9(mat0, i)
        elif mode[i] == CamLightMode.TARGETBODY and target >= 0:
            matrix = view_frame(vector3.sub(position, load3(xpos, target)))
        elif mode[i] == CamLightMode.TARGETBODYCOM and target >= 0:
            matrix = view_frame(vector3.sub(position, load3(subtree_com, target)))
        else:
            _, matrix = offset_rotation(d, b, load4(turn, i))

        store3(pos, i, position)
        store9(mat, i, matrix)


@helper
def view_frame(back: Vec3) -> Mat3:
    """Return the camera frame whose z axis is along `back`, away from the target, and whose x axis is level."""
    z, _ = vector3.normalize(back)
    x, _ = vector3.normalize(vector3.cross((0.0, 0.0, 1.0), z))
    y, _ = vector3.normalize(vector3.cross(z, x))
    return transpose((x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]))


# ---- positions and directions of lights, which may be fixed to a body, follow it, or shine at another


@stage
def place_lights(m, d) -> None:
    """Place every light according to its mode."""
    mode, bodyid, targetid = m.light_mode, m.light_bodyid, m.light_targetbodyid
    offset, local_dir, pos0, poscom0, dir0 = m.light_pos, m.light_dir, m.light_pos0, m.light_poscom0, m.light_dir0
    xpos, xquat, subtree_com, pos, xdir = d.xpos, d.xquat, d.subtree_com, d.light_xpos, d.light_xdir

    for i in range(m.nlight):
        b, target = bodyid[i], targetid[i]
        position = offset_position(d, b, load3(offset, i))

        # tracking lights keep the direction that they have at qpos0
        if mode[i] == CamLightMode.TRACK:
            position = vector3.add(load3(xpos, b), load3(pos0, i))
            direction = load3(dir0, i)
        elif mode[i] == CamLightMode.TRACKCOM:
            position = vector3.add(load3(subtree_com, b), load3(poscom0, i))
            direction = load3(dir0, i)
        elif mode[i] == CamLightMode.TARGETBODY and target >= 0:
            direction = vector3.sub(load3(xpos, target), position)
        elif mode[i] == CamLightMode.TARGETBODYCOM and target >= 0:
            direction = vector3.sub(load3(subtree_com, target), position)
        else:
            direction = rotate_vector(load4(xquat, b), load3(local_dir, i))

        store3(pos, i, position)
        direction, _ = vector3.normalize(direction)
        store3(xdir, i, direction)
