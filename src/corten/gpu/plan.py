"""A plan on the device: the stages of a step as dispatches, many steps to a submission."""

from collections.abc import Callable
from typing import Any

import numpy as np

from corten.gpu.device import ALIGNMENT, Device
from corten.gpu.pipelines import STAGE_LAYOUT, Compiled, bind_layout
from corten.gpu.work_space import WorkSpace
from corten.runtime.backends.wgsl import BINDINGS, RUN_BINDING, TABLE_BINDING, TILE, Pool
from corten.runtime.kernel import Stage
from corten.runtime.plan import Skip

# dispatches of one submission: drivers end what takes too long, and Python writes the next one meanwhile
MOST_DISPATCHES = 1024


# of the loop by which every stage finds out whether the driver has ended its loops early
TURNS = 2


class DevicePlan:
    """Compiled stages in their order, and the memory that they run on."""

    def __init__(self, device: Device, stages: tuple[Stage, ...], compiled: dict[Stage, Compiled]):
        self._device = device
        self._pipelines = [compiled[stage].pipeline for stage in stages]
        self._skips = [stage.count if isinstance(stage, Skip) else 0 for stage in stages]
        self._runs = device.make_buffer(len(stages) * ALIGNMENT, "UNIFORM")
        self._count = -1
        self._group: Any = None
        self._spare = device.make_buffer(0)
        self._work: WorkSpace | None = None

    def connect(self, work: WorkSpace, table: Any, pools: dict[Pool, Any]) -> None:
        """Say where memory is: work space, the table of places, and the pools that are no work space."""
        buffers = work.buffers | pools
        by_number = {BINDINGS[pool]: buffer for pool, buffer in buffers.items()} | {TABLE_BINDING: table}
        entries: list[dict[str, Any]] = []
        for number in range(len(STAGE_LAYOUT)):
            resource = {"buffer": by_number.get(number, self._spare)}
            if number == RUN_BINDING:
                resource = {"buffer": self._runs, "offset": 0, "size": 16}
            entries.append({"binding": number, "resource": resource})
        with self._device.errors():
            layout = bind_layout(self._device, STAGE_LAYOUT)
            self._group = self._device.handle.create_bind_group(layout=layout, entries=entries)
        self._work = work

    def run(self, numbers: np.ndarray, nstep: int) -> np.ndarray:
        """Take steps of some environments, at most as many as the work space has room for; return their statuses."""
        work = self._work
        assert work is not None
        self._write_count(len(numbers))
        work.choose(numbers)
        groups = -(-len(numbers) // TILE)
        tasks: list[Callable[[Any], None]] = [work.encode_begin]
        for step in range(nstep):
            if any(self._skips):
                tasks.append(work.encode_resume)
            if 0 < step == nstep - 1:
                tasks.append(work.encode_remember)
            tasks.append(lambda compute_pass: self._encode_step(compute_pass, groups))
        tasks.append(lambda compute_pass: work.encode_end(compute_pass, nstep == 1))
        self._submit(tasks)
        return work.statuses(len(numbers))

    def _write_count(self, count: int) -> None:
        """Let every dispatch know how many environments there are."""
        if count != self._count:
            runs = np.zeros((len(self._pipelines), ALIGNMENT // 4), np.int32)
            runs[:, 0], runs[:, 1], runs[:, 2], runs[:, 3] = count, np.arange(len(runs)), self._skips, TURNS
            self._device.write(self._runs, runs)
            self._count = count

    def _encode_step(self, compute_pass: Any, groups: int) -> None:
        last = None
        for place, pipeline in enumerate(self._pipelines):
            if pipeline is not last:
                compute_pass.set_pipeline(pipeline)
                last = pipeline
            compute_pass.set_bind_group(0, self._group, [place * ALIGNMENT])
            compute_pass.dispatch_workgroups(groups)

    def _submit(self, tasks: list[Callable[[Any], None]]) -> None:
        """Submit tasks in their order, as many at once as a submission may have."""
        at_once = max(1, MOST_DISPATCHES // (len(self._pipelines) + 1))
        for first in range(0, len(tasks), at_once):
            with self._device.errors():
                encoder = self._device.handle.create_command_encoder()
                compute_pass = encoder.begin_compute_pass()
                for task in tasks[first : first + at_once]:
                    task(compute_pass)
                compute_pass.end()
                self._device.queue.submit([encoder.finish()])
