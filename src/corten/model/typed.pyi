# Written by tools/write_type_stubs.py; edit the tables that it reads instead.

from typing import Any, Generic, Never, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from corten.enums import ConeType, Integrator, JacobianType, SolverType

Element = TypeVar("Element", bound=np.generic)
Value = TypeVar("Value")

class Array(Generic[Element]):
    def __get__(self, owner: object, kind: Any = None) -> NDArray[Element]: ...
    def __set__(self, owner: object, value: ArrayLike) -> None: ...

class FixedArray(Generic[Element]):
    def __get__(self, owner: object, kind: Any = None) -> NDArray[Element]: ...
    def __set__(self, owner: object, value: Never) -> None: ...

class Fixed(Generic[Value]):
    def __get__(self, owner: object, kind: Any = None) -> Value: ...
    def __set__(self, owner: object, value: Never) -> None: ...

class Choice(Generic[Value]):
    def __get__(self, owner: object, kind: Any = None) -> Value: ...
    def __set__(self, owner: object, value: Value | int) -> None: ...

class BodyConstants:
    """One body of a Model."""

    id: int
    name: str
    parentid: FixedArray[np.int32]
    """Parent; the world is its own (shape 1)."""
    rootid: FixedArray[np.int32]
    """Ancestor that stands on the world (shape 1)."""
    weldid: FixedArray[np.int32]
    """Topmost body without joints between it and this one (shape 1)."""
    mocapid: FixedArray[np.int32]
    """Mocap index, -1 if it is not a mocap body (shape 1)."""
    jntnum: FixedArray[np.int32]
    """Number of joints (shape 1)."""
    jntadr: FixedArray[np.int32]
    """First joint, -1 for none (shape 1)."""
    dofnum: FixedArray[np.int32]
    """Number of dofs (shape 1)."""
    dofadr: FixedArray[np.int32]
    """First dof, -1 for none (shape 1)."""
    treeid: FixedArray[np.int32]
    """Kinematic tree, -1 for what never moves (shape 1)."""
    geomnum: FixedArray[np.int32]
    """Number of geoms (shape 1)."""
    geomadr: FixedArray[np.int32]
    """First geom, -1 for none (shape 1)."""
    bvhadr: FixedArray[np.int32]
    """Root of the tree over its geoms, -1 for none (shape 1)."""
    bvhnum: FixedArray[np.int32]
    """Number of nodes of that tree (shape 1)."""
    mass: Array[np.float64]
    """Mass [kg]; `corten.set_const` after a change (shape 1)."""
    simple: Array[np.uint8]
    """1: diagonal block of the mass matrix; 2: and only slides (shape 1)."""
    sameframe: Array[np.uint8]
    """SameFrame of the inertial frame (shape 1)."""
    pos: Array[np.float64]
    """Frame position in the parent [m] (shape 3)."""
    quat: Array[np.float64]
    """Frame orientation in the parent (shape 4)."""
    ipos: Array[np.float64]
    """Centre of mass in the body frame [m] (shape 3)."""
    iquat: Array[np.float64]
    """Principal axes of inertia in the body frame (shape 4)."""
    subtreemass: Array[np.float64]
    """Mass of the body and all its descendants [kg] (shape 1)."""
    inertia: Array[np.float64]
    """Principal moments of inertia [kg m^2] (shape 3)."""
    invweight0: Array[np.float64]
    """Mean inverse inertia at qpos0: translation, rotation (shape 2)."""
    gravcomp: Array[np.float64]
    """Share of the weight that is compensated (shape 1)."""
    margin: Array[np.float64]
    """Largest margin plus gap of its geoms [m] (shape 1)."""
    contype: Array[np.int32]
    """Contact types of all its geoms (shape 1)."""
    conaffinity: Array[np.int32]
    """Contact affinities of all its geoms (shape 1)."""
    user: Array[np.float64]
    """User numbers (shape nuser_body)."""
    near: FixedArray[np.int32]
    """1 for a body of such a run (shape 1)."""
    plugin: FixedArray[np.int32]
    """Plugin that pushes it, -1 for none (shape 1)."""
    xpbd_stiffness: Array[np.float64]
    """What all rows together hold a body with at qpos0 [N/m] (shape 1)."""
    B_rownnz: FixedArray[np.int32]
    """Body-by-dof incidence: entries in each row (shape 1)."""
    B_rowadr: FixedArray[np.int32]
    """Body-by-dof incidence: first entry of each row (shape 1)."""

class JointConstants:
    """One joint of a Model."""

    id: int
    name: str
    type: FixedArray[np.int32]
    """JointType (shape 1)."""
    qposadr: FixedArray[np.int32]
    """First coordinate in qpos (shape 1)."""
    dofadr: FixedArray[np.int32]
    """First dof in qvel (shape 1)."""
    bodyid: FixedArray[np.int32]
    """Body that it moves (shape 1)."""
    actuatorid: FixedArray[np.int32]
    """Actuator that adds damping or armature, -1 for none (shape 1)."""
    plasticadr: FixedArray[np.int32]
    """First number in plastic, -1 for an elastic spring (shape 1)."""
    group: Array[np.int32]
    """Group (shape 1)."""
    limited: Array[np.bool_]
    """Has limits (shape 1)."""
    actfrclimited: Array[np.bool_]
    """Has a limit of its total actuator force (shape 1)."""
    actgravcomp: Array[np.bool_]
    """Gravity compensation counts as actuator force (shape 1)."""
    solref: Array[np.float64]
    """Solref of the limit (shape 2)."""
    solimp: Array[np.float64]
    """Solimp of the limit (shape 5)."""
    pos: Array[np.float64]
    """Anchor in the body frame [m] (shape 3)."""
    axis: Array[np.float64]
    """Axis in the body frame, unit length (shape 3)."""
    stiffness: Array[np.float64]
    """Linear spring coefficient (shape 1)."""
    stiffnesspoly: Array[np.float64]
    """Quadratic and cubic spring coefficients (shape 2)."""
    springyield: Array[np.float64]
    """Deflection of the spring from which on it yields [m or rad] (shape 1)."""
    range: Array[np.float64]
    """Limits [m or rad] (shape 2)."""
    actfrcrange: Array[np.float64]
    """Limits of the total actuator force (shape 2)."""
    margin: Array[np.float64]
    """Distance to a limit at which it is seen (shape 1)."""
    user: Array[np.float64]
    """User numbers (shape nuser_jnt)."""
    qpos0: Array[np.float64]
    """Configuration in which the model was written (shape 1)."""
    qpos_spring: Array[np.float64]
    """Configuration in which joint springs are at rest (shape 1)."""
    M_rownnz: FixedArray[np.int32]
    """Mass matrix, rows of its lower triangle: entries in each row (shape 1)."""
    M_rowadr: FixedArray[np.int32]
    """Mass matrix: first entry of each row (shape 1)."""
    D_rownnz: FixedArray[np.int32]
    """Velocity derivatives: entries in each row (shape 1)."""
    D_rowadr: FixedArray[np.int32]
    """Velocity derivatives: first entry of each row (shape 1)."""
    D_diag: FixedArray[np.int32]
    """Velocity derivatives: place of the diagonal in each row (shape 1)."""
    jntid: FixedArray[np.int32]
    """Joint (shape 1)."""
    parentid: FixedArray[np.int32]
    """Next dof towards the root, -1 for none (shape 1)."""
    treeid: FixedArray[np.int32]
    """Kinematic tree (shape 1)."""
    Madr: FixedArray[np.int32]
    """Its diagonal entry in the path storage of the mass matrix (shape 1)."""
    simplenum: FixedArray[np.int32]
    """Number of simple dofs from here on (shape 1)."""
    frictionloss: Array[np.float64]
    """Friction loss [N or N m] (shape 1)."""
    armature: Array[np.float64]
    """Added inertia [kg or kg m^2] (shape 1)."""
    damping: Array[np.float64]
    """Linear damping coefficient (shape 1)."""
    dampingpoly: Array[np.float64]
    """Quadratic and cubic damping coefficients (shape 2)."""
    invweight0: Array[np.float64]
    """Diagonal of the inverse mass matrix at qpos0 (shape 1)."""
    M0: Array[np.float64]
    """Diagonal of the mass matrix at qpos0 (shape 1)."""
    length: Array[np.float64]
    """1 for translations, a length scale for rotations [m] (shape 1)."""

class GeomConstants:
    """One geom of a Model."""

    id: int
    name: str
    type: Array[np.int32]
    """GeomType (shape 1)."""
    contype: Array[np.int32]
    """Contact type bits (shape 1)."""
    conaffinity: Array[np.int32]
    """Contact affinity bits (shape 1)."""
    condim: Array[np.int32]
    """Dimension of its contacts: 1, 3, 4 or 6 (shape 1)."""
    dataid: Array[np.int32]
    """Mesh or height field, -1 for none (shape 1)."""
    sdf: FixedArray[np.int32]
    """Grid of distances, -1 for none (shape 1)."""
    matid: Array[np.int32]
    """Material, -1 for none (shape 1)."""
    bodyid: FixedArray[np.int32]
    """Body (shape 1)."""
    group: Array[np.int32]
    """Group (shape 1)."""
    priority: Array[np.int32]
    """Priority of its contact parameters (shape 1)."""
    sameframe: Array[np.uint8]
    """SameFrame (shape 1)."""
    castshadow: Array[np.bool_]
    """Throws a shadow (shape 1)."""
    solmix: Array[np.float64]
    """Weight when contact parameters are mixed (shape 1)."""
    solref: Array[np.float64]
    """Solref of contacts (shape 2)."""
    solimp: Array[np.float64]
    """Solimp of contacts (shape 5)."""
    size: Array[np.float64]
    """Sizes, by type [m] (shape 3)."""
    aabb: Array[np.float64]
    """Bounding box in its own frame: centre, half extents [m] (shape 6)."""
    rbound: Array[np.float64]
    """Radius of the bounding sphere [m]; 0 for planes (shape 1)."""
    pos: Array[np.float64]
    """Position in the body frame [m] (shape 3)."""
    quat: Array[np.float64]
    """Orientation in the body frame (shape 4)."""
    friction: Array[np.float64]
    """Friction: sliding, torsional [m], rolling [m] (shape 3)."""
    margin: Array[np.float64]
    """Inflation for contacts [m] (shape 1)."""
    gap: Array[np.float64]
    """Further distance at which contacts are seen [m] (shape 1)."""
    surfacevel: Array[np.float64]
    """Surface velocity in its frame: linear, angular (shape 6)."""
    adhesion: Array[np.float64]
    """Adhesive force of its contacts [N] (shape 1)."""
    fluid: Array[np.float64]
    """Coefficients of the ellipsoid fluid model (shape 12)."""
    user: Array[np.float64]
    """User numbers (shape nuser_geom)."""
    rgba: Array[np.float32]
    """Colour (shape 4)."""
    near: FixedArray[np.int32]
    """1 for a geom of these pairs (shape 1)."""
    plugin: FixedArray[np.int32]
    """Plugin that is its shape, -1 for none (shape 1)."""

class SiteConstants:
    """One site of a Model."""

    id: int
    name: str
    type: Array[np.int32]
    """GeomType, for display (shape 1)."""
    matid: Array[np.int32]
    """Material, -1 for none (shape 1)."""
    bodyid: FixedArray[np.int32]
    """Body (shape 1)."""
    dataid: FixedArray[np.int32]
    """Mesh, -1 for none (shape 1)."""
    group: Array[np.int32]
    """Group (shape 1)."""
    sameframe: Array[np.uint8]
    """SameFrame (shape 1)."""
    size: Array[np.float64]
    """Sizes, by type [m] (shape 3)."""
    pos: Array[np.float64]
    """Position in the body frame [m] (shape 3)."""
    quat: Array[np.float64]
    """Orientation in the body frame (shape 4)."""
    user: Array[np.float64]
    """User numbers (shape nuser_site)."""
    rgba: Array[np.float32]
    """Colour (shape 4)."""

class CameraConstants:
    """One camera of a Model."""

    id: int
    name: str
    mode: Array[np.int32]
    """CamLightMode (shape 1)."""
    bodyid: Array[np.int32]
    """Body (shape 1)."""
    targetbodyid: Array[np.int32]
    """Body that it looks at, -1 for none (shape 1)."""
    resolution: FixedArray[np.int32]
    """Width and height [pixels] (shape 2)."""
    output: FixedArray[np.int32]
    """CamOutputBit, combined (shape 1)."""
    pos: Array[np.float64]
    """Position in the body frame [m] (shape 3)."""
    quat: Array[np.float64]
    """Orientation in the body frame (shape 4)."""
    poscom0: Array[np.float64]
    """World position relative to the subtree's centre of mass at qpos0 [m] (shape 3)."""
    pos0: Array[np.float64]
    """World position relative to the body at qpos0 [m] (shape 3)."""
    mat0: Array[np.float64]
    """World orientation at qpos0 (shape 9)."""
    projection: Array[np.int32]
    """Projection (shape 1)."""
    fovy: Array[np.float64]
    """Vertical field of view [deg, or m if orthographic] (shape 1)."""
    ipd: Array[np.float64]
    """Distance between the eyes [m] (shape 1)."""
    sensorsize: Array[np.float32]
    """Width and height of the sensor [m] (shape 2)."""
    intrinsic: Array[np.float32]
    """Focal lengths and principal point [m] (shape 4)."""
    user: Array[np.float64]
    """User numbers (shape nuser_cam)."""

