"""Steps of environments whose shards are on nodes of a cluster; whoever has the batch has all rows after each call.

    this process   rows of all environments --Update: rows that changed--> shard: a ThreadEngine in a worker on a node
                   rows, counts, failures   <--Answer: state and results-- shard

The rows here are a checkpoint: a shard whose node is lost is set up elsewhere and goes on from them.
"""

import logging
import time
import warnings
from typing import Any, NamedTuple

import numpy as np

from corten.batch.engine import Engine, Progress, carry_results
from corten.batch.environments import Environments
from corten.cluster.nodes import (
    MOST_TRIES,
    Assignment,
    ClusterError,
    WorkerHandle,
    gather,
    gather_patiently,
    other_node,
)
from corten.cluster.worker import Answer, PublishedModel, Setup, Starts, Update, find_changes
from corten.enums import StepErrorKind
from corten.errors import caller_level
from corten.pipeline.step import next_portion

LOGGER = logging.getLogger("corten")

# how long portions of steps may become [s], of which nodes answer one after the other
LONG_PORTION = 1.0


class ShardOptions(NamedTuple):
    """How shards are dealt with: lanes, steps between two checkpoints (0 for none), and seconds for an answer."""

    lanes: int | None
    checkpoint_every: int
    deadline: float


class RemoteShard:
    """A shard: its environments, who computes them, and what was last exchanged with it."""

    def __init__(self, assignment: Assignment):
        self.assignment, self.restarts = assignment, 0
        self.worker = WorkerHandle(assignment.node)
        self.forget()

    def forget(self) -> None:
        """Let everything be sent anew."""
        self.settings: Any = None
        self.rows: dict[int, np.ndarray] = {}
        self.varied: dict[str, np.ndarray] = {}

    @property
    def where(self) -> slice:
        """The rows of its environments in those of the batch."""
        return slice(self.assignment.first, self.assignment.first + self.assignment.count)


