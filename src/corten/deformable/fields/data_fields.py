"""Fields of Data for deformables: flexes, their contacts, and XPBD constraints."""

from corten.data import blocks
from corten.runtime.fields import BOOL, F8, I4, Field, in_block
from corten.runtime.scratch import Room

FLEX = (
    *in_block(
        blocks.RESULTS,
        Field("flexvert_xpos", F8, ("nflexvert", 3), "vertices of flexes, world [m]"),
        Field("flexelem_aabb", F8, ("nflexelem", 6), "boxes around elements of flexes, world: centre, half sizes [m]"),
        Field("flexelem_krot", F8, ("nflexstiffness",), "stiffness of elements turned as they are, DISCRETE only"),
        Field("flex_hessian_valid", BOOL, ("nflex",), "flexvert_hessian and flexedge_hessian belong to this state"),
        Field("flexvert_hessian", F8, ("nflexvert", 6), "Hessian of stretching: symmetric blocks of vertices"),
        Field("flexedge_hessian", F8, ("nflexedge", 9), "Hessian of stretching: blocks between the ends of edges"),
        Field("flexedge_J", F8, ("nJfe",), "Jacobian of the lengths of edges"),
        Field("flexedge_length", F8, ("nflexedge",), "lengths of edges [m]"),
        Field("flexedge_velocity", F8, ("nflexedge",), "velocities of the lengths of edges [m/s]"),
        Field("rodedge_frame", F8, ("nrodedge", 6), "direction of each edge of a rod and its reference axis, world"),
        Field("bvh_aabb_dyn", F8, ("nbvhdynamic", 6), "boxes of the trees over flexes, world: centre, half sizes [m]"),
        Field("flexvert_lambda", F8, ("nflexvert",), "multipliers of contacts of vertices in a step of flag ipc"),
        Field("flexvert_conage", I4, ("nflexvert",), "below 0: the vertex bears load, above: steps since it did"),
    ),
)

# ---- contacts: pairs that the trees find, and what each contact belongs to

FLEX_CONTACT_CAPACITIES = (
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
)

# ---- cloth, soft bodies and ropes
