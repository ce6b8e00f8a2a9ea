"""Frames of geoms."""

from corten.math.matrix3 import store9
from corten.math.quaternion import load4, store4
from corten.math.vector3 import load3, store3
from corten.runtime import stage
from corten.stages.kinematics.attached_frame import attached_position, attached_rotation


@stage
def place_geoms(m, d):
    """Place every geom on its body.

    reads:  m.geom_bodyid m.geom_sameframe m.geom_pos d.xpos d.xquat d.xmat d.xipos
    writes: d.geom_xpos d.geom_xquat d.geom_xmat
    """
    bodyid, sameframe = m.geom_bodyid, m.geom_sameframe
    offset, turn = m.geom_pos, m.geom_quat
    pos, quat, mat = d.geom_xpos, d.geom_xquat, d.geom_xmat

    for i in range(m.ngeom):
        b = bodyid[i]
        store3(pos, i, attached_position(d, b, sameframe[i], load3(offset, i)))
        orientation, matrix = attached_rotation(d, b, sameframe[i], load4(turn, i))
        store4(quat, i, orientation)
        store9(mat, i, matrix)
