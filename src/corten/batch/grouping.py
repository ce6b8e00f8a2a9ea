"""Which environments share a pack: all that go on, those together that will do about the same work."""

from collections.abc import Collection

import numpy as np

# rows that count as about the same: within them, iterations of the solver decide
ROWS = 8

# more iterations than any solver takes
MOST = 2**20


def make_packs(n: int, failed: Collection[int], width: int) -> np.ndarray:
    """Return the environments that have not failed, by pack; the last is filled up with copies of the last of them."""
    numbers = np.delete(np.arange(n), list(failed))
    count = -(-len(numbers) // width)
    packs = np.full(count * width, numbers[-1], np.int64)
    packs[: len(numbers)] = numbers
    return packs.reshape(count, width)


def sort_packs(packs: np.ndarray, count: int, rows: np.ndarray, iterations: np.ndarray) -> None:
    """Exchange environments, of which there are `count`, so that those of a pack had about as much to do in a step.

    A pack takes as long as that of its environments which takes longest, and the next step is mostly like the last.
    """
    flat = packs.reshape(-1)
    numbers = flat[:count]
    work = rows[numbers].astype(np.int64) // ROWS * MOST + iterations[numbers]
    flat[:count] = numbers[np.argsort(work, kind="stable")]
    flat[count:] = flat[count - 1]
