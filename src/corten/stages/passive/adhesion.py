"""Adhesion: surfaces that attract each other where they touch, and across the gap."""

from corten.deformable.rows.rod_weights import entry_motion, next_dof
from corten.deformable.rows.weights import list_weights, start_chains
from corten.math import spatial, vector3
from corten.math.vector3 import load3
from corten.runtime import helper, stage
from corten.stages.constraint.row import motion_at, offset_of
from corten.stages.passive.passive import adhesion_acts
from corten.stages.tree import last_dof

# ContactExclude: above it a contact is left out for other reasons than the gap
IN_GAP = 1


@stage
def adhesion(m, d) -> None:
    """Compute the force of adhesion: every adhesive contact pulls its bodies together along the normal.

    The reference acceleration of the contact is shifted by as much, so that surfaces that touch are not pressed into
    each other.
    """
    geom, bodyid, pull, exclude = d.contact_geom, m.geom_bodyid, d.contact_adhesion, d.contact_exclude

    for i in range(m.nv):
        d.qfrc_adhesion[i] = 0.0
    if adhesion_acts(m):
        for c in range(d.ncon):
            if pull[c] != 0.0 and exclude[c] <= IN_GAP:
                if geom[c, 1] >= 0:
                    add_pull(m, d, c, bodyid[geom[c, 0]], bodyid[geom[c, 1]])
                else:
                    add_flex_pull(m, d, c)


@helper
def add_flex_pull(m, d, c: int) -> None:
    """Add what the pull of contact c does to the dofs of the bodies that a geom and a flex move with there."""
    normal, point = (d.contact_frame[c, 0], d.contact_frame[c, 1], d.contact_frame[c, 2]), load3(d.contact_pos, c)
    list_weights(m, d, c)
    start_chains(m, d)
    for k in range(d.nweight):
        while d.weight_dof[k] >= 0:
            dof = d.weight_dof[k]
            slope = vector3.dot(normal, spatial.linear(entry_motion(m, d, k, dof, point)))
            d.qfrc_adhesion[dof] -= d.contact_adhesion[c] * slope
            d.weight_dof[k] = next_dof(m, d, k)


@helper
def add_pull(m, d, c: int, body1: int, body2: int) -> None:
    """Add what the pull of contact c does to the dofs that move its two bodies against each other."""
    parent, force, pull = m.dof_parentid, d.qfrc_adhesion, d.contact_adhesion[c]
    normal = d.contact_frame[c, 0], d.contact_frame[c, 1], d.contact_frame[c, 2]
    point = load3(d.contact_pos, c)
    offset1 = offset_of(m, d, body1, point)
    offset2 = offset_of(m, d, body2, point)

    a = last_dof(m, body1)
    b = last_dof(m, body2)
    while a != b:
        # a dof moves the body whose path it is on; those of both paths move none against the other
        if a > b:
            force[a] += pull * vector3.dot(normal, spatial.linear(motion_at(d, a, offset1)))
            a = parent[a]
        else:
            force[b] -= pull * vector3.dot(normal, spatial.linear(motion_at(d, b, offset2)))
            b = parent[b]
