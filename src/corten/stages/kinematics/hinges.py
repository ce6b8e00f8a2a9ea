"""Sines and cosines of all hinges at once."""

from corten.math.argument_reduction import NEAR_LIMIT
from corten.math.trigonometry import sincos, sincos_near
from corten.runtime import helper, select


@helper
def measure_hinges(m, d):
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
