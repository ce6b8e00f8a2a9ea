"""What is done at once with all environments of a batch, and what goes in and comes out meanwhile."""

from typing import NamedTuple, Protocol

import numpy as np

from corten.batch.pack import Pack
from corten.data import Data
from corten.runtime.kernel import Stage


class Stream(Protocol):
    """What goes into environments before each step and comes out of them after it."""

    def feeds(self, pack: Pack) -> np.ndarray:
        """Return segments of what is written into a pack before each step."""
        ...

    def records(self, pack: Pack) -> np.ndarray:
        """Return segments of what is read from a pack after each step."""
        ...

    def feed(self, i: int, number: int, data: Data) -> None:
        """Write into a Data what an environment gets before a step."""
        ...

    def record(self, i: int, number: int, data: Data) -> None:
        """Read from a Data what an environment gives after a step."""
        ...


class TeamSize(NamedTuple):
    """How many threads there are, and how many environments each takes at once."""

    threads: int
    width: int


class Portion(NamedTuple):
    """Steps that are taken at once: how many, and the number of the first.

    Where time stands still it is forward dynamics that is computed.
    """

    nstep: int
    first: int
    still: bool = False


class Traits(NamedTuple):
    """What stages of a step ask of those who run them: packs of environments that are alike, a look at fallbacks."""

    stages: tuple[Stage, ...]
    sorted: bool
    falls_back: bool
