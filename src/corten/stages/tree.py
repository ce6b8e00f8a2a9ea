"""The kinematic tree as several stages use it: the dofs that move a body, and forces on bodies as forces on dofs."""

from corten.math import spatial, vector3
from corten.math.spatial import load6, store6
from corten.runtime import FloatArray, IntArray, Vec3, Vec6, helper

# ---- forces on bodies and what they do to the dofs: six numbers (torque, force) about the centre of mass of the tree
# All bodies of a tree share that point, so wrenches add up without being shifted, and one pass from the leaves to the
# root serves all of them: the work grows with the number of bodies, not with the sum of their depths


@helper
def wrench_at(torque: Vec3, force: Vec3, point: Vec3, com: Vec3) -> Vec6:
    """Return the wrench about `com` of a torque and of a force that acts at `point`."""
    return spatial.shift_force(spatial.join(torque, force), vector3.sub(com, point))


@helper
def gather_wrenches(wrench: FloatArray, parentid: IntArray, nbody: int) -> None:
    """Add the wrench of every body to those of its ancestors; the world keeps its own."""
    for b in range(nbody - 1, 0, -1):
        parent = parentid[b]
        if parent > 0:
            store6(wrench, parent, spatial.add6(load6(wrench, parent), load6(wrench, b)))


@helper
def dof_force(cdof: FloatArray, wrench: FloatArray, dof: int, body: int) -> float:
    """Return the force on a dof of a body that carries gathered wrenches."""
    return spatial.dot6(load6(cdof, dof), load6(wrench, body))


# ---- dofs that move a body: its chain, from the last one up to the root by `dof_parentid`


@helper
def last_dof(m, body: int) -> int:
    """Return the last dof that moves a body, -1 for none."""
    weld = m.body_weldid[body]
    return m.body_dofadr[weld] + m.body_dofnum[weld] - 1 if m.body_dofnum[weld] > 0 else -1


@helper
def count_chain(m, body1: int, body2: int, common: bool) -> int:
    """Return how many dofs move one of two bodies; those that move both count if `common` is true."""
    parent = m.dof_parentid
    a = last_dof(m, body1)
    b = last_dof(m, body2)
    count = 0
    while a >= 0 or b >= 0:
        if a == b and not common:
            return count
        top = max(a, b)
        a = parent[top] if a == top else a
        b = parent[top] if b == top else b
        count += 1
    return count
