"""Open-loop trajectories, shared among the nodes of a Ray cluster: sampling-based control with more cores."""

import logging
import weakref
from typing import Any

import numpy as np
import ray
from numpy.typing import ArrayLike

from corten.batch.rollout import RolloutArguments, RolloutOptions, output_array, report_failures
from corten.cluster.nodes import (
    MOST_TRIES,
    Assignment,
    WorkerHandle,
    assign,
    connect,
    gather,
    gather_patiently,
    list_nodes,
    other_node,
)
from corten.cluster.worker import MOST_MODELS, PublishedModel
from corten.enums import StepErrorKind
from corten.errors import StepError
from corten.model import Model

LOGGER = logging.getLogger("corten")

# what goes to workers as it is
PASSED = ("control_spec", "last", "lanes")

# what is written here
OWN = ("state", "sensordata", "errors", "threads")


class _WorkerPool:
    """Workers that rollouts share, one for each node, and the models that they have, the latest of them last."""

    def __init__(self) -> None:
        self.session: Any = None
        self.workers: dict[str, WorkerHandle] = {}
        self.known: dict[int, list[tuple[int, Any]]] = {}
        self.models: weakref.WeakKeyDictionary[Model, PublishedModel] = weakref.WeakKeyDictionary()

    def publish(self, model: Model) -> PublishedModel:
        """Return a model as it is now in the store of the cluster."""
        found = self.models.setdefault(model, PublishedModel(model))
        found.sync()
        return found

    def prepare(
        self, published: PublishedModel, places: list[Assignment], work: "_RolloutWork", deadline: float
    ) -> dict[int, str]:
        """Let workers compile what rollouts need, where they have not; return why those are lost that are."""
        calls = {}
        for place in places:
            if place.node.id not in self.workers:
                self.workers[place.node.id] = WorkerHandle(place.node)
            worker = self.workers[place.node.id]
            known, wanted = self.known.setdefault(worker.number, []), (published.version, work.kind)
            if wanted not in known:
                # the worker keeps as many models
                known[:] = [*known, wanted][-MOST_MODELS:]
                sample = work.part(place, most=2)
                calls[place.first] = (
                    worker,
                    worker.actor.prepare.remote(published.reference, published.version, *sample),
                )
        return gather_patiently(calls, deadline)[1]

    def ask(self, published: PublishedModel, place: Assignment, work: "_RolloutWork") -> Any:
        """Let the worker of a node roll out a part; return the call."""
        return self.workers[place.node.id].actor.rollout.remote(published.version, *work.part(place))

    def replace(self, place: Assignment) -> Assignment:
        """Return a place on another node for a part whose worker is lost."""
        before = self.workers.pop(place.node.id, None)
        if before is not None:
            before.end()
        return place._replace(node=other_node(place.node, [worker.node for worker in self.workers.values()]))


_pools: dict[Any, _WorkerPool] = {}


def rollout(
    model: Model,
    initial_state: ArrayLike,
    control: ArrayLike | None = None,
    *,
    address: str | None = None,
    deadline: float = 60.0,
    **options: Any,
) -> tuple[np.ndarray, np.ndarray]:
    """Roll out trajectories as `corten.rollout` does, with the same bits, on all nodes of a Ray cluster.

    Arguments and results are those of `corten.rollout` but for the option `progress`; `threads` are those of each node,
    else one for each of its CPUs. `address` is that of `ClusterSim`. Where a node is lost or gives no answer within
    `deadline` seconds, others roll out its trajectories; those that nobody does fail (`StepErrorKind.NODE_LOST`).
    """
    unknown = options.keys() - (RolloutOptions.__annotations__.keys() - {"progress"})
    if unknown:
        raise TypeError(f"cluster.rollout has no option {min(unknown)!r}")
    if not deadline > 0:
        raise ValueError(f"deadline is {deadline}; it must be a number of seconds above 0")
    given = RolloutArguments(model, initial_state, control, options)  # pyright: ignore[reportArgumentType]
    last = bool(options.get("last"))
    length = 1 if last else given.nstep
    states = output_array("state", options, (given.n, length, given.initial.shape[1]))  # pyright: ignore[reportArgumentType]
    readings = output_array("sensordata", options, (given.n, length, model.nsensordata))  # pyright: ignore[reportArgumentType]
    connect(address, deadline)
    work = _RolloutWork(given, control, options)
    places = [place for place in assign(given.n, list_nodes(), None, options.get("threads")) if place.count]
    # another connection to a cluster knows nothing of workers of this one
    pool = _pools.setdefault(ray.get_runtime_context().get_job_id(), _WorkerPool())
    found, lost = _collect(pool, pool.publish(model), work, (places, deadline))
    failures: dict[int, StepError] = {}
    for place, (own, sensed, errors) in found:
        where = slice(place.first, place.first + place.count)
        states[where], readings[where] = own.reshape(states[where].shape), sensed.reshape(readings[where].shape)
        failures |= {place.first + i: _renumbered(error, place.first + i) for i, error in errors.items()}
    for place, why in lost:
        for i in range(place.first, place.first + place.count):
            states[i], readings[i] = given.initial[i if len(given.initial) > 1 else 0], 0.0
            failures[i] = StepError(f"trajectory {i}: its node was lost: {why}", StepErrorKind.NODE_LOST, -1, i)
    report_failures(failures, given.n, options.get("errors"))
    return (states[:, 0], readings[:, 0]) if last else (states, readings)


