"""Warnings and log lines of a step: controls that are no usable numbers, and CG that gave way to PGS."""

import logging
import warnings

import numpy as np

from corten.data import Data
from corten.enums import WarningType
from corten.errors import StepWarning, caller_level
from corten.model import Model
from corten.runtime.build import Layouts
from corten.runtime.kernel import Stage
from corten.runtime.plan import Plan

LOGGER = logging.getLogger("corten")


def warn_bad_control(model: Model, data: Data) -> None:
    """Warn of the control that makes all controls count as zero, once for a Data until it is reset."""
    data.engine_view().warning_told[WarningType.BADCTRL] = 1
    where, first = data.error_where, model.actuator_ctrladr
    actuator = int(np.argmax((first <= where) & (where < first + model.actuator_ctrlnum)))
    warnings.warn(
        f"ctrl[{where}] of actuator {model.name('actuator', actuator) or actuator!r} is {data.ctrl[where]:g}: all "
        "controls count as zero as long as one of them is not a number or beyond 1e10; "
        "data.warning_number[WarningType.BADCTRL] counts how often",
        StepWarning,
        stacklevel=caller_level(),
    )


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
            log_fallback(data.time)
        return status


def log_fallback(seconds: float) -> None:
    """Log that islands were solved again at some simulated time, unless that was logged before."""
    if not LoggedPlan.logged:
        LoggedPlan.logged = True
        LOGGER.warning(
            "conjugate gradients missed their tolerance at %g s of simulated time and gave way to PGS; "
            "data.solver_nfallback counts how often",
            seconds,
        )
