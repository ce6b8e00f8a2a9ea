"""The table of Model: every constant array, declared once, under MuJoCo's names and shapes."""

from corten.enums import (
    BiasType,
    CamLightMode,
    ConeType,
    DynType,
    GainType,
    GeomType,
    Integrator,
    JacobianType,
    SleepPolicy,
    SolverType,
)
from corten.model import blocks
from corten.model.asset_fields import ASSETS
from corten.model.constraint_fields import CONSTRAINTS
from corten.model.grid_fields import GRID_CAPACITIES, GRIDS
from corten.model.hill_fields import HILL
from corten.model.sizes import SIZES
from corten.runtime.fields import BOOL, F4, F8, I4, I8, U1, Access, Field, Layout, in_block

OPTIONS = (
    *in_block(
        blocks.CHOICES,
        Field("opt_density", F8, (), "density of the medium [kg/m^3]"),
        Field("opt_viscosity", F8, (), "dynamic viscosity of the medium [Pa s]"),
        Field("opt_integrator", I4, (), "Integrator", Integrator),
        Field("opt_cone", I4, (), "ConeType", ConeType),
        Field("opt_jacobian", I4, (), "JacobianType", JacobianType),
        Field("opt_solver", I4, (), "SolverType", SolverType),
        Field("opt_noslip_iterations", I4, (), "noslip solver: most iterations"),
        Field("opt_disableflags", I4, (), "DisableBit, combined"),
        Field("opt_enableflags", I4, (), "EnableBit, combined"),
        Field("opt_sensor_noise", BOOL, (), "sensors have noise"),
    ),
    *in_block(
        blocks.OPTIONS,
        Field("opt_timestep", F8, (), "time step [s]"),
        Field("opt_impratio", F8, (), "impedance of friction relative to that of the normal"),
        Field("opt_tolerance", F8, (), "constraint solver: stop below this scaled improvement"),
        Field("opt_ls_tolerance", F8, (), "line search: stop below this scaled slope"),
        Field("opt_noslip_tolerance", F8, (), "noslip solver: stop below this scaled improvement"),
        Field("opt_ccd_tolerance", F8, (), "convex collision: accuracy of distances [m]"),
        Field("opt_sleep_tolerance", F8, (), "velocity below which a tree may fall asleep"),
        Field("opt_gravity", F8, (3,), "gravity [m/s^2]"),
        Field("opt_wind", F8, (3,), "velocity of the medium [m/s]"),
        Field("opt_magnetic", F8, (3,), "magnetic field"),
        Field("opt_o_margin", F8, (), "contact override: margin [m]"),
        Field("opt_o_solref", F8, (2,), "contact override: solref"),
        Field("opt_o_solimp", F8, (5,), "contact override: solimp"),
        Field("opt_o_friction", F8, (5,), "contact override: friction"),
        Field("opt_iterations", I4, (), "constraint solver: most iterations"),
        Field("opt_ls_iterations", I4, (), "line search: most iterations"),
        Field("opt_ccd_iterations", I4, (), "convex collision: most iterations"),
        Field("opt_disableactuator", I4, (), "actuator groups that are switched off, as bits"),
        Field("opt_sdf_initpoints", I4, (), "signed distance collision: starting points"),
        Field("opt_sdf_iterations", I4, (), "signed distance collision: descent steps"),
        Field("opt_sensor_noise_seed", I8, (), "seed of that noise in a new Data"),
    ),
)

STATISTICS = in_block(
    blocks.OPTIONS,
    Field("stat_meaninertia", F8, (), "mean of the mass matrix's diagonal at qpos0"),
    Field("stat_meanmass", F8, (), "mean mass of the moving bodies [kg]"),
    Field("stat_meansize", F8, (), "mean body size [m]"),
    Field("stat_extent", F8, (), "extent of the whole model [m]"),
    Field("stat_center", F8, (3,), "centre of the whole model [m]"),
)

