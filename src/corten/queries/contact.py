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
    result, row, dim = np.zeros(6), int(data.contact_efc_address[contact]), int(data.contact_dim[contact])
    if row < 0:
        return result
    if data.efc_type[row] == ConstraintType.CONTACT_PYRAMIDAL:
        edges = data.efc_force[row : row + 2 * (dim - 1)].reshape(dim - 1, 2)
        result[0] = edges.sum()
        result[1:dim] = (edges[:, 0] - edges[:, 1]) * data.contact_friction[contact, : dim - 1]
    else:
        result[:dim] = data.efc_force[row : row + dim]
    result[0] -= data.contact_adhesion[contact]
    return result
