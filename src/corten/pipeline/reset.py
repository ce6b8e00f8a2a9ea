"""Back to the beginning: the reference configuration or a keyframe, with trees asleep that begin so."""

import logging

import numpy as np

from corten.constants import WIDE_AWAKE
from corten.data import Data, reset
from corten.data.pair import check_pair, refuse_thread
from corten.data.reset import reset_at_once, set_keyframe
from corten.enums import SleepPolicy
from corten.model import Model
from corten.pipeline.step import forward
from corten.stages.integrate.sleeping_trees import fall_asleep
from corten.stages.sleep import may_sleep, update_awake

LOGGER = logging.getLogger("corten")


def reset_data(model: Model, data: Data, keyframe: int | str | None = None) -> None:
    """Put Data into the reference configuration, or into a keyframe given by number or name.

    Trees with sleep="init" sleep, if sleep is enabled; a keyframe that moves them wakes them in the next step.
    """
    known = keyframe is None or (type(keyframe) is int and 0 <= keyframe < getattr(model, "nkey", 0))
    if known and reset_at_once(model, data) and not begins_asleep(model):
        if keyframe is not None:
            set_keyframe(model, data, keyframe)
        return
    check_pair(model, data)
    lock = data._thread_lock
    if not lock.acquire():
        refuse_thread()
    try:
        reset(model, data, keyframe)
        if begins_asleep(model):
            reset(model, data)
            put_to_sleep(model, data)
            set_keyframe(model, data, keyframe)
    finally:
        lock.release()


def begins_asleep(model: Model) -> bool:
    """Tell whether trees of a model begin asleep."""
    return may_sleep(model) and bool((model.tree_sleep_policy == SleepPolicy.INIT).any())


def put_to_sleep(model: Model, data: Data) -> None:
    """Put trees to sleep that begin so; those that something awake touches begin awake, with a warning in the log."""
    chosen = model.tree_sleep_policy == SleepPolicy.INIT
    forward(model, data)
    fields = data.engine_view()
    fields.tree_asleep[chosen] = -1
    fall_asleep(model, data)
    awake = chosen & (data.tree_asleep < 0)
    fields.tree_asleep[awake] = WIDE_AWAKE
    update_awake(model, data)
    data.qfrc_smooth, data.qacc_smooth = 0.0, 0.0
    fields.ne = fields.nf = fields.nl = fields.nefc = fields.nJ = fields.nisland = 0
    if awake.any():
        body = int(model.tree_bodyadr[np.argmax(awake)])
        LOGGER.warning(
            '%d trees begin awake though they have sleep="init": they are tied to trees that are awake; '
            "the first one begins with body %r",
            awake.sum(),
            model.name("body", body) or body,
        )