class _RolloutWork:
    """What trajectories are rolled out from; parts of it go to workers."""

    def __init__(self, given: RolloutArguments, control: ArrayLike | None, options: dict[str, Any]):
        self._given, self._passed = given, {name: options[name] for name in PASSED if name in options}
        self._control = None if control is None else np.array(control, float, order="C", ndmin=3)
        # what other kernels are needed for
        self.kind = (options.get("lanes"), options.get("control_spec"), *sorted(given.varied))

    def part(self, place: Assignment, most: int | None = None) -> tuple[tuple[Any, Any], dict[str, Any]]:
        """Return the arguments of a worker's rollout; at most some trajectories, and then one step of them."""
        count = place.count if most is None else min(most, place.count)
        given, where = self._given, slice(place.first, place.first + count)

        def own(array: np.ndarray) -> np.ndarray:
            return array[where] if len(array) > 1 else array

        initial = given.initial[where] if len(given.initial) > 1 else np.repeat(given.initial, count, axis=0)
        options = self._passed | {"threads": place.threads, "initial_warmstart": own(given.warmstart)}
        if given.varied:
            options["vary"] = {name: own(values) for name, values in given.varied.items()}
        control = None if self._control is None else own(self._control)[:, : 1 if most else None]
        if control is None or control.shape[1] == 1:
            options["nstep"] = 1 if most else given.nstep
        return (initial, control), options


Found = list[tuple[Assignment, tuple[np.ndarray, np.ndarray, dict[int, StepError]]]]


def _collect(
    pool: _WorkerPool, published: PublishedModel, work: _RolloutWork, asked: tuple[list[Assignment], float]
) -> tuple[Found, list[tuple[Assignment, str]]]:
    """Return what workers have found, and what nobody has done, with the reason."""
    (waiting, deadline), found, reasons = asked, Found(), dict[int, str]()
    for attempt in range(MOST_TRIES):
        lost = pool.prepare(published, waiting, work, deadline)
        calls = {place.first: pool.ask(published, place, work) for place in waiting if place.first not in lost}
        done, reasons = gather(calls, deadline)
        reasons |= lost
        found += [(place, done[place.first]) for place in waiting if place.first in done]
        waiting = [place for place in waiting if place.first in reasons]
        if not waiting:
            break
        for place in waiting:
            words = (place.node.ip, reasons[place.first], place.count, "again" if attempt + 1 < MOST_TRIES else "not")
            LOGGER.warning("a rollout at %s was lost (%s): its %d trajectories are %s rolled out", *words)
        waiting = [pool.replace(place) for place in waiting]
    return found, [(place, reasons[place.first]) for place in waiting]


def _renumbered(error: StepError, number: int) -> StepError:
    """Return the error of a trajectory by its number among all of them."""
    _, _, words = str(error).partition(" at ")
    return StepError(f"environment {number} at {words}", error.kind, error.where, number, error.time, error.step)