SIGNATURE = in_block(
    blocks.STRUCTURE,
    Field("choices_signature", I8, (), "hash of the choices for which plans were made, not negative"),
)

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
        blocks.CONSTANTS,
        Field("body_simple", U1, ("nbody",), "1: diagonal block of the mass matrix; 2: and only slides"),
        Field("body_sameframe", U1, ("nbody",), "SameFrame of the inertial frame"),
        Field("body_pos", F8, ("nbody", 3), "frame position in the parent [m]"),
        Field("body_quat", F8, ("nbody", 4), "frame orientation in the parent"),
        Field("body_ipos", F8, ("nbody", 3), "centre of mass in the body frame [m]"),
        Field("body_iquat", F8, ("nbody", 4), "principal axes of inertia in the body frame"),
        Field("body_mass", F8, ("nbody",), "mass [kg]"),
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
        Field("bvh_nodeid", I4, ("nbvh",), "geom, or triangle of the mesh, -1 for an inner node"),
        Field("bvh_skip", I4, ("nbvh",), "node behind all below this one, counted from the root"),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field("bvh_aabb", F8, ("nbvh", 6), "box: centre and half sizes [m]"),
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

GEOMS = (
    *in_block(
        blocks.CHOICES,
        Field("geom_type", I4, ("ngeom",), "GeomType", GeomType),
        Field("geom_contype", I4, ("ngeom",), "contact type bits"),
        Field("geom_conaffinity", I4, ("ngeom",), "contact affinity bits"),
        Field("geom_condim", I4, ("ngeom",), "dimension of its contacts: 1, 3, 4 or 6", (1, 3, 4, 6)),
        Field("geom_dataid", I4, ("ngeom",), "mesh or height field, -1 for none"),
        Field("geom_sdf", I4, ("ngeom",), "grid of distances, -1 for none", access=Access.READ),
        Field("geom_matid", I4, ("ngeom",), "material, -1 for none", "nmat", none=True),
    ),
    *in_block(
        blocks.STRUCTURE,
        Field("geom_bodyid", I4, ("ngeom",), "body"),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field("geom_group", I4, ("ngeom",), "group"),
        Field("geom_priority", I4, ("ngeom",), "priority of its contact parameters"),
        Field("geom_sameframe", U1, ("ngeom",), "SameFrame"),
        Field("geom_castshadow", BOOL, ("ngeom",), "throws a shadow"),
        Field("geom_solmix", F8, ("ngeom",), "weight when contact parameters are mixed"),
        Field("geom_solref", F8, ("ngeom", 2), "solref of contacts"),
        Field("geom_solimp", F8, ("ngeom", 5), "solimp of contacts"),
        Field("geom_size", F8, ("ngeom", 3), "sizes, by type [m]"),
        Field("geom_aabb", F8, ("ngeom", 6), "bounding box in its own frame: centre, half extents [m]"),
        Field("geom_rbound", F8, ("ngeom",), "radius of the bounding sphere [m]; 0 for planes"),
        Field("geom_pos", F8, ("ngeom", 3), "position in the body frame [m]"),
        Field("geom_quat", F8, ("ngeom", 4), "orientation in the body frame"),
        Field("geom_friction", F8, ("ngeom", 3), "friction: sliding, torsional [m], rolling [m]"),
        Field("geom_margin", F8, ("ngeom",), "inflation for contacts [m]"),
        Field("geom_gap", F8, ("ngeom",), "further distance at which contacts are seen [m]"),
        Field("geom_surfacevel", F8, ("ngeom", 6), "surface velocity in its frame: linear, angular"),
        Field("geom_adhesion", F8, ("ngeom",), "adhesive force of its contacts [N]"),
        Field("geom_fluid", F8, ("ngeom", 12), "coefficients of the ellipsoid fluid model"),
        Field("geom_user", F8, ("ngeom", "nuser_geom"), "user numbers"),
        Field("geom_rgba", F4, ("ngeom", 4), "colour"),
    ),
)

SITES = (
    *in_block(
        blocks.CHOICES,
        Field("site_type", I4, ("nsite",), "GeomType, for display", GeomType),
        Field("site_matid", I4, ("nsite",), "material, -1 for none", "nmat", none=True),
    ),
    *in_block(
        blocks.STRUCTURE,
        Field("site_bodyid", I4, ("nsite",), "body"),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field("site_group", I4, ("nsite",), "group"),
        Field("site_sameframe", U1, ("nsite",), "SameFrame"),
        Field("site_size", F8, ("nsite", 3), "sizes, by type [m]"),
        Field("site_pos", F8, ("nsite", 3), "position in the body frame [m]"),
        Field("site_quat", F8, ("nsite", 4), "orientation in the body frame"),
        Field("site_user", F8, ("nsite", "nuser_site"), "user numbers"),
        Field("site_rgba", F4, ("nsite", 4), "colour"),
    ),
)

