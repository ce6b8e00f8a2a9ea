"""The table of Data: state, inputs, results and work space, declared once, under MuJoCo's names and shapes."""

from corten.data import (
    blocks,
    constraint_fields,
    contact_fields,
    convex_fields,
    sdf_fields,
    solver_fields,
    speculative_fields,
    triangle_fields,
)
from corten.data.constraint_fields import CONSTRAINT
from corten.data.contact_fields import COLLISION
from corten.data.scratch import declared_scratch, owned
from corten.deformable.fields import data_fields
from corten.deformable.fields.data_fields import FLEX, XPBD
from corten.enums import WarningType
from corten.model.sizes import SIZES
from corten.runtime.fields import BOOL, F8, I4, I8, Access, Field, Layout, in_block
from corten.runtime.scratch import scratch

STAGE_ROOMS, STAGE_SCRATCH = declared_scratch()

STATE = (
    *in_block(
        blocks.STATE,
        Field("time", F8, (), "simulated time [s]"),
        Field("qpos", F8, ("nq",), "configuration"),
        Field("qvel", F8, ("nv",), "velocity"),
        Field("act", F8, ("na",), "activations"),
        Field("history", F8, ("nhistory",), "past signals of delayed actuators and sensors"),
        Field("plastic", F8, ("nplastic",), "plastic deformations"),
        Field("plugin_state", F8, ("npluginstate",), "what plugins remember"),
        Field("qacc_warmstart", F8, ("nv",), "acceleration of the last step, where the solver starts"),
        Field("noise_seed", I8, (), "seed of the noise of sensors; kept by a reset", access=Access.WRITE),
        Field(
            "noise_step",
            I8,
            (),
            "steps since the last reset, counted where sensors have noise",
            access=Access.WRITE,
        ),
    ),
    *in_block(
        blocks.INPUTS,
        Field("ctrl", F8, ("nu",), "controls"),
        Field("qfrc_applied", F8, ("nv",), "applied generalized force"),
        Field("xfrc_applied", F8, ("nbody", 6), "applied force and torque at each centre of mass, world [N, N m]"),
        Field("eq_active", BOOL, ("neq",), "equality constraint is on"),
        Field("mocap_pos", F8, ("nmocap", 3), "mocap positions [m]"),
        Field("mocap_quat", F8, ("nmocap", 4), "mocap orientations"),
        Field("userdata", F8, ("nuserdata",), "numbers of the user, untouched"),
    ),
)

DIAGNOSTICS = (
    *in_block(
        blocks.RESULTS,
        Field("error_kind", I4, (), "StepErrorKind of the last step, 0 if it succeeded"),
        Field("error_where", I4, (), "index at which the last failed step failed"),
        Field("time_rest", F8, (), "what float32 could not add to the time yet; zero in float64 [s]"),
    ),
    *in_block(
        blocks.DIAGNOSTICS,
        Field("warning_number", I4, (len(WarningType),), "how often each WarningType occurred since the last reset"),
        Field("warning_info", I4, (len(WarningType),), "index concerned when each WarningType occurred last"),
        Field("warning_told", I4, (len(WarningType),), "1: Python has warned of this WarningType since the last reset"),
    ),
)

