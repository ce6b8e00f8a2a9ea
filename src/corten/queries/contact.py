"""Contacts after forward dynamics: the force that each of them gives."""

import numpy as np

from corten.data import Data
from corten.data.pair import check_pair
from corten.enums import ConstraintType
from corten.model import Model


def contact_force(model: Model, data: Data, contact: int) -> np.ndarray:
    """Return force [N] and torque [N m] of a contact on its second geom, in the contact's frame: normal first.

    Zeros for a contact that gives none. Adhesion is part of it: the normal force is negative where it pulls.
    """
    check_pair(model, data)
    if not 0 <= contact < data.ncon:
        raise IndexError(f"contact {contact} does not exist; there are {data.ncon}")
    arrays, result = data._growing, np.zeros(6)
    row, dim = arrays["contact_efc_address"].item(contact), arrays["contact_dim"].item(contact)
    if row < 0:
        return result
    force = arrays["efc_force"]
    if arrays["efc_type"].item(row) == ConstraintType.CONTACT_PYRAMIDAL:
        edges = force[row : row + 2 * (dim - 1)]
        result[0] = edges.sum()
        result[1:dim] = (edges[::2] - edges[1::2]) * arrays["contact_friction"][contact, : dim - 1]
    else:
        result[:dim] = force[row : row + dim]
    result[0] -= arrays["contact_adhesion"].item(contact)
    return result
