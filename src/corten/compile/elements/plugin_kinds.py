"""The plugins that corten has: what they serve, the keys of their configuration, and numbers made of its values.

A plugin of a user is a function under its name, see `corten.register`.
"""

from collections.abc import Callable, Mapping
from math import isfinite
from typing import NamedTuple

from corten.assets.implicit.shapes import PARAMETERS, ImplicitShape
from corten.model.plugin_fields import PLUGIN_NUMBERS, PluginKind

Numbers = tuple[float, ...]


class Builtin(NamedTuple):
    """One plugin: `numbers` makes parameters of the texts of its configuration, and raises ValueError."""

    kind: PluginKind
    serves: str
    keys: tuple[str, ...]
    numbers: Callable[[Mapping[str, str]], Numbers]


def number_of(key: str, text: str) -> float:
    """Return a number of a configuration."""
    try:
        number = float(text.replace(" ", ""))
    except ValueError:
        number = float("nan")
    if not isfinite(number):
        raise ValueError(f"{key} is '{text}'; it must be a number")
    return number


def _pid(config: Mapping[str, str]) -> Numbers:
    """Return gains, whether the integral has a limit and which, whether the setpoint has a fastest rate and which."""
    given = {key: number_of(key, text) for key, text in config.items() if text.strip()}
    gains = tuple(given.get(key, 0.0) for key in ("kp", "ki", "kd"))
    limited = "imax" in given and gains[1] != 0.0
    limit = given["imax"] / gains[1] if limited else 0.0
    if limit < 0.0:
        raise ValueError(f"imax is {given['imax']:g}; it must have the sign of ki")
    rate = given.get("slewmax", 0.0)
    if rate < 0.0:
        raise ValueError(f"slewmax is {rate:g}; it must not be negative")
    return *gains, float(limited), limit, float("slewmax" in given), rate


def pid_activations(prm: Numbers) -> int:
    """Return how many activations an actuator needs for a PID controller: for its integral, and for its setpoint."""
    return int(prm[1] != 0.0) + int(prm[5])


def _touch_grid(config: Mapping[str, str]) -> Numbers:
    """Return channels, columns and rows, half the field of view [degrees] along both, and how much its middle sees."""
    channels = int(number_of("nchannel", config["nchannel"] or "0")) or 1
    if not 1 <= channels <= 6:
        raise ValueError(f"nchannel is {channels}; it must be 1 to 6")
    columns, rows = (int(number) for number in _two(config, "size", "columns and rows"))
    if min(columns, rows) <= 0:
        raise ValueError(f"size is {columns} {rows}; both numbers must be positive")
    across, up = _two(config, "fov", "degrees to the side and up")
    if not (0.0 < across <= 180.0 and 0.0 < up <= 90.0):
        raise ValueError(f"fov is {across:g} {up:g}; allowed are up to 180 degrees to the side and 90 up")
    gamma = number_of("gamma", config["gamma"] or "0")
    if not 0.0 <= gamma <= 1.0:
        raise ValueError(f"gamma is {gamma:g}; it must be from 0 to 1")
    return float(channels), float(columns), float(rows), across, up, gamma


def _two(config: Mapping[str, str], key: str, meaning: str) -> tuple[float, float]:
    texts = config[key].split()
    if len(texts) != 2:
        raise ValueError(f"{key} is '{config[key]}'; it must be two numbers, {meaning}")
    return number_of(key, texts[0]), number_of(key, texts[1])


def _shape(kind: ImplicitShape) -> Builtin:
    defaults = PARAMETERS[kind]

    def numbers(config: Mapping[str, str]) -> Numbers:
        return tuple(number_of(key, config[key]) if config[key].strip() else defaults[key] for key in defaults)

    return Builtin(PluginKind(kind), "sdf", tuple(defaults), numbers)


BUILTINS = {
    "mujoco.pid": Builtin(PluginKind.PID, "actuator", ("kp", "ki", "kd", "imax", "slewmax"), _pid),
    "mujoco.sensor.touch_grid": Builtin(
        PluginKind.TOUCH_GRID, "sensor", ("nchannel", "size", "fov", "gamma"), _touch_grid
    ),
    **{f"mujoco.sdf.{kind.name.lower()}": _shape(kind) for kind in ImplicitShape},
}


def filled(numbers: Numbers) -> Numbers:
    """Return the numbers with zeros behind them."""
    return (*numbers, *(0.0,) * (PLUGIN_NUMBERS - len(numbers)))
