"""Who sleeps: for models with EnableBit.SLEEP, in which islands at rest are left out until something wakes them.

What each part of a step does for sleeping trees stands beside its stages, in a file `sleep.py`, and in its list of
stages. A part computes its results for all trees; those that sleep have theirs retained before and restored after.
"""

from corten.enums import EnableBit
from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.sleep.awake import update_awake

__all__ = ["for_sleep", "may_sleep", "update_awake"]


def may_sleep(model: Model) -> bool:
    """Tell whether trees of a model may sleep."""
    return bool(model.opt_enableflags & EnableBit.SLEEP)


def for_sleep(model: Model, *stages: Stage) -> list[Stage]:
    """Return stages that a plan needs only where trees may sleep; none for other models."""
    return list(stages) if may_sleep(model) else []
