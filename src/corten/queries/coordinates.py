"""Configurations and velocities: their difference and sum on the manifold that quaternions make of qpos.

The kernels are `corten.stages.integrate.coordinates.integrate_row` and `differentiate_row`, for a row each.
"""

import numpy as np
from numpy import empty
from numpy.typing import ArrayLike

from corten.data.query import ModelQuery
from corten.model import MODEL, Model
from corten.runtime import stage
from corten.runtime.fields import F8, Field
from corten.runtime.parameters import array
from corten.runtime.query import query_layout
from corten.stages.integrate.coordinates import differentiate_row, integrate_row

INTEGRATION = query_layout(
    "Integration",
    "corten.queries.coordinates:INTEGRATION",
    (
        array("qpos", F8, ("nrow", "nq"), "configurations"),
        array("qvel", F8, ("nrow", "nv"), "velocities"),
        Field("dt", F8, (), "time [s]"),
    ),
    MODEL,
)

DIFFERENCE = query_layout(
    "Difference",
    "corten.queries.coordinates:DIFFERENCE",
    (
        array("qpos1", F8, ("nrow", "nq"), "configurations at the start"),
        array("qpos2", F8, ("nrow", "nq"), "configurations at the end"),
        array("qvel", F8, ("nrow", "nv"), "velocities"),
        Field("dt", F8, (), "time [s]"),
    ),
    MODEL,
)


@stage
def integrate_rows(m, d) -> None:
    """Move configurations along velocities."""
    for i in range(d.nrow):
        integrate_row(m, d.qpos, d.qvel, i, d.dt)


@stage
def differentiate_rows(m, d) -> None:
    """Compute velocities that lead from configurations to others."""
    for i in range(d.nrow):
        differentiate_row(m, d.qvel, d.qpos1, d.qpos2, i, d.dt)


class Integration(ModelQuery):
    """Configurations moved along velocities."""

    layout, stages = INTEGRATION, (integrate_rows,)
    arguments, in_place = ("qpos", "qvel", "dt"), ("qpos",)


class Difference(ModelQuery):
    """Velocities from differences of configurations."""

    layout, stages = DIFFERENCE, (differentiate_rows,)
    arguments, results = ("qpos1", "qpos2", "dt"), ("qvel",)


def integrate_pos(model: Model, qpos: np.ndarray, qvel: ArrayLike, dt: float) -> None:
    """Move a configuration in place along a velocity for a time dt [s]; or many, of shapes (n, nq) and (n, nv)."""
    try:
        if model._attached[Integration](model, qpos, qvel, dt) == 0:
            return
    except (AttributeError, KeyError):
        pass
    Integration.answer(model, (qpos, qvel, dt))


def differentiate_pos(
    model: Model, qpos1: ArrayLike, qpos2: ArrayLike, dt: float = 1.0, *, out: np.ndarray | None = None
) -> np.ndarray:
    """Return the velocity that leads from qpos1 to qpos2 in a time dt [s]; many for configurations of shape (n, nq)."""
    try:
        qvel = out
        if qvel is None:
            qvel = empty(model.nv if qpos1.ndim == 1 else (len(qpos1), model.nv))  # pyright: ignore
        if model._attached[Difference](model, qpos1, qpos2, dt, qvel) == 0:
            return qvel
    except (AttributeError, KeyError):
        pass
    return Difference.answer(model, (qpos1, qpos2, dt), out)
