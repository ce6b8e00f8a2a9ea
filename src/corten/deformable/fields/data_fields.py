"""Fields of Data for deformables: flexes, their contacts, and XPBD constraints."""

from corten.data import blocks
from corten.deformable.fields.kinds import MOST_WEIGHTS
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
        Field("flex_rodlost", I4, ("nflex",), "1: edges of the rod have no length, or fold back: it has no frames"),
        Field("rodedge_twist", F8, ("nrodedge",), "reference twist behind each edge of a rod, unwrapped [rad]"),
        Field("bvh_aabb_dyn", F8, ("nbvhdynamic", 6), "boxes of the trees over flexes, world: centre, half sizes [m]"),
        Field("flexvert_lambda", F8, ("nflexvert",), "multipliers of contacts of vertices in a step of flag ipc"),
        Field("flexvert_conage", I4, ("nflexvert",), "below 0: the vertex bears load, above: steps since it did"),
    ),
    *in_block(
        blocks.WORK,
        Field("flexnode_xpos", F8, ("nflexnode", 3), "nodes of interpolated flexes, world [m]"),
        Field("flexnode_velocity", F8, ("nflexnode", 3), "velocities of nodes [m/s]"),
        Field("flexnode_force", F8, ("nflexnode", 3), "elastic forces on nodes, world [N]"),
        Field("flexnode_damping", F8, ("nflexnode", 3), "damping forces on nodes, world [N]"),
        Field("flex_cell_node", I4, (27,), "nodes of the cell or face at hand"),
        Field("flex_cell_motion", F8, (81,), "displacements, or velocities, of its nodes"),
        Field("flex_cell_force", F8, (81,), "forces on its nodes"),
        Field("flex_element_edge", F8, (6, 3), "edges of the element at hand, world [m]"),
        Field("flex_element_metric", F8, (6, 6), "its stiffness, a quadratic form of elongations"),
        Field("flex_element_tension", F8, (6,), "tensions of its edges that pull, 0 for those that push [N/m]"),
        Field("flex_element_elongation", F8, (6,), "its elongations, less what it has yielded [m^2]"),
        Field("flex_rod_curve", F8, (3, 3), "curvatures of the hinges of a rod at hand, and the edge between them"),
        Field("flex_rod_slope", F8, (4, 9), "their derivatives by the edges before and behind them"),
        Field("flex_rod_form", F8, (4, 9), "what is added to the metric, over these curvatures"),
        Field(
            "rodedge_drift", F8, ("nrodedge", 3), "reference axes spin by minus its product with changes of directions"
        ),
        Field("rodedge_torque", F8, ("nrodedge",), "what bending and torsion resist turning edges with [N m]"),
        Field("rodedge_damping", F8, ("nrodedge",), "what their damping resists it with [N m]"),
        Field("rk_rodedge_frame", F8, ("nrodedge", 6), "rodedge_frame at the beginning of a step of RK4"),
        Field("rk_flex_rodlost", I4, ("nflex",), "flex_rodlost at the beginning of a step of RK4"),
        Field("rk_rodedge_twist", F8, ("nrodedge",), "rodedge_twist at the beginning of a step of RK4 [rad]"),
        Field("flexedge_has_row", I4, ("nflexedge",), "1 where the length of the edge is a constraint row"),
        Field(
            "flexedge_elongation",
            F8,
            ("nflexedge",),
            "squared lengths less those at rest [m^2]",
        ),
        Field("flexedge_tension", F8, ("nflexedge",), "force along edges by their length [N/m]"),
        Field("flexvert_velocity", F8, ("nflexvert", 3), "velocities of vertices that lie in bodies [m/s]"),
        Field("flexvert_force", F8, ("nflexvert", 3), "elastic forces on vertices, world [N]"),
        Field("flexvert_damping", F8, ("nflexvert", 3), "damping forces on vertices, world [N]"),
    ),
)


# ---- contacts: pairs that the trees find, and what each contact belongs to


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


# ---- cloth, soft bodies and ropes


XPBD = in_block(
    blocks.WORK,
    Field("flexvert_next", F8, ("nflexvert", 3), "where vertices would be at the end of the step, world [m]"),
    Field("flexvert_turn", F8, ("nflexvert", 4), "how the bodies of vertices would be turned then, world"),
    Field(
        "flexvert_shift", F8, ("nflexvert", 3), "how far the acceleration of the last step moved vertices, world [m]"
    ),
    Field(
        "xpbd_pos", F8, ("nxpbdrow",), "rows of XPBD constraints there, brought back to the beginning by the Jacobian"
    ),
    Field("xpbd_J", F8, ("nxpbdJ",), "Jacobian of XPBD constraints there"),
    Field("xpbd_row", I4, ("nxpbdrow",), "constraint row of each row, -1 where its equality is off"),
    Field("xpbd_tension", F8, ("nxpbdrow",), "stiffness of rows of tension: 1 / compliance; of others: unused"),
    Field("xpbd_round", I4, (), "how often the step has solved for the vertices before"),
    Field("xpbd_value", F8, (6,), "rows of the XPBD constraint at hand"),
    Field("xpbd_mean", F8, (6,), "means of rows of the parts of the XPBD constraint at hand"),
    Field("xpbd_slope", F8, (6, 12), "their derivatives by the places of its vertices"),
    Field("xpbd_torque", F8, (6, 6), "their derivatives by the turns of its two bodies"),
)
