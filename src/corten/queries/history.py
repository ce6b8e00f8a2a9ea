"""Histories of controls and sensors: what they were, and what they shall have been."""

import numpy as np
from numpy.typing import ArrayLike

from corten.constants import MINVAL
from corten.data import Data
from corten.data.pair import check_pair
from corten.model import Model
from corten.model.named import find_object
from corten.model.signals import Interpolation
from corten.runtime.parameters import check_out
from corten.stages.history import HEADER, interpolate, locate

# where a Model remembers which controls and readings have no history, by kind: their rows by number
_SPANS = "signals without history"


def read_ctrl(
    model: Model,
    data: Data,
    actuator: int | str,
    time: float,
    interp: Interpolation | int | None = None,
    *,
    out: np.ndarray | None = None,
) -> np.ndarray:
    """Return the controls of an actuator as they act at a time [s]: a delay before, from its history if it has one.

    `interp` chooses how to read between samples; None is what the model says.
    """
    if out is None and actuator.__class__ is int:
        try:
            if data.model is model:
                return data.ctrl[model._attached[_SPANS, "actuator"][actuator]].copy()
        except (AttributeError, KeyError, TypeError):
            pass
    check_pair(model, data)
    number = find_object(model, "actuator", actuator)
    first, width = int(model.actuator_ctrladr[number]), int(model.actuator_ctrlnum[number])
    if model.actuator_history[number, 0] == 0:
        span = _remember(model, "actuator", number, slice(first, first + width))
        return _result(data.ctrl[span], out)
    return _result(_read(model, data, "actuator", number, width, time, interp), out)


def read_sensor(
    model: Model,
    data: Data,
    sensor: int | str,
    time: float,
    interp: Interpolation | int | None = None,
    *,
    out: np.ndarray | None = None,
) -> np.ndarray:
    """Return what a sensor shows at a time [s]: its reading a delay before, from its history if it has one.

    `interp` chooses how to read between samples; None is what the model says.
    """
    if out is None and sensor.__class__ is int:
        try:
            if data.model is model:
                return data.sensordata[model._attached[_SPANS, "sensor"][sensor]].copy()
        except (AttributeError, KeyError, TypeError):
            pass
    check_pair(model, data)
    number = find_object(model, "sensor", sensor)
    first, width = int(model.sensor_adr[number]), int(model.sensor_dim[number])
    if model.sensor_history[number, 0] == 0:
        span = _remember(model, "sensor", number, slice(first, first + width))
        return _result(data.sensordata[span], out)
    return _result(_read(model, data, "sensor", number, width, time, interp), out)


def _remember(model: Model, kind: str, number: int, span: slice) -> slice:
    """Remember the rows of a signal that has no history."""
    model._attached.setdefault((_SPANS, kind), {})[number] = span
    return span


def _result(values: np.ndarray, out: np.ndarray | None) -> np.ndarray:
    """Return numbers in an array of the caller, if there is one, else in a new one."""
    if out is None:
        return values.copy()
    check_out("out", out, values.shape, values.dtype)[...] = values
    return out


def init_ctrl_history(
    model: Model, data: Data, actuator: int | str, times: ArrayLike | None, values: ArrayLike
) -> None:
    """Set the history of an actuator: times that grow [s], None for those it has, and a row of controls for each."""
    check_pair(model, data)
    number = find_object(model, "actuator", actuator)
    _initialize(model, data, "actuator", number, int(model.actuator_ctrlnum[number]), times, values)


def init_sensor_history(
    model: Model, data: Data, sensor: int | str, times: ArrayLike | None, values: ArrayLike, phase: float = 0.0
) -> None:
    """Set the history of a sensor: times that grow [s], None for those it has, and a row of readings for each.

    `phase` is when a sensor with an interval was read last [s].
    """
    check_pair(model, data)
    number = find_object(model, "sensor", sensor)
    _initialize(model, data, "sensor", number, int(model.sensor_dim[number]), times, values)
    data.history[int(model.sensor_historyadr[number])] = phase


def _read(
    model: Model, data: Data, kind: str, number: int, width: int, time: float, interp: Interpolation | int | None
) -> np.ndarray:
    """Return all numbers of a signal a delay before a time."""
    count, chosen = (int(word) for word in getattr(model, f"{kind}_history")[number])
    first, delay = int(getattr(model, f"{kind}_historyadr")[number]), float(getattr(model, f"{kind}_delay")[number])
    way = Interpolation(chosen if interp is None else interp)
    where = locate(data.history, first, count, float(time) - delay)
    return np.array([interpolate(data.history, first, count, width, where, way, i) for i in range(width)])


def _initialize(
    model: Model, data: Data, kind: str, number: int, width: int, times: ArrayLike | None, values: ArrayLike
) -> None:
    count, first = int(getattr(model, f"{kind}_history")[number, 0]), int(getattr(model, f"{kind}_historyadr")[number])
    if count == 0:
        raise ValueError(f"{kind} {number} has no history; give it nsample")
    middle, end = first + HEADER + count, first + HEADER + count * (1 + width)
    stamps = np.array(data.history[first + HEADER : middle] if times is None else times, float)
    rows = np.asarray(values, float)
    if stamps.shape != (count,):
        raise ValueError(f"times have the shape {stamps.shape}; the history has {count} samples")
    if rows.size != count * width:
        raise ValueError(f"values have the shape {rows.shape}; the history has {count} samples of {width} numbers")
    if not np.all(np.diff(stamps) >= MINVAL):
        raise ValueError("times must grow from each sample to the next")
    data.history[first + 1] = count - 1
    data.history[first + HEADER : middle], data.history[middle:end] = stamps, rows.reshape(-1)
