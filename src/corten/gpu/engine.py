"""Steps of many environments on a GPU; what fails there is done again alone, on the CPU.

    host    rows (arrays that users see) <--pull--     --push--> rows on the device
    device  rows --load--> tiles of a slice --[one dispatch for each stage] x nstep--> tiles --store--> rows

One invocation of a shader steps one environment through one stage. A slice is as many environments as the device has
work space for; statuses come back after each slice, so that what failed there, still as it was, can be done again.
"""

import functools
import logging
import time

import numpy as np

from corten.batch.engine import Engine, Portion, Progress, carry_results, redo_alone
from corten.batch.environments import Environments
from corten.batch.rows import EnvironmentRows
from corten.batch.thread_engine import ThreadEngine, log_fallbacks
from corten.data import DATA
from corten.enums import StepErrorKind
from corten.gpu.device import Device, DeviceLost
from corten.gpu.pipelines import Compiled, StageCompiler, known_values
from corten.gpu.plan import DevicePlan
from corten.gpu.pools import DeviceArray, ModelPools, RowPools, Table
from corten.gpu.work_space import RowExchange, VariedTiles, WorkSpace
from corten.model import MODEL
from corten.pipeline.plans import find_stages
from corten.pipeline.step import LONG_PORTION, next_portion
from corten.runtime.backends.wgsl import LOOPS_CUT, Slots
from corten.runtime.build import Layouts
from corten.runtime.kernel import Stage
from corten.stages.solver import may_fall_back

LOGGER = logging.getLogger("corten")


