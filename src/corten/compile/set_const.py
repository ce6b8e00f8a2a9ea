"""Constants of a Model whose numbers were changed after it was compiled, computed anew."""

from typing import Any, NoReturn

import numpy as np

from corten.compile.derived.bounding_trees import fill_body_trees
from corten.compile.derived.constants import constant_stages, run_reference
from corten.compile.derived.fluid import fluid_coefficients
from corten.compile.derived.same_frames import same_frames
from corten.data import Data
from corten.deformable.compile.constant_metric import set_metric_factor
from corten.enums import GeomType
from corten.errors import ModelError
from corten.model import Model
from corten.runtime.kernel import Stage


def set_const(model: Model) -> None:
    """Compute anew what follows from masses, inertias, positions, sizes and the reference configuration.

    To be called after such numbers of a compiled Model were changed (MuJoCo's `mj_setConst`): masses of subtrees,
    inverse inertias, lengths and accelerations at qpos0, bounds of geoms, anchors of connections, offsets of cameras.
    What a model leaves open when it is written (damping by a ratio, rest lengths of tendons, statistics, length
    ranges) was settled when it was compiled and stays. A body whose inertia was compiled as simple must remain so;
    `simple="false"` keeps it general.
    """
    if not isinstance(model, Model):
        raise TypeError(f"constants are those of a Model, not {type(model).__name__}")
    if model._base is not None:
        raise ModelError("the constants of an environment of a batch follow from its values by themselves")
    data, stages = Data(model), constant_stages(model)
    # as the engine sees it: the results are not for users to write
    fields: Any = model.engine_view()
    failure = run_reference(fields, data, stages)
    if failure:
        _refuse(model, data, stages[failure.stage])
    _set_bounds(fields)
    set_metric_factor(fields, data)
    model.__dict__["_nset_const"] += 1


def _refuse(model: Model, data: Data, stage: Stage) -> NoReturn:
    """Say which body is no longer simple, or which joint meets negative inertia."""
    if stage is same_frames:
        body = int(data.error_where)
        raise ModelError(
            f"body {model.name('body', body) or body!r} was compiled as simple, but its inertia has left its own "
            'frame; write simple="false" in the model to change body_ipos or body_iquat'
        )
    joint = int(model.dof_jntid[data.error_where])
    raise ModelError(
        f"the mass matrix is not positive definite at qpos0: joint {model.name('joint', joint) or joint!r} meets "
        "negative inertia there; give it positive armature"
    )


def _set_bounds(fields: Any) -> None:
    """Say what geoms are to a fluid, and bound bodies by what their geoms touch."""
    for geom in np.flatnonzero(fields.geom_fluid[:, 0]).tolist():
        kind, coefficients = GeomType(int(fields.geom_type[geom])), fields.geom_fluid[geom, 1:6].tolist()
        fields.geom_fluid[geom] = fluid_coefficients(kind, fields.geom_size[geom].tolist(), coefficients)
    for name in ("contype", "conaffinity"):
        of_bodies = np.zeros_like(getattr(fields, f"body_{name}"))
        np.bitwise_or.at(of_bodies, fields.geom_bodyid, getattr(fields, f"geom_{name}"))
        getattr(fields, f"body_{name}")[:] = of_bodies
    fill_body_trees(fields)
