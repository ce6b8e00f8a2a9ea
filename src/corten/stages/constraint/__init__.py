"""Constraints as one problem: rows of equalities, friction loss, limits and contacts, in MuJoCo's order."""

import numpy as np

from corten.enums import DisableBit, EnableBit, EqualityType, Integrator
from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.collision import foresees, may_touch
from corten.stages.constraint.contact import contact_rows, forest_contact_rows, tree_contact_rows
from corten.stages.constraint.contact_impedance import contact_impedance, folded_contact_impedance
from corten.stages.constraint.diagonal import (
    approximate_diagonal,
    correct_diagonal,
    exact_diagonal,
    exact_metric_diagonal,
)
from corten.stages.constraint.equality import equality_rows
from corten.stages.constraint.friction_loss import dof_friction_rows, tendon_friction_rows
from corten.stages.constraint.impedance import folded_impedance, impedance
from corten.stages.constraint.inverse import inverse_constraint
from corten.stages.constraint.limit import joint_limit_rows, tendon_limit_rows
from corten.stages.constraint.moving_frame import subtract_folded_rate, subtract_jacobian_rate
from corten.stages.constraint.reference import folded_reference, reference_constraint, row_velocity, tree_reference
from corten.stages.constraint.row import check_rows, clear_rows
from corten.stages.constraint.single_island import single_island
from corten.stages.constraint.sleep import remove_sleeping_rows, wake_by_equality
from corten.stages.constraint.speculative import effective_distances
from corten.stages.constraint.tree_rows import has_forest, has_tree_rows, tree_rows
from corten.stages.constraint.wrench import contact_wrenches, equality_wrenches
from corten.stages.sleep import for_sleep
from corten.stages.wing import wing

__all__ = [
    "approximate_diagonal",
    "block_stages",
    "check_rows",
    "clear_rows",
    "constraint_stages",
    "contact_impedance",
    "contact_rows",
    "contact_wrenches",
    "correct_diagonal",
    "dof_friction_rows",
    "effective_distances",
    "equality_rows",
    "equality_wrenches",
    "exact_diagonal",
    "exact_metric_diagonal",
    "folded_contact_impedance",
    "folded_impedance",
    "folded_reference",
    "folded_stages",
    "forest_contact_rows",
    "has_forest",
    "has_tree_rows",
    "impedance",
    "inverse_constraint",
    "joint_limit_rows",
    "may_have_rows",
    "reference_constraint",
    "reference_stages",
    "row_velocity",
    "single_island",
    "subtract_folded_rate",
    "subtract_jacobian_rate",
    "tendon_friction_rows",
    "tendon_limit_rows",
    "tree_contact_rows",
    "tree_reference",
    "tree_rows",
    "wrench_stages",
]


def constraint_stages(model: Model) -> list[Stage]:
    """Return the stages that make the rows, after those of kinematics, collision and the factored mass matrix.

    A kind of row that the model cannot have, by its counts and flags, has no stage.
    """
    rows = _row_stages(model)
    begin = [*for_sleep(model, *([wake_by_equality] if model.neq else [])), clear_rows]
    if not rows:
        return begin if model.nv else []
    # contacts come last and sleep by themselves: those of sleeping trees were not found
    contacts = [_contact_stage(model) for row in rows if row is contact_rows]
    if contacts:
        contacts = [*wing().before_contact_rows(model), *contacts]
    if contacts and foresees(model):
        contacts = [effective_distances, *contacts]
    others = [row for row in rows if row is not contact_rows]
    again = wing().rows_after_sleep(model) if _has_equalities(model) else []
    rows = [*others, *for_sleep(model, remove_sleeping_rows, *again), *contacts]
    # in the effective metric they wait for it
    if model.opt_integrator == Integrator.DISCRETE:
        return [*begin, *rows, check_rows]
    exact = model.opt_enableflags & EnableBit.DIAGEXACT
    diagonal = [exact_diagonal] if exact else _approximate_stages(model)
    impedances = [contact_impedance, impedance] if contacts else [impedance]
    soft = wing().response_stages(model) if _has_equalities(model) else []
    return [*begin, *rows, check_rows, *block_stages(model), *diagonal, *impedances, *soft]


