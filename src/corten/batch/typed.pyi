# Written by tools/write_type_stubs.py; edit the tables that it reads instead.

import numpy as np

from corten.model.typed import Array, FixedArray

class BatchFields:
    """Fields of a BatchSim."""

    time: Array[np.float64]
    """Simulated time [s] (shape n)."""
    qpos: Array[np.float64]
    """Configuration (shape n × nq)."""
    qvel: Array[np.float64]
    """Velocity (shape n × nv)."""
    act: Array[np.float64]
    """Activations (shape n × na)."""
    history: Array[np.float64]
    """Past signals of delayed actuators and sensors (shape n × nhistory)."""
    plastic: Array[np.float64]
    """Plastic deformations (shape n × nplastic)."""
    plugin_state: Array[np.float64]
    """What plugins remember (shape n × npluginstate)."""
    qacc_warmstart: Array[np.float64]
    """Acceleration of the last step, where the solver starts (shape n × nv)."""
    noise_seed: Array[np.int64]
    """Seed of the noise of sensors; kept by a reset (shape n)."""
    noise_step: Array[np.int64]
    """Steps since the last reset, counted where sensors have noise (shape n)."""
    ctrl: Array[np.float64]
    """Controls (shape n × nu)."""
    qfrc_applied: Array[np.float64]
    """Applied generalized force (shape n × nv)."""
    xfrc_applied: Array[np.float64]
    """Applied force and torque at each centre of mass, world [N, N m] (shape n × nbody × 6)."""
    eq_active: Array[np.bool_]
    """Equality constraint is on (shape n × neq)."""
    mocap_pos: Array[np.float64]
    """Mocap positions [m] (shape n × nmocap × 3)."""
    mocap_quat: Array[np.float64]
    """Mocap orientations (shape n × nmocap × 4)."""
    userdata: Array[np.float64]
    """Numbers of the user, untouched (shape n × nuserdata)."""
    error_kind: FixedArray[np.int32]
    """StepErrorKind of the last step, 0 if it succeeded (shape n)."""
    error_where: FixedArray[np.int32]
    """Index at which the last failed step failed (shape n)."""
    warning_number: FixedArray[np.int32]
    """How often each WarningType occurred since the last reset (shape n × 7)."""
    warning_info: FixedArray[np.int32]
    """Index concerned when each WarningType occurred last (shape n × 7)."""
    warning_told: FixedArray[np.int32]
    """1: Python has warned of this WarningType since the last reset (shape n × 7)."""
    xpos: Array[np.float64]
    """Body frame position, world [m] (shape n × nbody × 3)."""
    xquat: Array[np.float64]
    """Body frame orientation, world (shape n × nbody × 4)."""
    xmat: Array[np.float64]
    """Body frame orientation as a matrix, row by row (shape n × nbody × 9)."""
    xipos: Array[np.float64]
    """Centre of mass, world [m] (shape n × nbody × 3)."""
    xiquat: Array[np.float64]
    """Principal axes of inertia, world (shape n × nbody × 4)."""
    ximat: Array[np.float64]
    """Principal axes of inertia as a matrix (shape n × nbody × 9)."""
    xanchor: Array[np.float64]
    """Joint anchor, world [m] (shape n × njnt × 3)."""
    xaxis: Array[np.float64]
    """Joint axis, world (shape n × njnt × 3)."""
    geom_xpos: Array[np.float64]
    """Geom position, world [m] (shape n × ngeom × 3)."""
    geom_xquat: Array[np.float64]
    """Geom orientation, world (shape n × ngeom × 4)."""
    geom_xmat: Array[np.float64]
    """Geom orientation as a matrix (shape n × ngeom × 9)."""
    site_xpos: Array[np.float64]
    """Site position, world [m] (shape n × nsite × 3)."""
    site_xquat: Array[np.float64]
    """Site orientation, world (shape n × nsite × 4)."""
    site_xmat: Array[np.float64]
    """Site orientation as a matrix (shape n × nsite × 9)."""
    cam_xpos: Array[np.float64]
    """Camera position, world [m] (shape n × ncam × 3)."""
    cam_xmat: Array[np.float64]
    """Camera orientation as a matrix (shape n × ncam × 9)."""
    light_xpos: Array[np.float64]
    """Light position, world [m] (shape n × nlight × 3)."""
    light_xdir: Array[np.float64]
    """Light direction, world (shape n × nlight × 3)."""
    subtree_com: Array[np.float64]
    """Centre of mass of each subtree, world [m] (shape n × nbody × 3)."""
    cdof: Array[np.float64]
    """Motion axis of each dof about its tree's centre of mass: rotation, translation (shape n × nv × 6)."""
    cinert: Array[np.float64]
    """Body inertia about its tree's centre of mass: 6 moments, 3 offsets, mass (shape n × nbody × 10)."""
    crb: Array[np.float64]
    """Composite inertia of each subtree, as cinert (shape n × nbody × 10)."""
    M: Array[np.float64]
    """Mass matrix: lower triangle by rows (shape n × nC)."""
    qLD: Array[np.float64]
    """Factors of M = L'DL in the same storage (shape n × nC)."""
    qLDiagInv: Array[np.float64]
    """1 / D (shape n × nv)."""
    ten_length: Array[np.float64]
    """Tendon length [m] (shape n × ntendon)."""
    ten_J_value: Array[np.float64]
    """Tendon Jacobian: values of its entries (shape n × nJten)."""
    ten_wrapadr: FixedArray[np.int32]
    """First point of each tendon's path (shape n × ntendon)."""
    ten_wrapnum: FixedArray[np.int32]
    """Number of points of each tendon's path (shape n × ntendon)."""
    wrap_obj: FixedArray[np.int32]
    """What path points lie on: a geom, -1 for a site, -2 for a pulley (shape n × nwrap × 2)."""
    wrap_xpos: Array[np.float64]
    """Path points, world, two in each row [m] (shape n × nwrap × 6)."""
    actuator_length: Array[np.float64]
    """Actuator length (shape n × nout)."""
    moment_rownnz: FixedArray[np.int32]
    """Moment arms: entries in each row (shape n × nout)."""
    moment_rowadr: FixedArray[np.int32]
    """Moment arms: first entry of each row (shape n × nout)."""
    moment_colind: FixedArray[np.int32]
    """Moment arms: dof of each entry (shape n × nJmom)."""
    moment: Array[np.float64]
    """Moment arms: values (shape n × nJmom)."""
    energy: Array[np.float64]
    """Potential and kinetic energy [J] (shape n × 2)."""
    contact_limit: Array[np.int32]
    """Most contacts that a step may find, 0 for any number (shape n)."""
    ncon: FixedArray[np.int32]
    """Contacts (shape n)."""
    contact_bodies: FixedArray[np.int32]
    """Bit b % 30 is set where body b has a contact with rows; models with few trees only (shape n)."""
    ntrinode: FixedArray[np.int64]
    """Nodes of trees of triangles that were visited since the last reset (shape n)."""
    ntripair: FixedArray[np.int64]
    """Pairs of triangles that were compared since then (shape n)."""
    ne: FixedArray[np.int32]
    """Equality rows (shape n)."""
    nf: FixedArray[np.int32]
    """Friction loss rows (shape n)."""
    nl: FixedArray[np.int32]
    """Limit rows (shape n)."""
    nefc: FixedArray[np.int32]
    """Constraint rows (shape n)."""
    nJ: FixedArray[np.int32]
    """Entries of the constraint Jacobian (shape n)."""
    cvel: Array[np.float64]
    """Body velocity about its tree's centre of mass: rotation, translation (shape n × nbody × 6)."""
    cdof_dot: Array[np.float64]
    """Time derivative of cdof (shape n × nv × 6)."""
    ten_velocity: Array[np.float64]
    """Tendon velocity [m/s] (shape n × ntendon)."""
    actuator_velocity: Array[np.float64]
    """Actuator velocity (shape n × nout)."""
    qfrc_bias: Array[np.float64]
    """Coriolis, centrifugal and gravity force (shape n × nv)."""
    qfrc_spring: Array[np.float64]
    """Spring force (shape n × nv)."""
    qfrc_damper: Array[np.float64]
    """Damper force (shape n × nv)."""
    qfrc_gravcomp: Array[np.float64]
    """Gravity compensation (shape n × nv)."""
    qfrc_fluid: Array[np.float64]
    """Fluid force (shape n × nv)."""
    qfrc_adhesion: Array[np.float64]
    """Force of adhesion at contacts (shape n × nv)."""
    qfrc_passive: Array[np.float64]
    """Sum of all passive forces (shape n × nv)."""
    subtree_linvel: Array[np.float64]
    """Velocity of each subtree's centre of mass [m/s] (shape n × nbody × 3)."""
    subtree_angmom: Array[np.float64]
    """Angular momentum about each subtree's centre of mass (shape n × nbody × 3)."""
    act_dot: Array[np.float64]
    """Time derivative of the activations (shape n × na)."""
    actuator_force: Array[np.float64]
    """Actuator force (shape n × nout)."""
    qfrc_actuator: Array[np.float64]
    """Actuator force in joint space (shape n × nv)."""
    qfrc_smooth: Array[np.float64]
    """All forces but those of constraints (shape n × nv)."""
    qacc_smooth: Array[np.float64]
    """Acceleration without constraints (shape n × nv)."""
    qfrc_constraint: Array[np.float64]
    """Constraint force (shape n × nv)."""
    qacc: Array[np.float64]
    """Acceleration (shape n × nv)."""
    qfrc_inverse: Array[np.float64]
    """External force that explains qacc (shape n × nv)."""
    cacc: Array[np.float64]
    """Body acceleration about its tree's centre of mass (shape n × nbody × 6)."""
    cfrc_int: Array[np.float64]
    """Force between a body and its parent (shape n × nbody × 6)."""
    cfrc_ext: Array[np.float64]
    """External force on each body (shape n × nbody × 6)."""
    sensordata: Array[np.float64]
    """Sensor readings (shape n × nsensordata)."""
    flexvert_xpos: Array[np.float64]
    """Vertices of flexes, world [m] (shape n × nflexvert × 3)."""
    flexelem_aabb: Array[np.float64]
    """Boxes around elements of flexes, world: centre, half sizes [m] (shape n × nflexelem × 6)."""
    flexelem_krot: Array[np.float64]
    """Stiffness of elements turned as they are, DISCRETE only (shape n × nflexstiffness)."""
    flex_hessian_valid: Array[np.bool_]
    """Flexvert_hessian and flexedge_hessian belong to this state (shape n × nflex)."""
    flexvert_hessian: Array[np.float64]
    """Hessian of stretching: symmetric blocks of vertices (shape n × nflexvert × 6)."""
    flexedge_hessian: Array[np.float64]
    """Hessian of stretching: blocks between the ends of edges (shape n × nflexedge × 9)."""
    flexedge_J: Array[np.float64]
    """Jacobian of the lengths of edges (shape n × nJfe)."""
    flexedge_length: Array[np.float64]
    """Lengths of edges [m] (shape n × nflexedge)."""
    flexedge_velocity: Array[np.float64]
    """Velocities of the lengths of edges [m/s] (shape n × nflexedge)."""
    rodedge_frame: Array[np.float64]
    """Direction of each edge of a rod and its reference axis, world (shape n × nrodedge × 6)."""
    bvh_aabb_dyn: Array[np.float64]
    """Boxes of the trees over flexes, world: centre, half sizes [m] (shape n × nbvhdynamic × 6)."""
    flexvert_lambda: Array[np.float64]
    """Multipliers of contacts of vertices in a step of flag ipc (shape n × nflexvert)."""
    flexvert_conage: FixedArray[np.int32]
    """Below 0: the vertex bears load, above: steps since it did (shape n × nflexvert)."""
    hill_length: Array[np.float64]
    """Fibre length of Hill muscles [optimal fibre lengths] (shape n × nhill)."""
    hill_velocity: Array[np.float64]
    """Fibre velocity of Hill muscles [optimal fibre lengths / s] (shape n × nhill)."""
    hill_cosine: Array[np.float64]
    """Cosine of the pennation angle of Hill muscles (shape n × nhill)."""
    hill_tendon: Array[np.float64]
    """Tendon length of Hill muscles [m] (shape n × nhill)."""
    hill_tension: Array[np.float64]
    """Tendon force of Hill muscles [N] (shape n × nhill)."""
    hill_derivative: Array[np.float64]
    """Derivative of the tendon force by the path's velocity [N s/m] (shape n × nhill)."""
    hill_decay: Array[np.float64]
    """Rate at which the fibre length returns to equilibrium [1/s] (shape n × nhill)."""
    tree_asleep: FixedArray[np.int32]
    """Below 0: awake, -1: ready to sleep; else the next tree of its island (shape n × ntree)."""
    tree_awake: FixedArray[np.int32]
    """1: the tree is awake (shape n × ntree)."""
    body_awake: FixedArray[np.int32]
    """SleepState (shape n × nbody)."""
    body_awake_ind: FixedArray[np.int32]
    """Bodies that are awake or static: the first nbody_awake (shape n × nbody)."""
    parent_awake_ind: FixedArray[np.int32]
    """Bodies whose parent is awake or static: the first nparent_awake (shape n × nbody)."""
    dof_awake_ind: FixedArray[np.int32]
    """Dofs that are awake: the first nv_awake (shape n × nv)."""
    ntree_awake: FixedArray[np.int32]
    """Trees that are awake (shape n)."""
    nbody_awake: FixedArray[np.int32]
    """Bodies that are awake or static (shape n)."""
    nparent_awake: FixedArray[np.int32]
    """Bodies whose parent is awake or static (shape n)."""
    nv_awake: FixedArray[np.int32]
    """Dofs that are awake (shape n)."""
    nisland: FixedArray[np.int32]
    """Constraint islands (shape n)."""
    tree_island: FixedArray[np.int32]
    """Island of each tree, -1 for none (shape n × ntree)."""
    island_missed: FixedArray[np.int32]
    """1 where the solver stopped before it met its tolerance, by island (shape n × ntree)."""
    solver_fwdinv: Array[np.float64]
    """Difference of forward and inverse dynamics: constraint force, applied force (shape n × 2)."""
    solver_nfallback: FixedArray[np.int32]
    """Islands that were solved again by PGS since the reset (shape n)."""
    solver_niter: FixedArray[np.int32]
    """Iterations of each island (shape n × 20)."""
    solver_improvement: Array[np.float64]
    """Scaled decrease of the cost (shape n × nstatisland × nstatiter)."""
    solver_gradient: Array[np.float64]
    """Scaled norm of the gradient (shape n × nstatisland × nstatiter)."""
    solver_nactive: FixedArray[np.int32]
    """Active rows (shape n × nstatisland × nstatiter)."""
    solver_nchange: FixedArray[np.int32]
    """Rows that changed their state (shape n × nstatisland × nstatiter)."""
    solver_neval: FixedArray[np.int32]
    """Evaluations of the line search (shape n × nstatisland × nstatiter)."""
    nY: FixedArray[np.int32]
    """Blocks of the scaled Jacobian Y (shape n)."""
    nflexcon: FixedArray[np.int32]
    """Contacts in models with flexes, 0 in others (shape n)."""
    nefmcon: FixedArray[np.int32]
    """Length of efm_con_ind and efm_con_val (shape n)."""
    opt_timestep: Array[np.float64]
    """Time step [s] (shape n)."""
    opt_gravity: Array[np.float64]
    """Gravity [m/s^2] (shape n × 3)."""
    opt_wind: Array[np.float64]
    """Velocity of the medium [m/s] (shape n × 3)."""
    opt_magnetic: Array[np.float64]
    """Magnetic field (shape n × 3)."""
    opt_impratio: Array[np.float64]
    """Impedance of friction relative to that of the normal (shape n)."""
    opt_tolerance: Array[np.float64]
    """Constraint solver: stop below this scaled improvement (shape n)."""
    opt_ls_tolerance: Array[np.float64]
    """Line search: stop below this scaled slope (shape n)."""
    opt_noslip_tolerance: Array[np.float64]
    """Noslip solver: stop below this scaled improvement (shape n)."""
    opt_ccd_tolerance: Array[np.float64]
    """Convex collision: accuracy of distances [m] (shape n)."""
    opt_sleep_tolerance: Array[np.float64]
    """Velocity below which a tree may fall asleep (shape n)."""
    opt_o_margin: Array[np.float64]
    """Contact override: margin [m] (shape n)."""
    opt_o_solref: Array[np.float64]
    """Contact override: solref (shape n × 2)."""
    opt_o_solimp: Array[np.float64]
    """Contact override: solimp (shape n × 5)."""
    opt_o_friction: Array[np.float64]
    """Contact override: friction (shape n × 5)."""
    qpos0: Array[np.float64]
    """Configuration in which the model was written (shape n × nq)."""
    qpos_spring: Array[np.float64]
    """Configuration in which joint springs are at rest (shape n × nq)."""
    body_pos: Array[np.float64]
    """Frame position in the parent [m] (shape n × nbody × 3)."""
    body_quat: Array[np.float64]
    """Frame orientation in the parent (shape n × nbody × 4)."""
    body_ipos: Array[np.float64]
    """Centre of mass in the body frame [m] (shape n × nbody × 3)."""
    body_iquat: Array[np.float64]
    """Principal axes of inertia in the body frame (shape n × nbody × 4)."""
    body_mass: Array[np.float64]
    """Mass [kg]; `corten.set_const` after a change (shape n × nbody)."""
    body_inertia: Array[np.float64]
    """Principal moments of inertia [kg m^2] (shape n × nbody × 3)."""
    body_gravcomp: Array[np.float64]
    """Share of the weight that is compensated (shape n × nbody)."""
    jnt_pos: Array[np.float64]
    """Anchor in the body frame [m] (shape n × njnt × 3)."""
    jnt_axis: Array[np.float64]
    """Axis in the body frame, unit length (shape n × njnt × 3)."""
    jnt_range: Array[np.float64]
    """Limits [m or rad] (shape n × njnt × 2)."""
    jnt_margin: Array[np.float64]
    """Distance to a limit at which it is seen (shape n × njnt)."""
    jnt_stiffness: Array[np.float64]
    """Linear spring coefficient (shape n × njnt)."""
    jnt_stiffnesspoly: Array[np.float64]
    """Quadratic and cubic spring coefficients (shape n × njnt × 2)."""
    jnt_springyield: Array[np.float64]
    """Deflection of the spring from which on it yields [m or rad] (shape n × njnt)."""
    jnt_actfrcrange: Array[np.float64]
    """Limits of the total actuator force (shape n × njnt × 2)."""
    jnt_solref: Array[np.float64]
    """Solref of the limit (shape n × njnt × 2)."""
    jnt_solimp: Array[np.float64]
    """Solimp of the limit (shape n × njnt × 5)."""
    dof_armature: Array[np.float64]
    """Added inertia [kg or kg m^2] (shape n × nv)."""
    dof_damping: Array[np.float64]
    """Linear damping coefficient (shape n × nv)."""
    dof_dampingpoly: Array[np.float64]
    """Quadratic and cubic damping coefficients (shape n × nv × 2)."""
    dof_frictionloss: Array[np.float64]
    """Friction loss [N or N m] (shape n × nv)."""
    dof_solref: Array[np.float64]
    """Solref of the friction loss (shape n × nv × 2)."""
    dof_solimp: Array[np.float64]
    """Solimp of the friction loss (shape n × nv × 5)."""
    geom_size: Array[np.float64]
    """Sizes, by type [m] (shape n × ngeom × 3)."""
    geom_pos: Array[np.float64]
    """Position in the body frame [m] (shape n × ngeom × 3)."""
    geom_quat: Array[np.float64]
    """Orientation in the body frame (shape n × ngeom × 4)."""
    geom_friction: Array[np.float64]
    """Friction: sliding, torsional [m], rolling [m] (shape n × ngeom × 3)."""
    geom_margin: Array[np.float64]
    """Inflation for contacts [m] (shape n × ngeom)."""
    geom_gap: Array[np.float64]
    """Further distance at which contacts are seen [m] (shape n × ngeom)."""
    geom_solmix: Array[np.float64]
    """Weight when contact parameters are mixed (shape n × ngeom)."""
    geom_solref: Array[np.float64]
    """Solref of contacts (shape n × ngeom × 2)."""
    geom_solimp: Array[np.float64]
    """Solimp of contacts (shape n × ngeom × 5)."""
    geom_adhesion: Array[np.float64]
    """Adhesive force of its contacts [N] (shape n × ngeom)."""
    geom_surfacevel: Array[np.float64]
    """Surface velocity in its frame: linear, angular (shape n × ngeom × 6)."""
    geom_rgba: Array[np.float32]
    """Colour (shape n × ngeom × 4)."""
    mat_rgba: Array[np.float32]
    """Material: colour (shape n × nmat × 4)."""
    pair_friction: Array[np.float64]
    """Friction: two tangents, spin, two rolls (shape n × npair × 5)."""
    pair_margin: Array[np.float64]
    """Inflation for contacts [m] (shape n × npair)."""
    pair_gap: Array[np.float64]
    """Further distance at which contacts are seen [m] (shape n × npair)."""
    pair_solref: Array[np.float64]
    """Solref along the normal (shape n × npair × 2)."""
    pair_solreffriction: Array[np.float64]
    """Solref along the friction directions (shape n × npair × 2)."""
    pair_solimp: Array[np.float64]
    """Solimp (shape n × npair × 5)."""
    pair_adhesion: Array[np.float64]
    """Adhesive force of the contacts [N] (shape n × npair)."""
    site_size: Array[np.float64]
    """Sizes, by type [m] (shape n × nsite × 3)."""
    site_pos: Array[np.float64]
    """Position in the body frame [m] (shape n × nsite × 3)."""
    site_quat: Array[np.float64]
    """Orientation in the body frame (shape n × nsite × 4)."""
    cam_pos: Array[np.float64]
    """Position in the body frame [m] (shape n × ncam × 3)."""
    cam_quat: Array[np.float64]
    """Orientation in the body frame (shape n × ncam × 4)."""
    cam_fovy: Array[np.float64]
    """Vertical field of view [deg, or m if orthographic] (shape n × ncam)."""
    cam_intrinsic: Array[np.float32]
    """Focal lengths and principal point [m] (shape n × ncam × 4)."""
    cam_sensorsize: Array[np.float32]
    """Width and height of the sensor [m] (shape n × ncam × 2)."""
    light_pos: Array[np.float64]
    """Position in the body frame [m] (shape n × nlight × 3)."""
    light_dir: Array[np.float64]
    """Direction in the body frame (shape n × nlight × 3)."""
    tendon_range: Array[np.float64]
    """Limits of the length [m] (shape n × ntendon × 2)."""
    tendon_margin: Array[np.float64]
    """Distance to a limit at which it is seen [m] (shape n × ntendon)."""
    tendon_stiffness: Array[np.float64]
    """Linear spring coefficient (shape n × ntendon)."""
    tendon_stiffnesspoly: Array[np.float64]
    """Quadratic and cubic spring coefficients (shape n × ntendon × 2)."""
    tendon_springyield: Array[np.float64]
    """Strain of the spring from which on it yields [m] (shape n × ntendon)."""
    tendon_damping: Array[np.float64]
    """Linear damping coefficient (shape n × ntendon)."""
    tendon_dampingpoly: Array[np.float64]
    """Quadratic and cubic damping coefficients (shape n × ntendon × 2)."""
    tendon_armature: Array[np.float64]
    """Inertia against changes of length [kg] (shape n × ntendon)."""
    tendon_frictionloss: Array[np.float64]
    """Friction loss [N] (shape n × ntendon)."""
    tendon_lengthspring: Array[np.float64]
    """Range of lengths in which the spring is at rest [m] (shape n × ntendon × 2)."""
    tendon_actfrcrange: Array[np.float64]
    """Limits of the total actuator force [N] (shape n × ntendon × 2)."""
    tendon_solref_lim: Array[np.float64]
    """Solref of the limit (shape n × ntendon × 2)."""
    tendon_solimp_lim: Array[np.float64]
    """Solimp of the limit (shape n × ntendon × 5)."""
    tendon_solref_fri: Array[np.float64]
    """Solref of the friction loss (shape n × ntendon × 2)."""
    tendon_solimp_fri: Array[np.float64]
    """Solimp of the friction loss (shape n × ntendon × 5)."""
    actuator_gear: Array[np.float64]
    """Scale of length and force, by transmission (shape n × nout × 6)."""
    actuator_gainprm: Array[np.float64]
    """Parameters of the gain (shape n × nactuator × 10)."""
    actuator_biasprm: Array[np.float64]
    """Parameters of the bias (shape n × nactuator × 10)."""
    actuator_dynprm: Array[np.float64]
    """Parameters of the dynamics (shape n × nactuator × 10)."""
    actuator_ctrlrange: Array[np.float64]
    """Limits of the control (shape n × nu × 2)."""
    actuator_forcerange: Array[np.float64]
    """Limits of the force (shape n × nactuator × 2)."""
    actuator_actrange: Array[np.float64]
    """Limits of the activation (shape n × nactuator × 2)."""
    actuator_lengthrange: Array[np.float64]
    """Feasible lengths (shape n × nout × 2)."""
    actuator_cranklength: Array[np.float64]
    """Length of the rod of a slider-crank [m] (shape n × nactuator)."""
    actuator_armature: Array[np.float64]
    """Inertia that it adds (shape n × nactuator)."""
    actuator_damping: Array[np.float64]
    """Linear damping that it adds (shape n × nactuator)."""
    actuator_dampingpoly: Array[np.float64]
    """Quadratic and cubic damping that it adds (shape n × nactuator × 2)."""
    actuator_delay: Array[np.float64]
    """Time by which its controls act later [s] (shape n × nactuator)."""
    hill_fmax: Array[np.float64]
    """Maximal isometric force of the fibres [N] (shape n × nhill)."""
    hill_lopt: Array[np.float64]
    """Optimal fibre length [m] (shape n × nhill)."""
    hill_lslack: Array[np.float64]
    """Tendon slack length [m] (shape n × nhill)."""
    hill_pennation: Array[np.float64]
    """Pennation angle at optimal fibre length [rad] (shape n × nhill)."""
    hill_vmax: Array[np.float64]
    """Maximal shortening velocity [optimal fibre lengths / s] (shape n × nhill)."""
    hill_strain: Array[np.float64]
    """Tendon strain at maximal isometric force; 0 with a rigid tendon (shape n × nhill)."""
    hill_passive: Array[np.float64]
    """Strain of passive fibres at maximal isometric force (shape n × nhill)."""
    hill_damping: Array[np.float64]
    """Fibre damping [maximal isometric forces / vmax] (shape n × nhill)."""
    hill_scale: Array[np.float64]
    """Path length by actuator_length [m per unit of it] (shape n × nhill)."""
    hill_offset: Array[np.float64]
    """Path length where actuator_length is 0 [m] (shape n × nhill)."""
    eq_data: Array[np.float64]
    """Anchors, relative poses or coefficients, by type (shape n × neq × 12)."""
    eq_solref: Array[np.float64]
    """Solref (shape n × neq × 2)."""
    eq_solimp: Array[np.float64]
    """Solimp (shape n × neq × 5)."""
    body_margin: Array[np.float64]
    """Largest margin plus gap of its geoms [m] (shape n × nbody)."""
    flex_solmix: Array[np.float64]
    """Weight of its contact parameters in a mixture (shape n × nflex)."""
    flex_solref: Array[np.float64]
    """Solref of its contacts (shape n × nflex × 2)."""
    flex_solimp: Array[np.float64]
    """Solimp of its contacts (shape n × nflex × 5)."""
    flex_friction: Array[np.float64]
    """Friction: sliding, spinning, rolling (shape n × nflex × 3)."""
    flex_margin: Array[np.float64]
    """Distance below which contacts give force [m] (shape n × nflex)."""
    flex_gap: Array[np.float64]
    """Further distance up to which contacts are found [m] (shape n × nflex)."""
    flex_radius: Array[np.float64]
    """Radius around elements [m] (shape n × nflex)."""
    flex_damping: Array[np.float64]
    """Damping of the elasticity, in proportion to stiffness [s] (shape n × nflex)."""
    flex_edgestiffness: Array[np.float64]
    """Stiffness of edges [N/m] (shape n × nflex)."""
    flex_edgedamping: Array[np.float64]
    """Damping of edges [N s/m] (shape n × nflex)."""
    flex_yield: Array[np.float64]
    """Strains at which stretching and bending yield, 0: elastic (shape n × nflex × 2)."""
    sensor_cutoff: Array[np.float64]
    """Largest reading, 0 for none (shape n × nsensor)."""
    sensor_noise: Array[np.float64]
    """Standard deviation of its noise (shape n × nsensor)."""
    sensor_delay: Array[np.float64]
    """Time by which its readings come later [s] (shape n × nsensor)."""
    sensor_interval: Array[np.float64]
    """Period and phase of its readings [s] (shape n × nsensor × 2)."""
    plugin_prm: Array[np.float64]
    """Numbers of the configuration, in the plugin's order (shape n × nplugin × 8)."""
    body_subtreemass: Array[np.float64]
    """Mass of the body and all its descendants [kg] (shape n × nbody)."""
    body_invweight0: Array[np.float64]
    """Mean inverse inertia at qpos0: translation, rotation (shape n × nbody × 2)."""
    dof_invweight0: Array[np.float64]
    """Diagonal of the inverse mass matrix at qpos0 (shape n × nv)."""
    dof_M0: Array[np.float64]
    """Diagonal of the mass matrix at qpos0 (shape n × nv)."""
    tendon_invweight0: Array[np.float64]
    """Inverse inertia at qpos0 (shape n × ntendon)."""
    actuator_acc0: Array[np.float64]
    """Acceleration that a unit force gives at qpos0 (shape n × nout)."""
    cam_poscom0: Array[np.float64]
    """World position relative to the subtree's centre of mass at qpos0 [m] (shape n × ncam × 3)."""
    light_poscom0: Array[np.float64]
    """World position relative to the subtree's centre of mass at qpos0 [m] (shape n × nlight × 3)."""
    tendon_length0: Array[np.float64]
    """Length at qpos0 [m] (shape n × ntendon)."""
    actuator_length0: Array[np.float64]
    """Length at qpos0 (shape n × nout)."""
    dof_length: Array[np.float64]
    """1 for translations, a length scale for rotations [m] (shape n × nv)."""
    cam_pos0: Array[np.float64]
    """World position relative to the body at qpos0 [m] (shape n × ncam × 3)."""
    cam_mat0: Array[np.float64]
    """World orientation at qpos0 (shape n × ncam × 9)."""
    light_pos0: Array[np.float64]
    """World position relative to the body at qpos0 [m] (shape n × nlight × 3)."""
    light_dir0: Array[np.float64]
    """World direction at qpos0 (shape n × nlight × 3)."""
    body_sameframe: Array[np.uint8]
    """SameFrame of the inertial frame (shape n × nbody)."""
    geom_sameframe: Array[np.uint8]
    """SameFrame (shape n × ngeom)."""
    site_sameframe: Array[np.uint8]
    """SameFrame (shape n × nsite)."""
    geom_aabb: Array[np.float64]
    """Bounding box in its own frame: centre, half extents [m] (shape n × ngeom × 6)."""
    geom_rbound: Array[np.float64]
    """Radius of the bounding sphere [m]; 0 for planes (shape n × ngeom)."""
