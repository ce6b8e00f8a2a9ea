"""The nodes of a cluster: how they are found, or one is started, and how work is shared among them."""

import contextlib
import itertools
import logging
import os
import socket
import time
from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple, TypeVar

import ray
from ray.exceptions import GetTimeoutError, RayError, RayTaskError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from corten.cluster.worker import Worker


class ClusterError(RuntimeError):
    """There is no cluster at an address, or none of its nodes answers in time."""


class Node(NamedTuple):
    """A machine of the cluster that is alive: Ray's id of it, its address and its CPUs."""

    id: str
    ip: str
    cpus: int


def connect(address: str | None, deadline: float) -> None:
    """Join the cluster at an address ("auto", "ip:port", "ray://..."); without one the cluster that Ray knows of.

    Where there is none, a cluster of this machine alone is started, which ends with the process. Somebody must answer
    at the address within `deadline` seconds.
    """
    if ray.is_initialized():
        present = ray.get_runtime_context().gcs_address
        if address not in (None, "auto", present) and not str(address).startswith("ray://"):
            raise ClusterError(f"this process is connected to {present!r}; ray.shutdown() lets it join {address!r}")
        return
    check_address(address or os.environ.get("RAY_ADDRESS", ""), deadline)
    options: dict[str, Any] = {"logging_level": logging.WARNING, "log_to_driver": True}
    # nothing is sent home by a simulation that starts Ray by itself
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # workers are what this machine is for then; Ray would let everything else go first
    os.environ.setdefault("RAY_worker_niceness", "0")
    # Ray warns of a future default for GPUs, which shards do not use
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        if address is None:
            ray.init(include_dashboard=False, **options)
        else:
            ray.init(address=address, **options)
    except (ConnectionError, RuntimeError, ValueError) as error:
        where = f"at {address!r}" if address else "here, and none could be started"
        raise no_cluster(where, error) from error


def check_address(address: str, deadline: float) -> None:
    """Refuse an address with a port at which nobody listens: Ray would wait for five minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not (host and port.isdecimal()):
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), deadline).close()
    except (OSError, OverflowError) as error:
        raise no_cluster(f"at {address!r}", error) from error


def no_cluster(where: str, error: Exception) -> ClusterError:
    """Return the error of a cluster that is not there."""
    return ClusterError(
        f"there is no Ray cluster {where}: {error}; `ray start --head` starts one, and docs/cluster.md tells more"
    )


def list_nodes() -> list[Node]:
    """Return the nodes that are alive and may compute; one without CPUs only where there is no other."""
    alive = [node for node in ray.nodes() if node["Alive"]]
    found = [
        Node(node["NodeID"], node["NodeManagerAddress"], int(node["Resources"].get("CPU", 0)))
        for node in sorted(alive, key=lambda node: node["NodeID"])
    ]
    return [node for node in found if node.cpus] or found


class Assignment(NamedTuple):
    """A part of the work: its first item, how many there are, a node for it, and threads there."""

    first: int
    count: int
    node: Node
    threads: int


def assign(count: int, nodes: list[Node], parts: int | None, threads: int | None) -> list[Assignment]:
    """Return parts of items, one for each node in proportion to its CPUs, or as many as are asked for, of equal size.

    Nobody gets nothing: there are no more parts than items.
    """
    if not nodes:
        raise ClusterError("the Ray cluster has no node that is alive")
    chosen = [nodes[i % len(nodes)] for i in range(len(nodes) if parts is None else parts)][: max(count, 1)]
    weights = [1 if parts is not None else max(node.cpus, 1) for node in chosen]
    ends = [count * sum(weights[: i + 1]) // sum(weights) for i in range(len(chosen))]
    places = []
    for i, node in enumerate(chosen):
        first = ends[i - 1] if i else 0
        own = threads or max(1, node.cpus // chosen.count(node))
        places.append(Assignment(first, ends[i] - first, node, own))
    return [place for place in places if place.count] or places[:1]


# ---------------------------------------------------------------- workers, each a process of its own


LOGGER = logging.getLogger("corten")

# how often work is given to another worker in one call before it counts as lost
MOST_TRIES = 3

# [s] for a result that is there to be read, though the time is over
READING = 5.0

# deadlines that preparations may take in all, each with a sign of life: compiling takes minutes on busy machines
MOST_DEADLINES = 30

Key = TypeVar("Key", bound=Hashable)

_numbers = itertools.count()

# nodes that lost a worker; Ray may take some seconds to notice that a node is gone
_suspects: set[str] = set()


class WorkerHandle:
    """A worker: an actor of Ray on a node. It reserves no CPUs, as environments in one's own process do not."""

    def __init__(self, node: Node):
        self.node, self.number = node, next(_numbers)
        where = NodeAffinitySchedulingStrategy(node.id, soft=False)
        # a thread of its own tells that a process is there that compiles kernels
        kind: Any = ray.remote(concurrency_groups={"signs": 1})(Worker)  # pyright: ignore[reportCallIssue]
        self.actor: Any = kind.options(num_cpus=0, scheduling_strategy=where).remote()

    def end(self) -> None:
        """End the process, whatever it does."""
        with contextlib.suppress(Exception):
            ray.kill(self.actor)


def other_node(lost: Node, busy: list[Node]) -> Node:
    """Return a node instead of one that lost a worker: where none was lost, if there is one, and least is done."""
    _suspects.add(lost.id)
    nodes = list_nodes()
    others = [node for node in nodes if node.id != lost.id] or nodes or [lost]
    trusted = [node for node in others if node.id not in _suspects] or others
    ids = [node.id for node in busy]
    return min(trusted, key=lambda node: ids.count(node.id) / max(node.cpus, 1))


def gather(calls: Mapping[Key, Any], deadline: float) -> tuple[dict[Key, Any], dict[Key, str]]:
    """Wait for calls to end, at most until a deadline [s]; return results, and why others are lost.

    What a worker raised by itself is raised here.
    """
    found, lost = dict[Key, Any](), dict[Key, str]()
    if not calls:
        return found, lost
    end = time.monotonic() + deadline
    ready, _ = ray.wait(list(calls.values()), num_returns=len(calls), timeout=deadline)
    for key, call in calls.items():
        if call not in ready:
            lost[key] = f"no answer within {deadline:g} s"
            continue
        try:
            found[key] = ray.get(call, timeout=max(end - time.monotonic(), READING))
        except RayTaskError as error:
            raise error.cause from None
        except GetTimeoutError:
            lost[key] = f"no answer within {deadline:g} s"
        except RayError as error:
            lost[key] = type(error).__name__
    return found, lost


def gather_patiently(
    calls: Mapping[Key, tuple[WorkerHandle, Any]], deadline: float
) -> tuple[dict[Key, Any], dict[Key, str]]:
    """Wait for workers that prepare something, as `gather` does; a sign of life gives them the same time again."""
    pending, found, lost = dict(calls), dict[Key, Any](), dict[Key, str]()
    for attempt in range(MOST_DEADLINES):
        if not pending:
            break
        waited = [call for _, call in pending.values()]
        ready, _ = ray.wait(waited, num_returns=len(waited), timeout=deadline)
        done = {key: call for key, (_, call) in pending.items() if call in ready or attempt + 1 == MOST_DEADLINES}
        answers, missing = gather(done, READING)
        found, lost = found | answers, lost | missing
        pending = {key: each for key, each in pending.items() if key not in done}
        _, silent = gather({key: worker.actor.is_alive.remote() for key, (worker, _) in pending.items()}, deadline)
        lost |= silent
        pending = {key: each for key, each in pending.items() if key not in silent}
    return found, lost
