"""Ways to open the viewer: it runs the loop, or yours goes on and tells it when to look."""

import contextlib
import os
import sys
import webbrowser
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from corten.compile import load_model
from corten.data.pair import check_pair
from corten.errors import StepError
from corten.pipeline import forward, step
from corten.scene.marks import MarkScene, mark_scene
from corten.scene.options import Camera, SceneOption
from corten.viewer.plots import listed
from corten.viewer.simulation import Simulation
from corten.viewer.viewer import Viewer

if TYPE_CHECKING:
    from corten.data import Data
    from corten.model import Model


class Handle:
    """A viewer beside a loop of your own: `sync()` after your steps, `with handle.lock():` around other changes."""

    def __init__(self, viewer: Viewer):
        self._viewer = viewer
        #: marks that a script shows, at each sync: `viewer.user_scn.add(corten.GeomType.SPHERE, 0.05, pos=...)`
        self.user_scn: Any = MarkScene()

    @property
    def url(self) -> str:
        """Where the page is."""
        return self._viewer.url

    @property
    def m(self) -> "Model":
        """The model that is shown."""
        return self._viewer.simulation.model

    @property
    def d(self) -> "Data":
        """The data that is shown."""
        return self._viewer.simulation.data

    @property
    def cam(self) -> Camera:
        """The camera: written to, it moves that of every client at the next sync; read, it is where a client looks."""
        return self._viewer.views.cam

    @property
    def opt(self) -> SceneOption:
        """What is shown: groups and flags."""
        return self._viewer.option

    def is_running(self) -> bool:
        """Tell whether the viewer is open: neither `close` was called nor its button pressed."""
        return not self._viewer.simulation.closed.is_set()

    def lock(self) -> contextlib.AbstractContextManager[Any]:
        """Return the lock that is held while the viewer reads or writes model and data."""
        return self._viewer.simulation.lock

    def sync(self) -> None:
        """Apply what people did on the page (controls, joints, drags, resets), and show the data as it is now."""
        if self.is_running():
            simulation, scene = self._viewer.simulation, self.user_scn
            simulation.sync(mark_scene(simulation.model, scene.geoms[: scene.ngeom]))

    def set_texts(self, texts: Any) -> None:
        """Show texts in the panel: a tuple (font, place, left column, right column) as in MuJoCo, or a list of them."""
        self._viewer.panel.overlays.texts(listed(texts))

    def clear_texts(self) -> None:
        """Take all texts away."""
        self._viewer.panel.overlays.clear("texts")

    def set_images(self, images: Any) -> None:
        """Show pictures in the panel: a tuple (rectangle, uint8 (height, width, 3)) as in MuJoCo, or a list of them."""
        self._viewer.panel.overlays.images(listed(images))

    def clear_images(self) -> None:
        """Take all pictures away."""
        self._viewer.panel.overlays.clear("images")

    def set_figures(self, figures: Any) -> None:
        """Show figures in the panel: a tuple (rectangle, figure) with MjvFigure's words, or a list of them."""
        self._viewer.panel.overlays.figures(listed(figures))

    def clear_figures(self) -> None:
        """Take all figures away."""
        self._viewer.panel.overlays.clear("figures")

    def close(self) -> None:
        """Close the viewer."""
        self._viewer.close()

    def __enter__(self) -> "Handle":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def launch(
    model: "Model",
    data: "Data | None" = None,
    *,
    host: str = "127.0.0.1",
    port: int | None = None,
    open_browser: bool = True,
    key_callback: Callable[[int], None] | None = None,
) -> None:
    """Simulate in the viewer until its button "Close the viewer" or Ctrl-C; `data` goes on from where it is.

    The page is at http://127.0.0.1:8080, or the next port that is free, unless `port` says otherwise; `host="0.0.0.0"`
    lets other machines see it, and everybody on them. `key_callback` gets GLFW's numbers of keys.
    """
    _run(model, data, None, host=host, port=port, open_browser=open_browser, key_callback=key_callback)


def launch_from_path(
    path: str | os.PathLike[str],
    *,
    host: str = "127.0.0.1",
    port: int | None = None,
    open_browser: bool = True,
) -> None:
    """Simulate the model of a file in the viewer; it is loaded again whenever the file changes."""
    _run(load_model(path), None, os.fspath(path), host=host, port=port, open_browser=open_browser)


def launch_passive(
    model: "Model",
    data: "Data",
    *,
    host: str = "127.0.0.1",
    port: int | None = None,
    open_browser: bool = True,
    key_callback: Callable[[int], None] | None = None,
) -> Handle:
    """Open the viewer beside a loop of your own, which calls `sync()`, and return at once; options as in `launch`."""
    check_pair(model, data)
    simulation = Simulation(model, data)
    viewer = Viewer(simulation, host=host, port=port, is_passive=True, key_callback=key_callback)
    _announce(viewer, open_browser)
    return Handle(viewer)


def _run(model: "Model", data: "Data | None", path: str | None, *, open_browser: bool, **options: Any) -> None:
    data = model.make_data() if data is None else data
    check_pair(model, data)
    forward(model, data)
    # compile before the page opens; what goes wrong in a step is for the page to show
    with contextlib.suppress(StepError):
        step(model, data.copy())
    viewer = Viewer(Simulation(model, data), path=path, **options)
    try:
        _announce(viewer, open_browser)
        with contextlib.suppress(KeyboardInterrupt):
            viewer.simulation.run()
    finally:
        viewer.close()


def _announce(viewer: Viewer, open_browser: bool) -> None:
    print(f"corten viewer: {viewer.url}", file=sys.stderr, flush=True)
    if open_browser:
        webbrowser.open(viewer.url)
