"""Counts how often a matrix was singular, so that a pivot had to be raised to MINVAL."""

from corten.constants import MINVAL
from corten.enums import WarningType
from corten.runtime import helper, select

# inverse of the smallest pivot that factors have
LARGEST_INVERSE = 1.0 / MINVAL


@helper
def count_raised_pivots(m, d, diag_inv):
    """Count a WarningType.INERTIA if one of these inverse pivots was raised, with the last such dof."""
    last = -1
    for i in range(m.nv):
        last = select(diag_inv[i] >= LARGEST_INVERSE, i, last)
    count_singular(d, last)


@helper
def count_singular(d, dof):
    """Count a WarningType.INERTIA at a dof; -1 is none."""
    number, info = d.warning_number, d.warning_info

    number[WarningType.INERTIA] += select(dof >= 0, 1, 0)
    info[WarningType.INERTIA] = select(dof >= 0, dof, info[WarningType.INERTIA])
