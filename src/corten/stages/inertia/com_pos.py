"""Centres of mass, and inertias and motion axes about the centre of mass of each tree."""

from corten.constants import MINVAL
from corten.enums import JointType
from corten.math import vector3
from corten.math.matrix3 import load9
from corten.math.spatial import hinge_motion, inertia_com, slide_motion, store6, store10
from corten.math.vector3 import load3, store3
from corten.runtime import helper, stage


@stage
def com_pos(m, d) -> None:
    """Compute subtree centres of mass, and cinert and cdof about the one of the whole tree."""
    rootid, mass, inertia = m.body_rootid, m.body_mass, m.body_inertia
    xipos, ximat, cinert, subtree_com = d.xipos, d.ximat, d.cinert, d.subtree_com

    place_subtree_com(m, d)

    # the world neither moves nor weighs
    store10(cinert, 0, (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    for b in range(1, m.nbody):
        offset = vector3.sub(load3(xipos, b), load3(subtree_com, rootid[b]))
        store10(cinert, b, inertia_com(load3(inertia, b), load9(ximat, b), offset, mass[b]))

    for j in range(m.njnt):
        place_motion_axes(m, d, j)


@helper
def place_subtree_com(m, d) -> None:
    """Compute the centre of mass of every subtree: first moments, summed towards the root, over masses."""
    parentid, mass, subtreemass = m.body_parentid, m.body_mass, m.body_subtreemass
    xipos, subtree_com = d.xipos, d.subtree_com

    for b in range(m.nbody):
        store3(subtree_com, b, vector3.scale(load3(xipos, b), mass[b]))
    for b in range(m.nbody - 1, 0, -1):
        parent = parentid[b]
        store3(subtree_com, parent, vector3.add(load3(subtree_com, parent), load3(subtree_com, b)))

    # massless subtrees have no centre of mass and take that of the body
    for b in range(m.nbody):
        if subtreemass[b] < MINVAL:
            store3(subtree_com, b, load3(xipos, b))
        else:
            store3(subtree_com, b, vector3.scale(load3(subtree_com, b), 1.0 / subtreemass[b]))


@place_subtree_com.version(precision="float32")
def place_subtree_com_single(m, d) -> None:
    """Compute the same with moments about the position of each body, which are small however far the origin is.

    Those of the world are about the first body.
    """
    parentid, mass, subtreemass = m.body_parentid, m.body_mass, m.body_subtreemass
    xipos, subtree_com = d.xipos, d.subtree_com

    first = min(1, m.nbody - 1)
    store3(subtree_com, 0, vector3.scale(vector3.sub(load3(xipos, 0), load3(xipos, first)), mass[0]))
    for b in range(1, m.nbody):
        store3(subtree_com, b, (0.0, 0.0, 0.0))
    for b in range(m.nbody - 1, 0, -1):
        parent = parentid[b]
        offset = vector3.sub(load3(xipos, b), load3(xipos, max(parent, first)))
        moment = vector3.add(load3(subtree_com, b), vector3.scale(offset, subtreemass[b]))
        store3(subtree_com, parent, vector3.add(load3(subtree_com, parent), moment))

    for b in range(m.nbody):
        if subtreemass[b] < MINVAL:
            store3(subtree_com, b, load3(xipos, b))
        else:
            offset = vector3.scale(load3(subtree_com, b), 1.0 / subtreemass[b])
            store3(subtree_com, b, vector3.add(load3(xipos, max(b, first)), offset))


@helper
def place_motion_axes(m, d, j: int) -> None:
    """Write the rows of cdof that belong to joint j."""
    cdof, xmat = d.cdof, d.xmat
    kind, dof, b = m.jnt_type[j], m.jnt_dofadr[j], m.jnt_bodyid[j]
    axis = load3(d.xaxis, j)
    offset = vector3.sub(load3(d.subtree_com, m.body_rootid[b]), load3(d.xanchor, j))
    if kind == JointType.HINGE:
        store6(cdof, dof, hinge_motion(axis, offset))
    elif kind == JointType.SLIDE:
        store6(cdof, dof, slide_motion(axis))
    else:
        # free joints translate along the axes of the world ...
        if kind == JointType.FREE:
            store6(cdof, dof, slide_motion((1.0, 0.0, 0.0)))
            store6(cdof, dof + 1, slide_motion((0.0, 1.0, 0.0)))
            store6(cdof, dof + 2, slide_motion((0.0, 0.0, 1.0)))
            dof += 3

        # ... and like ball joints rotate about those of the body, the columns of its matrix
        for k in range(3):
            column = (xmat[b, k], xmat[b, k + 3], xmat[b, k + 6])
            store6(cdof, dof + k, hinge_motion(column, offset))
