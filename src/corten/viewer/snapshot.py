"""What the page shows of one moment: copies, so that the simulation goes on while they are sent."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from corten.data.state import get_state
from corten.queries import contact_force

if TYPE_CHECKING:
    from corten.data import Data
    from corten.model import Model
    from corten.viewer.marks import MarkCopy

Floats = NDArray[Any]

# contacts whose forces are asked for, at most: each is a call
MOST_FORCES = 200


@dataclass(frozen=True, slots=True)
class Wishes:
    """What costs something to copy, and is copied only for those who look at it."""

    forces: bool = False
    energy: bool = False


@dataclass(frozen=True, slots=True)
class Contacts:
    """Contact points (n, 3) [m], their frames (n, 9), and forces in these frames (n, 3) [N] or None."""

    pos: Floats
    frame: Floats
    force: Floats | None


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
    wrap_xpos: Floats
    wrap_obj: NDArray[np.int32]
    ten_wrapadr: NDArray[np.int32]
    ten_wrapnum: NDArray[np.int32]
    flexvert_xpos: Floats
    rodedge_frame: Floats
    light_xpos: Floats
    light_xdir: Floats
    contact: Contacts
    state: Floats | None
    marks: tuple["MarkCopy", ...] = ()


COPIED = (
    "qpos qvel ctrl sensordata xpos xquat xipos cam_xpos cam_xmat wrap_xpos wrap_obj ten_wrapadr ten_wrapnum "
    "flexvert_xpos rodedge_frame light_xpos light_xdir"
).split()


def take_snapshot(
    model: "Model", data: "Data", running: bool, wishes: Wishes, marks: tuple["MarkCopy", ...] = ()
) -> Snapshot:
    """Copy what is shown; the caller sees to it that nobody computes with the data meanwhile."""
    return Snapshot(
        model=model,
        time=float(data.time),
        running=running,
        marks=marks,
        contact=_contacts(model, data, wishes.forces),
        state=get_state(model, data) if wishes.energy else None,
        **{name: np.array(getattr(data, name)) for name in COPIED},
    )


def _contacts(model: "Model", data: "Data", forces: bool) -> Contacts:
    contact, force = data.contact, None
    if forces:
        force = np.zeros((data.ncon, 3))
        for i in range(min(data.ncon, MOST_FORCES)):
            force[i] = contact_force(model, data, i)[:3]
    return Contacts(np.array(contact.pos), np.array(contact.frame), force)
