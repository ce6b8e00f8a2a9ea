"""Sensors whose readings a user's function writes: one stage for each function and part of forward dynamics."""

from functools import cache

import numpy as np

from corten.enums import ForwardPart, SensorType
from corten.model import Model
from corten.runtime import helper, stage
from corten.runtime.kernel import Helper, Stage, bind
from corten.stages.sensor.output import apply_cutoff
from corten.stages.user import UserFunction, find_function, find_plugin_function

# sensors that can have functions
KINDS = (SensorType.USER, SensorType.PLUGIN)

# placeholders of the template
NUMBER, PART = 0, 0


@helper
def function(m, d, i: int) -> None:
    """Do nothing: the user's function stands in its place."""


@stage
def user_sensor(m, d) -> None:
    """Read the sensors of one part of forward dynamics that follow one user's function; cut their readings off."""
    choice, needstage, adr, readings = m.sensor_function, m.sensor_needstage, m.sensor_adr, d.sensordata

    for s in range(m.nsensor):
        if choice[s] == NUMBER and needstage[s] == PART:
            for i in range(adr[s], adr[s] + m.sensor_dim[s]):
                readings[i] = 0.0
            function(m, d, s)
            apply_cutoff(m, d, s)


def user_sensor_stages(model: Model, part: ForwardPart) -> list[Stage]:
    """Return the stages of users' sensors in a part of forward dynamics."""
    return [_bound(function.helper, number, part) for number, function in _functions(model, part)]


def user_sensor_reads(model: Model, part: ForwardPart) -> set[str]:
    """Return the fields of Data that users' sensors read in a part of forward dynamics."""
    return {field for _, function in _functions(model, part) for field in function.reads}


def _functions(model: Model, part: ForwardPart) -> list[tuple[int, UserFunction]]:
    chosen = np.flatnonzero(np.isin(model.sensor_type, KINDS) & (model.sensor_needstage == part))
    numbers, first = np.unique(model.sensor_function[chosen], return_index=True)
    return [
        (number, _chosen(model, s))
        for number, s in zip(numbers.tolist(), chosen[first].tolist(), strict=True)
        if number >= 0
    ]


def _chosen(model: Model, s: int) -> UserFunction:
    """Return the function of sensor s, which its plugin or a text of the model names."""
    if model.sensor_plugin[s] >= 0:
        return find_plugin_function(model, "sensor", int(model.sensor_plugin[s]))
    return find_function(model, "sensor", f"corten.sensor.{model.name('sensor', s)}.function")


@cache
def _bound(function: Helper, number: int, part: ForwardPart) -> Stage:
    return bind(user_sensor, function=function, NUMBER=number, PART=int(part))
