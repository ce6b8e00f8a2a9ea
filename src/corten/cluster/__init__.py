"""Batches and rollouts over the nodes of a Ray cluster (extra `cluster`); imported late."""

try:
    import ray as _ray  # noqa: F401
except ModuleNotFoundError as error:
    raise ModuleNotFoundError('corten.cluster needs Ray: pip install "corten[cluster]"', name="ray") from error

from corten.cluster.nodes import ClusterError
from corten.cluster.rollout import rollout
from corten.cluster.sim import ClusterSim, Shard

__all__ = ["ClusterError", "ClusterSim", "Shard", "rollout"]
