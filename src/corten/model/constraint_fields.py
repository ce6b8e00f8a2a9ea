"""Fields of Model for contact pairs, equality constraints, tendons and sensors."""

from corten.enums import EqualityType, ObjectType
from corten.model import blocks
from corten.runtime.fields import BOOL, F4, F8, I4, Field, in_block

PAIRS = (
    *in_block(
        blocks.CHOICES,
        Field("pair_dim", I4, ("npair",), "dimension of the contacts: 1, 3, 4 or 6", (1, 3, 4, 6)),
        Field("pair_geom1", I4, ("npair",), "first geom", "ngeom"),
        Field("pair_geom2", I4, ("npair",), "second geom", "ngeom"),
    ),
    *in_block(
        blocks.STRUCTURE,
        Field("pair_signature", I4, ("npair",), "both bodies in one number: (body1 << 16) + body2"),
        Field("exclude_signature", I4, ("nexclude",), "both bodies in one number: (body1 << 16) + body2"),
        Field("near_count", I4, (), "pairs of geoms that may touch"),
        Field("near_geom", I4, ("nnear", 2), "both geoms of these pairs, in the order of contacts, lower type first"),
        Field("near_pair", I4, ("nnear",), "explicit contact pair, -1 for none"),
        Field("near_end", I4, ("nnear",), "where a run of pairs ends: many of two bodies, or what stands between"),
        Field("near_together", I4, ("nnear",), "1 for a pair of a run of two bodies"),
        Field("geom_near", I4, ("ngeom",), "1 for a geom of these pairs"),
        Field("body_near", I4, ("nbody",), "1 for a body of such a run"),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field("pair_solref", F8, ("npair", 2), "solref along the normal"),
        Field("pair_solreffriction", F8, ("npair", 2), "solref along the friction directions"),
        Field("pair_solimp", F8, ("npair", 5), "solimp"),
        Field("pair_margin", F8, ("npair",), "inflation for contacts [m]"),
        Field("pair_gap", F8, ("npair",), "further distance at which contacts are seen [m]"),
        Field("pair_adhesion", F8, ("npair",), "adhesive force of the contacts [N]"),
        Field("pair_friction", F8, ("npair", 5), "friction: two tangents, spin, two rolls"),
    ),
)

EQUALITIES = (
    *in_block(
        blocks.CHOICES,
        Field("eq_type", I4, ("neq",), "EqualityType", EqualityType),
        Field("eq_obj1id", I4, ("neq",), "first object"),
        Field("eq_obj2id", I4, ("neq",), "second object, -1 for none"),
        Field("eq_objtype", I4, ("neq",), "ObjectType of both", ObjectType),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field("eq_active0", BOOL, ("neq",), "is on after a reset"),
        Field("eq_solref", F8, ("neq", 2), "solref"),
        Field("eq_solimp", F8, ("neq", 5), "solimp"),
        Field("eq_data", F8, ("neq", 12), "anchors, relative poses or coefficients, by type"),
    ),
)

