"""DISCRETE: the constraint solve is the step. Its metric holds what the implicit integrators add to the mass matrix.

The acceleration of the forward dynamics is (v' - v) / h already, so nothing is left to do. See `corten.stages.metric`.
"""

from corten.runtime import stage


@stage
def discrete(m, d):
    """Take the acceleration of the forward dynamics: qacc_step = qacc.

    reads:  d.qacc
    writes: d.qacc_step
    """
    for i in range(m.nv):
        d.qacc_step[i] = d.qacc[i]
