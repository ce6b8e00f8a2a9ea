"""All structs of the bindings."""

from corten.compat.mujoco.contacts import MjContact, MjSolverStat, MjTimerStat, MjWarningStat, _MjContactList
from corten.compat.mujoco.data import MjData
from corten.compat.mujoco.lookups import MjLROpt
from corten.compat.mujoco.model import MjModel
from corten.compat.mujoco.options import (
    MjLogConfig,
    MjLogMessage,
    MjOption,
    MjPreContact,
    MjrRect,
    MjrVertexAttribute,
    MjStatistic,
    MjvCamera,
    MjvFigure,
    MjvGeom,
    MjvGLCamera,
    MjVisual,
    MjvLight,
    MjvOption,
    MjvPerturb,
)
from corten.compat.mujoco.scene import MjvScene
from corten.compat.mujoco.views import CLASSES as VIEWS

globals().update(VIEWS)

__all__ = [
    "MjContact",
    "MjData",
    "MjLROpt",
    "MjLogConfig",
    "MjLogMessage",
    "MjModel",
    "MjOption",
    "MjPreContact",
    "MjSolverStat",
    "MjStatistic",
    "MjTimerStat",
    "MjVisual",
    "MjWarningStat",
    "MjrRect",
    "MjrVertexAttribute",
    "MjvCamera",
    "MjvFigure",
    "MjvGLCamera",
    "MjvGeom",
    "MjvLight",
    "MjvOption",
    "MjvPerturb",
    "MjvScene",
    "_MjContactList",
]
