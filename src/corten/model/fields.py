"""The table of Model: every constant array, declared once, under MuJoCo's names and shapes."""

from corten.deformable.fields.model_fields import FLEXES, XPBD
from corten.enums import (
    BiasType,
    DynType,
    GainType,
)
from corten.model import blocks
from corten.model.asset_fields import ASSETS, GRID_CAPACITIES, GRIDS
from corten.model.constraint_fields import CONSTRAINTS
from corten.model.extension_fields import HILL, PLUGINS
from corten.model.option_fields import OPTIONS, SIGNATURE, STATISTICS, VISUAL
from corten.model.part_fields import CAMERAS, GEOMS, LIGHTS, SITES
from corten.model.sizes import SIZES
from corten.model.tree_fields import BODIES, BOUNDING_TREES, COORDINATES, DOFS, JOINTS, SPARSITY, TREES
from corten.runtime.fields import BOOL, F8, I4, Field, Layout, in_block

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
        Field("actuator_ctrlspec", I4, ("nactuator",), "what its controls are: CtrlInput, or CtrlChart of SO3"),
        Field("actuator_outadr", I4, ("nactuator",), "first force output"),
        Field("actuator_outnum", I4, ("nactuator",), "number of force outputs"),
        Field("actuator_actadr", I4, ("nactuator",), "first activation, -1 for none"),
        Field("actuator_actnum", I4, ("nactuator",), "number of activations"),
        Field("actuator_trnid", I4, ("nactuator", 2), "joint, tendon, site or body that it pulls on"),
        Field("actuator_history", I4, ("nactuator", 2), "past controls: number of samples, Interpolation"),
        Field("actuator_historyadr", I4, ("nactuator",), "first number in history, -1 for none"),
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
        Field("actuator_delay", F8, ("nactuator",), "time by which its controls act later [s]"),
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
    Field("key_plastic", F8, ("nkey", "nplastic"), "plastic"),
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
    + FLEXES
    + XPBD
    + GRIDS
    + CUSTOM
    + KEYFRAMES
    + SPARSITY
    + PLUGINS
    + VISUAL,
    origin="corten.model.fields:MODEL",
)
