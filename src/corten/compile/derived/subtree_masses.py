"""Masses of bodies and of what hangs on them."""

from corten.runtime import stage


@stage
def subtree_masses(m, d):
    """Add up the mass of each body and of all its descendants, from the leaves inwards.

    reads:  m.body_mass m.body_parentid
    writes: m.body_subtreemass
    """
    total, parentid = m.body_subtreemass, m.body_parentid

    for b in range(m.nbody):
        total[b] = m.body_mass[b]
    for b in range(m.nbody - 1, 0, -1):
        total[parentid[b]] += total[b]
