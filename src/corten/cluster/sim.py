"""ClusterSim: many environments of one model, shared among the nodes of a Ray cluster."""

from typing import Any, NamedTuple

from corten.batch import BatchSim
from corten.batch.arguments import whole_number
from corten.batch.device_choice import BatchDevice, Cpu
from corten.batch.engine import TeamSize
from corten.batch.environments import Environments
from corten.cluster.engine import ClusterEngine, ShardOptions
from corten.cluster.nodes import assign, connect, list_nodes
from corten.data import Data
from corten.model import Model


class Shard(NamedTuple):
    """Environments from `first` on, `count` of them, on the node at `ip`; `restarts` of them were on lost workers."""

    first: int
    count: int
    ip: str
    threads: int
    restarts: int


class Shards(BatchDevice):
    """CPUs of nodes, which run what the CPU of this process runs."""

    name, precision = Cpu.name, Cpu.precision

    def __init__(self, options: ShardOptions):
        self._options = options

    def check(self, model: Model, precision: str | None, lanes: int | None) -> None:
        """Refuse nothing."""

    def suits(self, model: Model, precision: str | None) -> bool:
        """Tell that nobody is sent to a cluster who has not asked for it."""
        return False

    def make_engine(self, template: Data, n: int, size: TeamSize, keep: tuple[str, ...]) -> ClusterEngine:
        """Return an engine whose shards are not started yet."""
        return ClusterEngine(Environments(template, n, size, keep), keep, self._options)


class ClusterSim(BatchSim):
    """n environments of one Model, on all nodes of a Ray cluster.

    It has all that `BatchSim` has, and gives the same bits, whatever the number of nodes and shards. Its arrays are
    those of this process: what was changed in them goes to the nodes before steps, state and results come back after
    them. No call waits longer than `deadline` seconds for a node's answer: a node that gives none is lost. Without
    checkpoints its environments have failed then (`StepErrorKind.NODE_LOST`), are in the last state that came from it,
    and go on elsewhere once they are reset; with `checkpoint_every=k` they go on elsewhere at once, from a checkpoint
    that is at most k steps old, with the same bits as if nothing had happened.
    """

    _engine: ClusterEngine

    def __init__(
        self,
        model: Model,
        n: int,
        address: str | None = None,
        *,
        checkpoint_every: int = 0,
        deadline: float = 60.0,
        shards: int | None = None,
        **options: Any,
    ):
        """Join the cluster at an address; without one, that which Ray knows of, else a new one of this machine alone.

        Each node has a shard, in proportion to its CPUs, or there are `shards` of equal size. `options` are those of
        BatchSim: `keep`, `precision`, `lanes`, and `threads` of each shard, else one for each CPU of its node.
        """
        if options.get("device", "cpu") != "cpu":
            raise ValueError(f"device is {options['device']!r}; shards run on CPUs")
        if not deadline > 0:
            raise ValueError(f"deadline is {deadline}; it must be a number of seconds above 0")
        every = whole_number("checkpoint_every", checkpoint_every, 0)
        parts = None if shards is None else whole_number("shards", shards, 1)
        terms = ShardOptions(options.get("lanes"), every, float(deadline))
        super().__init__(model, n, **{**options, "device": Shards(terms)})
        connect(address, float(deadline))
        places = assign(len(self), list_nodes(), parts, options.get("threads"))
        self._engine.start([place for place in places if place.count])

    @property
    def shards(self) -> tuple[Shard, ...]:
        """Which environments are where."""
        return tuple(
            Shard(place.first, place.count, shard.worker.node.ip, place.threads, shard.restarts)
            for shard in self._engine.shards
            for place in (shard.assignment,)
        )

    @property
    def deadline(self) -> float:
        """How long a call waits for the answer of a node [s]."""
        return self._engine.options.deadline

    def set_deadline(self, seconds: float) -> None:
        """Let calls wait for the answer of a node for other than they do now [s]."""
        if not seconds > 0:
            raise ValueError(f"the deadline is {seconds}; it must be a number of seconds above 0")
        self._engine.options = self._engine.options._replace(deadline=float(seconds))

    def close(self) -> None:
        """End the workers of all shards; the arrays stay."""
        self._engine.close()

    def __enter__(self) -> "ClusterSim":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