CAMERAS = (
    *in_block(
        blocks.CHOICES,
        Field("cam_mode", I4, ("ncam",), "CamLightMode", CamLightMode),
        Field("cam_bodyid", I4, ("ncam",), "body", "nbody"),
        Field("cam_targetbodyid", I4, ("ncam",), "body that it looks at, -1 for none", "nbody", none=True),
    ),
    *in_block(
        blocks.STRUCTURE,
        Field("cam_resolution", I4, ("ncam", 2), "width and height [pixels]"),
        Field("cam_output", I4, ("ncam",), "CamOutputBit, combined"),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field("cam_pos", F8, ("ncam", 3), "position in the body frame [m]"),
        Field("cam_quat", F8, ("ncam", 4), "orientation in the body frame"),
        Field("cam_poscom0", F8, ("ncam", 3), "world position relative to the subtree's centre of mass at qpos0 [m]"),
        Field("cam_pos0", F8, ("ncam", 3), "world position relative to the body at qpos0 [m]"),
        Field("cam_mat0", F8, ("ncam", 9), "world orientation at qpos0"),
        Field("cam_projection", I4, ("ncam",), "Projection"),
        Field("cam_fovy", F8, ("ncam",), "vertical field of view [deg, or m if orthographic]"),
        Field("cam_ipd", F8, ("ncam",), "distance between the eyes [m]"),
        Field("cam_sensorsize", F4, ("ncam", 2), "width and height of the sensor [m]"),
        Field("cam_intrinsic", F4, ("ncam", 4), "focal lengths and principal point [m]"),
        Field("cam_user", F8, ("ncam", "nuser_cam"), "user numbers"),
    ),
)

LIGHTS = (
    *in_block(
        blocks.CHOICES,
        Field("light_mode", I4, ("nlight",), "CamLightMode", CamLightMode),
        Field("light_bodyid", I4, ("nlight",), "body", "nbody"),
        Field("light_targetbodyid", I4, ("nlight",), "body that it shines at, -1 for none", "nbody", none=True),
        Field("light_texid", I4, ("nlight",), "texture of an image light, -1 for none", "ntex", none=True),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field("light_type", I4, ("nlight",), "LightType"),
        Field("light_castshadow", BOOL, ("nlight",), "throws shadows"),
        Field("light_bulbradius", F4, ("nlight",), "radius of the source, for soft shadows [m]"),
        Field("light_intensity", F4, ("nlight",), "intensity [cd]"),
        Field("light_range", F4, ("nlight",), "reach [m]"),
        Field("light_active", BOOL, ("nlight",), "is on"),
        Field("light_pos", F8, ("nlight", 3), "position in the body frame [m]"),
        Field("light_dir", F8, ("nlight", 3), "direction in the body frame"),
        Field(
            "light_poscom0", F8, ("nlight", 3), "world position relative to the subtree's centre of mass at qpos0 [m]"
        ),
        Field("light_pos0", F8, ("nlight", 3), "world position relative to the body at qpos0 [m]"),
        Field("light_dir0", F8, ("nlight", 3), "world direction at qpos0"),
        Field("light_attenuation", F4, ("nlight", 3), "constant, linear and quadratic attenuation"),
        Field("light_cutoff", F4, ("nlight",), "half angle of a spot light [deg]"),
        Field("light_softness", F4, ("nlight",), "softness of a spot's edge"),
        Field("light_exponent", F4, ("nlight",), "how a spot fades towards its edge"),
        Field("light_ambient", F4, ("nlight", 3), "ambient colour"),
        Field("light_diffuse", F4, ("nlight", 3), "diffuse colour"),
        Field("light_specular", F4, ("nlight", 3), "specular colour"),
    ),
)

