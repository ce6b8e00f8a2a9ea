"""Rows of flexes: the lengths of all edges, each of which is to stay as it was at qpos0, and the strain of cells."""

from corten.enums import ConstraintType, EqualityType
from corten.runtime import helper, stage
from corten.stages.constraint.equality import add_equality
from corten.stages.constraint.flex_strain import add_strain_rows, strain_weight
from corten.stages.constraint.row import add_rows, drop_empty_rows, set_row


@stage
def flex_equality_rows(m, d):
    """Add the rows of all equality constraints that are on, for a model that has some of flexes.

    reads:  m.eq_type m.eq_obj1id m.flexedge_length0 d.eq_active d.flexedge_length d.flexedge_J d.nefc d.nJ
    writes: d.ne d.nefc d.nJ d.efc_type d.efc_id d.efc_J_rownnz d.flexedge_has_row
    """
    for e in range(m.nflexedge):
        d.flexedge_has_row[e] = 0
    for i in range(m.neq):
        if d.eq_active[i] != 0:
            add_flex_equality(m, d, i)
    d.ne = d.nefc


@helper
def add_flex_equality(m, d, i):
    """Add the rows of an equality that may be one of flexes."""
    if m.eq_type[i] == EqualityType.FLEX:
        add_edge_rows(m, d, i)
    elif m.eq_type[i] == EqualityType.FLEXSTRAIN:
        add_strain_rows(m, d, i)
    else:
        add_equality(m, d, i)


@stage
def flex_diagonal(m, d):
    """Take the diagonal of the rows of edges and cells from the inverse weights that these had at qpos0.

    reads:  m.eq_type m.eq_obj1id m.flexedge_invweight0 d.ne d.efc_id d.flexedge_has_row
    writes: d.efc_diagA
    """
    row = 0
    while row < d.ne:
        i = d.efc_id[row]
        if m.eq_type[i] == EqualityType.FLEX:
            f = m.eq_obj1id[i]
            # a flex sleeps as a whole, so either all of its rows are left or none
            for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
                if d.flexedge_has_row[e] != 0:
                    d.efc_diagA[row] = m.flexedge_invweight0[e]
                    row += 1
        elif m.eq_type[i] == EqualityType.FLEXSTRAIN:
            weight = strain_weight(m, d, i)
            while row < d.ne and d.efc_id[min(row, d.ne - 1)] == i:
                d.efc_diagA[row] = weight
                row += 1
        else:
            row += 1


@helper
def add_edge_rows(m, d, i):
    """Add a row for each edge of a flex that is not rigid."""
    f = m.eq_obj1id[i]
    for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
        if m.flexedge_rigid[e] == 0:
            first, nnz = m.flexedge_J_rowadr[e], m.flexedge_J_rownnz[e]
            row, entry = add_rows(d, 1, nnz)
            if row >= 0:
                for k in range(nnz):
                    d.efc_J_colind[entry + k] = m.flexedge_J_colind[first + k]
                    d.efc_J_values[entry + k] = d.flexedge_J[first + k]
                stretch = d.flexedge_length[e] - m.flexedge_length0[e]
                set_row(d, row, (ConstraintType.EQUALITY, i), (entry, nnz), (stretch, 0.0, 0.0))
                before = d.nefc
                drop_empty_rows(m, d, row, 1)
                d.flexedge_has_row[e] = 1 if d.nefc == before else 0
