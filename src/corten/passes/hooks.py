"""What passes need of layers above them: `corten.compile` enters it here when it is imported."""

from collections.abc import Callable, Set
from typing import TYPE_CHECKING, Protocol

from corten.mjcf.source import Sources
from corten.spec import Element

if TYPE_CHECKING:
    from corten.compile.objects.body_rows import Body


class FlexBodies(Protocol):
    """The bodies that a <flexcomp> stands for: in its own body, and in the world."""

    bodies: list[Element]
    twists: list[Element]


class FlexcompPass(Protocol):
    """Expands the <flexcomp>s of one tree, one after another."""

    def expand(self, element: Element) -> FlexBodies:
        """Write flex and equality of a <flexcomp> into their sections, and return its bodies."""
        ...


class Hooks:
    """Entries for the passes of deformables, and for the inertia of bodies, which follows from meshes and geoms."""

    flexcomps: Callable[[Element], FlexcompPass]
    bodies_with_inertia: "Callable[[Element, Sources, Set[int] | None], list[Body]]"


HOOKS = Hooks()
