"""Positions and directions of lights, which may be fixed to a body, follow it, or shine at another."""

from corten.enums import CamLightMode
from corten.math import vector3
from corten.math.quaternion import load4, rotate_vector
from corten.math.vector3 import load3, store3
from corten.runtime import stage
from corten.stages.kinematics.attached_frame import offset_position


@stage
def place_lights(m, d):
    """Place every light according to its mode.

    reads:  m.light_mode m.light_bodyid m.light_targetbodyid d.xpos d.xquat d.xmat d.subtree_com
    writes: d.light_xpos d.light_xdir
    """
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
