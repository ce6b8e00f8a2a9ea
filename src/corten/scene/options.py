"""What a picture shows, in MuJoCo's words: options of a scene (MjvOption) and free cameras (MjvCamera)."""

from dataclasses import dataclass, field, fields
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

# groups of geoms, sites, joints, tendons, actuators, flexes and skins, and how many of them are shown to begin with
NGROUP, SHOWN_GROUPS = 6, 3


class VisFlag(IntEnum):
    """What can be switched on and off in a scene; MuJoCo's mjtVisFlag."""

    CONVEXHULL = 0
    TEXTURE = 1
    JOINT = 2
    CAMERA = 3
    ACTUATOR = 4
    ACTIVATION = 5
    LIGHT = 6
    TENDON = 7
    RANGEFINDER = 8
    CONSTRAINT = 9
    INERTIA = 10
    SCLINERTIA = 11
    PERTFORCE = 12
    PERTOBJ = 13
    CONTACTPOINT = 14
    ISLAND = 15
    CONTACTFORCE = 16
    CONTACTSPLIT = 17
    TRANSPARENT = 18
    AUTOCONNECT = 19
    COM = 20
    SELECT = 21
    STATIC = 22
    SKIN = 23
    FLEXVERT = 24
    FLEXEDGE = 25
    FLEXFACE = 26
    FLEXSKIN = 27
    BODYBVH = 28
    MESHBVH = 29
    SDFITER = 30


class MarkType(IntEnum):
    """Types of marks that are no geoms; the rest of MuJoCo's mjtGeom."""

    ARROW = 100
    ARROW1 = 101
    ARROW2 = 102
    LINE = 103
    LINEBOX = 104
    LABEL = 107
    TRIANGLE = 108
    NONE = 1001


class Category(IntEnum):
    """What a shape of a scene is: a part of the model that stands still or moves, or decoration; MuJoCo's mjtCatBit."""

    STATIC = 1
    DYNAMIC = 2
    DECOR = 4


class RndFlag(IntEnum):
    """How a scene is drawn; the members of MuJoCo's mjtRndFlag that have an effect here."""

    SHADOW = 0
    REFLECTION = 2
    SKYBOX = 4
    FOG = 5
    HAZE = 6


# as many flags as MuJoCo has, and those that are on to begin with
NRNDFLAG = 12
DRAWN_FLAGS = (RndFlag.SHADOW, RndFlag.REFLECTION, RndFlag.SKYBOX, RndFlag.HAZE)


class CameraType(IntEnum):
    """What moves a camera; MuJoCo's mjtCamera."""

    FREE = 0
    TRACKING = 1
    FIXED = 2


class Frame(IntEnum):
    """Whose frames are shown; MuJoCo's mjtFrame."""

    NONE = 0
    BODY = 1
    GEOM = 2
    SITE = 3
    CAMERA = 4
    LIGHT = 5
    CONTACT = 6
    WORLD = 7


class Label(IntEnum):
    """What is labelled by its name, or its kind and number; MuJoCo's mjtLabel."""

    NONE = 0
    BODY = 1
    JOINT = 2
    GEOM = 3
    SITE = 4
    CAMERA = 5
    LIGHT = 6
    TENDON = 7
    ACTUATOR = 8
    CONSTRAINT = 9
    FLEX = 10
    SKIN = 11
    SELECTION = 12
    SELPNT = 13
    CONTACTPOINT = 14
    CONTACTFORCE = 15
    ISLAND = 16


SHOWN_FLAGS = (
    VisFlag.TEXTURE,
    VisFlag.TENDON,
    VisFlag.RANGEFINDER,
    VisFlag.PERTOBJ,
    VisFlag.STATIC,
    VisFlag.SKIN,
    VisFlag.FLEXEDGE,
    VisFlag.FLEXSKIN,
)


def _groups() -> NDArray[np.uint8]:
    return np.array([i < SHOWN_GROUPS for i in range(NGROUP)], np.uint8)


def _flags() -> NDArray[np.uint8]:
    return np.array([flag in SHOWN_FLAGS for flag in VisFlag], np.uint8)


@dataclass(eq=False)
class SceneFlags:
    """How a scene is drawn: one switch for each RndFlag."""

    flags: NDArray[np.uint8] = field(
        default_factory=lambda: np.array([flag in DRAWN_FLAGS for flag in range(NRNDFLAG)], np.uint8)
    )


@dataclass(eq=False)
class SceneOption:
    """What is shown: one switch for each group of objects, and one for each VisFlag; MuJoCo's MjvOption.

    `label` says what has its name beside it, `frame` whose axes are shown, `bvh_depth` how deep in their trees bounding
    volumes lie that are shown, and `flex_layer` which layer of solid flexes VisFlag.FLEXFACE shows, 0: the outermost.
    """

    geomgroup: NDArray[np.uint8] = field(default_factory=_groups)
    sitegroup: NDArray[np.uint8] = field(default_factory=_groups)
    jointgroup: NDArray[np.uint8] = field(default_factory=_groups)
    tendongroup: NDArray[np.uint8] = field(default_factory=_groups)
    actuatorgroup: NDArray[np.uint8] = field(default_factory=_groups)
    flexgroup: NDArray[np.uint8] = field(default_factory=_groups)
    skingroup: NDArray[np.uint8] = field(default_factory=_groups)
    flags: NDArray[np.uint8] = field(default_factory=_flags)
    frame: int = Frame.NONE
    label: int = Label.NONE
    bvh_depth: int = 1
    flex_layer: int = 0

    def shows(self, flag: VisFlag) -> bool:
        """Tell whether something is switched on."""
        return bool(self.flags[flag])


@dataclass(eq=False)
class Camera:
    """A camera that stands at `distance` [m] from a point and looks at it; MuJoCo's MjvCamera.

    `azimuth` and `elevation` [degree] are those of its direction of sight. One of type TRACKING looks at the centre of
    mass of body `trackbodyid` and what hangs on it; one of type FIXED is camera `fixedcamid` of the model.
    """

    type: int = CameraType.FREE
    fixedcamid: int = -1
    trackbodyid: int = -1
    lookat: NDArray[np.float64] = field(default_factory=lambda: np.zeros(3))
    distance: float = 2.0
    azimuth: float = 90.0
    elevation: float = -45.0
    orthographic: int = 0


def settings_of(option: SceneOption) -> tuple[Any, ...]:
    """Return what tells two options apart."""
    values = (getattr(option, column.name) for column in fields(option))
    return tuple(value.tobytes() if isinstance(value, np.ndarray) else int(value) for value in values)
