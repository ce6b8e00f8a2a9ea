"""The table of Data: state, inputs, results and work space, declared once, under MuJoCo's names and shapes."""

from corten.data import (
    blocks,
    constraint_fields,
    contact_fields,
    solver_fields,
)
from corten.data.constraint_fields import CONSTRAINT
from corten.data.contact_fields import COLLISION
from corten.data.scratch import declared_scratch, owned
from corten.deformable.fields import data_fields
from corten.deformable.fields.data_fields import FLEX
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
    Field("efm_ts", F8, ("ntendon",), "scale of each tendon's part J'J of the metric: h^2 stiffness + h damping"),
    Field("efm_as", F8, ("nout",), "scale of the part that each output of an actuator has in the metric"),
    Field("efm_L", F8, ("nefmK",), "incomplete factor of the metric, that of elastic flexes included"),
    Field("efm_c", F8, ("nv",), "shift of the smooth force, -h K qvel"),
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
)

# what only the compiler of models uses, which stages know nothing of
COMPILER = owned(
    __name__,
    scratch(
        Field("body_size", F8, ("nbody",), "how far each body reaches at qpos0 [m]"),
        readers=("corten.compile", "corten.deformable.compile"),
    ),
)

# sizes of Data alone, which depend on the model, or grow
ROOMS = (
    contact_fields.CAPACITIES
    + constraint_fields.CAPACITIES
    + solver_fields.CAPACITIES
    + data_fields.FLEX_CONTACT_CAPACITIES
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
    + HILL
    + INTEGRATION
    + SLEEP
    + solver_fields.SOLVER
    + data_fields.FLEX_CONTACTS
    + COMPILER
    + STAGE_SCRATCH,
    origin="corten.data.fields:DATA",
    varies=True,
)
