"""What runs on a node, and what goes there and comes back: shards of environments, rollouts, and the model."""

import contextlib
import importlib
import itertools
import warnings
from typing import Any, NamedTuple

import numpy as np
import ray

from corten.batch.arguments import lane_count
from corten.batch.engine import TeamSize
from corten.batch.environments import Environments
from corten.batch.rollout import rollout
from corten.batch.thread_engine import ThreadEngine
from corten.enums import StepErrorKind
from corten.errors import StepError
from corten.model import Model, blocks
from corten.model.checks import accept_choices
from corten.model.twin import same_bytes
from corten.stages.user.registry import function_modules

# ---------------------------------------------------------------- messages, which Ray hands over without copies


# environments and their rows; no numbers if it is all of them
Changes = tuple[np.ndarray | None, np.ndarray]


class Setup(NamedTuple):
    """A shard to be made: environments of a batch from `first` on, and how they are computed."""

    first: int
    count: int
    threads: int
    lanes: int | None
    keep: tuple[str, ...]
    # results that steps begin with, and fields of the model that are an environment's own
    carried: tuple[str, ...]
    varied: tuple[str, ...]


class Update(NamedTuple):
    """What has changed: in the rows of a shard (state, inputs, kept, carried) and in its own values of the model."""

    rows: dict[int, Changes]
    varied: dict[str, Changes]
    # steps since the last reset, whether forward dynamics came after the last one, and who has failed
    steps: np.ndarray
    still: np.ndarray
    failed: tuple[int, ...]


class Answer(NamedTuple):
    """Rows of a shard that steps have written (state, kept, carried), and warnings that were given meanwhile."""

    rows: dict[int, np.ndarray]
    steps: np.ndarray
    still: np.ndarray
    errors: dict[int, StepError]
    warnings: list[tuple[str, type[Warning]]]


class Starts(NamedTuple):
    """What the last steps began with, those of failures apart."""

    rows: list[np.ndarray]
    failing: dict[int, list[np.ndarray]]


def find_changes(now: np.ndarray, seen: np.ndarray | None) -> Changes | None:
    """Return the rows (n, ...) whose bytes differ from those that were seen, or None where all are the same."""
    if seen is None:
        return None, now
    if not now.size:
        return None
    bits = f"i{min(now.itemsize * now[0].size & -(now.itemsize * now[0].size), 8)}"
    differ = (_flat(now).view(bits) != _flat(seen).view(bits)).any(axis=1)
    count = int(np.count_nonzero(differ))
    if not count:
        return None
    # most of them: all of them, which need not be picked out
    if 2 * count > len(now):
        return None, now
    numbers = np.flatnonzero(differ)
    return numbers, now[numbers]


def _flat(array: np.ndarray) -> np.ndarray:
    return array.reshape(len(array), -1)


def write_changes(changed: Changes, target: np.ndarray) -> None:
    """Write rows where they belong."""
    numbers, rows = changed
    target[... if numbers is None else numbers] = rows


# ---------------------------------------------------------------- the model in Ray's object store


_versions = itertools.count()


class PublishedModel:
    """The latest copy of a Model: `version` is another number for each, `reference` leads nodes to it."""

    version = -1
    reference: Any = None

    def __init__(self, model: Model):
        self.model = model
        self._seen: list[np.ndarray] = []
        self._assets: Any = None

    def sync(self) -> bool:
        """Put the model into the store if it is not there as it is now; tell whether that was so."""
        # steps do not read what pictures are made with, which may be most of a model
        memory = [block for part, block in self.model.blocks() if part.block is not blocks.VISUAL]
        same = self._assets is self.model._assets and len(memory) == len(self._seen)
        if same and all(same_bytes(seen, now) for now, seen in zip(memory, self._seen, strict=True)):
            return False
        accept_choices(self.model)
        self._seen, self._assets = [block.copy() for block in memory], self.model._assets
        self.version, self.reference = next(_versions), ray.put((self.model, function_modules()))
        return True


# ---------------------------------------------------------------- the worker


# models that a worker keeps, so that rollouts of a few of them in turn do not read them again
MOST_MODELS = 4

StoredModel = tuple[Model, tuple[str, ...]]


class Worker:
    """Computes in a process of its own on a node."""

    def __init__(self) -> None:
        self._engine: ThreadEngine | None = None
        self._models: dict[int, Model] = {}

    @ray.method(concurrency_group="signs")
    def is_alive(self) -> bool:
        """Give a sign of life, whatever else is being done."""
        return True

    # ---------------------------------------------------------------- a shard

    def set_up(self, published: StoredModel, setup: Setup, starts: Starts) -> None:
        """Make environments; what is in them comes with the first update."""
        model = _load_model(published)
        template = model.make_data()
        lanes = lane_count(setup.lanes, model, setup.count, model.layout.precision)
        # constants of values of their own come with these: who has the whole batch computes them
        size = TeamSize(setup.threads, lanes)
        envs = Environments(template, setup.count, size, setup.keep, first=setup.first, derives=False)
        for rows in (envs.rows, envs.before):
            rows.carry(template, setup.carried)
        envs.vary(setup.varied)
        for own, memory in zip(envs.before.all, starts.rows, strict=True):
            own.memory[...] = memory
        envs.failing = {i: envs.single(rows) for i, rows in starts.failing.items()}
        self._engine = ThreadEngine(envs)
        self._engine.prepare()

    def compute(self, update: Update, nstep: int, numbers: np.ndarray | None) -> Answer:
        """Take steps of all environments that have not failed, or, for some numbers, compute forward dynamics."""
        engine = self._engine
        assert engine is not None
        envs = engine.envs
        _receive(envs, update)
        with warnings.catch_warnings(record=True) as given_warnings:
            warnings.simplefilter("always")
            if numbers is None:
                engine.run(nstep)
            else:
                engine.forward(numbers)
        rows = {part: envs.rows.all[part].memory for part in (0, 2, 3)}
        # what has failed on the way here only is known there already
        errors = {i: error for i, error in envs.errors.items() if error is not UNKNOWN}
        words = [(str(each.message), each.category) for each in given_warnings]
        return Answer(rows, envs.steps, envs.still, errors, words)

    def read_starts(self) -> Starts:
        """Return what the last steps began with."""
        assert self._engine is not None
        envs = self._engine.envs
        failing = {i: [rows.memory for rows in start.all] for i, start in envs.failing.items()}
        return Starts([rows.memory for rows in envs.before.all], failing)

    # ---------------------------------------------------------------- rollouts

    def prepare(self, published: StoredModel, version: int, given: tuple[Any, Any], options: dict[str, Any]) -> None:
        """Keep a model, and compile what rollouts of it need."""
        self._models = dict([*self._models.items()][-MOST_MODELS + 1 :]) | {version: _load_model(published)}
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


def _receive(envs: Environments, update: Update) -> None:
    """Write what has changed elsewhere."""
    for part, changed in update.rows.items():
        write_changes(changed, envs.rows.all[part].memory)
    for name, changed in update.varied.items():
        write_changes(changed, envs.varied.arrays[name])
    envs.set_counts(slice(None), update.steps, update.still)
    envs.revive(np.setdiff1d(np.fromiter(envs.errors, np.int64), update.failed))
    for i in set(update.failed) - set(envs.errors):
        envs.fail(i, UNKNOWN)


def _load_model(published: StoredModel) -> Model:
    """Return a model of its own, once the modules are imported that register functions it may name."""
    model, modules = published
    for name in modules:
        # a module that is not there is missed, by name, by the model that needs it
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    return model
