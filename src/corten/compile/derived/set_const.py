"""Constants that follow from running stages at qpos0, when a model is compiled and after its numbers were changed."""

import functools
import warnings
from typing import Any, NoReturn

import numpy as np

from corten.compile.assets.geom_shapes import fluid_coefficients
from corten.compile.derived.body_constants import body_sizes, bound_primitives, same_frames, subtree_masses
from corten.compile.derived.bounding_trees import body_tree_plan, body_tree_space, refuse_more_geoms
from corten.compile.derived.inverse_weights import (
    damping_ratios,
    inverse_weights,
    tendon_inverse_weights,
    unit_accelerations,
)
from corten.compile.derived.reference_constants import (
    begin_at_reference,
    camera_constants,
    equality_poses,
    place_resting_cameras,
    reference_constants,
    simple_inertias,
)
from corten.compile.derived.statistics import set_statistics
from corten.compile.objects.collection import Objects
from corten.constants import MINVAL
from corten.data import DATA, Data
from corten.data.reset import reset
from corten.deformable.compile.constant_metric import set_metric_factor
from corten.deformable.compile.reference import edge_constants, flex_body_sizes, rod_constants
from corten.deformable.kinematics.vertices import place_vertices
from corten.deformable.xpbd.projection import constraint_stiffness
from corten.enums import JOINT_DOFS, GeomType, JointType
from corten.errors import ModelError, ModelWarning, caller_level
from corten.model import MODEL, Model
from corten.runtime.kernel import Mode, Stage, kernel_mode
from corten.runtime.plan import Failure, Plan
from corten.runtime.thread_lock import ThreadLock
from corten.stages.inertia import com_pos, crb, factor_mass, tendon_armature
from corten.stages.kinematics import place_bodies, place_geoms, place_sites
from corten.stages.tendon import tendon
from corten.stages.transmission import moment_stage

# ---------------------------------------------------------------- constants at qpos0


def derive_constants(model: Model, objects: Objects, data: Data) -> None:
    """Set all constants that depend on inertia and on where things are at qpos0; `data` is work space."""
    reset(data.model, data)
    ratios = (damping_ratios,) if model.nout else ()
    if run_reference(model, data, (*mass_stages(model), *ratios, *reading_stages(model), set_statistics)):
        joint = objects.joints[model.dof_jntid[data.error_where]].element
        raise joint.error(
            "the mass matrix is not positive definite at qpos0: this joint meets negative inertia there; give it "
            "positive armature"
        )
    warn_singular(model, data, objects)
    set_metric_factor(model, data)
    set_spring_dampers(model, [joint.springdamper for joint in objects.joints])
    set_spring_lengths(model, data)


def warn_singular(model: Model, data: Data, objects: Objects) -> None:
    """Warn of a joint that meets no inertia at qpos0: it moves at a touch, as in MuJoCo, which raises such pivots."""
    free = np.flatnonzero(data.qLDiagInv >= 1 / MINVAL)
    if len(free):
        warning = objects.joints[model.dof_jntid[free[0]]].element.error(
            "the mass matrix is singular at qpos0: this joint meets no inertia there; give it positive armature, or "
            "another axis than the joints beside it"
        )
        warnings.warn(str(warning), ModelWarning, stacklevel=caller_level())


def run_reference(model: Model, data: Data, stages: tuple[Stage, ...]) -> Failure | None:
    """Run stages at qpos0 that constants come from; return why they stopped, if they did."""
    status = _plan(stages, kernel_mode(), model.layout.precision).run(model, data, 1)
    return Failure.read(status) if status else None


def mass_stages(model: Model) -> tuple[Stage, ...]:
    """Return the stages, in order, from masses and positions at qpos0 to inverse inertias and unit accelerations."""
    return _needed(
        (subtree_masses, True),
        (place_bodies, True),
        (place_geoms, model.ngeom),
        (place_sites, model.nsite),
        (com_pos, True),
        (tendon, model.ntendon),
        (place_resting_cameras, model.ncam or model.nlight),
        (crb, model.nv),
        (simple_inertias, model.nv),
        (tendon_armature, model.nv and model.ntendon),
        (factor_mass, model.nv),
        (inverse_weights, model.nv),
        (tendon_inverse_weights, model.nv and model.ntendon),
        (edge_constants, model.nflex),
        (rod_constants, model.nrodedge),
        (place_vertices, model.nxpbd),
        (constraint_stiffness, model.nxpbd),
        (moment_stage(model), model.nout),
        (unit_accelerations, model.nout),
    )


