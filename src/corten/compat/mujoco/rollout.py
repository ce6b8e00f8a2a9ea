"""Open-loop trajectories with the interface of `mujoco.rollout`, computed by corten's, several to an instruction."""

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

import corten
from corten.compat.mujoco.model import MjModel
from corten.enums import StateBit


class Rollout:
    """Rolls out trajectories on a number of threads; None or 0 is the calling thread alone."""

    def __init__(self, *, nthread: int | None = None):
        self.nthread, self._closed = nthread or 0, False

    def rollout(
        self, model: Any, data: Any, initial_state: ArrayLike, control: ArrayLike | None = None, **options: Any
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return states and sensor readings after each step: shapes (nbatch, nstep, ...).

        Options are control_spec, nstep, initial_warmstart, state, sensordata; skip_checks and chunk_size are accepted.
        """
        if self._closed:
            raise RuntimeError("rollout requested after thread pool shutdown")
        _check_data(data)
        count = len(data) if isinstance(data, Sequence) else 1
        if not self.nthread and count > 1:
            raise ValueError("More than one data instance passed but rollout is configured to run on main thread")
        if self.nthread and count != self.nthread:
            raise ValueError(f"Length of data: {count} not equal to nthread: {self.nthread}")
        return _rollout(model, data, initial_state, control, self.nthread, options)

    def close(self) -> None:
        """End it: nothing can be rolled out afterwards."""
        self._closed = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def rollout(
    model: Any,
    data: Any,
    initial_state: ArrayLike,
    control: ArrayLike | None = None,
    *,
    persistent_pool: bool = False,
    **options: Any,
) -> tuple[np.ndarray, np.ndarray]:
    """Roll out trajectories on as many threads as there are data."""
    _check_data(data)
    threads = len(data) if isinstance(data, Sequence) else 0
    return _rollout(model, data, initial_state, control, threads, options)


def shutdown_persistent_pool() -> None:
    """Threads end by themselves."""


def _check_data(data: Any) -> None:
    if isinstance(data, Sequence) and not len(data):
        raise ValueError("The list of data instances is empty")


def _check_sizes(model: corten.Model, given: dict[str, Any], spec: int) -> None:
    """Refuse arguments that are no arrays of numbers, or whose rows do not fit the model."""
    widths = {
        "initial_state": corten.state_size(model, StateBit.FULLPHYSICS),
        "control": corten.state_size(model, spec) if spec else 0,
        "initial_warmstart": model.nv,
    }
    for name, value in given.items():
        if value is None:
            continue
        array = np.asarray(value)
        if array.dtype.kind not in "biuf":
            raise ValueError(f"{name} must be a numpy array or float")
        if array.ndim > 3:
            raise ValueError(f"{name} can have at most 3 dimensions")
        if np.atleast_1d(array).shape[-1] != widths[name]:
            width = np.atleast_1d(array).shape[-1]
            raise ValueError(f"trailing dimension of {name} must be {widths[name]}, got {width}")


def _rollout(
    model: Any, data: Any, initial_state: ArrayLike, control: ArrayLike | None, threads: int, options: dict[str, Any]
) -> tuple[np.ndarray, np.ndarray]:
    options.pop("skip_checks", None)
    chunk = options.pop("chunk_size", None)
    if chunk is not None and (isinstance(chunk, bool) or not isinstance(chunk, int) or chunk <= 0):
        raise ValueError("chunk_size must be a positive integer")
    spec = int(options.get("control_spec", StateBit.CTRL))
    if spec & ~int(StateBit.USER):
        raise ValueError("control_spec can only contain bits in mjSTATE_USER")
    options["control_spec"] = spec
    for name in ("nstep", "initial_warmstart", "state", "sensordata"):
        if options.get(name, 0) is None:
            del options[name]
    if control is None and not options.keys() & {"nstep", "state", "sensordata"}:
        options["nstep"] = 1
    models = [model] if isinstance(model, MjModel) else list(model)
    given = {"initial_state": initial_state, "control": control, "initial_warmstart": options.get("initial_warmstart")}
    _check_sizes(models[0]._model, given, spec)
    control = None if control is None else np.atleast_1d(control)
    if "initial_warmstart" in options:
        options["initial_warmstart"] = np.atleast_1d(options["initial_warmstart"])
    if len(models) == 1 or all(each is models[0] for each in models):
        if len(models) > 1:
            initial_state = np.broadcast_to(np.atleast_2d(initial_state), (len(models), np.shape(initial_state)[-1]))
        return _one_model(models[0]._model, initial_state, control, threads, options)
    return _many_models(models, initial_state, control, options)


def _one_model(
    model: corten.Model, initial_state: ArrayLike, control: ArrayLike | None, threads: int, options: dict[str, Any]
) -> tuple[np.ndarray, np.ndarray]:
    return corten.rollout(model, initial_state, control, threads=max(threads, 1), errors={}, **options)


def _many_models(
    models: list[Any], initial_state: ArrayLike, control: ArrayLike | None, options: dict[str, Any]
) -> tuple[np.ndarray, np.ndarray]:
    """Roll out a trajectory for each of several models, one after the other."""
    results = {name: options.pop(name) for name in ("state", "sensordata") if name in options}
    starts, warm = np.atleast_2d(initial_state), options.pop("initial_warmstart", None)
    found = []
    for i, model in enumerate(models):
        given = None if control is None else _row(np.asarray(control, float), i, 3)
        own = dict(options) if warm is None else options | {"initial_warmstart": _row(np.asarray(warm, float), i, 2)}
        found.append(_one_model(model._model, _row(starts, i, 2), given, 1, own))
    states, readings = (np.concatenate(part) for part in zip(*found, strict=True))
    for name, value in (("state", states), ("sensordata", readings)):
        if name in results:
            np.asarray(results[name]).reshape(value.shape)[:] = value
    return results.get("state", states), results.get("sensordata", readings)


def _row(array: np.ndarray, i: int, ndim: int) -> np.ndarray:
    """Return the row of a trajectory; one row serves all."""
    array = array.reshape((1,) * (ndim - array.ndim) + array.shape)
    return array[i : i + 1] if len(array) > 1 else array
