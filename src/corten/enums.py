"""The closed sets: values are MuJoCo's where MuJoCo has the member, corten's own start at 100."""

from enum import IntEnum


class JointType(IntEnum):
    """How a joint moves its body."""

    FREE = 0
    BALL = 1
    SLIDE = 2
    HINGE = 3


# numbers that a joint has in qpos and in qvel
JOINT_COORDINATES = {JointType.FREE: 7, JointType.BALL: 4, JointType.SLIDE: 1, JointType.HINGE: 1}
JOINT_DOFS = {JointType.FREE: 6, JointType.BALL: 3, JointType.SLIDE: 1, JointType.HINGE: 1}


class GeomType(IntEnum):
    """Shape of a geom or site."""

    PLANE = 0
    HFIELD = 1
    SPHERE = 2
    CAPSULE = 3
    ELLIPSOID = 4
    CYLINDER = 5
    BOX = 6
    MESH = 7
    SDF = 8


class MeshCollision(IntEnum):
    """What collision takes a mesh for: its convex hull, as MuJoCo does, its triangles, or convex pieces of it."""

    HULL = 0
    TRIANGLES = 1
    DECOMPOSE = 2


class CollisionShape(IntEnum):
    """What collision takes a geom for: its GeomType, or one of corten's own from 9 on."""

    PLANE = 0
    HFIELD = 1
    SPHERE = 2
    CAPSULE = 3
    ELLIPSOID = 4
    CYLINDER = 5
    BOX = 6
    MESH = 7
    SDF = 8
    TRIANGLES = 9
    PIECES = 10
    GRID = 11
    EMPTY = 12


class Integrator(IntEnum):
    """How a step advances the state, with its word in MJCF; corten's own from 100 on."""

    word: str

    def __new__(cls, value: int, word: str) -> "Integrator":
        """Return a member with its word."""
        member = int.__new__(cls, value)
        member._value_, member.word = value, word
        return member

    EULER = 0, "Euler"
    RK4 = 1, "RK4"
    IMPLICIT = 2, "implicit"
    IMPLICITFAST = 3, "implicitfast"
    DISCRETE = 4, "discrete"
    IMPLICIT_SPRING_DAMPER = 100, "implicitspringdamper"


class SolverType(IntEnum):
    """Algorithm of the constraint solver; corten's own from 100 on."""

    PGS = 0
    CG = 1
    NEWTON = 2
    CG_STRICT = 100


class ConeType(IntEnum):
    """Shape of the friction cone."""

    PYRAMIDAL = 0
    ELLIPTIC = 1


class JacobianType(IntEnum):
    """Storage of the constraint Jacobian."""

    DENSE = 0
    SPARSE = 1
    AUTO = 2


class DisableBit(IntEnum):
    """Bits of `opt.disableflags`: standard features that are switched off."""

    CONSTRAINT = 1
    EQUALITY = 2
    FRICTIONLOSS = 4
    LIMIT = 8
    CONTACT = 16
    SPRING = 32
    DAMPER = 64
    GRAVITY = 128
    CLAMPCTRL = 256
    WARMSTART = 512
    FILTERPARENT = 1024
    ACTUATION = 2048
    REFSAFE = 4096
    SENSOR = 8192
    MIDPHASE = 16384
    EULERDAMP = 32768
    AUTORESET = 65536
    NATIVECCD = 131072
    ISLAND = 262144
    MULTICCD = 524288


class EnableBit(IntEnum):
    """Bits of `opt.enableflags`: optional features that are switched on."""

    OVERRIDE = 1
    ENERGY = 2
    FWDINV = 4
    INVDISCRETE = 8
    SLEEP = 16
    DIAGEXACT = 32
    IPC = 64
    SPECULATIVE = 128


class EqualityType(IntEnum):
    """Kind of an equality constraint."""

    CONNECT = 0
    WELD = 1
    JOINT = 2
    TENDON = 3
    FLEX = 4
    FLEXVERT = 5
    FLEXSTRAIN = 6
    DISTANCE = 7
    DEFORMABLE = 100


