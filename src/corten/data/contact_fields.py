"""Fields of Data for collision: contacts, and what finding them costs."""

from corten.data import blocks
from corten.runtime.fields import F8, I4, I8, Access, Field, in_block
from corten.runtime.scratch import Room

# capacities grow by themselves: a step that runs out of room is done again with more
CAPACITIES = (Room("maxcon", "room for contacts", counted_by="ncon", first=4),)

LIMIT = in_block(
    blocks.INPUTS,
    Field("contact_limit", I4, (), "most contacts that a step may find, 0 for any number", access=Access.WRITE),
)

COUNTS = in_block(
    blocks.RESULTS,
    Field("ncon", I4, (), "contacts"),
    Field(
        "contact_bodies", I4, (), "bit b % 30 is set where body b has a contact with rows; models with few trees only"
    ),
)

CONTACTS = in_block(
    blocks.RESULTS,
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

# what meshes that collide by their triangles cost
TRIANGLE_COUNTS = in_block(
    blocks.DIAGNOSTICS,
    Field("ntrinode", I8, (), "nodes of trees of triangles that were visited since the last reset"),
    Field("ntripair", I8, (), "pairs of triangles that were compared since then"),
)

COLLISION = LIMIT + COUNTS + CONTACTS + TRIANGLE_COUNTS
