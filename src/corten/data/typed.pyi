# Written by tools/write_type_stubs.py; edit the tables that it reads instead.

import numpy as np

from corten.model.typed import Array, Fixed, FixedArray

class BodyState:
    """One body of a Data."""

    id: int
    name: str
    awake: FixedArray[np.int32]
    """SleepState (shape 1)."""
    awake_ind: FixedArray[np.int32]
    """Bodies that are awake or static: the first nbody_awake (shape 1)."""
    xfrc_applied: Array[np.float64]
    """Applied force and torque at each centre of mass, world [N, N m] (shape 6)."""
    xpos: Array[np.float64]
    """Body frame position, world [m] (shape 3)."""
    xquat: Array[np.float64]
    """Body frame orientation, world (shape 4)."""
    xmat: Array[np.float64]
    """Body frame orientation as a matrix, row by row (shape 9)."""
    xipos: Array[np.float64]
    """Centre of mass, world [m] (shape 3)."""
    xiquat: Array[np.float64]
    """Principal axes of inertia, world (shape 4)."""
    ximat: Array[np.float64]
    """Principal axes of inertia as a matrix (shape 9)."""
    subtree_com: Array[np.float64]
    """Centre of mass of each subtree, world [m] (shape 3)."""
    cinert: Array[np.float64]
    """Body inertia about its tree's centre of mass: 6 moments, 3 offsets, mass (shape 10)."""
    crb: Array[np.float64]
    """Composite inertia of each subtree, as cinert (shape 10)."""
    cvel: Array[np.float64]
    """Body velocity about its tree's centre of mass: rotation, translation (shape 6)."""
    subtree_linvel: Array[np.float64]
    """Velocity of each subtree's centre of mass [m/s] (shape 3)."""
    subtree_angmom: Array[np.float64]
    """Angular momentum about each subtree's centre of mass (shape 3)."""
    cacc: Array[np.float64]
    """Body acceleration about its tree's centre of mass (shape 6)."""
    cfrc_int: Array[np.float64]
    """Force between a body and its parent (shape 6)."""
    cfrc_ext: Array[np.float64]
    """External force on each body (shape 6)."""
    parent_awake_ind: FixedArray[np.int32]
    """Bodies whose parent is awake or static: the first nparent_awake (shape 1)."""

class JointState:
    """One joint of a Data."""

    id: int
    name: str
    xanchor: Array[np.float64]
    """Joint anchor, world [m] (shape 3)."""
    xaxis: Array[np.float64]
    """Joint axis, world (shape 3)."""
    qpos: Array[np.float64]
    """Configuration (shape 1)."""
    qvel: Array[np.float64]
    """Velocity (shape 1)."""
    qacc_warmstart: Array[np.float64]
    """Acceleration of the last step, where the solver starts (shape 1)."""
    qfrc_applied: Array[np.float64]
    """Applied generalized force (shape 1)."""
    cdof: Array[np.float64]
    """Motion axis of each dof about its tree's centre of mass: rotation, translation (shape 6)."""
    qLDiagInv: Array[np.float64]
    """1 / D (shape 1)."""
    cdof_dot: Array[np.float64]
    """Time derivative of cdof (shape 6)."""
    qfrc_bias: Array[np.float64]
    """Coriolis, centrifugal and gravity force (shape 1)."""
    qfrc_spring: Array[np.float64]
    """Spring force (shape 1)."""
    qfrc_damper: Array[np.float64]
    """Damper force (shape 1)."""
    qfrc_gravcomp: Array[np.float64]
    """Gravity compensation (shape 1)."""
    qfrc_fluid: Array[np.float64]
    """Fluid force (shape 1)."""
    qfrc_adhesion: Array[np.float64]
    """Force of adhesion at contacts (shape 1)."""
    qfrc_passive: Array[np.float64]
    """Sum of all passive forces (shape 1)."""
    qfrc_actuator: Array[np.float64]
    """Actuator force in joint space (shape 1)."""
    qfrc_smooth: Array[np.float64]
    """All forces but those of constraints (shape 1)."""
    qacc_smooth: Array[np.float64]
    """Acceleration without constraints (shape 1)."""
    qfrc_constraint: Array[np.float64]
    """Constraint force (shape 1)."""
    qacc: Array[np.float64]
    """Acceleration (shape 1)."""
    qfrc_inverse: Array[np.float64]
    """External force that explains qacc (shape 1)."""
    awake_ind: FixedArray[np.int32]
    """Dofs that are awake: the first nv_awake (shape 1)."""

