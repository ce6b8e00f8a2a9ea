"""All that a batch goes on from, as a dict of arrays, numbers and texts; and files of it together with the model.

rows       state, inputs, results that are kept or carried on, by field: (n, ...)
before     the same rows as the last step of each environment began with them
counts     steps, and for which environments forward dynamics, or positions, were computed after the last one
places     state and inputs at which positions were computed, if they were
failures   errors, and what the steps that failed began with
varied     fields of the model of which environments have their own values, and the constants that follow
"""

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from corten.batch.rows import EnvironmentRows, Rows
from corten.enums import StepErrorKind
from corten.errors import StepError
from corten.model import Model
from corten.runtime.archive import read_archive, write_archive

if TYPE_CHECKING:
    from corten.batch.engine import Engine
    from corten.batch.environments import Environments

# what files of batches say that they are, and the version of what is in them
KIND, VERSION = "saved corten.BatchSim", 1


# ---------------------------------------------------------------- out of a batch


def take_snapshot(engine: "Engine") -> dict[str, Any]:
    """Return copies of all that the environments of an engine go on from."""
    engine.read()
    envs = engine.envs
    return {
        "n": envs.n,
        "precision": envs.model.layout.precision,
        "keep": list(envs.rows.kept.fields),
        "carried": list(envs.rows.carried.fields),
        "rows": _copies(envs.rows),
        "before": _copies(envs.before),
        "steps": envs.steps.copy(),
        "still": envs.still.copy(),
        "placed": envs.placed.copy(),
        "places": _fields(envs.places or ()),
        "errors": [_facts(i, error) for i, error in sorted(envs.errors.items())],
        "failing": {str(i): _copies(start) for i, start in envs.failing.items()},
        "varied": list(envs.varied.names),
        "values": {name: array.copy() for name, array in envs.varied.arrays.items()},
        "changed": envs.varied.changed(),
    }


def _copies(rows: EnvironmentRows) -> dict[str, np.ndarray]:
    return _fields(rows.all)


def _fields(parts: Iterable[Rows]) -> dict[str, np.ndarray]:
    return {name: view.copy() for part in parts for name, view in part.views.items()}


def _facts(i: int, error: StepError) -> dict[str, Any]:
    facts = {"message": str(error), "kind": int(error.kind), "where": int(error.where), "number": i}
    return facts | {"time": float(error.time or 0.0), "step": int(error.step or 0)}


# ---------------------------------------------------------------- into a batch


def check_snapshot(envs: "Environments", snapshot: dict[str, Any]) -> None:
    """Refuse what was taken of other environments than these."""
    precision = envs.model.layout.precision
    if snapshot["n"] != envs.n:
        raise ValueError(f"the state is that of {snapshot['n']} environments; the batch has {envs.n}")
    if snapshot["precision"] != precision:
        raise ValueError(f"the state has numbers of {snapshot['precision']}, the batch of {precision}")
    if set(snapshot["keep"]) != set(envs.rows.kept.fields):
        kept = ", ".join(envs.rows.kept.fields)
        raise ValueError(f"the state was taken with keep of {', '.join(snapshot['keep'])}; the batch keeps {kept}")
    everyone, model = np.arange(envs.n), envs.model
    numbers = [facts["number"] for facts in snapshot["errors"]] + [int(i) for i in snapshot["failing"]]
    known = np.isin([*numbers, *snapshot["changed"].tolist()], everyone).all()
    if not known or any(snapshot[name].shape != (envs.n,) for name in ("steps", "still", "placed")):
        raise ValueError("the state is damaged: it names environments that do not exist")
    for name, values in snapshot["values"].items():
        if values.shape != (envs.n, *model._views[name].shape):
            raise ValueError(f"the state is that of another model: {name} has shape {values.shape} in it")
    fitting = _rows_for(envs, snapshot, 0)
    for rows in (snapshot["rows"], snapshot["before"], *snapshot["failing"].values()):
        _check_rows(fitting.all, rows)
    if snapshot["placed"].any():
        _check_rows((fitting.state, fitting.inputs), snapshot["places"])


