"""Rows of the moment matrix of forces that act on two bodies."""

from corten.math import vector3
from corten.math.vector3 import load3
from corten.runtime import helper
from corten.stages.tree.dof_chain import count_chain, last_dof


@helper
def write_moment_row(m, d, first, bodies, points, forces, torques, common):
    """Write the generalized force of a wrench on each of two bodies, from entry `first` on; return its length.

    Points, forces and torques are in the world. Dofs that move both bodies are left out unless `common` is true.
    """
    moment, colind = d.moment, d.moment_colind
    offset0 = vector3.sub(points[0], load3(d.subtree_com, m.body_rootid[bodies[0]]))
    offset1 = vector3.sub(points[1], load3(d.subtree_com, m.body_rootid[bodies[1]]))
    turning0 = vector3.add(vector3.cross(offset0, forces[0]), torques[0])
    turning1 = vector3.add(vector3.cross(offset1, forces[1]), torques[1])

    # the dofs above both bodies are met from the last to the first
    count = count_chain(m, bodies[0], bodies[1], common)
    i, j = last_dof(m, bodies[0]), last_dof(m, bodies[1])
    for entry in range(first + count - 1, first - 1, -1):
        at = max(i, j)
        total = 0.0
        if i == at:
            total += dof_force(d.cdof, at, forces[0], turning0)
        if j == at:
            total += dof_force(d.cdof, at, forces[1], turning1)
        i = m.dof_parentid[at] if i == at else i
        j = m.dof_parentid[at] if j == at else j
        moment[entry] = total
        colind[entry] = at
    return count


@helper
def dof_force(cdof, dof, force, turning):
    """Return what a force, and a torque about the tree's centre of mass, do along a dof."""
    turn = (cdof[dof, 0], cdof[dof, 1], cdof[dof, 2])
    slide = (cdof[dof, 3], cdof[dof, 4], cdof[dof, 5])
    return vector3.dot(turn, turning) + vector3.dot(slide, force)
