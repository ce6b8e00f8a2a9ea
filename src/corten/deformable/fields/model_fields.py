"""Fields of Model for deformables.

Flexes are deformable bodies of lines, triangles or tetrahedra whose vertices lie in bodies. The vertices of an
interpolated flex follow the nodes of a grid of cells, and only the nodes have bodies. Cloth, soft bodies and ropes are
flexes with XPBD constraints.
"""

from corten.deformable.fields.kinds import MOST_REST, FlexSelf
from corten.model import blocks
from corten.runtime.fields import BOOL, F4, F8, I4, Field, Size, in_block

FLEX_SIZES = (
    Size("nflex", "flexes: deformable bodies"),
    Size("nflexnode", "nodes of all interpolated flexes"),
    Size("nflexvert", "vertices of all flexes"),
    Size("nflexedge", "edges of all flexes"),
    Size("nflexelem", "elements of all flexes"),
    Size("nflexelemdata", "vertices of all elements"),
    Size("nflexstiffness", "numbers of all stiffness matrices of flexes"),
    Size("nflexbending", "numbers that describe bending of all flexes"),
    Size("nefm0dof", "dofs that the constant factor of the metric covers"),
    Size("nefm0L", "entries of the constant factor of the metric"),
    Size("nefmCvert", "places in the order in which the metric of flexes is factored"),
    Size("nefmKrow", "rows of the metric where there are elastic flexes: nv, or 0 without"),
    Size("nefmK", "entries of the lower triangle of the metric where there are elastic flexes"),
    Size("nelim", "trees of flexes in the order in which Newton's method eliminates them; 0 where there are few"),
    Size("nflexelemedge", "edges of all elements"),
    Size("nflexshelldata", "vertices of all pieces of the shells of flexes"),
    Size("nflextexcoord", "texture coordinates of all flexes"),
    Size("nrodedge", "edges of all rods that twist"),
    Size("nJfe", "entries of the Jacobian of the edges of flexes"),
)

FLEX_SWITCHES = in_block(
    blocks.CHOICES,
    Field("flex_contype", I4, ("nflex",), "bits of contact type"),
    Field("flex_conaffinity", I4, ("nflex",), "bits of contact affinity"),
    Field("flex_condim", I4, ("nflex",), "dimension of its contacts: 1, 3, 4 or 6", (1, 3, 4, 6)),
    Field("flex_priority", I4, ("nflex",), "priority of its contact parameters"),
    Field("flex_selfcollide", I4, ("nflex",), "FlexSelf: how it collides with itself", FlexSelf),
    Field("flex_passive", I4, ("nflex",), "1: its contacts are passive forces", (0, 1)),
    Field("flex_matid", I4, ("nflexelem",), "material of each element, -1 for none", "nmat", none=True),
)

