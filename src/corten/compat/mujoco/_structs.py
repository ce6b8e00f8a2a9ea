"""All structs of the bindings."""

from corten.compat.mujoco.contacts import MjContact, MjSolverStat, MjTimerStat, MjWarningStat, _MjContactList
from corten.compat.mujoco.data import MjData
from corten.compat.mujoco.lookups import MjLROpt
from corten.compat.mujoco.model import MjModel
from corten.compat.mujoco.options import MjOption, MjStatistic, MjVisual
from corten.compat.mujoco.scene import MjvScene
from corten.compat.mujoco.views import CLASSES as VIEWS
from corten.compat.mujoco.visuals import (
    MjLogConfig,
    MjLogMessage,
    MjPreContact,
    MjrRect,
    MjrVertexAttribute,
    MjvCamera,
    MjvFigure,
    MjvGeom,
    MjvGLCamera,
    MjvLight,
    MjvOption,
    MjvPerturb,
)

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