class TendonType(IntEnum):
    """Kind of a tendon."""

    FIXED = 0
    SPATIAL = 1


class WrapType(IntEnum):
    """Kind of an element of a tendon path."""

    NONE = 0
    JOINT = 1
    PULLEY = 2
    SITE = 3
    SPHERE = 4
    CYLINDER = 5


class TransmissionType(IntEnum):
    """What an actuator pulls on."""

    JOINT = 0
    JOINTINPARENT = 1
    SLIDERCRANK = 2
    TENDON = 3
    SITE = 4
    BODY = 5
    SO3 = 6
    UNDEFINED = 1000


class DynType(IntEnum):
    """Dynamics of an actuator's activation."""

    NONE = 0
    INTEGRATOR = 1
    FILTER = 2
    FILTEREXACT = 3
    MUSCLE = 4
    DCMOTOR = 5
    PID = 6
    USER = 7


class GainType(IntEnum):
    """How an actuator scales its control or activation."""

    FIXED = 0
    AFFINE = 1
    MUSCLE = 2
    DCMOTOR = 3
    SO3 = 4
    PID = 5
    USER = 6


class BiasType(IntEnum):
    """What an actuator adds to its scaled control."""

    NONE = 0
    AFFINE = 1
    MUSCLE = 2
    DCMOTOR = 3
    SO3 = 4
    USER = 5


class ObjectType(IntEnum):
    """Kind of a named object."""

    UNKNOWN = 0
    BODY = 1
    XBODY = 2
    JOINT = 3
    DOF = 4
    GEOM = 5
    SITE = 6
    CAMERA = 7
    LIGHT = 8
    FLEX = 9
    MESH = 10
    SKIN = 11
    HFIELD = 12
    TEXTURE = 13
    MATERIAL = 14
    PAIR = 15
    EXCLUDE = 16
    EQUALITY = 17
    TENDON = 18
    ACTUATOR = 19
    SENSOR = 20
    NUMERIC = 21
    TEXT = 22
    TUPLE = 23
    KEY = 24
    PLUGIN = 25
    FRAME = 100
    DEFAULT = 101
    MODEL = 102


class SensorType(IntEnum):
    """What a sensor measures."""

    TOUCH = 0
    ACCELEROMETER = 1
    VELOCIMETER = 2
    GYRO = 3
    FORCE = 4
    TORQUE = 5
    MAGNETOMETER = 6
    RANGEFINDER = 7
    CAMPROJECTION = 8
    JOINTPOS = 9
    JOINTVEL = 10
    TENDONPOS = 11
    TENDONVEL = 12
    ACTUATORPOS = 13
    ACTUATORVEL = 14
    ACTUATORFRC = 15
    JOINTACTFRC = 16
    TENDONACTFRC = 17
    BALLQUAT = 18
    BALLANGVEL = 19
    JOINTLIMITPOS = 20
    JOINTLIMITVEL = 21
    JOINTLIMITFRC = 22
    TENDONLIMITPOS = 23
    TENDONLIMITVEL = 24
    TENDONLIMITFRC = 25
    FRAMEPOS = 26
    FRAMEQUAT = 27
    FRAMEXAXIS = 28
    FRAMEYAXIS = 29
    FRAMEZAXIS = 30
    FRAMELINVEL = 31
    FRAMEANGVEL = 32
    FRAMELINACC = 33
    FRAMEANGACC = 34
    SUBTREECOM = 35
    SUBTREELINVEL = 36
    SUBTREEANGMOM = 37
    INSIDESITE = 38
    GEOMDIST = 39
    GEOMNORMAL = 40
    GEOMFROMTO = 41
    CONTACT = 42
    E_POTENTIAL = 43
    E_KINETIC = 44
    CLOCK = 45
    TACTILE = 46
    PLUGIN = 47
    USER = 48


class DataType(IntEnum):
    """Meaning of a sensor's numbers."""

    REAL = 0
    POSITIVE = 1
    AXIS = 2
    QUATERNION = 3


class ForwardPart(IntEnum):
    """Part of forward dynamics that a quantity needs."""

    NONE = 0
    POS = 1
    VEL = 2
    ACC = 3


