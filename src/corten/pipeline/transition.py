"""Derivatives of a step by difference quotients: what state and sensors after it owe to state and controls before."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from corten.data import Data, get_state, set_state
from corten.enums import StateBit
from corten.model import Model
from corten.pipeline.step import step
from corten.queries import differentiate_pos, integrate_pos

# state as [qpos qvel act], and sensors, after a step
Outcome = tuple[np.ndarray, np.ndarray]


class Transition(NamedTuple):
    """Derivatives of a step x' = f(x, u), s = g(x, u) with x = [qpos qvel act], positions in their tangent space."""

    A: np.ndarray
    B: np.ndarray
    C: np.ndarray
    D: np.ndarray


def transition_fd(model: Model, data: Data, eps: float = 1e-6, *, centered: bool = False) -> Transition:
    """Return the derivatives of a step by finite differences; the data stays as it is.

    With n = 2 nv + na: A (n, n) is dx'/dx, B (n, nu) dx'/du, C (nsensordata, n) ds/dx, D (nsensordata, nu) ds/du.
    Positions differ in the tangent space of qpos, that of qvel. `eps` is the size of a nudge; `centered` nudges both
    ways, which is more exact and takes twice as long. Controls are not nudged out of their range.
    """
    if not eps > 0.0:
        raise ValueError(f"eps is {eps!r}; it must be above 0")
    nudges = Nudges(model, data, eps, centered, step)
    (A, C), (B, D) = nudges.by_state(), nudges.by_control()
    return Transition(A, B, C, D)


class Nudges:
    """Steps from states near to that of a data, by a function that takes steps."""

    def __init__(
        self, model: Model, data: Data, eps: float, centered: bool, take_step: Callable[[Model, Data], object]
    ):
        self.model, self.eps, self.centered, self._step = model, eps, centered, take_step
        self._start = get_state(model, data, StateBit.INTEGRATION)
        self._twin = data.copy()
        self._middle = self._outcome()

    def by_state(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the derivatives of state and sensors by the state."""
        columns = [self._state_column(i) for i in range(2 * self.model.nv + self.model.na)]
        return self._gathered(columns)

    def by_control(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the derivatives of state and sensors by the controls."""
        return self._gathered([self._control_column(i) for i in range(self.model.nu)])

    def _gathered(self, columns: list[Outcome]) -> tuple[np.ndarray, np.ndarray]:
        model = self.model
        state = np.zeros((2 * model.nv + model.na, len(columns)))
        sensor = np.zeros((model.nsensordata, len(columns)))
        for i, (of_state, of_sensor) in enumerate(columns):
            state[:, i], sensor[:, i] = of_state, of_sensor
        return state, sensor

    def _state_column(self, i: int) -> Outcome:
        after = self._from_state(i, self.eps)
        before = self._from_state(i, -self.eps) if self.centered else self._middle
        return self._quotient(before, after, 2.0 * self.eps if self.centered else self.eps)

    def _control_column(self, i: int) -> Outcome:
        """Return the derivatives by one control, without leaving its range; zero where the range has no room."""
        model, eps = self.model, self.eps
        low, high = model.actuator_ctrlrange[i] if model.actuator_ctrllimited[i] else (-np.inf, np.inf)
        self._restore()
        control = self._twin.ctrl[i]
        ahead, back = low <= control + eps <= high, low <= control - eps <= high
        if ahead and back and self.centered:
            return self._quotient(self._from_control(i, -eps), self._from_control(i, eps), 2.0 * eps)
        if ahead:
            return self._quotient(self._middle, self._from_control(i, eps), eps)
        if back:
            return self._quotient(self._from_control(i, -eps), self._middle, eps)
        return np.zeros(2 * model.nv + model.na), np.zeros(model.nsensordata)

    def _from_state(self, i: int, nudge: float) -> Outcome:
        self._restore()
        nv, twin = self.model.nv, self._twin
        if i < nv:
            along = np.zeros(nv)
            along[i] = 1.0
            integrate_pos(self.model, twin.qpos, along, nudge)
        elif i < 2 * nv:
            twin.qvel[i - nv] += nudge
        else:
            twin.act[i - 2 * nv] += nudge
        return self._outcome()

    def _from_control(self, i: int, nudge: float) -> Outcome:
        self._restore()
        self._twin.ctrl[i] += nudge
        return self._outcome()

    def _restore(self) -> None:
        set_state(self.model, self._twin, self._start, StateBit.INTEGRATION)

    def _outcome(self) -> Outcome:
        twin = self._twin
        self._step(self.model, twin)
        return np.concatenate([twin.qpos, twin.qvel, twin.act]), twin.sensordata.copy()

    def _quotient(self, before: Outcome, after: Outcome, width: float) -> Outcome:
        nq, (first, sensor_before), (second, sensor_after) = self.model.nq, before, after
        moved = differentiate_pos(self.model, first[:nq], second[:nq], 1.0)
        change = np.concatenate([moved, second[nq:] - first[nq:]])
        return change / width, (sensor_after - sensor_before) / width
