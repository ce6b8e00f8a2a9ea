"""Passive contacts of flexes: those with another flex, with itself or with what is fixed are forces of stiff springs.

Such a contact has no rows in the constraint problem. Its force along the normal is -k dist, its stiffness part of the
effective metric, k = omega^2 mass: of the vertices that it moves the lightest one counts. All that is known of it is
a row, and the next row begins right behind it:

    efm_con_ind   dofs n   contact   dof_1 ... dof_n
    efm_con_val   h^2 k    force     J_1   ... J_n       J: of the distance
"""

import numpy as np
from numpy.typing import NDArray

from corten.deformable.contacts.pairs import corner_body
from corten.deformable.fields.kinds import CONTACT_HEAD
from corten.deformable.rows.rod_weights import entry_motion, next_dof
from corten.deformable.rows.weights import (
    add_side,
    highest_dof,
    is_single,
    list_weights,
    single_body,
    start_chains,
)
from corten.enums import DisableBit, StepErrorKind
from corten.math import spatial
from corten.math.vector3 import dot, load3
from corten.model import Model
from corten.runtime import helper, stage
from corten.stages.constraint.row import is_sparse

# why a contact has no rows: it is a passive force
PASSIVE = 4

# [1/s^2] square of the frequency at which the lightest vertex would swing in a contact
OMEGA_SQUARED = 5e7


@stage
def passive_contacts(m, d) -> int:
    """Take passive contacts out of the constraint problem and write their rows."""
    # without springs and dampers there are no passive forces of any kind
    acts = (m.opt_disableflags & DisableBit.SPRING) == 0 or (m.opt_disableflags & DisableBit.DAMPER) == 0

    for c in range(d.ncon):
        if is_passive(m, d, c):
            d.contact_exclude[c] = PASSIVE
            stiffness = OMEGA_SQUARED * lightest_vertex(m, d, c) if acts else 0.0
            if stiffness > 0.0:
                add_row(m, d, c, stiffness)
    if d.nefmcon > d.maxefmcon:
        d.error_where = d.nefmcon
        return StepErrorKind.CAPACITY
    return 0


@helper
def is_passive(m, d, c: int) -> bool:
    """Tell whether a contact is passive: one of its flexes asks for it, and the other side is a flex or fixed."""
    geom, f1, f2 = d.contact_geom[c, 0], d.contact_flex[c, 0], d.contact_flex[c, 1]
    fixed = geom < 0 or m.body_weldid[m.geom_bodyid[max(geom, 0)]] == 0
    return fixed and (wants_passive(m, f1) or wants_passive(m, f2))


@helper
def wants_passive(m, f: int) -> bool:
    """Tell whether a flex asks for passive contacts, and may have them."""
    flex = max(f, 0)
    return f >= 0 and m.flex_passive[flex] != 0 and m.flex_rigid[flex] == 0 and m.flex_dim[flex] > 1


@helper
def lightest_vertex(m, d, c: int) -> float:
    """Return the mass of the lightest vertex that takes part in a contact, 0 where none has three dofs."""
    least = 0.0
    for side in range(2):
        f = d.contact_flex[c, side]
        if f >= 0:
            if m.flex_interp[f] != 0:
                least = lesser_mass(least, node_mass(m, d, c, side))
            elif is_single(m, d, c, side):
                least = lesser_mass(least, point_mass(m, d, single_body(m, d, c, side)))
            else:
                for k in range(m.flex_dim[f] + 1):
                    least = lesser_mass(least, point_mass(m, d, corner_body(m, f, d.contact_elem[c, side], k)))
    return least


@helper
def lesser_mass(least: float, mass: float) -> float:
    """Return the smaller of two masses, where 0 stands for none."""
    return mass if mass > 0.0 and (least == 0.0 or mass < least) else least