ACTUATORS = (
    *in_block(
        blocks.CHOICES,
        Field("actuator_dyntype", I4, ("nactuator",), "DynType", DynType),
        Field("actuator_gaintype", I4, ("nactuator",), "GainType", GainType),
        Field("actuator_biastype", I4, ("nactuator",), "BiasType", BiasType),
    ),
    *in_block(
        blocks.STRUCTURE,
        Field("actuator_trntype", I4, ("nactuator",), "TransmissionType"),
        Field("actuator_ctrladr", I4, ("nactuator",), "first control"),
        Field("actuator_ctrlnum", I4, ("nactuator",), "number of controls"),
        Field("actuator_outadr", I4, ("nactuator",), "first force output"),
        Field("actuator_outnum", I4, ("nactuator",), "number of force outputs"),
        Field("actuator_actadr", I4, ("nactuator",), "first activation, -1 for none"),
        Field("actuator_actnum", I4, ("nactuator",), "number of activations"),
        Field("actuator_trnid", I4, ("nactuator", 2), "joint, tendon, site or body that it pulls on"),
        Field("actuator_function", I4, ("nactuator", 3), "users' functions of dynamics, gain and bias, -1 for none"),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field("actuator_cranklength", F8, ("nactuator",), "length of the rod of a slider-crank [m]"),
        Field("actuator_dynprm", F8, ("nactuator", 10), "parameters of the dynamics"),
        Field("actuator_gainprm", F8, ("nactuator", 10), "parameters of the gain"),
        Field("actuator_biasprm", F8, ("nactuator", 10), "parameters of the bias"),
        Field("actuator_actlimited", BOOL, ("nactuator",), "activation is limited"),
        Field("actuator_actrange", F8, ("nactuator", 2), "limits of the activation"),
        Field("actuator_actearly", BOOL, ("nactuator",), "force follows the next activation"),
        Field("actuator_damping", F8, ("nactuator",), "linear damping that it adds"),
        Field("actuator_dampingpoly", F8, ("nactuator", 2), "quadratic and cubic damping that it adds"),
        Field("actuator_armature", F8, ("nactuator",), "inertia that it adds"),
        Field("actuator_group", I4, ("nactuator",), "group"),
        Field("actuator_user", F8, ("nactuator", "nuser_actuator"), "user numbers"),
        Field("actuator_forcelimited", BOOL, ("nactuator",), "force is limited"),
        Field("actuator_forcerange", F8, ("nactuator", 2), "limits of the force"),
        Field("actuator_ctrllimited", BOOL, ("nu",), "control is limited"),
        Field("actuator_ctrlrange", F8, ("nu", 2), "limits of the control"),
        Field("actuator_gear", F8, ("nout", 6), "scale of length and force, by transmission"),
        Field("actuator_acc0", F8, ("nout",), "acceleration that a unit force gives at qpos0"),
        Field("actuator_length0", F8, ("nout",), "length at qpos0"),
        Field("actuator_lengthrange", F8, ("nout", 2), "feasible lengths"),
    ),
)

CUSTOM = (
    *in_block(
        blocks.STRUCTURE,
        Field("numeric_adr", I4, ("nnumeric",), "first number"),
        Field("numeric_size", I4, ("nnumeric",), "number of numbers"),
        Field("tuple_adr", I4, ("ntuple",), "first object"),
        Field("tuple_size", I4, ("ntuple",), "number of objects"),
        Field("tuple_objtype", I4, ("ntupledata",), "ObjectType of each object"),
        Field("tuple_objid", I4, ("ntupledata",), "id of each object"),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field("numeric_data", F8, ("nnumericdata",), "all numbers"),
        Field("tuple_objprm", F8, ("ntupledata",), "parameter of each object"),
    ),
)

KEYFRAMES = in_block(
    blocks.CONSTANTS,
    Field("key_time", F8, ("nkey",), "time [s]"),
    Field("key_qpos", F8, ("nkey", "nq"), "qpos"),
    Field("key_qvel", F8, ("nkey", "nv"), "qvel"),
    Field("key_act", F8, ("nkey", "na"), "act"),
    Field("key_mpos", F8, ("nkey", "nmocap", 3), "mocap positions [m]"),
    Field("key_mquat", F8, ("nkey", "nmocap", 4), "mocap orientations"),
    Field("key_ctrl", F8, ("nkey", "nu"), "ctrl"),
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

MODEL = Layout(
    "Model",
    SIZES + GRID_CAPACITIES,
    OPTIONS
    + STATISTICS
    + SIGNATURE
    + COORDINATES
    + BODIES
    + JOINTS
    + DOFS
    + TREES
    + BOUNDING_TREES
    + GEOMS
    + SITES
    + CAMERAS
    + LIGHTS
    + ACTUATORS
    + HILL
    + CONSTRAINTS
    + ASSETS
    + GRIDS
    + CUSTOM
    + KEYFRAMES
    + SPARSITY,
    origin="corten.model.fields:MODEL",
)