class GpuEngine(Engine):
    """Environments whose rows live in the device's memory; those of the host are what was last exchanged.

    Before steps, fields that somebody changed on the host go up; after them, state and results come down. What a step
    cannot do on the device (it fails, or has something to warn of) is done again as `corten.step` does, on the CPU.
    """

    def __init__(self, envs: Environments, device: Device, most: int | None):
        """At most `most` environments run at a time, if that is given."""
        self.envs, self.device, self._most = envs, device, most
        # does what the device does not: forward dynamics, and models without dofs
        self._cpu = ThreadEngine(envs)
        self._portion = 1
        # which environments were done again on the CPU, of the last call
        self.alone = np.zeros(0, np.int64)
        # whether the device has newer rows, newer starts of last steps, and whether the host has newer ones of these
        self._newer = self._before_newer = self._before_written = False
        # whether somebody knows where the device has its rows
        self._shown = False
        self._rows: RowPools | None = None
        self._compilers: dict[tuple[Stage, ...], StageCompiler] = {}
        self._space: WorkSpace | None = None
        self._device_plan: DevicePlan | None = None
        self._planned: tuple[Stage, ...] = ()
        self._steps_read = envs.steps.copy()
        if envs.n and envs.model.nv:
            self.compile(self._current_stages())

    # ---------------------------------------------------------------- steps

    def run(self, nstep: int, progress: Progress | None = None) -> None:
        """Take steps of all environments that have not failed; afterwards the host has state and results."""
        envs = self.envs
        try:
            try:
                if envs.model.nv:
                    self._run_portions(nstep, progress)
                else:
                    # rows on the device follow
                    carry_results(self)
                    self._cpu.run(nstep, progress)
            finally:
                self._pull()
                if self._shown:
                    # what the CPU did
                    self.write()
        except DeviceLost as error:
            # steps that nobody has read are lost
            self._newer = self._before_newer = False
            envs.steps[:] = self._steps_read
            views = envs.rows.state.views | envs.rows.inputs.views
            error.state = {name: np.array(view) for name, view in views.items() if DATA.fields[name].writable}
            raise
        self._steps_read = envs.steps.copy()

    def _run_portions(self, nstep: int, progress: Progress | None) -> None:
        done, envs = 0, self.envs
        if nstep:
            envs.update_constants()
        while done < nstep and len(envs.errors) < envs.n:
            count, start = min(self._portion, nstep - done), time.perf_counter()
            self._advance(Portion(count, done))
            done += count
            if progress:
                progress(done, nstep)
            self._portion = next_portion(self._portion, count, time.perf_counter() - start, LONG_PORTION)

    def forward(self, numbers: np.ndarray) -> None:
        """Compute what follows from state and inputs of some environments, on the CPU."""
        self.read()
        self._before_written = True
        self._cpu.forward(numbers)
        self.make_room()
        if self._shown:
            self.write()

    def _current_stages(self) -> tuple[Stage, ...]:
        """Return the stages of a step of the model as it is now, and carry on what they need."""
        stages = self.envs.complete(find_stages(self.envs.model, "step"))
        if stages not in self._compilers:
            carry_results(self)
        return stages

    def _advance(self, portion: Portion) -> None:
        """Take a portion of steps; what failed is done again alone, and may leave more room for the others."""
        stages = self._current_stages()
        packs = self._run(stages, self.envs.active_packs(), portion)
        while len(packs):
            packs = redo_alone(self, packs, portion)
            packs = self._run(stages, packs, portion) if len(packs) else packs
        if may_fall_back(stages):
            log_fallbacks(self.envs)

    def _run(self, stages: tuple[Stage, ...], packs: np.ndarray, portion: Portion) -> np.ndarray:
        """Take steps on the device; return the environments that failed there, still as they were."""
        plan, numbers = self._prepare(stages), packs[:, 0]
        failed, short = self._run_slices(plan, numbers, portion)
        while len(short) and self._grow():
            plan = self._prepare(stages)
            again, short = self._run_slices(plan, short, portion)
            failed = np.append(failed, again)
        failed = np.sort(np.append(failed, short))
        if len(failed) or may_fall_back(stages):
            self._pull()
        if len(failed):
            self.alone = np.union1d(self.alone, failed)
            self._pull_before()
            self._before_written = True
        return failed[:, None]

    def _run_slices(self, plan: DevicePlan, numbers: np.ndarray, portion: Portion) -> tuple[np.ndarray, np.ndarray]:
        """Take steps of environments; return those that failed, and those that ran out of room which can grow."""
        work = self._space
        assert work is not None
        failed, short, self._wanted = [numbers[:0]], [numbers[:0]], dict[str, int]()
        room = work.room
        for first in range(0, len(numbers), room):
            part = numbers[first : first + room]
            statuses = plan.run(part, portion.nstep)
            if (statuses == LOOPS_CUT).any():
                log_cut_loops(self.device.name)
            self._newer = self._before_newer = True
            self.envs.count(part[statuses == 0], portion)
            limits = self.envs.rows.find("contact_limit")[part]
            lacking = statuses == StepErrorKind.CAPACITY
            for name, count in work.counts(lacking).items() if lacking.any() else ():
                self._wanted[name] = max(count, self._wanted.get(name, 0))
            # the CPU warns of a limit that users have set
            lacking &= limits <= 0
            short.append(part[lacking])
            failed.append(part[(statuses != 0) & ~lacking])
        return np.concatenate(failed), np.concatenate(short)

    # ---------------------------------------------------------------- memory

    def _host_views(self, rows: EnvironmentRows) -> dict[str, np.ndarray]:
        """Return all rows of the host, those first that come back from the device."""
        return {name: view for part in (rows.state, *rows.results, rows.inputs) for name, view in part.views.items()}

    def _stored(self) -> tuple[str, ...]:
        """Return the fields that come back from the device."""
        return tuple(name for part in (self.envs.rows.state, *self.envs.rows.results) for name in part.fields)

    def write(self) -> None:
        """Upload what has changed on the host."""
        views = self._host_views(self.envs.rows)
        if self._rows is None:
            self._rows, self._rows_before = (RowPools(self.device, views, self.envs.n) for _ in range(2))
            self._before_written = True
        self._rows.push(views)
        if self._before_written:
            self._rows_before.push(self._host_views(self.envs.before))
            self._before_written = False

    def read(self) -> None:
        """Download state, results and what the last step began with, where the device has newer ones."""
        self._pull()
        self._pull_before()

    def _pull(self) -> None:
        """Download state and results, if the device has newer ones."""
        if self._newer and self._rows is not None:
            views = self._host_views(self.envs.rows)
            self._rows.pull({name: views[name] for name in self._stored()})
            self._newer = False

    def _pull_before(self) -> None:
        """Download what the last step began with, if the device has something newer."""
        if self._before_newer and self._rows is not None:
            self._rows_before.pull(self._host_views(self.envs.before))
            self._before_newer = False

    def _prepare(self, stages: tuple[Stage, ...]) -> DevicePlan:
        """Return the plan of stages, with memory as large as environments need it and the host's changes uploaded."""
        compiled = self.compile(stages).wait()
        self.write()
        model, varied = self.envs.model, self.envs.varied
        if self._device_plan is None or self._planned != stages:
            self._slots = Slots(self._layouts())
            self._table = Table(self.device, self._slots)
            self._model_pools = ModelPools(self.device, self._slots, model, _accessed(compiled, MODEL.name))
            self._table.enter_sizes(MODEL.name, model.sizes())
            for placement in self._model_pools.placements.values():
                self._table.enter_places(MODEL.name, placement)
            self._device_plan, self._planned = DevicePlan(self.device, stages, compiled), stages
            self._space = None
        if self._space is None:
            assert self._rows is not None
            data, sizes = self.envs.template, self._capacities()
            own = VariedTiles(self.device, self._slots, varied) if varied.arrays else None
            exchange = RowExchange(self._rows, self._rows_before, self._stored(), own)
            used = _accessed(compiled, DATA.name)
            self._space = WorkSpace(self.device, self._slots, data, sizes, used, exchange)
            self._space.allocate(min(self.envs.n, self._most or self.envs.n))
            self._space.enter(self._table)
            self._table.upload()
            self._device_plan.connect(self._space, self._table.buffer, self._model_pools.buffers)
        self._model_pools.sync()
        return self._device_plan

    @property
    def progress(self) -> tuple[int, int]:
        """How many stages of the step of the model as it is now are ready, and how many there are."""
        return self.compile(self._current_stages()).progress

    def fetch(self) -> None:
        """Download state, inputs and results, whoever wrote them; fields that were changed on the host stay so."""
        if self._rows is not None:
            self.write()
            self._rows.pull(self._host_views(self.envs.rows))

    def device_array(self, name: str) -> DeviceArray:
        """Return where the device has a field of all environments."""
        self._shown = True
        self.write()
        assert self._rows is not None
        if name not in self._rows.columns:
            raise ValueError(f"{name} is no field of rows; they have {', '.join(self._rows.columns)}")
        return self._rows.array(name, DATA.fields[name], self.envs.template.sizes())

    def compile(self, stages: tuple[Stage, ...]) -> StageCompiler:
        """Return what compiles stages in the background."""
        if stages not in self._compilers:
            known = known_values(self.envs.model)
            self._compilers[stages] = StageCompiler(self.device, stages, self._layouts(), known)
        return self._compilers[stages]

    def _layouts(self) -> Layouts:
        """Return the layouts that shaders are made for."""
        varied, model = self.envs.varied, self.envs.model
        return varied.layout() if varied.arrays else model.layout, self.envs.template.layout

    def _capacities(self) -> dict[str, int]:
        """Return how much room there is to be for what grows."""
        return {name: getattr(self.envs.scratch, name) for name, size in DATA.sizes.items() if size.counted_by}

    def _grow(self) -> bool:
        """Make room for what environments needed that ran out of it; tell whether there was too little."""
        sizes, wanted = self._capacities(), dict[str, int]()
        for name, count in self._wanted.items():
            capacity = sizes[name]
            while capacity < count:
                capacity = wanted[name] = max(2 * capacity, 1)
        if wanted:
            self.envs.scratch.grow(**wanted)
            self._space = None
        return bool(wanted)

    def make_room(self) -> bool:
        """Give all environments the room that those needed which were stepped alone; tell whether they had less."""
        short_here, wanted = self._cpu.make_room(), self._capacities()
        short = self._space is not None and any(size > self._space.sizes[name] for name, size in wanted.items())
        self._space = None if short else self._space
        return short or short_here

    def release(self) -> None:
        """Let shaders and memory on the device be made anew; the host has what was there."""
        self.read()
        self._cpu.release()
        for compiler in self._compilers.values():
            compiler.cancel()
        self._compilers = {}
        self._rows = self._space = self._device_plan = None

    def close(self) -> None:
        """Give back memory of the device."""
        self.release()


def _accessed(compiled: dict[Stage, Compiled], layout: str) -> set[str]:
    """Return the fields of a layout that shaders read or write."""
    return {field for stage in compiled.values() for owner, field in stage.shader.fields if owner == layout}


@functools.cache
def log_cut_loops(device: str) -> None:
    """Log once that a driver ends loops early, so that environments are stepped on the CPU instead."""
    LOGGER.warning(
        "%s ends loops after so many turns (Mesa before 25 does so after 65,535): environments in which that happens "
        "are stepped on the CPU; a newer driver steps them all",
        device,
    )
