"""Arguments and results of queries to a batch: arrays with a row for each environment, or one for all."""

from collections.abc import Sequence
from math import isfinite

import numpy as np
from numpy.typing import ArrayLike

from corten.constants import MINVAL


def array_of_rows(name: str, values: ArrayLike, n: int, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Return an argument as an array with n rows of some shape, or with one that serves all."""
    array = own_numbers(name, values, dtype)
    if array.shape == shape:
        array = array[None]
    if array.shape not in ((n, *shape), (1, *shape)):
        words = ", ".join(map(str, shape))
        raise ValueError(f"{name} has shape {np.shape(values)}; expected ({n}, {words}), or ({words},) for all alike")
    return array


def own_numbers(name: str, values: ArrayLike, dtype: np.dtype) -> np.ndarray:
    """Return a copy of an argument, which results may be written over."""
    array = np.asarray(values)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name} is an array of {array.dtype}; it must have real numbers")
    return array.astype(dtype, order="C")


def finite_number(name: str, value: float, *, zero: bool = True) -> float:
    """Return an argument that must be a finite number, and other than 0 unless `zero`."""
    number = float(value)
    if not isfinite(number) or (number == 0.0 and not zero):
        raise ValueError(f"{name} is {value}; it must be a finite number{'' if zero else ' other than 0'}")
    return number


def many_rays(
    origins: ArrayLike, directions: ArrayLike, n: int, dtype: np.dtype
) -> tuple[np.ndarray, np.ndarray, tuple[int, ...]]:
    """Return origins and directions, both (n or 1, k, 3), and the shape of results."""
    arrays = [own_numbers("origins", origins, dtype), own_numbers("directions", directions, dtype)]
    # one ray of each environment, or the same for all
    rows = [array[:, None] if array.ndim == 2 else array for array in arrays]
    full = [array[None, None] if array.shape == (3,) else array for array in rows]
    for name, array, given in zip(("origins", "directions"), full, arrays, strict=True):
        if array.ndim != 3 or array.shape[-1] != 3 or array.shape[0] not in (1, n):
            raise ValueError(f"{name} have shape {given.shape}; expected ({n}, 3), ({n}, k, 3), or (3,) for all alike")
    counts = {array.shape[1] for array in full}
    if len(counts - {1}) > 1:
        raise ValueError(f"origins have shape {arrays[0].shape} and directions {arrays[1].shape}: their k differ")
    nray = max(counts) if 0 not in counts else 0
    if np.any(np.linalg.norm(full[1], axis=-1) < MINVAL):
        raise ValueError("a direction has no length; rays need one")
    spread = [np.ascontiguousarray(np.broadcast_to(array, (len(array), nray, 3))) for array in full]
    return spread[0], spread[1], (n, nray) if any(array.ndim == 3 for array in arrays) else (n,)


def result_arrays(
    out: Sequence[np.ndarray | None] | None,
    names: tuple[str, ...],
    shapes: tuple[tuple[int, ...], ...],
    dtypes: tuple[np.dtype, ...],
) -> tuple[np.ndarray, ...]:
    """Return arrays for results: those of `out`, if they fit, or new ones."""
    if out is None:
        out = (None,) * len(names)
    if isinstance(out, np.ndarray) or len(out) != len(names):
        raise TypeError(f"out must be {len(names)} arrays: {', '.join(names)}")
    results = tuple(map(_result, out, names, shapes, dtypes))
    if len(results) == 2 and np.may_share_memory(*results):
        raise ValueError(f"{names[0]} and {names[1]} share memory; give each an array of its own")
    return results


def _result(array: np.ndarray | None, name: str, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    if array is None:
        return np.empty(shape, dtype)
    words = f"{name} must be a writable array of {dtype} of shape {shape}, with rows of numbers side by side"
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{words}, not {type(array).__name__}")
    if array.shape != shape or array.dtype != dtype or not array.flags.writeable or not array.flags.aligned:
        raise ValueError(f"{words}; it is one of {array.dtype} of shape {array.shape}")
    if len(array) and not array[0].flags.c_contiguous:
        raise ValueError(f"{words}; numbers of a row lie apart")
    return array
