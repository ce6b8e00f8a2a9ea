"""Fields of Data for contacts of flexes: pairs that the trees find, and what each contact belongs to."""

from corten.data import blocks
from corten.runtime.fields import F8, I4, Field, in_block
from corten.runtime.scratch import Room

# most bodies that the elements of one contact follow: nodes of a quadratic cell, and those of a shell beside them
MOST_WEIGHTS = 729

FLEX_CONTACT_SIZES = (
    Room(
        "nflexstack",
        "room for pairs of nodes of two trees, 0 without flexes",
        first=lambda model: 2 * model.nbvh + 2 if model.nflex else 0,
    ),
    Room(
        "nflexcorner",
        "corners of two elements, 0 without flexes",
        first=lambda model: 8 if model.nflex else 0,
    ),
    Room(
        "nflexweight",
        "room for the bodies that a contact moves, 0 without flexes",
        first=lambda model: MOST_WEIGHTS if model.nflex else 0,
    ),
)

FLEX_CONTACT_CAPACITIES = (
    Room(
        "maxflexpair",
        "room for pairs of a geom or an element with an element or a vertex",
        counted_by="nflexpair",
        first=lambda model: 8 if model.nflex else 0,
    ),
    Room(
        "maxflexcon",
        "room for contacts in models with flexes",
        counted_by="nflexcon",
        first=lambda model: 8 if model.nflex else 0,
    ),
    Room(
        "maxefmcon",
        "room for the rows of passive contacts in the metric",
        counted_by="nefmcon",
        first=lambda model: 8 if model.nflex else 0,
    ),
)

FLEX_CONTACTS = (
    *in_block(
        blocks.RESULTS,
        Field("nflexpair", I4, (), "pairs of a geom or an element with an element or a vertex"),
        Field("nflexcon", I4, (), "contacts in models with flexes, 0 in others"),
        Field("contact_flex", I4, ("maxflexcon", 2), "both flexes, -1 for a geom"),
        Field("contact_elem", I4, ("maxflexcon", 2), "both elements, -1 for none"),
        Field("contact_vert", I4, ("maxflexcon", 2), "both vertices, -1 for none"),
        Field("nefmcon", I4, (), "length of efm_con_ind and efm_con_val"),
        Field("efm_con_ind", I4, ("maxefmcon",), "rows of passive contacts: number of dofs, contact, then the dofs"),
        Field(
            "efm_con_val", F8, ("maxefmcon",), "rows of passive contacts: h^2 stiffness, force [N], then the Jacobian"
        ),
    ),
    *in_block(
        blocks.WORK,
        Field("flexpair_body", I4, ("maxflexpair",), "body before whose successors its contacts stand"),
        Field("flexpair_kind", I4, ("maxflexpair",), "FlexPairKind: which stage serves it"),
        Field("flexpair_geom", I4, ("maxflexpair",), "geom, -1: an element of the first flex"),
        Field("flexpair_flex", I4, ("maxflexpair", 2), "both flexes, the first -1 for a geom"),
        Field("flexpair_elem", I4, ("maxflexpair", 2), "both elements, -1 for none"),
        Field("flexpair_vert", I4, ("maxflexpair",), "vertex of the second flex, -1 for none"),
        Field("flexpair_margin", F8, ("maxflexpair",), "distance up to which contacts are wanted: margin + gap [m]"),
        Field("flexpair_start", I4, ("maxflexpair",), "where its contacts begin"),
        Field("flexpair_key", I4, ("maxflexpair", 4), "geom and element by which pairs are sorted, before and after"),
        Field("flexvert_touches", I4, ("nflexvert",), "1: the vertex of a soft body touches the geom at hand"),
        Field("flexcon_apart", F8, ("maxflexcon",), "square of the distance to the nearest contact that stays [m^2]"),
        Field("flexcon_chosen", I4, ("maxflexcon",), "1: the contact stays when those of a flex are thinned"),
        Field("sap_value", F8, ("nflexelem", 4), "ends of boxes along the axis of the sweep, in two orders"),
        Field("sap_end", I4, ("nflexelem", 4), "which ends these are: element, or -1 - element for the upper one"),
        Field("sap_active", I4, ("nflexelem",), "elements whose boxes the sweep is inside of"),
        Field("ccd_corner", F8, ("nflexcorner", 3), "corners of elements in the convex engine, four for each side [m]"),
        Field("flex_stack", I4, ("nflexstack", 2), "pairs of nodes of two trees that are still to be tested"),
        Field("nweight", I4, (), "bodies that the present contact moves"),
        Field("weight_body", I4, ("nflexweight",), "these bodies"),
        Field("weight_share", F8, ("nflexweight",), "how much of the motion of each counts for the contact"),
        Field("weight_role", I4, ("nflexweight",), "what each is to it: see stages.constraint.rod_weights"),
        Field("weight_dof", I4, ("nflexweight",), "dof of each that comes next while a row is filled"),
        Field("rod_along", F8, (2, 3), "direction of the edge of a rod on both sides of it, with the sign of the side"),
        Field("rod_length", F8, (2,), "length of that edge [m]"),
        Field("rod_end", F8, (4, 3), "both ends of that edge, world [m]"),
        Field("rod_arm", F8, (2, 3), "from its axis to the contact, world [m]"),
        Field("rod_drift", F8, (2, 3), "rodedge_drift of that edge"),
        Field("rod_dof", I4, (2,), "dof by which it twists"),
    ),
)
