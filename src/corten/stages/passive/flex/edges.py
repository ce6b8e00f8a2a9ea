"""Springs and dampers along the edges of flexes."""

from corten.runtime import stage
from corten.stages.passive.passive import dampers_act, springs_act


@stage
def flex_edge_springs(m, d):
    """Add the joint forces of edges, J' f: of springs f = -stiffness (length - length0), of dampers -damping velocity.

    reads:  m.flex_edgestiffness m.flex_edgedamping m.flexedge_length0 d.flexedge_length d.flexedge_velocity
            d.flexedge_J d.qfrc_spring d.qfrc_damper
    writes: d.qfrc_spring d.qfrc_damper
    """
    rownnz, rowadr, colind, value = m.flexedge_J_rownnz, m.flexedge_J_rowadr, m.flexedge_J_colind, d.flexedge_J
    length, rest, velocity = d.flexedge_length, m.flexedge_length0, d.flexedge_velocity
    spring, damper = d.qfrc_spring, d.qfrc_damper

    for f in range(m.nflex):
        stiffness = m.flex_edgestiffness[f] if springs_act(m) else 0.0
        damping = m.flex_edgedamping[f] if dampers_act(m) else 0.0
        if m.flex_rigid[f] == 0 and m.flex_interp[f] == 0:
            for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
                if m.flexedge_rigid[e] == 0:
                    pull, brake = stiffness * (rest[e] - length[e]), -damping * velocity[e]
                    for entry in range(rowadr[e], rowadr[e] + rownnz[e]):
                        spring[colind[entry]] += value[entry] * pull
                        damper[colind[entry]] += value[entry] * brake


@stage
def flex_edge_energy(m, d):
    """Add what the springs along the edges of flexes of lines store to the potential energy.

    reads:  m.flex_edgestiffness m.flexedge_length0 d.flexedge_length d.energy
    writes: d.energy
    """
    if springs_act(m):
        for f in range(m.nflex):
            if m.flex_dim[f] == 1 and m.flex_rigid[f] == 0:
                for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
                    if m.flexedge_rigid[e] == 0:
                        longer = d.flexedge_length[e] - m.flexedge_length0[e]
                        d.energy[0] += 0.5 * m.flex_edgestiffness[f] * longer * longer