TENDONS = (
    *in_block(
        blocks.CHOICES,
        Field("tendon_matid", I4, ("ntendon",), "material, -1 for none", "nmat", none=True),
        Field("wrap_prm", F8, ("nwrap",), "joint coefficient, pulley divisor or side site"),
    ),
    *in_block(
        blocks.STRUCTURE,
        Field("tendon_type", I4, ("ntendon",), "TendonType"),
        Field("tendon_adr", I4, ("ntendon",), "first element of the path"),
        Field("tendon_num", I4, ("ntendon",), "number of elements of the path"),
        Field("tendon_actuatorid", I4, ("ntendon",), "actuator that adds damping or armature, -1 for none"),
        Field("tendon_plasticadr", I4, ("ntendon",), "first number in plastic, -1 for an elastic spring"),
        Field("tendon_treenum", I4, ("ntendon",), "number of trees along the path"),
        Field("tendon_treeid", I4, ("ntendon", 2), "first two trees along the path"),
        Field("ten_J_rownnz", I4, ("ntendon",), "Jacobian: entries in each row"),
        Field("ten_J_rowadr", I4, ("ntendon",), "Jacobian: first entry of each row"),
        Field("ten_J_colind", I4, ("nJten",), "Jacobian: dof of each entry"),
        Field("wrap_type", I4, ("nwrap",), "WrapType"),
        Field("wrap_objid", I4, ("nwrap",), "joint, site or geom, -1 for none"),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field("tendon_group", I4, ("ntendon",), "group"),
        Field("tendon_limited", BOOL, ("ntendon",), "has limits"),
        Field("tendon_actfrclimited", BOOL, ("ntendon",), "has a limit of its total actuator force"),
        Field("tendon_width", F8, ("ntendon",), "width, for display [m]"),
        Field("tendon_solref_lim", F8, ("ntendon", 2), "solref of the limit"),
        Field("tendon_solimp_lim", F8, ("ntendon", 5), "solimp of the limit"),
        Field("tendon_solref_fri", F8, ("ntendon", 2), "solref of the friction loss"),
        Field("tendon_solimp_fri", F8, ("ntendon", 5), "solimp of the friction loss"),
        Field("tendon_range", F8, ("ntendon", 2), "limits of the length [m]"),
        Field("tendon_actfrcrange", F8, ("ntendon", 2), "limits of the total actuator force [N]"),
        Field("tendon_margin", F8, ("ntendon",), "distance to a limit at which it is seen [m]"),
        Field("tendon_stiffness", F8, ("ntendon",), "linear spring coefficient"),
        Field("tendon_stiffnesspoly", F8, ("ntendon", 2), "quadratic and cubic spring coefficients"),
        Field("tendon_damping", F8, ("ntendon",), "linear damping coefficient"),
        Field("tendon_dampingpoly", F8, ("ntendon", 2), "quadratic and cubic damping coefficients"),
        Field("tendon_armature", F8, ("ntendon",), "inertia against changes of length [kg]"),
        Field("tendon_frictionloss", F8, ("ntendon",), "friction loss [N]"),
        Field("tendon_lengthspring", F8, ("ntendon", 2), "range of lengths in which the spring is at rest [m]"),
        Field("tendon_springyield", F8, ("ntendon",), "strain of the spring from which on it yields [m]"),
        Field("tendon_length0", F8, ("ntendon",), "length at qpos0 [m]"),
        Field("tendon_invweight0", F8, ("ntendon",), "inverse inertia at qpos0"),
        Field("tendon_user", F8, ("ntendon", "nuser_tendon"), "user numbers"),
        Field("tendon_rgba", F4, ("ntendon", 4), "colour"),
    ),
)

SENSORS = (
    *in_block(
        blocks.CHOICES,
        Field("sensor_objid", I4, ("nsensor",), "what it measures"),
        Field("sensor_refid", I4, ("nsensor",), "its reference frame, -1 for the world"),
    ),
    *in_block(
        blocks.STRUCTURE,
        Field("sensor_type", I4, ("nsensor",), "SensorType"),
        Field("sensor_datatype", I4, ("nsensor",), "DataType"),
        Field("sensor_needstage", I4, ("nsensor",), "ForwardPart after which it can be read"),
        Field("sensor_objtype", I4, ("nsensor",), "ObjectType of what it measures"),
        Field("sensor_reftype", I4, ("nsensor",), "ObjectType of its reference frame"),
        Field("sensor_intprm", I4, ("nsensor", 3), "parameters"),
        Field("sensor_dim", I4, ("nsensor",), "number of readings"),
        Field("sensor_adr", I4, ("nsensor",), "first reading in sensordata"),
        Field("sensor_history", I4, ("nsensor", 2), "past readings: number of samples, Interpolation"),
        Field("sensor_historyadr", I4, ("nsensor",), "first number in history, -1 for none"),
        Field("sensor_function", I4, ("nsensor",), "user's function that reads it, -1 for none"),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field("sensor_cutoff", F8, ("nsensor",), "largest reading, 0 for none"),
        Field("sensor_noise", F8, ("nsensor",), "standard deviation of its noise"),
        Field("sensor_delay", F8, ("nsensor",), "time by which its readings come later [s]"),
        Field("sensor_interval", F8, ("nsensor", 2), "period and phase of its readings [s]"),
        Field("sensor_user", F8, ("nsensor", "nuser_sensor"), "user numbers"),
    ),
)

CONSTRAINTS = PAIRS + EQUALITIES + TENDONS + SENSORS