class CamLightMode(IntEnum):
    """How a camera or light follows bodies."""

    FIXED = 0
    TRACK = 1
    TRACKCOM = 2
    TARGETBODY = 3
    TARGETBODYCOM = 4


class Projection(IntEnum):
    """Projection of a camera."""

    PERSPECTIVE = 0
    ORTHOGRAPHIC = 1


class LightType(IntEnum):
    """Kind of a light."""

    SPOT = 0
    DIRECTIONAL = 1
    POINT = 2
    IMAGE = 3


class TextureType(IntEnum):
    """Where a texture is put."""

    TWO = 0
    CUBE = 1
    SKYBOX = 2


class TextureRole(IntEnum):
    """What a texture is to a material."""

    USER = 0
    RGB = 1
    OCCLUSION = 2
    ROUGHNESS = 3
    METALLIC = 4
    NORMAL = 5
    OPACITY = 6
    EMISSIVE = 7
    RGBA = 8
    ORM = 9


class ColorSpace(IntEnum):
    """How the numbers of a texture mean colours."""

    AUTO = 0
    LINEAR = 1
    SRGB = 2


class CamOutputBit(IntEnum):
    """Bits of `cam_output`: images that a camera gives."""

    RGB = 1
    DEPTH = 2
    DIST = 4
    NORMAL = 8
    SEG = 16


class SameFrame(IntEnum):
    """Whether a child frame coincides with that of its body."""

    NONE = 0
    BODY = 1
    INERTIA = 2
    BODYROT = 3
    INERTIAROT = 4


class SleepPolicy(IntEnum):
    """Whether a tree of bodies may fall asleep."""

    AUTO = 0
    AUTO_NEVER = 1
    AUTO_ALLOWED = 2
    NEVER = 3
    ALLOWED = 4
    INIT = 5


class SleepState(IntEnum):
    """Whether a body sleeps: `data.body_awake`. What no dof moves is static, unless it is a mocap body."""

    STATIC = -1
    ASLEEP = 0
    AWAKE = 1


class ConstraintType(IntEnum):
    """Kind of a constraint row."""

    EQUALITY = 0
    FRICTION_DOF = 1
    FRICTION_TENDON = 2
    LIMIT_JOINT = 3
    LIMIT_TENDON = 4
    CONTACT_FRICTIONLESS = 5
    CONTACT_PYRAMIDAL = 6
    CONTACT_ELLIPTIC = 7


class ConstraintState(IntEnum):
    """Zone of its cost function that a constraint row is in."""

    SATISFIED = 0
    QUADRATIC = 1
    LINEARNEG = 2
    LINEARPOS = 3
    CONE = 4


class StateBit(IntEnum):
    """Components of the state, as bits that may be combined."""

    TIME = 1
    QPOS = 2
    QVEL = 4
    ACT = 8
    HISTORY = 16
    WARMSTART = 32
    CTRL = 64
    QFRC_APPLIED = 128
    XFRC_APPLIED = 256
    EQ_ACTIVE = 512
    MOCAP_POS = 1024
    MOCAP_QUAT = 2048
    USERDATA = 4096
    PLUGIN = 8192
    PLASTIC = 16384
    PHYSICS = 16414
    FULLPHYSICS = 24607
    USER = 8128
    INTEGRATION = 32767


class StepErrorKind(IntEnum):
    """Why a step failed; 0 is kept for success."""

    BAD_QPOS = 1
    BAD_QVEL = 2
    BAD_QACC = 3
    CHOLESKY_FAILED = 4
    SOLVER_FAILED = 5
    CAPACITY = 6
    ACTUATOR_STATES = 7
    BAD_MODEL = 8
    # of a batch on a cluster: where its environments were computed is gone, or does not answer
    NODE_LOST = 9


class WarningType(IntEnum):
    """Trouble that a step survives: counted in `data.warning_number`."""

    INERTIA = 0
    CONTACTFULL = 1
    CNSTRFULL = 2
    BADQPOS = 3
    BADQVEL = 4
    BADQACC = 5
    BADCTRL = 6