def reading_stages(model: Model) -> tuple[Stage, ...]:
    """Return the stages that read constants from a Data at qpos0."""
    return _needed(
        (reference_constants, True),
        (camera_constants, model.ncam or model.nlight),
        (body_sizes, True),
        (flex_body_sizes, model.nflex),
        (equality_poses, model.neq),
    )


def constant_stages(model: Model) -> tuple[Stage, ...]:
    """Return all stages from numbers of a Model that users may change to those that follow from them."""
    return (same_frames, *_needed((bound_primitives, model.ngeom)), *mass_stages(model), *reading_stages(model))


def _needed(*entries: tuple[Stage, object]) -> tuple[Stage, ...]:
    """Return the stages whose condition holds."""
    return tuple(stage for stage, wanted in entries if wanted)


@functools.cache
def _plan(stages: tuple[Stage, ...], mode: Mode, precision: str) -> Plan:
    return Plan(list(stages), (MODEL.at(precision), DATA.at(precision)))


def set_spring_dampers(model: Model, springdampers: list[tuple[float, float]]) -> None:
    """Set stiffness and damping of joints that ask for a time constant [s] and a damping ratio."""
    for number, (timeconst, dampratio) in enumerate(springdampers):
        if timeconst <= 0 or dampratio <= 0:
            continue
        first = int(model.jnt_dofadr[number])
        ndof = JOINT_DOFS[JointType(int(model.jnt_type[number]))]
        dofs = slice(first, first + ndof)
        inertia = ndof / max(MINVAL, float(sum(model.dof_invweight0[dofs])))
        model.jnt_stiffness[number] = inertia / max(MINVAL, timeconst * timeconst * dampratio * dampratio)
        model.dof_damping[dofs] = 2 * inertia / max(MINVAL, timeconst)


def set_spring_lengths(model: Model, data: Data) -> None:
    """Set the rest length of tendon springs that have none written, -1, to that where joint springs are at rest."""
    open_ends = (model.tendon_lengthspring == -1).all(axis=1)
    if not open_ends.any():
        return
    reset(data.model, data)
    data.qpos = model.qpos_spring
    _plan(_spring_stages(model), kernel_mode(), model.layout.precision).run(model, data, 1)
    model.tendon_lengthspring[open_ends] = data.ten_length[open_ends, None]


def _spring_stages(model: Model) -> tuple[Stage, ...]:
    frames = ((place_geoms, model.ngeom), (place_sites, model.nsite))
    return (place_bodies, *(stage for stage, needed in frames if needed), com_pos, tendon)


# ---------------------------------------------------------------- constants of a changed Model (mj_setConst)
# computed anew


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
    # another thread may compute, too: each has a work space of its own
    space = model._attached.pop(WorkSpace, None)
    if space is None:
        space = WorkSpace(model)
    space.run(model)
    # what the engine reads only is not for users to write
    if np.count_nonzero(model._views["geom_fluid"]):
        set_fluid_coefficients(model.engine_view())
    if model.nefm0dof:
        fields: Any = model.engine_view()
        set_metric_factor(fields, space.data)
    if space.is_small:
        model._attached[WorkSpace] = space
    model.__dict__["_nset_const"] += 1


# [bytes] a work space up to this size waits with the model for the next call
MOST_BYTES = 2**22


class WorkSpace:
    """What constants of a Model are computed with, again and again."""

    def __init__(self, model: Model):
        mode, precision = kernel_mode(), model.layout.precision
        self.data, self.trees = Data(model), body_tree_space(model)
        self.stages = (begin_at_reference, *constant_stages(model))
        self.is_small = self.data.nbytes() + self.trees.nbytes() <= MOST_BYTES
        plans = _plan(self.stages, mode, precision), body_tree_plan(mode, precision)
        lock, version = ThreadLock(), np.zeros(1, np.int64)
        self._run, self._run_trees = (
            plan.bind(model, storage, lock, version) or functools.partial(plan.run, data=storage, nstep=1)
            for plan, storage in zip(plans, (self.data, self.trees), strict=True)
        )

    def run(self, model: Model) -> None:
        """Compute the constants; refuse numbers that have none."""
        if status := self._run(model):
            _refuse(model, self.data, self.stages[Failure.read(status).stage])
        if self._run_trees(model):
            refuse_more_geoms()


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


def set_fluid_coefficients(fields: Any) -> None:
    """Say what geoms are to a fluid."""
    for geom in np.flatnonzero(fields.geom_fluid[:, 0]).tolist():
        kind, coefficients = GeomType(int(fields.geom_type[geom])), fields.geom_fluid[geom, 1:6].tolist()
        fields.geom_fluid[geom] = fluid_coefficients(kind, fields.geom_size[geom].tolist(), coefficients)
