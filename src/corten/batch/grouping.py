"""Which environments share a pack: all that go on, those together that will do about the same work."""

from collections.abc import Collection
from typing import NamedTuple

import numpy as np

# more rows and more iterations are not told apart: a key of 63 bits has 30 for bodies
MOST_ROWS, MOST_ITERATIONS = 2**17, 2**16


class Estimates(NamedTuple):
    """What the last step of each environment was like."""

    contact_bodies: np.ndarray
    rows: np.ndarray
    iterations: np.ndarray


def make_packs(n: int, failed: Collection[int], width: int) -> np.ndarray:
    """Return the environments that have not failed, by pack; the last is filled up with copies of the last of them."""
    numbers = np.delete(np.arange(n), list(failed))
    count = -(-len(numbers) // width)
    packs = np.full(count * width, numbers[-1], np.int64)
    packs[: len(numbers)] = numbers
    return packs.reshape(count, width)


def sort_packs(packs: np.ndarray, count: int, estimates: Estimates) -> None:
    """Exchange environments, of which there are `count`, so that those of a pack had about the same to do in a step.

    A pack has the rows of all of its environments, once where they are those of the same bodies, and takes as many
    iterations as that of them which takes most. The next step is mostly like the last.
    """
    flat = packs.reshape(-1)
    numbers = flat[:count]
    bodies, rows, iterations = (estimate[numbers].astype(np.int64) for estimate in estimates)
    rows, iterations = np.minimum(rows, MOST_ROWS - 1), np.minimum(iterations, MOST_ITERATIONS - 1)
    key = (bodies * MOST_ROWS + rows) * MOST_ITERATIONS + iterations
    flat[:count] = numbers[np.argsort(key, kind="stable")]
    flat[count:] = flat[count - 1]
