"""Tells what is being compiled and how much is left, only when it takes long: a bar on terminals, notices elsewhere."""

import sys
import time

from corten.runtime.notices import counted, is_wanted, log
from corten.runtime.progress_bar import Bar

# [s] shorter work is over before anyone asks
PATIENCE = 1.0


class CompileProgress:
    """A bar on a terminal, two lines elsewhere."""

    def __init__(self, total: int):
        self.total = total
        self.start = time.monotonic()
        self._bar: Bar | None = None
        self._announced = False
        self._now = ""

    def __enter__(self) -> "CompileProgress":
        return self

    def begin(self, name: str) -> None:
        """Say which kernel is being compiled."""
        self._now = name
        self._show(None)

    def done(self, count: int) -> None:
        """Say how many are finished."""
        self._show(count)

    def _show(self, count: int | None) -> None:
        if (time.monotonic() - self.start < PATIENCE and self._bar is None) or not is_wanted():
            return
        if not sys.stderr.isatty():
            if not self._announced:
                log(f"compiling {counted(self.total, 'kernel')} (once; kept on disk) ...")
            self._announced = True
            return
        if self._bar is None:
            self._bar = Bar("", self.total, lambda done, total: f"{done:.0f} of {total:.0f}").start()
        self._bar.description = f"compiling kernels: {self._now}"
        if count is not None:
            self._bar.completed = count

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.stop()
        if self._announced and error[0] is None:
            seconds = time.monotonic() - self.start
            log(f"compiled {counted(self.total, 'kernel')} in {seconds:.1f} s")
