"""Frames of sites."""

from corten.math.matrix3 import store9
from corten.math.quaternion import load4, store4
from corten.math.vector3 import load3, store3
from corten.runtime import stage
from corten.stages.kinematics.attached_frame import attached_position, attached_rotation


@stage
def place_sites(m, d):
    """Place every site on its body.

    reads:  m.site_bodyid m.site_sameframe m.site_pos d.xpos d.xquat d.xmat d.xipos
    writes: d.site_xpos d.site_xquat d.site_xmat
    """
    bodyid, sameframe = m.site_bodyid, m.site_sameframe
    offset, turn = m.site_pos, m.site_quat
    pos, quat, mat = d.site_xpos, d.site_xquat, d.site_xmat

    for i in range(m.nsite):
        b = bodyid[i]
        store3(pos, i, attached_position(d, b, sameframe[i], load3(offset, i)))
        orientation, matrix = attached_rotation(d, b, sameframe[i], load4(turn, i))
        store4(quat, i, orientation)
        store9(mat, i, matrix)
