"""Derivatives of a step by difference quotients: what state and sensors after it owe to state and controls before."""

import math
from typing import NamedTuple

import numpy as np

from corten.data import Data
from corten.data.pair import check_pair
from corten.derivative.finite_differences import differentiate
from corten.derivative.transition_nudges import STEP
from corten.derivative.work_space import Compute
from corten.model import Model


class Transition(NamedTuple):
    """Derivatives of a step x' = f(x, u), s = g(x, u) with x = [qpos qvel act], positions in their tangent space."""

    A: np.ndarray
    B: np.ndarray
    C: np.ndarray
    D: np.ndarray


def transition_fd(
    model: Model,
    data: Data,
    eps: float = 1e-6,
    *,
    centered: bool = False,
    threads: int | None = None,
    lanes: int | None = None,
    out: Transition | None = None,
) -> Transition:
    """Return the derivatives of a step by finite differences; the data stays as it is.

    With n = 2 nv + na: A (n, n) is dx'/dx, B (n, nu) dx'/du, C (nsensordata, n) ds/dx, D (nsensordata, nu) ds/du.
    Positions differ in the tangent space of qpos, that of qvel. `eps` is the size of a nudge; `centered` nudges both
    ways, which is more exact and takes twice as long. Controls are not nudged out of their range: at its end they are
    nudged to the other side, and outside of it not at all, which leaves zeros.

    All nudges are stepped side by side in lanes and on `threads`, as trajectories of `rollout` are; how many of them
    there are changes no bit. Small models take one thread unless told otherwise, since that is quicker. `out` is a
    Transition whose arrays are written.
    """
    check_pair(model, data)
    nx = 2 * model.nv + model.na
    shapes = ((nx, nx), (nx, model.nu), (model.nsensordata, nx), (model.nsensordata, model.nu))
    matrices = Transition(*map(np.empty, shapes)) if out is None else _checked(out, shapes)
    write_quotients(model, data, check_eps(eps), centered, matrices, (threads, lanes))
    return matrices


def write_quotients(
    model: Model,
    data: Data,
    eps: float,
    centered: bool,
    matrices: tuple[np.ndarray | None, ...],
    size: tuple[int | None, int | None],
    take_step: Compute | None = None,
) -> None:
    """Write the matrices A, B, C, D, those that are not None, with threads and lanes or steps of somebody else."""
    A, B, C, D = matrices
    nx, nu, ns = 2 * model.nv + model.na, model.nu, model.nsensordata
    by_state, by_control = A is not None or C is not None, B is not None or D is not None
    sensors = model.nhistory > 0 or (ns > 0 and (C is not None or D is not None))

    def take(first: int, last: int, quotient: np.ndarray) -> None:
        """Write columns, of which the quotients are rows: those of the state, then those of controls."""
        split = min(max(nx, first), last)
        if first < split:
            found = quotient[: split - first].T
            if A is not None:
                A[:, first:split] = found[:nx]
            if C is not None and ns:
                C[:, first:split] = found[nx:]
        if nu and split < last:
            found = quotient[split - first : last - first].T
            if B is not None:
                B[:, split - nx : last - nx] = found[:nx]
            if D is not None and ns:
                D[:, split - nx : last - nx] = found[nx:]

    how = STEP[sensors], by_state, by_control, 2 if centered else 1, *size
    differentiate(model, data, how, eps, take, take_step)


# ---------------------------------------------------------------- arguments


def check_eps(eps: float) -> float:
    """Return the size of a nudge; refuse what is none."""
    try:
        size = float(eps)
    except (TypeError, ValueError):
        raise TypeError(f"eps is {eps!r}; it must be a number above 0") from None
    if not 0.0 < size < math.inf:
        raise ValueError(f"eps is {eps!r}; it must be above 0" + (" and finite" if size == math.inf else ""))
    return size


def _checked(out: Transition, shapes: tuple[tuple[int, int], ...]) -> Transition:
    """Return the arrays that are to be written; refuse those that cannot be."""
    if not isinstance(out, tuple) or len(out) != len(shapes):
        raise TypeError(f"out is {type(out).__name__}; it must be a Transition or a tuple of the arrays A, B, C and D")
    for name, array, shape in zip("ABCD", out, shapes, strict=True):
        if not isinstance(array, np.ndarray) or array.shape != shape or array.dtype != np.float64:
            found = f"{array.dtype} {array.shape}" if isinstance(array, np.ndarray) else type(array).__name__
            raise ValueError(f"out.{name} is {found}; it must be an array of float64 of shape {shape}")
        if not array.flags.writeable:
            raise ValueError(f"out.{name} is read-only; it must be writable")
    return Transition(*out)
