"""Fields of Model for the tree of bodies: coordinates, bodies, joints, dofs, trees and sparsity."""

from corten.enums import SleepPolicy
from corten.model import blocks
from corten.runtime.fields import BOOL, F8, I4, U1, Field, in_block

COORDINATES = in_block(
    blocks.CONSTANTS,
    Field("qpos0", F8, ("nq",), "configuration in which the model was written"),
    Field("qpos_spring", F8, ("nq",), "configuration in which joint springs are at rest"),
)

BODIES = (
    *in_block(
        blocks.STRUCTURE,
        Field("body_parentid", I4, ("nbody",), "parent; the world is its own"),
        Field("body_rootid", I4, ("nbody",), "ancestor that stands on the world"),
        Field("body_weldid", I4, ("nbody",), "topmost body without joints between it and this one"),
        Field("body_mocapid", I4, ("nbody",), "mocap index, -1 if it is not a mocap body"),
        Field("body_jntnum", I4, ("nbody",), "number of joints"),
        Field("body_jntadr", I4, ("nbody",), "first joint, -1 for none"),
        Field("body_dofnum", I4, ("nbody",), "number of dofs"),
        Field("body_dofadr", I4, ("nbody",), "first dof, -1 for none"),
        Field("body_treeid", I4, ("nbody",), "kinematic tree, -1 for what never moves"),
        Field("body_geomnum", I4, ("nbody",), "number of geoms"),
        Field("body_geomadr", I4, ("nbody",), "first geom, -1 for none"),
        Field("body_bvhadr", I4, ("nbody",), "root of the tree over its geoms, -1 for none"),
        Field("body_bvhnum", I4, ("nbody",), "number of nodes of that tree"),
    ),
    *in_block(
        blocks.CHOICES,
        Field("body_mass", F8, ("nbody",), "mass [kg]; `corten.set_const` after a change"),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field("body_simple", U1, ("nbody",), "1: diagonal block of the mass matrix; 2: and only slides"),
        Field("body_sameframe", U1, ("nbody",), "SameFrame of the inertial frame"),
        Field("body_pos", F8, ("nbody", 3), "frame position in the parent [m]"),
        Field("body_quat", F8, ("nbody", 4), "frame orientation in the parent"),
        Field("body_ipos", F8, ("nbody", 3), "centre of mass in the body frame [m]"),
        Field("body_iquat", F8, ("nbody", 4), "principal axes of inertia in the body frame"),
        Field("body_subtreemass", F8, ("nbody",), "mass of the body and all its descendants [kg]"),
        Field("body_inertia", F8, ("nbody", 3), "principal moments of inertia [kg m^2]"),
        Field("body_invweight0", F8, ("nbody", 2), "mean inverse inertia at qpos0: translation, rotation"),
        Field("body_gravcomp", F8, ("nbody",), "share of the weight that is compensated"),
        Field("body_margin", F8, ("nbody",), "largest margin plus gap of its geoms [m]"),
        Field("body_contype", I4, ("nbody",), "contact types of all its geoms"),
        Field("body_conaffinity", I4, ("nbody",), "contact affinities of all its geoms"),
        Field("body_user", F8, ("nbody", "nuser_body"), "user numbers"),
    ),
)

# trees over the geoms of each body, in its inertial frame, then over the triangles of each mesh, in its own
BOUNDING_TREES = (
    *in_block(
        blocks.STRUCTURE,
        Field("bvh_depth", I4, ("nbvh",), "depth of each node, 0 for a root"),
        Field("bvh_child", I4, ("nbvh", 2), "both children, counted from the root, -1 for a leaf"),
        Field("bvh_nodeid", I4, ("nbvh",), "geom, triangle of the mesh, or element of the flex, -1 for an inner node"),
        Field("bvh_skip", I4, ("nbvh",), "node behind all below this one, counted from the root"),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field("bvh_aabb", F8, ("nbvhstatic", 6), "box: centre and half sizes [m]"),
    ),
)

