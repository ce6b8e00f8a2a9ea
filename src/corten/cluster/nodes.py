"""The nodes of a cluster: how they are found, or one is started, and how work is shared among them."""

import logging
import os
import socket
from typing import Any, NamedTuple

import ray

from corten.cluster.errors import ClusterError


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


class Place(NamedTuple):
    """A part of the work: its first item, how many there are, a node for it, and threads there."""

    first: int
    count: int
    node: Node
    threads: int


def share(count: int, nodes: list[Node], parts: int | None, threads: int | None) -> list[Place]:
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
        places.append(Place(first, ends[i] - first, node, own))
    return [place for place in places if place.count] or places[:1]
