"""One way to run a batch: what an engine does for environments, whatever computes them.

    BatchSim ---> Environments       rows, failures, counts and own values of environments: memory of this process
        |              ^
        +----> Engine -+             takes steps of them
                 ThreadEngine        packs of environments, shared among the threads of this process (CPU)
                 GpuEngine           all environments side by side on a WebGPU device
                 ClusterEngine       shards on nodes, each a ThreadEngine in a process of its own

Whoever has a batch reads and writes the rows of `Environments` and nothing else. An engine may keep copies elsewhere:
it sends what was changed here before it computes, and has state and results here when a call returns. What the last
steps began with is larger and seldom asked for, so it comes with `read`. Engines are abstract or final: no method that
is implemented is overridden.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from corten.batch.pack import Pack
from corten.batch.rows import carried_fields
from corten.data import Data

if TYPE_CHECKING:
    from corten.batch.environments import Environments

# called after each portion of steps: how many steps are done of how many
Progress = Callable[[int, int], None]


class Engine(ABC):
    """What takes steps of environments."""

    envs: "Environments"

    @abstractmethod
    def run(self, nstep: int, progress: Progress | None = None) -> None:
        """Take steps of all environments that have not failed, in portions that let Python see Ctrl-C."""

    @abstractmethod
    def forward(self, numbers: np.ndarray) -> None:
        """Compute forward dynamics of some environments that have not failed."""

    @abstractmethod
    def read(self) -> None:
        """Bring to the host what is newer elsewhere: rows, and what the last steps began with."""

    @abstractmethod
    def write(self) -> None:
        """Send now what was changed on the host, for those who look at memory elsewhere."""

    @abstractmethod
    def make_room(self) -> bool:
        """Make work space as large as environments needed it that were stepped alone; tell whether it was smaller."""

    @abstractmethod
    def release(self) -> None:
        """Drop plans and work space, after fields of environments have changed; the next call makes them anew."""

    @abstractmethod
    def close(self) -> None:
        """Give back memory, processes and threads; rows stay."""


class TeamSize(NamedTuple):
    """How many threads there are, how many environments each takes at once, and on which CPUs they stay, if any."""

    threads: int
    width: int
    affinity: tuple[int, ...] = ()


class Portion(NamedTuple):
    """Steps that are taken at once: how many, and the number of the first.

    Where time stands still it is forward dynamics that is computed.
    """

    nstep: int
    first: int
    still: bool = False


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


# ---------------------------------------------------------------- what engines have in common


def redo_alone(engine: Engine, packs: np.ndarray, portion: Portion, stream: Stream | None = None) -> np.ndarray:
    """Do packs that failed again, one environment after the other, as `corten.step` does; return those left.

    Where a step ran out of room there is more afterwards, for all environments, and those that are left can try again.
    """
    while len(packs):
        for i in dict.fromkeys(packs[0].tolist()):
            engine.envs.step_alone(i, portion, stream)
        packs = packs[1:]
        if engine.make_room():
            break
    return packs


def carry_results(engine: Engine) -> None:
    """Let environments carry on all results that the next step begins with, from where their last step left them."""
    carry_fields(engine, carried_fields(engine.envs.model))


def carry_fields(engine: Engine, names: tuple[str, ...]) -> None:
    """Let environments carry on some results, from where their last step left them."""
    if not engine.envs.carries(names):
        engine.read()
        engine.envs.carry(names)
        engine.release()
