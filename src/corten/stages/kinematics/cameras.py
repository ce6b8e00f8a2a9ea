"""Frames of cameras, which may be fixed to a body, follow it, or look at another."""

from corten.enums import CamLightMode
from corten.math import vector3
from corten.math.matrix3 import load9, store9, transpose
from corten.math.quaternion import load4
from corten.math.vector3 import load3, store3
from corten.runtime import helper, stage
from corten.stages.kinematics.attached_frame import offset_position, offset_rotation


@stage
def place_cameras(m, d):
    """Place every camera according to its mode.

    reads:  m.cam_mode m.cam_bodyid m.cam_targetbodyid d.xpos d.xquat d.xmat d.subtree_com
    writes: d.cam_xpos d.cam_xmat
    """
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
def view_frame(back):
    """Return the camera frame whose z axis is along `back`, away from the target, and whose x axis is level."""
    z, _ = vector3.normalize(back)
    x, _ = vector3.normalize(vector3.cross((0.0, 0.0, 1.0), z))
    y, _ = vector3.normalize(vector3.cross(z, x))
    return transpose((x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]))
