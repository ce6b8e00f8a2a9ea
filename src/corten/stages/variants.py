"""Variants: stages that do the same for different models or machines, and the one place that picks among them.

A table lists the variants of one part of a step beside the stages themselves, special ones first; the last one serves
every model. Lists of stages ask the table, and so does who wants to know what was picked and why
(`corten.pipeline.order.picked_variants`). Nobody compares stages by identity.

    CONTACT_ROWS = Variants(
        "rows of contacts",
        Variant((lanes_contact_rows,), has_lane_islands, "a few small trees: ..."),
        Variant((contact_rows,), always, "any model"),
    )
    stages = CONTACT_ROWS.pick(model).stages

Versions of one kernel for a machine or a precision are no variants: see `Helper.version`.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from corten.model import Model
from corten.runtime.kernel import Stage


def always(model: Model) -> bool:
    """Serve every model."""
    return True


@dataclass(frozen=True, slots=True)
class Variant:
    """Stages that do one part of a step, the models that they are for, and why those take them."""

    stages: tuple[Stage, ...]
    applies: Callable[[Model], object]
    why: str
    # environments that share instructions run it together, so a batch gains where they are alike
    packs: bool = False
    # it runs in lanes, and no stage around it may leave them
    lanes: bool = False


class Variants:
    """The variants of one part of a step, in the order in which they are asked whether they apply."""

    def __init__(self, part: str, *variants: Variant, of_wing: "Callable[[], tuple[Variant, ...]]" = tuple) -> None:
        """`of_wing` returns the variants that a wing adds, which are asked first."""
        self.part = part
        self._variants, self._of_wing = variants, of_wing

    def __iter__(self) -> Iterator[Variant]:
        return iter((*self._of_wing(), *self._variants))

    def pick(self, model: Model) -> Variant:
        """Return the first variant that applies to a model."""
        return next(variant for variant in self if variant.applies(model))

    def find(self, stages: Collection[Stage]) -> Variant | None:
        """Return the variant that was picked for some stages, None if they do without this part of a step."""
        found = [one for one in self if one.stages and all(stage in stages for stage in one.stages)]
        return max(found, key=lambda variant: len(variant.stages), default=None)
