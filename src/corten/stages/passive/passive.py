"""The sum of all passive forces."""

from corten.runtime import stage
from corten.stages.passive.switches import adhesion_acts, fluid_acts, gravcomp_acts


@stage
def passive(m, d):
    """Add up the passive forces; gravity compensation of some joints counts as actuator force instead.

    A plan may leave out `gravity_compensation`, `fluid` and `adhesion` where `gravcomp_acts`, `fluid_acts` and
    `adhesion_acts` deny them: their forces are cleared here. Without springs and dampers there is no passive force of
    any kind.

    reads:  m.dof_jntid m.jnt_actgravcomp d.qfrc_spring d.qfrc_damper d.qfrc_gravcomp d.qfrc_fluid d.qfrc_adhesion
    writes: d.qfrc_passive d.qfrc_gravcomp d.qfrc_fluid d.qfrc_adhesion
    """
    jntid, actgravcomp = m.dof_jntid, m.jnt_actgravcomp
    spring, damper, gravcomp, fluid = d.qfrc_spring, d.qfrc_damper, d.qfrc_gravcomp, d.qfrc_fluid
    adhesion, total = d.qfrc_adhesion, d.qfrc_passive

    for i in range(m.nv):
        total[i] = spring[i] + damper[i]
    if fluid_acts(m):
        for i in range(m.nv):
            total[i] += fluid[i]
    else:
        for i in range(m.nv):
            fluid[i] = 0.0
    if adhesion_acts(m):
        for i in range(m.nv):
            total[i] += adhesion[i]
    else:
        for i in range(m.nv):
            adhesion[i] = 0.0
    if gravcomp_acts(m):
        for i in range(m.nv):
            if actgravcomp[jntid[i]] == 0:
                total[i] += gravcomp[i]
    else:
        for i in range(m.nv):
            gravcomp[i] = 0.0