class GeomState:
    """One geom of a Data."""

    id: int
    name: str
    xpos: Array[np.float64]
    """Geom position, world [m] (shape 3)."""
    xquat: Array[np.float64]
    """Geom orientation, world (shape 4)."""
    xmat: Array[np.float64]
    """Geom orientation as a matrix (shape 9)."""

class SiteState:
    """One site of a Data."""

    id: int
    name: str
    xpos: Array[np.float64]
    """Site position, world [m] (shape 3)."""
    xquat: Array[np.float64]
    """Site orientation, world (shape 4)."""
    xmat: Array[np.float64]
    """Site orientation as a matrix (shape 9)."""

class CameraState:
    """One camera of a Data."""

    id: int
    name: str
    xpos: Array[np.float64]
    """Camera position, world [m] (shape 3)."""
    xmat: Array[np.float64]
    """Camera orientation as a matrix (shape 9)."""

class LightState:
    """One light of a Data."""

    id: int
    name: str
    xpos: Array[np.float64]
    """Light position, world [m] (shape 3)."""
    xdir: Array[np.float64]
    """Light direction, world (shape 3)."""

class ActuatorState:
    """One actuator of a Data."""

    id: int
    name: str
    length: Array[np.float64]
    """Actuator length (shape 1)."""
    velocity: Array[np.float64]
    """Actuator velocity (shape 1)."""
    force: Array[np.float64]
    """Actuator force (shape 1)."""
    act: Array[np.float64]
    """Activations (shape 1)."""
    ctrl: Array[np.float64]
    """Controls (shape 1)."""
    moment_rownnz: FixedArray[np.int32]
    """Moment arms: entries in each row (shape 1)."""
    moment_rowadr: FixedArray[np.int32]
    """Moment arms: first entry of each row (shape 1)."""
    act_dot: Array[np.float64]
    """Time derivative of the activations (shape 1)."""

class TendonState:
    """One tendon of a Data."""

    id: int
    name: str
    length: Array[np.float64]
    """Tendon length [m] (shape 1)."""
    wrapadr: FixedArray[np.int32]
    """First point of each tendon's path (shape 1)."""
    wrapnum: FixedArray[np.int32]
    """Number of points of each tendon's path (shape 1)."""
    velocity: Array[np.float64]
    """Tendon velocity [m/s] (shape 1)."""

class FlexState:
    """One flex of a Data."""

    id: int
    name: str
    hessian_valid: Array[np.bool_]
    """Flexvert_hessian and flexedge_hessian belong to this state (shape 1)."""

class SensorState:
    """One sensor of a Data."""

    id: int
    name: str
    data: Array[np.float64]
    """Sensor readings (shape 1)."""

class EqualityState:
    """One equality of a Data."""

    id: int
    name: str
    active: Array[np.bool_]
    """Equality constraint is on (shape 1)."""