class LightConstants:
    """One light of a Model."""

    id: int
    name: str
    mode: Array[np.int32]
    """CamLightMode (shape 1)."""
    bodyid: Array[np.int32]
    """Body (shape 1)."""
    targetbodyid: Array[np.int32]
    """Body that it shines at, -1 for none (shape 1)."""
    texid: Array[np.int32]
    """Texture of an image light, -1 for none (shape 1)."""
    type: Array[np.int32]
    """LightType (shape 1)."""
    castshadow: Array[np.bool_]
    """Throws shadows (shape 1)."""
    bulbradius: Array[np.float32]
    """Radius of the source, for soft shadows [m] (shape 1)."""
    intensity: Array[np.float32]
    """Intensity [cd] (shape 1)."""
    range: Array[np.float32]
    """Reach [m] (shape 1)."""
    active: Array[np.bool_]
    """Is on (shape 1)."""
    pos: Array[np.float64]
    """Position in the body frame [m] (shape 3)."""
    dir: Array[np.float64]
    """Direction in the body frame (shape 3)."""
    poscom0: Array[np.float64]
    """World position relative to the subtree's centre of mass at qpos0 [m] (shape 3)."""
    pos0: Array[np.float64]
    """World position relative to the body at qpos0 [m] (shape 3)."""
    dir0: Array[np.float64]
    """World direction at qpos0 (shape 3)."""
    attenuation: Array[np.float32]
    """Constant, linear and quadratic attenuation (shape 3)."""
    cutoff: Array[np.float32]
    """Half angle of a spot light [deg] (shape 1)."""
    softness: Array[np.float32]
    """Softness of a spot's edge (shape 1)."""
    exponent: Array[np.float32]
    """How a spot fades towards its edge (shape 1)."""
    ambient: Array[np.float32]
    """Ambient colour (shape 3)."""
    diffuse: Array[np.float32]
    """Diffuse colour (shape 3)."""
    specular: Array[np.float32]
    """Specular colour (shape 3)."""

class ActuatorConstants:
    """One actuator of a Model."""

    id: int
    name: str
    dyntype: Array[np.int32]
    """DynType (shape 1)."""
    gaintype: Array[np.int32]
    """GainType (shape 1)."""
    biastype: Array[np.int32]
    """BiasType (shape 1)."""
    trntype: FixedArray[np.int32]
    """TransmissionType (shape 1)."""
    ctrladr: FixedArray[np.int32]
    """First control (shape 1)."""
    ctrlnum: FixedArray[np.int32]
    """Number of controls (shape 1)."""
    ctrlspec: FixedArray[np.int32]
    """What its controls are: CtrlInput, or CtrlChart of SO3 (shape 1)."""
    outadr: FixedArray[np.int32]
    """First force output (shape 1)."""
    outnum: FixedArray[np.int32]
    """Number of force outputs (shape 1)."""
    actadr: FixedArray[np.int32]
    """First activation, -1 for none (shape 1)."""
    actnum: FixedArray[np.int32]
    """Number of activations (shape 1)."""
    trnid: FixedArray[np.int32]
    """Joint, tendon, site or body that it pulls on (shape 2)."""
    history: FixedArray[np.int32]
    """Past controls: number of samples, Interpolation (shape 2)."""
    historyadr: FixedArray[np.int32]
    """First number in history, -1 for none (shape 1)."""
    function: FixedArray[np.int32]
    """Users' functions of dynamics, gain and bias, -1 for none (shape 3)."""
    cranklength: Array[np.float64]
    """Length of the rod of a slider-crank [m] (shape 1)."""
    dynprm: Array[np.float64]
    """Parameters of the dynamics (shape 10)."""
    gainprm: Array[np.float64]
    """Parameters of the gain (shape 10)."""
    biasprm: Array[np.float64]
    """Parameters of the bias (shape 10)."""
    actlimited: Array[np.bool_]
    """Activation is limited (shape 1)."""
    actrange: Array[np.float64]
    """Limits of the activation (shape 2)."""
    actearly: Array[np.bool_]
    """Force follows the next activation (shape 1)."""
    delay: Array[np.float64]
    """Time by which its controls act later [s] (shape 1)."""
    damping: Array[np.float64]
    """Linear damping that it adds (shape 1)."""
    dampingpoly: Array[np.float64]
    """Quadratic and cubic damping that it adds (shape 2)."""
    armature: Array[np.float64]
    """Inertia that it adds (shape 1)."""
    group: Array[np.int32]
    """Group (shape 1)."""
    user: Array[np.float64]
    """User numbers (shape nuser_actuator)."""
    forcelimited: Array[np.bool_]
    """Force is limited (shape 1)."""
    forcerange: Array[np.float64]
    """Limits of the force (shape 2)."""
    hillid: FixedArray[np.int32]
    """Hill muscle that the actuator is, -1 for none (shape 1)."""
    plugin: FixedArray[np.int32]
    """Plugin that gives its force, -1 for none (shape 1)."""
    ctrllimited: Array[np.bool_]
    """Control is limited (shape 1)."""
    ctrlrange: Array[np.float64]
    """Limits of the control (shape 2)."""
    gear: Array[np.float64]
    """Scale of length and force, by transmission (shape 6)."""
    acc0: Array[np.float64]
    """Acceleration that a unit force gives at qpos0 (shape 1)."""
    length0: Array[np.float64]
    """Length at qpos0 (shape 1)."""
    lengthrange: Array[np.float64]
    """Feasible lengths (shape 2)."""

class TendonConstants:
    """One tendon of a Model."""

    id: int
    name: str
    matid: Array[np.int32]
    """Material, -1 for none (shape 1)."""
    type: FixedArray[np.int32]
    """TendonType (shape 1)."""
    adr: FixedArray[np.int32]
    """First element of the path (shape 1)."""
    num: FixedArray[np.int32]
    """Number of elements of the path (shape 1)."""
    actuatorid: FixedArray[np.int32]
    """Actuator that adds damping or armature, -1 for none (shape 1)."""
    plasticadr: FixedArray[np.int32]
    """First number in plastic, -1 for an elastic spring (shape 1)."""
    treenum: FixedArray[np.int32]
    """Number of trees along the path (shape 1)."""
    treeid: FixedArray[np.int32]
    """First two trees along the path (shape 2)."""
    group: Array[np.int32]
    """Group (shape 1)."""
    limited: Array[np.bool_]
    """Has limits (shape 1)."""
    actfrclimited: Array[np.bool_]
    """Has a limit of its total actuator force (shape 1)."""
    width: Array[np.float64]
    """Width, for display [m] (shape 1)."""
    solref_lim: Array[np.float64]
    """Solref of the limit (shape 2)."""
    solimp_lim: Array[np.float64]
    """Solimp of the limit (shape 5)."""
    solref_fri: Array[np.float64]
    """Solref of the friction loss (shape 2)."""
    solimp_fri: Array[np.float64]
    """Solimp of the friction loss (shape 5)."""
    range: Array[np.float64]
    """Limits of the length [m] (shape 2)."""
    actfrcrange: Array[np.float64]
    """Limits of the total actuator force [N] (shape 2)."""
    margin: Array[np.float64]
    """Distance to a limit at which it is seen [m] (shape 1)."""
    stiffness: Array[np.float64]
    """Linear spring coefficient (shape 1)."""
    stiffnesspoly: Array[np.float64]
    """Quadratic and cubic spring coefficients (shape 2)."""
    damping: Array[np.float64]
    """Linear damping coefficient (shape 1)."""
    dampingpoly: Array[np.float64]
    """Quadratic and cubic damping coefficients (shape 2)."""
    armature: Array[np.float64]
    """Inertia against changes of length [kg] (shape 1)."""
    frictionloss: Array[np.float64]
    """Friction loss [N] (shape 1)."""
    lengthspring: Array[np.float64]
    """Range of lengths in which the spring is at rest [m] (shape 2)."""
    springyield: Array[np.float64]
    """Strain of the spring from which on it yields [m] (shape 1)."""
    length0: Array[np.float64]
    """Length at qpos0 [m] (shape 1)."""
    invweight0: Array[np.float64]
    """Inverse inertia at qpos0 (shape 1)."""
    user: Array[np.float64]
    """User numbers (shape nuser_tendon)."""
    rgba: Array[np.float32]
    """Colour (shape 4)."""
    J_rownnz: FixedArray[np.int32]
    """Jacobian: entries in each row (shape 1)."""
    J_rowadr: FixedArray[np.int32]
    """Jacobian: first entry of each row (shape 1)."""

class FlexConstants:
    """One flex of a Model."""

    id: int
    name: str
    contype: Array[np.int32]
    """Bits of contact type (shape 1)."""
    conaffinity: Array[np.int32]
    """Bits of contact affinity (shape 1)."""
    condim: Array[np.int32]
    """Dimension of its contacts: 1, 3, 4 or 6 (shape 1)."""
    priority: Array[np.int32]
    """Priority of its contact parameters (shape 1)."""
    selfcollide: Array[np.int32]
    """FlexSelf: how it collides with itself (shape 1)."""
    passive: Array[np.int32]
    """1: its contacts are passive forces (shape 1)."""
    dim: FixedArray[np.int32]
    """1: lines, 2: triangles, 3: tetrahedra (shape 1)."""
    interp: FixedArray[np.int32]
    """Order of interpolation between nodes, 0: vertices have bodies (shape 1)."""
    rigid: Array[np.bool_]
    """All its vertices lie in one body (shape 1)."""
    cellnum: FixedArray[np.int32]
    """Cells of nodes along each axis (shape 3)."""
    nodeadr: FixedArray[np.int32]
    """First node (shape 1)."""
    nodenum: FixedArray[np.int32]
    """Number of nodes (shape 1)."""
    vertadr: FixedArray[np.int32]
    """First vertex (shape 1)."""
    vertnum: FixedArray[np.int32]
    """Number of vertices (shape 1)."""
    edgeadr: FixedArray[np.int32]
    """First edge (shape 1)."""
    edgenum: FixedArray[np.int32]
    """Number of edges (shape 1)."""
    elemadr: FixedArray[np.int32]
    """First element (shape 1)."""
    elemnum: FixedArray[np.int32]
    """Number of elements (shape 1)."""
    elemdataadr: FixedArray[np.int32]
    """First entry in flex_elem (shape 1)."""
    stiffnessadr: FixedArray[np.int32]
    """First number in flex_stiffness (shape 1)."""
    elemedgeadr: FixedArray[np.int32]
    """First entry in flex_elemedge (shape 1)."""
    bendingadr: FixedArray[np.int32]
    """First number in flex_bending (shape 1)."""
    plasticadr: FixedArray[np.int32]
    """First number in plastic, -1: it is elastic (shape 1)."""
    plasticmode: FixedArray[np.int32]
    """What yields: 1 bending, 2 stretching (shape 1)."""
    rodadr: FixedArray[np.int32]
    """First edge in those of rods that twist, -1: it is no such rod (shape 1)."""
    shellnum: FixedArray[np.int32]
    """Number of pieces of its shell (shape 1)."""
    shelldataadr: FixedArray[np.int32]
    """First entry in flex_shell (shape 1)."""
    texcoordadr: FixedArray[np.int32]
    """First texture coordinate, -1 for none (shape 1)."""
    edgeequality: FixedArray[np.int32]
    """Equality of its edges: 0 none, 1 lengths, 3 strain of cells (shape 1)."""
    bvhadr: FixedArray[np.int32]
    """Root of its tree of bounding boxes, -1 for none (shape 1)."""
    bvhnum: FixedArray[np.int32]
    """Number of bounding boxes (shape 1)."""
    solmix: Array[np.float64]
    """Weight of its contact parameters in a mixture (shape 1)."""
    solref: Array[np.float64]
    """Solref of its contacts (shape 2)."""
    solimp: Array[np.float64]
    """Solimp of its contacts (shape 5)."""
    friction: Array[np.float64]
    """Friction: sliding, spinning, rolling (shape 3)."""
    margin: Array[np.float64]
    """Distance below which contacts give force [m] (shape 1)."""
    gap: Array[np.float64]
    """Further distance up to which contacts are found [m] (shape 1)."""
    radius: Array[np.float64]
    """Radius around elements [m] (shape 1)."""
    size: Array[np.float64]
    """Half sizes of the box around its vertices at qpos0 [m] (shape 3)."""
    damping: Array[np.float64]
    """Damping of the elasticity, in proportion to stiffness [s] (shape 1)."""
    yield_: Array[np.float64]
    """Strains at which stretching and bending yield, 0: elastic (shape 2)."""
    edgestiffness: Array[np.float64]
    """Stiffness of edges [N/m] (shape 1)."""
    edgedamping: Array[np.float64]
    """Damping of edges [N s/m] (shape 1)."""
    centered: Array[np.bool_]
    """All its vertices lie at the origins of their bodies (shape 1)."""
    flatskin: Array[np.bool_]
    """It is shown with flat shading (shape 1)."""
    group: Array[np.int32]
    """Group (shape 1)."""
    activelayers: Array[np.int32]
    """Layers of elements that collide with their own kind, 3D only (shape 1)."""
    rgba: Array[np.float32]
    """Colour (shape 4)."""
    deformable: FixedArray[np.int32]
    """Deformable: cloth, soft body or rope; 0: none of these (shape 1)."""
    substeps: FixedArray[np.int32]
    """How often a step solves for where its vertices go; 0: it is no deformable (shape 1)."""
    xpbdadr: FixedArray[np.int32]
    """First XPBD constraint (shape 1)."""
    xpbdnum: FixedArray[np.int32]
    """Number of XPBD constraints (shape 1)."""

class SensorConstants:
    """One sensor of a Model."""

    id: int
    name: str
    objid: Array[np.int32]
    """What it measures (shape 1)."""
    refid: Array[np.int32]
    """Its reference frame, -1 for the world (shape 1)."""
    type: FixedArray[np.int32]
    """SensorType (shape 1)."""
    datatype: FixedArray[np.int32]
    """DataType (shape 1)."""
    needstage: FixedArray[np.int32]
    """ForwardPart after which it can be read (shape 1)."""
    objtype: FixedArray[np.int32]
    """ObjectType of what it measures (shape 1)."""
    reftype: FixedArray[np.int32]
    """ObjectType of its reference frame (shape 1)."""
    intprm: FixedArray[np.int32]
    """Parameters (shape 3)."""
    dim: FixedArray[np.int32]
    """Number of readings (shape 1)."""
    adr: FixedArray[np.int32]
    """First reading in sensordata (shape 1)."""
    history: FixedArray[np.int32]
    """Past readings: number of samples, Interpolation (shape 2)."""
    historyadr: FixedArray[np.int32]
    """First number in history, -1 for none (shape 1)."""
    function: FixedArray[np.int32]
    """User's function that reads it, -1 for none (shape 1)."""
    cutoff: Array[np.float64]
    """Largest reading, 0 for none (shape 1)."""
    noise: Array[np.float64]
    """Standard deviation of its noise (shape 1)."""
    delay: Array[np.float64]
    """Time by which its readings come later [s] (shape 1)."""
    interval: Array[np.float64]
    """Period and phase of its readings [s] (shape 2)."""
    user: Array[np.float64]
    """User numbers (shape nuser_sensor)."""
    plugin: FixedArray[np.int32]
    """Plugin that reads it, -1 for none (shape 1)."""

