"""Parameters of a contact: of the geom of higher priority, a mixture of both, an explicit pair's, or the override."""

from corten.constants import MINVAL
from corten.runtime import helper

# ---- the body on one side of a contact


@helper
def contact_body(m, d, c: int, side: int) -> int:
    """Return the body of a geom, or one that stands for the vertex or element of a flex there."""
    geom = d.contact_geom[c, side]
    body = m.geom_bodyid[max(geom, 0)]
    if geom < 0:
        body = flex_body(m, d, c, side)
    return body


@helper
def flex_body(m, d, c: int, side: int) -> int:
    """Return the body of a vertex, or of the first corner of an element; of an interpolated flex, its first node's."""
    f, vertex = d.contact_flex[c, side], d.contact_vert[c, side]
    if m.flex_interp[f] != 0:
        return m.flex_nodebodyid[m.flex_nodeadr[f]]
    if vertex < 0:
        vertex = m.flex_elem[m.flex_elemdataadr[f] + d.contact_elem[c, side] * (m.flex_dim[f] + 1)]
    return m.flex_vertbodyid[m.flex_vertadr[f] + vertex]


# ---- mixing, explicit pairs, override


# smallest friction: a contact without any would have a cone without a volume (MuJoCo's value)
MINMU = 1e-5

# sliding, torsional and rolling friction of a geom, as they stand in the five frictions of a contact
FRICTION = (0, 0, 1, 2, 2)


@helper
def mix_parameters(m, d, g1: int, g2: int, place: int) -> None:
    """Set the parameters that two geoms give: of equal priority they are mixed, otherwise the higher one decides."""
    priority, condim, adhesion = m.geom_priority, m.geom_condim, m.geom_adhesion
    solref, solimp, friction = m.geom_solref, m.geom_solimp, m.geom_friction
    if priority[g1] != priority[g2]:
        g = g1 if priority[g1] > priority[g2] else g2
        d.contact_dim[place] = condim[g]
        d.contact_adhesion[place] = adhesion[g]
        for k in range(2):
            d.contact_solref[place, k] = solref[g, k]
        for k in range(5):
            d.contact_solimp[place, k] = solimp[g, k]
            d.contact_friction[place, k] = max(MINMU, friction[g, FRICTION[k]])
    else:
        mix = mixing_share(m.geom_solmix[g1], m.geom_solmix[g2])
        d.contact_dim[place] = max(condim[g1], condim[g2])
        d.contact_adhesion[place] = adhesion[g1] + adhesion[g2]

        # times and ratios can be mixed, stiffness and damping cannot: the stiffer of both
        times = solref[g1, 0] > 0.0 and solref[g2, 0] > 0.0
        for k in range(2):
            mean = mix * solref[g1, k] + (1.0 - mix) * solref[g2, k]
            d.contact_solref[place, k] = mean if times else min(solref[g1, k], solref[g2, k])
        for k in range(5):
            d.contact_solimp[place, k] = mix * solimp[g1, k] + (1.0 - mix) * solimp[g2, k]
            d.contact_friction[place, k] = max(MINMU, max(friction[g1, FRICTION[k]], friction[g2, FRICTION[k]]))
    for k in range(2):
        d.contact_solreffriction[place, k] = 0.0


@helper
def mixing_share(solmix1: float, solmix2: float) -> float:
    """Return the share of the first geom; a weight of nothing gives way, two of them share evenly."""
    if solmix1 >= MINVAL and solmix2 >= MINVAL:
        return solmix1 / (solmix1 + solmix2)
    if solmix1 < MINVAL and solmix2 < MINVAL:
        return 0.5
    return 0.0 if solmix1 < MINVAL else 1.0


@helper
def set_pair(m, d, pair: int, place: int) -> None:
    """Set the parameters of an explicit pair."""
    d.contact_dim[place] = m.pair_dim[pair]
    d.contact_adhesion[place] = m.pair_adhesion[pair]
    for k in range(2):
        d.contact_solref[place, k] = m.pair_solref[pair, k]
        d.contact_solreffriction[place, k] = m.pair_solreffriction[pair, k]
    for k in range(5):
        d.contact_solimp[place, k] = m.pair_solimp[pair, k]
        d.contact_friction[place, k] = max(MINMU, m.pair_friction[pair, k])


@helper
def set_override(m, d, place: int) -> None:
    """Set the parameters that override those of all geoms and pairs."""
    for k in range(2):
        d.contact_solref[place, k] = m.opt_o_solref[k]
        d.contact_solreffriction[place, k] = m.opt_o_solref[k]
    for k in range(5):
        d.contact_solimp[place, k] = m.opt_o_solimp[k]
        d.contact_friction[place, k] = max(MINMU, m.opt_o_friction[k])
