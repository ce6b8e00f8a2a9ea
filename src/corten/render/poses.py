"""Where everything is: what pictures need of a Data, computed from its state alone."""

from typing import TYPE_CHECKING

from corten.data import Data
from corten.deformable.stages import flex_position_stages
from corten.enums import SensorType
from corten.model import Model
from corten.model.checks import accept_choices
from corten.pipeline import forward
from corten.runtime.plan import Plan
from corten.scene.options import Frame, Label, SceneOption, VisFlag
from corten.stages.inertia import com_pos
from corten.stages.kinematics import place_bodies, place_cameras, place_geoms, place_lights, place_sites
from corten.stages.tendon import tendon_stages

if TYPE_CHECKING:
    from corten.batch import BatchSim

# what of a state decides where things are, and what else is copied where forces are shown
PLACES = ("qpos", "mocap_pos", "mocap_quat", "plastic")
REST = ("time", "qvel", "act", "ctrl", "qfrc_applied", "xfrc_applied", "eq_active", "qacc_warmstart")

# what is shown only after contacts and forces were computed
DYNAMIC = (
    VisFlag.CONTACTPOINT,
    VisFlag.CONTACTFORCE,
    VisFlag.CONSTRAINT,
    VisFlag.ISLAND,
    VisFlag.MESHBVH,
)

LINES = (SensorType.RANGEFINDER, SensorType.GEOMFROMTO)


class Poser:
    """Brings positions in a Data up to its state; contacts and forces, too, where they are shown."""

    def __init__(self, model: Model, option: SceneOption):
        self._model = model
        senses = option.shows(VisFlag.RANGEFINDER) and any(kind in LINES for kind in model.sensor_type)
        forces = option.frame == Frame.CONTACT or option.label == Label.ISLAND
        self.full = senses or forces or any(option.shows(flag) for flag in DYNAMIC)
        self._plan: Plan | None = None

    def place(self, data: Data) -> None:
        """Compute what follows from the state."""
        if self.full:
            forward(self._model, data)
            return
        if self._plan is None:
            accept_choices(self._model)
            self._plan = Plan(_stages(self._model), (self._model.layout, data.layout))
        self._plan.run(self._model, data, 1)


def _stages(model: Model) -> list:
    """Return the stages that place everything."""
    return [
        place_bodies,
        *([place_geoms] if model.ngeom else []),
        *([place_sites] if model.nsite else []),
        com_pos,
        *([place_cameras] if model.ncam else []),
        *([place_lights] if model.nlight else []),
        *flex_position_stages(model),
        *tendon_stages(model),
    ]


class BatchPoser:
    """Data of environments of a batch, one after the other, where their states put everything."""

    def __init__(self, batch: "BatchSim", option: SceneOption):
        self._batch, self._option = batch, option
        self._data = batch.model.make_data()
        self._poser = Poser(batch.model, option)

    def __call__(self, i: int) -> Data:
        """Return the Data of an environment; it serves until the next one is asked for."""
        batch, data, poser = self._batch, self._data, self._poser
        if batch._envs.varied.arrays:
            model = batch.env(i).model
            data, poser = model.make_data(), Poser(model, self._option)
        for name in (*PLACES, *(REST if poser.full else ())):
            data._views[name][...] = getattr(batch, name)[i]
        poser.place(data)
        return data
