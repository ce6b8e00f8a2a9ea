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
    threads = len(data) if isinstance(data, Sequence) else 0
    return _rollout(model, data, initial_state, control, threads, options)


def shutdown_persistent_pool() -> None:
    """Threads end by themselves."""


def _rollout(
    model: Any, data: Any, initial_state: ArrayLike, control: ArrayLike | None, threads: int, options: dict[str, Any]
) -> tuple[np.ndarray, np.ndarray]:
    for name in ("skip_checks", "chunk_size"):
        options.pop(name, None)
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
