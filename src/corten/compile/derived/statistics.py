"""Statistics of the whole model at qpos0: extent, centre and typical sizes, masses and inertias."""

import numpy as np

from corten.data import Data
from corten.enums import GeomType
from corten.model import Model

# [m] least extent of a model (MuJoCo's value)
LEAST = 1e-5

# [m] how much of an infinite plane counts, and the share that counts of a finite one (MuJoCo's values)
INFINITE_PLANE, PLANE_SHARE = 0.01, 0.1


# a model may reach so far that its extent is infinite; then its centre is no number, as in MuJoCo
@np.errstate(invalid="ignore", over="ignore")
def set_statistics(model: Model, data: Data) -> None:
    """Set the stat_ fields."""
    _set_extent(model, data)
    if model.nbody > 1:
        count = model.nbody - 1
        model.stat_meansize = sum(size / count for size in data.work.body_size[1:].tolist())
        model.stat_meanmass = sum(model.body_mass[1:].tolist()) / count
    model.stat_extent = max(model.stat_extent, 2 * model.stat_meansize)
    if model.nv:
        diagonal = data.M[model.M_rowadr + model.M_rownnz - 1]
        model.stat_meaninertia = sum(diagonal.tolist()) / model.nv


def _set_extent(model: Model, data: Data) -> None:
    """Set extent and centre of the box about all bodies, joints, sites and geoms."""
    radius = model.geom_rbound.copy()
    planes = model.geom_type == GeomType.PLANE
    span = np.maximum(model.geom_size[:, 0], model.geom_size[:, 1])
    infinite = (model.geom_size[:, 0] == 0) & (model.geom_size[:, 1] == 0)
    radius[planes] = np.where(infinite, INFINITE_PLANE, span * PLANE_SHARE)[planes]
    points = np.concatenate((data.xpos[1:], data.xipos[1:], data.xanchor, data.site_xpos))
    low = np.concatenate((points, data.geom_xpos - radius[:, None]))
    high = np.concatenate((points, data.geom_xpos + radius[:, None]))
    if len(low) == 0:
        return
    least, most = low.min(0), high.max(0)
    model.stat_center = (least + most) * 0.5
    if most[0] > least[0]:
        model.stat_extent = max(LEAST, float((most - least).max()))
