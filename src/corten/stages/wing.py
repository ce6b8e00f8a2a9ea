"""Where a wing joins the stages of rigid bodies.

A wing is a package of stages that stands above these and builds on their kernels: `corten.deformable`. So the lists of
rigid stages cannot import it; they ask `wing()` what it adds at each place, and never which model needs it. A place is
a method of `Wing`, which adds nothing; the class of the wing overrides it. Besides, rigid kernels may import single
helpers of the wing; the contract of layers in pyproject.toml lists them.
"""

import functools
import importlib

from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.variants import Variant

# the module whose WING is the wing
MODULE = "corten.deformable.stages"


class Wing:
    """What a wing adds to the stages of rigid bodies, in the order of a step: nothing."""

    # ---- collision

    def may_touch(self, model: Model) -> bool:
        """Tell whether something of the wing may touch anything."""
        return False

    def collision_stages(self, model: Model) -> list[Stage]:
        """Return all stages of collision of a model that the wing takes part in; none: geoms are on their own."""
        return []

    # ---- rows of constraints

    # variants of the stages that make the rows of equalities and of contacts
    equality_rows: tuple[Variant, ...] = ()
    contact_rows: tuple[Variant, ...] = ()

    def rows_after_sleep(self, model: Model) -> list[Stage]:
        """Return the stages that follow when rows of equalities were removed because their trees sleep."""
        return []

    def before_contact_rows(self, model: Model) -> list[Stage]:
        """Return the stages that look at contacts before they become rows."""
        return []

    def diagonal_stages(self, model: Model, equalities: bool, contacts: bool) -> list[Stage]:
        """Return the stages that correct the approximate diagonal, where there are such rows."""
        return []

    def response_stages(self, model: Model) -> list[Stage]:
        """Return the stages that set R of rows of equalities by rules of the wing, after impedances."""
        return []

    def reference_stages(self, model: Model) -> list[Stage]:
        """Return the stages that set aref of rows of equalities by rules of the wing, in a step by DISCRETE."""
        return []

    # ---- forces, energy and the metric of DISCRETE

    def force_stages(self, model: Model) -> list[Stage]:
        """Return the stages of passive forces."""
        return []

    def energy_stages(self, model: Model) -> list[Stage]:
        """Return the stages of the potential energy."""
        return []

    def has_couplings(self, model: Model) -> bool:
        """Tell whether the wing couples dofs in the metric."""
        return False

    def metric_stages(self, model: Model) -> list[Stage]:
        """Return the stages that set what the wing adds to the metric."""
        return []

    def metric_factor_stages(self, model: Model) -> list[Stage]:
        """Return the stages that factor it, after the rest of the metric."""
        return []

    # ---- the end of a step

    def before_sleep(self, model: Model) -> list[Stage]:
        """Return the stages that decide which trees may sleep only together, or not at all."""
        return []

    def end_stages(self, model: Model) -> list[Stage]:
        """Return the last stages of a step: those of state that positions alone do not hold."""
        return []

    def rk4_begin_stages(self, model: Model) -> list[Stage]:
        """Return the stages that remember such state before RK4 moves on."""
        return []

    def rk4_end_stages(self, model: Model) -> list[Stage]:
        """Return the last stages of a step of RK4."""
        return []


@functools.cache
def wing() -> Wing:
    """Return the wing; it is imported when the first list of stages is made, after the stages that it builds on."""
    return importlib.import_module(MODULE).WING
