"""Structs that say what is drawn and from where: MjvCamera, MjvOption, MjvPerturb, and those of a scene."""

from typing import Any

from corten.compat.mujoco.arguments import CLASSES, bound
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


class MjrRect:
    """A rectangle of pixels."""

    __slots__ = ("bottom", "height", "left", "width")

    def __init__(self, left: int, bottom: int, width: int, height: int):
        self.left, self.bottom, self.width, self.height = left, bottom, width, height

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MjrRect) and all(getattr(self, n) == getattr(other, n) for n in self.__slots__)

    __hash__ = None  # pyright: ignore[reportAssignmentType]

    def __copy__(self) -> "MjrRect":
        return MjrRect(self.left, self.bottom, self.width, self.height)

    def __repr__(self) -> str:
        rows = "".join(f"  {name}: {getattr(self, name)}\n" for name in sorted(self.__slots__))
        return f"<MjrRect\n{rows}>"


MjrRect.__module__ = "corten.compat.mujoco._structs"
CLASSES["MjrRect"] = MjrRect


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
