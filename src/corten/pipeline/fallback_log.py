"""Plans that tell when conjugate gradients gave way to PGS."""

import logging

from corten.data import Data
from corten.model import Model
from corten.runtime.build import Layouts
from corten.runtime.kernel import Stage
from corten.runtime.plan import Plan

LOGGER = logging.getLogger("corten")


class LoggedPlan(Plan):
    """A plan that logs the first time that islands are solved again, once in a process; Data counts all of them."""

    logged = False

    def __init__(self, stages: list[Stage], layouts: Layouts, *, watches: bool = False):
        super().__init__(stages, layouts, watches=watches)
        self._run_unlogged, self.run, self.compiled = self.run, self._run_and_log, False

    def _run_and_log(self, model: Model, data: Data, nstep: int) -> int:
        before = data.solver_nfallback
        status = self._run_unlogged(model, data, nstep)
        if data.solver_nfallback > before:
            tell_fallback(data.time)
        return status


def tell_fallback(seconds: float) -> None:
    """Log that islands were solved again at some simulated time, unless that was logged before."""
    if not LoggedPlan.logged:
        LoggedPlan.logged = True
        LOGGER.warning(
            "conjugate gradients missed their tolerance at %g s of simulated time and gave way to PGS; "
            "data.solver_nfallback counts how often",
            seconds,
        )
