"""Constants that follow from running stages at the reference configuration."""

import functools
import warnings

import numpy as np

from corten.compile.derived.equality_poses import set_equality_poses
from corten.compile.derived.inverse_weights import inverse_weights, tendon_inverse_weights
from corten.compile.derived.statistics import set_statistics
from corten.compile.derived.unit_accelerations import damping_ratios, unit_accelerations
from corten.compile.objects.collection import Objects
from corten.constants import MINVAL
from corten.data import DATA, Data
from corten.enums import JOINT_DOFS, CamLightMode, JointType, TransmissionType
from corten.errors import ModelWarning, caller_level
from corten.model import MODEL, Model
from corten.model.masses import subtree_masses
from corten.runtime.kernel import Mode, Stage, kernel_mode
from corten.runtime.plan import Plan
from corten.stages.inertia import com_pos, crb, factor_mass, tendon_armature
from corten.stages.kinematics import place_bodies, place_cameras, place_geoms, place_lights, place_sites
from corten.stages.tendon import tendon
from corten.stages.transmission import transmission


def derive_constants(model: Model, objects: Objects) -> None:
    """Set all constants that depend on inertia and on where things are at qpos0."""
    model.body_subtreemass = subtree_masses(model)
    data = Data(model)
    if not run_reference(model, data, (damping_ratios,)):
        joint = objects.joints[model.dof_jntid[data.error_where]].element
        raise joint.error(
            "the mass matrix is not positive definite at qpos0: this joint meets negative inertia there; give it "
            "positive armature"
        )
    warn_singular(model, data, objects)
    set_reference_constants(model, data)
    set_statistics(model, data)
    set_spring_dampers(model, [joint.springdamper for joint in objects.joints])
    set_equality_poses(model, data)
    set_spring_lengths(model)


def warn_singular(model: Model, data: Data, objects: Objects) -> None:
    """Warn of a joint that meets no inertia at qpos0: it moves at a touch, as in MuJoCo, which raises such pivots."""
    free = np.flatnonzero(data.qLDiagInv >= 1 / MINVAL)
    if len(free):
        told = objects.joints[model.dof_jntid[free[0]]].element.error(
            "the mass matrix is singular at qpos0: this joint meets no inertia there; give it positive armature, or "
            "another axis than the joints beside it"
        )
        warnings.warn(str(told), ModelWarning, stacklevel=caller_level())


def run_reference(model: Model, data: Data, further: tuple[Stage, ...] = ()) -> bool:
    """Run the stages at qpos0 that constants come from; return False if the mass matrix is not positive definite.

    Inverse inertias and unit accelerations are written into the model by these stages; with actuators, `further` ones
    follow.
    """
    modes, simple = (model.cam_mode.copy(), model.light_mode.copy()), model.dof_simplenum.copy()

    # at qpos0 cameras and lights stand where their bodies put them; from there they begin to track or aim
    model.cam_mode = model.light_mode = CamLightMode.FIXED

    # no dof counts as simple, so that the inertia of those that are is computed here, once
    model.dof_simplenum[:] = 0
    stages = _stages(model) + (further if model.nout else ())
    status = _plan(stages, kernel_mode()).run(model, data, 1)
    (model.cam_mode, model.light_mode), model.dof_simplenum[:] = modes, simple
    return status == 0


def set_reference_constants(model: Model, data: Data) -> None:
    """Set the constants that are read from a Data at qpos0."""
    model.dof_M0 = data.M[model.M_rowadr + model.M_rownnz - 1] - tendon_inertia(model, data)
    model.actuator_length0, model.tendon_length0 = data.actuator_length, data.ten_length
    average_inverse_weights(model)
    set_camera_constants(model, data)


def tendon_inertia(model: Model, data: Data) -> np.ndarray:
    """Return what tendons with armature add to the diagonal of the mass matrix; dof_M0 has none of it."""
    armature = model.tendon_armature.copy()
    for number in np.flatnonzero(model.actuator_trntype == TransmissionType.TENDON):
        gear = model.actuator_gear[model.actuator_outadr[number], 0]
        armature[model.actuator_trnid[number, 0]] += model.actuator_armature[number] * gear * gear
    return armature @ data.ten_J**2


def _stages(model: Model) -> tuple[Stage, ...]:
    """Return the stages that the constants of a model need, in order."""
    order = (
        (place_bodies, True),
        (place_geoms, model.ngeom),
        (place_sites, model.nsite),
        (com_pos, True),
        (tendon, model.ntendon),
        (place_cameras, model.ncam),
        (place_lights, model.nlight),
        (crb, model.nv),
        (tendon_armature, model.nv and model.ntendon),
        (factor_mass, model.nv),
        (inverse_weights, model.nv),
        (tendon_inverse_weights, model.nv and model.ntendon),
        (transmission, model.nout),
        (unit_accelerations, model.nout),
    )
    return tuple(stage for stage, needed in order if needed)


@functools.cache
def _plan(stages: tuple[Stage, ...], mode: Mode) -> Plan:
    return Plan(list(stages), (MODEL, DATA))


def average_inverse_weights(model: Model) -> None:
    """Average dof_invweight0 over the axes of free and ball joints; bodies that only slide are set by their mass."""
    for kind, address in zip(model.jnt_type.tolist(), model.jnt_dofadr.tolist(), strict=True):
        for first in range(address, address + JOINT_DOFS[JointType(kind)], 3):
            if kind in (JointType.FREE, JointType.BALL):
                block = model.dof_invweight0[first : first + 3]
                block[:] = (block[0] + block[1] + block[2]) / 3

    # bodies that only slide: all directions are as easy as those in which they can go, and armature does not count
    slides = model.body_simple == 2
    easy = 1 / np.maximum(MINVAL, model.body_mass)
    model.body_invweight0[slides, 0] = easy[slides]
    model.body_invweight0[slides, 1] = 0
    on_slides = slides[model.dof_bodyid]
    model.dof_invweight0[on_slides] = easy[model.dof_bodyid][on_slides]


def set_camera_constants(model: Model, data: Data) -> None:
    """Set where cameras and lights are at qpos0, relative to their bodies and to what they follow."""
    for prefix, following, target in (
        ("cam", model.cam_bodyid, model.cam_targetbodyid),
        ("light", model.light_bodyid, model.light_targetbodyid),
    ):
        position = getattr(data, f"{prefix}_xpos")
        watched = np.where(target >= 0, target, following)
        setattr(model, f"{prefix}_pos0", position - data.xpos[following])
        setattr(model, f"{prefix}_poscom0", position - data.subtree_com[watched])
    model.cam_mat0 = data.cam_xmat
    model.light_dir0 = data.light_xdir


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


def set_spring_lengths(model: Model) -> None:
    """Set the rest length of tendon springs that have none written, -1, to that where joint springs are at rest."""
    open_ends = (model.tendon_lengthspring == -1).all(axis=1)
    if not open_ends.any():
        return
    data = Data(model)
    data.qpos = model.qpos_spring
    _plan(_spring_stages(model), kernel_mode()).run(model, data, 1)
    model.tendon_lengthspring[open_ends] = data.ten_length[open_ends, None]


def _spring_stages(model: Model) -> tuple[Stage, ...]:
    frames = ((place_geoms, model.ngeom), (place_sites, model.nsite))
    return (place_bodies, *(stage for stage, needed in frames if needed), com_pos, tendon)