@helper
def point_mass(m, d, body: int) -> float:
    """Return the mass of a vertex or node as its first dof has it, 0 where it has not three."""
    dof = m.body_dofadr[body]
    return d.M[m.M_rowadr[max(dof, 0)] + m.M_rownnz[max(dof, 0)] - 1] if m.body_dofnum[body] == 3 else 0.0


@helper
def node_mass(m, d, c: int, side: int) -> float:
    """Return what resists the motion of a point that follows nodes, 1 / sum(share^2 / mass), as of one vertex."""
    f, softness, free = d.contact_flex[c, side], 0.0, 0
    d.nweight = 0
    add_side(m, d, c, side, 1.0)
    for k in range(d.nweight):
        mass = point_mass(m, d, d.weight_body[k])
        if mass > 0.0:
            softness += d.weight_share[k] * d.weight_share[k] / mass
    for n in range(m.flex_nodeadr[f], m.flex_nodeadr[f] + m.flex_nodenum[f]):
        free += 1 if m.body_dofnum[max(m.flex_nodebodyid[n], 0)] == 3 else 0
    return float(free) / float(m.flex_vertnum[f]) / softness if softness > 0.0 else 0.0


@helper
def add_row(m, d, c: int, stiffness: float) -> None:
    """Add the row of contact c; as in MuJoCo, dofs that do not move it count only where Jacobians are sparse."""
    normal, point = (d.contact_frame[c, 0], d.contact_frame[c, 1], d.contact_frame[c, 2]), load3(d.contact_pos, c)
    head, keeps = d.nefmcon, is_sparse(m)
    list_weights(m, d, c)
    start_chains(m, d)
    count, top = 0, highest_dof(d)
    while top >= 0:
        slope = 0.0
        for i in range(d.nweight):
            if d.weight_dof[i] == top:
                slope += dot(normal, spatial.linear(entry_motion(m, d, i, top, point)))
                d.weight_dof[i] = next_dof(m, d, i)
        if keeps or slope != 0.0:
            entry = head + CONTACT_HEAD + count
            if entry < d.maxefmcon:
                d.efm_con_ind[entry], d.efm_con_val[entry] = top, slope
            count += 1
        top = highest_dof(d)
    d.nefmcon = head + CONTACT_HEAD + count
    if d.nefmcon <= d.maxefmcon:
        sort_row(d, head + CONTACT_HEAD, head + CONTACT_HEAD + count - 1)
        d.efm_con_ind[head], d.efm_con_ind[head + 1] = count, c
        d.efm_con_val[head] = m.opt_timestep * m.opt_timestep * stiffness
        d.efm_con_val[head + 1] = -stiffness * min(d.contact_dist[c], 0.0)


@helper
def sort_row(d, low: int, high: int) -> None:
    """Turn the entries `low` to `high` round, which puts the dofs into ascending order."""
    dof, slope = d.efm_con_ind, d.efm_con_val
    while low < high:
        dof[low], dof[high] = dof[high], dof[low]
        slope[low], slope[high] = slope[high], slope[low]
        low, high = low + 1, high - 1


# ---- forces


@stage
def flex_contact_forces(m, d) -> None:
    """Add J' force of passive contacts to the forces of springs."""
    dof, value, spring = d.efm_con_ind, d.efm_con_val, d.qfrc_spring

    row = 0
    while row < d.nefmcon:
        for entry in range(row + CONTACT_HEAD, row + CONTACT_HEAD + dof[row]):
            spring[dof[entry]] += value[row + 1] * value[entry]
        row += CONTACT_HEAD + dof[row]


# ---- which flexes have passive contacts


def passive_flexes(model: Model) -> NDArray[np.bool_]:
    """Tell of which flexes contacts are passive; those of lines and of rigid flexes never are."""
    return (model.flex_passive != 0) & ~model.flex_rigid & (model.flex_dim > 1)


def has_passive_contacts(model: Model) -> bool:
    """Tell whether contacts of some flex are passive."""
    return bool(passive_flexes(model).any())