class EqualityConstants:
    """One equality of a Model."""

    id: int
    name: str
    type: Array[np.int32]
    """EqualityType (shape 1)."""
    obj1id: Array[np.int32]
    """First object (shape 1)."""
    obj2id: Array[np.int32]
    """Second object, -1 for none (shape 1)."""
    objtype: Array[np.int32]
    """ObjectType of both (shape 1)."""
    active0: Array[np.bool_]
    """Is on after a reset (shape 1)."""
    solref: Array[np.float64]
    """Solref (shape 2)."""
    solimp: Array[np.float64]
    """Solimp (shape 5)."""
    data: Array[np.float64]
    """Anchors, relative poses or coefficients, by type (shape 12)."""

class MeshConstants:
    """One mesh of a Model."""

    id: int
    name: str
    collision: Array[np.int32]
    """MeshCollision (shape 1)."""
    faceadr: FixedArray[np.int32]
    """First face (shape 1)."""
    facenum: FixedArray[np.int32]
    """Number of faces (shape 1)."""
    normaladr: FixedArray[np.int32]
    """First normal (shape 1)."""
    normalnum: FixedArray[np.int32]
    """Number of normals (shape 1)."""
    texcoordadr: FixedArray[np.int32]
    """First texture coordinate, -1 for none (shape 1)."""
    texcoordnum: FixedArray[np.int32]
    """Number of texture coordinates (shape 1)."""
    bvhadr: FixedArray[np.int32]
    """Root of the tree over the triangles (shape 1)."""
    bvhnum: FixedArray[np.int32]
    """Number of nodes of that tree (shape 1)."""
    octadr: FixedArray[np.int32]
    """Root of the octree of distances, -1 for none (shape 1)."""
    octnum: FixedArray[np.int32]
    """Number of nodes of that octree (shape 1)."""
    pieceadr: FixedArray[np.int32]
    """First convex piece (shape 1)."""
    piecenum: FixedArray[np.int32]
    """Number of convex pieces, 0 unless it collides as such (shape 1)."""
    scale: Array[np.float64]
    """Scale that was applied to the file's vertices (shape 3)."""
    pos: Array[np.float64]
    """Translation that was applied to the file's vertices [m] (shape 3)."""
    quat: Array[np.float64]
    """Rotation that was applied to the file's vertices (shape 4)."""
    triadr: FixedArray[np.int32]
    """First row of its triangles, -1 if it collides otherwise (shape 1)."""
    trivertadr: FixedArray[np.int32]
    """First row of its vertices, -1 if it collides otherwise (shape 1)."""
    coneadr: FixedArray[np.int32]
    """First row of the cones of its tree, -1 if it collides otherwise (shape 1)."""
    closed: FixedArray[np.int32]
    """1: its triangles enclose an inside (shape 1)."""

class HfieldConstants:
    """One hfield of a Model."""

    id: int
    name: str
    nrow: FixedArray[np.int32]
    """Rows, along y (shape 1)."""
    ncol: FixedArray[np.int32]
    """Columns, along x (shape 1)."""
    adr: FixedArray[np.int32]
    """First elevation (shape 1)."""
    size: Array[np.float64]
    """Half extents in x and y, height of the top, depth of the base [m] (shape 4)."""

class TextureConstants:
    """One texture of a Model."""

    id: int
    name: str
    type: FixedArray[np.int32]
    """Texture: 2D, cube or skybox (shape 1)."""
    colorspace: FixedArray[np.int32]
    """Texture: colour space (shape 1)."""
    height: FixedArray[np.int32]
    """Texture: rows (shape 1)."""
    width: FixedArray[np.int32]
    """Texture: columns (shape 1)."""
    nchannel: FixedArray[np.int32]
    """Texture: channels (shape 1)."""
    adr: FixedArray[np.int64]
    """Texture: first byte, -1 where Model.texture_files names its file instead (shape 1)."""

class MaterialConstants:
    """One material of a Model."""

    id: int
    name: str
    texid: Array[np.int32]
    """Material: textures by role, -1 for none (shape 10)."""
    texuniform: Array[np.bool_]
    """Material: texture keeps its size on every side (shape 1)."""
    texrepeat: Array[np.float32]
    """Material: repetitions of the texture (shape 2)."""
    emission: Array[np.float32]
    """Material: emission (shape 1)."""
    specular: Array[np.float32]
    """Material: specularity (shape 1)."""
    shininess: Array[np.float32]
    """Material: shininess (shape 1)."""
    reflectance: Array[np.float32]
    """Material: reflectance (shape 1)."""
    metallic: Array[np.float32]
    """Material: metallic (shape 1)."""
    roughness: Array[np.float32]
    """Material: roughness (shape 1)."""
    rgba: Array[np.float32]
    """Material: colour (shape 4)."""

class NumericConstants:
    """One numeric of a Model."""

    id: int
    name: str
    adr: FixedArray[np.int32]
    """First number (shape 1)."""
    size: FixedArray[np.int32]
    """Number of numbers (shape 1)."""

class TupleConstants:
    """One tuple of a Model."""

    id: int
    name: str
    adr: FixedArray[np.int32]
    """First object (shape 1)."""
    size: FixedArray[np.int32]
    """Number of objects (shape 1)."""

class KeyConstants:
    """One key of a Model."""

    id: int
    name: str
    time: Array[np.float64]
    """Time [s] (shape 1)."""
    qpos: Array[np.float64]
    """Qpos (shape nq)."""
    qvel: Array[np.float64]
    """Qvel (shape nv)."""
    act: Array[np.float64]
    """Act (shape na)."""
    mpos: Array[np.float64]
    """Mocap positions [m] (shape nmocap × 3)."""
    mquat: Array[np.float64]
    """Mocap orientations (shape nmocap × 4)."""
    ctrl: Array[np.float64]
    """Ctrl (shape nu)."""
    plastic: Array[np.float64]
    """Plastic (shape nplastic)."""

class OptionFields:
    """`model.opt`: options, which may be set between steps."""

    density: float
    """Density of the medium [kg/m^3]."""
    viscosity: float
    """Dynamic viscosity of the medium [Pa s]."""
    integrator: Choice[Integrator]
    """Integrator."""
    cone: Choice[ConeType]
    """ConeType."""
    jacobian: Choice[JacobianType]
    """JacobianType."""
    solver: Choice[SolverType]
    """SolverType."""
    noslip_iterations: int
    """Noslip solver: most iterations."""
    disableflags: int
    """DisableBit, combined."""
    enableflags: int
    """EnableBit, combined."""
    sensor_noise: bool
    """Sensors have noise."""
    timestep: float
    """Time step [s]."""
    impratio: float
    """Impedance of friction relative to that of the normal."""
    tolerance: float
    """Constraint solver: stop below this scaled improvement."""
    ls_tolerance: float
    """Line search: stop below this scaled slope."""
    noslip_tolerance: float
    """Noslip solver: stop below this scaled improvement."""
    ccd_tolerance: float
    """Convex collision: accuracy of distances [m]."""
    sleep_tolerance: float
    """Velocity below which a tree may fall asleep."""
    gravity: Array[np.float64]
    """Gravity [m/s^2] (shape 3)."""
    wind: Array[np.float64]
    """Velocity of the medium [m/s] (shape 3)."""
    magnetic: Array[np.float64]
    """Magnetic field (shape 3)."""
    o_margin: float
    """Contact override: margin [m]."""
    o_solref: Array[np.float64]
    """Contact override: solref (shape 2)."""
    o_solimp: Array[np.float64]
    """Contact override: solimp (shape 5)."""
    o_friction: Array[np.float64]
    """Contact override: friction (shape 5)."""
    iterations: int
    """Constraint solver: most iterations."""
    ls_iterations: int
    """Line search: most iterations."""
    ccd_iterations: int
    """Convex collision: most iterations."""
    disableactuator: int
    """Actuator groups that are switched off, as bits."""
    sdf_initpoints: int
    """Signed distance collision: starting points."""
    sdf_iterations: int
    """Signed distance collision: descent steps."""
    sensor_noise_seed: int
    """Seed of that noise in a new Data."""

class StatisticFields:
    """`model.stat`: statistics of the model."""

    meaninertia: float
    """Mean of the mass matrix's diagonal at qpos0."""
    meanmass: float
    """Mean mass of the moving bodies [kg]."""
    meansize: float
    """Mean body size [m]."""
    extent: float
    """Extent of the whole model [m]."""
    center: Array[np.float64]
    """Centre of the whole model [m] (shape 3)."""

class VisualGlobal:
    """`model.vis.global_`."""

    cameraid: int
    """Camera to begin with, -1: the free one."""
    orthographic: int
    """1: the free camera is orthographic."""
    fovy: float
    """Height of what the free camera sees [degree, or m where it is orthographic]."""
    ipd: float
    """Distance between the eyes of the free camera [m]."""
    azimuth: float
    """Azimuth of the free camera to begin with [degree]."""
    elevation: float
    """Elevation of the free camera to begin with [degree]."""
    linewidth: float
    """Width of lines [pixel]."""
    glow: float
    """Emission of the selected body."""
    realtime: float
    """Speed of a viewer to begin with, 1: real time."""
    offwidth: int
    """Greatest width of pictures [pixel]."""
    offheight: int
    """Greatest height of pictures [pixel]."""
    ellipsoidinertia: int
    """1: inertia is shown by ellipsoids, not boxes."""
    bvactive: int
    """1: bounding volumes in use are shown."""

class VisualHeadlight:
    """`model.vis.headlight`."""

    ambient: Array[np.float32]
    """Ambient colour (shape 3)."""
    diffuse: Array[np.float32]
    """Diffuse colour (shape 3)."""
    specular: Array[np.float32]
    """Specular colour (shape 3)."""
    active: int
    """Light at the camera: 0 off, 1 on, 2 as the renderer chooses."""

class VisualMap:
    """`model.vis.map`."""

    stiffness: float
    """Stiffness of dragging with the mouse."""
    stiffnessrot: float
    """Stiffness of turning with the mouse."""
    force: float
    """Length of the arrow of a force [m/N]."""
    torque: float
    """Length of the arrow of a torque [m/(N m)]."""
    alpha: float
    """Scale of opacity where things are shown transparent."""
    fogstart: float
    """Distance at which fog begins [extent]."""
    fogend: float
    """Distance at which fog hides everything [extent]."""
    znear: float
    """Nearest that a camera sees [extent]."""
    zfar: float
    """Farthest that a camera sees [extent]."""
    haze: float
    """Share of the way to the horizon that haze covers."""
    shadowclip: float
    """Half width of shadows of directional lights [extent]."""
    shadowscale: float
    """Share of the cone of a spot light that has shadows."""
    actuatortendon: float
    """Scale of the width of tendons that show actuators."""

class VisualQuality:
    """`model.vis.quality`."""

    shadowsize: int
    """Width of shadow maps, for renderers that have such [pixel]."""
    offsamples: int
    """Samples of each pixel."""
    numslices: int
    """Slices of round shapes, for renderers that draw triangles."""
    numstacks: int
    """Stacks of round shapes, for renderers that draw triangles."""
    numquads: int
    """Squares along the side of a box, for renderers that draw triangles."""

class VisualRgba:
    """`model.vis.rgba`."""

    fog: Array[np.float32]
    """Colour of fog (shape 4)."""
    haze: Array[np.float32]
    """Colour of haze (shape 4)."""
    force: Array[np.float32]
    """Colour of applied forces (shape 4)."""
    inertia: Array[np.float32]
    """Colour of inertia (shape 4)."""
    joint: Array[np.float32]
    """Colour of joints (shape 4)."""
    actuator: Array[np.float32]
    """Colour of actuators at rest (shape 4)."""
    actuatornegative: Array[np.float32]
    """Colour of actuators at their negative limit (shape 4)."""
    actuatorpositive: Array[np.float32]
    """Colour of actuators at their positive limit (shape 4)."""
    com: Array[np.float32]
    """Colour of centres of mass (shape 4)."""
    camera: Array[np.float32]
    """Colour of cameras (shape 4)."""
    light: Array[np.float32]
    """Colour of lights (shape 4)."""
    selectpoint: Array[np.float32]
    """Colour of the selected point (shape 4)."""
    connect: Array[np.float32]
    """Colour of lines between bodies and their parents (shape 4)."""
    contactpoint: Array[np.float32]
    """Colour of contact points (shape 4)."""
    contactforce: Array[np.float32]
    """Colour of contact forces (shape 4)."""
    contactfriction: Array[np.float32]
    """Colour of friction forces of contacts (shape 4)."""
    contacttorque: Array[np.float32]
    """Colour of torques of contacts (shape 4)."""
    contactgap: Array[np.float32]
    """Colour of contacts within their gap (shape 4)."""
    rangefinder: Array[np.float32]
    """Colour of rays of rangefinders (shape 4)."""
    constraint: Array[np.float32]
    """Colour of violated constraints (shape 4)."""
    slidercrank: Array[np.float32]
    """Colour of slider-cranks (shape 4)."""
    crankbroken: Array[np.float32]
    """Colour of slider-cranks that do not reach (shape 4)."""
    frustum: Array[np.float32]
    """Colour of frustums of cameras (shape 4)."""
    bv: Array[np.float32]
    """Colour of bounding volumes (shape 4)."""
    bvactive: Array[np.float32]
    """Colour of bounding volumes in use (shape 4)."""