class DataFields:
    """Sizes and fields of a Data."""

    nq: Fixed[int]
    """Generalized coordinates, the length of qpos."""
    nv: Fixed[int]
    """Degrees of freedom, the length of qvel."""
    nu: Fixed[int]
    """Controls."""
    nactuator: Fixed[int]
    """Actuators."""
    nout: Fixed[int]
    """Scalar forces that all actuators give."""
    nJmom: Fixed[int]
    """Entries of the actuators' moment arms."""
    na: Fixed[int]
    """Activation variables."""
    nbody: Fixed[int]
    """Bodies; body 0 is the world."""
    nbvh: Fixed[int]
    """Nodes of all trees of bounding boxes."""
    nbvhstatic: Fixed[int]
    """Nodes of trees that move with a body."""
    nbvhdynamic: Fixed[int]
    """Nodes of trees over flexes, which change their shape."""
    njnt: Fixed[int]
    """Joints."""
    ntree: Fixed[int]
    """Kinematic trees that stand on the world."""
    nM: Fixed[int]
    """Entries of the mass matrix on the paths from each dof to its root."""
    nC: Fixed[int]
    """Entries of the mass matrix in row storage."""
    nD: Fixed[int]
    """Entries of a dof-by-dof matrix that couples both directions."""
    nB: Fixed[int]
    """Entries of the body-by-dof incidence."""
    ngeom: Fixed[int]
    """Geoms."""
    nsite: Fixed[int]
    """Sites."""
    ncam: Fixed[int]
    """Cameras."""
    nlight: Fixed[int]
    """Lights."""
    nflex: Fixed[int]
    """Flexes: deformable bodies."""
    nflexnode: Fixed[int]
    """Nodes of all interpolated flexes."""
    nflexvert: Fixed[int]
    """Vertices of all flexes."""
    nflexedge: Fixed[int]
    """Edges of all flexes."""
    nflexelem: Fixed[int]
    """Elements of all flexes."""
    nflexelemdata: Fixed[int]
    """Vertices of all elements."""
    nflexstiffness: Fixed[int]
    """Numbers of all stiffness matrices of flexes."""
    nflexbending: Fixed[int]
    """Numbers that describe bending of all flexes."""
    nefm0dof: Fixed[int]
    """Dofs that the constant factor of the metric covers."""
    nefm0L: Fixed[int]
    """Entries of the constant factor of the metric."""
    nefmCvert: Fixed[int]
    """Places in the order in which the metric of flexes is factored."""
    nefmKrow: Fixed[int]
    """Rows of the metric where there are elastic flexes: nv, or 0 without."""
    nefmK: Fixed[int]
    """Entries of the lower triangle of the metric where there are elastic flexes."""
    nelim: Fixed[int]
    """Trees of flexes in the order in which Newton's method eliminates them; 0 where there are few."""
    nflexelemedge: Fixed[int]
    """Edges of all elements."""
    nflexshelldata: Fixed[int]
    """Vertices of all pieces of the shells of flexes."""
    nflextexcoord: Fixed[int]
    """Texture coordinates of all flexes."""
    nrodedge: Fixed[int]
    """Edges of all rods that twist."""
    nJfe: Fixed[int]
    """Entries of the Jacobian of the edges of flexes."""
    nxpbd: Fixed[int]
    """XPBD constraints of cloth, soft bodies and ropes."""
    nxpbdrow: Fixed[int]
    """Rows of all XPBD constraints."""
    nxpbdcol: Fixed[int]
    """Dofs of all XPBD constraints."""
    nxpbdpart: Fixed[int]
    """Parts of all XPBD constraints that are means of others."""
    nxpbdJ: Fixed[int]
    """Entries of the Jacobian of all XPBD constraints."""
    nmesh: Fixed[int]
    """Meshes."""
    npiece: Fixed[int]
    """Convex pieces of all meshes that collide as such."""
    nhull: Fixed[int]
    """Meshes, then convex pieces: all that can have a hull."""
    nmeshvert: Fixed[int]
    """Vertices of all meshes."""
    nmeshnormal: Fixed[int]
    """Normals of all meshes."""
    nmeshtexcoord: Fixed[int]
    """Texture coordinates of all meshes."""
    nmeshface: Fixed[int]
    """Faces of all meshes."""
    nmeshgraph: Fixed[int]
    """Entries of all hull graphs."""
    nmeshpoly: Fixed[int]
    """Polygons of all hulls."""
    nmeshpolyvert: Fixed[int]
    """Vertices of all polygons."""
    nmeshpolymap: Fixed[int]
    """Polygons around all vertices."""
    noct: Fixed[int]
    """Nodes of all octrees of distances."""
    ntri: Fixed[int]
    """Triangles of meshes that collide by them."""
    ntrivert: Fixed[int]
    """Vertices of meshes that collide by their triangles."""
    ntricone: Fixed[int]
    """Nodes of the trees of these meshes."""
    ntriring: Fixed[int]
    """Neighbours of all these vertices."""
    nskin: Fixed[int]
    """Skins."""
    nskinvert: Fixed[int]
    """Vertices of all skins."""
    nskintexvert: Fixed[int]
    """Texture coordinates of all skins."""
    nskinface: Fixed[int]
    """Faces of all skins."""
    nskinbone: Fixed[int]
    """Bones of all skins."""
    nskinbonevert: Fixed[int]
    """Vertices of all bones."""
    nhfield: Fixed[int]
    """Height fields."""
    nhfielddata: Fixed[int]
    """Elevations of all height fields."""
    ntex: Fixed[int]
    """Textures."""
    ntexdata: Fixed[int]
    """Bytes of all textures."""
    nmat: Fixed[int]
    """Materials."""
    npair: Fixed[int]
    """Explicit contact pairs."""
    nnear: Fixed[int]
    """Room for pairs of geoms in the list of those that may touch, 0 for a model of many geoms."""
    nexclude: Fixed[int]
    """Excluded contact pairs."""
    neq: Fixed[int]
    """Equality constraints."""
    ntendon: Fixed[int]
    """Tendons."""
    nJten: Fixed[int]
    """Entries of the tendons' Jacobian."""
    nwrap: Fixed[int]
    """Elements of all tendon paths."""
    nsensor: Fixed[int]
    """Sensors."""
    nsensordata: Fixed[int]
    """Numbers that all sensors give."""
    nnumeric: Fixed[int]
    """Custom numeric entries."""
    nnumericdata: Fixed[int]
    """Numbers in all custom numeric entries."""
    ntext: Fixed[int]
    """Custom text entries."""
    ntuple: Fixed[int]
    """Custom tuple entries."""
    ntupledata: Fixed[int]
    """Objects in all custom tuple entries."""
    nkey: Fixed[int]
    """Keyframes."""
    nmocap: Fixed[int]
    """Mocap bodies."""
    ngravcomp: Fixed[int]
    """Bodies with gravity compensation."""
    nuserdata: Fixed[int]
    """Numbers kept for the user in Data."""
    nhistory: Fixed[int]
    """Numbers that delayed signals remember."""
    nplastic: Fixed[int]
    """Numbers of plastic deformation."""
    nuser_body: Fixed[int]
    """User numbers of each body."""
    nuser_jnt: Fixed[int]
    """User numbers of each joint."""
    nuser_geom: Fixed[int]
    """User numbers of each geom."""
    nuser_site: Fixed[int]
    """User numbers of each site."""
    nuser_cam: Fixed[int]
    """User numbers of each camera."""
    nuser_tendon: Fixed[int]
    """User numbers of each tendon."""
    nuser_actuator: Fixed[int]
    """User numbers of each actuator."""
    nuser_sensor: Fixed[int]
    """User numbers of each sensor."""
    nhill: Fixed[int]
    """Hill muscles."""
    nplugin: Fixed[int]
    """Instances of plugins."""
    npluginattr: Fixed[int]
    """Characters in the configuration of all plugins."""
    npluginstate: Fixed[int]
    """Numbers that plugins remember."""
    nstatisland: Fixed[int]
    """Islands of which each iteration of the solver is recorded."""
    nstatiter: Fixed[int]
    """Iterations that are recorded of each of them."""
    maxcon: Fixed[int]
    """Room for contacts."""
    maxefc: Fixed[int]
    """Room for constraint rows."""
    maxJ: Fixed[int]
    """Room for entries of the constraint Jacobian."""
    maxflexcon: Fixed[int]
    """Room for contacts in models with flexes."""
    maxefmcon: Fixed[int]
    """Room for the rows of passive contacts in the metric."""
    time: float
    """Simulated time [s]."""
    qpos: Array[np.float64]
    """Configuration (shape nq)."""
    qvel: Array[np.float64]
    """Velocity (shape nv)."""
    act: Array[np.float64]
    """Activations (shape na)."""
    history: Array[np.float64]
    """Past signals of delayed actuators and sensors (shape nhistory)."""
    plastic: Array[np.float64]
    """Plastic deformations (shape nplastic)."""
    plugin_state: Array[np.float64]
    """What plugins remember (shape npluginstate)."""
    qacc_warmstart: Array[np.float64]
    """Acceleration of the last step, where the solver starts (shape nv)."""
    noise_seed: int
    """Seed of the noise of sensors; kept by a reset."""
    noise_step: int
    """Steps since the last reset, counted where sensors have noise."""
    ctrl: Array[np.float64]
    """Controls (shape nu)."""
    qfrc_applied: Array[np.float64]
    """Applied generalized force (shape nv)."""
    xfrc_applied: Array[np.float64]
    """Applied force and torque at each centre of mass, world [N, N m] (shape nbody × 6)."""
    eq_active: Array[np.bool_]
    """Equality constraint is on (shape neq)."""
    mocap_pos: Array[np.float64]
    """Mocap positions [m] (shape nmocap × 3)."""
    mocap_quat: Array[np.float64]
    """Mocap orientations (shape nmocap × 4)."""
    userdata: Array[np.float64]
    """Numbers of the user, untouched (shape nuserdata)."""
    error_kind: Fixed[int]
    """StepErrorKind of the last step, 0 if it succeeded."""
    error_where: Fixed[int]
    """Index at which the last failed step failed."""
    warning_number: FixedArray[np.int32]
    """How often each WarningType occurred since the last reset (shape 7)."""
    warning_info: FixedArray[np.int32]
    """Index concerned when each WarningType occurred last (shape 7)."""
    warning_told: FixedArray[np.int32]
    """1: Python has warned of this WarningType since the last reset (shape 7)."""
    xpos: Array[np.float64]
    """Body frame position, world [m] (shape nbody × 3)."""
    xquat: Array[np.float64]
    """Body frame orientation, world (shape nbody × 4)."""
    xmat: Array[np.float64]
    """Body frame orientation as a matrix, row by row (shape nbody × 9)."""
    xipos: Array[np.float64]
    """Centre of mass, world [m] (shape nbody × 3)."""
    xiquat: Array[np.float64]
    """Principal axes of inertia, world (shape nbody × 4)."""
    ximat: Array[np.float64]
    """Principal axes of inertia as a matrix (shape nbody × 9)."""
    xanchor: Array[np.float64]
    """Joint anchor, world [m] (shape njnt × 3)."""
    xaxis: Array[np.float64]
    """Joint axis, world (shape njnt × 3)."""
    geom_xpos: Array[np.float64]
    """Geom position, world [m] (shape ngeom × 3)."""
    geom_xquat: Array[np.float64]
    """Geom orientation, world (shape ngeom × 4)."""
    geom_xmat: Array[np.float64]
    """Geom orientation as a matrix (shape ngeom × 9)."""
    site_xpos: Array[np.float64]
    """Site position, world [m] (shape nsite × 3)."""
    site_xquat: Array[np.float64]
    """Site orientation, world (shape nsite × 4)."""
    site_xmat: Array[np.float64]
    """Site orientation as a matrix (shape nsite × 9)."""
    cam_xpos: Array[np.float64]
    """Camera position, world [m] (shape ncam × 3)."""
    cam_xmat: Array[np.float64]
    """Camera orientation as a matrix (shape ncam × 9)."""
    light_xpos: Array[np.float64]
    """Light position, world [m] (shape nlight × 3)."""
    light_xdir: Array[np.float64]
    """Light direction, world (shape nlight × 3)."""
    subtree_com: Array[np.float64]
    """Centre of mass of each subtree, world [m] (shape nbody × 3)."""
    cdof: Array[np.float64]
    """Motion axis of each dof about its tree's centre of mass: rotation, translation (shape nv × 6)."""
    cinert: Array[np.float64]
    """Body inertia about its tree's centre of mass: 6 moments, 3 offsets, mass (shape nbody × 10)."""
    crb: Array[np.float64]
    """Composite inertia of each subtree, as cinert (shape nbody × 10)."""
    M: Array[np.float64]
    """Mass matrix: lower triangle by rows (shape nC)."""
    qLD: Array[np.float64]
    """Factors of M = L'DL in the same storage (shape nC)."""
    qLDiagInv: Array[np.float64]
    """1 / D (shape nv)."""
    ten_length: Array[np.float64]
    """Tendon length [m] (shape ntendon)."""
    ten_J_value: Array[np.float64]
    """Tendon Jacobian: values of its entries (shape nJten)."""
    ten_wrapadr: FixedArray[np.int32]
    """First point of each tendon's path (shape ntendon)."""
    ten_wrapnum: FixedArray[np.int32]
    """Number of points of each tendon's path (shape ntendon)."""
    wrap_obj: FixedArray[np.int32]
    """What path points lie on: a geom, -1 for a site, -2 for a pulley (shape nwrap × 2)."""
    wrap_xpos: Array[np.float64]
    """Path points, world, two in each row [m] (shape nwrap × 6)."""
    actuator_length: Array[np.float64]
    """Actuator length (shape nout)."""
    moment_rownnz: FixedArray[np.int32]
    """Moment arms: entries in each row (shape nout)."""
    moment_rowadr: FixedArray[np.int32]
    """Moment arms: first entry of each row (shape nout)."""
    moment_colind: FixedArray[np.int32]
    """Moment arms: dof of each entry (shape nJmom)."""
    moment: Array[np.float64]
    """Moment arms: values (shape nJmom)."""
    energy: Array[np.float64]
    """Potential and kinetic energy [J] (shape 2)."""
    contact_limit: int
    """Most contacts that a step may find, 0 for any number."""
    ncon: Fixed[int]
    """Contacts."""
    contact_bodies: Fixed[int]
    """Bit b % 30 is set where body b has a contact with rows; models with few trees only."""
    contact_dist: Array[np.float64]
    """Distance, negative inside [m] (shape maxcon)."""
    contact_pos: Array[np.float64]
    """Midpoint [m] (shape maxcon × 3)."""
    contact_frame: Array[np.float64]
    """Normal from the first geom to the second, and two tangents (shape maxcon × 9)."""
    contact_includemargin: Array[np.float64]
    """Distance below which it gives force [m] (shape maxcon)."""
    contact_friction: Array[np.float64]
    """Friction: two tangents, spin, two rolls (shape maxcon × 5)."""
    contact_solref: Array[np.float64]
    """Solref along the normal (shape maxcon × 2)."""
    contact_solreffriction: Array[np.float64]
    """Solref along the friction directions (shape maxcon × 2)."""
    contact_solimp: Array[np.float64]
    """Solimp (shape maxcon × 5)."""
    contact_adhesion: Array[np.float64]
    """Adhesive force along the normal [N] (shape maxcon)."""
    contact_surfacevel: Array[np.float64]
    """Surface velocity, second minus first: two tangents, spin (shape maxcon × 3)."""
    contact_mu: Array[np.float64]
    """Friction of the regularised cone (shape maxcon)."""
    contact_dim: FixedArray[np.int32]
    """Dimension: 1, 3, 4 or 6 (shape maxcon)."""
    contact_geom: FixedArray[np.int32]
    """Both geoms (shape maxcon × 2)."""
    contact_exclude: FixedArray[np.int32]
    """0: gives force; 1: within the gap; 3: no dofs (shape maxcon)."""
    contact_efc_address: FixedArray[np.int32]
    """First constraint row, -1 for none (shape maxcon)."""
    ntrinode: Fixed[int]
    """Nodes of trees of triangles that were visited since the last reset."""
    ntripair: Fixed[int]
    """Pairs of triangles that were compared since then."""
    ne: Fixed[int]
    """Equality rows."""
    nf: Fixed[int]
    """Friction loss rows."""
    nl: Fixed[int]
    """Limit rows."""
    nefc: Fixed[int]
    """Constraint rows."""
    nJ: Fixed[int]
    """Entries of the constraint Jacobian."""
    efc_type: FixedArray[np.int32]
    """ConstraintType (shape maxefc)."""
    efc_id: FixedArray[np.int32]
    """Equality, dof, tendon, joint or contact (shape maxefc)."""
    efc_J_rownnz: FixedArray[np.int32]
    """Jacobian: entries in each row (shape maxefc)."""
    efc_J_rowadr: FixedArray[np.int32]
    """Jacobian: first entry of each row (shape maxefc)."""
    efc_J_colind: FixedArray[np.int32]
    """Jacobian: dof of each entry, ascending in a row (shape maxJ)."""
    efc_J_values: Array[np.float64]
    """Jacobian: values (shape maxJ)."""
    efc_pos: Array[np.float64]
    """Position of the constraint: violation, distance (shape maxefc)."""
    efc_margin: Array[np.float64]
    """Margin that is subtracted from the position (shape maxefc)."""
    efc_frictionloss: Array[np.float64]
    """Friction loss (shape maxefc)."""
    efc_diagA: Array[np.float64]
    """Diagonal of J inv(M) J', approximate or exact (shape maxefc)."""
    efc_KBIP: Array[np.float64]
    """Stiffness, damping, impedance, its derivative (shape maxefc × 4)."""
    efc_D: Array[np.float64]
    """Constraint mass, 1 / R (shape maxefc)."""
    efc_R: Array[np.float64]
    """Regularisation (shape maxefc)."""
    efc_vel: Array[np.float64]
    """Velocity J qvel (shape maxefc)."""
    efc_aref: Array[np.float64]
    """Reference acceleration (shape maxefc)."""
    efc_b: Array[np.float64]
    """J qacc_smooth - aref (shape maxefc)."""
    efc_jar: Array[np.float64]
    """J qacc - aref (shape maxefc)."""
    efc_force: Array[np.float64]
    """Constraint force (shape maxefc)."""
    efc_state: FixedArray[np.int32]
    """ConstraintState (shape maxefc)."""
    cvel: Array[np.float64]
    """Body velocity about its tree's centre of mass: rotation, translation (shape nbody × 6)."""
    cdof_dot: Array[np.float64]
    """Time derivative of cdof (shape nv × 6)."""
    ten_velocity: Array[np.float64]
    """Tendon velocity [m/s] (shape ntendon)."""
    actuator_velocity: Array[np.float64]
    """Actuator velocity (shape nout)."""
    qfrc_bias: Array[np.float64]
    """Coriolis, centrifugal and gravity force (shape nv)."""
    qfrc_spring: Array[np.float64]
    """Spring force (shape nv)."""
    qfrc_damper: Array[np.float64]
    """Damper force (shape nv)."""
    qfrc_gravcomp: Array[np.float64]
    """Gravity compensation (shape nv)."""
    qfrc_fluid: Array[np.float64]
    """Fluid force (shape nv)."""
    qfrc_adhesion: Array[np.float64]
    """Force of adhesion at contacts (shape nv)."""
    qfrc_passive: Array[np.float64]
    """Sum of all passive forces (shape nv)."""
    subtree_linvel: Array[np.float64]
    """Velocity of each subtree's centre of mass [m/s] (shape nbody × 3)."""
    subtree_angmom: Array[np.float64]
    """Angular momentum about each subtree's centre of mass (shape nbody × 3)."""
    act_dot: Array[np.float64]
    """Time derivative of the activations (shape na)."""
    actuator_force: Array[np.float64]
    """Actuator force (shape nout)."""
    qfrc_actuator: Array[np.float64]
    """Actuator force in joint space (shape nv)."""
    qfrc_smooth: Array[np.float64]
    """All forces but those of constraints (shape nv)."""
    qacc_smooth: Array[np.float64]
    """Acceleration without constraints (shape nv)."""
    qfrc_constraint: Array[np.float64]
    """Constraint force (shape nv)."""
    qacc: Array[np.float64]
    """Acceleration (shape nv)."""
    qfrc_inverse: Array[np.float64]
    """External force that explains qacc (shape nv)."""
    cacc: Array[np.float64]
    """Body acceleration about its tree's centre of mass (shape nbody × 6)."""
    cfrc_int: Array[np.float64]
    """Force between a body and its parent (shape nbody × 6)."""
    cfrc_ext: Array[np.float64]
    """External force on each body (shape nbody × 6)."""
    sensordata: Array[np.float64]
    """Sensor readings (shape nsensordata)."""
    flexvert_xpos: Array[np.float64]
    """Vertices of flexes, world [m] (shape nflexvert × 3)."""
    flexelem_aabb: Array[np.float64]
    """Boxes around elements of flexes, world: centre, half sizes [m] (shape nflexelem × 6)."""
    flexelem_krot: Array[np.float64]
    """Stiffness of elements turned as they are, DISCRETE only (shape nflexstiffness)."""
    flex_hessian_valid: Array[np.bool_]
    """Flexvert_hessian and flexedge_hessian belong to this state (shape nflex)."""
    flexvert_hessian: Array[np.float64]
    """Hessian of stretching: symmetric blocks of vertices (shape nflexvert × 6)."""
    flexedge_hessian: Array[np.float64]
    """Hessian of stretching: blocks between the ends of edges (shape nflexedge × 9)."""
    flexedge_J: Array[np.float64]
    """Jacobian of the lengths of edges (shape nJfe)."""
    flexedge_length: Array[np.float64]
    """Lengths of edges [m] (shape nflexedge)."""
    flexedge_velocity: Array[np.float64]
    """Velocities of the lengths of edges [m/s] (shape nflexedge)."""
    rodedge_frame: Array[np.float64]
    """Direction of each edge of a rod and its reference axis, world (shape nrodedge × 6)."""
    bvh_aabb_dyn: Array[np.float64]
    """Boxes of the trees over flexes, world: centre, half sizes [m] (shape nbvhdynamic × 6)."""
    flexvert_lambda: Array[np.float64]
    """Multipliers of contacts of vertices in a step of flag ipc (shape nflexvert)."""
    flexvert_conage: FixedArray[np.int32]
    """Below 0: the vertex bears load, above: steps since it did (shape nflexvert)."""
    hill_length: Array[np.float64]
    """Fibre length of Hill muscles [optimal fibre lengths] (shape nhill)."""
    hill_velocity: Array[np.float64]
    """Fibre velocity of Hill muscles [optimal fibre lengths / s] (shape nhill)."""
    hill_cosine: Array[np.float64]
    """Cosine of the pennation angle of Hill muscles (shape nhill)."""
    hill_tendon: Array[np.float64]
    """Tendon length of Hill muscles [m] (shape nhill)."""
    hill_tension: Array[np.float64]
    """Tendon force of Hill muscles [N] (shape nhill)."""
    hill_derivative: Array[np.float64]
    """Derivative of the tendon force by the path's velocity [N s/m] (shape nhill)."""
    hill_decay: Array[np.float64]
    """Rate at which the fibre length returns to equilibrium [1/s] (shape nhill)."""
    qH: Array[np.float64]
    """Factors of the mass matrix with implicit damping (shape nC)."""
    qHDiagInv: Array[np.float64]
    """1 / D of qH (shape nv)."""
    qDeriv: Array[np.float64]
    """Derivative of the smooth force by qvel (shape nD)."""
    qLU: Array[np.float64]
    """Factors of M - h qDeriv (shape nD)."""
    efm_ts: Array[np.float64]
    """Scale of each tendon's part J'J of the metric: h^2 stiffness + h damping (shape ntendon)."""
    efm_as: Array[np.float64]
    """Scale of the part that each output of an actuator has in the metric (shape nout)."""
    efm_L: Array[np.float64]
    """Incomplete factor of the metric, that of elastic flexes included (shape nefmK)."""
    efm_c: Array[np.float64]
    """Shift of the smooth force, -h K qvel (shape nv)."""
    tree_asleep: FixedArray[np.int32]
    """Below 0: awake, -1: ready to sleep; else the next tree of its island (shape ntree)."""
    tree_awake: FixedArray[np.int32]
    """1: the tree is awake (shape ntree)."""
    body_awake: FixedArray[np.int32]
    """SleepState (shape nbody)."""
    body_awake_ind: FixedArray[np.int32]
    """Bodies that are awake or static: the first nbody_awake (shape nbody)."""
    parent_awake_ind: FixedArray[np.int32]
    """Bodies whose parent is awake or static: the first nparent_awake (shape nbody)."""
    dof_awake_ind: FixedArray[np.int32]
    """Dofs that are awake: the first nv_awake (shape nv)."""
    ntree_awake: Fixed[int]
    """Trees that are awake."""
    nbody_awake: Fixed[int]
    """Bodies that are awake or static."""
    nparent_awake: Fixed[int]
    """Bodies whose parent is awake or static."""
    nv_awake: Fixed[int]
    """Dofs that are awake."""
    nisland: Fixed[int]
    """Constraint islands."""
    tree_island: FixedArray[np.int32]
    """Island of each tree, -1 for none (shape ntree)."""
    island_missed: FixedArray[np.int32]
    """1 where the solver stopped before it met its tolerance, by island (shape ntree)."""
    island_dofadr: FixedArray[np.int32]
    """First entry of island_dof of each island (shape ntree)."""
    efc_island: FixedArray[np.int32]
    """Island of each row, -1 for none (shape maxefc)."""
    iefc_D: Array[np.float64]
    """Constraint mass (shape maxefc)."""
    iefc_R: Array[np.float64]
    """Regularisation (shape maxefc)."""
    iefc_frictionloss: Array[np.float64]
    """Friction loss (shape maxefc)."""
    iefc_state: FixedArray[np.int32]
    """ConstraintState (shape maxefc)."""
    iefc_force: Array[np.float64]
    """Constraint force (shape maxefc)."""
    solver_fwdinv: Array[np.float64]
    """Difference of forward and inverse dynamics: constraint force, applied force (shape 2)."""
    solver_nfallback: Fixed[int]
    """Islands that were solved again by PGS since the reset."""
    solver_niter: FixedArray[np.int32]
    """Iterations of each island (shape 20)."""
    solver_improvement: Array[np.float64]
    """Scaled decrease of the cost (shape nstatisland × nstatiter)."""
    solver_gradient: Array[np.float64]
    """Scaled norm of the gradient (shape nstatisland × nstatiter)."""
    solver_nactive: FixedArray[np.int32]
    """Active rows (shape nstatisland × nstatiter)."""
    solver_nchange: FixedArray[np.int32]
    """Rows that changed their state (shape nstatisland × nstatiter)."""
    solver_neval: FixedArray[np.int32]
    """Evaluations of the line search (shape nstatisland × nstatiter)."""
    nY: Fixed[int]
    """Blocks of the scaled Jacobian Y."""
    nflexcon: Fixed[int]
    """Contacts in models with flexes, 0 in others."""
    contact_flex: FixedArray[np.int32]
    """Both flexes, -1 for a geom (shape maxflexcon × 2)."""
    contact_elem: FixedArray[np.int32]
    """Both elements, -1 for none (shape maxflexcon × 2)."""
    contact_vert: FixedArray[np.int32]
    """Both vertices, -1 for none (shape maxflexcon × 2)."""
    nefmcon: Fixed[int]
    """Length of efm_con_ind and efm_con_val."""
    efm_con_ind: FixedArray[np.int32]
    """Rows of passive contacts: number of dofs, contact, then the dofs (shape maxefmcon)."""
    efm_con_val: Array[np.float64]
    """Rows of passive contacts: h^2 stiffness, force [N], then the Jacobian (shape maxefmcon)."""
    def body(self, key: str | int) -> BodyState: ...
    def joint(self, key: str | int) -> JointState: ...
    def geom(self, key: str | int) -> GeomState: ...
    def site(self, key: str | int) -> SiteState: ...
    def camera(self, key: str | int) -> CameraState: ...
    def light(self, key: str | int) -> LightState: ...
    def actuator(self, key: str | int) -> ActuatorState: ...
    def tendon(self, key: str | int) -> TendonState: ...
    def flex(self, key: str | int) -> FlexState: ...
    def sensor(self, key: str | int) -> SensorState: ...
    def equality(self, key: str | int) -> EqualityState: ...
