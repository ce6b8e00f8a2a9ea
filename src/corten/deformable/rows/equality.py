"""Rows of equalities of flexes: lengths of edges, each of which stays as it was at qpos0, and strain of cells."""

from corten.deformable.kinematics.cells import cell_rotation, count_cell_nodes, list_cell_nodes, set_displacements
from corten.deformable.rows.weights import add_weight, count_dofs, highest_dof, start_chains
from corten.enums import ConstraintType, EqualityType
from corten.math import quaternion, spatial
from corten.math.vector3 import dot, load3, load3_flat
from corten.runtime import Vec4, helper, stage
from corten.runtime.fields import I4, Field
from corten.runtime.scratch import scratch
from corten.stages.constraint.equality import add_equality
from corten.stages.constraint.row import add_rows, drop_empty_rows, motion_at, offset_of, set_row

SCRATCH = scratch(
    Field("flexedge_has_row", I4, ("nflexedge",), "1 where the length of the edge is a constraint row"),
    readers=("corten.deformable.xpbd",),
)


@stage
def flex_equality_rows(m, d) -> None:
    """Add the rows of all equality constraints that are on, for a model that has some of flexes."""
    for e in range(m.nflexedge):
        d.flexedge_has_row[e] = 0
    for i in range(m.neq):
        if d.eq_active[i] != 0:
            add_flex_equality(m, d, i)
    d.ne = d.nefc


@helper
def add_flex_equality(m, d, i: int) -> None:
    """Add the rows of an equality that may be one of flexes."""
    if m.eq_type[i] == EqualityType.FLEX:
        add_edge_rows(m, d, i)
    elif m.eq_type[i] == EqualityType.FLEXSTRAIN:
        add_strain_rows(m, d, i)
    else:
        add_equality(m, d, i)


@stage
def flex_diagonal(m, d) -> None:
    """Take the diagonal of the rows of edges and cells from the inverse weights that these had at qpos0."""
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
def add_edge_rows(m, d, i: int) -> None:
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


# ---- strain of cells
# One row for each mode that the nodes of a cell are not to move in. Where strain is constrained, flex_stiffness holds
# for each cell, or face of a shell, how many modes there are and then the modes, three numbers for each node in the
# frame that turns with the cell.


@helper
def strain_cell(m, i: int) -> int:
    """Return the number of the cell, or face, of equality i."""
    f = m.eq_obj1id[i]
    x, y, z = int(m.eq_data[i, 0]), int(m.eq_data[i, 1]), int(m.eq_data[i, 2])
    return x if m.flex_interp[f] < 0 else (x * m.flex_cellnum[f, 1] + y) * m.flex_cellnum[f, 2] + z


@helper
def strain_modes(m, i: int) -> tuple[int, int]:
    """Return (where the modes of equality i begin, how many there are)."""
    f = m.eq_obj1id[i]
    n = 3 * count_cell_nodes(m, f)
    entry = m.flex_stiffnessadr[f] + n * n * strain_cell(m, i)
    return entry + 1, int(m.flex_stiffness[entry])


@helper
def add_strain_rows(m, d, i: int) -> None:
    """Add a row for each mode of the cell of equality i."""
    f = m.eq_obj1id[i]
    if m.flex_interp[f] != 0 and m.flex_stiffnessadr[f] >= 0:
        nodes, (first, modes) = count_cell_nodes(m, f), strain_modes(m, i)
        list_cell_nodes(m, d, f, strain_cell(m, i))
        turn = cell_rotation(m, d, f, strain_cell(m, i))
        set_displacements(m, d, nodes, turn)
        d.nweight = 0
        for n in range(nodes):
            add_weight(d, m.flex_nodebodyid[d.flex_cell_node[n]], 1.0)
        nnz = count_dofs(m, d)
        if nnz > 0 and modes > 0:
            row, entry = add_rows(d, modes, nnz)
            if row >= 0:
                for mode in range(modes):
                    start, strain = first + 3 * nodes * mode, 0.0
                    for k in range(3 * nodes):
                        strain += m.flex_stiffness[start + k] * d.flex_cell_motion[k]
                    owner = ConstraintType.EQUALITY, i
                    set_row(d, row + mode, owner, (entry + mode * nnz, nnz), (strain, 0.0, 0.0))
                fill_modes(m, d, (first, modes), (entry, nnz), quaternion.conjugate_quat(turn))


@helper
def fill_modes(m, d, modes: tuple[int, int], entries: tuple[int, int], back: Vec4) -> None:
    """Write the Jacobian of all modes, (first, number), of the nodes that are listed, seen in the frame of the cell."""
    entry, nnz = entries
    nodes, room = d.nweight, 3 * d.nweight
    start_chains(m, d)
    for k in range(nnz - 1, -1, -1):
        top = highest_dof(d)
        for mode in range(modes[1]):
            d.efc_J_colind[entry + mode * nnz + k] = top
            d.efc_J_values[entry + mode * nnz + k] = 0.0
        for n in range(nodes):
            if d.weight_dof[n] == top:
                arm = offset_of(m, d, d.weight_body[n], load3(d.flexnode_xpos, d.flex_cell_node[n]))
                motion = quaternion.rotate_vector(back, spatial.linear(motion_at(d, top, arm)))
                for mode in range(modes[1]):
                    share = dot(load3_flat(m.flex_stiffness, modes[0] + room * mode + 3 * n), motion)
                    d.efc_J_values[entry + mode * nnz + k] += share
                d.weight_dof[n] = m.dof_parentid[top]


@helper
def strain_weight(m, d, i: int) -> float:
    """Return the mean inverse weight of the bodies of the nodes of equality i."""
    f, total = m.eq_obj1id[i], 0.0
    nodes = count_cell_nodes(m, f)
    list_cell_nodes(m, d, f, strain_cell(m, i))
    for n in range(nodes):
        total += m.body_invweight0[m.flex_nodebodyid[d.flex_cell_node[n]], 0]
    return total / float(nodes)
