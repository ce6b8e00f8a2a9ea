"""Contacts after forward dynamics: the force that each of them gives."""

import operator

import numpy as np
from numpy.typing import NDArray

from corten.data import Data
from corten.data.pair import check_pair, refuse_arguments
from corten.enums import ConstraintType
from corten.model import Model
from corten.queries.question import Question, question_layout
from corten.runtime import stage
from corten.runtime.fields import F8, I4, Field

# what an int of 32 bits can hold
MOST_CONTACTS = 2**31 - 1

FORCE = question_layout(
    "ContactForceQuestion",
    (
        "ncon",
        "contact_efc_address",
        "contact_dim",
        "contact_friction",
        "contact_adhesion",
        "efc_type",
        "efc_force",
    ),
    (
        Field("contact", I4, (), "number of the contact"),
        Field("force", F8, (6,), "force and torque on the second geom"),
    ),
    "corten.queries.contact:FORCE",
)


@stage
def find_contact_force(m, d) -> int:
    """Compute the force of a contact in its frame; the status is 1 if there is no such contact."""
    force, given, friction = d.force, d.efc_force, d.contact_friction
    i = d.contact

    if i < 0 or i >= d.ncon:
        return 1
    for k in range(6):
        force[k] = 0.0
    row, dim = d.contact_efc_address[i], d.contact_dim[i]
    if row < 0:
        return 0
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
    return 0


class ContactForceQuestion(Question):
    """Which contact, and its force."""

    layout = FORCE
    stage = find_contact_force

    force: NDArray[np.float64]


def contact_force(model: Model, data: Data, contact: int) -> np.ndarray:
    """Return force [N] and torque [N m] of a contact on its second geom, in the contact's frame: normal first.

    Zeros for a contact that gives none. Adhesion is part of it: the normal force is negative where it pulls.
    """
    try:
        own = data.model is model
    except AttributeError:
        refuse_arguments(model, data)
    if not own:
        check_pair(model, data)
    number, known = operator.index(contact), data._attached
    question = known.pop(ContactForceQuestion, None) or ContactForceQuestion(data)
    # a number that no int of the question holds is that of no contact either
    question._views["contact"][()] = number if -1 <= number <= MOST_CONTACTS else -1
    if question.ask() if own else question.ask_of(model):
        raise IndexError(f"contact {number} does not exist; there are {data.ncon}")
    force = question.force.copy()
    known[ContactForceQuestion] = question
    return force
