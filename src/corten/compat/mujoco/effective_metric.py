"""The metric M + h D + h^2 K of the integrator DISCRETE as MjData tells of it, part by part.

corten keeps the sum; parts are computed here when they are asked for. With other integrators all of them are zero.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

import corten
from corten.compat.mujoco.arguments import missing
from corten.deformable.metric.stiffness import flex_scale
from corten.deformable.rods.bending import ROOM
from corten.deformable.rods.frames import twist_dof
from corten.deformable.rods.twisting import TORSION
from corten.deformable.rods.twisting_metric import twist_metric
from corten.enums import DisableBit
from corten.stages.actuation.control import bad_control
from corten.stages.metric import has_couplings, joint_metric, uses_metric
from corten.stages.metric.stiffness import length_derivative
from corten.stages.passive import fluid_acts
from corten.stages.passive.passive import springs_act
from corten.stages.passive.springs import stiffness_derivative, stretch


def _is_active(data: corten.Data) -> bool:
    return bool(uses_metric(data.model) and data.nv)


def _zeros_unless_active(
    compute: Callable[[corten.Data], np.ndarray], size: str
) -> Callable[[corten.Data], np.ndarray]:
    def read(data: corten.Data) -> np.ndarray:
        return compute(data) if _is_active(data) else np.zeros(int(getattr(data.model, size)))

    return read


def _joints(data: corten.Data) -> tuple[np.ndarray, np.ndarray]:
    """Return the diagonal h D + h^2 K and the stiffness K that joints give each dof, and bending to twists of rods."""
    clone, model = data.copy(), data.model
    clone.M[:] = 0.0
    joint_metric(model, clone)
    last = model.M_rowadr + model.M_rownnz - 1
    diagonal, stiffness = clone._views["efm_M"][last].copy(), clone._views["dof_vector"].copy()
    if model.nrodedge:
        clone._views["efm_M"][:] = 0.0
        twist_metric(model, clone)
        turning = np.maximum(clone._views["efm_M"][last] - _torsion(data), 0.0)
        diagonal += turning
        stiffness += turning / model.opt_timestep**2
    return diagonal, stiffness


def _torsion(data: corten.Data) -> np.ndarray:
    """Return what torsion of rods gives the diagonal of each dof."""
    model, found = data.model, np.zeros(data.nv)
    for f in np.flatnonzero(model.flex_rodadr >= 0).tolist():
        for i in range(int(model.flex_edgenum[f]) - 1):
            stiffness = 2 * flex_scale(model, f) * model.flex_bending[model.flex_bendingadr[f] + 1 + ROOM * i + TORSION]
            for e in (model.flex_rodadr[f] + i, model.flex_rodadr[f] + i + 1):
                dof = twist_dof(model, e)
                found[dof] += stiffness if dof >= 0 else 0.0
    return found


def _drag(data: corten.Data) -> np.ndarray:
    """Return the part of a medium in the storage of M: -h qDeriv."""
    model = data.model
    if not fluid_acts(model):
        return np.zeros(model.nC)
    return -model.opt_timestep * data._views["qDeriv"][model.mapD2M]


def _tendon_stiffness(data: corten.Data) -> np.ndarray:
    """Return the stiffness of each tendon, at least 0; a spring at rest has none."""
    model, found = data.model, np.zeros(data.model.ntendon)
    for i in range(model.ntendon if springs_act(model) else 0):
        x = stretch(model, data.engine_view(), i)
        poly = model.tendon_stiffnesspoly[i]
        found[i] = max(0.0, stiffness_derivative(model.tendon_stiffness[i], poly[0], poly[1], x)) if x else 0.0
    return found


def _actuator_stiffness(data: corten.Data) -> np.ndarray:
    """Return the stiffness of each actuator, at least 0."""
    model = data.model
    if model.opt_disableflags & DisableBit.ACTUATION:
        return np.zeros(model.nactuator)
    usable = bad_control(model, data.engine_view()) < 0
    return np.array(
        [max(0.0, -length_derivative(model, data.engine_view(), k, usable)) for k in range(model.nactuator)]
    )


def _scales(data: corten.Data, kind: str) -> np.ndarray:
    """Return what multiplies J'J of each tendon or actuator."""
    model = data.model
    if not _is_active(data) or not has_couplings(model):
        return np.zeros(model.ntendon if kind == "t" else model.nactuator)
    return data._views["efm_ts"].copy() if kind == "t" else data._views["efm_as"][model.actuator_outadr]


