"""Derivatives of a step, one column after the other: a copy of the data is nudged, stepped, and compared."""

import numpy as np

import corten


def naive_transition(model, data, eps: float = 1e-6, centered: bool = False) -> tuple[np.ndarray, ...]:
    """Return A, B, C, D: differences of what single steps make of nudged copies."""
    nv, na = model.nv, model.na
    middle = _outcome(model, data.copy())
    columns = []
    for i in range(2 * nv + na + model.nu):
        sides = [side for side in (1.0, -1.0) if _has_room(model, data, i - 2 * nv - na, side * eps)]
        wanted = sides if centered else sides[:1]
        found = {side: _outcome(model, _nudged(model, data, i, side * eps)) for side in wanted}
        columns.append(_quotient(model, found.get(-1.0, middle), found.get(1.0, middle), eps * max(len(found), 1)))
    state, sensor = (np.array(part).reshape(len(columns), -1).T for part in zip(*columns, strict=True))
    n = 2 * nv + na
    return state[:, :n], state[:, n:], sensor[:, :n], sensor[:, n:]


def _has_room(model, data, control: int, nudge: float) -> bool:
    """Tell whether a control may be nudged; anything else may."""
    if control < 0 or not model.actuator_ctrllimited[control]:
        return True
    low, high = model.actuator_ctrlrange[control]
    ends = data.ctrl[control], data.ctrl[control] + nudge
    return low <= min(ends) and max(ends) <= high


def _nudged(model, data, i: int, nudge: float):
    """Return a copy in which one coordinate of [qpos qvel act ctrl] is moved."""
    twin, nv = data.copy(), model.nv
    if i < nv:
        along = np.zeros(nv)
        along[i] = 1.0
        corten.integrate_pos(model, twin.qpos, along, nudge)
    elif i < 2 * nv:
        twin.qvel[i - nv] += nudge
    elif i < 2 * nv + model.na:
        twin.act[i - 2 * nv] += nudge
    else:
        twin.ctrl[i - 2 * nv - model.na] += nudge
    return twin


def _outcome(model, data) -> tuple[np.ndarray, ...]:
    corten.step(model, data)
    return data.qpos.copy(), data.qvel.copy(), data.act.copy(), np.array(data.sensordata)


def _quotient(model, before, after, width: float) -> tuple[np.ndarray, np.ndarray]:
    moved = corten.differentiate_pos(model, before[0], after[0], 1.0)
    change = np.concatenate([moved, after[1] - before[1], after[2] - before[2]])
    return change / width, (after[3] - before[3]) / width
