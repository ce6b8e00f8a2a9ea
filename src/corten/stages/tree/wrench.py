"""Forces on bodies and what they do to the dofs: six numbers (torque, force) about the centre of mass of the tree.

All bodies of a tree share that point, so wrenches add up without being shifted, and one pass from the leaves to the
root serves all of them: the work grows with the number of bodies, not with the sum of their depths.
"""

from corten.math import spatial, vector3
from corten.math.spatial import load6, store6
from corten.runtime import helper


@helper
def wrench_at(torque, force, point, com):
    """Return the wrench about `com` of a torque and of a force that acts at `point`."""
    return spatial.shift_force(spatial.join(torque, force), vector3.sub(com, point))


@helper
def gather_wrenches(wrench, parentid, nbody):
    """Add the wrench of every body to those of its ancestors; the world keeps its own."""
    for b in range(nbody - 1, 0, -1):
        parent = parentid[b]
        if parent > 0:
            store6(wrench, parent, spatial.add6(load6(wrench, parent), load6(wrench, b)))


@helper
def dof_force(cdof, wrench, dof, body):
    """Return the force on a dof of a body that carries gathered wrenches."""
    return spatial.dot6(load6(cdof, dof), load6(wrench, body))
