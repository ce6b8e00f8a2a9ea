"""What the page shows of one moment: copies, so that the simulation goes on while they are sent."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from corten.data.state import get_state
from corten.scene.options import SceneOption
from corten.scene.scene import Scene, make_decor, no_scene

if TYPE_CHECKING:
    from corten.data import Data
    from corten.model import Model

Floats = NDArray[Any]


@dataclass(frozen=True, slots=True)
class SnapshotRequest:
    """What costs something to compute, and is computed only for those who look at it: decoration and energy."""

    option: SceneOption = field(default_factory=SceneOption)
    energy: bool = False


@dataclass(frozen=True, slots=True)
class Snapshot:
    """State and results of a Data at one time, under MuJoCo's names; `state` is there for those who want energy."""

    model: "Model"
    time: float
    running: bool
    qpos: Floats
    qvel: Floats
    ctrl: Floats
    sensordata: Floats
    xpos: Floats
    xquat: Floats
    xipos: Floats
    cam_xpos: Floats
    cam_xmat: Floats
    flexvert_xpos: Floats
    rodedge_frame: Floats
    light_xpos: Floats
    light_xdir: Floats
    ncon: int
    decor: Scene
    state: Floats | None
    marks: Scene | None = None


COPIED = (
    "qpos qvel ctrl sensordata xpos xquat xipos cam_xpos cam_xmat flexvert_xpos rodedge_frame light_xpos light_xdir"
).split()


def take_snapshot(
    model: "Model", data: "Data", running: bool, request: SnapshotRequest, marks: Scene | None = None
) -> Snapshot:
    """Copy what is shown; the caller sees to it that nobody computes with the data meanwhile."""
    # a simulation that has become unstable has no places for decoration
    finite = bool(np.isfinite(data.xpos).all())
    return Snapshot(
        model=model,
        time=float(data.time),
        running=running,
        marks=marks,
        ncon=int(data.ncon),
        decor=make_decor(model, data, request.option) if finite else no_scene(),
        state=get_state(model, data) if request.energy else None,
        **{name: np.array(getattr(data, name)) for name in COPIED},
    )
