"""A Ray cluster of two nodes on this machine, one of which can be killed."""

import contextlib
import logging
import os
import signal
from pathlib import Path

import pytest

REASON = "NO CLUSTER WAS TESTED: Ray is not installed (pip install 'corten[cluster]')"

# Ray lets everything else go first otherwise, other tests above all; it asks nobody on the internet
SETTINGS = {"RAY_worker_niceness": "0", "RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}


def need_ray():
    """Skip a test, loudly, where there is no Ray."""
    return pytest.importorskip("ray", reason=REASON)


class TwoNodes:
    """A head with one CPU, which this process is connected to, and a second node with another one."""

    def __init__(self):
        ray = need_ray()
        from ray.cluster_utils import Cluster

        os.environ.update(SETTINGS)
        self._ray = ray
        self._cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        self._second = None
        self.add()
        ray.init(address=self._cluster.address, logging_level=logging.WARNING, log_to_driver=False)

    def add(self):
        """Add a second node, unless there is one."""
        if self._second is None:
            self._second = self._cluster.add_node(num_cpus=1)

    def processes(self):
        """Return the numbers of the processes of the second node: those it has started, and then its own."""
        raylet = self._second.all_processes["raylet"][0].process.pid
        children = Path(f"/proc/{raylet}/task/{raylet}/children").read_text(encoding="ascii").split()
        return [*map(int, children), raylet]

    def kill(self):
        """Kill the second node with all that runs on it, as if its plug were pulled."""
        for process in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self._cluster.remove_node(self._second, allow_graceful=False)
        self._second = None

    def pause(self):
        """Let everything that runs on the second node stand still."""
        for process in self.processes()[:-1]:
            os.kill(process, signal.SIGSTOP)

    def end(self):
        """Take the cluster down."""
        self._ray.shutdown()
        self._cluster.shutdown()
