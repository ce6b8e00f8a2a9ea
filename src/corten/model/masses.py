"""Masses of bodies and of what hangs on them."""

from corten.model.model import Model


def subtree_masses(model: Model) -> list[float]:
    """Return the mass of each body and all its descendants, as the masses are now [kg]."""
    total, parents = model.body_mass.tolist(), model.body_parentid.tolist()
    for body in range(model.nbody - 1, 0, -1):
        total[parents[body]] += total[body]
    return total
