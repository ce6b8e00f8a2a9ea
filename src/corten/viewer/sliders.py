"""Sliders for actuators and joints: which there are, and a page of them at a time."""

import math
import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.enums import JointType
from corten.viewer import quaternions
from corten.viewer.scene import label
from corten.viewer.snapshot import Snapshot

if TYPE_CHECKING:
    from corten.data import Data
    from corten.model import Model

Floats = NDArray[Any]

# sliders on a page: browsers slow down with hundreds of them
PAGE = 24
# [s] for which a slider that a person moved does not follow the simulation
HOLD_TIME = 0.5
# range of controls and coordinates without limits
FREE_CTRL, FREE_SHIFT = 1.0, 2.0


class Slider(NamedTuple):
    """A number of the simulation: its name, its range, how it is read from a snapshot and written to a Data."""

    name: str
    low: float
    high: float
    read: Callable[[Snapshot], float]
    write: Callable[["Data", float], None]


def actuator_sliders(model: "Model") -> list[Slider]:
    """Return a slider for each control."""
    return [_control(model, name, control) for name, control in _controls(model)]


def _controls(model: "Model") -> Iterator[tuple[str, int]]:
    for actuator in range(model.nactuator):
        first, count = int(model.actuator_ctrladr[actuator]), int(model.actuator_ctrlnum[actuator])
        for k in range(count):
            yield label(model, "actuator", actuator) + (f" {k}" if count > 1 else ""), first + k


def _control(model: "Model", name: str, control: int) -> Slider:
    low, high = _range(model.actuator_ctrlrange[control], bool(model.actuator_ctrllimited[control]), FREE_CTRL)

    def write(data: "Data", value: float) -> None:
        data.ctrl[control] = value

    return Slider(name, low, high, lambda snapshot: float(snapshot.ctrl[control]), write)


def joint_sliders(model: "Model") -> list[Slider]:
    """Return a slider for each coordinate of joints; rotations are vectors, axis times angle."""
    found = []
    for joint in range(model.njnt):
        kind, name, first = (
            JointType(int(model.jnt_type[joint])),
            label(model, "joint", joint),
            int(model.jnt_qposadr[joint]),
        )
        if kind in (JointType.HINGE, JointType.SLIDE):
            free = np.pi if kind == JointType.HINGE else max(float(model.stat.extent), 1e-3)
            low, high = _range(model.jnt_range[joint], bool(model.jnt_limited[joint]), free)
            found.append(_coordinate(name, first, low, high))
            continue
        if kind == JointType.FREE:
            reach = FREE_SHIFT * max(float(model.stat.extent), 1e-3)
            for k, axis in enumerate("xyz"):
                middle = float(model.qpos0[first + k])
                found.append(_coordinate(f"{name} {axis}", first + k, middle - reach, middle + reach))
            first += 3
        found += [_turn(f"{name} turn {axis}", first, k) for k, axis in enumerate("xyz")]
    return found


def _coordinate(name: str, place: int, low: float, high: float) -> Slider:
    def write(data: "Data", value: float) -> None:
        data.qpos[place] = value

    return Slider(name, low, high, lambda snapshot: float(snapshot.qpos[place]), write)


def _turn(name: str, first: int, k: int) -> Slider:
    def write(data: "Data", value: float) -> None:
        vector = quaternions.to_vector(data.qpos[first : first + 4])
        vector[k] = value
        data.qpos[first : first + 4] = quaternions.from_vector(vector)

    return Slider(name, -np.pi, np.pi, lambda s: float(quaternions.to_vector(s.qpos[first : first + 4])[k]), write)


def _range(given: Floats, limited: bool, free: float) -> tuple[float, float]:
    low, high = float(given[0]), float(given[1])
    return (low, high) if limited and low < high else (-free, free)


def rounded(low: float, high: float) -> tuple[float, float, float]:
    """Return the ends of a slider and its step in as few digits as show a thousandth of its range."""
    digits = max(0, 3 - math.floor(math.log10(high - low)))
    return round(low, digits), round(high, digits), 10.0**-digits


class SliderPages:
    """Sliders in a folder of the page, some at a time; they follow the simulation until a person moves them."""

    def __init__(self, server: Any, folder: Any, rows: list[Slider], post: Callable[..., None]):
        self._server, self._folder, self._rows, self._post = server, folder, rows, post
        self._shown: list[tuple[Slider, Any]] = []
        self._moved: dict[str, float] = {}
        # pages are turned by threads of the server while others let sliders move
        self._lock = threading.Lock()
        with folder:
            if not rows:
                server.gui.add_markdown("There are none in this model.")
                return
            pages = [f"{i + 1} to {min(i + PAGE, len(rows))}" for i in range(0, len(rows), PAGE)]
            if len(pages) > 1:
                choice = server.gui.add_dropdown("show", pages)
                choice.on_update(lambda event: self._turn_to(pages.index(event.target.value)))
        self._turn_to(0)

    def show(self, snapshot: Snapshot) -> None:
        """Let sliders follow the simulation."""
        now = time.monotonic()
        with self._lock:
            for row, handle in self._shown:
                value = row.read(snapshot)
                if now - self._moved.get(row.name, -HOLD_TIME) >= HOLD_TIME and math.isfinite(value):
                    handle.value = min(max(round(value, 4), handle.min), handle.max)

    def _turn_to(self, page: int) -> None:
        with self._lock, self._folder:
            for _, handle in self._shown:
                handle.remove()
            self._shown = [(row, self._add(row)) for row in self._rows[page * PAGE : (page + 1) * PAGE]]

    def _add(self, row: Slider) -> Any:
        low, high, step = rounded(row.low, row.high)
        middle = min(max(0.0, low), high)
        handle = self._server.gui.add_slider(row.name, min=low, max=high, step=step, initial_value=middle)

        def moved(event: Any) -> None:
            # without a client it was the simulation that moved it
            if event.client is not None:
                self._moved[row.name] = time.monotonic()
                value = float(event.target.value)
                self._post(lambda model, data: row.write(data, value))

        handle.on_update(moved)
        return handle
