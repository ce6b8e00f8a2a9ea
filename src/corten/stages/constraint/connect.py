"""Connect: a point of one body and a point of another stay together, as a ball joint would hold them."""

from corten.enums import ConstraintType
from corten.math import vector3
from corten.runtime import helper
from corten.stages.constraint.anchors import equality_bodies, equality_points
from corten.stages.constraint.chain import fill_difference
from corten.stages.constraint.row import add_rows, drop_empty_rows, set_row
from corten.stages.tree.dof_chain import count_chain


@helper
def add_connect(m, d, i):
    """Add three rows for equality i: point 1 less point 2."""
    bodies = equality_bodies(m, i)
    nnz = count_chain(m, bodies[0], bodies[1], True)
    row, entry = add_rows(d, 3, nnz)
    if row >= 0:
        points = equality_points(m, d, i)
        error = vector3.sub(points[0], points[1])
        fill_difference(m, d, (entry, nnz), bodies, points, 3)
        set_three_rows(d, row, i, (entry, nnz), error)
        drop_empty_rows(m, d, row, 3)


@helper
def set_three_rows(d, row, i, entries, error):
    """Describe three rows of equality i, whose positions are the components of an error."""
    owner = (ConstraintType.EQUALITY, i)
    set_row(d, row, owner, entries, (error[0], 0.0, 0.0))
    set_row(d, row + 1, owner, (entries[0] + entries[1], entries[1]), (error[1], 0.0, 0.0))
    set_row(d, row + 2, owner, (entries[0] + 2 * entries[1], entries[1]), (error[2], 0.0, 0.0))
