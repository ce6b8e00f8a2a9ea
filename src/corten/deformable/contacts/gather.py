"""From unsorted contacts to contacts where there are flexes: those of geoms and those of flexes, in MuJoCo's order."""

from typing import NamedTuple

from corten.deformable.contacts.pairs import flexes_margin, geom_flex_margin, speculative_gap
from corten.enums import EnableBit, StepErrorKind
from corten.math.vector3 import store3
from corten.runtime import helper, stage
from corten.runtime.fields import I4, Field
from corten.runtime.scratch import scratch
from corten.stages.collision.contacts.gather import IN_GAP, set_geometry, set_parameters
from corten.stages.collision.contacts.parameters import MINMU, mixing_share, set_override

SCRATCH = scratch(
    Field("flexpair_start", I4, ("maxflexpair",), "where its contacts begin"),
) + scratch(
    Field("candidate_start", I4, ("maxcandidate",), "where the contacts of each candidate begin"),
    readers=("corten.stages.collision", "corten.stages.constraint"),
)


@stage
def gather_flex_contacts(m, d) -> int:
    """Put contacts into order: by the lower body, those with flexes behind those of geoms; set their parameters."""
    owner, start, flex_start, limit = d.unsorted_candidate, d.candidate_start, d.flexpair_start, d.contact_limit

    d.ncon, d.nflexcon = d.nunsorted, d.nunsorted
    room = min(d.maxunsorted, min(d.maxcon, d.maxflexcon))
    if d.nunsorted > room or (limit > 0 and d.nunsorted > limit):
        d.error_where = d.nunsorted
        return StepErrorKind.CAPACITY

    # where the contacts of each candidate and of each pair begin
    for c in range(d.ncandidate):
        start[c] = 0
    for p in range(d.nflexpair):
        flex_start[p] = 0
    for i in range(d.nunsorted):
        if owner[i] >= 0:
            start[owner[i]] += 1
        else:
            flex_start[-1 - owner[i]] += 1
    number_owners(m, d)

    for i in range(d.nunsorted):
        if owner[i] >= 0:
            place = start[owner[i]]
            start[owner[i]] = place + 1
            set_geometry(d, i, place)
            set_parameters(m, d, owner[i], place)
            for side in range(2):
                d.contact_flex[place, side], d.contact_elem[place, side], d.contact_vert[place, side] = -1, -1, -1
        else:
            pair = -1 - owner[i]
            place = flex_start[pair]
            flex_start[pair] = place + 1
            set_geometry(d, i, place)
            set_owners(d, pair, place)
            set_flex_parameters(m, d, pair, place)
            store3(d.contact_surfacevel, place, (0.0, 0.0, 0.0))
    return 0


@helper
def number_owners(m, d) -> None:
    """Turn numbers of contacts into places: candidates and pairs by their lower bodies, candidates first."""
    start, flex_start, total, pair = d.candidate_start, d.flexpair_start, 0, 0
    for c in range(d.ncandidate):
        body = min(m.geom_bodyid[d.candidate_geom[c, 0]], m.geom_bodyid[d.candidate_geom[c, 1]])
        while pair < d.nflexpair and d.flexpair_body[pair] < body:
            total, flex_start[pair] = total + flex_start[pair], total
            pair += 1
        total, start[c] = total + start[c], total
    for p in range(pair, d.nflexpair):
        total, flex_start[p] = total + flex_start[p], total


@helper
def set_owners(d, pair: int, place: int) -> None:
    """Tell a contact its geom, or flexes, elements and vertex."""
    d.contact_geom[place, 0], d.contact_geom[place, 1] = d.flexpair_geom[pair], -1
    for side in range(2):
        d.contact_flex[place, side] = d.flexpair_flex[pair, side]
        d.contact_elem[place, side] = d.flexpair_elem[pair, side]
    d.contact_vert[place, 0], d.contact_vert[place, 1] = -1, d.flexpair_vert[pair]


# ---- parameters: those of a geom and a flex or of two flexes, mixed as those of two geoms are


class Surface(NamedTuple):
    """What a geom or a flex gives to its contacts."""

    priority: int
    condim: int
    solmix: float
    adhesion: float
    friction: tuple[float, float, float]
    solref: tuple[float, float]
    solimp: tuple[float, float, float, float, float]


@helper
def geom_surface(m, g: int) -> Surface:
    """Return what a geom gives."""
    return Surface(
        m.geom_priority[g],
        m.geom_condim[g],
        m.geom_solmix[g],
        m.geom_adhesion[g],
        (m.geom_friction[g, 0], m.geom_friction[g, 1], m.geom_friction[g, 2]),
        (m.geom_solref[g, 0], m.geom_solref[g, 1]),
        (m.geom_solimp[g, 0], m.geom_solimp[g, 1], m.geom_solimp[g, 2], m.geom_solimp[g, 3], m.geom_solimp[g, 4]),
    )