POSITION = in_block(
    blocks.RESULTS,
    Field("xpos", F8, ("nbody", 3), "body frame position, world [m]"),
    Field("xquat", F8, ("nbody", 4), "body frame orientation, world"),
    Field("xmat", F8, ("nbody", 9), "body frame orientation as a matrix, row by row"),
    Field("xipos", F8, ("nbody", 3), "centre of mass, world [m]"),
    Field("xiquat", F8, ("nbody", 4), "principal axes of inertia, world"),
    Field("ximat", F8, ("nbody", 9), "principal axes of inertia as a matrix"),
    Field("xanchor", F8, ("njnt", 3), "joint anchor, world [m]"),
    Field("xaxis", F8, ("njnt", 3), "joint axis, world"),
    Field("geom_xpos", F8, ("ngeom", 3), "geom position, world [m]"),
    Field("geom_xquat", F8, ("ngeom", 4), "geom orientation, world"),
    Field("geom_xmat", F8, ("ngeom", 9), "geom orientation as a matrix"),
    Field("site_xpos", F8, ("nsite", 3), "site position, world [m]"),
    Field("site_xquat", F8, ("nsite", 4), "site orientation, world"),
    Field("site_xmat", F8, ("nsite", 9), "site orientation as a matrix"),
    Field("cam_xpos", F8, ("ncam", 3), "camera position, world [m]"),
    Field("cam_xmat", F8, ("ncam", 9), "camera orientation as a matrix"),
    Field("light_xpos", F8, ("nlight", 3), "light position, world [m]"),
    Field("light_xdir", F8, ("nlight", 3), "light direction, world"),
    Field("subtree_com", F8, ("nbody", 3), "centre of mass of each subtree, world [m]"),
    Field("cdof", F8, ("nv", 6), "motion axis of each dof about its tree's centre of mass: rotation, translation"),
    Field("cinert", F8, ("nbody", 10), "body inertia about its tree's centre of mass: 6 moments, 3 offsets, mass"),
    Field("crb", F8, ("nbody", 10), "composite inertia of each subtree, as cinert"),
    Field("M", F8, ("nC",), "mass matrix: lower triangle by rows"),
    Field("qLD", F8, ("nC",), "factors of M = L'DL in the same storage"),
    Field("qLDiagInv", F8, ("nv",), "1 / D"),
    Field("ten_length", F8, ("ntendon",), "tendon length [m]"),
    Field("ten_J_value", F8, ("nJten",), "tendon Jacobian: values of its entries"),
    Field("ten_wrapadr", I4, ("ntendon",), "first point of each tendon's path"),
    Field("ten_wrapnum", I4, ("ntendon",), "number of points of each tendon's path"),
    Field("wrap_obj", I4, ("nwrap", 2), "what path points lie on: a geom, -1 for a site, -2 for a pulley"),
    Field("wrap_xpos", F8, ("nwrap", 6), "path points, world, two in each row [m]"),
    Field("actuator_length", F8, ("nout",), "actuator length"),
    Field("moment_rownnz", I4, ("nout",), "moment arms: entries in each row"),
    Field("moment_rowadr", I4, ("nout",), "moment arms: first entry of each row"),
    Field("moment_colind", I4, ("nJmom",), "moment arms: dof of each entry"),
    Field("moment", F8, ("nJmom",), "moment arms: values"),
    Field("energy", F8, (2,), "potential and kinetic energy [J]"),
)

VELOCITY = in_block(
    blocks.RESULTS,
    Field("cvel", F8, ("nbody", 6), "body velocity about its tree's centre of mass: rotation, translation"),
    Field("cdof_dot", F8, ("nv", 6), "time derivative of cdof"),
    Field("ten_velocity", F8, ("ntendon",), "tendon velocity [m/s]"),
    Field("actuator_velocity", F8, ("nout",), "actuator velocity"),
    Field("qfrc_bias", F8, ("nv",), "Coriolis, centrifugal and gravity force"),
    Field("qfrc_spring", F8, ("nv",), "spring force"),
    Field("qfrc_damper", F8, ("nv",), "damper force"),
    Field("qfrc_gravcomp", F8, ("nv",), "gravity compensation"),
    Field("qfrc_fluid", F8, ("nv",), "fluid force"),
    Field("qfrc_adhesion", F8, ("nv",), "force of adhesion at contacts"),
    Field("qfrc_passive", F8, ("nv",), "sum of all passive forces"),
    Field("subtree_linvel", F8, ("nbody", 3), "velocity of each subtree's centre of mass [m/s]"),
    Field("subtree_angmom", F8, ("nbody", 3), "angular momentum about each subtree's centre of mass"),
)

ACCELERATION = in_block(
    blocks.RESULTS,
    Field("act_dot", F8, ("na",), "time derivative of the activations"),
    Field("actuator_force", F8, ("nout",), "actuator force"),
    Field("qfrc_actuator", F8, ("nv",), "actuator force in joint space"),
    Field("qfrc_smooth", F8, ("nv",), "all forces but those of constraints"),
    Field("qacc_smooth", F8, ("nv",), "acceleration without constraints"),
    Field("qfrc_constraint", F8, ("nv",), "constraint force"),
    Field("qacc", F8, ("nv",), "acceleration"),
    Field("qfrc_inverse", F8, ("nv",), "external force that explains qacc"),
    Field("cacc", F8, ("nbody", 6), "body acceleration about its tree's centre of mass"),
    Field("cfrc_int", F8, ("nbody", 6), "force between a body and its parent"),
    Field("cfrc_ext", F8, ("nbody", 6), "external force on each body"),
    Field("sensordata", F8, ("nsensordata",), "sensor readings"),
)

# Hill muscles: see `stages.actuation.hill`
HILL = in_block(
    blocks.RESULTS,
    Field("hill_length", F8, ("nhill",), "fibre length of Hill muscles [optimal fibre lengths]"),
    Field("hill_velocity", F8, ("nhill",), "fibre velocity of Hill muscles [optimal fibre lengths / s]"),
    Field("hill_cosine", F8, ("nhill",), "cosine of the pennation angle of Hill muscles"),
    Field("hill_tendon", F8, ("nhill",), "tendon length of Hill muscles [m]"),
    Field("hill_tension", F8, ("nhill",), "tendon force of Hill muscles [N]"),
    Field("hill_derivative", F8, ("nhill",), "derivative of the tendon force by the path's velocity [N s/m]"),
    Field("hill_decay", F8, ("nhill",), "rate at which the fibre length returns to equilibrium [1/s]"),
)

