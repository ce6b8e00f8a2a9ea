"""What goes to shards of environments and comes back: rows of bytes, which Ray hands over without copies."""

from typing import NamedTuple

import numpy as np

from corten.errors import StepError

# environments and their rows; no numbers if it is all of them
Changes = tuple[np.ndarray | None, np.ndarray]


class Setup(NamedTuple):
    """A shard to be made: environments of a batch from `first` on, and how they are computed."""

    first: int
    count: int
    threads: int
    lanes: int | None
    keep: tuple[str, ...]
    # results that steps begin with, and fields of the model that are an environment's own
    carried: tuple[str, ...]
    varied: tuple[str, ...]


class Update(NamedTuple):
    """What has changed: in the rows of a shard (state, inputs, kept, carried) and in its own values of the model."""

    rows: dict[int, Changes]
    varied: dict[str, Changes]
    # steps since the last reset, whether forward dynamics came after the last one, and who has failed
    steps: np.ndarray
    still: np.ndarray
    failed: tuple[int, ...]


class Answer(NamedTuple):
    """Rows of a shard that steps have written (state, kept, carried), and what was told meanwhile."""

    rows: dict[int, np.ndarray]
    steps: np.ndarray
    still: np.ndarray
    errors: dict[int, StepError]
    told: list[tuple[str, type[Warning]]]


class Starts(NamedTuple):
    """What the last steps began with, those of failures apart."""

    rows: list[np.ndarray]
    failing: dict[int, list[np.ndarray]]


def changes(now: np.ndarray, seen: np.ndarray | None) -> Changes | None:
    """Return the rows (n, ...) whose bytes differ from those that were seen, or None where all are the same."""
    if seen is None:
        return None, now
    if not now.size:
        return None
    bits = f"i{min(now.itemsize * now[0].size & -(now.itemsize * now[0].size), 8)}"
    differ = (_flat(now).view(bits) != _flat(seen).view(bits)).any(axis=1)
    count = int(np.count_nonzero(differ))
    if not count:
        return None
    # most of them: all of them, which need not be picked out
    if 2 * count > len(now):
        return None, now
    numbers = np.flatnonzero(differ)
    return numbers, now[numbers]


def _flat(array: np.ndarray) -> np.ndarray:
    return array.reshape(len(array), -1)


def put(changed: Changes, target: np.ndarray) -> None:
    """Write rows where they belong."""
    numbers, rows = changed
    target[... if numbers is None else numbers] = rows
