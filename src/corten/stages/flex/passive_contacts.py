"""Which flexes have passive contacts, and how the rows of these follow each other in memory.

A row of efm_con_ind has the number of its dofs, its contact and its dofs; one of efm_con_val has h^2 stiffness, force
and the Jacobian. The next row begins right behind it.
"""

import numpy as np
from numpy.typing import NDArray

from corten.model import Model

# numbers that a row has besides one for each dof
HEAD = 2


def passive_flexes(model: Model) -> NDArray[np.bool_]:
    """Tell of which flexes contacts are passive; those of lines and of rigid flexes never are."""
    return (model.flex_passive != 0) & ~model.flex_rigid & (model.flex_dim > 1)


def has_passive_contacts(model: Model) -> bool:
    """Tell whether contacts of some flex are passive."""
    return bool(passive_flexes(model).any())
