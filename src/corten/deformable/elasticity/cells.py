"""Elastic cells of interpolated flexes: linear elasticity in a frame that turns with each cell.

The force on the nodes of a cell is R K (R' x - x0), its damping that with velocities in place of displacements. A cell
with plastic strain P is at rest at (1 + P) x0.
"""

from corten.deformable.kinematics.cells import (
    cell_rotation,
    count_cell_nodes,
    count_cells,
    face_place,
    list_cell_nodes,
    set_displacements,
    store_motion,
)
from corten.math import quaternion
from corten.math.vector3 import load3, load3_flat
from corten.runtime import FloatArray, Vec4, Vec6, helper, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.passive.passive import dampers_act, springs_act

SCRATCH = scratch(
    Field("flex_cell_force", F8, (81,), "forces on its nodes"),
)


@stage
def flex_cells(m, d) -> None:
    """Add the forces of cells to those on nodes."""
    for f in range(m.nflex):
        if has_cells(m, f):
            nodes = count_cell_nodes(m, f)
            for cell in range(count_cells(m, f)):
                entry = m.flex_stiffnessadr[f] + 9 * nodes * nodes * cell
                # the first number of a cell is 0 where there is nothing in it; that of a face may be 0 anyway
                if m.flex_interp[f] < 0 or m.flex_stiffness[entry] != 0.0:
                    list_cell_nodes(m, d, f, cell)
                    turn = cell_rotation(m, d, f, cell)
                    if springs_act(m):
                        set_displacements(m, d, nodes, turn)
                        if m.nplastic > 0 and m.flex_plasticadr[f] >= 0:
                            subtract_plastic_strain(m, d, f, cell, nodes)
                        mul_stiffness(m, d, entry, nodes)
                        add_cell_force(d, nodes, turn, 1.0, d.flexnode_force)
                    if dampers_act(m) and m.flex_damping[f] != 0.0:
                        set_velocities(d, nodes, turn)
                        mul_stiffness(m, d, entry, nodes)
                        add_cell_force(d, nodes, turn, m.flex_damping[f], d.flexnode_damping)


@helper
def has_cells(m, f: int) -> bool:
    """Tell whether flex f has elastic cells; where their strain is constrained there is no such force."""
    adr = m.flex_stiffnessadr[f]
    return adr >= 0 and m.flex_interp[f] != 0 and m.flex_rigid[f] == 0 and m.flex_edgeequality[f] != 3


@helper
def subtract_plastic_strain(m, d, f: int, cell: int, nodes: int) -> None:
    """Take what plastic strain does to the nodes of a cell or face from their displacements."""
    xx, yy, zz, xy, xz, yz = plastic_strain(m, d, f, cell)
    motion = d.flex_cell_motion
    for i in range(nodes):
        x, y, z = load3(m.flex_node0, d.flex_cell_node[i])
        motion[3 * i] -= xx * x + xy * y + xz * z
        motion[3 * i + 1] -= xy * x + yy * y + yz * z
        motion[3 * i + 2] -= xz * x + yz * y + zz * z


@helper
def plastic_strain(m, d, f: int, cell: int) -> Vec6:
    """Return the plastic strain of a cell, or of a face along its two axes: xx, yy, zz, xy, xz, yz."""
    p, strain = m.flex_plasticadr[f] + 6 * cell, d.plastic
    if m.flex_interp[f] > 0:
        half = 0.5 * strain[p + 3], 0.5 * strain[p + 4], 0.5 * strain[p + 5]
        return strain[p], strain[p + 1], strain[p + 2], half[0], half[1], half[2]
    p = m.flex_plasticadr[f] + 3 * cell
    side, _within = face_place(m, f, cell)
    normal = side // 2
    first, second, shear = strain[p], strain[p + 1], 0.5 * strain[p + 2]
    x = 0.0 if normal == 0 else (second if normal == 1 else first)
    y = first if normal == 0 else (0.0 if normal == 1 else second)
    z = second if normal == 0 else (first if normal == 1 else 0.0)
    return x, y, z, shear if normal == 2 else 0.0, shear if normal == 1 else 0.0, shear if normal == 0 else 0.0


@helper
def set_velocities(d, nodes: int, turn: Vec4) -> None:
    """Set the velocities of the nodes of a cell, seen in its frame."""
    back = quaternion.conjugate_quat(turn)
    for i in range(nodes):
        store_motion(d, i, quaternion.rotate_vector(back, load3(d.flexnode_velocity, d.flex_cell_node[i])))


@helper
def mul_stiffness(m, d, entry: int, nodes: int) -> None:
    """Set the forces in a cell to its stiffness, a symmetric matrix from `entry` on, times the motion of its nodes."""
    n, motion, force, stiffness = 3 * nodes, d.flex_cell_motion, d.flex_cell_force, m.flex_stiffness

    for i in range(n):
        force[i] = 0.0
    for j in range(n):
        x = motion[j]
        row = entry + n * j
        for i in range(n):
            force[i] += stiffness[row + i] * x


@helper
def add_cell_force(d, nodes: int, turn: Vec4, scale: float, result: FloatArray) -> None:
    """Add the forces in a cell, turned to the world and scaled, to those on nodes."""
    for i in range(nodes):
        n = d.flex_cell_node[i]
        force = quaternion.rotate_vector(turn, load3_flat(d.flex_cell_force, 3 * i))
        result[n, 0] += scale * force[0]
        result[n, 1] += scale * force[1]
        result[n, 2] += scale * force[2]
