"""Rows of contacts where there are flexes: a side may move with several bodies, of which each has its share."""

from corten.deformable.rows.rod_weights import entry_motion, next_dof
from corten.deformable.rows.weights import (
    add_side,
    count_dofs,
    has_single_bodies,
    highest_dof,
    list_weights,
    single_body,
    start_chains,
)
from corten.enums import ConstraintType
from corten.math import matrix3, spatial, vector3
from corten.runtime import helper, stage
from corten.stages.constraint.contact import (
    NO_DOFS,
    add_contact,
    contact_kind,
    count_contact_rows,
    store_contact_column,
)
from corten.stages.constraint.diagonal import spread_contact_diagonal
from corten.stages.constraint.row import add_rows, set_row
from corten.stages.tree import last_dof


@stage
def flex_contact_rows(m, d) -> None:
    """Add the rows of all contacts that give force, and tell each contact its first one."""
    exclude, address = d.contact_exclude, d.contact_efc_address

    for c in range(d.ncon):
        address[c] = -1
        if exclude[c] == 0:
            if has_single_bodies(m, d, c):
                body1, body2 = single_body(m, d, c, 0), single_body(m, d, c, 1)
                # dofs that both bodies share do not move them apart
                if last_dof(m, body1) == last_dof(m, body2):
                    exclude[c] = NO_DOFS
                else:
                    address[c] = d.nefc
                    add_contact(m, d, c, (body1, body2), True)
            else:
                list_weights(m, d, c)
                nnz = count_dofs(m, d)
                if nnz == 0:
                    exclude[c] = NO_DOFS
                else:
                    address[c] = d.nefc
                    add_weighted_contact(m, d, c, nnz)


@stage
def flex_contact_diagonal(m, d) -> None:
    """Set the diagonal of contacts of flexes: the inverse weights of the bodies of both sides, by their shares."""
    weight = m.body_invweight0

    for c in range(d.ncon):
        if d.contact_efc_address[c] >= 0 and d.contact_geom[c, 1] < 0:
            d.nweight = 0
            add_side(m, d, c, 0, 1.0)
            add_side(m, d, c, 1, 1.0)
            translation, rotation = 0.0, 0.0
            for k in range(d.nweight):
                translation += weight[d.weight_body[k], 0] * d.weight_share[k]
                rotation += weight[d.weight_body[k], 1] * d.weight_share[k]
            spread_contact_diagonal(d, d.contact_efc_address[c], translation, rotation)


@helper
def add_weighted_contact(m, d, c: int, nnz: int) -> None:
    """Add the rows of contact c, which moves with the bodies that are listed by nnz dofs."""
    n, kind = count_contact_rows(m, d, c), contact_kind(m, d, c)
    row, entry = add_rows(d, n, nnz)
    if row >= 0:
        dist, margin = d.contact_dist[c], d.contact_includemargin[c]
        for j in range(n):
            # of an elliptic cone only the normal has a position
            placed = j == 0 or kind != ConstraintType.CONTACT_ELLIPTIC
            values = (dist if placed else 0.0, margin if placed else 0.0, 0.0)
            set_row(d, row + j, (kind, c), (entry + j * nnz, nnz), values)
        fill_weighted_contact(m, d, c, entry, nnz)


@helper
def fill_weighted_contact(m, d, c: int, entry: int, nnz: int) -> None:
    """Write the Jacobian of contact c: the motion of all listed bodies by their shares, in the contact's frame."""
    frame, point = matrix3.load9(d.contact_frame, c), vector3.load3(d.contact_pos, c)
    start_chains(m, d)
    for k in range(nnz - 1, -1, -1):
        top = highest_dof(d)
        motion = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        for i in range(d.nweight):
            if d.weight_dof[i] == top:
                motion = spatial.add6(motion, entry_motion(m, d, i, top, point))
                d.weight_dof[i] = next_dof(m, d, i)
        store_contact_column(m, d, c, (entry + k, nnz), top, motion, frame)
