"""What the movement of bodies does to the length of a straight piece between two of them."""

from corten.math import vector3
from corten.math.vector3 import load3
from corten.runtime import helper
from corten.stages.tree.dof_chain import last_dof


@helper
def add_segment(m, d, row, scale, from_body, to_body, ends):
    """Add the gradient of a piece's length, times a scale, to a row of the tendons' Jacobian."""
    if from_body != to_body:
        direction, _ = vector3.normalize(vector3.sub(ends[1], ends[0]))
        add_end(m, d, row, to_body, ends[1], vector3.scale(direction, scale))
        add_end(m, d, row, from_body, ends[0], vector3.scale(direction, -scale))


@helper
def add_end(m, d, row, body, point, pull):
    """Add pull . (velocity of a point of a body by each dof) to a row; the row holds all dofs above that body."""
    parentid, colind, value, cdof = m.dof_parentid, m.ten_J_colind, d.ten_J_value, d.cdof

    dof = last_dof(m, body)
    offset = vector3.sub(point, load3(d.subtree_com, m.body_rootid[body]))
    moment = vector3.cross(offset, pull)

    # both the dofs of the path and those of the row are met from the last to the first
    entry = m.ten_J_rowadr[row] + m.ten_J_rownnz[row] - 1
    while dof >= 0:
        while colind[entry] != dof:
            entry -= 1
        turn = (cdof[dof, 0], cdof[dof, 1], cdof[dof, 2])
        slide = (cdof[dof, 3], cdof[dof, 4], cdof[dof, 5])
        value[entry] += vector3.dot(turn, moment) + vector3.dot(slide, pull)
        dof = parentid[dof]