@helper
def flex_surface(m, f: int) -> Surface:
    """Return what a flex gives."""
    return Surface(
        m.flex_priority[f],
        m.flex_condim[f],
        m.flex_solmix[f],
        0.0,
        (m.flex_friction[f, 0], m.flex_friction[f, 1], m.flex_friction[f, 2]),
        (m.flex_solref[f, 0], m.flex_solref[f, 1]),
        (m.flex_solimp[f, 0], m.flex_solimp[f, 1], m.flex_solimp[f, 2], m.flex_solimp[f, 3], m.flex_solimp[f, 4]),
    )


@helper
def mixed(a: Surface, b: Surface) -> Surface:
    """Return what two surfaces give together: of equal priority they are mixed, otherwise the higher one decides."""
    if a.priority != b.priority:
        return a if a.priority > b.priority else b
    share = mixing_share(a.solmix, b.solmix)
    rest = 1.0 - share
    # times and ratios can be mixed, stiffness and damping cannot: the stiffer of both
    times = a.solref[0] > 0.0 and b.solref[0] > 0.0
    first, second = share * a.solref[0] + rest * b.solref[0], share * a.solref[1] + rest * b.solref[1]
    return Surface(
        a.priority,
        max(a.condim, b.condim),
        share,
        a.adhesion + b.adhesion,
        (max(a.friction[0], b.friction[0]), max(a.friction[1], b.friction[1]), max(a.friction[2], b.friction[2])),
        (first if times else min(a.solref[0], b.solref[0]), second if times else min(a.solref[1], b.solref[1])),
        (
            share * a.solimp[0] + rest * b.solimp[0],
            share * a.solimp[1] + rest * b.solimp[1],
            share * a.solimp[2] + rest * b.solimp[2],
            share * a.solimp[3] + rest * b.solimp[3],
            share * a.solimp[4] + rest * b.solimp[4],
        ),
    )


@helper
def set_flex_parameters(m, d, pair: int, place: int) -> None:
    """Set the parameters of a contact of a pair with a flex."""
    geom, f1, f2 = d.flexpair_geom[pair], d.flexpair_flex[pair, 0], d.flexpair_flex[pair, 1]
    margin, beyond = 0.0, 0.0
    if geom >= 0:
        margin, beyond = geom_flex_margin(m, geom, f2), speculative_gap(m, f2)
        store_surface(d, mixed(geom_surface(m, geom), flex_surface(m, f2)), place)
    else:
        margin = flexes_margin(m, f1, f2)
        beyond = 0.0 if f1 == f2 else max(speculative_gap(m, f1), speculative_gap(m, f2))
        store_surface(d, mixed(flex_surface(m, f1), flex_surface(m, f2)), place)
    if (m.opt_enableflags & EnableBit.OVERRIDE) != 0:
        set_override(m, d, place)

    # within the gap only adhesion acts, along the normal alone
    adhesive, apart = d.contact_adhesion[place] != 0.0, d.contact_dist[place] >= margin
    if adhesive and apart:
        d.contact_dim[place] = 1
    d.contact_includemargin[place] = margin
    d.contact_exclude[place] = IN_GAP if d.contact_dist[place] >= margin + beyond and not adhesive else 0
    d.contact_mu[place] = 0.0
    d.contact_efc_address[place] = -1


@helper
def store_surface(d, surface: Surface, place: int) -> None:
    """Write what surfaces give together into a contact."""
    friction, solimp = surface.friction, surface.solimp
    d.contact_dim[place], d.contact_adhesion[place] = surface.condim, surface.adhesion
    d.contact_solref[place, 0], d.contact_solref[place, 1] = surface.solref
    d.contact_solreffriction[place, 0], d.contact_solreffriction[place, 1] = 0.0, 0.0
    d.contact_solimp[place, 0], d.contact_solimp[place, 1], d.contact_solimp[place, 2] = solimp[0], solimp[1], solimp[2]
    d.contact_solimp[place, 3], d.contact_solimp[place, 4] = solimp[3], solimp[4]
    d.contact_friction[place, 0], d.contact_friction[place, 1] = max(MINMU, friction[0]), max(MINMU, friction[0])
    d.contact_friction[place, 2] = max(MINMU, friction[1])
    d.contact_friction[place, 3], d.contact_friction[place, 4] = max(MINMU, friction[2]), max(MINMU, friction[2])