JOINTS = (
    *in_block(
        blocks.STRUCTURE,
        Field("jnt_type", I4, ("njnt",), "JointType"),
        Field("jnt_qposadr", I4, ("njnt",), "first coordinate in qpos"),
        Field("jnt_dofadr", I4, ("njnt",), "first dof in qvel"),
        Field("jnt_bodyid", I4, ("njnt",), "body that it moves"),
        Field("jnt_actuatorid", I4, ("njnt",), "actuator that adds damping or armature, -1 for none"),
        Field("jnt_plasticadr", I4, ("njnt",), "first number in plastic, -1 for an elastic spring"),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field("jnt_group", I4, ("njnt",), "group"),
        Field("jnt_limited", BOOL, ("njnt",), "has limits"),
        Field("jnt_actfrclimited", BOOL, ("njnt",), "has a limit of its total actuator force"),
        Field("jnt_actgravcomp", BOOL, ("njnt",), "gravity compensation counts as actuator force"),
        Field("jnt_solref", F8, ("njnt", 2), "solref of the limit"),
        Field("jnt_solimp", F8, ("njnt", 5), "solimp of the limit"),
        Field("jnt_pos", F8, ("njnt", 3), "anchor in the body frame [m]"),
        Field("jnt_axis", F8, ("njnt", 3), "axis in the body frame, unit length"),
        Field("jnt_stiffness", F8, ("njnt",), "linear spring coefficient"),
        Field("jnt_stiffnesspoly", F8, ("njnt", 2), "quadratic and cubic spring coefficients"),
        Field("jnt_springyield", F8, ("njnt",), "deflection of the spring from which on it yields [m or rad]"),
        Field("jnt_range", F8, ("njnt", 2), "limits [m or rad]"),
        Field("jnt_actfrcrange", F8, ("njnt", 2), "limits of the total actuator force"),
        Field("jnt_margin", F8, ("njnt",), "distance to a limit at which it is seen"),
        Field("jnt_user", F8, ("njnt", "nuser_jnt"), "user numbers"),
    ),
)

DOFS = (
    *in_block(
        blocks.STRUCTURE,
        Field("dof_bodyid", I4, ("nv",), "body"),
        Field("dof_jntid", I4, ("nv",), "joint"),
        Field("dof_parentid", I4, ("nv",), "next dof towards the root, -1 for none"),
        Field("dof_treeid", I4, ("nv",), "kinematic tree"),
        Field("dof_Madr", I4, ("nv",), "its diagonal entry in the path storage of the mass matrix"),
        Field("dof_simplenum", I4, ("nv",), "number of simple dofs from here on"),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field("dof_solref", F8, ("nv", 2), "solref of the friction loss"),
        Field("dof_solimp", F8, ("nv", 5), "solimp of the friction loss"),
        Field("dof_frictionloss", F8, ("nv",), "friction loss [N or N m]"),
        Field("dof_armature", F8, ("nv",), "added inertia [kg or kg m^2]"),
        Field("dof_damping", F8, ("nv",), "linear damping coefficient"),
        Field("dof_dampingpoly", F8, ("nv", 2), "quadratic and cubic damping coefficients"),
        Field("dof_invweight0", F8, ("nv",), "diagonal of the inverse mass matrix at qpos0"),
        Field("dof_M0", F8, ("nv",), "diagonal of the mass matrix at qpos0"),
        Field("dof_length", F8, ("nv",), "1 for translations, a length scale for rotations [m]"),
    ),
)

TREES = (
    *in_block(
        blocks.CHOICES,
        Field("tree_sleep_policy", I4, ("ntree",), "SleepPolicy", SleepPolicy),
    ),
    *in_block(
        blocks.STRUCTURE,
        Field("tree_bodyadr", I4, ("ntree",), "first body"),
        Field("tree_bodynum", I4, ("ntree",), "number of bodies"),
        Field("tree_dofadr", I4, ("ntree",), "first dof"),
        Field("tree_dofnum", I4, ("ntree",), "number of dofs"),
    ),
)

SPARSITY = in_block(
    blocks.STRUCTURE,
    Field("M_rownnz", I4, ("nv",), "mass matrix, rows of its lower triangle: entries in each row"),
    Field("M_rowadr", I4, ("nv",), "mass matrix: first entry of each row"),
    Field("M_colind", I4, ("nC",), "mass matrix: column of each entry; the diagonal stands last in its row"),
    Field("D_rownnz", I4, ("nv",), "velocity derivatives: entries in each row"),
    Field("D_rowadr", I4, ("nv",), "velocity derivatives: first entry of each row"),
    Field("D_diag", I4, ("nv",), "velocity derivatives: place of the diagonal in each row"),
    Field("D_colind", I4, ("nD",), "velocity derivatives: column of each entry"),
    Field("mapM2D", I4, ("nD",), "entry of M that stands at each entry of D"),
    Field("mapD2M", I4, ("nC",), "entry of D that stands at each entry of M"),
    Field("B_rownnz", I4, ("nbody",), "body-by-dof incidence: entries in each row"),
    Field("B_rowadr", I4, ("nbody",), "body-by-dof incidence: first entry of each row"),
    Field("B_colind", I4, ("nB",), "body-by-dof incidence: dof of each entry"),
)
