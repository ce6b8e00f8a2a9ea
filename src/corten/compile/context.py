"""What the compilation of one element needs to know of the rest of the model."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from corten.compile.assets.asset_files import Files
from corten.compile.objects.body_rows import SCALAR, Body, Joint, Placed
from corten.compile.objects.collection import Objects
from corten.passes.scale_frames.scaled_tree import ScaledTree
from corten.spec import DefaultClasses, Element
from corten.spec.compiler_settings import Settings
from corten.spec.frames import Quaternion, Vector
from corten.spec.names import SAME_NAMES

# ---------------------------------------------------------------- dedup keys
# Most elements of a large model repeat others: what was made of the first of them serves all (deduplication).


DedupKey = tuple[object, ...]


def dedup_key(placed: Placed, apart: str = "") -> DedupKey:
    """Return what decides about the object that is made of an element: its class, its frame, and all that is written.

    What its name is does not count, nor what the attribute `apart` says. Values are told apart by who they are, not by
    what they are, as -0 equals 0; those that were written with the same text are one.
    """
    element, names = placed.element, [*placed.element.attributes]
    values = [*map(id, element.attributes.values())]
    for name in ("name", apart):
        if name in element.attributes:
            values[names.index(name)] = 0
    return (element.declaration.path, placed.childclass, id(placed.frame), *names, *values)


# ---------------------------------------------------------------- the rest of the model


# mass, principal moments, centre of mass and axes of a body, with the parts that it was found from
Inertia = tuple[float, Vector, Vector, Quaternion, object]


@dataclass(slots=True)
class Context:
    """Objects that are compiled so far, and settings and counts that hold for the whole model.

    `ids` are the numbers of objects by kind and name, for the kinds that are complete; `scaling` is what frames have
    scaled, None for nothing; `patterns` are what objects of alike elements share, and
    `inertias` what bodies with alike geoms do. `simple` says of bodies whether they are before tendons have a say.
    """

    objects: Objects
    classes: DefaultClasses
    files: Files
    nuser: Mapping[str, int]
    znear: float
    scaling: ScaledTree | None = None
    patterns: dict[DedupKey, Any] = field(default_factory=dict)
    inertias: dict[DedupKey, Inertia] = field(default_factory=dict)
    ids: dict[str, Mapping[str, int]] = field(default_factory=dict)
    simple: list[int] = field(default_factory=list)

    @property
    def settings(self) -> Settings:
        """What <compiler> says."""
        return self.objects.settings

    def complete(self, *kinds: str) -> None:
        """Make the names of some kinds of objects known, all of which are compiled now."""
        named = self.objects.named()
        for kind in kinds:
            self.ids[kind] = {item.name: number for number, item in enumerate(named[kind]) if item.name}

    def number(self, kind: str, name: str | None) -> int:
        """Return the number of a named object, -1 for no name; an xbody is a body."""
        return -1 if name is None else self.ids[SAME_NAMES.get(kind, kind)][name]

    def scalar_joint(self, element: Element, name: str) -> Joint:
        """Return the joint that an element names; one without just one coordinate is refused."""
        joint = self.objects.joints[self.ids["joint"][name]]
        if joint.type not in SCALAR:
            raise element.error(f"the joint '{name}' is no hinge or slide; only those have one coordinate")
        return joint

    def is_static(self, body: Body) -> bool:
        """Return whether a body has no joints between it and the world; mocap bodies count as static."""
        return body.weldid == 0 or self.objects.bodies[body.weldid].mocap

    def user_numbers(self, placed: Placed, kind: str) -> tuple[float, ...]:
        """Return the user numbers of an element, filled up with zeros."""
        numbers, room = placed.user, self.nuser[kind]
        if len(numbers) == room:
            return numbers
        if len(numbers) > room:
            raise placed.element.error(
                f"user has {len(numbers)} numbers, but <size> says nuser_{kind} is {room}; raise or remove it there"
            )
        return (*numbers, *(0.0,) * (room - len(numbers)))
