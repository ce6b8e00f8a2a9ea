"""Fields of Data for flexes."""

from corten.data import blocks
from corten.runtime.fields import BOOL, F8, I4, Field, in_block

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
