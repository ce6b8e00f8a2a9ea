"""Smooth forces and the acceleration that they give."""

from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.metric import coupled_acceleration, has_couplings, uses_metric
from corten.stages.sleep import for_sleep
from corten.stages.smooth.acceleration import acceleration
from corten.stages.smooth.metric_acceleration import metric_acceleration
from corten.stages.smooth.sleep import restore_smooth, retain_smooth
from corten.stages.smooth.unconstrained import unconstrained

__all__ = ["acceleration", "metric_acceleration", "smooth_stages", "unconstrained"]


def smooth_stages(model: Model) -> list[Stage]:
    """Return the stages that find the acceleration which all forces but those of constraints give."""
    if not model.nv:
        return []
    solve = [metric_acceleration] if uses_metric(model) else [acceleration]
    solve += [coupled_acceleration] if has_couplings(model) else []
    return [*for_sleep(model, retain_smooth), *solve, *for_sleep(model, restore_smooth)]
