"""What a model is made of while it is being compiled: plain Python records, whose rows become arrays at the end."""

from dataclasses import dataclass, field
from typing import Any

from corten.compile.elements.settings import Settings
from corten.compile.pose import IDENTITY, UNIT, ZERO, Pose, Quaternion, Vector
from corten.spec import Element, Resolved


@dataclass(slots=True)
class Placed:
    """An element inside a body: its attributes as they count, and the frame, in the body, that it stands in."""

    values: Resolved
    frame: Pose

    @property
    def element(self) -> Element:
        """The element as it was written."""
        return self.values.element

    @property
    def name(self) -> str:
        """Its name, empty if it has none."""
        return self.values.element.attributes.get("name", "")


def user_numbers(placed: Placed) -> tuple[float, ...]:
    """Return the user numbers of an element; none for a free joint, which cannot have any."""
    return placed.values["user"] or () if "user" in placed.values else ()


@dataclass(slots=True)
class Item:
    """One object of the model; `row` holds its numbers under the names of the model's fields, without their prefix."""

    element: Element
    name: str
    row: dict[str, Any]


@dataclass(slots=True, eq=False)
class Body:
    """One body: where it hangs, what it holds, and what has been found out about it."""

    element: Element
    name: str
    number: int
    parent: "Body | None"
    placed: Placed | None
    settings: Settings
    weld: int = 0

    # elements that were written in it, in the order of the text
    inertial: Placed | None = None
    parts: dict[str, list[Placed]] = field(
        default_factory=lambda: {"joint": [], "geom": [], "site": [], "camera": [], "light": []}
    )
    children: list["Body"] = field(default_factory=list)

    # objects that were made of them
    joints: list[Item] = field(default_factory=list)
    geoms: list[Item] = field(default_factory=list)
    sites: list[Item] = field(default_factory=list)
    cameras: list[Item] = field(default_factory=list)
    lights: list[Item] = field(default_factory=list)

    # frame in the parent, inertial frame in the body [m], mass [kg], principal moments [kg m^2]
    pose: Pose = IDENTITY
    ipos: Vector = ZERO
    iquat: Quaternion = UNIT
    mass: float = 0.0
    inertia: Vector = ZERO

    # whether the compiler's bounds have changed mass or inertia
    adjusted: bool = False

    @property
    def dofs(self) -> int:
        """Number of dofs of its joints."""
        return sum(joint.row["nv"] for joint in self.joints)

    @property
    def mocap(self) -> bool:
        """Whether it is moved by the user."""
        return self.placed is not None and self.placed.values["mocap"]

    @property
    def gravcomp(self) -> float:
        """Share of its weight that is compensated."""
        return 0.0 if self.placed is None else self.placed.values["gravcomp"]

    def row(self, nuser: int) -> dict[str, Any]:
        """Return its numbers, with room for `nuser` user numbers."""
        user = () if self.placed is None else user_numbers(self.placed)
        rows = [geom.row for geom in self.geoms]
        contype = conaffinity = 0
        for row in rows:
            contype, conaffinity = contype | row["contype"], conaffinity | row["conaffinity"]
        return {
            "pos": self.pose[0],
            "quat": self.pose[1],
            "ipos": self.ipos,
            "iquat": self.iquat,
            "mass": self.mass,
            "inertia": self.inertia,
            "gravcomp": self.gravcomp,
            "margin": max([0.0, *(row["margin"] + row["gap"] for row in rows)]),
            "contype": contype,
            "conaffinity": conaffinity,
            "user": (*user, *(0.0,) * (nuser - len(user))),
        }
