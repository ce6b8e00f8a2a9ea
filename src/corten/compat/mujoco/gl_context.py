"""GLContext: what programs make before they draw; pictures of corten need none, so it does nothing.

The modules `mujoco.cgl`, `egl`, `glfw` and `osmesa`, each with the context of one kind of OpenGL, are this one.
"""

import sys


class GLContext:
    """A context of OpenGL that is none."""

    def __init__(self, max_width: int, max_height: int):
        self.width, self.height = max_width, max_height

    def make_current(self) -> None:
        """Do nothing."""

    def free(self) -> None:
        """Do nothing."""


for _kind in ("cgl", "egl", "glfw", "osmesa"):
    sys.modules[f"{__package__}.{_kind}"] = sys.modules[__name__]

__all__ = ["GLContext"]
