"""`mujoco.osmesa`: the context of one kind of OpenGL, which pictures of corten do not need."""

from corten.compat.mujoco.gl_context import GLContext

__all__ = ["GLContext"]
