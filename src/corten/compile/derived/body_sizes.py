"""How far bodies reach, which is the length that rotations are measured by."""

from corten.enums import JointType
from corten.math import vector3
from corten.math.vector3 import load3
from corten.runtime import helper, stage

# [m] least size of a body (MuJoCo's value)
LEAST = 1e-5


@stage
def body_sizes(m, d):
    """Measure how far joints, those of children, and geoms are from the centre of each body; set lengths of dofs.

    reads:  m.geom_rbound d.xipos d.xanchor d.geom_xpos
    writes: d.body_size m.dof_length
    """
    size, bodyid = d.body_size, m.jnt_bodyid

    for b in range(m.nbody):
        size[b] = LEAST if b > 0 else 0.0
    for j in range(m.njnt):
        anchor, child = load3(d.xanchor, j), bodyid[j]
        reach(d, child, anchor, 0.0)
        reach(d, m.body_parentid[child], anchor, 0.0)
    for g in range(m.ngeom):
        if m.geom_rbound[g] > 0.0:
            reach(d, m.geom_bodyid[g], load3(d.geom_xpos, g), m.geom_rbound[g])
    for i in range(m.nv):
        j = m.dof_jntid[i]
        slides = m.jnt_type[j] == JointType.SLIDE or (m.jnt_type[j] == JointType.FREE and i < m.jnt_dofadr[j] + 3)
        m.dof_length[i] = 1.0 if slides else size[m.dof_bodyid[i]]


@helper
def reach(d, b, point, radius):
    """Let a body reach as far as a sphere about a point; the world has no size."""
    if b > 0:
        far = radius + vector3.norm(vector3.sub(load3(d.xipos, b), point))
        d.body_size[b] = max(d.body_size[b], far)
