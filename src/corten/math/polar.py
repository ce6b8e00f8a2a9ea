"""The rotation in a linear map: the orthogonal factor of its polar decomposition, as a quaternion."""

from corten.constants import MINVAL
from corten.math import quaternion, vector3
from corten.math.matrix3 import transpose
from corten.runtime import any_lane, helper, select

# as in MuJoCo: largest number of turns, and the angle [rad] below which one is the last
TURNS = 500
LAST_TURN = 1e-9


@helper
def nearest_rotation(mat):
    """Return the rotation nearest to a matrix of nine numbers, turning from the identity (Müller and others, 2016)."""
    a = transpose(mat)
    a0, a1, a2 = (a[0], a[1], a[2]), (a[3], a[4], a[5]), (a[6], a[7], a[8])
    quat = (1.0, 0.0, 0.0, 0.0)
    turning = True
    for _ in range(TURNS):
        r = transpose(quaternion.quat_to_mat(quat))
        r0, r1, r2 = (r[0], r[1], r[2]), (r[3], r[4], r[5]), (r[6], r[7], r[8])
        swept = vector3.add(vector3.add(vector3.cross(r0, a0), vector3.cross(r1, a1)), vector3.cross(r2, a2))
        overlap = vector3.dot(r0, a0) + vector3.dot(r1, a1) + vector3.dot(r2, a2)
        axis, angle = vector3.normalize(vector3.scale(swept, 1.0 / (abs(overlap) + MINVAL)))
        turning = turning and not angle < LAST_TURN
        turned = quaternion.mul_quat(quaternion.axis_angle_to_quat(axis, angle), quat)
        turned, _length = quaternion.normalize_quat(turned)
        quat = select(turning, turned, quat)
        if not any_lane(turning):
            break
    return quat
