"""Steps of many environments on the device; what fails there is done again alone, on the CPU."""

import functools
import logging
from collections.abc import Callable

import numpy as np

from corten.batch.arguments import thread_count
from corten.batch.engine import Engine
from corten.batch.portions import Portion, TeamSize
from corten.batch.rows import Environments, carried_fields
from corten.data import DATA, Data
from corten.enums import StepErrorKind
from corten.gpu.device import Device, DeviceLost
from corten.gpu.pipelines import Compiled, StageCompiler, known_values
from corten.gpu.plan import DevicePlan
from corten.gpu.pools import DeviceArray, ModelPools, RowPools, Table, check_rows
from corten.gpu.work_space import Carrying, OwnValues, WorkSpace
from corten.model import MODEL
from corten.pipeline.plans import find_stages
from corten.runtime.backends.wgsl import LOOPS_CUT, Slots
from corten.runtime.build import Layouts
from corten.runtime.kernel import Stage
from corten.stages.solver import fall_back

LOGGER = logging.getLogger("corten")


class GpuEngine(Engine):
    """Environments whose rows live in the device's memory; those of the host are what was last exchanged.

    Before steps, fields that somebody changed on the host go up; after them, state and results come down. What a step
    cannot do on the device (it fails, or has something to tell) is done again as `corten.step` does, on the CPU.
    """

    def __init__(self, template: Data, n: int, keep: tuple[str, ...], device: Device, most: int | None, threads: int):
        """At most `most` environments run at a time, if that is given; `threads` of the CPU do what it has to do."""
        self.device, self._most = device, most
        # which environments were done again on the CPU, of the last call
        self.alone = np.zeros(0, np.int64)
        self._rows: RowPools | None = None
        self._newer = self._before_newer = self._before_written = False
        # whether somebody knows where the device has its rows
        self._shown = False
        self._compilers: dict[tuple[Stage, ...], StageCompiler] = {}
        self._space: WorkSpace | None = None
        self._device_plan: DevicePlan | None = None
        self._planned: tuple[Stage, ...] = ()
        check_rows(device, _largest_row(Environments(template, keep, carried_fields(template.model), 0)), n)
        super().__init__(template.model, template, n, TeamSize(thread_count(threads), 1), keep)
        self._steps_read = self.steps.copy()
        if n and self.model.nv:
            self.compile(self._current_stages())

    # ---------------------------------------------------------------- steps

    def run(self, nstep: int, tell: Callable[[int, int], None] | None = None) -> None:
        """Take steps of all environments that have not failed; afterwards the host has state and results."""
        try:
            try:
                super().run(nstep, tell)
            finally:
                self.pull()
                if self._shown:
                    # what the CPU did
                    self.push()
        except DeviceLost as error:
            # steps that nobody has read are lost
            self._newer = self._before_newer = False
            self.steps[:] = self._steps_read
            views = self.rows.state.views | self.rows.inputs.views
            error.state = {name: np.array(view) for name, view in views.items() if DATA.fields[name].writable}
            raise
        self._steps_read = self.steps.copy()

    def forward(self, numbers: np.ndarray) -> None:
        """Compute what follows from state and inputs of some environments, on the CPU."""
        self.pull()
        self.pull_before()
        self._before_written = True
        super().forward(numbers)
        if self._shown:
            self.push()

    def _current_stages(self) -> tuple[Stage, ...]:
        """Return the stages of a step of the model as it is now, and carry on what they need; the CPU has no part."""
        if not self.model.nv:
            return super()._current_stages()
        stages = self._complete(find_stages(self.model, "step"))
        if stages not in self._compilers:
            self._carry(carried_fields(self.model))
        return stages

    def _run(self, stages: tuple[Stage, ...], packs: np.ndarray, portion: Portion) -> np.ndarray:
        """Take steps on the device; return the environments that failed there, still as they were."""
        if portion.still or not self.model.nv:
            return super()._run(stages, packs, portion)
        plan, numbers = self._prepare(stages), packs[:, 0]
        failed, short = self._run_slices(plan, numbers, portion.nstep)
        while len(short) and self._grow():
            plan = self._prepare(stages)
            again, short = self._run_slices(plan, short, portion.nstep)
            failed = np.append(failed, again)
        failed = np.sort(np.append(failed, short))
        if len(failed) or fall_back in stages:
            self.pull()
        if len(failed):
            self.alone = np.union1d(self.alone, failed)
            self.pull_before()
            self._before_written = True
        return failed[:, None]

    def _run_slices(self, plan: DevicePlan, numbers: np.ndarray, nstep: int) -> tuple[np.ndarray, np.ndarray]:
        """Take steps of environments; return those that failed, and those that ran out of room which can grow."""
        work = self._space
        assert work is not None
        failed, short, self._wanted = [numbers[:0]], [numbers[:0]], dict[str, int]()
        room = work.room
        for first in range(0, len(numbers), room):
            part = numbers[first : first + room]
            statuses = plan.run(part, nstep)
            if (statuses == LOOPS_CUT).any():
                tell_cut(self.device.name)
            self._newer = self._before_newer = True
            done = part[statuses == 0]
            self.steps[done] += nstep
            self.still[done] = False
            self._some_still = bool(self.still.any())
            limits = self.rows.find("contact_limit")[part]
            lacking = statuses == StepErrorKind.CAPACITY
            for name, count in work.counts(lacking).items() if lacking.any() else ():
                self._wanted[name] = max(count, self._wanted.get(name, 0))
            # the CPU tells of a limit that users have set
            lacking &= limits <= 0
            short.append(part[lacking])
            failed.append(part[(statuses != 0) & ~lacking])
        return np.concatenate(failed), np.concatenate(short)

    # ---------------------------------------------------------------- memory

    def _host_views(self, rows: Environments) -> dict[str, np.ndarray]:
        """Return all rows of the host, those first that come back from the device."""
        return {name: view for part in (rows.state, *rows.results, rows.inputs) for name, view in part.views.items()}

    def _stored(self) -> tuple[str, ...]:
        """Return the fields that come back from the device."""
        return tuple(name for part in (self.rows.state, *self.rows.results) for name in part.fields)

    def push(self) -> None:
        """Upload what has changed on the host."""
        views = self._host_views(self.rows)
        if self._rows is None:
            self._rows, self._rows_before = (RowPools(self.device, views, self.n) for _ in range(2))
            self._before_written = True
        self._rows.push(views)
        if self._before_written:
            self._rows_before.push(self._host_views(self.before))
            self._before_written = False

    def pull(self) -> None:
        """Download state and results, if the device has newer ones."""
        if self._newer and self._rows is not None:
            views = self._host_views(self.rows)
            self._rows.pull({name: views[name] for name in self._stored()})
            self._newer = False

    def pull_before(self) -> None:
        """Download what the last step began with, if the device has something newer."""
        if self._before_newer and self._rows is not None:
            self._rows_before.pull(self._host_views(self.before))
            self._before_newer = False

    def _prepare(self, stages: tuple[Stage, ...]) -> DevicePlan:
        """Return the plan of stages, with memory as large as environments need it and the host's changes uploaded."""
        compiled = self.compile(stages).wait()
        self.push()
        if self._device_plan is None or self._planned != stages:
            self._slots = Slots(self._layouts())
            self._table = Table(self.device, self._slots)
            self._model_pools = ModelPools(self.device, self._slots, self.model, _accessed(compiled, MODEL.name))
            self._table.enter_sizes(MODEL.name, self.model.sizes())
            for placement in self._model_pools.placements.values():
                self._table.enter_places(MODEL.name, placement)
            self._device_plan, self._planned = DevicePlan(self.device, stages, compiled), stages
            self._space = None
        if self._space is None:
            assert self._rows is not None
            own = OwnValues(self.device, self._slots, self.varied) if self.varied.arrays else None
            carrying = Carrying(self._rows, self._rows_before, self._stored(), own)
            self._space = WorkSpace(
                self.device, self._slots, self._template, self._capacities(), _accessed(compiled, DATA.name), carrying
            )
            self._space.allocate(min(self.n, self._most or self.n))
            self._space.enter(self._table)
            self._table.upload()
            self._device_plan.connect(self._space, self._table.buffer, self._model_pools.buffers)
        self._model_pools.follow()
        return self._device_plan

    @property
    def progress(self) -> tuple[int, int]:
        """How many stages of the step of the model as it is now are ready, and how many there are."""
        return self.compile(self._current_stages()).progress

    def fetch(self) -> None:
        """Download state, inputs and results, whoever wrote them; fields that were changed on the host stay so."""
        if self._rows is not None:
            self.push()
            self._rows.pull(self._host_views(self.rows))

    def device_array(self, name: str) -> DeviceArray:
        """Return where the device has a field of all environments."""
        self._shown = True
        self.push()
        assert self._rows is not None
        if name not in self._rows.columns:
            raise ValueError(f"{name} is no field of rows; they have {', '.join(self._rows.columns)}")
        return self._rows.array(name, DATA.fields[name], self._template.sizes())

    def compile(self, stages: tuple[Stage, ...]) -> StageCompiler:
        """Return what compiles stages in the background."""
        if stages not in self._compilers:
            known = known_values(self.model)
            self._compilers[stages] = StageCompiler(self.device, stages, self._layouts(), known)
        return self._compilers[stages]

    def _layouts(self) -> Layouts:
        """Return the layouts that shaders are made for."""
        return self.varied.layout() if self.varied.arrays else self.model.layout, self._template.layout

    def _capacities(self) -> dict[str, int]:
        """Return how much room there is to be for what grows."""
        return {name: getattr(self._scratch, name) for name, size in DATA.sizes.items() if size.counted_by}

    def _grow(self) -> bool:
        """Make room for what environments needed that ran out of it; tell whether there was too little."""
        sizes, wanted = self._capacities(), dict[str, int]()
        for name, count in self._wanted.items():
            capacity = sizes[name]
            while capacity < count:
                capacity = wanted[name] = max(2 * capacity, 1)
        if wanted:
            self._scratch.grow(**wanted)
            self._space = None
        return bool(wanted)

    def _make_room(self) -> bool:
        """Give all environments the room that those needed which were stepped alone; tell whether they had less."""
        short_here, wanted = super()._make_room(), self._capacities()
        short = self._space is not None and any(size > self._space.sizes[name] for name, size in wanted.items())
        self._space = None if short else self._space
        return short or short_here

    def _forget_workers(self) -> None:
        """Let memory on the device be made anew."""
        super()._forget_workers()
        for compiler in self._compilers.values():
            compiler.cancel()
        self._compilers = {}
        self.pull()
        self.pull_before()
        self._rows = self._space = self._device_plan = None

    def replay(self, i: int) -> Data:
        """Return a Data that is left as stepping an environment alone would have left it, but for state and inputs."""
        self.pull_before()
        return super().replay(i)


def _largest_row(rows: Environments) -> int:
    """Return the elements of an environment in the larger of the two pools of rows."""
    views = [view for part in rows.all for view in part.views.values()]
    counts = [
        sum(int(np.prod(view.shape[1:])) for view in views if (view.dtype.kind == "f") is floats)
        for floats in (True, False)
    ]
    return max(*counts, 1)


def _accessed(compiled: dict[Stage, Compiled], layout: str) -> set[str]:
    """Return the fields of a layout that shaders read or write."""
    return {field for stage in compiled.values() for owner, field in stage.shader.fields if owner == layout}


@functools.cache
def tell_cut(device: str) -> None:
    """Log once that a driver ends loops early, so that environments are stepped on the CPU instead."""
    LOGGER.warning(
        "%s ends loops after so many turns (Mesa before 25 does so after 65,535): environments in which that happens "
        "are stepped on the CPU; a newer driver steps them all",
        device,
    )
