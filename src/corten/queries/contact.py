"""Contacts after forward dynamics: the force that each of them gives."""

import operator
from typing import Any

import numpy as np
from numpy import empty

from corten.data import DATA, Data
from corten.data.query import DataQuery
from corten.enums import ConstraintType
from corten.model import Model
from corten.runtime import FloatArray, helper, stage
from corten.runtime.fields import F8, I4, Field
from corten.runtime.parameters import array
from corten.runtime.query import query_layout

# what the force of a contact follows from
SOURCES = (
    "ncon",
    "contact_efc_address",
    "contact_dim",
    "contact_friction",
    "contact_adhesion",
    "efc_type",
    "efc_force",
)

FORCE = query_layout(
    "ContactForce",
    "corten.queries.contact:FORCE",
    (
        Field("contact", I4, (), "number of the contact"),
        array("force", F8, (6,), "force and torque on the second geom"),
    ),
    DATA,
    SOURCES,
)


@stage
def find_contact_force(m, d) -> int:
    """Compute the force of a contact in its frame; the status is 1 if there is no such contact."""
    if d.contact < 0 or d.contact >= d.ncon:
        return 1
    read_contact_force(d, d.contact, d.force)
    return 0


@helper
def read_contact_force(d, i: int, force: FloatArray) -> None:
    """Write the force of a contact that there is."""
    given, friction = d.efc_force, d.contact_friction

    for k in range(6):
        force[k] = 0.0
    row, dim = d.contact_efc_address[i], d.contact_dim[i]
    if row < 0:
        return
    if d.efc_type[row] == ConstraintType.CONTACT_PYRAMIDAL:
        # opposite edges of the pyramid add up along the normal
        for k in range(dim - 1):
            first, second = given[row + 2 * k], given[row + 2 * k + 1]
            force[0] += first + second
            force[k + 1] = (first - second) * friction[i, k]
    else:
        for k in range(dim):
            force[k] = given[row + k]
    force[0] -= d.contact_adhesion[i]


class ContactForce(DataQuery):
    """The force of one contact."""

    layout, stages = FORCE, (find_contact_force,)
    arguments, results = ("contact",), ("force",)

    @classmethod
    def convert(cls, model: Model, owner: Data, values: tuple[Any, ...]) -> tuple[Any, ...]:
        number = operator.index(values[0])
        if not 0 <= number < owner.ncon:
            raise IndexError(f"contact {number} does not exist; there are {owner.ncon}")
        return (number,)


def contact_force(model: Model, data: Data, contact: int, *, out: np.ndarray | None = None) -> np.ndarray:
    """Return force [N] and torque [N m] of a contact on its second geom, in the contact's frame: normal first.

    Zeros for a contact that gives none. Adhesion is part of it: the normal force is negative where it pulls.
    """
    try:
        force = empty(6) if out is None else out
        if data._attached[ContactForce](model, contact, force) == 0:
            return force
    except (AttributeError, KeyError):
        pass
    return ContactForce.answer(model, data, (contact,), out)
