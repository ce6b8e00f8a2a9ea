"""Fields of Data for collision: candidate pairs of geoms, raw contacts in the order of discovery, and contacts."""

from corten.runtime.fields import F8, I4, Field, Size

# capacities grow by themselves: a step that runs out of room is done again with more
CAPACITIES = (
    Size("maxcandidate", "room for pairs of geoms that may touch", holds="ncandidate"),
    Size("maxraw", "room for contacts as they are found", holds="nraw"),
    Size("maxcon", "room for contacts", holds="ncon"),
)

COUNTS = (
    Field("ncandidate", I4, (), "pairs of geoms whose bounds overlap"),
    Field("nraw", I4, (), "contacts as they were found"),
    Field("ncon", I4, (), "contacts"),
)

CANDIDATES = (
    Field("candidate_geom", I4, ("maxcandidate", 2), "both geoms, the type of the first not above that of the second"),
    Field("candidate_kind", I4, ("maxcandidate",), "9 * type of the first geom + type of the second"),
    Field("candidate_pair", I4, ("maxcandidate",), "explicit contact pair, -1 for none"),
    Field("candidate_margin", F8, ("maxcandidate",), "distance up to which contacts are wanted: margin + gap [m]"),
)

RAW = (
    Field("raw_candidate", I4, ("maxraw",), "candidate that it belongs to"),
    Field("raw_dist", F8, ("maxraw",), "distance, negative inside [m]"),
    Field("raw_pos", F8, ("maxraw", 3), "midpoint [m]"),
    Field("raw_normal", F8, ("maxraw", 3), "unit normal from the first geom to the second"),
    Field("raw_tangent", F8, ("maxraw", 3), "wished first tangent, zeros for none"),
)

CONTACTS = (
    Field("contact_dist", F8, ("maxcon",), "distance, negative inside [m]"),
    Field("contact_pos", F8, ("maxcon", 3), "midpoint [m]"),
    Field("contact_frame", F8, ("maxcon", 9), "normal from the first geom to the second, and two tangents"),
    Field("contact_includemargin", F8, ("maxcon",), "distance below which it gives force [m]"),
    Field("contact_friction", F8, ("maxcon", 5), "friction: two tangents, spin, two rolls"),
    Field("contact_solref", F8, ("maxcon", 2), "solref along the normal"),
    Field("contact_solreffriction", F8, ("maxcon", 2), "solref along the friction directions"),
    Field("contact_solimp", F8, ("maxcon", 5), "solimp"),
    Field("contact_adhesion", F8, ("maxcon",), "adhesive force along the normal [N]"),
    Field("contact_surfacevel", F8, ("maxcon", 3), "surface velocity, second minus first: two tangents, spin"),
    Field("contact_mu", F8, ("maxcon",), "friction of the regularised cone"),
    Field("contact_dim", I4, ("maxcon",), "dimension: 1, 3, 4 or 6"),
    Field("contact_geom", I4, ("maxcon", 2), "both geoms"),
    Field("contact_exclude", I4, ("maxcon",), "0: gives force; 1: within the gap; 3: no dofs"),
    Field("contact_efc_address", I4, ("maxcon",), "first constraint row, -1 for none"),
)

COLLISION = COUNTS + CANDIDATES + RAW + CONTACTS
