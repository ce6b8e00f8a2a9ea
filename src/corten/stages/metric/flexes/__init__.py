"""The part of the metric that flexes have: stiffness of stretching, bending, cells and passive contacts, over dofs."""

import numpy as np

from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.flex import node_velocity, vertex_velocity
from corten.stages.flex.passive_contacts import has_passive_contacts
from corten.stages.metric.flexes.assemble import flex_metric
from corten.stages.metric.flexes.cells import turn_cells
from corten.stages.metric.flexes.factor import factor_flexes
from corten.stages.metric.flexes.hessian import stretch_hessian
from corten.stages.metric.flexes.rods import rod_metric, rod_shift
from corten.stages.metric.flexes.shift import contact_shift, flex_shift
from corten.stages.metric.flexes.twisting_rods import twist_metric, twist_shift

__all__ = [
    "contact_shift",
    "factor_flexes",
    "flex_metric",
    "flex_metric_stages",
    "flex_shift",
    "rod_metric",
    "rod_shift",
    "stretch_hessian",
    "turn_cells",
    "twist_metric",
    "twist_shift",
]


def flex_metric_stages(model: Model) -> list[Stage]:
    """Return the stages that set what flexes add to the metric, after those of passive forces."""
    contacts = [contact_shift] if has_passive_contacts(model) else []
    if not model.nefmK:
        return contacts
    own, stiff = model.flex_interp == 0, model.flex_stiffnessadr >= 0
    rods = bool(np.any(own & (model.flex_bendingadr >= 0) & (model.flex_dim == 1) & (model.flex_rodadr < 0)))
    twisted = model.nrodedge > 0
    return [
        *([stretch_hessian] if np.any(own & stiff) else []),
        *([turn_cells, node_velocity] if np.any(~own & stiff) else []),
        *([vertex_velocity] if np.any(own) else []),
        flex_metric,
        *([rod_metric] if rods else []),
        *([twist_metric] if twisted else []),
        flex_shift,
        *([rod_shift] if rods else []),
        *([twist_shift] if twisted else []),
        *contacts,
    ]
