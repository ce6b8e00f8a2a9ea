"""What runs on a node: a shard of environments, and rollouts."""

import contextlib
import importlib
import warnings
from typing import Any

import numpy as np
import ray

from corten.batch.arguments import lane_count
from corten.batch.engine import Engine
from corten.batch.portions import TeamSize
from corten.batch.rollout import rollout
from corten.cluster.messages import Answer, Setup, Starts, Update, put
from corten.enums import StepErrorKind
from corten.errors import StepError
from corten.model import Model

# models that a worker keeps, so that rollouts of a few of them in turn do not read them again
MOST_MODELS = 4

Published = tuple[Model, tuple[str, ...]]


class ShardEngine(Engine):
    """Environments of a shard; constants of their own values of the model come with these."""

    def update_constants(self) -> None:
        """Do nothing: who has the whole batch computes them."""


class Worker:
    """Computes in a process of its own on a node."""

    def __init__(self) -> None:
        self._engine: ShardEngine | None = None
        self._models: dict[int, Model] = {}

    @ray.method(concurrency_group="signs")
    def is_alive(self) -> bool:
        """Give a sign of life, whatever else is being done."""
        return True

    # ---------------------------------------------------------------- a shard

    def set_up(self, published: Published, setup: Setup, starts: Starts) -> None:
        """Make environments; what is in them comes with the first update."""
        model = _take(published)
        template = model.make_data()
        lanes = lane_count(setup.lanes, model.nv, setup.count, model.layout.precision)
        engine = ShardEngine(model, template, setup.count, TeamSize(setup.threads, lanes), setup.keep)
        engine.first = setup.first
        for rows in (engine.rows, engine.before):
            rows.carry(template, setup.carried)
        engine.vary(setup.varied)
        for own, memory in zip(engine.before.all, starts.rows, strict=True):
            own.memory[...] = memory
        engine.failing = {i: engine.single(rows) for i, rows in starts.failing.items()}
        engine.prepare()
        self._engine = engine

    def compute(self, update: Update, nstep: int, numbers: np.ndarray | None) -> Answer:
        """Take steps of all environments that have not failed, or, for some numbers, compute forward dynamics."""
        engine = self._engine
        assert engine is not None
        _follow(engine, update)
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            if numbers is None:
                engine.run(nstep)
            else:
                engine.forward(numbers)
        rows = {part: engine.rows.all[part].memory for part in (0, 2, 3)}
        # what has failed on the way here only is known there already
        errors = {i: error for i, error in engine.errors.items() if error is not UNKNOWN}
        words = [(str(each.message), each.category) for each in told]
        return Answer(rows, engine.steps, engine.still, errors, words)

    def read_starts(self) -> Starts:
        """Return what the last steps began with."""
        engine = self._engine
        assert engine is not None
        failing = {i: [rows.memory for rows in start.all] for i, start in engine.failing.items()}
        return Starts([rows.memory for rows in engine.before.all], failing)

    # ---------------------------------------------------------------- rollouts

    def prepare(self, published: Published, version: int, given: tuple[Any, Any], options: dict[str, Any]) -> None:
        """Take over a model, and compile what rollouts of it need."""
        self._models = dict([*self._models.items()][-MOST_MODELS + 1 :]) | {version: _take(published)}
        self.rollout(version, given, options)

    def rollout(
        self, version: int, given: tuple[Any, Any], options: dict[str, Any]
    ) -> tuple[np.ndarray, np.ndarray, dict[int, StepError]]:
        """Roll out trajectories; return states, sensor readings, and errors of those that failed."""
        errors: dict[int, StepError] = {}
        states, readings = rollout(self._models[version], *given, errors=errors, **options)
        return states, readings, errors


# stands for the failure of an environment that is known elsewhere
UNKNOWN = StepError("failed elsewhere", StepErrorKind.NODE_LOST)


def _follow(engine: ShardEngine, update: Update) -> None:
    """Take over what has changed elsewhere."""
    for part, changed in update.rows.items():
        put(changed, engine.rows.all[part].memory)
    for name, changed in update.varied.items():
        put(changed, engine.varied.arrays[name])
    engine.take_counts(slice(None), update.steps, update.still)
    engine.revive(np.setdiff1d(np.fromiter(engine.errors, np.int64), update.failed))
    for i in set(update.failed) - set(engine.errors):
        engine.fail(i, UNKNOWN)


def _take(published: Published) -> Model:
    """Return a model of its own, once the modules are imported that register functions it may name."""
    model, modules = published
    for name in modules:
        # a module that is not there is missed, by name, by the model that needs it
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    return model
