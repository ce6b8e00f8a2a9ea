"""Constants of a Model whose numbers were changed after it was compiled, computed anew."""

from typing import Any

import numpy as np

from corten.compile.derived.addresses import attached_sameframe, body_sameframe
from corten.compile.derived.bounding_trees import fill_body_trees
from corten.compile.derived.constants import run_reference, set_reference_constants
from corten.compile.derived.equality_poses import set_equality_poses
from corten.compile.derived.fluid import fluid_coefficients
from corten.compile.derived.statistics import set_dof_lengths
from corten.data import Data
from corten.enums import GeomType, SameFrame
from corten.errors import ModelError
from corten.model import Model
from corten.model.bounds import geom_bounds
from corten.model.masses import subtree_masses

# types of geoms whose bounds follow from their size
SIZED = (GeomType.PLANE, GeomType.SPHERE, GeomType.CAPSULE, GeomType.ELLIPSOID, GeomType.CYLINDER, GeomType.BOX)


def set_const(model: Model) -> None:
    """Compute anew what follows from masses, inertias, positions, sizes and the reference configuration.

    To be called after such numbers of a compiled Model were changed (MuJoCo's `mj_setConst`): masses of subtrees,
    inverse inertias, lengths and accelerations at qpos0, bounds of geoms, anchors of connections, offsets of cameras.
    What a model leaves open when it is written (damping by a ratio, rest lengths of tendons, statistics, length
    ranges) was settled when it was compiled and stays. A body whose inertia was compiled as simple must remain so;
    `simple="false"` keeps it general.
    """
    # as the engine sees it: the results are not for users to write
    fields: Any = model.engine_view()
    _set_same_frames(fields)
    _refuse_lost_simplicity(model)
    _set_bounds(fields)
    fields.body_subtreemass = subtree_masses(model)
    data = Data(model)
    if not run_reference(fields, data):
        joint = int(model.dof_jntid[data.error_where])
        raise ModelError(
            f"the mass matrix is not positive definite at qpos0: joint {model.name('joint', joint) or joint!r} meets "
            "negative inertia there; give it positive armature"
        )
    set_reference_constants(fields, data)
    set_dof_lengths(fields, data)
    set_equality_poses(fields, data)


def _set_same_frames(fields: Any) -> None:
    """Say anew which frames coincide with those of bodies or of their inertia."""
    ipos, iquat = fields.body_ipos.tolist(), fields.body_iquat.tolist()
    fields.body_sameframe[:] = [body_sameframe(*pose) for pose in zip(ipos, iquat, strict=True)]
    for kind in ("geom", "site"):
        poses = (getattr(fields, f"{kind}_{name}").tolist() for name in ("pos", "quat", "bodyid"))
        frames = [attached_sameframe(pos, quat, ipos[b], iquat[b]) for pos, quat, b in zip(*poses, strict=True)]
        getattr(fields, f"{kind}_sameframe")[:] = frames


def _refuse_lost_simplicity(model: Model) -> None:
    """Refuse a body whose inertia no longer is what simple bodies have."""
    lost = np.flatnonzero((model.body_simple > 0) & (model.body_sameframe != SameFrame.BODY))
    if len(lost):
        body = int(lost[0])
        raise ModelError(
            f"body {model.name('body', body) or body!r} was compiled as simple, but its inertia has left its own "
            'frame; write simple="false" in the model to change body_ipos or body_iquat'
        )


def _set_bounds(fields: Any) -> None:
    """Bound geoms by their sizes, and bodies by what their geoms touch."""
    for geom in np.flatnonzero(np.isin(fields.geom_type, SIZED)).tolist():
        fields.geom_aabb[geom], fields.geom_rbound[geom] = geom_bounds(fields, geom)
    for geom in np.flatnonzero(fields.geom_fluid[:, 0]).tolist():
        kind, coefficients = GeomType(int(fields.geom_type[geom])), fields.geom_fluid[geom, 1:6].tolist()
        fields.geom_fluid[geom] = fluid_coefficients(kind, fields.geom_size[geom].tolist(), coefficients)
    for name in ("contype", "conaffinity"):
        of_bodies = np.zeros_like(getattr(fields, f"body_{name}"))
        np.bitwise_or.at(of_bodies, fields.geom_bodyid, getattr(fields, f"geom_{name}"))
        getattr(fields, f"body_{name}")[:] = of_bodies
    fill_body_trees(fields)