def _check_rows(fitting: Iterable[Rows], arrays: dict[str, np.ndarray]) -> None:
    """Refuse arrays that are not those of some rows."""
    for part in fitting:
        for name, view in part.views.items():
            if name not in arrays or arrays[name].shape[1:] != view.shape[1:] or arrays[name].dtype != view.dtype:
                found = arrays[name].shape[1:] if name in arrays else "missing"
                raise ValueError(f"the state is that of another model: {name} is {found}, not {view.shape[1:]}")


def _rows_for(envs: "Environments", snapshot: dict[str, Any], n: int) -> EnvironmentRows:
    return EnvironmentRows(envs.template, tuple(envs.rows.kept.fields), tuple(snapshot["carried"]), n)


def put_snapshot(engine: "Engine", snapshot: dict[str, Any]) -> None:
    """Let environments go on from what was taken of as many others; these vary what those varied, or more."""
    envs = engine.envs
    engine.read()
    if list(envs.rows.carried.fields) != snapshot["carried"]:
        carried = tuple(snapshot["carried"])
        envs.rows.carry(envs.template, carried)
        envs.before.carry(envs.template, carried)
        engine.release()
    for rows, arrays in ((envs.rows, snapshot["rows"]), (envs.before, snapshot["before"])):
        _fill(rows.all, arrays)
    envs.varied.restore(snapshot["values"], snapshot["changed"])
    envs.set_counts(slice(None), snapshot["steps"], snapshot["still"])
    if snapshot["placed"].any():
        envs.place(np.flatnonzero(snapshot["placed"]))
        _fill(envs.places or (), snapshot["places"])
    envs.grouping.forget(np.arange(envs.n))
    envs.revive(np.fromiter(envs.errors, np.int64))
    for facts in snapshot["errors"]:
        i, kind = facts["number"], StepErrorKind(facts["kind"])
        envs.fail(i, StepError(facts["message"], kind, facts["where"], i, facts["time"], facts["step"]))
    for i, arrays in snapshot["failing"].items():
        envs.failing[int(i)] = _rows_for(envs, snapshot, 1)
        _fill(envs.failing[int(i)].all, arrays)


def _fill(parts: Iterable[Rows], arrays: dict[str, np.ndarray]) -> None:
    for part in parts:
        for name, view in part.views.items():
            view[...] = arrays[name]


# ---------------------------------------------------------------- files


def save_snapshot(path: str | os.PathLike[str], model: Model, snapshot: dict[str, Any]) -> None:
    """Write what a batch goes on from into a file, with the model."""
    from corten.model.model_archive import ASSET_CLASSES, model_tree

    write_archive(path, KIND, VERSION, {"batch": snapshot, "model": model_tree(model)}, ASSET_CLASSES)


def load_snapshot(path: str | os.PathLike[str], model: Model | None) -> tuple[Model, dict[str, Any]]:
    """Return the model of a file, or the given one if it is the same, and what the batch goes on from."""
    from corten.model.model_archive import ASSET_CLASSES, different_fields, model_of_tree

    if not isinstance(model, Model | None):
        raise TypeError(f"model is a {type(model).__name__}; it must be a Model, or be left out")
    tree = read_archive(path, KIND, VERSION, ASSET_CLASSES)
    try:
        saved, snapshot = model_of_tree(tree["model"]), tree["batch"]
    except (ValueError, TypeError, KeyError, AttributeError, MemoryError) as error:
        raise ValueError(f"{path}: {error}") from None
    if model is not None and (names := different_fields(saved, model)):
        few = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        raise ValueError(
            f"{path} was saved with another model, in which these differ: {few}; leave `model` out to get it"
        )
    return model or saved, snapshot