class VisualScale:
    """`model.vis.scale`."""

    forcewidth: float
    """Width of arrows of forces [mean size]."""
    contactwidth: float
    """Width of contact points [mean size]."""
    contactheight: float
    """Height of contact points [mean size]."""
    connect: float
    """Width of lines between bodies and their parents [mean size]."""
    com: float
    """Radius of centres of mass [mean size]."""
    camera: float
    """Size of cameras [mean size]."""
    light: float
    """Size of lights [mean size]."""
    selectpoint: float
    """Radius of the selected point [mean size]."""
    jointlength: float
    """Length of joints [mean size]."""
    jointwidth: float
    """Width of joints [mean size]."""
    actuatorlength: float
    """Length of actuators [mean size]."""
    actuatorwidth: float
    """Width of actuators [mean size]."""
    framelength: float
    """Length of the axes of frames [mean size]."""
    framewidth: float
    """Width of the axes of frames [mean size]."""
    constraint: float
    """Width of violated constraints [mean size]."""
    slidercrank: float
    """Width of slider-cranks [mean size]."""
    frustum: float
    """Length of the frustums of cameras [mean size]."""

class VisualFields:
    """`model.vis`: what pictures are made with."""

    global_: Fixed[VisualGlobal]
    headlight: Fixed[VisualHeadlight]
    map: Fixed[VisualMap]
    quality: Fixed[VisualQuality]
    rgba: Fixed[VisualRgba]
    scale: Fixed[VisualScale]


