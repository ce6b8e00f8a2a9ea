"""How many steps are due, so that simulated time keeps pace with the clock."""

import time
from collections.abc import Callable

# [s] between two rounds of the loop, and two pictures
FRAME = 1 / 60
# [s] by which the simulation may lag behind the clock before what is lost is given up
MOST_LAG = 0.1
# share of a new measurement in the mean cost of a step
FRESH = 0.2


class Pacer:
    """Compares simulated time with the clock; `speed` is 1 for real time, infinite for all that the machine can do."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter):
        self._clock = clock
        self._wall = self._time = 0.0
        # [s] of one step, measured; None before the first
        self._cost: float | None = None
        self.restart(0.0)
        # simulated seconds in a second of the last rounds
        self.reached = 0.0

    def restart(self, time: float) -> None:
        """Count from now on: after a pause, a reset or a change of speed."""
        self._wall, self._time = self._clock(), time

    def due(self, time: float, timestep: float, speed: float) -> int:
        """Return the number of steps to take now, at most as many as a frame has room for."""
        room = 1 if self._cost is None else max(1, int(FRAME / self._cost))
        if speed == float("inf"):
            return room
        lag = self._time + speed * (self._clock() - self._wall) - time
        if lag > speed * MOST_LAG + timestep or lag < -speed * MOST_LAG - timestep:
            # too slow a machine, or time was set by somebody: go on from here, with one step
            self.restart(time + timestep)
            return 1
        # a step whose end lies before now is due; rounding must not cost one
        return min(max(int(lag / timestep + 1e-9), 0), room)

    def measure(self, steps: int, seconds: float, simulated: float, elapsed: float) -> None:
        """Learn from a round of steps that took `seconds`, the last round having begun `elapsed` ago."""
        cost = seconds / steps
        self._cost = cost if self._cost is None else (1 - FRESH) * self._cost + FRESH * cost
        if elapsed > 0:
            self.reached += FRESH * (simulated / elapsed - self.reached)