class ClusterEngine(Engine):
    """Environments of which this process has the rows, and shards on nodes what is computed with.

    Before steps, rows that somebody changed here go to their shards; after them, state and results come back. So the
    rows are a checkpoint, from which a shard goes on elsewhere if its node is lost.
    """

    def __init__(self, envs: Environments, keep: tuple[str, ...], options: ShardOptions):
        self.envs, self.options, self._keep = envs, options, keep
        self._published = PublishedModel(envs.model)
        self.shards: list[RemoteShard] = []
        self._portion = 1
        # whether shards know better what last steps began with
        self._newer_starts = self._closed = False

    def start(self, places: list[Assignment]) -> None:
        """Start workers for all shards, and wait until they are there."""
        self.shards = [RemoteShard(place) for place in places]
        self._prepare()
        lost = dict[int, str]()
        for _ in range(MOST_TRIES):
            lost = self._set_up_all(self.shards)
            if not lost:
                return
            for i, why in lost.items():
                self._replace(self.shards[i], why, goes_on=True)
        self.close()
        i, why = next(iter(lost.items()))
        words = f"{len(lost)} of {len(self.shards)} shards could not be started"
        raise ClusterError(f"{words}; at {self.shards[i].assignment.node.ip}: {why}")

    def close(self) -> None:
        """End all workers; nothing is computed afterwards."""
        self._closed = True
        for shard in self.shards:
            shard.worker.end()

    # ---------------------------------------------------------------- steps

    def run(self, nstep: int, progress: Progress | None = None) -> None:
        """Take steps of all environments that have not failed, in portions after which all rows are here."""
        done, most, envs = 0, self.options.checkpoint_every or nstep, self.envs
        if nstep:
            envs.update_constants()
        while done < nstep and len(envs.errors) < envs.n:
            count, start = min(self._portion, nstep - done, most), time.monotonic()
            self._compute_all(count)
            done += count
            if progress:
                progress(done, nstep)
            self._portion = next_portion(self._portion, count, time.monotonic() - start, LONG_PORTION, growth=4)

    def forward(self, numbers: np.ndarray) -> None:
        """Compute what follows from state and inputs of some environments that have not failed."""
        self.envs.update_constants()
        self._compute_all(0, self.envs.going(numbers))

    def _compute_all(self, nstep: int, numbers: np.ndarray | None = None) -> None:
        """Let all shards compute that have something to do; where a node is lost, another one does it if it may."""
        self._check_open()
        self._prepare()
        wanted = self.envs.going(np.arange(self.envs.n)) if numbers is None else numbers
        waiting = [shard for shard in self.shards if _within(wanted, shard).size]
        answers: list[tuple[RemoteShard, Answer]] = []
        tries = MOST_TRIES if self.options.checkpoint_every else 1
        try:
            for attempt in range(tries):
                lost = self._set_up_all(waiting)
                calls = {i: self._ask(shard, nstep, numbers) for i, shard in enumerate(waiting) if i not in lost}
                found, late = gather(calls, self.options.deadline)
                answers += [(waiting[i], answer) for i, answer in found.items()]
                lost |= late
                for i, why in lost.items():
                    self._replace(waiting[i], why, goes_on=attempt + 1 < tries)
                waiting = [waiting[i] for i in lost]
                if not waiting:
                    break
        except BaseException:
            # what shards have done meanwhile does not count
            for shard in self.shards:
                shard.forget()
            self._newer_starts = False
            self._start_here(np.arange(self.envs.n))
            raise
        for shard, answer in answers:
            self._receive(shard, answer)
        for shard in waiting:
            self._lose(_within(wanted, shard) + shard.assignment.first)

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeError(
                "this ClusterSim is closed: its arrays are there, but nobody computes with them any more"
            )

    # ---------------------------------------------------------------- what goes out and comes back

    def _prepare(self) -> None:
        """See to it that the model is in the store as it is now, and that rows have what its steps begin with."""
        if self._published.sync():
            carry_results(self)

    def _set_up_all(self, shards: list[RemoteShard]) -> dict[int, str]:
        """Let shards be made as the model is now, where they are not; return why those are lost that are."""
        outdated = [i for i, shard in enumerate(shards) if shard.settings != self._settings()]
        if outdated:
            self.read()
        calls = {i: (shards[i].worker, self._set_up(shards[i])) for i in outdated}
        return gather_patiently(calls, self.options.deadline)[1]

    def _set_up(self, shard: RemoteShard) -> Any:
        """Let a shard be made; return the call."""
        carried = tuple(self.envs.rows.carried.fields)
        shard.forget()
        shard.settings = self._settings()
        first, count, _, threads = shard.assignment
        setup = Setup(first, count, threads, self.options.lanes, self._keep, carried, self.envs.varied.names)
        # what can be asked for of single environments goes with them
        failing = {i: [rows.memory for rows in start.all] for i, start in self.envs.failing.items()}
        own = {i: failing[first + i] for i in _within(np.fromiter(failing, np.int64), shard).tolist()}
        starts = Starts([rows.memory[shard.where] for rows in self.envs.before.all], own)
        return shard.worker.actor.set_up.remote(self._published.reference, setup, starts)

    def _settings(self) -> tuple[Any, ...]:
        """Return what a shard is made for."""
        return self._published.version, tuple(self.envs.rows.carried.fields), self.envs.varied.names

    def _ask(self, shard: RemoteShard, nstep: int, numbers: np.ndarray | None) -> Any:
        """Let a shard compute; return the call."""
        where, envs = shard.where, self.envs
        rows = {part: find_changes(rows.memory[where], shard.rows.get(part)) for part, rows in enumerate(envs.rows.all)}
        own = {name: find_changes(array[where], shard.varied.get(name)) for name, array in envs.varied.arrays.items()}
        failed = _within(np.fromiter(envs.errors, np.int64), shard)
        update = Update(_some(rows), _some(own), envs.steps[where], envs.still[where], tuple(failed.tolist()))
        # inputs come back from nobody
        if 1 in update.rows:
            shard.rows[1] = envs.rows.inputs.memory[where].copy()
        shard.varied |= {name: envs.varied.arrays[name][where].copy() for name in update.varied}
        chosen = None if numbers is None else _within(numbers, shard)
        return shard.worker.actor.compute.remote(update, nstep, chosen)

    def _receive(self, shard: RemoteShard, answer: Answer) -> None:
        """Copy what a shard has computed."""
        where, first, envs = shard.where, shard.assignment.first, self.envs
        for part, memory in answer.rows.items():
            envs.rows.all[part].memory[where] = memory
        # they lie in the object store, not in memory of this process
        shard.rows |= answer.rows
        envs.set_counts(where, answer.steps, answer.still)
        for i, error in answer.errors.items():
            if first + i not in envs.errors:
                envs.fail(first + i, error)
        self._newer_starts = True
        for words, kind in answer.warnings:
            warnings.warn(words, kind, stacklevel=caller_level())

    # ---------------------------------------------------------------- nodes that are lost

    def _replace(self, shard: RemoteShard, why: str, goes_on: bool) -> None:
        """Let another worker have a shard."""
        count, before = shard.assignment.count, shard.worker.node
        shard.worker.end()
        busy = [other.worker.node for other in self.shards if other is not shard]
        shard.worker = WorkerHandle(other_node(before, busy))
        shard.restarts += 1
        shard.forget()
        then = f"go on at {shard.worker.node.ip}" if goes_on else "have failed"
        LOGGER.warning("a shard at %s was lost (%s): its %d environments %s", before.ip, why, count, then)

    def _lose(self, numbers: np.ndarray) -> None:
        """Let environments fail; they are as they were when their rows last came here."""
        for i in numbers.tolist():
            why = "its node was lost; the state is the last one that came from it"
            self.envs.fail(i, self.envs.error_of(i, StepErrorKind.NODE_LOST, why))
        # nobody knows what their last step began with: forward dynamics of the state is all there is
        self.read()
        self._start_here(numbers)

    # ---------------------------------------------------------------- memory

    def write(self) -> None:
        """Do nothing: what was changed goes with the next call."""

    def make_room(self) -> bool:
        """Do nothing: shards make room for their environments."""
        return False

    def release(self) -> None:
        """Do nothing: shards that were set up for other fields are set up anew."""

    def read(self) -> None:
        """Fetch what the last steps began with from shards, if they have something newer."""
        if not self._newer_starts:
            return
        self._check_open()
        self._newer_starts = False
        calls = {i: shard.worker.actor.read_starts.remote() for i, shard in enumerate(self.shards) if shard.rows}
        found, lost = gather(calls, self.options.deadline)
        for i, starts in found.items():
            self._receive_starts(self.shards[i], starts)
        for i, why in lost.items():
            shard = self.shards[i]
            self._replace(shard, why, goes_on=True)
            self._start_here(np.arange(self.envs.n)[shard.where])

    def _start_here(self, numbers: np.ndarray) -> None:
        """Let forward dynamics of their state be what single environments show."""
        envs = self.envs
        for own, start in zip(envs.rows.all, envs.before.all, strict=True):
            start.memory[numbers] = own.memory[numbers]
        envs.set_counts(numbers, envs.steps[numbers], True)

    def _receive_starts(self, shard: RemoteShard, starts: Starts) -> None:
        envs = self.envs
        for own, memory in zip(envs.before.all, starts.rows, strict=True):
            own.memory[shard.where] = memory
        for i, rows in starts.failing.items():
            if shard.assignment.first + i in envs.errors:
                envs.failing[shard.assignment.first + i] = envs.single(rows)


def _within(numbers: np.ndarray, shard: RemoteShard) -> np.ndarray:
    """Return which of some environments a shard has, by their numbers in it."""
    first, count = shard.assignment.first, shard.assignment.count
    return numbers[(numbers >= first) & (numbers < first + count)] - first


def _some(found: dict[Any, Any]) -> dict[Any, Any]:
    """Return what has changed."""
    return {key: change for key, change in found.items() if change is not None}