class ModelFields:
    """Sizes and fields of a Model."""

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
    maxsdf: Fixed[int]
    """Room for signed distance grids."""
    maxsdfdata: Fixed[int]
    """Room for samples of all grids."""
    maxsdfblock: Fixed[int]
    """Room for blocks of cells that surfaces pass through."""
    maxsdfpoint: Fixed[int]
    """Room for points of surfaces."""
    opt_density: float
    """Density of the medium [kg/m^3]."""
    opt_viscosity: float
    """Dynamic viscosity of the medium [Pa s]."""
    opt_integrator: int
    """Integrator."""
    opt_cone: int
    """ConeType."""
    opt_jacobian: int
    """JacobianType."""
    opt_solver: int
    """SolverType."""
    opt_noslip_iterations: int
    """Noslip solver: most iterations."""
    opt_disableflags: int
    """DisableBit, combined."""
    opt_enableflags: int
    """EnableBit, combined."""
    opt_sensor_noise: bool
    """Sensors have noise."""
    flg_adhesion: bool
    """Geoms or pairs have adhesion; without it that of contacts gives no force."""
    opt_timestep: float
    """Time step [s]."""
    opt_impratio: float
    """Impedance of friction relative to that of the normal."""
    opt_tolerance: float
    """Constraint solver: stop below this scaled improvement."""
    opt_ls_tolerance: float
    """Line search: stop below this scaled slope."""
    opt_noslip_tolerance: float
    """Noslip solver: stop below this scaled improvement."""
    opt_ccd_tolerance: float
    """Convex collision: accuracy of distances [m]."""
    opt_sleep_tolerance: float
    """Velocity below which a tree may fall asleep."""
    opt_gravity: Array[np.float64]
    """Gravity [m/s^2] (shape 3)."""
    opt_wind: Array[np.float64]
    """Velocity of the medium [m/s] (shape 3)."""
    opt_magnetic: Array[np.float64]
    """Magnetic field (shape 3)."""
    opt_o_margin: float
    """Contact override: margin [m]."""
    opt_o_solref: Array[np.float64]
    """Contact override: solref (shape 2)."""
    opt_o_solimp: Array[np.float64]
    """Contact override: solimp (shape 5)."""
    opt_o_friction: Array[np.float64]
    """Contact override: friction (shape 5)."""
    opt_iterations: int
    """Constraint solver: most iterations."""
    opt_ls_iterations: int
    """Line search: most iterations."""
    opt_ccd_iterations: int
    """Convex collision: most iterations."""
    opt_disableactuator: int
    """Actuator groups that are switched off, as bits."""
    opt_sdf_initpoints: int
    """Signed distance collision: starting points."""
    opt_sdf_iterations: int
    """Signed distance collision: descent steps."""
    opt_sensor_noise_seed: int
    """Seed of that noise in a new Data."""
    stat_meaninertia: float
    """Mean of the mass matrix's diagonal at qpos0."""
    stat_meanmass: float
    """Mean mass of the moving bodies [kg]."""
    stat_meansize: float
    """Mean body size [m]."""
    stat_extent: float
    """Extent of the whole model [m]."""
    stat_center: Array[np.float64]
    """Centre of the whole model [m] (shape 3)."""
    choices_signature: Fixed[int]
    """Hash of the choices for which plans were made, not negative."""
    qpos0: Array[np.float64]
    """Configuration in which the model was written (shape nq)."""
    qpos_spring: Array[np.float64]
    """Configuration in which joint springs are at rest (shape nq)."""
    body_parentid: FixedArray[np.int32]
    """Parent; the world is its own (shape nbody)."""
    body_rootid: FixedArray[np.int32]
    """Ancestor that stands on the world (shape nbody)."""
    body_weldid: FixedArray[np.int32]
    """Topmost body without joints between it and this one (shape nbody)."""
    body_mocapid: FixedArray[np.int32]
    """Mocap index, -1 if it is not a mocap body (shape nbody)."""
    body_jntnum: FixedArray[np.int32]
    """Number of joints (shape nbody)."""
    body_jntadr: FixedArray[np.int32]
    """First joint, -1 for none (shape nbody)."""
    body_dofnum: FixedArray[np.int32]
    """Number of dofs (shape nbody)."""
    body_dofadr: FixedArray[np.int32]
    """First dof, -1 for none (shape nbody)."""
    body_treeid: FixedArray[np.int32]
    """Kinematic tree, -1 for what never moves (shape nbody)."""
    body_geomnum: FixedArray[np.int32]
    """Number of geoms (shape nbody)."""
    body_geomadr: FixedArray[np.int32]
    """First geom, -1 for none (shape nbody)."""
    body_bvhadr: FixedArray[np.int32]
    """Root of the tree over its geoms, -1 for none (shape nbody)."""
    body_bvhnum: FixedArray[np.int32]
    """Number of nodes of that tree (shape nbody)."""
    body_mass: Array[np.float64]
    """Mass [kg]; `corten.set_const` after a change (shape nbody)."""
    body_simple: Array[np.uint8]
    """1: diagonal block of the mass matrix; 2: and only slides (shape nbody)."""
    body_sameframe: Array[np.uint8]
    """SameFrame of the inertial frame (shape nbody)."""
    body_pos: Array[np.float64]
    """Frame position in the parent [m] (shape nbody × 3)."""
    body_quat: Array[np.float64]
    """Frame orientation in the parent (shape nbody × 4)."""
    body_ipos: Array[np.float64]
    """Centre of mass in the body frame [m] (shape nbody × 3)."""
    body_iquat: Array[np.float64]
    """Principal axes of inertia in the body frame (shape nbody × 4)."""
    body_subtreemass: Array[np.float64]
    """Mass of the body and all its descendants [kg] (shape nbody)."""
    body_inertia: Array[np.float64]
    """Principal moments of inertia [kg m^2] (shape nbody × 3)."""
    body_invweight0: Array[np.float64]
    """Mean inverse inertia at qpos0: translation, rotation (shape nbody × 2)."""
    body_gravcomp: Array[np.float64]
    """Share of the weight that is compensated (shape nbody)."""
    body_margin: Array[np.float64]
    """Largest margin plus gap of its geoms [m] (shape nbody)."""
    body_contype: Array[np.int32]
    """Contact types of all its geoms (shape nbody)."""
    body_conaffinity: Array[np.int32]
    """Contact affinities of all its geoms (shape nbody)."""
    body_user: Array[np.float64]
    """User numbers (shape nbody × nuser_body)."""
    jnt_type: FixedArray[np.int32]
    """JointType (shape njnt)."""
    jnt_qposadr: FixedArray[np.int32]
    """First coordinate in qpos (shape njnt)."""
    jnt_dofadr: FixedArray[np.int32]
    """First dof in qvel (shape njnt)."""
    jnt_bodyid: FixedArray[np.int32]
    """Body that it moves (shape njnt)."""
    jnt_actuatorid: FixedArray[np.int32]
    """Actuator that adds damping or armature, -1 for none (shape njnt)."""
    jnt_plasticadr: FixedArray[np.int32]
    """First number in plastic, -1 for an elastic spring (shape njnt)."""
    jnt_group: Array[np.int32]
    """Group (shape njnt)."""
    jnt_limited: Array[np.bool_]
    """Has limits (shape njnt)."""
    jnt_actfrclimited: Array[np.bool_]
    """Has a limit of its total actuator force (shape njnt)."""
    jnt_actgravcomp: Array[np.bool_]
    """Gravity compensation counts as actuator force (shape njnt)."""
    jnt_solref: Array[np.float64]
    """Solref of the limit (shape njnt × 2)."""
    jnt_solimp: Array[np.float64]
    """Solimp of the limit (shape njnt × 5)."""
    jnt_pos: Array[np.float64]
    """Anchor in the body frame [m] (shape njnt × 3)."""
    jnt_axis: Array[np.float64]
    """Axis in the body frame, unit length (shape njnt × 3)."""
    jnt_stiffness: Array[np.float64]
    """Linear spring coefficient (shape njnt)."""
    jnt_stiffnesspoly: Array[np.float64]
    """Quadratic and cubic spring coefficients (shape njnt × 2)."""
    jnt_springyield: Array[np.float64]
    """Deflection of the spring from which on it yields [m or rad] (shape njnt)."""
    jnt_range: Array[np.float64]
    """Limits [m or rad] (shape njnt × 2)."""
    jnt_actfrcrange: Array[np.float64]
    """Limits of the total actuator force (shape njnt × 2)."""
    jnt_margin: Array[np.float64]
    """Distance to a limit at which it is seen (shape njnt)."""
    jnt_user: Array[np.float64]
    """User numbers (shape njnt × nuser_jnt)."""
    dof_bodyid: FixedArray[np.int32]
    """Body (shape nv)."""
    dof_jntid: FixedArray[np.int32]
    """Joint (shape nv)."""
    dof_parentid: FixedArray[np.int32]
    """Next dof towards the root, -1 for none (shape nv)."""
    dof_treeid: FixedArray[np.int32]
    """Kinematic tree (shape nv)."""
    dof_Madr: FixedArray[np.int32]
    """Its diagonal entry in the path storage of the mass matrix (shape nv)."""
    dof_simplenum: FixedArray[np.int32]
    """Number of simple dofs from here on (shape nv)."""
    dof_solref: Array[np.float64]
    """Solref of the friction loss (shape nv × 2)."""
    dof_solimp: Array[np.float64]
    """Solimp of the friction loss (shape nv × 5)."""
    dof_frictionloss: Array[np.float64]
    """Friction loss [N or N m] (shape nv)."""
    dof_armature: Array[np.float64]
    """Added inertia [kg or kg m^2] (shape nv)."""
    dof_damping: Array[np.float64]
    """Linear damping coefficient (shape nv)."""
    dof_dampingpoly: Array[np.float64]
    """Quadratic and cubic damping coefficients (shape nv × 2)."""
    dof_invweight0: Array[np.float64]
    """Diagonal of the inverse mass matrix at qpos0 (shape nv)."""
    dof_M0: Array[np.float64]
    """Diagonal of the mass matrix at qpos0 (shape nv)."""
    dof_length: Array[np.float64]
    """1 for translations, a length scale for rotations [m] (shape nv)."""
    tree_sleep_policy: Array[np.int32]
    """SleepPolicy (shape ntree)."""
    tree_bodyadr: FixedArray[np.int32]
    """First body (shape ntree)."""
    tree_bodynum: FixedArray[np.int32]
    """Number of bodies (shape ntree)."""
    tree_dofadr: FixedArray[np.int32]
    """First dof (shape ntree)."""
    tree_dofnum: FixedArray[np.int32]
    """Number of dofs (shape ntree)."""
    bvh_depth: FixedArray[np.int32]
    """Depth of each node, 0 for a root (shape nbvh)."""
    bvh_child: FixedArray[np.int32]
    """Both children, counted from the root, -1 for a leaf (shape nbvh × 2)."""
    bvh_nodeid: FixedArray[np.int32]
    """Geom, triangle of the mesh, or element of the flex, -1 for an inner node (shape nbvh)."""
    bvh_skip: FixedArray[np.int32]
    """Node behind all below this one, counted from the root (shape nbvh)."""
    bvh_aabb: Array[np.float64]
    """Box: centre and half sizes [m] (shape nbvhstatic × 6)."""
    geom_type: Array[np.int32]
    """GeomType (shape ngeom)."""
    geom_contype: Array[np.int32]
    """Contact type bits (shape ngeom)."""
    geom_conaffinity: Array[np.int32]
    """Contact affinity bits (shape ngeom)."""
    geom_condim: Array[np.int32]
    """Dimension of its contacts: 1, 3, 4 or 6 (shape ngeom)."""
    geom_dataid: Array[np.int32]
    """Mesh or height field, -1 for none (shape ngeom)."""
    geom_sdf: FixedArray[np.int32]
    """Grid of distances, -1 for none (shape ngeom)."""
    geom_matid: Array[np.int32]
    """Material, -1 for none (shape ngeom)."""
    geom_bodyid: FixedArray[np.int32]
    """Body (shape ngeom)."""
    geom_group: Array[np.int32]
    """Group (shape ngeom)."""
    geom_priority: Array[np.int32]
    """Priority of its contact parameters (shape ngeom)."""
    geom_sameframe: Array[np.uint8]
    """SameFrame (shape ngeom)."""
    geom_castshadow: Array[np.bool_]
    """Throws a shadow (shape ngeom)."""
    geom_solmix: Array[np.float64]
    """Weight when contact parameters are mixed (shape ngeom)."""
    geom_solref: Array[np.float64]
    """Solref of contacts (shape ngeom × 2)."""
    geom_solimp: Array[np.float64]
    """Solimp of contacts (shape ngeom × 5)."""
    geom_size: Array[np.float64]
    """Sizes, by type [m] (shape ngeom × 3)."""
    geom_aabb: Array[np.float64]
    """Bounding box in its own frame: centre, half extents [m] (shape ngeom × 6)."""
    geom_rbound: Array[np.float64]
    """Radius of the bounding sphere [m]; 0 for planes (shape ngeom)."""
    geom_pos: Array[np.float64]
    """Position in the body frame [m] (shape ngeom × 3)."""
    geom_quat: Array[np.float64]
    """Orientation in the body frame (shape ngeom × 4)."""
    geom_friction: Array[np.float64]
    """Friction: sliding, torsional [m], rolling [m] (shape ngeom × 3)."""
    geom_margin: Array[np.float64]
    """Inflation for contacts [m] (shape ngeom)."""
    geom_gap: Array[np.float64]
    """Further distance at which contacts are seen [m] (shape ngeom)."""
    geom_surfacevel: Array[np.float64]
    """Surface velocity in its frame: linear, angular (shape ngeom × 6)."""
    geom_adhesion: Array[np.float64]
    """Adhesive force of its contacts [N] (shape ngeom)."""
    geom_fluid: Array[np.float64]
    """Coefficients of the ellipsoid fluid model (shape ngeom × 12)."""
    geom_user: Array[np.float64]
    """User numbers (shape ngeom × nuser_geom)."""
    geom_rgba: Array[np.float32]
    """Colour (shape ngeom × 4)."""
    site_type: Array[np.int32]
    """GeomType, for display (shape nsite)."""
    site_matid: Array[np.int32]
    """Material, -1 for none (shape nsite)."""
    site_bodyid: FixedArray[np.int32]
    """Body (shape nsite)."""
    site_dataid: FixedArray[np.int32]
    """Mesh, -1 for none (shape nsite)."""
    site_group: Array[np.int32]
    """Group (shape nsite)."""
    site_sameframe: Array[np.uint8]
    """SameFrame (shape nsite)."""
    site_size: Array[np.float64]
    """Sizes, by type [m] (shape nsite × 3)."""
    site_pos: Array[np.float64]
    """Position in the body frame [m] (shape nsite × 3)."""
    site_quat: Array[np.float64]
    """Orientation in the body frame (shape nsite × 4)."""
    site_user: Array[np.float64]
    """User numbers (shape nsite × nuser_site)."""
    site_rgba: Array[np.float32]
    """Colour (shape nsite × 4)."""
    cam_mode: Array[np.int32]
    """CamLightMode (shape ncam)."""
    cam_bodyid: Array[np.int32]
    """Body (shape ncam)."""
    cam_targetbodyid: Array[np.int32]
    """Body that it looks at, -1 for none (shape ncam)."""
    cam_resolution: FixedArray[np.int32]
    """Width and height [pixels] (shape ncam × 2)."""
    cam_output: FixedArray[np.int32]
    """CamOutputBit, combined (shape ncam)."""
    cam_pos: Array[np.float64]
    """Position in the body frame [m] (shape ncam × 3)."""
    cam_quat: Array[np.float64]
    """Orientation in the body frame (shape ncam × 4)."""
    cam_poscom0: Array[np.float64]
    """World position relative to the subtree's centre of mass at qpos0 [m] (shape ncam × 3)."""
    cam_pos0: Array[np.float64]
    """World position relative to the body at qpos0 [m] (shape ncam × 3)."""
    cam_mat0: Array[np.float64]
    """World orientation at qpos0 (shape ncam × 9)."""
    cam_projection: Array[np.int32]
    """Projection (shape ncam)."""
    cam_fovy: Array[np.float64]
    """Vertical field of view [deg, or m if orthographic] (shape ncam)."""
    cam_ipd: Array[np.float64]
    """Distance between the eyes [m] (shape ncam)."""
    cam_sensorsize: Array[np.float32]
    """Width and height of the sensor [m] (shape ncam × 2)."""
    cam_intrinsic: Array[np.float32]
    """Focal lengths and principal point [m] (shape ncam × 4)."""
    cam_user: Array[np.float64]
    """User numbers (shape ncam × nuser_cam)."""
    light_mode: Array[np.int32]
    """CamLightMode (shape nlight)."""
    light_bodyid: Array[np.int32]
    """Body (shape nlight)."""
    light_targetbodyid: Array[np.int32]
    """Body that it shines at, -1 for none (shape nlight)."""
    light_texid: Array[np.int32]
    """Texture of an image light, -1 for none (shape nlight)."""
    light_type: Array[np.int32]
    """LightType (shape nlight)."""
    light_castshadow: Array[np.bool_]
    """Throws shadows (shape nlight)."""
    light_bulbradius: Array[np.float32]
    """Radius of the source, for soft shadows [m] (shape nlight)."""
    light_intensity: Array[np.float32]
    """Intensity [cd] (shape nlight)."""
    light_range: Array[np.float32]
    """Reach [m] (shape nlight)."""
    light_active: Array[np.bool_]
    """Is on (shape nlight)."""
    light_pos: Array[np.float64]
    """Position in the body frame [m] (shape nlight × 3)."""
    light_dir: Array[np.float64]
    """Direction in the body frame (shape nlight × 3)."""
    light_poscom0: Array[np.float64]
    """World position relative to the subtree's centre of mass at qpos0 [m] (shape nlight × 3)."""
    light_pos0: Array[np.float64]
    """World position relative to the body at qpos0 [m] (shape nlight × 3)."""
    light_dir0: Array[np.float64]
    """World direction at qpos0 (shape nlight × 3)."""
    light_attenuation: Array[np.float32]
    """Constant, linear and quadratic attenuation (shape nlight × 3)."""
    light_cutoff: Array[np.float32]
    """Half angle of a spot light [deg] (shape nlight)."""
    light_softness: Array[np.float32]
    """Softness of a spot's edge (shape nlight)."""
    light_exponent: Array[np.float32]
    """How a spot fades towards its edge (shape nlight)."""
    light_ambient: Array[np.float32]
    """Ambient colour (shape nlight × 3)."""
    light_diffuse: Array[np.float32]
    """Diffuse colour (shape nlight × 3)."""
    light_specular: Array[np.float32]
    """Specular colour (shape nlight × 3)."""
    actuator_dyntype: Array[np.int32]
    """DynType (shape nactuator)."""
    actuator_gaintype: Array[np.int32]
    """GainType (shape nactuator)."""
    actuator_biastype: Array[np.int32]
    """BiasType (shape nactuator)."""
    actuator_trntype: FixedArray[np.int32]
    """TransmissionType (shape nactuator)."""
    actuator_ctrladr: FixedArray[np.int32]
    """First control (shape nactuator)."""
    actuator_ctrlnum: FixedArray[np.int32]
    """Number of controls (shape nactuator)."""
    actuator_ctrlspec: FixedArray[np.int32]
    """What its controls are: CtrlInput, or CtrlChart of SO3 (shape nactuator)."""
    actuator_outadr: FixedArray[np.int32]
    """First force output (shape nactuator)."""
    actuator_outnum: FixedArray[np.int32]
    """Number of force outputs (shape nactuator)."""
    actuator_actadr: FixedArray[np.int32]
    """First activation, -1 for none (shape nactuator)."""
    actuator_actnum: FixedArray[np.int32]
    """Number of activations (shape nactuator)."""
    actuator_trnid: FixedArray[np.int32]
    """Joint, tendon, site or body that it pulls on (shape nactuator × 2)."""
    actuator_history: FixedArray[np.int32]
    """Past controls: number of samples, Interpolation (shape nactuator × 2)."""
    actuator_historyadr: FixedArray[np.int32]
    """First number in history, -1 for none (shape nactuator)."""
    actuator_function: FixedArray[np.int32]
    """Users' functions of dynamics, gain and bias, -1 for none (shape nactuator × 3)."""
    actuator_cranklength: Array[np.float64]
    """Length of the rod of a slider-crank [m] (shape nactuator)."""
    actuator_dynprm: Array[np.float64]
    """Parameters of the dynamics (shape nactuator × 10)."""
    actuator_gainprm: Array[np.float64]
    """Parameters of the gain (shape nactuator × 10)."""
    actuator_biasprm: Array[np.float64]
    """Parameters of the bias (shape nactuator × 10)."""
    actuator_actlimited: Array[np.bool_]
    """Activation is limited (shape nactuator)."""
    actuator_actrange: Array[np.float64]
    """Limits of the activation (shape nactuator × 2)."""
    actuator_actearly: Array[np.bool_]
    """Force follows the next activation (shape nactuator)."""
    actuator_delay: Array[np.float64]
    """Time by which its controls act later [s] (shape nactuator)."""
    actuator_damping: Array[np.float64]
    """Linear damping that it adds (shape nactuator)."""
    actuator_dampingpoly: Array[np.float64]
    """Quadratic and cubic damping that it adds (shape nactuator × 2)."""
    actuator_armature: Array[np.float64]
    """Inertia that it adds (shape nactuator)."""
    actuator_group: Array[np.int32]
    """Group (shape nactuator)."""
    actuator_user: Array[np.float64]
    """User numbers (shape nactuator × nuser_actuator)."""
    actuator_forcelimited: Array[np.bool_]
    """Force is limited (shape nactuator)."""
    actuator_forcerange: Array[np.float64]
    """Limits of the force (shape nactuator × 2)."""
    actuator_ctrllimited: Array[np.bool_]
    """Control is limited (shape nu)."""
    actuator_ctrlrange: Array[np.float64]
    """Limits of the control (shape nu × 2)."""
    actuator_gear: Array[np.float64]
    """Scale of length and force, by transmission (shape nout × 6)."""
    actuator_acc0: Array[np.float64]
    """Acceleration that a unit force gives at qpos0 (shape nout)."""
    actuator_length0: Array[np.float64]
    """Length at qpos0 (shape nout)."""
    actuator_lengthrange: Array[np.float64]
    """Feasible lengths (shape nout × 2)."""
    actuator_hillid: FixedArray[np.int32]
    """Hill muscle that the actuator is, -1 for none (shape nactuator)."""
    hill_actuatorid: FixedArray[np.int32]
    """Actuator that the muscle is (shape nhill)."""
    hill_fmax: Array[np.float64]
    """Maximal isometric force of the fibres [N] (shape nhill)."""
    hill_lopt: Array[np.float64]
    """Optimal fibre length [m] (shape nhill)."""
    hill_lslack: Array[np.float64]
    """Tendon slack length [m] (shape nhill)."""
    hill_pennation: Array[np.float64]
    """Pennation angle at optimal fibre length [rad] (shape nhill)."""
    hill_vmax: Array[np.float64]
    """Maximal shortening velocity [optimal fibre lengths / s] (shape nhill)."""
    hill_strain: Array[np.float64]
    """Tendon strain at maximal isometric force; 0 with a rigid tendon (shape nhill)."""
    hill_passive: Array[np.float64]
    """Strain of passive fibres at maximal isometric force (shape nhill)."""
    hill_damping: Array[np.float64]
    """Fibre damping [maximal isometric forces / vmax] (shape nhill)."""
    hill_scale: Array[np.float64]
    """Path length by actuator_length [m per unit of it] (shape nhill)."""
    hill_offset: Array[np.float64]
    """Path length where actuator_length is 0 [m] (shape nhill)."""
    pair_dim: Array[np.int32]
    """Dimension of the contacts: 1, 3, 4 or 6 (shape npair)."""
    pair_geom1: Array[np.int32]
    """First geom (shape npair)."""
    pair_geom2: Array[np.int32]
    """Second geom (shape npair)."""
    pair_signature: FixedArray[np.int32]
    """Both bodies in one number: (body1 << 16) + body2 (shape npair)."""
    exclude_signature: FixedArray[np.int32]
    """Both bodies in one number: (body1 << 16) + body2 (shape nexclude)."""
    near_count: Fixed[int]
    """Pairs of geoms that may touch."""
    near_geom: FixedArray[np.int32]
    """Both geoms of these pairs, in the order of contacts, lower type first (shape nnear × 2)."""
    near_pair: FixedArray[np.int32]
    """Explicit contact pair, -1 for none (shape nnear)."""
    near_end: FixedArray[np.int32]
    """Where a run of pairs ends: many of two bodies, or what stands between (shape nnear)."""
    near_together: FixedArray[np.int32]
    """1 for a pair of a run of two bodies (shape nnear)."""
    geom_near: FixedArray[np.int32]
    """1 for a geom of these pairs (shape ngeom)."""
    body_near: FixedArray[np.int32]
    """1 for a body of such a run (shape nbody)."""
    pair_solref: Array[np.float64]
    """Solref along the normal (shape npair × 2)."""
    pair_solreffriction: Array[np.float64]
    """Solref along the friction directions (shape npair × 2)."""
    pair_solimp: Array[np.float64]
    """Solimp (shape npair × 5)."""
    pair_margin: Array[np.float64]
    """Inflation for contacts [m] (shape npair)."""
    pair_gap: Array[np.float64]
    """Further distance at which contacts are seen [m] (shape npair)."""
    pair_adhesion: Array[np.float64]
    """Adhesive force of the contacts [N] (shape npair)."""
    pair_friction: Array[np.float64]
    """Friction: two tangents, spin, two rolls (shape npair × 5)."""
    eq_type: Array[np.int32]
    """EqualityType (shape neq)."""
    eq_obj1id: Array[np.int32]
    """First object (shape neq)."""
    eq_obj2id: Array[np.int32]
    """Second object, -1 for none (shape neq)."""
    eq_objtype: Array[np.int32]
    """ObjectType of both (shape neq)."""
    eq_active0: Array[np.bool_]
    """Is on after a reset (shape neq)."""
    eq_solref: Array[np.float64]
    """Solref (shape neq × 2)."""
    eq_solimp: Array[np.float64]
    """Solimp (shape neq × 5)."""
    eq_data: Array[np.float64]
    """Anchors, relative poses or coefficients, by type (shape neq × 12)."""
    tendon_matid: Array[np.int32]
    """Material, -1 for none (shape ntendon)."""
    wrap_prm: Array[np.float64]
    """Joint coefficient, pulley divisor or side site (shape nwrap)."""
    tendon_type: FixedArray[np.int32]
    """TendonType (shape ntendon)."""
    tendon_adr: FixedArray[np.int32]
    """First element of the path (shape ntendon)."""
    tendon_num: FixedArray[np.int32]
    """Number of elements of the path (shape ntendon)."""
    tendon_actuatorid: FixedArray[np.int32]
    """Actuator that adds damping or armature, -1 for none (shape ntendon)."""
    tendon_plasticadr: FixedArray[np.int32]
    """First number in plastic, -1 for an elastic spring (shape ntendon)."""
    tendon_treenum: FixedArray[np.int32]
    """Number of trees along the path (shape ntendon)."""
    tendon_treeid: FixedArray[np.int32]
    """First two trees along the path (shape ntendon × 2)."""
    ten_J_rownnz: FixedArray[np.int32]
    """Jacobian: entries in each row (shape ntendon)."""
    ten_J_rowadr: FixedArray[np.int32]
    """Jacobian: first entry of each row (shape ntendon)."""
    ten_J_colind: FixedArray[np.int32]
    """Jacobian: dof of each entry (shape nJten)."""
    wrap_type: FixedArray[np.int32]
    """WrapType (shape nwrap)."""
    wrap_objid: FixedArray[np.int32]
    """Joint, site or geom, -1 for none (shape nwrap)."""
    tendon_group: Array[np.int32]
    """Group (shape ntendon)."""
    tendon_limited: Array[np.bool_]
    """Has limits (shape ntendon)."""
    tendon_actfrclimited: Array[np.bool_]
    """Has a limit of its total actuator force (shape ntendon)."""
    tendon_width: Array[np.float64]
    """Width, for display [m] (shape ntendon)."""
    tendon_solref_lim: Array[np.float64]
    """Solref of the limit (shape ntendon × 2)."""
    tendon_solimp_lim: Array[np.float64]
    """Solimp of the limit (shape ntendon × 5)."""
    tendon_solref_fri: Array[np.float64]
    """Solref of the friction loss (shape ntendon × 2)."""
    tendon_solimp_fri: Array[np.float64]
    """Solimp of the friction loss (shape ntendon × 5)."""
    tendon_range: Array[np.float64]
    """Limits of the length [m] (shape ntendon × 2)."""
    tendon_actfrcrange: Array[np.float64]
    """Limits of the total actuator force [N] (shape ntendon × 2)."""
    tendon_margin: Array[np.float64]
    """Distance to a limit at which it is seen [m] (shape ntendon)."""
    tendon_stiffness: Array[np.float64]
    """Linear spring coefficient (shape ntendon)."""
    tendon_stiffnesspoly: Array[np.float64]
    """Quadratic and cubic spring coefficients (shape ntendon × 2)."""
    tendon_damping: Array[np.float64]
    """Linear damping coefficient (shape ntendon)."""
    tendon_dampingpoly: Array[np.float64]
    """Quadratic and cubic damping coefficients (shape ntendon × 2)."""
    tendon_armature: Array[np.float64]
    """Inertia against changes of length [kg] (shape ntendon)."""
    tendon_frictionloss: Array[np.float64]
    """Friction loss [N] (shape ntendon)."""
    tendon_lengthspring: Array[np.float64]
    """Range of lengths in which the spring is at rest [m] (shape ntendon × 2)."""
    tendon_springyield: Array[np.float64]
    """Strain of the spring from which on it yields [m] (shape ntendon)."""
    tendon_length0: Array[np.float64]
    """Length at qpos0 [m] (shape ntendon)."""
    tendon_invweight0: Array[np.float64]
    """Inverse inertia at qpos0 (shape ntendon)."""
    tendon_user: Array[np.float64]
    """User numbers (shape ntendon × nuser_tendon)."""
    tendon_rgba: Array[np.float32]
    """Colour (shape ntendon × 4)."""
    sensor_objid: Array[np.int32]
    """What it measures (shape nsensor)."""
    sensor_refid: Array[np.int32]
    """Its reference frame, -1 for the world (shape nsensor)."""
    sensor_type: FixedArray[np.int32]
    """SensorType (shape nsensor)."""
    sensor_datatype: FixedArray[np.int32]
    """DataType (shape nsensor)."""
    sensor_needstage: FixedArray[np.int32]
    """ForwardPart after which it can be read (shape nsensor)."""
    sensor_objtype: FixedArray[np.int32]
    """ObjectType of what it measures (shape nsensor)."""
    sensor_reftype: FixedArray[np.int32]
    """ObjectType of its reference frame (shape nsensor)."""
    sensor_intprm: FixedArray[np.int32]
    """Parameters (shape nsensor × 3)."""
    sensor_dim: FixedArray[np.int32]
    """Number of readings (shape nsensor)."""
    sensor_adr: FixedArray[np.int32]
    """First reading in sensordata (shape nsensor)."""
    sensor_history: FixedArray[np.int32]
    """Past readings: number of samples, Interpolation (shape nsensor × 2)."""
    sensor_historyadr: FixedArray[np.int32]
    """First number in history, -1 for none (shape nsensor)."""
    sensor_function: FixedArray[np.int32]
    """User's function that reads it, -1 for none (shape nsensor)."""
    sensor_cutoff: Array[np.float64]
    """Largest reading, 0 for none (shape nsensor)."""
    sensor_noise: Array[np.float64]
    """Standard deviation of its noise (shape nsensor)."""
    sensor_delay: Array[np.float64]
    """Time by which its readings come later [s] (shape nsensor)."""
    sensor_interval: Array[np.float64]
    """Period and phase of its readings [s] (shape nsensor × 2)."""
    sensor_user: Array[np.float64]
    """User numbers (shape nsensor × nuser_sensor)."""
    mesh_collision: Array[np.int32]
    """MeshCollision (shape nmesh)."""
    mesh_vertadr: FixedArray[np.int32]
    """First vertex (shape nhull)."""
    mesh_vertnum: FixedArray[np.int32]
    """Number of vertices (shape nhull)."""
    mesh_faceadr: FixedArray[np.int32]
    """First face (shape nmesh)."""
    mesh_facenum: FixedArray[np.int32]
    """Number of faces (shape nmesh)."""
    mesh_normaladr: FixedArray[np.int32]
    """First normal (shape nmesh)."""
    mesh_normalnum: FixedArray[np.int32]
    """Number of normals (shape nmesh)."""
    mesh_texcoordadr: FixedArray[np.int32]
    """First texture coordinate, -1 for none (shape nmesh)."""
    mesh_texcoordnum: FixedArray[np.int32]
    """Number of texture coordinates (shape nmesh)."""
    mesh_graphadr: FixedArray[np.int32]
    """First entry of the hull's graph, -1 for none (shape nhull)."""
    mesh_bvhadr: FixedArray[np.int32]
    """Root of the tree over the triangles (shape nmesh)."""
    mesh_bvhnum: FixedArray[np.int32]
    """Number of nodes of that tree (shape nmesh)."""
    mesh_octadr: FixedArray[np.int32]
    """Root of the octree of distances, -1 for none (shape nmesh)."""
    mesh_octnum: FixedArray[np.int32]
    """Number of nodes of that octree (shape nmesh)."""
    mesh_extrema: FixedArray[np.int32]
    """Farthest vertices in the directions of a 3 x 3 x 3 grid (shape nhull × 27)."""
    mesh_start: FixedArray[np.int32]
    """By signs and order of a direction's components: the vertex of the hull that is farthest along most such directions, -1 for none, its row among all vertices, those of its neighbours (shape nhull × 64 × 10)."""
    mesh_pieceadr: FixedArray[np.int32]
    """First convex piece (shape nmesh)."""
    mesh_piecenum: FixedArray[np.int32]
    """Number of convex pieces, 0 unless it collides as such (shape nmesh)."""
    mesh_face: FixedArray[np.int32]
    """Vertices of each face (shape nmeshface × 3)."""
    mesh_facenormal: FixedArray[np.int32]
    """Normals of each face (shape nmeshface × 3)."""
    mesh_facetexcoord: FixedArray[np.int32]
    """Texture coordinates of each face (shape nmeshface × 3)."""
    mesh_graph: FixedArray[np.int32]
    """Vertices and edges of the convex hull (shape nmeshgraph)."""
    mesh_polynum: FixedArray[np.int32]
    """Number of polygons of the hull (shape nhull)."""
    mesh_polyadr: FixedArray[np.int32]
    """First polygon (shape nhull)."""
    mesh_polyvertadr: FixedArray[np.int32]
    """First vertex of each polygon (shape nmeshpoly)."""
    mesh_polyvertnum: FixedArray[np.int32]
    """Number of vertices of each polygon (shape nmeshpoly)."""
    mesh_polyvert: FixedArray[np.int32]
    """Vertices of polygons (shape nmeshpolyvert)."""
    mesh_polymapadr: FixedArray[np.int32]
    """First polygon around each vertex (shape nmeshvert)."""
    mesh_polymapnum: FixedArray[np.int32]
    """Number of polygons around each vertex (shape nmeshvert)."""
    mesh_polymap: FixedArray[np.int32]
    """Polygons around vertices (shape nmeshpolymap)."""
    piece_pos: Array[np.float64]
    """Place of a convex piece in the frame of its mesh; its vertices begin there [m] (shape npiece × 3)."""
    piece_aabb: Array[np.float64]
    """Box around it in the frame of its mesh: centre and half sizes [m] (shape npiece × 6)."""
    mesh_vert: Array[np.float32]
    """Vertices [m] (shape nmeshvert × 3)."""
    mesh_normal: Array[np.float32]
    """Normals (shape nmeshnormal × 3)."""
    mesh_texcoord: Array[np.float32]
    """Texture coordinates (shape nmeshtexcoord × 2)."""
    mesh_scale: Array[np.float64]
    """Scale that was applied to the file's vertices (shape nmesh × 3)."""
    mesh_pos: Array[np.float64]
    """Translation that was applied to the file's vertices [m] (shape nmesh × 3)."""
    mesh_quat: Array[np.float64]
    """Rotation that was applied to the file's vertices (shape nmesh × 4)."""
    mesh_polynormal: Array[np.float64]
    """Normals of polygons (shape nmeshpoly × 3)."""
    oct_depth: FixedArray[np.int32]
    """Depth of each node, 0 for a root (shape noct)."""
    oct_child: FixedArray[np.int32]
    """Children by corner, counted from the root, -1 for a leaf (shape noct × 8)."""
    oct_aabb: Array[np.float64]
    """Box: centre and half sizes [m] (shape noct × 6)."""
    oct_coeff: Array[np.float64]
    """Signed distances at the corners of the box [m] (shape noct × 8)."""
    hfield_nrow: FixedArray[np.int32]
    """Rows, along y (shape nhfield)."""
    hfield_ncol: FixedArray[np.int32]
    """Columns, along x (shape nhfield)."""
    hfield_adr: FixedArray[np.int32]
    """First elevation (shape nhfield)."""
    hfield_size: Array[np.float64]
    """Half extents in x and y, height of the top, depth of the base [m] (shape nhfield × 4)."""
    hfield_elevation: Array[np.float32]
    """Elevations, 0 to 1 (shape nhfielddata)."""
    mat_texid: Array[np.int32]
    """Material: textures by role, -1 for none (shape nmat × 10)."""
    tex_type: FixedArray[np.int32]
    """Texture: 2D, cube or skybox (shape ntex)."""
    tex_colorspace: FixedArray[np.int32]
    """Texture: colour space (shape ntex)."""
    tex_height: FixedArray[np.int32]
    """Texture: rows (shape ntex)."""
    tex_width: FixedArray[np.int32]
    """Texture: columns (shape ntex)."""
    tex_nchannel: FixedArray[np.int32]
    """Texture: channels (shape ntex)."""
    tex_adr: FixedArray[np.int64]
    """Texture: first byte, -1 where Model.texture_files names its file instead (shape ntex)."""
    tex_data: Array[np.uint8]
    """Texture: pixels (shape ntexdata)."""
    mat_texuniform: Array[np.bool_]
    """Material: texture keeps its size on every side (shape nmat)."""
    mat_texrepeat: Array[np.float32]
    """Material: repetitions of the texture (shape nmat × 2)."""
    mat_emission: Array[np.float32]
    """Material: emission (shape nmat)."""
    mat_specular: Array[np.float32]
    """Material: specularity (shape nmat)."""
    mat_shininess: Array[np.float32]
    """Material: shininess (shape nmat)."""
    mat_reflectance: Array[np.float32]
    """Material: reflectance (shape nmat)."""
    mat_metallic: Array[np.float32]
    """Material: metallic (shape nmat)."""
    mat_roughness: Array[np.float32]
    """Material: roughness (shape nmat)."""
    mat_rgba: Array[np.float32]
    """Material: colour (shape nmat × 4)."""
    skin_matid: Array[np.int32]
    """Material, -1 for none (shape nskin)."""
    skin_vertadr: FixedArray[np.int32]
    """First vertex (shape nskin)."""
    skin_vertnum: FixedArray[np.int32]
    """Number of vertices (shape nskin)."""
    skin_texcoordadr: FixedArray[np.int32]
    """First texture coordinate, -1 for none (shape nskin)."""
    skin_faceadr: FixedArray[np.int32]
    """First face (shape nskin)."""
    skin_facenum: FixedArray[np.int32]
    """Number of faces (shape nskin)."""
    skin_boneadr: FixedArray[np.int32]
    """First bone (shape nskin)."""
    skin_bonenum: FixedArray[np.int32]
    """Number of bones (shape nskin)."""
    skin_face: FixedArray[np.int32]
    """Vertices of each face (shape nskinface × 3)."""
    skin_bonevertadr: FixedArray[np.int32]
    """First vertex of each bone (shape nskinbone)."""
    skin_bonevertnum: FixedArray[np.int32]
    """Number of vertices of each bone (shape nskinbone)."""
    skin_bonebodyid: FixedArray[np.int32]
    """Body of each bone (shape nskinbone)."""
    skin_bonevertid: FixedArray[np.int32]
    """Vertices of bones (shape nskinbonevert)."""
    skin_group: Array[np.int32]
    """Group (shape nskin)."""
    skin_rgba: Array[np.float32]
    """Colour (shape nskin × 4)."""
    skin_inflate: Array[np.float32]
    """Inflation along the normals [m] (shape nskin)."""
    skin_vert: Array[np.float32]
    """Vertices [m] (shape nskinvert × 3)."""
    skin_texcoord: Array[np.float32]
    """Texture coordinates (shape nskintexvert × 2)."""
    skin_bonebindpos: Array[np.float32]
    """Position of each bone when it was bound [m] (shape nskinbone × 3)."""
    skin_bonebindquat: Array[np.float32]
    """Orientation of each bone when it was bound (shape nskinbone × 4)."""
    skin_bonevertweight: Array[np.float32]
    """Weights of the vertices of bones (shape nskinbonevert)."""
    mesh_triadr: FixedArray[np.int32]
    """First row of its triangles, -1 if it collides otherwise (shape nmesh)."""
    mesh_trivertadr: FixedArray[np.int32]
    """First row of its vertices, -1 if it collides otherwise (shape nmesh)."""
    mesh_coneadr: FixedArray[np.int32]
    """First row of the cones of its tree, -1 if it collides otherwise (shape nmesh)."""
    mesh_closed: FixedArray[np.int32]
    """1: its triangles enclose an inside (shape nmesh)."""
    tri_adjacent: FixedArray[np.int32]
    """Triangle of the mesh across each edge, -1 for none (shape ntri × 3)."""
    tri_opposite: FixedArray[np.int32]
    """Vertex of the mesh across each edge, -1 for none (shape ntri × 3)."""
    tri_owned: FixedArray[np.int32]
    """Bits 0 to 2: corners, 3 to 5: edges that stick out; each once in a mesh (shape ntri)."""
    trivert_ringadr: FixedArray[np.int32]
    """First neighbour (shape ntrivert)."""
    trivert_ringnum: FixedArray[np.int32]
    """Number of neighbours (shape ntrivert)."""
    tri_ring: FixedArray[np.int32]
    """Vertices of the mesh around each vertex (shape ntriring)."""
    tri_normal: Array[np.float64]
    """Unit normals of triangles, zeros without area (shape ntri × 3)."""
    tri_cone: Array[np.float64]
    """Cone of the normals below a node: axis, cosine, sine; cosine -1: all (shape ntricone × 5)."""
    trivert_normal: Array[np.float64]
    """Unit normals around vertices, weighted by angles (shape ntrivert × 3)."""
    flex_contype: Array[np.int32]
    """Bits of contact type (shape nflex)."""
    flex_conaffinity: Array[np.int32]
    """Bits of contact affinity (shape nflex)."""
    flex_condim: Array[np.int32]
    """Dimension of its contacts: 1, 3, 4 or 6 (shape nflex)."""
    flex_priority: Array[np.int32]
    """Priority of its contact parameters (shape nflex)."""
    flex_selfcollide: Array[np.int32]
    """FlexSelf: how it collides with itself (shape nflex)."""
    flex_passive: Array[np.int32]
    """1: its contacts are passive forces (shape nflex)."""
    flex_matid: Array[np.int32]
    """Material of each element, -1 for none (shape nflexelem)."""
    flex_dim: FixedArray[np.int32]
    """1: lines, 2: triangles, 3: tetrahedra (shape nflex)."""
    flex_interp: FixedArray[np.int32]
    """Order of interpolation between nodes, 0: vertices have bodies (shape nflex)."""
    flex_rigid: Array[np.bool_]
    """All its vertices lie in one body (shape nflex)."""
    flex_cellnum: FixedArray[np.int32]
    """Cells of nodes along each axis (shape nflex × 3)."""
    flex_nodeadr: FixedArray[np.int32]
    """First node (shape nflex)."""
    flex_nodenum: FixedArray[np.int32]
    """Number of nodes (shape nflex)."""
    flex_vertadr: FixedArray[np.int32]
    """First vertex (shape nflex)."""
    flex_vertnum: FixedArray[np.int32]
    """Number of vertices (shape nflex)."""
    flex_edgeadr: FixedArray[np.int32]
    """First edge (shape nflex)."""
    flex_edgenum: FixedArray[np.int32]
    """Number of edges (shape nflex)."""
    flex_elemadr: FixedArray[np.int32]
    """First element (shape nflex)."""
    flex_elemnum: FixedArray[np.int32]
    """Number of elements (shape nflex)."""
    flex_elemdataadr: FixedArray[np.int32]
    """First entry in flex_elem (shape nflex)."""
    flex_stiffnessadr: FixedArray[np.int32]
    """First number in flex_stiffness (shape nflex)."""
    flex_elemedgeadr: FixedArray[np.int32]
    """First entry in flex_elemedge (shape nflex)."""
    flex_bendingadr: FixedArray[np.int32]
    """First number in flex_bending (shape nflex)."""
    flex_plasticadr: FixedArray[np.int32]
    """First number in plastic, -1: it is elastic (shape nflex)."""
    flex_plasticmode: FixedArray[np.int32]
    """What yields: 1 bending, 2 stretching (shape nflex)."""
    flex_rodadr: FixedArray[np.int32]
    """First edge in those of rods that twist, -1: it is no such rod (shape nflex)."""
    flex_shellnum: FixedArray[np.int32]
    """Number of pieces of its shell (shape nflex)."""
    flex_shelldataadr: FixedArray[np.int32]
    """First entry in flex_shell (shape nflex)."""
    flex_texcoordadr: FixedArray[np.int32]
    """First texture coordinate, -1 for none (shape nflex)."""
    flex_edgeequality: FixedArray[np.int32]
    """Equality of its edges: 0 none, 1 lengths, 3 strain of cells (shape nflex)."""
    flex_bvhadr: FixedArray[np.int32]
    """Root of its tree of bounding boxes, -1 for none (shape nflex)."""
    flex_bvhnum: FixedArray[np.int32]
    """Number of bounding boxes (shape nflex)."""
    flex_nodebodyid: FixedArray[np.int32]
    """Body of each node (shape nflexnode)."""
    flex_vertbodyid: FixedArray[np.int32]
    """Body of each vertex, -1 where it follows nodes (shape nflexvert)."""
    flex_vertcell: FixedArray[np.int32]
    """Cell of nodes that each vertex lies in, -1 for none (shape nflexvert)."""
    flex_edge: FixedArray[np.int32]
    """Vertices of each edge, counted within the flex (shape nflexedge × 2)."""
    flex_edgeflap: FixedArray[np.int32]
    """Vertices of its two triangles opposite to each edge, -1 for none (shape nflexedge × 2)."""
    flex_elem: FixedArray[np.int32]
    """Vertices of elements, counted within the flex, dim + 1 for each (shape nflexelemdata)."""
    flex_elemtexcoord: FixedArray[np.int32]
    """Texture coordinates of elements, dim + 1 for each (shape nflexelemdata)."""
    flex_elemedge: FixedArray[np.int32]
    """Edges of elements, counted within the flex (shape nflexelemedge)."""
    flex_elemlayer: FixedArray[np.int32]
    """Layers between each element and the surface, 3D only (shape nflexelem)."""
    flex_shell: FixedArray[np.int32]
    """Vertices of the pieces of the shell, dim for each (shape nflexshelldata)."""
    flexelem_rodedge: FixedArray[np.int32]
    """Edge of a rod that twists that an element is, -1 for others (shape nflexelem)."""
    rodedge_vertid: FixedArray[np.int32]
    """Vertices of edges from end to end of a rod, counted over all flexes (shape nrodedge × 2)."""
    rodedge_jntid: FixedArray[np.int32]
    """Hinge by which each edge twists, -1: a body holds both of its ends (shape nrodedge)."""
    flexedge_J_rownnz: FixedArray[np.int32]
    """Jacobian of edges: entries in each row (shape nflexedge)."""
    flexedge_J_rowadr: FixedArray[np.int32]
    """Jacobian of edges: first entry of each row (shape nflexedge)."""
    flexedge_J_colind: FixedArray[np.int32]
    """Jacobian of edges: dof of each entry (shape nJfe)."""
    efm0_dofid: FixedArray[np.int32]
    """Constant factor of the metric: dof of each row (shape nefm0dof)."""
    efm0_L_rownnz: FixedArray[np.int32]
    """Constant factor of the metric: entries in each row (shape nefm0dof)."""
    efm0_L_rowadr: FixedArray[np.int32]
    """Constant factor of the metric: first entry of each row (shape nefm0dof)."""
    efm0_L_colind: FixedArray[np.int32]
    """Constant factor of the metric: column of each entry (shape nefm0L)."""
    efmK_rownnz: FixedArray[np.int32]
    """Metric with elastic flexes: entries in each row (shape nefmKrow)."""
    efmK_rowadr: FixedArray[np.int32]
    """Metric with elastic flexes: first entry of each row (shape nefmKrow)."""
    efmK_colind: FixedArray[np.int32]
    """Metric with elastic flexes: dof of each entry, ascending (shape nefmK)."""
    efmK_three: FixedArray[np.int32]
    """1, 2, 3 for each of three rows with the same columns, 0 for others (shape nefmKrow)."""
    elim_tree: FixedArray[np.int32]
    """Trees of flexes in the order of elimination (shape nelim)."""
    elim_panel: FixedArray[np.int32]
    """Panel of each of them: trees that are eliminated together, ascending (shape nelim)."""
    efmC_perm: FixedArray[np.int32]
    """Order in which the metric is factored: first dof of a vertex, or -1 (shape nefmCvert)."""
    flex_solmix: Array[np.float64]
    """Weight of its contact parameters in a mixture (shape nflex)."""
    flex_solref: Array[np.float64]
    """Solref of its contacts (shape nflex × 2)."""
    flex_solimp: Array[np.float64]
    """Solimp of its contacts (shape nflex × 5)."""
    flex_friction: Array[np.float64]
    """Friction: sliding, spinning, rolling (shape nflex × 3)."""
    flex_margin: Array[np.float64]
    """Distance below which contacts give force [m] (shape nflex)."""
    flex_gap: Array[np.float64]
    """Further distance up to which contacts are found [m] (shape nflex)."""
    flex_vert: Array[np.float64]
    """Vertices in the frames of their bodies [m] (shape nflexvert × 3)."""
    flex_vert0: Array[np.float64]
    """Vertices at qpos0, from 0 to 1 in the box around the flex (shape nflexvert × 3)."""
    flex_node: Array[np.float64]
    """Nodes in the frames of their bodies [m] (shape nflexnode × 3)."""
    flex_node0: Array[np.float64]
    """Nodes at qpos0, world [m] (shape nflexnode × 3)."""
    flexedge_length0: Array[np.float64]
    """Lengths of edges at qpos0 [m] (shape nflexedge)."""
    flexedge_invweight0: Array[np.float64]
    """Inverse weights of edges at qpos0 (shape nflexedge)."""
    flex_radius: Array[np.float64]
    """Radius around elements [m] (shape nflex)."""
    flex_size: Array[np.float64]
    """Half sizes of the box around its vertices at qpos0 [m] (shape nflex × 3)."""
    flex_stiffness: Array[np.float64]
    """Stiffness matrices of elements or cells (shape nflexstiffness)."""
    flex_bending: Array[np.float64]
    """Bending stiffness of edges, or of the joints of a rod (shape nflexbending)."""
    rodedge_frame0: Array[np.float64]
    """Direction of each edge and reference axis of its section at qpos0: world, or in the body that holds it (shape nrodedge × 6)."""
    rodedge_curve0: Array[np.float64]
    """Curvature at rest behind each edge, along both axes of its section (shape nrodedge × 2)."""
    efm0_L: Array[np.float64]
    """Factor of M + (h^2 + h damping) K of bending (shape nefm0L)."""
    flex_damping: Array[np.float64]
    """Damping of the elasticity, in proportion to stiffness [s] (shape nflex)."""
    flex_yield: Array[np.float64]
    """Strains at which stretching and bending yield, 0: elastic (shape nflex × 2)."""
    flex_edgestiffness: Array[np.float64]
    """Stiffness of edges [N/m] (shape nflex)."""
    flex_edgedamping: Array[np.float64]
    """Damping of edges [N s/m] (shape nflex)."""
    flexedge_rigid: Array[np.bool_]
    """Both vertices of the edge lie in one body (shape nflexedge)."""
    flex_centered: Array[np.bool_]
    """All its vertices lie at the origins of their bodies (shape nflex)."""
    flex_flatskin: Array[np.bool_]
    """It is shown with flat shading (shape nflex)."""
    flex_group: Array[np.int32]
    """Group (shape nflex)."""
    flex_activelayers: Array[np.int32]
    """Layers of elements that collide with their own kind, 3D only (shape nflex)."""
    flex_rgba: Array[np.float32]
    """Colour (shape nflex × 4)."""
    flex_texcoord: Array[np.float32]
    """Texture coordinates (shape nflextexcoord × 2)."""
    flex_deformable: FixedArray[np.int32]
    """Deformable: cloth, soft body or rope; 0: none of these (shape nflex)."""
    flex_substeps: FixedArray[np.int32]
    """How often a step solves for where its vertices go; 0: it is no deformable (shape nflex)."""
    flex_xpbdadr: FixedArray[np.int32]
    """First XPBD constraint (shape nflex)."""
    flex_xpbdnum: FixedArray[np.int32]
    """Number of XPBD constraints (shape nflex)."""
    xpbd_type: FixedArray[np.int32]
    """XpbdType (shape nxpbd)."""
    xpbd_flexid: FixedArray[np.int32]
    """Flex (shape nxpbd)."""
    xpbd_vertid: FixedArray[np.int32]
    """Vertices, counted over all flexes (shape nxpbd × 4)."""
    xpbd_pullid: FixedArray[np.int32]
    """Constraint whose strain is the tension of this one; -1: it has its own (shape nxpbd)."""
    xpbd_rowadr: FixedArray[np.int32]
    """First row (shape nxpbd)."""
    xpbd_coladr: FixedArray[np.int32]
    """First dof in xpbd_colind (shape nxpbd)."""
    xpbd_colnum: FixedArray[np.int32]
    """Number of dofs (shape nxpbd)."""
    xpbd_Jadr: FixedArray[np.int32]
    """First entry of its Jacobian, row by row (shape nxpbd)."""
    xpbd_colind: FixedArray[np.int32]
    """Dofs that move its vertices, ascending (shape nxpbdcol)."""
    xpbd_partadr: FixedArray[np.int32]
    """First part in xpbd_partid (shape nxpbd)."""
    xpbd_partnum: FixedArray[np.int32]
    """Number of constraints that it is the mean of, 0: it has vertices (shape nxpbd)."""
    xpbd_partid: FixedArray[np.int32]
    """These constraints (shape nxpbdpart)."""
    xpbd_rest: Array[np.float64]
    """Shape at rest, by type: length, inverse of the edges, angle, frames (shape nxpbd × 9)."""
    xpbd_compliance: Array[np.float64]
    """Compliance of each row: C^2 / (2 compliance) is its energy [J]; infinite for rows of tension (shape nxpbdrow)."""
    xpbd_partshare: Array[np.float64]
    """How much each of them counts in the mean (shape nxpbdpart)."""
    xpbd_stiffness: Array[np.float64]
    """What all rows together hold a body with at qpos0 [N/m] (shape nbody)."""
    nsdf: Fixed[int]
    """Signed distance grids."""
    nsdfdata: Fixed[int]
    """Samples of all grids."""
    nsdfblock: Fixed[int]
    """Blocks of cells that the surfaces of all grids pass through."""
    nsdfpoint: Fixed[int]
    """Points of the surfaces of all grids."""
    sdf_shape: FixedArray[np.int32]
    """Samples along x, y and z (shape maxsdf × 3)."""
    sdf_adr: FixedArray[np.int32]
    """First sample (shape maxsdf)."""
    sdf_blockadr: FixedArray[np.int32]
    """First block of the surface (shape maxsdf)."""
    sdf_blocknum: FixedArray[np.int32]
    """Number of blocks (shape maxsdf)."""
    sdf_block: FixedArray[np.int32]
    """First point and number of points of each block (shape maxsdfblock × 2)."""
    sdf_origin: Array[np.float64]
    """First sample in the frame of the geom [m] (shape maxsdf × 3)."""
    sdf_cell: Array[np.float64]
    """Distance of samples [m] (shape maxsdf)."""
    sdf_distance: Array[np.float64]
    """Signed distances, z fastest, negative inside [m] (shape maxsdfdata)."""
    sdf_blockbox: Array[np.float64]
    """Lowest and highest corner of the points of each block [m] (shape maxsdfblock × 6)."""
    sdf_point: Array[np.float64]
    """Points of surfaces, frame of the geom, one for each cell [m] (shape maxsdfpoint × 3)."""
    numeric_adr: FixedArray[np.int32]
    """First number (shape nnumeric)."""
    numeric_size: FixedArray[np.int32]
    """Number of numbers (shape nnumeric)."""
    tuple_adr: FixedArray[np.int32]
    """First object (shape ntuple)."""
    tuple_size: FixedArray[np.int32]
    """Number of objects (shape ntuple)."""
    tuple_objtype: FixedArray[np.int32]
    """ObjectType of each object (shape ntupledata)."""
    tuple_objid: FixedArray[np.int32]
    """Id of each object (shape ntupledata)."""
    numeric_data: Array[np.float64]
    """All numbers (shape nnumericdata)."""
    tuple_objprm: Array[np.float64]
    """Parameter of each object (shape ntupledata)."""
    key_time: Array[np.float64]
    """Time [s] (shape nkey)."""
    key_qpos: Array[np.float64]
    """Qpos (shape nkey × nq)."""
    key_qvel: Array[np.float64]
    """Qvel (shape nkey × nv)."""
    key_act: Array[np.float64]
    """Act (shape nkey × na)."""
    key_mpos: Array[np.float64]
    """Mocap positions [m] (shape nkey × nmocap × 3)."""
    key_mquat: Array[np.float64]
    """Mocap orientations (shape nkey × nmocap × 4)."""
    key_ctrl: Array[np.float64]
    """Ctrl (shape nkey × nu)."""
    key_plastic: Array[np.float64]
    """Plastic (shape nkey × nplastic)."""
    M_rownnz: FixedArray[np.int32]
    """Mass matrix, rows of its lower triangle: entries in each row (shape nv)."""
    M_rowadr: FixedArray[np.int32]
    """Mass matrix: first entry of each row (shape nv)."""
    M_colind: FixedArray[np.int32]
    """Mass matrix: column of each entry; the diagonal stands last in its row (shape nC)."""
    D_rownnz: FixedArray[np.int32]
    """Velocity derivatives: entries in each row (shape nv)."""
    D_rowadr: FixedArray[np.int32]
    """Velocity derivatives: first entry of each row (shape nv)."""
    D_diag: FixedArray[np.int32]
    """Velocity derivatives: place of the diagonal in each row (shape nv)."""
    D_colind: FixedArray[np.int32]
    """Velocity derivatives: column of each entry (shape nD)."""
    mapM2D: FixedArray[np.int32]
    """Entry of M that stands at each entry of D (shape nD)."""
    mapD2M: FixedArray[np.int32]
    """Entry of D that stands at each entry of M (shape nC)."""
    B_rownnz: FixedArray[np.int32]
    """Body-by-dof incidence: entries in each row (shape nbody)."""
    B_rowadr: FixedArray[np.int32]
    """Body-by-dof incidence: first entry of each row (shape nbody)."""
    B_colind: FixedArray[np.int32]
    """Body-by-dof incidence: dof of each entry (shape nB)."""
    plugin: FixedArray[np.int32]
    """PluginKind; plugins of users are numbered from PluginKind.USER on (shape nplugin)."""
    plugin_stateadr: FixedArray[np.int32]
    """First number that it remembers (shape nplugin)."""
    plugin_statenum: FixedArray[np.int32]
    """How many numbers it remembers (shape nplugin)."""
    plugin_attradr: FixedArray[np.int32]
    """First character of its configuration (shape nplugin)."""
    plugin_attr: Array[np.uint8]
    """Values of configurations as text, each with a zero behind it (shape npluginattr)."""
    body_plugin: FixedArray[np.int32]
    """Plugin that pushes it, -1 for none (shape nbody)."""
    geom_plugin: FixedArray[np.int32]
    """Plugin that is its shape, -1 for none (shape ngeom)."""
    actuator_plugin: FixedArray[np.int32]
    """Plugin that gives its force, -1 for none (shape nactuator)."""
    sensor_plugin: FixedArray[np.int32]
    """Plugin that reads it, -1 for none (shape nsensor)."""
    plugin_prm: Array[np.float64]
    """Numbers of the configuration, in the plugin's order (shape nplugin × 8)."""
    vis_global_cameraid: int
    """Camera to begin with, -1: the free one."""
    vis_global_orthographic: int
    """1: the free camera is orthographic."""
    vis_global_fovy: float
    """Height of what the free camera sees [degree, or m where it is orthographic]."""
    vis_global_ipd: float
    """Distance between the eyes of the free camera [m]."""
    vis_global_azimuth: float
    """Azimuth of the free camera to begin with [degree]."""
    vis_global_elevation: float
    """Elevation of the free camera to begin with [degree]."""
    vis_global_linewidth: float
    """Width of lines [pixel]."""
    vis_global_glow: float
    """Emission of the selected body."""
    vis_global_realtime: float
    """Speed of a viewer to begin with, 1: real time."""
    vis_global_offwidth: int
    """Greatest width of pictures [pixel]."""
    vis_global_offheight: int
    """Greatest height of pictures [pixel]."""
    vis_global_ellipsoidinertia: int
    """1: inertia is shown by ellipsoids, not boxes."""
    vis_global_bvactive: int
    """1: bounding volumes in use are shown."""
    vis_quality_shadowsize: int
    """Width of shadow maps, for renderers that have such [pixel]."""
    vis_quality_offsamples: int
    """Samples of each pixel."""
    vis_quality_numslices: int
    """Slices of round shapes, for renderers that draw triangles."""
    vis_quality_numstacks: int
    """Stacks of round shapes, for renderers that draw triangles."""
    vis_quality_numquads: int
    """Squares along the side of a box, for renderers that draw triangles."""
    vis_headlight_ambient: Array[np.float32]
    """Ambient colour (shape 3)."""
    vis_headlight_diffuse: Array[np.float32]
    """Diffuse colour (shape 3)."""
    vis_headlight_specular: Array[np.float32]
    """Specular colour (shape 3)."""
    vis_headlight_active: int
    """Light at the camera: 0 off, 1 on, 2 as the renderer chooses."""
    vis_map_stiffness: float
    """Stiffness of dragging with the mouse."""
    vis_map_stiffnessrot: float
    """Stiffness of turning with the mouse."""
    vis_map_force: float
    """Length of the arrow of a force [m/N]."""
    vis_map_torque: float
    """Length of the arrow of a torque [m/(N m)]."""
    vis_map_alpha: float
    """Scale of opacity where things are shown transparent."""
    vis_map_fogstart: float
    """Distance at which fog begins [extent]."""
    vis_map_fogend: float
    """Distance at which fog hides everything [extent]."""
    vis_map_znear: float
    """Nearest that a camera sees [extent]."""
    vis_map_zfar: float
    """Farthest that a camera sees [extent]."""
    vis_map_haze: float
    """Share of the way to the horizon that haze covers."""
    vis_map_shadowclip: float
    """Half width of shadows of directional lights [extent]."""
    vis_map_shadowscale: float
    """Share of the cone of a spot light that has shadows."""
    vis_map_actuatortendon: float
    """Scale of the width of tendons that show actuators."""
    vis_scale_forcewidth: float
    """Width of arrows of forces [mean size]."""
    vis_scale_contactwidth: float
    """Width of contact points [mean size]."""
    vis_scale_contactheight: float
    """Height of contact points [mean size]."""
    vis_scale_connect: float
    """Width of lines between bodies and their parents [mean size]."""
    vis_scale_com: float
    """Radius of centres of mass [mean size]."""
    vis_scale_camera: float
    """Size of cameras [mean size]."""
    vis_scale_light: float
    """Size of lights [mean size]."""
    vis_scale_selectpoint: float
    """Radius of the selected point [mean size]."""
    vis_scale_jointlength: float
    """Length of joints [mean size]."""
    vis_scale_jointwidth: float
    """Width of joints [mean size]."""
    vis_scale_actuatorlength: float
    """Length of actuators [mean size]."""
    vis_scale_actuatorwidth: float
    """Width of actuators [mean size]."""
    vis_scale_framelength: float
    """Length of the axes of frames [mean size]."""
    vis_scale_framewidth: float
    """Width of the axes of frames [mean size]."""
    vis_scale_constraint: float
    """Width of violated constraints [mean size]."""
    vis_scale_slidercrank: float
    """Width of slider-cranks [mean size]."""
    vis_scale_frustum: float
    """Length of the frustums of cameras [mean size]."""
    vis_rgba_fog: Array[np.float32]
    """Colour of fog (shape 4)."""
    vis_rgba_haze: Array[np.float32]
    """Colour of haze (shape 4)."""
    vis_rgba_force: Array[np.float32]
    """Colour of applied forces (shape 4)."""
    vis_rgba_inertia: Array[np.float32]
    """Colour of inertia (shape 4)."""
    vis_rgba_joint: Array[np.float32]
    """Colour of joints (shape 4)."""
    vis_rgba_actuator: Array[np.float32]
    """Colour of actuators at rest (shape 4)."""
    vis_rgba_actuatornegative: Array[np.float32]
    """Colour of actuators at their negative limit (shape 4)."""
    vis_rgba_actuatorpositive: Array[np.float32]
    """Colour of actuators at their positive limit (shape 4)."""
    vis_rgba_com: Array[np.float32]
    """Colour of centres of mass (shape 4)."""
    vis_rgba_camera: Array[np.float32]
    """Colour of cameras (shape 4)."""
    vis_rgba_light: Array[np.float32]
    """Colour of lights (shape 4)."""
    vis_rgba_selectpoint: Array[np.float32]
    """Colour of the selected point (shape 4)."""
    vis_rgba_connect: Array[np.float32]
    """Colour of lines between bodies and their parents (shape 4)."""
    vis_rgba_contactpoint: Array[np.float32]
    """Colour of contact points (shape 4)."""
    vis_rgba_contactforce: Array[np.float32]
    """Colour of contact forces (shape 4)."""
    vis_rgba_contactfriction: Array[np.float32]
    """Colour of friction forces of contacts (shape 4)."""
    vis_rgba_contacttorque: Array[np.float32]
    """Colour of torques of contacts (shape 4)."""
    vis_rgba_contactgap: Array[np.float32]
    """Colour of contacts within their gap (shape 4)."""
    vis_rgba_rangefinder: Array[np.float32]
    """Colour of rays of rangefinders (shape 4)."""
    vis_rgba_constraint: Array[np.float32]
    """Colour of violated constraints (shape 4)."""
    vis_rgba_slidercrank: Array[np.float32]
    """Colour of slider-cranks (shape 4)."""
    vis_rgba_crankbroken: Array[np.float32]
    """Colour of slider-cranks that do not reach (shape 4)."""
    vis_rgba_frustum: Array[np.float32]
    """Colour of frustums of cameras (shape 4)."""
    vis_rgba_bv: Array[np.float32]
    """Colour of bounding volumes (shape 4)."""
    vis_rgba_bvactive: Array[np.float32]
    """Colour of bounding volumes in use (shape 4)."""
    def body(self, key: str | int) -> BodyConstants: ...
    def joint(self, key: str | int) -> JointConstants: ...
    def geom(self, key: str | int) -> GeomConstants: ...
    def site(self, key: str | int) -> SiteConstants: ...
    def camera(self, key: str | int) -> CameraConstants: ...
    def light(self, key: str | int) -> LightConstants: ...
    def actuator(self, key: str | int) -> ActuatorConstants: ...
    def tendon(self, key: str | int) -> TendonConstants: ...
    def flex(self, key: str | int) -> FlexConstants: ...
    def sensor(self, key: str | int) -> SensorConstants: ...
    def equality(self, key: str | int) -> EqualityConstants: ...
    def mesh(self, key: str | int) -> MeshConstants: ...
    def hfield(self, key: str | int) -> HfieldConstants: ...
    def texture(self, key: str | int) -> TextureConstants: ...
    def material(self, key: str | int) -> MaterialConstants: ...
    def numeric(self, key: str | int) -> NumericConstants: ...
    def tuple(self, key: str | int) -> TupleConstants: ...
    def key(self, key: str | int) -> KeyConstants: ...
    opt: Fixed[OptionFields]
    stat: Fixed[StatisticFields]
    vis: Fixed[VisualFields]
