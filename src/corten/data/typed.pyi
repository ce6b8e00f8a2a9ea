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
    sweep_body: FixedArray[np.int32]
    """Moving bodies with geoms, by the low ends of their bounds (shape 1)."""
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
    previous_xpos: Array[np.float64]
    """Xpos of the last step [m] (shape 3)."""
    previous_xquat: Array[np.float64]
    """Xquat of the last step (shape 4)."""

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
    retained_passive: Array[np.float64]
    """Qfrc_spring, _damper, _passive and _adhesion of the last step (shape 4)."""
    retained_smooth: Array[np.float64]
    """Qfrc_smooth and qacc_smooth of the last step (shape 2)."""
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
    sweep_geom: FixedArray[np.int32]
    """Bounded geoms of bodies that no dof moves, by the low ends of these (shape 1)."""
    sweep_plane: FixedArray[np.int32]
    """Planes of bodies that no dof moves (shape 1)."""

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
    retained_length: Array[np.float64]
    """Actuator_length of the last step (shape 1)."""
    retained_act_dot: Array[np.float64]
    """Act_dot of the last step (shape 1)."""

class TendonState:
    """One tendon of a Data."""

    id: int
    name: str
    slept: FixedArray[np.int32]
    """1: the tendon slept when lengths of tendons were computed (shape 1)."""
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
    rodlost: FixedArray[np.int32]
    """1: edges of the rod have no length, or fold back: it has no frames (shape 1)."""

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
    maxcandidate: Fixed[int]
    """Room for pairs of geoms that may touch."""
    maxunsorted: Fixed[int]
    """Room for contacts as they are found."""
    maxcon: Fixed[int]
    """Room for contacts."""
    maxefc: Fixed[int]
    """Room for constraint rows."""
    maxJ: Fixed[int]
    """Room for entries of the constraint Jacobian."""
    maxccd: Fixed[int]
    """Room for vertices, faces and edges of the convex engine."""
    nstatisland: Fixed[int]
    """Islands of which each iteration of the solver is recorded."""
    nstatiter: Fixed[int]
    """Iterations that are recorded of each of them."""
    nv_pad: Fixed[int]
    """Degrees of freedom, rounded up to whole blocks of four."""
    nblockL: Fixed[int]
    """Blocks of four degrees of freedom where factors are in panels, else 0."""
    ntreeL: Fixed[int]
    """Trees where factors are in panels, else 0."""
    nwitnessroom: Fixed[int]
    """Room for witness points of two geoms, 0 where there are no two."""
    nplaceroom: Fixed[int]
    """Room for places on a mesh that lie inside of a geom of type sdf, 0 without meshes."""
    npolyroom: Fixed[int]
    """Room for corners of polygons, 0 without meshes that collide by triangles."""
    maxJblock: Fixed[int]
    """Room for blocks of the constraint Jacobian."""
    maxJrun: Fixed[int]
    """Room for rows in runs of the constraint Jacobian."""
    maxH: Fixed[int]
    """Room for entries of the Hessian's envelope."""
    maxL: Fixed[int]
    """Room for entries of factors in panels."""
    maxrunL: Fixed[int]
    """Room for runs of factors in panels."""
    maxY: Fixed[int]
    """Room for blocks of the whitened Jacobian."""
    nflexstack: Fixed[int]
    """Room for pairs of nodes of two trees, 0 without flexes."""
    nflexcorner: Fixed[int]
    """Corners of two elements, 0 without flexes."""
    nflexweight: Fixed[int]
    """Room for the bodies that a contact moves, 0 without flexes."""
    maxflexpair: Fixed[int]
    """Room for pairs of a geom or an element with an element or a vertex."""
    maxflexcon: Fixed[int]
    """Room for contacts in models with flexes."""
    maxefmcon: Fixed[int]
    """Room for the rows of passive contacts in the metric."""
    maximpact: Fixed[int]
    """Room for pairs of geoms that are about to touch."""
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
    time_rest: float
    """What float32 could not add to the time yet; zero in float64 [s]."""
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
    ncandidate: Fixed[int]
    """Pairs of geoms whose bounds overlap."""
    nunsorted: Fixed[int]
    """Contacts as they were found."""
    ncon: Fixed[int]
    """Contacts."""
    contact_bodies: Fixed[int]
    """Bit b % 30 is set where body b has a contact with rows; models with few trees only."""
    candidate_geom: FixedArray[np.int32]
    """Both geoms, the type of the first not above that of the second (shape maxcandidate × 2)."""
    candidate_kind: FixedArray[np.int32]
    """16 * CollisionShape of the first geom + that of the second (shape maxcandidate)."""
    candidate_bucket: FixedArray[np.int32]
    """Bucket of the stage that serves the pair (shape maxcandidate)."""
    candidate_pair: FixedArray[np.int32]
    """Explicit contact pair, -1 for none (shape maxcandidate)."""
    candidate_margin: Array[np.float64]
    """Distance up to which contacts are wanted: margin + gap [m] (shape maxcandidate)."""
    bucket_start: FixedArray[np.int32]
    """Where the candidates of each stage begin in bucket_candidate (shape 66)."""
    bucket_candidate: FixedArray[np.int32]
    """Candidates by the stage that serves them (shape maxcandidate)."""
    unsorted_candidate: FixedArray[np.int32]
    """Candidate that it belongs to (shape maxunsorted)."""
    unsorted_dist: Array[np.float64]
    """Distance, negative inside [m] (shape maxunsorted)."""
    unsorted_pos: Array[np.float64]
    """Midpoint [m] (shape maxunsorted × 3)."""
    unsorted_normal: Array[np.float64]
    """Unit normal from the first geom to the second (shape maxunsorted × 3)."""
    unsorted_tangent: Array[np.float64]
    """Wished first tangent, zeros for none (shape maxunsorted × 3)."""
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
    contact_limit: int
    """Most contacts that a step may find, 0 for any number."""
    sweep_ready: Fixed[int]
    """1 + choices_signature of the Model for which the lists below are filled."""
    sweep_axis: Fixed[int]
    """Axis of the sweep: 0, 1 or 2."""
    nsweep_body: Fixed[int]
    """Moving bodies with geoms."""
    nsweep_geom: Fixed[int]
    """Bounded geoms of bodies that no dof moves."""
    nsweep_plane: Fixed[int]
    """Planes of bodies that no dof moves."""
    sweep_body: FixedArray[np.int32]
    """Moving bodies with geoms, by the low ends of their bounds (shape nbody)."""
    sweep_geom: FixedArray[np.int32]
    """Bounded geoms of bodies that no dof moves, by the low ends of these (shape ngeom)."""
    sweep_plane: FixedArray[np.int32]
    """Planes of bodies that no dof moves (shape ngeom)."""
    sweep_body_box: Array[np.float64]
    """Boxes of these bodies: low, high along the axis, then the others (shape nbody × 6)."""
    sweep_geom_box: Array[np.float64]
    """Boxes of these geoms in the same way (shape ngeom × 6)."""
    geom_bound: Array[np.float64]
    """Box around a geom, margin and gap included, world: low, high [m] (shape ngeom × 6)."""
    body_bound: Array[np.float64]
    """Box around the geoms of a moving body, world: low, high [m] (shape nbody × 6)."""
    overlap_body: FixedArray[np.int32]
    """Bodies of two geoms whose bounds overlap, the lower first (shape maxcandidate × 2)."""
    overlap_geom: FixedArray[np.int32]
    """Their geoms in the same order (shape maxcandidate × 2)."""
    overlap_pair: FixedArray[np.int32]
    """Explicit contact pair, -1 for none (shape maxcandidate)."""
    overlap_order: FixedArray[np.int32]
    """Overlaps in the order of the second body, of both bodies (shape maxcandidate × 2)."""
    candidate_near: FixedArray[np.int32]
    """Number of a candidate in the model's list of pairs (shape maxcandidate)."""
    candidate_start: FixedArray[np.int32]
    """Where the contacts of each candidate begin (shape maxcandidate)."""
    body_start: FixedArray[np.int32]
    """Where the overlaps of each body begin (shape nbody)."""
    sweep_overlap: FixedArray[np.int32]
    """Places in the sweep of bodies whose boxes overlap with one of them (shape nbody)."""
    nchosen: Fixed[int]
    """Contacts of a pair of geoms that stay when they are thinned."""
    chosen_contact: FixedArray[np.int32]
    """These among the unsorted contacts (shape 32)."""
    sweep_near_geom: FixedArray[np.int32]
    """Geoms of one body that may touch another (shape ngeom)."""
    tri_polygon: Array[np.float64]
    """Corners of a polygon of contact, frame of the mesh [m] (shape npolyroom × 3)."""
    tri_side: Array[np.float64]
    """Corners of the face that cuts it [m] (shape npolyroom × 3)."""
    tri_clip: Array[np.float64]
    """The same after a cut [m] (shape npolyroom × 3)."""
    ntrinode: Fixed[int]
    """Nodes of trees that were visited since the last reset."""
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
    flex_rodlost: FixedArray[np.int32]
    """1: edges of the rod have no length, or fold back: it has no frames (shape nflex)."""
    rodedge_twist: Array[np.float64]
    """Reference twist behind each edge of a rod, unwrapped [rad] (shape nrodedge)."""
    bvh_aabb_dyn: Array[np.float64]
    """Boxes of the trees over flexes, world: centre, half sizes [m] (shape nbvhdynamic × 6)."""
    flexvert_lambda: Array[np.float64]
    """Multipliers of contacts of vertices in a step of flag ipc (shape nflexvert)."""
    flexvert_conage: FixedArray[np.int32]
    """Below 0: the vertex bears load, above: steps since it did (shape nflexvert)."""
    flexnode_xpos: Array[np.float64]
    """Nodes of interpolated flexes, world [m] (shape nflexnode × 3)."""
    flexnode_velocity: Array[np.float64]
    """Velocities of nodes [m/s] (shape nflexnode × 3)."""
    flexnode_force: Array[np.float64]
    """Elastic forces on nodes, world [N] (shape nflexnode × 3)."""
    flexnode_damping: Array[np.float64]
    """Damping forces on nodes, world [N] (shape nflexnode × 3)."""
    flex_cell_node: FixedArray[np.int32]
    """Nodes of the cell or face at hand (shape 27)."""
    flex_cell_motion: Array[np.float64]
    """Displacements, or velocities, of its nodes (shape 81)."""
    flex_cell_force: Array[np.float64]
    """Forces on its nodes (shape 81)."""
    flex_element_edge: Array[np.float64]
    """Edges of the element at hand, world [m] (shape 6 × 3)."""
    flex_element_metric: Array[np.float64]
    """Its stiffness, a quadratic form of elongations (shape 6 × 6)."""
    flex_element_tension: Array[np.float64]
    """Tensions of its edges that pull, 0 for those that push [N/m] (shape 6)."""
    flex_element_elongation: Array[np.float64]
    """Its elongations, less what it has yielded [m^2] (shape 6)."""
    flex_rod_curve: Array[np.float64]
    """Curvatures of the hinges of a rod at hand, and the edge between them (shape 3 × 3)."""
    flex_rod_slope: Array[np.float64]
    """Their derivatives by the edges before and behind them (shape 4 × 9)."""
    flex_rod_form: Array[np.float64]
    """What is added to the metric, over these curvatures (shape 4 × 9)."""
    rodedge_drift: Array[np.float64]
    """Reference axes spin by minus its product with changes of directions (shape nrodedge × 3)."""
    rodedge_torque: Array[np.float64]
    """What bending and torsion resist turning edges with [N m] (shape nrodedge)."""
    rodedge_damping: Array[np.float64]
    """What their damping resists it with [N m] (shape nrodedge)."""
    rk_rodedge_frame: Array[np.float64]
    """Rodedge_frame at the beginning of a step of RK4 (shape nrodedge × 6)."""
    rk_flex_rodlost: FixedArray[np.int32]
    """Flex_rodlost at the beginning of a step of RK4 (shape nflex)."""
    rk_rodedge_twist: Array[np.float64]
    """Rodedge_twist at the beginning of a step of RK4 [rad] (shape nrodedge)."""
    flexedge_has_row: FixedArray[np.int32]
    """1 where the length of the edge is a constraint row (shape nflexedge)."""
    flexedge_elongation: Array[np.float64]
    """Squared lengths less those at rest [m^2] (shape nflexedge)."""
    flexedge_tension: Array[np.float64]
    """Force along edges by their length [N/m] (shape nflexedge)."""
    flexvert_velocity: Array[np.float64]
    """Velocities of vertices that lie in bodies [m/s] (shape nflexvert × 3)."""
    flexvert_force: Array[np.float64]
    """Elastic forces on vertices, world [N] (shape nflexvert × 3)."""
    flexvert_damping: Array[np.float64]
    """Damping forces on vertices, world [N] (shape nflexvert × 3)."""
    flexvert_next: Array[np.float64]
    """Where vertices would be at the end of the step, world [m] (shape nflexvert × 3)."""
    flexvert_turn: Array[np.float64]
    """How the bodies of vertices would be turned then, world (shape nflexvert × 4)."""
    flexvert_shift: Array[np.float64]
    """How far the acceleration of the last step moved vertices, world [m] (shape nflexvert × 3)."""
    xpbd_pos: Array[np.float64]
    """Rows of XPBD constraints there, brought back to the beginning by the Jacobian (shape nxpbdrow)."""
    xpbd_J: Array[np.float64]
    """Jacobian of XPBD constraints there (shape nxpbdJ)."""
    xpbd_row: FixedArray[np.int32]
    """Constraint row of each row, -1 where its equality is off (shape nxpbdrow)."""
    xpbd_tension: Array[np.float64]
    """Stiffness of rows of tension: 1 / compliance; of others: unused (shape nxpbdrow)."""
    xpbd_round: Fixed[int]
    """How often the step has solved for the vertices before."""
    xpbd_value: Array[np.float64]
    """Rows of the XPBD constraint at hand (shape 6)."""
    xpbd_mean: Array[np.float64]
    """Means of rows of the parts of the XPBD constraint at hand (shape 6)."""
    xpbd_slope: Array[np.float64]
    """Their derivatives by the places of its vertices (shape 6 × 12)."""
    xpbd_torque: Array[np.float64]
    """Their derivatives by the turns of its two bodies (shape 6 × 6)."""
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
    qacc_step: Array[np.float64]
    """Acceleration with which the step changes qvel (shape nv)."""
    qacc_saved: Array[np.float64]
    """Acceleration of a discrete step while inverse dynamics replaces it (shape nv)."""
    efm_M: Array[np.float64]
    """Effective metric M + h D + h^2 K of DISCRETE, without the couplings below (shape nC)."""
    efm_ts: Array[np.float64]
    """Scale of each tendon's part J'J of the metric: h^2 stiffness + h damping (shape ntendon)."""
    efm_as: Array[np.float64]
    """Scale of the part that each output of an actuator has in the metric (shape nout)."""
    efm_K: Array[np.float64]
    """Part of the metric that elastic flexes have: (h^2 + h damping) times stiffness (shape nefmK)."""
    efm_L: Array[np.float64]
    """Incomplete factor of the metric, that of elastic flexes included (shape nefmK)."""
    efm_LDiagInv: Array[np.float64]
    """1 / D of efm_L (shape nefmKrow)."""
    qH_diag: Array[np.float64]
    """Diagonal of what is factored of the metric, those of the couplings included (shape nv)."""
    efm_c: Array[np.float64]
    """Shift of the smooth force, -h K qvel (shape nv)."""
    rk_evaluation: Fixed[int]
    """State that is evaluated: 1 to 3 inside of a step, 0 outside."""
    rk_time: float
    """Time at the beginning of the step [s]."""
    rk_qpos: Array[np.float64]
    """Qpos at the beginning of the step (shape nq)."""
    rk_qvel: Array[np.float64]
    """Qvel at the beginning of the step (shape nv)."""
    rk_act: Array[np.float64]
    """Act at the beginning of the step (shape na)."""
    rk_actuator_velocity: Array[np.float64]
    """Actuator_velocity at the beginning of the step (shape nout)."""
    rk_velocity: Array[np.float64]
    """Velocity that led from rk_qpos to the state that is evaluated (shape nv)."""
    rk_qvel_sum: Array[np.float64]
    """Weighted sum of the velocities so far (shape nv)."""
    rk_qacc_sum: Array[np.float64]
    """Weighted sum of the accelerations so far (shape nv)."""
    rk_act_dot_sum: Array[np.float64]
    """Weighted sum of act_dot so far (shape na)."""
    rk_ten_length: Array[np.float64]
    """Ten_length at the beginning of the step, where springs yield [m] (shape ntendon)."""
    rk_ten_J: Array[np.float64]
    """Ten_J_value at the beginning of the step, where springs yield (shape nJten)."""
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
    previous_xpos: Array[np.float64]
    """Xpos of the last step [m] (shape nbody × 3)."""
    previous_xquat: Array[np.float64]
    """Xquat of the last step (shape nbody × 4)."""
    previous_tree_asleep: FixedArray[np.int32]
    """Tree_asleep when the step began (shape ntree)."""
    previous_tree_awake: FixedArray[np.int32]
    """Tree_awake when the step began (shape ntree)."""
    tendon_slept: FixedArray[np.int32]
    """1: the tendon slept when lengths of tendons were computed (shape ntendon)."""
    retained_passive: Array[np.float64]
    """Qfrc_spring, _damper, _passive and _adhesion of the last step (shape nv × 4)."""
    retained_length: Array[np.float64]
    """Actuator_length of the last step (shape nout)."""
    retained_act_dot: Array[np.float64]
    """Act_dot of the last step (shape na)."""
    retained_smooth: Array[np.float64]
    """Qfrc_smooth and qacc_smooth of the last step (shape nv × 2)."""
    retained_sensordata: Array[np.float64]
    """Sensordata before sensors were read (shape nsensordata)."""
    ntree_woken: Fixed[int]
    """Trees that contacts woke in this step."""
    ntree_slept: Fixed[int]
    """Trees that fell asleep in this step."""
    coriolis: Array[np.float64]
    """Velocity derivative of the force on each subtree: see stages.derivative (shape nbody × 12)."""
    cdof_rate: Array[np.float64]
    """Change of a body's acceleration by qvel, the part of the dof alone (shape nv × 6)."""
    block6: Array[np.float64]
    """Six equations: matrix and right side (shape 6 × 7)."""
    lu_remaining: FixedArray[np.int32]
    """Entries of each row that are not eliminated yet (shape nv)."""
    dof_vector: Array[np.float64]
    """A vector over the dofs (shape nv)."""
    body_size: Array[np.float64]
    """How far each body reaches at qpos0 [m], when constants are computed (shape nbody)."""
    hinge_sin: Array[np.float64]
    """Sine of half the angle of each hinge (shape njnt)."""
    hinge_cos: Array[np.float64]
    """Cosine of half the angle of each hinge (shape njnt)."""
    dof_product: Array[np.float64]
    """Its product with a matrix (shape nv)."""
    ctrl_delayed: Array[np.float64]
    """Controls as they act after their delays, where a model has such (shape nu)."""
    history_sample: Array[np.float64]
    """What each sensor with a history reads now, at its place in history (shape nhistory)."""
    user_term: Array[np.float64]
    """Gain and bias that users' functions give (shape nactuator × 2)."""
    user_derivative: Array[np.float64]
    """Their derivatives by the actuator's velocity (shape nactuator × 2)."""
    tendon_total: Array[np.float64]
    """A number for each tendon (shape ntendon)."""
    body_spatial: Array[np.float64]
    """A spatial vector for each body (shape nbody × 6)."""
    rne_cacc: Array[np.float64]
    """Acceleration of each body inside recursive Newton-Euler (shape nbody × 6)."""
    rne_cfrc: Array[np.float64]
    """Force on each subtree inside recursive Newton-Euler (shape nbody × 6)."""
    clip_polygon: Array[np.float64]
    """Two polygons of up to twelve corners: see stages.collision.polygon (shape 24 × 3)."""
    wrench_derivative: Array[np.float64]
    """Velocity derivative of the medium's force on each subtree (shape nbody × 36)."""
    ccd_type: FixedArray[np.int32]
    """GeomType, or what a sphere or capsule shrinks to (shape 2)."""
    ccd_mesh: FixedArray[np.int32]
    """Mesh, -1 for none (shape 2)."""
    ccd_pos: Array[np.float64]
    """Position, world [m] (shape 2 × 3)."""
    ccd_mat: Array[np.float64]
    """Orientation as a matrix (shape 2 × 9)."""
    ccd_size: Array[np.float64]
    """Sizes of the geom [m] (shape 2 × 3)."""
    ccd_inflate: Array[np.float64]
    """Layer around the shape, half of the margin [m] (shape 2)."""
    ccd_vertex: FixedArray[np.int32]
    """Vertex of a box or mesh that the last search found (shape 2)."""
    ccd_hullvertex: FixedArray[np.int32]
    """The same among the vertices of the hull, -1 before the first search (shape 2)."""
    ccd_prism: Array[np.float64]
    """Corners of a height field's prism, the lower triangle first [m] (shape 6 × 3)."""
    nsimplex: Fixed[int]
    """Vertices of the simplex."""
    ccd_simplex: Array[np.float64]
    """Vertices of the simplex (shape 4 × 9)."""
    ccd_simplex_vertex: FixedArray[np.int32]
    """Vertex of each shape (shape 4 × 2)."""
    ccd_weight: Array[np.float64]
    """Barycentric coordinates of the point that is nearest to the origin (shape 4)."""
    npolyvert: Fixed[int]
    """Vertices of the polytope."""
    npolyface: Fixed[int]
    """Faces of the polytope, those that were deleted included."""
    nopenface: Fixed[int]
    """Faces that may hold the nearest point."""
    nhorizon: Fixed[int]
    """Edges of the horizon."""
    ccd_center: Array[np.float64]
    """A point inside (shape 3)."""
    ccd_polyvert: Array[np.float64]
    """Vertices of the polytope (shape maxccd × 9)."""
    ccd_polyvert_vertex: FixedArray[np.int32]
    """Vertex of each shape (shape maxccd × 2)."""
    ccd_face_vert: FixedArray[np.int32]
    """Vertices of each face (shape maxccd × 3)."""
    ccd_face_adjacent: FixedArray[np.int32]
    """Face across each edge (shape maxccd × 3)."""
    ccd_face_foot: Array[np.float64]
    """Foot of the perpendicular from the origin, pointing outwards (shape maxccd × 3)."""
    ccd_face_dist2: Array[np.float64]
    """Square of its length (shape maxccd)."""
    ccd_face_place: FixedArray[np.int32]
    """Place among the open faces, -1: not open, -2: deleted (shape maxccd)."""
    ccd_open: FixedArray[np.int32]
    """Open faces (shape maxccd)."""
    ccd_horizon: FixedArray[np.int32]
    """Edges of the horizon: face, edge (shape maxccd × 2)."""
    ccd_visit: FixedArray[np.int32]
    """Edges that are still to be crossed: face, edge (shape maxccd × 2)."""
    ccd_feature_vertex: FixedArray[np.int32]
    """Vertices of the nearest face on each shape (shape 2 × 3)."""
    ccd_feature_point: Array[np.float64]
    """Position of the first of them on each shape [m] (shape 1 × 6)."""
    ccd_normal: Array[np.float64]
    """Normals of faces that may touch (shape maxccd × 6)."""
    ccd_normal_face: FixedArray[np.int32]
    """Face of each normal (shape maxccd × 2)."""
    ccd_edge: Array[np.float64]
    """Edges of one shape that may touch: direction, other end [m] (shape maxccd × 6)."""
    ccd_polygon: Array[np.float64]
    """Corners of the face or edge that touches [m] (shape maxccd × 6)."""
    ccd_cut: Array[np.float64]
    """Inward normals of the planes that cut (shape maxccd × 3)."""
    ccd_clip: Array[np.float64]
    """Corners before and after a cut [m] (shape maxccd × 6)."""
    ccd_separated: Fixed[int]
    """1: a plane between both shapes was found."""
    nwitness: Fixed[int]
    """Pairs of witness points."""
    ccd_dist: Array[np.float64]
    """Distance of each pair, negative inside [m] (shape nwitnessroom)."""
    ccd_witness1: Array[np.float64]
    """Points on the first shape [m] (shape nwitnessroom × 3)."""
    ccd_witness2: Array[np.float64]
    """Points on the second shape [m] (shape nwitnessroom × 3)."""
    distance_geom: FixedArray[np.int32]
    """Both geoms (shape 2)."""
    distance_max: float
    """Distance up to which an answer is wanted [m]."""
    distance_value: float
    """Their distance, negative inside [m]."""
    distance_fromto: Array[np.float64]
    """Nearest points of the first and the second, zeros beyond the largest [m] (shape 6)."""
    nccd: Fixed[int]
    """Rows that the convex engine may need."""
    unsorted_local: Array[np.float64]
    """Where an unsorted contact was found, in the frame of the second geom [m] (shape maxunsorted × 3)."""
    nsdf_place: Fixed[int]
    """Places on a mesh that lie inside of a geom of type sdf."""
    sdf_place: Array[np.float64]
    """Those places, in the frame of that geom [m] (shape nplaceroom × 3)."""
    sdf_place_dist: Array[np.float64]
    """Their distances [m] (shape nplaceroom)."""
    sdf_stack: FixedArray[np.int32]
    """Nodes of the tree of a mesh that are still to be visited (shape 64)."""
    geom_shift: Array[np.float64]
    """Way of a geom's centre within a step at its present velocity [m] (shape ngeom × 3)."""
    geom_turn: Array[np.float64]
    """Rotation vector of a geom within a step, 0 for spheres [rad] (shape ngeom × 3)."""
    geom_travel: Array[np.float64]
    """Bound of the way of any of its points within a step [m] (shape ngeom)."""
    candidate_fraction: Array[np.float64]
    """Part of the step after which geoms touch, -1: not foreseen (shape maxcandidate)."""
    candidate_closing: Array[np.float64]
    """Way along the normal by which they approach in a step [m] (shape maxcandidate)."""
    candidate_active: FixedArray[np.int32]
    """1: geoms that touch already, within their margin (shape maxcandidate)."""
    impact_candidate: FixedArray[np.int32]
    """The pair of geoms (shape maximpact)."""
    impact_fraction: Array[np.float64]
    """Part of the step after which they touch (shape maximpact)."""
    impact_pose: Array[np.float64]
    """Part of the step after which they almost touch (shape maximpact)."""
    impact_closing: Array[np.float64]
    """Way along the normal by which they approach in a step [m] (shape maximpact)."""
    impact_reach: Array[np.float64]
    """Distance then up to which points will touch [m] (shape maximpact)."""
    impact_normal: Array[np.float64]
    """Normal from the first geom to the second when they touch (shape maximpact × 3)."""
    impact_npoint: FixedArray[np.int32]
    """Points in which they touch (shape maximpact)."""
    impact_point: Array[np.float64]
    """Where these are now on the first and second geom [m] (shape maximpact × 24)."""
    impact_occluded: FixedArray[np.int32]
    """1: another geom is in the way to this point (shape maximpact × 4)."""
    nimpact: Fixed[int]
    """Pairs of geoms that are about to touch."""
    nisland: Fixed[int]
    """Constraint islands."""
    tree_island: FixedArray[np.int32]
    """Island of each tree, -1 for none (shape ntree)."""
    island_missed: FixedArray[np.int32]
    """1 where the solver stopped before it met its tolerance, by island (shape ntree)."""
    tree_order: FixedArray[np.int32]
    """Trees by island, each island in its order of elimination (shape ntree)."""
    tree_degree: FixedArray[np.int32]
    """Scratch: neighbours of each tree (shape ntree)."""
    tree_link: FixedArray[np.int32]
    """Scratch: representative of each tree's set, then first neighbour (shape ntree)."""
    tree_rank: FixedArray[np.int32]
    """Scratch: when each tree of an island is eliminated (shape ntree)."""
    tree_first: FixedArray[np.int32]
    """Scratch: the first of the trees that the envelope ties to each (shape ntree)."""
    island_work: Array[np.float64]
    """Scratch: what factors of each island cost in two orders of its trees (shape ntree × 2)."""
    island_cursor: FixedArray[np.int32]
    """Scratch: trees of each island that have been met (shape ntree)."""
    edge_tree: FixedArray[np.int32]
    """Scratch: trees that a row ties together (shape maxefc × 2)."""
    edge_target: FixedArray[np.int32]
    """Scratch: neighbours of all trees, by tree (shape maxefc × 2)."""
    island_treeadr: FixedArray[np.int32]
    """First entry of tree_order of each island (shape ntree)."""
    island_treenum: FixedArray[np.int32]
    """Number of trees of each island (shape ntree)."""
    island_dofadr: FixedArray[np.int32]
    """First entry of island_dof of each island (shape ntree)."""
    island_dofnum: FixedArray[np.int32]
    """Number of dofs of each island (shape ntree)."""
    island_dof: FixedArray[np.int32]
    """Dof at each place, by island (shape nv)."""
    dof_idof: FixedArray[np.int32]
    """Place of each dof in its island (shape nv)."""
    island_rowadr: FixedArray[np.int32]
    """First row of each island in island order (shape ntree)."""
    island_rownum: FixedArray[np.int32]
    """Number of rows of each island (shape ntree)."""
    island_row: FixedArray[np.int32]
    """Constraint row at each position of island order (shape maxefc)."""
    efc_island: FixedArray[np.int32]
    """Island of each row, -1 for none (shape maxefc)."""
    primal_Ma: Array[np.float64]
    """M qacc (shape nv)."""
    primal_Mv: Array[np.float64]
    """M search (shape nv)."""
    primal_grad: Array[np.float64]
    """Gradient M qacc - qfrc_smooth - qfrc_constraint (shape nv)."""
    primal_Mgrad: Array[np.float64]
    """Preconditioned gradient (shape nv)."""
    primal_search: Array[np.float64]
    """Search direction (shape nv)."""
    idof_qacc: Array[np.float64]
    """Acceleration, by place (shape nv_pad)."""
    idof_Ma: Array[np.float64]
    """M qacc, by place (shape nv_pad)."""
    idof_smooth: Array[np.float64]
    """All forces but those of constraints, by place (shape nv_pad)."""
    idof_force: Array[np.float64]
    """J' force, by place (shape nv_pad)."""
    idof_grad: Array[np.float64]
    """Gradient M qacc - smooth - J' force, by place (shape nv_pad)."""
    idof_Mgrad: Array[np.float64]
    """Preconditioned gradient, by place (shape nv_pad)."""
    idof_search: Array[np.float64]
    """Search direction, by place (shape nv_pad)."""
    idof_Mv: Array[np.float64]
    """M search, by place (shape nv_pad)."""
    idof_grad_change: Array[np.float64]
    """Change of the gradient in an iteration, by place (shape nv_pad)."""
    idof_Mgrad_change: Array[np.float64]
    """Change of the preconditioned gradient in an iteration, by place (shape nv_pad)."""
    iefc_J_blockadr: FixedArray[np.int32]
    """Jacobian of an island: first block of each row (shape maxefc)."""
    iefc_J_blocknum: FixedArray[np.int32]
    """Jacobian of an island: blocks of each row (shape maxefc)."""
    iefc_J_shared: FixedArray[np.int32]
    """Jacobian of an island: first block of the first row with the same blocks (shape maxefc)."""
    iefc_J_block: FixedArray[np.int32]
    """Jacobian of an island: four places of each block, ascending in a row (shape maxJblock)."""
    iefc_J: Array[np.float64]
    """Jacobian of an island: values (shape maxJblock × 4)."""
    block_slot: FixedArray[np.int32]
    """Scratch: where a block stands among those of its group of rows (shape nv_pad)."""
    nbundle: Fixed[int]
    """Bundles: up to four rows of an island that have the same dofs and share their runs."""
    bundle_row: FixedArray[np.int32]
    """First row of each bundle, in island order (shape maxefc)."""
    bundle_rownum: FixedArray[np.int32]
    """Rows of each bundle (shape maxefc)."""
    bundle_runadr: FixedArray[np.int32]
    """First run of each bundle (shape maxefc)."""
    bundle_runnum: FixedArray[np.int32]
    """Runs of each bundle (shape maxefc)."""
    bundle_adr: FixedArray[np.int32]
    """Where the numbers of each bundle begin, run by run and row by row (shape maxefc)."""
    run_idof: FixedArray[np.int32]
    """First of the four places of each run (shape maxJrun)."""
    run_J: Array[np.float64]
    """Numbers of the Jacobian of an island, in runs (shape maxJrun × 4)."""
    run_adr: FixedArray[np.int32]
    """Runs by the place where they begin: where their numbers stand (shape maxJrun)."""
    run_row: FixedArray[np.int32]
    """Runs by the place where they begin: first row (shape maxJrun)."""
    run_rownum: FixedArray[np.int32]
    """Runs by the place where they begin: rows (shape maxJrun)."""
    idof_runadr: FixedArray[np.int32]
    """First of the runs that begin at each place (shape nv_pad)."""
    idof_runend: FixedArray[np.int32]
    """First of the runs behind those that begin at each place (shape nv_pad)."""
    idof_M: Array[np.float64]
    """Diagonal of M, by place (shape nv_pad)."""
    idof_M_inv: Array[np.float64]
    """1 / D of the factors of M, by place (shape nv_pad)."""
    full_tree: FixedArray[np.int32]
    """Trees of an island of which M has more than a diagonal (shape ntree)."""
    nfulltree: Fixed[int]
    """Number of these."""
    iefc_jar: Array[np.float64]
    """J qacc - aref (shape maxefc)."""
    iefc_jv: Array[np.float64]
    """J search (shape maxefc)."""
    iefc_D: Array[np.float64]
    """Constraint mass (shape maxefc)."""
    iefc_R: Array[np.float64]
    """Regularisation (shape maxefc)."""
    iefc_frictionloss: Array[np.float64]
    """Friction loss (shape maxefc)."""
    iefc_kind: FixedArray[np.int32]
    """How the row's cost is shaped (shape maxefc)."""
    iefc_bound: Array[np.float64]
    """J qacc - aref below which the row acts, where its cost is a parabola (shape maxefc)."""
    iefc_dim: FixedArray[np.int32]
    """Rows of an elliptic contact (shape maxefc)."""
    iefc_friction: Array[np.float64]
    """Elliptic contacts: mu in the first row, then friction coefficients (shape maxefc)."""
    iefc_state: FixedArray[np.int32]
    """ConstraintState (shape maxefc)."""
    iefc_state_before: FixedArray[np.int32]
    """ConstraintState of the last iteration (shape maxefc)."""
    iefc_force: Array[np.float64]
    """Constraint force (shape maxefc)."""
    iefc_quad: Array[np.float64]
    """Elliptic contacts: constant, linear and quadratic part of the cost if pressed (shape maxefc × 3)."""
    iefc_cone: Array[np.float64]
    """Elliptic contacts along the search direction, in their first row (shape maxefc × 8)."""
    iefc_nactive: Fixed[int]
    """Rows that are not satisfied."""
    iefc_ncone: Fixed[int]
    """Rows within a cone."""
    iefc_nspecial: Fixed[int]
    """0 if no row has friction loss or an elliptic cone."""
    line_gain: float
    """Line search: decrease of the cost."""
    line_evaluations: Fixed[int]
    """Line search: evaluations."""
    line_limit: Fixed[int]
    """Line search: most evaluations."""
    line_wide: Fixed[int]
    """Line search: 1 where no environment shares instructions with others."""
    term_change: Array[np.float64]
    """Scratch: change of the constant part of the cost of each row (shape 128)."""
    term_slope: Array[np.float64]
    """Scratch: slope of the cost of each row (shape 128)."""
    term_curvature: Array[np.float64]
    """Scratch: half of the curvature of the cost of each row (shape 128)."""
    line_row: Fixed[int]
    """Line search: first row that may change its zone; those before act everywhere."""
    idof_first: FixedArray[np.int32]
    """Scratch: first place that M ties to each (shape nv)."""
    hessian_first: FixedArray[np.int32]
    """First block of each block row of the lower triangle (shape nv_pad)."""
    hessian_adr: FixedArray[np.int32]
    """Entry (4 i + r, c) stands at hessian_adr[i] + 4 c + r (shape nv_pad)."""
    dof_hessian: FixedArray[np.int32]
    """Entry (place of a dof, c) stands at dof_hessian[i] + 4 c (shape nv)."""
    hessian: Array[np.float64]
    """Hessian without elliptic cones, by block rows of the lower triangle (shape maxH)."""
    hessian_peak: Array[np.float64]
    """Largest that each entry of its diagonal was since it was set anew (shape nv_pad)."""
    hessian_factor: Array[np.float64]
    """Factor L of the Hessian L D L', likewise (shape maxH)."""
    hessian_diag_inv: Array[np.float64]
    """1 / D (shape nv_pad)."""
    hessian_ncone: Fixed[int]
    """Cones that the factor has in it."""
    hessian_rows: float
    """Blocks of the envelope."""
    hessian_work: float
    """Sum of squares of the blocks of each block row."""
    update_rows: Array[np.float64]
    """Scratch: four rows that the factor is changed by, what is left, shares (shape nv_pad × 12)."""
    update_weight: Array[np.float64]
    """Scratch: weights of these rows (shape 4)."""
    group_entry: FixedArray[np.int32]
    """Scratch: first block of each of four rows that are added to the Hessian (shape 4)."""
    group_weight: Array[np.float64]
    """Scratch: weights of these rows (shape 6 × 6)."""
    group_slope: Array[np.float64]
    """Scratch: J qacc - aref of these rows times friction (shape 6)."""
    group_scaled: Array[np.float64]
    """Scratch: one block of the weighted rows (shape 7 × 4)."""
    tree_panel: FixedArray[np.int32]
    """Panel of each tree, nelim for those that carry no flex (shape ntreeL)."""
    npanel: Fixed[int]
    """Panels of an island."""
    block_panel: FixedArray[np.int32]
    """Panel of each block row of an island (shape nblockL)."""
    panel_begin: FixedArray[np.int32]
    """First block of each panel (shape nblockL)."""
    panel_end: FixedArray[np.int32]
    """First block behind each panel (shape nblockL)."""
    panel_next: FixedArray[np.int32]
    """First block row behind each panel that has a run in it, -1 for none (shape nblockL)."""
    panel_low: FixedArray[np.int32]
    """Scratch: first block of each panel that a change concerns (shape nblockL)."""
    panel_list: FixedArray[np.int32]
    """Scratch: first of the listed runs in each panel (shape nblockL)."""
    panel_size: FixedArray[np.int32]
    """Blocks of all runs in each panel (shape nblockL)."""
    panel_row: FixedArray[np.int32]
    """Scratch: block row or change that concerns each panel (shape nblockL)."""
    panel_run: FixedArray[np.int32]
    """Scratch: run of that block row in each panel (shape nblockL)."""
    block_first: FixedArray[np.int32]
    """First block of each block row in its own panel (shape nblockL)."""
    block_list: FixedArray[np.int32]
    """Scratch: first of the listed runs of each block row, then a mark (shape nblockL)."""
    block_runadr: FixedArray[np.int32]
    """First run of each block row (shape nblockL)."""
    block_runend: FixedArray[np.int32]
    """First run behind those of each block row; the last is in its own panel (shape nblockL)."""
    listed_row: FixedArray[np.int32]
    """Scratch: block row of each listed run (shape maxrunL)."""
    listed_panel: FixedArray[np.int32]
    """Scratch: panel of each listed run (shape maxrunL)."""
    listed_first: FixedArray[np.int32]
    """Scratch: first block of each listed run (shape maxrunL)."""
    listed_after: FixedArray[np.int32]
    """Scratch: next run in the same panel (shape maxrunL)."""
    listed_beside: FixedArray[np.int32]
    """Scratch: next run of the same block row (shape maxrunL)."""
    nlisted: Fixed[int]
    """Scratch: listed runs."""
    runL_panel: FixedArray[np.int32]
    """Panel of each run, ascending in a block row (shape maxrunL)."""
    runL_first: FixedArray[np.int32]
    """First block of each run (shape maxrunL)."""
    runL_adr: FixedArray[np.int32]
    """Entry (4 i + r, c) of block row i stands at runL_adr + 4 c + r (shape maxrunL)."""
    panel_factor: Array[np.float64]
    """Hessian of an island, then its factor L, in runs (shape maxL)."""
    panel_entries: Fixed[int]
    """Entries of all runs of an island."""
    panel_work: float
    """Products of blocks that factors take."""
    panel_diag: Array[np.float64]
    """Diagonal of the Hessian (shape nblockL × 4)."""
    Y_values: Array[np.float64]
    """Whitened Jacobian: values, four places in a block (shape maxY × 4)."""
    Y_block: FixedArray[np.int32]
    """Whitened Jacobian: number of each block, ascending in a row (shape maxY)."""
    Y_rowadr: FixedArray[np.int32]
    """Whitened Jacobian: first block of each row (shape maxefc)."""
    Y_listadr: FixedArray[np.int32]
    """Whitened Jacobian: first number, shared by the rows of a contact or equality (shape maxefc)."""
    Y_rownum: FixedArray[np.int32]
    """Whitened Jacobian: blocks of each row (shape maxefc)."""
    dual_diag: Array[np.float64]
    """Diagonal of A (shape maxefc)."""
    dual_A: Array[np.float64]
    """A between a row and its elliptic contact, or its pair of pyramid edges (shape maxefc × 6)."""
    dual_order: FixedArray[np.int32]
    """First rows of scalar constraints and elliptic contacts, as they are visited (shape maxefc)."""
    dual_force_before: Array[np.float64]
    """Force before the extrapolation by momentum (shape maxefc)."""
    dual_force_ahead: Array[np.float64]
    """Force after the extrapolation by momentum (shape maxefc)."""
    dual_sqrt_diag_inv: Array[np.float64]
    """1 / square root of D, where M = L' D L (shape nv)."""
    dual_motion: Array[np.float64]
    """Y' force of an island, by place (shape nv_pad)."""
    dual_motion_before: Array[np.float64]
    """Y' force before the extrapolation by momentum, by place (shape nv_pad)."""
    dual_stiffness_inv: Array[np.float64]
    """1 / (A + R) on the diagonal (shape maxefc)."""
    dual_dof_row: FixedArray[np.int32]
    """Scratch: last row that has each dof (shape nv)."""
    dual_dof: FixedArray[np.int32]
    """Scratch: dofs of a row and those between them and the root, ascending in a tree (shape nv)."""
    dual_row: Array[np.float64]
    """Scratch: rows of the Jacobian while they are whitened, by dof (shape nv × 4)."""
    dual_product: Array[np.float64]
    """Scratch: inv(M) J' force (shape nv)."""
    dual_gradient: Array[np.float64]
    """Scratch: slope of the dual cost by the forces of a contact (shape 6)."""
    dual_group_force: Array[np.float64]
    """Scratch: forces of a contact before their change (shape 6)."""
    dual_curvature: Array[np.float64]
    """Scratch: curvature of the dual cost by the forces of a contact (shape 6 × 6)."""
    dual_friction_slope: Array[np.float64]
    """Scratch: slope by the friction forces where they are zero (shape 5)."""
    dual_friction_force: Array[np.float64]
    """Scratch: friction forces that are tried (shape 5)."""
    dual_friction_factor: Array[np.float64]
    """Scratch: Cholesky factor of the curvature by friction forces (shape 25)."""
    dual_friction_solution: Array[np.float64]
    """Scratch: solution of a system with that factor (shape 5)."""
    forward_constraint: Array[np.float64]
    """Scratch: constraint force of forward dynamics (shape nv)."""
    forward_force: Array[np.float64]
    """Scratch: row forces of forward dynamics (shape maxefc)."""
    forward_state: FixedArray[np.int32]
    """Scratch: row states of forward dynamics (shape maxefc)."""
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
    nJrun: Fixed[int]
    """Rows in runs of the constraint Jacobian, of the island that has most."""
    nJblock: Fixed[int]
    """Blocks of the constraint Jacobian, of the island that has most."""
    nH: Fixed[int]
    """Entries of the Hessian's envelope."""
    nL: Fixed[int]
    """Entries of factors in panels."""
    nrunL: Fixed[int]
    """Runs of factors in panels."""
    nY: Fixed[int]
    """Blocks of the whitened Jacobian."""
    nflexpair: Fixed[int]
    """Pairs of a geom or an element with an element or a vertex."""
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
    flexpair_body: FixedArray[np.int32]
    """Body before whose successors its contacts stand (shape maxflexpair)."""
    flexpair_kind: FixedArray[np.int32]
    """FlexPairKind: which stage serves it (shape maxflexpair)."""
    flexpair_geom: FixedArray[np.int32]
    """Geom, -1: an element of the first flex (shape maxflexpair)."""
    flexpair_flex: FixedArray[np.int32]
    """Both flexes, the first -1 for a geom (shape maxflexpair × 2)."""
    flexpair_elem: FixedArray[np.int32]
    """Both elements, -1 for none (shape maxflexpair × 2)."""
    flexpair_vert: FixedArray[np.int32]
    """Vertex of the second flex, -1 for none (shape maxflexpair)."""
    flexpair_margin: Array[np.float64]
    """Distance up to which contacts are wanted: margin + gap [m] (shape maxflexpair)."""
    flexpair_start: FixedArray[np.int32]
    """Where its contacts begin (shape maxflexpair)."""
    flexpair_key: FixedArray[np.int32]
    """Geom and element by which pairs are sorted, before and after (shape maxflexpair × 4)."""
    flexvert_touches: FixedArray[np.int32]
    """1: the vertex of a soft body touches the geom at hand (shape nflexvert)."""
    flexcon_apart: Array[np.float64]
    """Square of the distance to the nearest contact that stays [m^2] (shape maxflexcon)."""
    flexcon_chosen: FixedArray[np.int32]
    """1: the contact stays when those of a flex are thinned (shape maxflexcon)."""
    sap_value: Array[np.float64]
    """Ends of boxes along the axis of the sweep, in two orders (shape nflexelem × 4)."""
    sap_end: FixedArray[np.int32]
    """Which ends these are: element, or -1 - element for the upper one (shape nflexelem × 4)."""
    sap_active: FixedArray[np.int32]
    """Elements whose boxes the sweep is inside of (shape nflexelem)."""
    ccd_corner: Array[np.float64]
    """Corners of elements in the convex engine, four for each side [m] (shape nflexcorner × 3)."""
    flex_stack: FixedArray[np.int32]
    """Pairs of nodes of two trees that are still to be tested (shape nflexstack × 2)."""
    nweight: Fixed[int]
    """Bodies that the present contact moves."""
    weight_body: FixedArray[np.int32]
    """These bodies (shape nflexweight)."""
    weight_share: Array[np.float64]
    """How much of the motion of each counts for the contact (shape nflexweight)."""
    weight_role: FixedArray[np.int32]
    """What each is to it: see stages.constraint.rod_weights (shape nflexweight)."""
    weight_dof: FixedArray[np.int32]
    """Dof of each that comes next while a row is filled (shape nflexweight)."""
    rod_along: Array[np.float64]
    """Direction of the edge of a rod on both sides of it, with the sign of the side (shape 2 × 3)."""
    rod_length: Array[np.float64]
    """Length of that edge [m] (shape 2)."""
    rod_end: Array[np.float64]
    """Both ends of that edge, world [m] (shape 4 × 3)."""
    rod_arm: Array[np.float64]
    """From its axis to the contact, world [m] (shape 2 × 3)."""
    rod_drift: Array[np.float64]
    """Rodedge_drift of that edge (shape 2 × 3)."""
    rod_dof: FixedArray[np.int32]
    """Dof by which it twists (shape 2)."""
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
