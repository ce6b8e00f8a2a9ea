"""Passes: from the tree that a user wrote to the tree that is compiled, one rewrite after another.

    written --EXPANSION--> plain elements (what `Spec.flat` shows) --REDUCTION--> what is compiled

A pass changes a tree in place; who needs the tree as it was hands over a copy, as `Spec.expanded` does. `PASSES` is
their order. What they need of the compiler, and the pass of <flexcomp>, come through `corten.passes.hooks`.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from corten.mjcf.source import Sources
from corten.passes.discard_visual import discard_visual
from corten.passes.fuse_static import fuse_static
from corten.passes.hooks import HOOKS
from corten.passes.meta_elements import expand_meta_elements
from corten.passes.scale_frames import ScaledTree, scale_frames
from corten.spec import Element
from corten.spec.build_tree import merge_sections
from corten.spec.check import check_references, check_structure, check_support
from corten.spec.compiler_settings import compiler_attributes
from corten.spec.submodels import Submodels

if TYPE_CHECKING:
    from corten.compile.objects.body_rows import Body

__all__ = ["EXPANSION", "PASSES", "REDUCTION", "check_tree", "expand_tree", "reduce_tree"]


@dataclass(slots=True)
class Work:
    """A tree on its way through the passes; `scaling` is what they leave for actuators and keyframes."""

    root: Element
    submodels: Submodels = field(default_factory=Submodels)
    scaling: ScaledTree | None = None

    @property
    def compiler(self) -> dict[str, Any]:
        """What <compiler> says."""
        return compiler_attributes(self.root)

    def bodies(self, elements: Collection[Element] | None = None) -> "list[Body]":
        """Return the bodies of some elements, or all, with their geoms and inertia."""
        only = None if elements is None else {id(element) for element in elements}
        return HOOKS.bodies_with_inertia(self.root, self.root.sources or Sources(), only)


class Pass(NamedTuple):
    """One rewrite or check of a tree."""

    name: str
    run: Callable[[Work], None]


def _merge_sections(work: Work) -> None:
    merge_sections(work.root)


def _scale_frames(work: Work) -> None:
    work.scaling = scale_frames(work.root)


def _discard_visual(work: Work) -> None:
    if work.compiler.get("discardvisual"):
        discard_visual(work.root, work.bodies)


def _fuse_static(work: Work) -> None:
    if work.compiler.get("fusestatic"):
        fuse_static(work.root, work.bodies())


# of any tree, as soon as it is read
STRUCTURE = (
    Pass("merge_sections", _merge_sections),
    Pass("check_structure", lambda work: check_structure(work.root)),
)

# <replicate>, <attach> and <flexcomp> become what they stand for
EXPANSION = (
    Pass("expand_meta_elements", lambda work: expand_meta_elements(work.root, work.submodels)),
    Pass("check_support", lambda work: check_support(work.root)),
    Pass("check_references", lambda work: check_references(work.root)),
)

# what the compiler is asked to resize, to leave out and to join
REDUCTION = (
    Pass("scale_frames", _scale_frames),
    Pass("discard_visual", _discard_visual),
    Pass("fuse_static", _fuse_static),
)

PASSES = STRUCTURE + EXPANSION + REDUCTION


# what leaves a tree as it is
CHECKS = tuple(each for each in STRUCTURE + EXPANSION if each.name.startswith("check"))


def check_tree(root: Element, checked: bool = False) -> None:
    """Check a tree that passes would leave as it is; `checked` is that of `expand_tree`."""
    _run(CHECKS[1:] if checked else CHECKS, Work(root))


def expand_tree(root: Element, submodels: Submodels, checked: bool = False) -> None:
    """Let a tree hold plain elements only, checked; `checked` says that its structure is sound already."""
    _run(EXPANSION if checked else STRUCTURE + EXPANSION, Work(root, submodels))


def reduce_tree(root: Element) -> ScaledTree | None:
    """Make an expanded tree what is compiled; return what frames have scaled, None for nothing."""
    work = Work(root)
    _run(REDUCTION, work)
    return work.scaling


def _run(passes: tuple[Pass, ...], work: Work) -> None:
    for each in passes:
        each.run(work)
