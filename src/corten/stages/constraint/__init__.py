"""Constraints as one problem: rows of equalities, friction loss, limits and contacts, in MuJoCo's order."""

from enum import Enum, auto

import numpy as np

from corten.enums import DisableBit, EnableBit, EqualityType, Integrator, TransmissionType
from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.collision import has_speculative_contacts, may_touch
from corten.stages.constraint.block_rows import has_lane_islands, has_single_tree, single_tree_rows
from corten.stages.constraint.body_rows import (
    body_row_reference,
    body_rows,
    complete_jacobian,
    jacobian_of_readers,
)
from corten.stages.constraint.contact import (
    block_contact_rows,
    body_contact_rows,
    contact_rows,
    effective_distances,
    lanes_contact_rows,
)
from corten.stages.constraint.diagonal import (
    approximate_diagonal,
    correct_diagonal,
    exact_diagonal,
    exact_metric_diagonal,
)
from corten.stages.constraint.equality import equality_rows
from corten.stages.constraint.impedance import (
    contact_impedance,
    discrete_contact_impedance,
    discrete_impedance,
    impedance,
)
from corten.stages.constraint.island import single_island
from corten.stages.constraint.limit import dof_friction_rows, joint_limit_rows, tendon_friction_rows, tendon_limit_rows
from corten.stages.constraint.reference import (
    discrete_reference,
    reference_constraint,
    reference_lanes,
    row_velocity,
    single_tree_reference,
    subtract_discrete_rate,
    subtract_jacobian_rate,
)
from corten.stages.constraint.row import check_rows, clear_rows
from corten.stages.constraint.sleeping_rows import remove_sleeping_rows, wake_by_equality
from corten.stages.constraint.update import inverse_constraint
from corten.stages.constraint.wrench import contact_wrenches, equality_wrenches
from corten.stages.inertia import has_long_single_tree
from corten.stages.sleep import for_sleep
from corten.stages.variants import Variant, Variants, always
from corten.stages.wing import wing

__all__ = [
    "CONTACT_ROWS",
    "EQUALITY_ROWS",
    "REFERENCE",
    "approximate_diagonal",
    "block_contact_rows",
    "block_stages",
    "body_contact_rows",
    "body_row_reference",
    "body_rows",
    "check_rows",
    "clear_rows",
    "complete_jacobian",
    "constraint_stages",
    "contact_impedance",
    "contact_rows",
    "contact_wrenches",
    "correct_diagonal",
    "discrete_contact_impedance",
    "discrete_impedance",
    "discrete_reference",
    "discrete_row_stages",
    "dof_friction_rows",
    "effective_distances",
    "equality_rows",
    "equality_wrenches",
    "exact_diagonal",
    "exact_metric_diagonal",
    "has_lane_islands",
    "has_single_tree",
    "impedance",
    "inverse_constraint",
    "jacobian_of_readers",
    "joint_limit_rows",
    "lanes_contact_rows",
    "may_have_rows",
    "reference_constraint",
    "reference_lanes",
    "reference_stages",
    "row_velocity",
    "single_island",
    "single_tree_reference",
    "single_tree_rows",
    "subtract_discrete_rate",
    "subtract_jacobian_rate",
    "tendon_friction_rows",
    "tendon_limit_rows",
    "whole_jacobian_stages",
    "wrench_stages",
]


class Rows(Enum):
    """The kinds of rows, in their order."""

    EQUALITY = auto()
    DOF_FRICTION = auto()
    TENDON_FRICTION = auto()
    JOINT_LIMIT = auto()
    TENDON_LIMIT = auto()
    CONTACT = auto()


def _reads_jacobian_in_blocks(model: Model) -> bool:
    """Tell whether nothing reads the Jacobian of contacts but what writes rows in blocks."""
    others = model.opt_enableflags & (EnableBit.DIAGEXACT | EnableBit.FWDINV) or model.opt_noslip_iterations > 0
    # actuators that pull on a body act along the rows of its contacts
    others = others or np.any(model.actuator_trntype == TransmissionType.BODY)
    return (has_single_tree(model) or has_lane_islands(model)) and not others


EQUALITY_ROWS = Variants(
    "rows of equalities",
    Variant((equality_rows,), always, "equalities of bodies, joints and tendons only"),
    of_wing=lambda: wing().equality_rows,
)

CONTACT_ROWS = Variants(
    "rows of contacts",
    Variant((block_contact_rows,), _reads_jacobian_in_blocks, "in lanes the Jacobian is written in blocks at once"),
    Variant((lanes_contact_rows,), has_lane_islands, "notes what environments of a batch are sorted by"),
    Variant((body_contact_rows,), has_long_single_tree, "rows of a long tree are wrenches on bodies"),
    Variant((contact_rows,), always, "any model"),
    of_wing=lambda: wing().contact_rows,
)

REFERENCE = Variants(
    "reference accelerations",
    Variant((single_tree_reference,), has_single_tree, "the rows of a single tree are in blocks"),
    Variant((reference_lanes,), has_lane_islands, "rows of contacts are read from the motions of bodies"),
    Variant((body_row_reference,), has_long_single_tree, "rows of a long tree are wrenches on bodies"),
    Variant((reference_constraint,), always, "sparse rows"),
)


def with_sparse_jacobian(stages: list[Stage]) -> list[Stage]:
    """Return stages whose contact rows are in the sparse Jacobian in lanes, too, for those that read it there."""
    return [contact_rows if stage is block_contact_rows else stage for stage in stages]


