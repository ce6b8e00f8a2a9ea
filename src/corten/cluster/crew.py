"""Workers on nodes, each a process of its own; whoever does not answer in time is lost."""

import contextlib
import itertools
import logging
import time
from collections.abc import Hashable, Mapping
from typing import Any, TypeVar

import ray
from ray.exceptions import GetTimeoutError, RayError, RayTaskError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from corten.cluster.nodes import Node, list_nodes
from corten.cluster.worker import Worker

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


class Member:
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


def gather_patiently(calls: Mapping[Key, tuple[Member, Any]], deadline: float) -> tuple[dict[Key, Any], dict[Key, str]]:
    """Wait for workers that prepare something, as `gather` does; a sign of life gives them the same time again."""
    pending, found, lost = dict(calls), dict[Key, Any](), dict[Key, str]()
    for turn in range(MOST_DEADLINES):
        if not pending:
            break
        waited = [call for _, call in pending.values()]
        ready, _ = ray.wait(waited, num_returns=len(waited), timeout=deadline)
        done = {key: call for key, (_, call) in pending.items() if call in ready or turn + 1 == MOST_DEADLINES}
        answers, missing = gather(done, READING)
        found, lost = found | answers, lost | missing
        pending = {key: each for key, each in pending.items() if key not in done}
        _, silent = gather({key: member.actor.is_alive.remote() for key, (member, _) in pending.items()}, deadline)
        lost |= silent
        pending = {key: each for key, each in pending.items() if key not in silent}
    return found, lost
