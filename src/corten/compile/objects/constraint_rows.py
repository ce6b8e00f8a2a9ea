"""What refers to objects of the tree: contact pairs, equality constraints, tendons and sensors."""

from dataclasses import dataclass, field

from corten.compile.objects.columns import EXTRA, Object, Row, columns
from corten.enums import DataType, EqualityType, ForwardPart, ObjectType, SensorType, TendonType, WrapType

Numbers = tuple[float, ...]


@columns("pair_", "npair")
@dataclass(slots=True, kw_only=True)
class Pair(Object):
    """Two geoms that are always tested for contact."""

    dim: int
    geom1: int
    geom2: int
    signature: int
    solref: Numbers
    solreffriction: Numbers
    solimp: Numbers
    margin: float
    gap: float
    adhesion: float
    friction: Numbers


@columns("exclude_", "nexclude")
@dataclass(slots=True, kw_only=True)
class Exclude(Object):
    """Two bodies that never touch."""

    signature: int


@columns("eq_", "neq")
@dataclass(slots=True, kw_only=True)
class Equality(Object):
    """One equality constraint."""

    type: EqualityType
    obj1id: int
    obj2id: int
    objtype: ObjectType
    active0: bool
    solref: Numbers
    solimp: Numbers
    data: Numbers


@columns("wrap_", "nwrap")
@dataclass(slots=True, kw_only=True)
class Wrap(Row):
    """One element of a tendon's path."""

    type: WrapType
    objid: int
    prm: float


@columns("tendon_", "ntendon", derived=("length0", "invweight0"))
@dataclass(slots=True, kw_only=True)
class Tendon(Object):
    """One tendon with its path, the bodies along it, and the dofs that change its length."""

    type: TendonType
    num: int
    matid: int
    group: int
    limited: bool
    actfrclimited: bool
    width: float
    solref_lim: Numbers
    solimp_lim: Numbers
    solref_fri: Numbers
    solimp_fri: Numbers
    range: tuple[float, float]
    actfrcrange: tuple[float, float]
    margin: float
    stiffness: float
    stiffnesspoly: Numbers
    damping: float
    dampingpoly: Numbers
    armature: float
    frictionloss: float
    lengthspring: tuple[float, float]
    springyield: float
    user: Numbers
    rgba: Numbers
    path: list[Wrap] = field(metadata=EXTRA)

    # known when the whole tree and all actuators are
    bodies: list[int] = field(init=False, metadata=EXTRA)
    dofs: list[int] = field(init=False, metadata=EXTRA)
    adr: int = field(init=False)
    treenum: int = field(init=False)
    treeid: tuple[int, int] = field(init=False)
    actuatorid: int = field(default=-1, init=False)
    plasticadr: int = field(default=-1, init=False)


@columns("sensor_", "nsensor")
@dataclass(slots=True, kw_only=True)
class Sensor(Object):
    """One sensor; addresses are known when those before it are, `function` when <custom> is read."""

    type: SensorType
    datatype: DataType
    needstage: ForwardPart
    objtype: ObjectType
    objid: int
    reftype: ObjectType
    refid: int
    intprm: tuple[int, int, int] = (0, 0, 0)
    dim: int
    cutoff: float
    noise: float
    history: tuple[int, int]
    delay: float
    interval: Numbers
    user: Numbers
    plugin: int = -1
    adr: int = field(init=False)
    historyadr: int = field(init=False)
    function: int = field(default=-1, init=False)