def _coupled(data: corten.Data, kind: str) -> np.ndarray:
    """Return the tendons or actuators that are part of the metric."""
    return np.flatnonzero(_scales(data, kind))


def _packed(values: Callable[[corten.Data], np.ndarray], kind: str) -> Callable[[corten.Data], np.ndarray]:
    """Return what gives numbers of those tendons or actuators first, then zeros."""

    def read(data: corten.Data) -> np.ndarray:
        own, chosen = values(data), _coupled(data, kind)
        found = np.zeros_like(own)
        found[: len(chosen)] = own[chosen]
        return found

    return read


def _actuator_shift(data: corten.Data) -> np.ndarray:
    """Return -h kp velocity moment' of actuators."""
    model = data.model
    strength = np.zeros(model.nout)
    if has_couplings(model):
        for k, stiffness in enumerate(_actuator_stiffness(data).tolist()):
            first = int(model.actuator_outadr[k])
            strength[first : first + int(model.actuator_outnum[k])] = stiffness
    return -model.opt_timestep * data.actuator_moment.T @ (strength * data.actuator_velocity)


def _sum_of_diagonals(data: corten.Data) -> np.ndarray:
    """Return what is added to the diagonal of M before it is factored."""
    model = data.model
    last = model.M_rowadr + model.M_rownnz - 1
    found = _joints(data)[0] + _drag(data)[last]
    if model.nrodedge:
        found += _torsion(data)
    if has_couplings(model):
        found += (data.ten_J**2).T @ data._views["efm_ts"] + (data.actuator_moment**2).T @ data._views["efm_as"]
    return found


def _flexes(name: str, empty: Any) -> Callable[[corten.Data], Any]:
    """Return what says that flexes have no part in the metric, or that it is not told apart."""

    def read(data: corten.Data) -> Any:
        if data.model.nefmK and _is_active(data):
            raise missing(f"MjData.{name} of elastic flexes", "corten keeps this part in a layout of its own")
        return np.zeros(data.nv, np.int32) if empty is None else empty

    return read


METRIC: dict[str, Callable[[corten.Data], Any]] = {
    "efm_active": lambda data: int(_is_active(data)),
    "efm_c": _zeros_unless_active(lambda data: data._views["efm_c"] - _actuator_shift(data), "nv"),
    "efm_ca": _zeros_unless_active(_actuator_shift, "nv"),
    "efm_diag": _zeros_unless_active(lambda data: _joints(data)[0], "nv"),
    "efm_ck": _zeros_unless_active(lambda data: data.model.opt_timestep * _joints(data)[1], "nv"),
    "efm_sdiag": _zeros_unless_active(_sum_of_diagonals, "nv"),
    "efm_fluid": _zeros_unless_active(_drag, "nC"),
    "nefmT": lambda data: len(_coupled(data, "t")),
    "nefmA": lambda data: len(_coupled(data, "a")),
    "efm_tid": _packed(lambda data: np.arange(data.model.ntendon, dtype=np.int32), "t"),
    "efm_ts": _packed(lambda data: _scales(data, "t"), "t"),
    "efm_tk": _packed(lambda data: data.model.opt_timestep * _tendon_stiffness(data), "t"),
    "efm_aid": _packed(lambda data: np.arange(data.model.nactuator, dtype=np.int32), "a"),
    "efm_as": _packed(lambda data: _scales(data, "a"), "a"),
    "efm_ak": _packed(lambda data: data.model.opt_timestep * _actuator_stiffness(data), "a"),
    **{name: _flexes(name, 0) for name in ("nefmK", "nefmdof", "nefmL")},
    **{name: _flexes(name, None) for name in ("efm_K_rownnz", "efm_K_rowadr")},
    **{name: _flexes(name, np.zeros(0, np.int32)) for name in ("efm_K_colind", "efm_dofid")},
    **{name: _flexes(name, np.zeros(0)) for name in ("efm_K_val", "efm_L")},
}
