"""Statistics of a whole model at qpos0: its extent and centre, and means over its bodies and dofs."""

from math import inf

from corten.enums import GeomType
from corten.math.vector3 import load3
from corten.runtime import Vec3, Vec6, helper, stage

# [m] least extent of a model (MuJoCo's value)
LEAST = 1e-5

# [m] how much of an infinite plane counts, and the share that counts of a finite one (MuJoCo's values)
INFINITE_PLANE, PLANE_SHARE = 0.01, 0.1

# [m] corners of a box around nothing
NOTHING = (inf, inf, inf, -inf, -inf, -inf)


@stage
def set_statistics(m, d) -> None:
    """Set the statistics, which those that are written replace later on."""
    set_extent(m, d)
    size, mass, inertia = 0.0, 0.0, 0.0
    for b in range(1, m.nbody):
        size += d.body_size[b] / (m.nbody - 1)
        mass += m.body_mass[b]
    if m.nbody > 1:
        m.stat_meansize = size
        m.stat_meanmass = mass / (m.nbody - 1)
    m.stat_extent = max(m.stat_extent, 2.0 * m.stat_meansize)
    for i in range(m.nv):
        inertia += d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1]
    if m.nv > 0:
        m.stat_meaninertia = inertia / m.nv


@helper
def set_extent(m, d) -> None:
    """Set extent and centre of the box about all bodies, joints, sites and geoms."""
    box = NOTHING
    for b in range(1, m.nbody):
        box = with_ball(with_ball(box, load3(d.xpos, b), 0.0), load3(d.xipos, b), 0.0)
    for j in range(m.njnt):
        box = with_ball(box, load3(d.xanchor, j), 0.0)
    for s in range(m.nsite):
        box = with_ball(box, load3(d.site_xpos, s), 0.0)
    for g in range(m.ngeom):
        radius = m.geom_rbound[g]
        if m.geom_type[g] == GeomType.PLANE:
            span = max(m.geom_size[g, 0], m.geom_size[g, 1])
            infinite = m.geom_size[g, 0] == 0.0 and m.geom_size[g, 1] == 0.0
            radius = INFINITE_PLANE if infinite else span * PLANE_SHARE
        box = with_ball(box, load3(d.geom_xpos, g), radius)
    if m.nbody > 1 or m.nsite > 0 or m.ngeom > 0:
        # a model may reach so far that its extent is infinite; then its centre is no number, as in MuJoCo
        centre = ((box[0] + box[3]) * 0.5, (box[1] + box[4]) * 0.5, (box[2] + box[5]) * 0.5)
        m.stat_center[0], m.stat_center[1], m.stat_center[2] = centre
        if box[3] > box[0]:
            m.stat_extent = max(LEAST, max(box[3] - box[0], max(box[4] - box[1], box[5] - box[2])))


@helper
def with_ball(box: Vec6, centre: Vec3, radius: float) -> Vec6:
    """Return a box that is large enough for a ball, too."""
    return (
        min(box[0], centre[0] - radius),
        min(box[1], centre[1] - radius),
        min(box[2], centre[2] - radius),
        max(box[3], centre[0] + radius),
        max(box[4], centre[1] + radius),
        max(box[5], centre[2] + radius),
    )
