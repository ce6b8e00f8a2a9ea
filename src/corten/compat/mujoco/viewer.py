"""The viewer, with the functions of `mujoco.viewer`: a page in the browser instead of a window."""

import contextlib
from collections.abc import Callable
from typing import Any

from corten.compat.mujoco.arguments import missing
from corten.compat.mujoco.data import MjData
from corten.compat.mujoco.model import MjModel
from corten.compat.mujoco.options import MjvPerturb
from corten.compat.mujoco.scene import MjvScene

# geoms that a script may add to the scene
MOST_MARKS = 1000

# what MuJoCo's handle has and a page has not, and what to do instead
UNSUPPORTED = {
    "viewport": "every browser has its own size",
    "update_hfield": "open the viewer again to show other heights",
    "update_mesh": "open the viewer again to show other meshes",
    "update_texture": "open the viewer again to show other textures",
}


class Handle:
    """A viewer beside a loop of your own: `sync()` after your steps."""

    def __init__(self, handle: Any, model: Any, data: Any):
        self._handle, self._model, self._data = handle, model, data
        self._perturb = MjvPerturb()
        handle.user_scn = MjvScene(model, MOST_MARKS)

    @property
    def m(self) -> Any:
        """The model that is shown."""
        return self._model

    @property
    def d(self) -> Any:
        """The data that is shown."""
        return self._data

    @property
    def cam(self) -> Any:
        """The camera."""
        return self._handle.cam

    @property
    def opt(self) -> Any:
        """What is shown."""
        return self._handle.opt

    @property
    def perturb(self) -> Any:
        """What the mouse pulls at; drags on the page act by themselves at each sync."""
        return self._perturb

    @property
    def user_scn(self) -> Any:
        """A scene for geoms of users, which the page shows at each sync."""
        return self._handle.user_scn

    def is_running(self) -> bool:
        """Tell whether the viewer is open."""
        return self._handle.is_running()

    def sync(self, state_only: bool = False) -> None:
        """Apply what people did on the page, and show the data as it is now."""
        self._handle.sync()

    def set_texts(self, texts: Any) -> None:
        """Show texts in the panel: a tuple (font, place, left column, right column), or a list of them."""
        self._handle.set_texts(texts)

    def clear_texts(self) -> None:
        """Take all texts away."""
        self._handle.clear_texts()

    def set_images(self, viewports_images: Any) -> None:
        """Show pictures in the panel: a tuple (rectangle, uint8 (height, width, 3)), or a list of them."""
        self._handle.set_images(viewports_images)

    def clear_images(self) -> None:
        """Take all pictures away."""
        self._handle.clear_images()

    def set_figures(self, viewports_figures: Any) -> None:
        """Show figures in the panel: a tuple (rectangle, figure), or a list of them."""
        self._handle.set_figures(viewports_figures)

    def clear_figures(self) -> None:
        """Take all figures away."""
        self._handle.clear_figures()

    def lock(self) -> contextlib.AbstractContextManager[Any]:
        """Return the lock that is held while the viewer reads or writes model and data."""
        return self._handle.lock()

    def close(self) -> None:
        """Close the viewer."""
        self._handle.close()

    def __getattr__(self, name: str) -> Any:
        if name in UNSUPPORTED:
            raise missing(f"viewer.{name}", UNSUPPORTED[name])
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __enter__(self) -> "Handle":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def launch_passive(
    model: Any,
    data: Any,
    *,
    key_callback: Callable[[int], None] | None = None,
    show_left_ui: bool = True,
    show_right_ui: bool = True,
) -> Handle:
    """Open the viewer beside a loop of your own."""
    from corten import viewer

    return Handle(viewer.launch_passive(model._model, data._data, key_callback=key_callback), model, data)


def launch(
    model: Any = None,
    data: Any = None,
    *,
    loader: Callable[[], tuple[Any, Any]] | None = None,
    show_left_ui: bool = True,
    show_right_ui: bool = True,
) -> None:
    """Simulate in the viewer until it is closed."""
    from corten import viewer

    if loader is not None:
        model, data = loader()
    model = MjModel.from_xml_string("<mujoco/>") if model is None else model
    data = MjData(model) if data is None else data
    viewer.launch(model._model, data._data)


def launch_from_path(path: str) -> None:
    """Simulate the model of a file in the viewer."""
    from corten import viewer

    viewer.launch_from_path(path)


__all__ = ["Handle", "launch", "launch_from_path", "launch_passive"]