def constraint_stages(model: Model) -> list[Stage]:
    """Return the stages that make the rows, after those of kinematics, collision and the factored mass matrix.

    A kind of row that the model cannot have, by its counts and flags, has no stage.
    """
    rows = _row_stages(model)
    begin = [*for_sleep(model, *([wake_by_equality] if model.neq else [])), clear_rows]
    if not rows:
        return begin if model.nv else []
    # contacts come last and sleep by themselves: those of sleeping trees were not found
    others = [stage for kind, stage in rows.items() if kind is not Rows.CONTACT]
    again = wing().rows_after_sleep(model) if Rows.EQUALITY in rows else []
    made = [*others, *for_sleep(model, remove_sleeping_rows, *again), *_contact_stages(model, rows)]
    # in the effective metric they wait for it
    if model.opt_integrator == Integrator.DISCRETE:
        return [*begin, *made, check_rows]
    exact = model.opt_enableflags & EnableBit.DIAGEXACT
    diagonal = [exact_diagonal] if exact else _approximate_stages(model)
    impedances = [contact_impedance, impedance] if Rows.CONTACT in rows else [impedance]
    soft = wing().response_stages(model) if Rows.EQUALITY in rows else []
    alone = [body_rows, jacobian_of_readers] if has_long_single_tree(model) else []
    return [*begin, *made, check_rows, *alone, *block_stages(model), *diagonal, *impedances, *soft]


def whole_jacobian_stages(model: Model) -> list[Stage]:
    """Return the stage after which the Jacobian is there where rows were made without it."""
    return [complete_jacobian] if may_have_rows(model) and has_long_single_tree(model) else []


def block_stages(model: Model) -> list[Stage]:
    """Return the stages that write the rows in blocks, where they are wanted so before the solver begins."""
    return [single_island, single_tree_rows] if has_single_tree(model) else []


def reference_stages(model: Model) -> list[Stage]:
    """Return the stages that compute what the rows ask for, after those of velocity; that waits for the metric too."""
    if not may_have_rows(model):
        return []
    if model.opt_integrator == Integrator.DISCRETE:
        return [row_velocity]
    return [*REFERENCE.pick(model).stages, *([subtract_jacobian_rate] if _has_connect_or_weld(model) else [])]


def discrete_row_stages(model: Model) -> list[Stage]:
    """Return the stages that finish the rows of a step by DISCRETE, after those of the effective metric."""
    if not may_have_rows(model) or model.opt_integrator != Integrator.DISCRETE:
        return []
    exact = model.opt_enableflags & EnableBit.DIAGEXACT
    diagonal = [exact_metric_diagonal] if exact else [*_approximate_stages(model), correct_diagonal]
    rates = [subtract_discrete_rate] if _has_connect_or_weld(model) else []
    contacts = [discrete_contact_impedance] if Rows.CONTACT in _row_stages(model) else []
    soft, end = [], []
    if Rows.EQUALITY in _row_stages(model):
        soft, end = wing().response_stages(model), wing().reference_stages(model)
    return [*diagonal, *contacts, discrete_impedance, *soft, discrete_reference, *rates, *end]


def may_have_rows(model: Model) -> bool:
    """Tell whether a model can have constraints at all."""
    return bool(_row_stages(model))


def wrench_stages(model: Model) -> list[Stage]:
    """Return the stages that add the forces of solved constraints to those on each body."""
    contact = [contact_wrenches] if Rows.CONTACT in _row_stages(model) else []
    return contact + ([equality_wrenches] if _has_connect_or_weld(model) else [])


def _row_stages(model: Model) -> dict[Rows, Stage]:
    """Return the stage of each kind of rows that the model can have, in the order of the rows."""
    if not model.nv or _disabled(model, DisableBit.CONSTRAINT):
        return {}
    equality = model.neq and not _disabled(model, DisableBit.EQUALITY)
    friction = not _disabled(model, DisableBit.FRICTIONLOSS)
    limit = not _disabled(model, DisableBit.LIMIT)
    contact = may_touch(model) and not _disabled(model, DisableBit.CONTACT)
    kinds = (
        (Rows.EQUALITY, *EQUALITY_ROWS.pick(model).stages, equality),
        (Rows.DOF_FRICTION, dof_friction_rows, friction),
        (Rows.TENDON_FRICTION, tendon_friction_rows, friction and model.ntendon),
        (Rows.JOINT_LIMIT, joint_limit_rows, limit and model.njnt),
        (Rows.TENDON_LIMIT, tendon_limit_rows, limit and model.ntendon),
        (Rows.CONTACT, *CONTACT_ROWS.pick(model).stages, contact),
    )
    return {kind: stage for kind, stage, wanted in kinds if wanted}


def _contact_stages(model: Model, rows: dict[Rows, Stage]) -> list[Stage]:
    """Return the stages that make contacts into rows, and what looks at them before."""
    if Rows.CONTACT not in rows:
        return []
    return [
        *([effective_distances] if has_speculative_contacts(model) else []),
        *wing().before_contact_rows(model),
        rows[Rows.CONTACT],
    ]


def _approximate_stages(model: Model) -> list[Stage]:
    """Return the stages that take the diagonal from what it was at qpos0."""
    rows = _row_stages(model)
    return [approximate_diagonal, *wing().diagonal_stages(model, Rows.EQUALITY in rows, Rows.CONTACT in rows)]


def _has_connect_or_weld(model: Model) -> bool:
    """Tell whether there are connects or welds among the rows."""
    return Rows.EQUALITY in _row_stages(model) and bool(np.any(model.eq_type <= EqualityType.WELD))


def _disabled(model: Model, bit: DisableBit) -> bool:
    return bool(model.opt_disableflags & bit)