FLEX_STRUCTURE = in_block(
    blocks.STRUCTURE,
    Field("flex_dim", I4, ("nflex",), "1: lines, 2: triangles, 3: tetrahedra"),
    Field("flex_interp", I4, ("nflex",), "order of interpolation between nodes, 0: vertices have bodies"),
    Field("flex_rigid", BOOL, ("nflex",), "all its vertices lie in one body"),
    Field("flex_cellnum", I4, ("nflex", 3), "cells of nodes along each axis"),
    Field("flex_nodeadr", I4, ("nflex",), "first node"),
    Field("flex_nodenum", I4, ("nflex",), "number of nodes"),
    Field("flex_vertadr", I4, ("nflex",), "first vertex"),
    Field("flex_vertnum", I4, ("nflex",), "number of vertices"),
    Field("flex_edgeadr", I4, ("nflex",), "first edge"),
    Field("flex_edgenum", I4, ("nflex",), "number of edges"),
    Field("flex_elemadr", I4, ("nflex",), "first element"),
    Field("flex_elemnum", I4, ("nflex",), "number of elements"),
    Field("flex_elemdataadr", I4, ("nflex",), "first entry in flex_elem"),
    Field("flex_stiffnessadr", I4, ("nflex",), "first number in flex_stiffness"),
    Field("flex_elemedgeadr", I4, ("nflex",), "first entry in flex_elemedge"),
    Field("flex_bendingadr", I4, ("nflex",), "first number in flex_bending"),
    Field("flex_plasticadr", I4, ("nflex",), "first number in plastic, -1: it is elastic"),
    Field("flex_plasticmode", I4, ("nflex",), "what yields: 1 bending, 2 stretching"),
    Field("flex_rodadr", I4, ("nflex",), "first edge in those of rods that twist, -1: it is no such rod"),
    Field("flex_shellnum", I4, ("nflex",), "number of pieces of its shell"),
    Field("flex_shelldataadr", I4, ("nflex",), "first entry in flex_shell"),
    Field("flex_texcoordadr", I4, ("nflex",), "first texture coordinate, -1 for none"),
    Field("flex_edgeequality", I4, ("nflex",), "equality of its edges: 0 none, 1 lengths, 3 strain of cells"),
    Field("flex_bvhadr", I4, ("nflex",), "root of its tree of bounding boxes, -1 for none"),
    Field("flex_bvhnum", I4, ("nflex",), "number of bounding boxes"),
    Field("flex_nodebodyid", I4, ("nflexnode",), "body of each node"),
    Field("flex_vertbodyid", I4, ("nflexvert",), "body of each vertex, -1 where it follows nodes"),
    Field("flex_vertcell", I4, ("nflexvert",), "cell of nodes that each vertex lies in, -1 for none"),
    Field("flex_edge", I4, ("nflexedge", 2), "vertices of each edge, counted within the flex"),
    Field("flex_edgeflap", I4, ("nflexedge", 2), "vertices of its two triangles opposite to each edge, -1 for none"),
    Field("flex_elem", I4, ("nflexelemdata",), "vertices of elements, counted within the flex, dim + 1 for each"),
    Field("flex_elemtexcoord", I4, ("nflexelemdata",), "texture coordinates of elements, dim + 1 for each"),
    Field("flex_elemedge", I4, ("nflexelemedge",), "edges of elements, counted within the flex"),
    Field("flex_elemlayer", I4, ("nflexelem",), "layers between each element and the surface, 3D only"),
    Field("flex_shell", I4, ("nflexshelldata",), "vertices of the pieces of the shell, dim for each"),
    Field("flexelem_rodedge", I4, ("nflexelem",), "edge of a rod that twists that an element is, -1 for others"),
    Field("rodedge_vertid", I4, ("nrodedge", 2), "vertices of edges from end to end of a rod, counted over all flexes"),
    Field("rodedge_jntid", I4, ("nrodedge",), "hinge by which each edge twists, -1: a body holds both of its ends"),
    Field("flexedge_J_rownnz", I4, ("nflexedge",), "Jacobian of edges: entries in each row"),
    Field("flexedge_J_rowadr", I4, ("nflexedge",), "Jacobian of edges: first entry of each row"),
    Field("flexedge_J_colind", I4, ("nJfe",), "Jacobian of edges: dof of each entry"),
    Field("efm0_dofid", I4, ("nefm0dof",), "constant factor of the metric: dof of each row"),
    Field("efm0_L_rownnz", I4, ("nefm0dof",), "constant factor of the metric: entries in each row"),
    Field("efm0_L_rowadr", I4, ("nefm0dof",), "constant factor of the metric: first entry of each row"),
    Field("efm0_L_colind", I4, ("nefm0L",), "constant factor of the metric: column of each entry"),
    Field("efmK_rownnz", I4, ("nefmKrow",), "metric with elastic flexes: entries in each row"),
    Field("efmK_rowadr", I4, ("nefmKrow",), "metric with elastic flexes: first entry of each row"),
    Field("efmK_colind", I4, ("nefmK",), "metric with elastic flexes: dof of each entry, ascending"),
    Field("efmK_three", I4, ("nefmKrow",), "1, 2, 3 for each of three rows with the same columns, 0 for others"),
    Field("elim_tree", I4, ("nelim",), "trees of flexes in the order of elimination"),
    Field("elim_panel", I4, ("nelim",), "panel of each of them: trees that are eliminated together, ascending"),
    Field("efmC_perm", I4, ("nefmCvert",), "order in which the metric is factored: first dof of a vertex, or -1"),
)

