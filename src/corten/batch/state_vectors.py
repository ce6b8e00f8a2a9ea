"""State vectors of environments, one row for each, in the layout of `corten.get_state`."""

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from corten.batch.arguments import environment_numbers
from corten.data.state import COMPONENTS
from corten.enums import StateBit

if TYPE_CHECKING:
    from corten.batch.environments import Environments


def read_states(envs: "Environments", sig: int, where: Any) -> np.ndarray:
    """Return the chosen components of the state, (n, size), of the environments that `where` names."""
    columns = _columns(envs, sig)
    numbers = None if where is None else environment_numbers(where, envs.n)
    count, chosen = (envs.n, slice(None)) if numbers is None else (len(numbers), numbers)
    states = np.empty((count, _size(columns)))
    for name, place in columns.items():
        states[:, place] = envs.rows.find(name)[chosen].reshape(count, place.stop - place.start)
    return states


def write_states(envs: "Environments", states: ArrayLike, sig: int, where: Any) -> None:
    """Set the chosen components from one row for each environment that `where` names, or one for all of them."""
    numbers, columns = environment_numbers(where, envs.n), _columns(envs, sig)
    size, values = _size(columns), np.asarray(states, float)
    if values.shape not in ((len(numbers), size), (1, size), (size,)):
        words = f"({len(numbers)}, {size}), or ({size},) for all alike"
        raise ValueError(f"the states have shape {values.shape}; expected {words}")
    if len(np.unique(numbers)) != len(numbers):
        twice = next(i for i in numbers.tolist() if (numbers == i).sum() > 1)
        raise ValueError(f"where names environment {twice} more than once")
    values = np.broadcast_to(values, (len(numbers), size))
    for name, place in columns.items():
        view = envs.rows.find(name)
        view[numbers] = values[:, place].reshape(len(numbers), *view.shape[1:])


def _columns(envs: "Environments", sig: int) -> dict[str, slice]:
    """Return the columns of each field in a state vector."""
    if isinstance(sig, bool) or not isinstance(sig, int | np.integer) or not 0 < sig <= StateBit.INTEGRATION:
        raise ValueError(f"{sig!r} is not a combination of StateBit values")
    found, first = dict[str, slice](), 0
    for name in (name for bit, name in COMPONENTS.items() if sig & bit):
        size = prod(envs.rows.find(name).shape[1:])
        found[name] = slice(first, first + size)
        first += size
    return found


def _size(columns: dict[str, slice]) -> int:
    return max((place.stop for place in columns.values()), default=0)
