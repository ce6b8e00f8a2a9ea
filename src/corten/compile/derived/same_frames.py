"""Which frames coincide with those of bodies or of their inertia, so that stages may copy them."""

from corten.enums import SameFrame, StepErrorKind
from corten.math.quaternion import load4
from corten.math.vector3 import load3
from corten.runtime import helper, stage
from corten.spec.pose import UNIT, ZERO

# [m, or of a quaternion] frames nearer than this count as the same (MuJoCo's value)
SAME = 1e-6


@stage
def same_frames(m, d):
    """Say for inertias, geoms and sites whether their frames are the body's; a body that is simple must remain so.

    reads:  m.body_ipos m.body_iquat m.geom_pos m.geom_quat m.site_pos m.site_quat m.body_simple
    writes: m.body_sameframe m.geom_sameframe m.site_sameframe d.error_where
    """
    ipos, iquat = m.body_ipos, m.body_iquat

    for b in range(m.nbody):
        m.body_sameframe[b] = body_sameframe(load3(ipos, b), load4(iquat, b))
        if b > 0 and m.body_simple[b] > 0 and m.body_sameframe[b] != SameFrame.BODY:
            d.error_where = b
            return StepErrorKind.BAD_MODEL
    for g in range(m.ngeom):
        b = m.geom_bodyid[g]
        pos, quat = load3(m.geom_pos, g), load4(m.geom_quat, g)
        m.geom_sameframe[g] = attached_sameframe(pos, quat, load3(ipos, b), load4(iquat, b))
    for s in range(m.nsite):
        b = m.site_bodyid[s]
        pos, quat = load3(m.site_pos, s), load4(m.site_quat, s)
        m.site_sameframe[s] = attached_sameframe(pos, quat, load3(ipos, b), load4(iquat, b))
    return 0


@helper
def body_sameframe(ipos, iquat):
    """Return whether the inertial frame of a body is its own frame."""
    if not is_same_rotation(iquat, UNIT):
        return SameFrame.NONE
    return SameFrame.BODY if is_same_place(ipos, ZERO) else SameFrame.BODYROT


@helper
def attached_sameframe(pos, quat, ipos, iquat):
    """Return whether the frame of a geom or site is that of its body, or of the body's inertia."""
    if is_same_rotation(quat, UNIT):
        return SameFrame.BODY if is_same_place(pos, ZERO) else SameFrame.BODYROT
    if is_same_rotation(quat, iquat):
        return SameFrame.INERTIA if is_same_place(pos, ipos) else SameFrame.INERTIAROT
    return SameFrame.NONE


@helper
def is_same_place(a, b):
    """Tell whether two points are the same."""
    return abs(a[0] - b[0]) < SAME and abs(a[1] - b[1]) < SAME and abs(a[2] - b[2]) < SAME


@helper
def is_same_rotation(a, b):
    """Tell whether two quaternions are the same rotation; one and its negative are."""
    same = abs(a[0] - b[0]) < SAME and is_same_place((a[1], a[2], a[3]), (b[1], b[2], b[3]))
    opposite = abs(a[0] + b[0]) < SAME and is_same_place((a[1], a[2], a[3]), (-b[1], -b[2], -b[3]))
    return same or opposite
