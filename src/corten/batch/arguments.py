"""What users may ask of a batch, and what is refused."""

import operator
import os
import sys
from collections.abc import Iterable
from typing import Any

import numpy as np

from corten.constants import MOST_DOFS
from corten.data import DATA, blocks
from corten.errors import UnsupportedFeatureError
from corten.model import Model
from corten.runtime.batch_plan import best_width, built_widths
from corten.runtime.fields import KINDS
from corten.stages.constraint import may_have_rows
from corten.stages.solver import SOLVER

# dofs up to which lanes are used where the solver runs lane by lane, unless the user says otherwise: beyond, it takes
# most of a step, and the work space of several environments leaves the cache (a hundred humanoids were half as fast)
MOST_DOFS_IN_LANES = 64

# results that every batch has
ALWAYS_KEPT = ("sensordata", "warning_number")


def thread_count(threads: int | None) -> int:
    """Return the number of threads: what was asked for, else one for each core that the process may use."""
    if threads is not None:
        return whole_number("threads", threads, 1)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def checked_affinity(affinity: Iterable[int] | None, threads: int | None) -> tuple[int, ...]:
    """Return the CPUs on which threads stay; refuse what this process cannot use."""
    if affinity is None:
        return ()
    if not hasattr(os, "sched_setaffinity"):
        raise UnsupportedFeatureError(f"affinity is not supported on {sys.platform}; leave it out")
    if isinstance(affinity, str) or not isinstance(affinity, Iterable):
        raise TypeError(f"affinity is {affinity!r}; it must be numbers of CPUs, one for each thread")
    cpus = tuple(whole_number("affinity", cpu, 0) for cpu in affinity)
    usable = sorted(os.sched_getaffinity(0))
    for cpu in cpus:
        if cpu not in usable:
            raise ValueError(f"affinity names CPU {cpu}; this process may use {', '.join(map(str, usable))}")
    if not cpus or threads not in (None, len(cpus)):
        wanted = "at least one" if threads is None else f"{threads}, one for each thread"
        raise ValueError(f"affinity names {len(cpus)} CPUs; it must name {wanted}")
    return cpus


def lane_count(lanes: int | None, model: Model, n: int, precision: str = "float64") -> int:
    """Return the number of environments to a vector for n environments of a model."""
    if lanes is None:
        return best_width(precision) if n > 1 and gains_from_lanes(model) else 1
    count, widths = whole_number("lanes", lanes, 1), built_widths()
    if count not in widths:
        raise UnsupportedFeatureError(f"lanes={count} is not supported; allowed are {', '.join(map(str, widths))}")
    return count


def gains_from_lanes(model: Model) -> bool:
    """Tell whether environments of a model step faster in lanes: it is small, or its solver runs in lanes, too."""
    if model.nv <= MOST_DOFS_IN_LANES:
        return True
    return model.nv <= MOST_DOFS and (not may_have_rows(model) or SOLVER.pick(model).packs)


def whole_number(name: str, value: int, least: int) -> int:
    """Return an argument that must be a whole number."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}; it must be a whole number") from None
    if number < least:
        raise ValueError(f"{name} is {number}; it must be at least {least}")
    return number


def environment_numbers(where: Any, n: int) -> np.ndarray:
    """Return which of n environments a mask or an index array names, in its order; None names all.

    A mask that is shorter than the batch concerns only the environments that it names; what is longer is ignored.
    """
    if where is None:
        return np.arange(n)
    chosen = np.asarray(where)
    if chosen.ndim != 1 or (chosen.dtype.kind not in "biu" and chosen.size):
        words = f"an array of {chosen.dtype} of shape {chosen.shape}"
        raise TypeError(f"where is {words}; it must have a bool for each environment, or numbers of environments")
    if chosen.dtype == bool:
        return np.flatnonzero(chosen[:n])
    wrong = (chosen < -n) | (chosen >= n)
    if wrong.any():
        raise IndexError(f"environment {chosen[wrong][0]} does not exist; the batch has {n}")
    return np.where(chosen < 0, chosen + n, chosen).astype(np.int64)


def check_precision(precision: str) -> None:
    """Refuse what is no precision of floats."""
    if precision not in KINDS:
        raise ValueError(f"precision is {precision!r}; it must be one of {', '.join(map(repr, KINDS))}")


def kept_fields(keep: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """Return the results that are kept for each environment; refuse what cannot be."""
    if isinstance(keep, str):
        raise TypeError(f"keep is {keep!r}; it must be a tuple of names, such as ({keep!r},)")
    names: dict[str, None] = dict.fromkeys(ALWAYS_KEPT)
    for name in keep:
        field = DATA.fields.get(name)
        if field is None:
            raise ValueError(f"keep names {name!r}, which is no field of Data")
        if name in DATA.growing:
            raise ValueError(f"{name} has another number of rows in each environment: read it from batch.env(i).{name}")
        if field.block is blocks.WORK:
            raise ValueError(f"{name} is work space: it belongs to no environment and cannot be kept")
        if field.block not in (blocks.STATE, blocks.INPUTS):
            names[name] = None
    return tuple(names)
