"""Constants that follow from values of single environments, computed in compiled code as `corten.set_const` does."""

import numpy as np

from corten.batch.model_pack import ModelPack
from corten.batch.pack import Pack
from corten.batch.variable_fields import CONSTANTS
from corten.batch.varied import Varied
from corten.compile.derived.reference_constants import begin_at_reference
from corten.compile.derived.set_const import constant_stages
from corten.data import DATA, Data
from corten.enums import CamLightMode
from corten.runtime.batch_plan import NO_QUOTA, SEGMENT, BatchPlan, Job, Worker

NOTHING = np.zeros((0, SEGMENT), np.int64)

# environments that a thread takes at a time
CHUNK = 16


class ConstantUpdates:
    """The stages of constants as a plan for batches, one environment at a time, and workers for threads."""

    def __init__(self, varied: Varied):
        self._varied, model = varied, varied.model
        self._plan = BatchPlan(
            (begin_at_reference, *constant_stages(model)), (model.layout, DATA.at(model.layout.precision)), 1, ()
        )
        self._template = Data(model)
        self._workers: list[Worker] = []
        self._packs: list[tuple[Pack, ModelPack]] = []
        written = (name for name in CONSTANTS if model._views[name].size)
        self._names = tuple(dict.fromkeys((*varied.arrays, *written)))
        # cameras and lights stand where bodies put them at qpos0, and no dof counts as simple: see `run_reference`
        modes = {name: np.full_like(model._views[name], CamLightMode.FIXED) for name in ("cam_mode", "light_mode")}
        self._constants = {**modes, "dof_simplenum": np.zeros_like(model._views["dof_simplenum"])}

    def job(self, numbers: np.ndarray) -> Job:
        """Return what has to be done for some environments."""
        job = Job(self._plan, numbers.reshape(-1, 1), CHUNK)
        job.prepare(1)
        return job

    def workers(self, count: int) -> list[Worker]:
        """Return workers for some threads."""
        varied = self._varied
        while len(self._workers) < count:
            pack, model = Pack(self._template, 1), ModelPack(varied.model, self._names, 1, self._constants)
            worker = Worker(model.tables, pack.tables, NO_QUOTA, len(self._workers))
            stored = varied.segments(model, 1, varied.constants)
            loaded = varied.segments(model, 1, self._names)
            none = np.zeros((0, 3), np.int64)
            worker.copy(loads=loaded, remembers=NOTHING, feeds=NOTHING, records=NOTHING, stores=stored, copies=none)
            self._workers.append(worker)
            self._packs.append((pack, model))
        for _, model in self._packs:
            model.follow()
        return self._workers[:count]
