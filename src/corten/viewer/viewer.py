"""The viewer: a page on a server, its keys, and the thread that keeps it up to date."""

import contextlib
import copy
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from corten.compile import carry_over_state, load_model
from corten.errors import AssetError, ModelError, StepError
from corten.pipeline import step
from corten.scene.options import SceneOption, settings_of
from corten.viewer.decoration import Decoration, DrawnScene
from corten.viewer.lighting import Lighting
from corten.viewer.panel import Panel
from corten.viewer.scene import Picked, Scene, body_of
from corten.viewer.server import close_server, open_server
from corten.viewer.simulation import FRAME, Simulation
from corten.viewer.snapshot import Snapshot, SnapshotRequest
from corten.viewer.views import Views
from corten.viewer.watch import Watch

# ---------------------------------------------------------------- keys, as in MuJoCo's viewer, with GLFW's numbers


# GLFW's numbers of keys that are not letters or digits, whose number is that of the character
NAMED_KEYS = {
    "space": 32,
    "escape": 256,
    "enter": 257,
    "tab": 258,
    "backspace": 259,
    "insert": 260,
    "delete": 261,
    "arrowright": 262,
    "arrowleft": 263,
    "arrowdown": 264,
    "arrowup": 265,
    "pageup": 266,
    "pagedown": 267,
    "home": 268,
    "end": 269,
}
KEYS = {letter: ord(letter) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"} | NAMED_KEYS


def listen_to_keys(
    server: Any, simulation: Simulation, is_passive: bool, key_callback: Callable[[int], None] | None
) -> None:
    """Give keys their meaning: space plays and pauses, the right arrow steps, backspace resets."""
    own: dict[str, tuple[str, Callable[[], None]]] = {"backspace": ("Reset", simulation.reset)}
    if not is_passive:
        own["space"] = ("Play or pause", lambda: simulation.play(not simulation.running))
        own["arrowright"] = ("Step", simulation.step_once)
    if key_callback is None:
        for key, (name, act) in own.items():
            server.gui.add_command(name, hotkey=key).on_trigger(_called(act))
        return
    for key, number in KEYS.items():
        name, act = own.get(key, (f"Key {key}", None))
        command = server.gui.add_command(name, hotkey=key)
        if act is not None:
            command.on_trigger(_called(act))
        command.on_trigger(_called(key_callback, number))


def _called(function: Callable[..., None], *arguments: Any) -> Callable[[Any], None]:
    return lambda _: function(*arguments)


# ---------------------------------------------------------------- the viewer


# frames between two looks at what changes slowly: the panel, and colours that somebody may have changed
PANEL_FRAMES, SLOW_FRAMES = 6, 30
# [s] between two looks at files, and the least that the thread that sends rests
WATCH_PERIOD, SHORTEST_REST = 0.5, 0.002


class Viewer:
    """A simulation on a page; the thread that sends it never waits for the simulation, nor the other way round."""

    def __init__(
        self,
        simulation: Simulation,
        *,
        host: str = "127.0.0.1",
        port: int | None = None,
        path: str | None = None,
        is_passive: bool = False,
        key_callback: Callable[[int], None] | None = None,
    ):
        self.simulation, self.option = simulation, SceneOption()
        self.path, self.is_passive = path, is_passive
        self.server = open_server(host, port, "corten")
        self.url = f"http://{self.server.get_host()}:{self.server.get_port()}"
        self._shown, self._frame = simulation.latest, 0
        self._wanted: Any = None
        self._failure: BaseException | None = None
        self._loading = threading.Lock()
        self._build(simulation.latest)
        listen_to_keys(self.server, simulation, is_passive, key_callback)
        self.server.on_client_connect(self._connected)
        self.server.on_client_disconnect(lambda client: self.views.left(client))
        self._threads = [threading.Thread(target=self._send, name="corten-viewer", daemon=True)]
        if path is not None:
            self._threads.append(threading.Thread(target=self._watch, name="corten-watch", daemon=True))
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Take the page down; returns when nothing of it is left. What went wrong in its threads is raised here."""
        self.simulation.closed.set()
        for thread in self._threads:
            thread.join()
        close_server(self.server)
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    # ---------------------------------------------------------------- building

    def _build(self, snapshot: Snapshot, fine: bool = True, of_model: bool = True) -> None:
        model = snapshot.model
        self.scene = Scene(self.server, model, self._picked)
        self.decoration, self.marks = Decoration(self.server, model), DrawnScene(self.server, model, "/marks")
        self.views = Views(self.server, model)
        self.lighting = Lighting(self.server, model, fine=fine, of_model=of_model)
        self.panel = Panel(self)

    def _rebuild(self, snapshot: Snapshot) -> None:
        for part in (self.scene, self.decoration, self.marks, self.panel, self.lighting):
            part.remove()
        self._build(snapshot, self.lighting.fine, self.lighting.of_model)

    def light(self, fine: bool | None = None, of_model: bool | None = None) -> None:
        """Switch shadows and reflections, with which browsers without a GPU are slow, or the model's lights."""
        fine = self.lighting.fine if fine is None else fine
        self.lighting.choose(fine, self.lighting.of_model if of_model is None else of_model)

    def notify(self, title: str, text: str, colour: Any) -> None:
        """Show a note to everybody who looks."""
        for client in self.server.get_clients().values():
            client.add_notification(title, text, color=colour, auto_close_seconds=10)

    # ---------------------------------------------------------------- files

    def reload(self) -> None:
        """Load the file again; one that cannot be loaded is complained about, and the old model stays."""
        if self.path is None:
            return
        with self._loading:
            try:
                model = load_model(self.path)
                # compile before it is shown: the old model goes on meanwhile
                with contextlib.suppress(StepError):
                    step(model, model.make_data())
            except (ModelError, AssetError, OSError) as error:
                self.simulation.trouble = f"the file was not loaded: {error}"
                self.notify("The model was not loaded", str(error), "red")
                return
            self.simulation.load(model, carry_over_state)
            self.notify("The model was loaded again", self.path, "green")

    def _watch(self) -> None:
        assert self.path is not None
        watch = Watch(self.path)
        while not self.simulation.closed.wait(WATCH_PERIOD):
            if watch.has_changed():
                self.reload()

    # ---------------------------------------------------------------- clients

    def _connected(self, client: Any) -> None:
        client.camera.on_update(lambda camera: self.views.moved(camera.client))

    def _picked(self, picked: Picked, event: Any) -> None:
        """Take a click, or a part of a drag: a function of viser's event loop, so quick."""
        self.panel.select(picked)
        phase = getattr(event, "phase", None)
        if phase is None:
            return
        body, who = body_of(self.simulation.latest.model, picked), (event.client_id, event.modifier)
        if phase == "end":
            self.simulation.release(who)
        else:
            start, eye = np.array(event.start_position), np.array(event.client.camera.position)
            toward = eye - start if event.modifier == "shift" else None
            self.simulation.drag(who, body, start, event.end_position, toward)

    # ---------------------------------------------------------------- sending

    def _send(self) -> None:
        closed = self.simulation.closed
        try:
            while not closed.is_set():
                began = time.perf_counter()
                self.refresh()
                closed.wait(max(SHORTEST_REST, FRAME - (time.perf_counter() - began)))
        except BaseException as error:
            # nobody waits for this thread: who closes the viewer sees it raised
            self._failure = error
            closed.set()

    def refresh(self) -> None:
        """Send what is new."""
        self._frame += 1
        snapshot, slow = self.simulation.latest, self._frame % SLOW_FRAMES == 0
        if snapshot.model is not self._shown.model:
            self._rebuild(snapshot)
        elif slow and self.scene.is_outdated():
            self.scene.remove()
            self.scene = Scene(self.server, snapshot.model, self._picked)
        self._request_snapshots()
        if snapshot is not self._shown:
            self.panel.plots.record(snapshot)
        # the next client gets all there is as soon as it comes; without one there is nobody to send to
        if self.server.get_clients() and np.isfinite(snapshot.xpos).all():
            with self.server.atomic():
                self.scene.show(snapshot, self.option)
                self.decoration.show(snapshot, self.option, self._spring(snapshot))
                self.marks.show(snapshot.marks)
                self.lighting.show(snapshot)
            self.views.show(snapshot)
        if self._frame % PANEL_FRAMES == 0:
            self.panel.show(snapshot)
        self._shown = snapshot

    def _request_snapshots(self) -> None:
        """Ask for snapshots of what is shown from now on, if that has changed; a copy, since options are written to."""
        wanted = settings_of(self.option), self.panel.plots.wants_energy
        if wanted != self._wanted:
            self._wanted = wanted
            self.simulation.request = SnapshotRequest(copy.deepcopy(self.option), energy=wanted[1])

    def _spring(self, snapshot: Snapshot) -> tuple[Any, Any] | None:
        drags = self.simulation.drags()
        if not drags:
            return None
        ends = [(drag.point(snapshot.xpos, snapshot.xquat), drag.target) for drag in drags]
        return np.array([end[0] for end in ends]), np.array([end[1] for end in ends])
