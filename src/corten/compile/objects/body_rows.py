"""Bodies, joints, dofs and kinematic trees."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from corten.compile.elements.primitives import combine, principal_axes
from corten.compile.objects.body_parts import Camera, Geom, Light, Site
from corten.compile.objects.columns import EXTRA, Object, Row, columns
from corten.enums import JOINT_COORDINATES, JOINT_DOFS, JointType, SameFrame, SleepPolicy
from corten.spec import DefaultClasses, Element, Resolved
from corten.spec.compiler_settings import Settings
from corten.spec.frames import IDENTITY, UNIT, ZERO, Pose, Quaternion, Vector, compose

# joints with one coordinate
SCALAR = (JointType.SLIDE, JointType.HINGE)


@dataclass(slots=True)
class Placed:
    """An element as it was written, the frame, in its body, that it stands in, and the class in force for it."""

    element: Element
    frame: Pose
    classes: DefaultClasses
    childclass: str | None = None
    resolved: Resolved | None = None

    @property
    def values(self) -> Resolved:
        """Its attributes as they count; found when they are first asked for, as elements that say the same share."""
        if self.resolved is None:
            self.resolved = self.classes.resolve(self.element, self.childclass)
        return self.resolved

    @property
    def name(self) -> str:
        """Its name, empty if it has none."""
        return self.element.attributes.get("name", "")

    @property
    def user(self) -> tuple[float, ...]:
        """Its user numbers; none for a free joint, which cannot have any."""
        given = self.element.attributes.get("user")
        if given is None and "user" in self.element.declaration.attributes:
            given = self.classes.inherited(self.element, self.childclass).get("user")
        return given or ()


class DofParameters(NamedTuple):
    """What a joint says of each of its dofs."""

    solref: tuple[float, ...]
    solimp: tuple[float, ...]
    frictionloss: float
    armature: float
    damping: float
    dampingpoly: tuple[float, ...]


@dataclass(slots=True, kw_only=True)
class JointTraits:
    """What joints that say the same have in common.

    `ref` and `springref` [m or rad] are the coordinate as written and where the spring has no force.
    """

    type: JointType
    group: int
    limited: bool
    actfrclimited: bool
    actgravcomp: bool
    solref: tuple[float, ...]
    solimp: tuple[float, ...]
    pos: Vector
    axis: Vector
    stiffness: float
    stiffnesspoly: tuple[float, ...]
    springyield: float
    range: tuple[float, float]
    actfrcrange: tuple[float, float]
    margin: float
    user: tuple[float, ...]
    ref: float = field(metadata=EXTRA)
    springref: float = field(metadata=EXTRA)
    springdamper: tuple[float, float] = field(metadata=EXTRA)


@columns("jnt_", "njnt", shared=JointTraits)
@dataclass(slots=True, kw_only=True)
class Joint(Object):
    """One joint."""

    bodyid: int
    shared: JointTraits = field(metadata=EXTRA)
    dof: DofParameters = field(metadata=EXTRA)

    # known when all joints and actuators are
    qposadr: int = field(init=False)
    dofadr: int = field(init=False)
    actuatorid: int = field(default=-1, init=False)
    plasticadr: int = field(default=-1, init=False)

    @property
    def nq(self) -> int:
        """Number of its coordinates."""
        return JOINT_COORDINATES[self.shared.type]

    @property
    def nv(self) -> int:
        """Number of its dofs."""
        return JOINT_DOFS[self.shared.type]

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


@columns("dof_", "nv", derived=("invweight0", "M0", "length"))
@dataclass(slots=True, kw_only=True)
class Dof(Row):
    """One degree of freedom; `depth` counts the dofs on its path from the root, itself included."""

    bodyid: int
    jntid: int
    parentid: int
    treeid: int
    Madr: int
    solref: tuple[float, ...]
    solimp: tuple[float, ...]
    frictionloss: float
    armature: float
    damping: float
    dampingpoly: tuple[float, ...]
    depth: int = field(metadata=EXTRA)
    simplenum: int = field(init=False)


@columns("tree_", "ntree")
@dataclass(slots=True, kw_only=True)
class Tree(Row):
    """One kinematic tree."""

    bodyadr: int = 0
    bodynum: int = 0
    dofadr: int
    dofnum: int = 0
    sleep_policy: SleepPolicy = field(init=False)


@columns("body_", "nbody", derived=("subtreemass", "invweight0", "bvhadr", "bvhnum", "near"))
@dataclass(slots=True, kw_only=True, eq=False)
class Body(Object):
    """One body: where it hangs, what it holds, and what has been found out about it."""

    number: int = field(metadata=EXTRA)
    parent: "Body | None" = field(metadata=EXTRA)
    placed: Placed | None = field(metadata=EXTRA)
    settings: Settings = field(metadata=EXTRA)
    mocap: bool = field(default=False, metadata=EXTRA)
    gravcomp: float = 0.0
    plugin: int = -1
    weldid: int = 0

    # elements that were written in it, in the order of the text
    inertial: Placed | None = field(default=None, metadata=EXTRA)
    elements: dict[str, list[Placed]] = field(
        default_factory=lambda: {"joint": [], "geom": [], "site": [], "camera": [], "light": []}, metadata=EXTRA
    )
    children: list["Body"] = field(default_factory=list, metadata=EXTRA)

    # objects that were made of them
    joints: list[Joint] = field(default_factory=list, metadata=EXTRA)
    geoms: list[Geom] = field(default_factory=list, metadata=EXTRA)
    sites: list[Site] = field(default_factory=list, metadata=EXTRA)
    cameras: list[Camera] = field(default_factory=list, metadata=EXTRA)
    lights: list[Light] = field(default_factory=list, metadata=EXTRA)

    # frame in the parent, inertial frame in the body [m], mass [kg], principal moments [kg m^2]
    pos: Vector = ZERO
    quat: Quaternion = UNIT
    ipos: Vector = ZERO
    iquat: Quaternion = UNIT
    mass: float = 0.0
    inertia: Vector = ZERO
    user: tuple[float, ...] = field(init=False)

    # whether the compiler's bounds have changed mass or inertia
    adjusted: bool = field(default=False, metadata=EXTRA)

    # what follows from its geoms
    margin: float = field(init=False)
    contype: int = field(init=False)
    conaffinity: int = field(init=False)

    # its place in the tree, known when all bodies are
    parentid: int = field(init=False)
    rootid: int = field(init=False)
    mocapid: int = field(init=False)
    jntnum: int = field(init=False)
    jntadr: int = field(init=False)
    dofnum: int = field(init=False)
    dofadr: int = field(init=False)
    treeid: int = field(init=False)
    geomnum: int = field(init=False)
    geomadr: int = field(init=False)
    simple: int = field(init=False)
    sameframe: SameFrame = field(init=False)

    @property
    def pose(self) -> Pose:
        """Its frame in the parent."""
        return self.pos, self.quat

    @pose.setter
    def pose(self, pose: Pose) -> None:
        self.pos, self.quat = pose

    def forget_inertia(self) -> None:
        """Have neither mass nor inertia, as before they are found."""
        self.mass, self.inertia, self.ipos, self.iquat = 0.0, ZERO, ZERO, UNIT

    def set_inertial(self, element: Element) -> None:
        """Take what an <inertial> says for its mass and inertia."""
        assert self.placed is not None
        self.inertial = Placed(element, IDENTITY, self.placed.classes)

    def add_inertia(self, child: "Body") -> None:
        """Add the mass and inertia of a body that stands in it."""
        pos, quat = compose(child.pose, (child.ipos, child.iquat))
        own = [(self.mass, self.inertia, self.ipos, self.iquat)] if self.mass > 0 else []
        self.mass, self.ipos, full = combine([*own, (child.mass, child.inertia, pos, quat)])
        self.inertia, self.iquat = principal_axes(full)

    @property
    def nv(self) -> int:
        """Number of dofs of its joints."""
        return sum([JOINT_DOFS[joint.shared.type] for joint in self.joints])
