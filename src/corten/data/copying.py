"""Everything that one Data has, written into another one of the same model: one call, once it was done before."""

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from corten.data.fields import DATA
from corten.data.pair import refuse_thread
from corten.data.reset import STATISTICS, has_done, spans_between
from corten.runtime import stage
from corten.runtime.kernel import Mode, kernel_mode
from corten.runtime.plan import Plan
from corten.runtime.span_copies import bind_spans, span_of

if TYPE_CHECKING:
    from corten.data.data import Data

# [bytes] memory of another Data that one of them may keep alive
MOST_BYTES = 2**22


class Copying:
    """Copies the memory of one Data into that of another; valid until either moves."""

    def __init__(self, source: "Data", target: "Data"):
        self._seen, spans = source._attached, []
        for number, (own, theirs) in enumerate(zip(target._memory, source._memory, strict=True)):
            for start, end in spans_between(target, number, STATISTICS):
                if start < end:
                    spans.append(span_of(own[start:end], theirs[start:end]))
        self._write = bind_spans(spans, (source._memory, target._memory), target._thread_lock)
        self._copy_statistics: Callable[[Data], int] | None = None
        if target.nstatiter:
            plan = _statistics_plan(kernel_mode(), target.layout.precision)
            bound = plan.bind(source, target, target._thread_lock, np.zeros(1, np.int64))
            self._copy_statistics = bound or functools.partial(plan.run, data=target, nstep=1)

    def serves(self, source: "Data") -> bool:
        """Tell whether it copies what a Data has now."""
        return self._seen is source._attached

    def run(self, source: "Data") -> bool:
        """Copy; tell whether that was done: not where another thread has the target."""
        return self._write() and (self._copy_statistics is None or self._copy_statistics(source) == 0)


def copy_data(source: "Data", target: "Data") -> None:
    """Let a Data have all that another one has, of a model of the same sizes."""
    copying = target._attached.get(Copying)
    if copying is None or not copying.serves(source):
        if source.layout is not target.layout or source.sizes() != target.sizes():
            _copy_slowly(source, target)
            return
        copying = Copying(source, target)
        if source.nbytes() <= MOST_BYTES:
            target._attached[Copying] = copying
    if not copying.run(source):
        refuse_thread()


def _copy_slowly(source: "Data", target: "Data") -> None:
    """Copy into a Data that may have more or less room for what grows; refuse one of another model."""
    sizes, others = target.sizes(), source.sizes()
    fixed = [name for name, size in DATA.sizes.items() if not size.counted_by]
    if source.layout.precision != target.layout.precision or any(sizes[name] != others[name] for name in fixed):
        raise ValueError("one Data cannot have what another has that was made for a model of other sizes")
    if not target._thread_lock.acquire():
        refuse_thread()
    try:
        target.copy_memory(source)
    finally:
        target._thread_lock.release()


@functools.cache
def _statistics_plan(mode: Mode, precision: str) -> Plan:
    return Plan([copy_statistics], (DATA.at(precision), DATA.at(precision)))


@stage
def copy_statistics(m, d) -> None:
    """Copy what each iteration of the solver did from one Data, `m`, to another, as far as either of them has some."""
    for k in range(d.nstatisland):
        i = 0
        while i < d.nstatiter and (has_done(m, k, i) or has_done(d, k, i)):
            d.solver_improvement[k, i], d.solver_gradient[k, i] = m.solver_improvement[k, i], m.solver_gradient[k, i]
            d.solver_nactive[k, i], d.solver_nchange[k, i] = m.solver_nactive[k, i], m.solver_nchange[k, i]
            d.solver_neval[k, i] = m.solver_neval[k, i]
            i += 1
