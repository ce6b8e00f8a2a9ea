"""Structs that say what is drawn and from where: MjvCamera, MjvOption, MjvPerturb, and those of a scene."""

from typing import Any

from corten.compat.mujoco.arguments import bound
from corten.compat.mujoco.names import NAMES
from corten.compat.mujoco.options import assign
from corten.compat.mujoco.struct import struct

MjvCamera = struct("MjvCamera")
MjvOption = struct("MjvOption")
MjvPerturb = struct("MjvPerturb")
MjvFigure = struct("MjvFigure")
MjvGLCamera = struct("MjvGLCamera")
MjvLight = struct("MjvLight")
MjvGeom = struct("MjvGeom")
MjPreContact = struct("MjPreContact")
MjLogConfig = struct("MjLogConfig")
MjLogMessage = struct("MjLogMessage")
MjrVertexAttribute = struct("MjrVertexAttribute")


@bound
def mjv_defaultCamera(cam: Any) -> None:
    """Set a camera to its defaults."""
    assign(cam, MjvCamera())


@bound
def mjv_defaultFreeCamera(m: Any, cam: Any) -> None:
    """Let a free camera look at the middle of a model from a distance that shows all of it."""
    cam.type, cam.fixedcamid, cam.trackbodyid = NAMES["enums"]["mjtCamera"]["mjCAMERA_FREE"], -1, -1
    cam.lookat = m.stat.center
    cam.distance = 1.5 * m.stat.extent
    cam.azimuth, cam.elevation = m.vis.global_.azimuth, m.vis.global_.elevation
    cam.orthographic = m.vis.global_.cam_projection if "cam_projection" in m.vis.global_._fields else 0


@bound
def mjv_defaultOption(opt: Any) -> None:
    """Set what is drawn to its defaults."""
    assign(opt, MjvOption())


@bound
def mjv_defaultPerturb(pert: Any) -> None:
    """Set a perturbation to none."""
    assign(pert, MjvPerturb())


@bound
def mjv_defaultFigure(fig: Any) -> None:
    """Set a figure to its defaults."""
    assign(fig, MjvFigure())
