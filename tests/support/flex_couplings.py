"""Which dofs the elastic flexes of a model of MuJoCo's couple in the metric; it has no such list."""

import numpy as np

from corten.deformable.compile.couplings import (
    Couplings,
    ElasticPoints,
    cell_groups,
    hinge_groups,
    rod_groups,
    twisted_edges,
)
from support.rod_edges import find_rods


def flex_couplings(mjm) -> Couplings:
    """Return which dofs elastic flexes, and those with passive contacts, of a model of MuJoCo's couple."""
    chains: list[list[int]] = []
    for body, weld in enumerate(mjm.body_weldid):
        above = chains[mjm.body_parentid[body]] if body else []
        own = range(mjm.body_dofadr[body], mjm.body_dofadr[body] + mjm.body_dofnum[body])
        chains.append([*above, *(own if weld == body else ())])
    flexes = []
    for f in range(mjm.nflex):
        interp, dim, bends = int(mjm.flex_interp[f]), mjm.flex_dim[f], mjm.flex_bendingadr[f] >= 0
        elastic = mjm.flex_edgeequality[f] != 3 and (mjm.flex_stiffnessadr[f] >= 0 or bends)
        if mjm.flex_rigid[f] or not (elastic or (mjm.flex_passive[f] and dim > 1)):
            continue
        held = mjm.flex_vertbodyid[mjm.flex_vertadr[f] : mjm.flex_vertadr[f] + mjm.flex_vertnum[f]]
        if interp:
            nodes = slice(mjm.flex_nodeadr[f], mjm.flex_nodeadr[f] + mjm.flex_nodenum[f])
            flexes.append(ElasticPoints(mjm.flex_nodebodyid[nodes], cell_groups(interp, mjm.flex_cellnum[f])))
        elif dim > 1:
            edges = slice(mjm.flex_edgeadr[f], mjm.flex_edgeadr[f] + mjm.flex_edgenum[f])
            groups = hinge_groups(mjm.flex_edge[edges], mjm.flex_edgeflap[edges] if bends and dim == 2 else None)
            flexes.append(ElasticPoints(held, groups))
        elif bends:
            records = mjm.flex_bending[mjm.flex_bendingadr[f] :]
            flexes.append(ElasticPoints(held, rod_groups(records[: 1 + 10 * int(records[0])])))
    flexes += [twisted_edges(np.array(rod.joints), mjm.jnt_bodyid) for rod in find_rods(mjm)]
    return Couplings.of(flexes, chains, mjm.nv)