FLEX_NUMBERS = in_block(
    blocks.CONSTANTS,
    Field("flex_solmix", F8, ("nflex",), "weight of its contact parameters in a mixture"),
    Field("flex_solref", F8, ("nflex", 2), "solref of its contacts"),
    Field("flex_solimp", F8, ("nflex", 5), "solimp of its contacts"),
    Field("flex_friction", F8, ("nflex", 3), "friction: sliding, spinning, rolling"),
    Field("flex_margin", F8, ("nflex",), "distance below which contacts give force [m]"),
    Field("flex_gap", F8, ("nflex",), "further distance up to which contacts are found [m]"),
    Field("flex_vert", F8, ("nflexvert", 3), "vertices in the frames of their bodies [m]"),
    Field("flex_vert0", F8, ("nflexvert", 3), "vertices at qpos0, from 0 to 1 in the box around the flex"),
    Field("flex_node", F8, ("nflexnode", 3), "nodes in the frames of their bodies [m]"),
    Field("flex_node0", F8, ("nflexnode", 3), "nodes at qpos0, world [m]"),
    Field("flexedge_length0", F8, ("nflexedge",), "lengths of edges at qpos0 [m]"),
    Field("flexedge_invweight0", F8, ("nflexedge",), "inverse weights of edges at qpos0"),
    Field("flex_radius", F8, ("nflex",), "radius around elements [m]"),
    Field("flex_size", F8, ("nflex", 3), "half sizes of the box around its vertices at qpos0 [m]"),
    Field("flex_stiffness", F8, ("nflexstiffness",), "stiffness matrices of elements or cells"),
    Field("flex_bending", F8, ("nflexbending",), "bending stiffness of edges, or of the joints of a rod"),
    Field(
        "rodedge_frame0",
        F8,
        ("nrodedge", 6),
        "direction of each edge and reference axis of its section at qpos0: world, or in the body that holds it",
    ),
    Field("rodedge_curve0", F8, ("nrodedge", 2), "curvature at rest behind each edge, along both axes of its section"),
    Field("efm0_L", F8, ("nefm0L",), "factor of M + (h^2 + h damping) K of bending"),
    Field("flex_damping", F8, ("nflex",), "damping of the elasticity, in proportion to stiffness [s]"),
    Field("flex_yield", F8, ("nflex", 2), "strains at which stretching and bending yield, 0: elastic"),
    Field("flex_edgestiffness", F8, ("nflex",), "stiffness of edges [N/m]"),
    Field("flex_edgedamping", F8, ("nflex",), "damping of edges [N s/m]"),
    Field("flexedge_rigid", BOOL, ("nflexedge",), "both vertices of the edge lie in one body"),
    Field("flex_centered", BOOL, ("nflex",), "all its vertices lie at the origins of their bodies"),
    Field("flex_flatskin", BOOL, ("nflex",), "it is shown with flat shading"),
    Field("flex_group", I4, ("nflex",), "group"),
    Field("flex_activelayers", I4, ("nflex",), "layers of elements that collide with their own kind, 3D only"),
    Field("flex_rgba", F4, ("nflex", 4), "colour"),
    Field("flex_texcoord", F4, ("nflextexcoord", 2), "texture coordinates"),
)

FLEXES = FLEX_SWITCHES + FLEX_STRUCTURE + FLEX_NUMBERS


# ---- cloth, soft bodies and ropes
# Each XPBD constraint is about two to four vertices of a flex, or the mean of others, and has one to six rows: scalar
# functions C of where the vertices are that give the force -C / compliance


XPBD_SIZES = (
    Size("nxpbd", "XPBD constraints of cloth, soft bodies and ropes"),
    Size("nxpbdrow", "rows of all XPBD constraints"),
    Size("nxpbdcol", "dofs of all XPBD constraints"),
    Size("nxpbdpart", "parts of all XPBD constraints that are means of others"),
    Size("nxpbdJ", "entries of the Jacobian of all XPBD constraints"),
)

XPBD = (
    *in_block(
        blocks.STRUCTURE,
        Field("flex_deformable", I4, ("nflex",), "Deformable: cloth, soft body or rope; 0: none of these"),
        Field(
            "flex_substeps", I4, ("nflex",), "how often a step solves for where its vertices go; 0: it is no deformable"
        ),
        Field("flex_xpbdadr", I4, ("nflex",), "first XPBD constraint"),
        Field("flex_xpbdnum", I4, ("nflex",), "number of XPBD constraints"),
        Field("xpbd_type", I4, ("nxpbd",), "XpbdType"),
        Field("xpbd_flexid", I4, ("nxpbd",), "flex"),
        Field("xpbd_vertid", I4, ("nxpbd", 4), "vertices, counted over all flexes"),
        Field("xpbd_pullid", I4, ("nxpbd",), "constraint whose strain is the tension of this one; -1: it has its own"),
        Field("xpbd_rowadr", I4, ("nxpbd",), "first row"),
        Field("xpbd_coladr", I4, ("nxpbd",), "first dof in xpbd_colind"),
        Field("xpbd_colnum", I4, ("nxpbd",), "number of dofs"),
        Field("xpbd_Jadr", I4, ("nxpbd",), "first entry of its Jacobian, row by row"),
        Field("xpbd_colind", I4, ("nxpbdcol",), "dofs that move its vertices, ascending"),
        Field("xpbd_partadr", I4, ("nxpbd",), "first part in xpbd_partid"),
        Field("xpbd_partnum", I4, ("nxpbd",), "number of constraints that it is the mean of, 0: it has vertices"),
        Field("xpbd_partid", I4, ("nxpbdpart",), "these constraints"),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field(
            "xpbd_rest", F8, ("nxpbd", MOST_REST), "shape at rest, by type: length, inverse of the edges, angle, frames"
        ),
        Field(
            "xpbd_compliance",
            F8,
            ("nxpbdrow",),
            "compliance of each row: C^2 / (2 compliance) is its energy [J]; infinite for rows of tension",
        ),
        Field("xpbd_partshare", F8, ("nxpbdpart",), "how much each of them counts in the mean"),
        Field("xpbd_stiffness", F8, ("nbody",), "what all rows together hold a body with at qpos0 [N/m]"),
    ),
)