def block_stages(model: Model) -> list[Stage]:
    """Return the stages that write the rows in blocks, where they are wanted so before the solver begins."""
    return [single_island, tree_rows] if has_tree_rows(model) else []


def reference_stages(model: Model) -> list[Stage]:
    """Return the stages that compute what the rows ask for, after those of velocity; that waits for the metric too."""
    if not may_have_rows(model):
        return []
    if model.opt_integrator == Integrator.DISCRETE:
        return [row_velocity]
    reference = tree_reference if has_tree_rows(model) else reference_constraint
    return [reference, *([subtract_jacobian_rate] if _has_connect_or_weld(model) else [])]


def folded_stages(model: Model) -> list[Stage]:
    """Return the stages that finish the rows of a step by DISCRETE, after those of the effective metric."""
    if not may_have_rows(model) or model.opt_integrator != Integrator.DISCRETE:
        return []
    exact = model.opt_enableflags & EnableBit.DIAGEXACT
    diagonal = [exact_metric_diagonal] if exact else [*_approximate_stages(model), correct_diagonal]
    rates = [subtract_folded_rate] if _has_connect_or_weld(model) else []
    contacts = [folded_contact_impedance] if contact_rows in _row_stages(model) else []
    soft, end = [], []
    if _has_equalities(model):
        soft, end = wing().response_stages(model), wing().reference_stages(model)
    return [*diagonal, *contacts, folded_impedance, *soft, folded_reference, *rates, *end]


def may_have_rows(model: Model) -> bool:
    """Tell whether a model can have constraints at all."""
    return bool(_row_stages(model))


def wrench_stages(model: Model) -> list[Stage]:
    """Return the stages that add the forces of solved constraints to those on each body."""
    rows = _row_stages(model)
    contact = [contact_wrenches] if contact_rows in rows else []
    return contact + ([equality_wrenches] if _has_connect_or_weld(model) else [])


def _row_stages(model: Model) -> list[Stage]:
    """Return the stages of all kinds of rows that the model can have, in the order of the rows."""
    if not model.nv or _disabled(model, DisableBit.CONSTRAINT):
        return []
    equality = model.neq and not _disabled(model, DisableBit.EQUALITY)
    friction = not _disabled(model, DisableBit.FRICTIONLOSS)
    limit = not _disabled(model, DisableBit.LIMIT)
    contact = may_touch(model) and not _disabled(model, DisableBit.CONTACT)
    kinds = (
        (_equality_stage(model), equality),
        (dof_friction_rows, friction),
        (tendon_friction_rows, friction and model.ntendon),
        (joint_limit_rows, limit and model.njnt),
        (tendon_limit_rows, limit and model.ntendon),
        (contact_rows, contact),
    )
    return [stage for stage, wanted in kinds if wanted]


def _equality_stage(model: Model) -> Stage:
    """Return the stage of equalities: one that knows no more of deformables than the model needs."""
    return wing().equality_rows(model) or equality_rows


def _contact_stage(model: Model) -> Stage:
    """Return the stage of contacts: one without their Jacobian in lanes, if nothing but `tree_rows` reads that."""
    of_wing = wing().contact_rows(model)
    if of_wing is not None:
        return of_wing
    if has_forest(model):
        return forest_contact_rows
    wanted = model.opt_enableflags & (EnableBit.DIAGEXACT | EnableBit.FWDINV) or model.opt_noslip_iterations > 0
    return tree_contact_rows if has_tree_rows(model) and not wanted else contact_rows


def _approximate_stages(model: Model) -> list[Stage]:
    """Return the stages that take the diagonal from what it was at qpos0."""
    rows = _row_stages(model)
    return [approximate_diagonal, *wing().diagonal_stages(model, _has_equalities(model), contact_rows in rows)]


def _has_connect_or_weld(model: Model) -> bool:
    """Tell whether there are connects or welds among the rows."""
    return _has_equalities(model) and bool(np.any(model.eq_type <= EqualityType.WELD))


def _has_equalities(model: Model) -> bool:
    """Tell whether there may be rows of equalities."""
    rows = _row_stages(model)
    return _equality_stage(model) in rows


def _disabled(model: Model, bit: DisableBit) -> bool:
    return bool(model.opt_disableflags & bit)
