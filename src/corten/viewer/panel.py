"""The panel beside the picture: what a person can do to the simulation and to the view."""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from corten.scene.cameras import free_camera
from corten.scene.options import NGROUP, Camera, CameraType, VisFlag
from corten.viewer.plots import Overlays, Plots
from corten.viewer.scene import Picked, body_of, describe, label
from corten.viewer.sliders import Slider, SliderPages, actuator_sliders, joint_sliders
from corten.viewer.snapshot import Snapshot

if TYPE_CHECKING:
    from corten.viewer.viewer import Viewer

# how fast simulated time runs, by name
SPEEDS = {"1 %": 0.01, "10 %": 0.1, "25 %": 0.25, "50 %": 0.5, "real time": 1.0, "2 times": 2.0, "5 times": 5.0}
FASTEST = "as fast as possible"
SWITCHES = {
    "contact points": VisFlag.CONTACTPOINT,
    "contact forces": VisFlag.CONTACTFORCE,
    "tendons": VisFlag.TENDON,
    "skins": VisFlag.SKIN,
}
GROUPED = ("geom", "site", "tendon", "skin", "flex")
FREE, TRACK = "free", "follow the selected body"


class Panel:
    """Controls for one model; where the loop belongs to the user there is no use for play and speed."""

    def __init__(self, viewer: "Viewer"):
        self._viewer, self._server, self._simulation = viewer, viewer.server, viewer.simulation
        self._model = viewer.simulation.model
        self._picked: Picked | None = None
        self._tabs = self._server.gui.add_tab_group()
        with self._tabs.add_tab("Simulation"):
            self._add_simulation()
        self._actuators = self._add_sliders("Controls", actuator_sliders(self._model))
        self._joints = self._add_sliders("Joints", joint_sliders(self._model))
        with self._tabs.add_tab("View"):
            self._add_view()
        self.overlays = Overlays(self._server, self._tabs)
        self.plots = Plots(self._server, self._tabs.add_tab("Plots"), self._model)

    def show(self, snapshot: Snapshot) -> None:
        """Bring what the panel shows to a moment."""
        self._status.content = self._status_text(snapshot)
        if self._play is not None:
            self._play.label = "Pause" if snapshot.running else "Play"
        self._actuators.show(snapshot)
        self._joints.show(snapshot)
        if self._picked is not None:
            self._selected.content = describe(snapshot, self._picked)
        self.plots.show()

    def select(self, picked: Picked) -> None:
        """Say from now on how something is that was clicked."""
        self._picked = picked

    def remove(self) -> None:
        """Take the panel off the page."""
        self._tabs.remove()

    # ---------------------------------------------------------------- the tabs

    def _add_simulation(self) -> None:
        gui, simulation = self._server.gui, self._simulation
        self._status = gui.add_markdown(self._status_text(simulation.latest))
        self._play = None
        actions: dict[str, Callable[[], None]] = {"Reset": simulation.reset}
        if not self._viewer.is_passive:
            self._play = gui.add_button("Pause" if simulation.running else "Play")
            self._play.on_click(lambda _: simulation.play(not simulation.running))
            actions = {"Step": simulation.step_once} | actions
        if self._viewer.path is not None:
            actions["Reload"] = self._viewer.reload
        gui.add_button_group("", list(actions)).on_click(lambda event: actions[event.target.value]())
        if not self._viewer.is_passive:
            self._add_speed()
        if self._model.nkey:
            keys = [label(self._model, "key", i) for i in range(self._model.nkey)]
            choice = gui.add_dropdown("keyframe", keys)
            gui.add_button("Load keyframe").on_click(lambda _: simulation.reset(keys.index(choice.value)))
        self._add_cameras()
        gui.add_button("Close the viewer").on_click(lambda _: simulation.closed.set())
        self._selected = gui.add_markdown("Click a body to see what it is; drag it to pull, with shift to turn it.")

    def _add_speed(self) -> None:
        simulation = self._simulation
        names = [*SPEEDS, FASTEST]
        speed = simulation.speed
        nearest = min(SPEEDS, key=lambda name: abs(math.log(SPEEDS[name] / speed))) if speed < math.inf else FASTEST

        def chosen(event: Any) -> None:
            simulation.speed = SPEEDS.get(event.target.value, math.inf)
            simulation.post(lambda model, data: simulation.pacer.restart(float(data.time)))

        self._server.gui.add_dropdown("speed", names, initial_value=nearest).on_update(chosen)

    def _add_cameras(self) -> None:
        model = self._model
        names = [FREE, TRACK, *(label(model, "camera", i) for i in range(model.ncam))]

        def chosen(event: Any) -> None:
            if event.client is None:
                return
            number = names.index(event.target.value)
            camera = free_camera(model)
            if number == 1:
                body = body_of(model, self._picked) if self._picked else min(1, model.nbody - 1)
                camera.type, camera.trackbodyid = CameraType.TRACKING, body
            elif number > 1:
                camera = Camera(CameraType.FIXED, number - 2)
            self._viewer.views.choose(event.client, camera)

        self._server.gui.add_dropdown("camera", names).on_update(chosen)

    def _add_sliders(self, name: str, rows: list[Slider]) -> SliderPages:
        tab = self._tabs.add_tab(name)
        with tab:
            if rows and name == "Controls":
                clear = self._server.gui.add_button("Set all to zero")
                clear.on_click(lambda _: self._simulation.post(lambda model, data: data.ctrl.fill(0.0)))
        return SliderPages(self._server, tab, rows, self._simulation.post)

    def _add_view(self) -> None:
        gui, option = self._server.gui, self._viewer.option

        def switch(target: Any, index: int) -> Callable[[Any], None]:
            def changed(event: Any) -> None:
                target[index] = event.target.value

            return changed

        for name, flag in SWITCHES.items():
            box = gui.add_checkbox(name, bool(option.flags[flag]))
            box.on_update(switch(option.flags, flag))
        lighting = self._viewer.lighting
        light = gui.add_checkbox("shadows and reflections", lighting.fine)
        light.on_update(lambda event: self._viewer.light(fine=event.target.value))
        if self._model.nlight:
            own = gui.add_checkbox("lights of the model", lighting.of_model)
            own.on_update(lambda event: self._viewer.light(of_model=event.target.value))
        if lighting.has_sky:
            gui.add_checkbox("sky", True).on_update(lambda event: lighting.show_sky(event.target.value))
        for kind in GROUPED:
            if not getattr(self._model, f"n{kind}"):
                continue
            groups = getattr(option, f"{kind}group")
            used = np.unique(np.clip(getattr(self._model, f"{kind}_group"), 0, NGROUP - 1))
            with gui.add_folder(f"groups of {kind}s", expand_by_default=kind == "geom"):
                for group in used.tolist():
                    gui.add_checkbox(f"{kind} group {group}", bool(groups[group])).on_update(switch(groups, group))

    # ---------------------------------------------------------------- what it says

    def _status_text(self, snapshot: Snapshot) -> str:
        simulation = self._simulation
        text = f"**time** {snapshot.time:.3f} s"
        if not self._viewer.is_passive:
            pace = f"{simulation.pacer.reached:.2f} × real time" if snapshot.running else "paused"
            text += f", {pace}"
        if simulation.trouble:
            text += f"\n\n**stopped:** {simulation.trouble}"
        return text
