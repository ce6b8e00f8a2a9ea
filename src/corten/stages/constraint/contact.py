"""Contacts as rows: frictionless ones, pyramids (two edges for each friction direction) and elliptic cones."""

from corten.enums import ConeType, ConstraintType
from corten.math import matrix3, spatial, vector3
from corten.runtime import helper, stage
from corten.stages.constraint.chain import motion_at, offset_of
from corten.stages.constraint.row import add_rows, set_row
from corten.stages.tree.dof_chain import count_chain, last_dof

# why a contact gives no force: nothing can move its bodies apart
NO_DOFS = 3


@stage
def contact_rows(m, d):
    """Add the rows of all contacts that give force, and tell each contact its first one.

    reads:  m.geom_bodyid d.ncon d.contact_dim d.contact_geom d.contact_dist d.contact_exclude d.nefc d.nJ
    writes: d.contact_efc_address d.contact_exclude d.nefc d.nJ d.efc_type d.efc_id
    """
    geom, bodyid, exclude, address = d.contact_geom, m.geom_bodyid, d.contact_exclude, d.contact_efc_address

    for c in range(d.ncon):
        if exclude[c] != 0:
            address[c] = -1
        else:
            body1 = bodyid[geom[c, 0]]
            body2 = bodyid[geom[c, 1]]
            # dofs that both bodies share do not move them apart
            nnz = count_chain(m, body1, body2, False)
            if nnz == 0:
                address[c] = -1
                exclude[c] = NO_DOFS
            else:
                address[c] = d.nefc
                add_contact(m, d, c, body1, body2, nnz)


@helper
def add_contact(m, d, c, body1, body2, nnz):
    """Add the rows of contact c between two bodies whose relative motion has nnz dofs."""
    dim = d.contact_dim[c]
    dist = d.contact_dist[c]
    margin = d.contact_includemargin[c]
    if dim == 1:
        row, entry = add_rows(d, 1, nnz)
        if row >= 0:
            owner = (ConstraintType.CONTACT_FRICTIONLESS, c)
            set_row(d, row, owner, (entry, nnz), (dist, margin, 0.0))
            fill_contact(m, d, c, body1, body2, (entry, nnz))
    elif m.opt_cone == ConeType.PYRAMIDAL:
        n = 2 * (dim - 1)
        row, entry = add_rows(d, n, nnz)
        if row >= 0:
            owner = (ConstraintType.CONTACT_PYRAMIDAL, c)
            for j in range(n):
                set_row(d, row + j, owner, (entry + j * nnz, nnz), (dist, margin, 0.0))
            fill_contact(m, d, c, body1, body2, (entry, nnz))
    else:
        row, entry = add_rows(d, dim, nnz)
        if row >= 0:
            # only the normal has a position
            owner = (ConstraintType.CONTACT_ELLIPTIC, c)
            set_row(d, row, owner, (entry, nnz), (dist, margin, 0.0))
            for j in range(1, dim):
                set_row(d, row + j, owner, (entry + j * nnz, nnz), (0.0, 0.0, 0.0))
            fill_contact(m, d, c, body1, body2, (entry, nnz))


@helper
def fill_contact(m, d, c, body1, body2, entries):
    """Write the Jacobian of contact c: motion of body 2 less that of body 1, in the contact's frame."""
    parent = m.dof_parentid
    frame = matrix3.load9(d.contact_frame, c)
    point = vector3.load3(d.contact_pos, c)
    offset1 = offset_of(m, d, body1, point)
    offset2 = offset_of(m, d, body2, point)
    a = last_dof(m, body1)
    b = last_dof(m, body2)
    k = entries[1] - 1
    while k >= 0:
        # no dof moves both: it belongs to the body whose path it is on
        on_first = a > b
        top = max(a, b)
        sign = -1.0 if on_first else 1.0
        offset = (
            offset1[0] if on_first else offset2[0],
            offset1[1] if on_first else offset2[1],
            offset1[2] if on_first else offset2[2],
        )
        motion = spatial.scale6(motion_at(d, top, offset), sign)
        translation = matrix3.mul_mat_vec(frame, spatial.linear(motion))
        rotation = matrix3.mul_mat_vec(frame, spatial.angular(motion))
        store_contact_column(m, d, c, (entries[0] + k, entries[1]), top, translation, rotation)
        a = parent[top] if on_first else a
        b = b if on_first else parent[top]
        k -= 1


@helper
def store_contact_column(m, d, c, entries, dof, translation, rotation):
    """Write the entries of one dof into the rows of contact c; entries: (that of the first row, distance of rows)."""
    dim = d.contact_dim[c]
    if dim == 1:
        store(d, entries, 0, dof, translation[0])
    elif m.opt_cone == ConeType.PYRAMIDAL:
        friction = d.contact_friction
        store_edges(d, entries, 0, dof, translation[0], friction[c, 0] * translation[1])
        store_edges(d, entries, 2, dof, translation[0], friction[c, 1] * translation[2])
        if dim > 3:
            store_edges(d, entries, 4, dof, translation[0], friction[c, 2] * rotation[0])
        if dim > 4:
            store_edges(d, entries, 6, dof, translation[0], friction[c, 3] * rotation[1])
            store_edges(d, entries, 8, dof, translation[0], friction[c, 4] * rotation[2])
    else:
        store(d, entries, 0, dof, translation[0])
        store(d, entries, 1, dof, translation[1])
        store(d, entries, 2, dof, translation[2])
        if dim > 3:
            store(d, entries, 3, dof, rotation[0])
        if dim > 4:
            store(d, entries, 4, dof, rotation[1])
            store(d, entries, 5, dof, rotation[2])


@helper
def store_edges(d, entries, j, dof, normal, friction):
    """Write the entries of both edges of a pyramid along one friction direction."""
    store(d, entries, j, dof, normal + friction)
    store(d, entries, j + 1, dof, normal - friction)


@helper
def store(d, entries, j, dof, value):
    """Write an entry of the row that stands j rows below the first."""
    entry = entries[0] + j * entries[1]
    d.efc_J_colind[entry] = dof
    d.efc_J_values[entry] = value
