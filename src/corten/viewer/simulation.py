"""The loop: steps that keep pace with the clock. Whoever wants something of the data says so by a command."""

import queue
import threading
import time
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any

from corten.errors import StepError
from corten.pipeline import forward, reset_data, step
from corten.viewer.drag import Drag
from corten.viewer.snapshot import Snapshot, SnapshotRequest, take_snapshot

if TYPE_CHECKING:
    from corten.data import Data
    from corten.model import Model
    from corten.scene.scene import Scene

# ---------------------------------------------------------------- pacing: how many steps are due


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


# ---------------------------------------------------------------- the loop


Command = Callable[["Model", "Data"], None]

# [s] of simulated time after which the spring of a drag is computed again
DRAG_STRETCH = 0.01


class Simulation:
    """A model and its data, run by one thread; other threads post commands and take the latest snapshot."""

    def __init__(self, model: "Model", data: "Data", *, running: bool = True):
        self.model, self.data = model, data
        self.running = running
        self.speed = float(model.vis.global_.realtime) or 1.0
        self.lock = threading.RLock()
        self.closed = threading.Event()
        # what the latest snapshot has to show, and what it was taken for
        self.request = self._published = SnapshotRequest()
        # marks of a script, as they were at the last sync
        self.marks: Scene | None = None
        # why the simulation stopped, or what else went wrong; empty if all is well
        self.trouble = ""
        self.pacer = Pacer()
        self.latest: Snapshot = take_snapshot(model, data, running, self.request)
        self._commands: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._drags: dict[Hashable, Drag] = {}
        self._round_began = time.perf_counter()

    # ---------------------------------------------------------------- for any thread

    def post(self, command: Command) -> None:
        """Run a command with model and data between two steps."""
        self._commands.put(lambda: command(self.model, self.data))

    def play(self, running: bool) -> None:
        """Run or pause."""

        def command() -> None:
            self.running, self.trouble = running, ""
            self.pacer.restart(float(self.data.time))

        self._commands.put(command)

    def step_once(self) -> None:
        """Pause, and take one step."""

        def command() -> None:
            self.running = False
            self._step(1)

        self._commands.put(command)

    def reset(self, keyframe: int | None = None) -> None:
        """Go back to the beginning, or to a keyframe."""

        def command() -> None:
            self.trouble = ""
            reset_data(self.model, self.data, keyframe)
            self.pacer.restart(float(self.data.time))

        self._commands.put(command)

    def load(self, model: "Model", carry: "Callable[[Model, Data, Model], Data]") -> None:
        """Go on with another model; `carry` gives its data the state of what both have."""

        def command() -> None:
            data = carry(self.model, self.data, model)
            self._drags.clear()
            self.model, self.data, self.trouble = model, data, ""

        self._commands.put(command)

    def drag(self, who: Hashable, body: int, point: Any, target: Any, toward: Any = None) -> None:
        """Pull a body by a point to a target, or turn it as seen from `toward`; the first call of `who` decides."""

        def command() -> None:
            if who not in self._drags:
                self._drags[who] = Drag(self.model, self.data, body, point, toward)
            self._drags[who].move(target)

        self._commands.put(command)

    def release(self, who: Hashable) -> None:
        """End a drag."""

        def command() -> None:
            drag = self._drags.pop(who, None)
            if drag is not None:
                drag.release(self.data)

        self._commands.put(command)

    def drags(self) -> list[Drag]:
        """Return the drags that are under way."""
        return list(self._drags.values())

    # ---------------------------------------------------------------- for the thread that runs it

    def advance(self) -> None:
        """Do one round: commands, the steps that are due, and a snapshot."""
        with self.lock:
            changed = self._run_commands()
            began = time.perf_counter()
            elapsed, self._round_began = began - self._round_began, began
            timestep = float(self.model.opt.timestep)
            due = self.pacer.due(float(self.data.time), timestep, self.speed) if self.running else 0
            if due:
                self._step(due)
                self.pacer.measure(due, time.perf_counter() - began, due * timestep, elapsed)
            elif changed:
                self._refresh()
            if due or changed or self.request is not self._published:
                self.publish()

    def sync(self, marks: "Scene | None" = None) -> None:
        """Do what a loop that belongs to somebody else leaves to the viewer: commands, springs, and a snapshot."""
        with self.lock:
            self.marks = marks
            if self._run_commands():
                self._refresh()
            for drag in self._drags.values():
                drag.pull(self.model, self.data)
            self.publish()

    def publish(self) -> None:
        """Take a snapshot for those who show it, with what they have requested."""
        self._published = self.request
        self.latest = take_snapshot(self.model, self.data, self.running, self._published, self.marks)

    def run(self) -> None:
        """Go round until the viewer is closed."""
        self.pacer.restart(float(self.data.time))
        while not self.closed.is_set():
            began = time.perf_counter()
            self.advance()
            self.closed.wait(max(0.0, FRAME - (time.perf_counter() - began)))

    def _run_commands(self) -> bool:
        """Run the commands that have come; tell whether there were any."""
        count = self._commands.qsize()
        for _ in range(count):
            try:
                self._commands.get_nowait()()
            except (StepError, ValueError, KeyError, IndexError) as error:
                self._stop(error)
        return count > 0

    def _step(self, count: int) -> None:
        try:
            if not self._drags:
                step(self.model, self.data, nstep=count)
                return
            stretch = max(1, int(DRAG_STRETCH / float(self.model.opt.timestep)))
            while count > 0:
                for drag in self._drags.values():
                    drag.pull(self.model, self.data)
                step(self.model, self.data, nstep=min(stretch, count))
                count -= stretch
        except StepError as error:
            self._stop(error)

    def _refresh(self) -> None:
        """Bring what follows from the state up to date while no steps are taken."""
        try:
            if not self.running:
                for drag in self._drags.values():
                    drag.place(self.model, self.data)
            forward(self.model, self.data)
        except StepError as error:
            self._stop(error)

    def _stop(self, error: Exception) -> None:
        self.running, self.trouble = False, f"{type(error).__name__}: {error}"
