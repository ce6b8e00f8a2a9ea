"""Delays: what controls and sensors were a while ago."""

from corten.enums import ForwardPart
from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.history.controls import delay_controls
from corten.stages.history.readings import readings_stage
from corten.stages.history.record import record_history

__all__ = ["control_stages", "delay_controls", "reading_stages", "record_history", "record_stages"]


def control_stages(model: Model) -> list[Stage]:
    """Return the stage that delays controls, for all models with a history: controls are read from there then."""
    return [delay_controls] if model.nhistory and model.nactuator else []


def reading_stages(model: Model, part: ForwardPart) -> list[Stage]:
    """Return the stage that delays the readings of a part of forward dynamics."""
    wanted = (model.sensor_history[:, 0] > 0) & (model.sensor_needstage == part)
    return [readings_stage(part)] if wanted.any() else []


def record_stages(model: Model) -> list[Stage]:
    """Return the stage that adds controls and readings to their histories at the end of a step."""
    return [record_history] if model.nhistory else []