INTEGRATION = in_block(
    blocks.WORK,
    Field("qH", F8, ("nC",), "factors of the mass matrix with implicit damping"),
    Field("qHDiagInv", F8, ("nv",), "1 / D of qH"),
    Field("qDeriv", F8, ("nD",), "derivative of the smooth force by qvel"),
    Field("qLU", F8, ("nD",), "factors of M - h qDeriv"),
    Field("qacc_step", F8, ("nv",), "acceleration with which the step changes qvel"),
    Field("qacc_saved", F8, ("nv",), "acceleration of a discrete step while inverse dynamics replaces it"),
    Field("efm_M", F8, ("nC",), "effective metric M + h D + h^2 K of DISCRETE, without the couplings below"),
    Field("efm_ts", F8, ("ntendon",), "scale of each tendon's part J'J of the metric: h^2 stiffness + h damping"),
    Field("efm_as", F8, ("nout",), "scale of the part that each output of an actuator has in the metric"),
    Field("efm_K", F8, ("nefmK",), "part of the metric that elastic flexes have: (h^2 + h damping) times stiffness"),
    Field("efm_L", F8, ("nefmK",), "incomplete factor of the metric, that of elastic flexes included"),
    Field("efm_LDiagInv", F8, ("nefmKrow",), "1 / D of efm_L"),
    Field("qH_diag", F8, ("nv",), "diagonal of what is factored of the metric, those of the couplings included"),
    Field("efm_c", F8, ("nv",), "shift of the smooth force, -h K qvel"),
)

# RK4 evaluates forces at four states: the one it began with is kept until the step is done
RUNGE_KUTTA = (
    *in_block(
        blocks.RESULTS,
        Field("rk_evaluation", I4, (), "state that is evaluated: 1 to 3 inside of a step, 0 outside"),
    ),
    *in_block(
        blocks.WORK,
        Field("rk_time", F8, (), "time at the beginning of the step [s]"),
        Field("rk_qpos", F8, ("nq",), "qpos at the beginning of the step"),
        Field("rk_qvel", F8, ("nv",), "qvel at the beginning of the step"),
        Field("rk_act", F8, ("na",), "act at the beginning of the step"),
        Field("rk_actuator_velocity", F8, ("nout",), "actuator_velocity at the beginning of the step"),
        Field("rk_velocity", F8, ("nv",), "velocity that led from rk_qpos to the state that is evaluated"),
        Field("rk_qvel_sum", F8, ("nv",), "weighted sum of the velocities so far"),
        Field("rk_qacc_sum", F8, ("nv",), "weighted sum of the accelerations so far"),
        Field("rk_act_dot_sum", F8, ("na",), "weighted sum of act_dot so far"),
        Field("rk_ten_length", F8, ("ntendon",), "ten_length at the beginning of the step, where springs yield [m]"),
        Field("rk_ten_J", F8, ("nJten",), "ten_J_value at the beginning of the step, where springs yield"),
    ),
)

# sleeping islands: used where EnableBit.SLEEP is set; without it all trees are awake
SLEEP = (
    *in_block(
        blocks.STATE,
        Field("tree_asleep", I4, ("ntree",), "below 0: awake, -1: ready to sleep; else the next tree of its island"),
    ),
    *in_block(
        blocks.RESULTS,
        Field("tree_awake", I4, ("ntree",), "1: the tree is awake"),
        Field("body_awake", I4, ("nbody",), "SleepState"),
        Field("body_awake_ind", I4, ("nbody",), "bodies that are awake or static: the first nbody_awake"),
        Field("parent_awake_ind", I4, ("nbody",), "bodies whose parent is awake or static: the first nparent_awake"),
        Field("dof_awake_ind", I4, ("nv",), "dofs that are awake: the first nv_awake"),
        Field("ntree_awake", I4, (), "trees that are awake"),
        Field("nbody_awake", I4, (), "bodies that are awake or static"),
        Field("nparent_awake", I4, (), "bodies whose parent is awake or static"),
        Field("nv_awake", I4, (), "dofs that are awake"),
    ),
    # what stages for all trees compute anew, and sleeping trees get back
    *in_block(
        blocks.RESULTS,
        Field("previous_xpos", F8, ("nbody", 3), "xpos of the last step [m]"),
        Field("previous_xquat", F8, ("nbody", 4), "xquat of the last step"),
        Field("previous_tree_asleep", I4, ("ntree",), "tree_asleep when the step began"),
        Field("previous_tree_awake", I4, ("ntree",), "tree_awake when the step began"),
        Field("tendon_slept", I4, ("ntendon",), "1: the tendon slept when lengths of tendons were computed"),
        Field("retained_passive", F8, ("nv", 4), "qfrc_spring, _damper, _passive and _adhesion of the last step"),
        Field("retained_length", F8, ("nout",), "actuator_length of the last step"),
        Field("retained_act_dot", F8, ("na",), "act_dot of the last step"),
        Field("retained_smooth", F8, ("nv", 2), "qfrc_smooth and qacc_smooth of the last step"),
        Field("retained_sensordata", F8, ("nsensordata",), "sensordata before sensors were read"),
        Field("ntree_woken", I4, (), "trees that contacts woke in this step"),
        Field("ntree_slept", I4, (), "trees that fell asleep in this step"),
    ),
)

