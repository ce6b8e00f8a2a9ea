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
        Field("bvh_aabb_dyn", F8, ("nbvhdynamic", 6), "boxes of the trees over flexes, world: centre, half sizes [m]"),
        Field("flexvert_lambda", F8, ("nflexvert",), "multipliers of contacts of vertices in a step of flag ipc"),
        Field("flexvert_conage", I4, ("nflexvert",), "below 0: the vertex bears load, above: steps since it did"),
    ),
)