# work space of single stages; nothing may be read here that the same stage did not write
SCRATCH = in_block(
    blocks.WORK,
    Field("coriolis", F8, ("nbody", 12), "velocity derivative of the force on each subtree: see stages.derivative"),
    Field("cdof_rate", F8, ("nv", 6), "change of a body's acceleration by qvel, the part of the dof alone"),
    Field("block6", F8, (6, 7), "six equations: matrix and right side"),
    Field("lu_remaining", I4, ("nv",), "entries of each row that are not eliminated yet"),
    Field("dof_vector", F8, ("nv",), "a vector over the dofs"),
    Field("hinge_sin", F8, ("njnt",), "sine of half the angle of each hinge"),
    Field("hinge_cos", F8, ("njnt",), "cosine of half the angle of each hinge"),
    Field("dof_product", F8, ("nv",), "its product with a matrix"),
    Field("ctrl_delayed", F8, ("nu",), "controls as they act after their delays, where a model has such"),
    Field("history_sample", F8, ("nhistory",), "what each sensor with a history reads now, at its place in history"),
    Field("user_term", F8, ("nactuator", 2), "gain and bias that users' functions give"),
    Field("user_derivative", F8, ("nactuator", 2), "their derivatives by the actuator's velocity"),
    Field("tendon_total", F8, ("ntendon",), "a number for each tendon"),
    Field("body_spatial", F8, ("nbody", 6), "a spatial vector for each body"),
    Field("rne_cacc", F8, ("nbody", 6), "acceleration of each body inside recursive Newton-Euler"),
    Field("rne_cfrc", F8, ("nbody", 6), "force on each subtree inside recursive Newton-Euler"),
    Field("clip_polygon", F8, (24, 3), "two polygons of up to twelve corners: see stages.collision.polygon"),
    Field("wrench_derivative", F8, ("nbody", 36), "velocity derivative of the medium's force on each subtree"),
)

# what only the compiler of models uses, which stages know nothing of
COMPILER = owned(
    __name__,
    scratch(
        Field("body_size", F8, ("nbody",), "how far each body reaches at qpos0 [m]"),
        readers=("corten.compile",),
    ),
)

# sizes of Data alone, which depend on the model, or grow
ROOMS = (
    contact_fields.CAPACITIES
    + constraint_fields.CAPACITIES
    + convex_fields.CONVEX_CAPACITIES
    + solver_fields.PADDED_SIZES
    + convex_fields.CONVEX_SIZES
    + sdf_fields.SDF_SIZES
    + triangle_fields.TRIANGLE_SIZES
    + solver_fields.CAPACITIES
    + data_fields.FLEX_CONTACT_SIZES
    + data_fields.FLEX_CONTACT_CAPACITIES
    + speculative_fields.SPECULATIVE_CAPACITIES
    + STAGE_ROOMS
)

DATA = Layout(
    "Data",
    SIZES + solver_fields.STATISTICS_SIZES + ROOMS,
    STATE
    + DIAGNOSTICS
    + POSITION
    + COLLISION
    + CONSTRAINT
    + VELOCITY
    + ACCELERATION
    + FLEX
    + XPBD
    + HILL
    + INTEGRATION
    + RUNGE_KUTTA
    + SLEEP
    + SCRATCH
    + convex_fields.CONVEX
    + sdf_fields.SDF
    + speculative_fields.SPECULATIVE
    + solver_fields.SOLVER
    + data_fields.FLEX_CONTACTS
    + COMPILER
    + STAGE_SCRATCH,
    origin="corten.data.fields:DATA",
    varies=True,
)
