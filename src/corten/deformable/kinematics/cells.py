"""Cells of interpolated flexes, and the faces that a shell is made of: their nodes, and how they are turned."""

from corten.math import quaternion, vector3
from corten.math.vector3 import load3
from corten.runtime import Mat3, Vec3, Vec4, helper
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch

SCRATCH = scratch(
    Field("flex_cell_node", I4, (27,), "nodes of the cell or face at hand"),
    Field("flex_cell_motion", F8, (81,), "displacements, or velocities, of its nodes"),
    readers=("corten.deformable",),
)


@helper
def count_cells(m, f: int) -> int:
    """Return how many cells, or faces of a shell, flex f has."""
    a, b, c = m.flex_cellnum[f, 0], m.flex_cellnum[f, 1], m.flex_cellnum[f, 2]
    return a * b * c if m.flex_interp[f] > 0 else 2 * (b * c + a * c + a * b)


@helper
def count_cell_nodes(m, f: int) -> int:
    """Return how many nodes each cell, or face of a shell, has."""
    step = abs(m.flex_interp[f]) + 1
    return step * step * step if m.flex_interp[f] > 0 else step * step


@helper
def cell_entry(m, f: int, cell: int) -> int:
    """Return where the stiffness of a cell begins in flex_stiffness."""
    n = 3 * count_cell_nodes(m, f)
    return m.flex_stiffnessadr[f] + n * n * cell


@helper
def has_stiffness(m, f: int, cell: int) -> bool:
    """Tell whether there is something in a cell; the first number of a face may be 0 anyway."""
    return m.flex_interp[f] < 0 or m.flex_stiffness[cell_entry(m, f, cell)] != 0.0


@helper
def list_cell_nodes(m, d, f: int, cell: int) -> None:
    """List the nodes of a cell or face in flex_cell_node."""
    order = abs(m.flex_interp[f])
    if m.flex_interp[f] > 0:
        for corner in range((order + 1) * (order + 1) * (order + 1)):
            d.flex_cell_node[corner] = cell_node(m, f, order, cell_indices(m, f, cell), corner)
    else:
        side, within = face_place(m, f, cell)
        for corner in range((order + 1) * (order + 1)):
            d.flex_cell_node[corner] = face_node(m, f, side, within, corner)


@helper
def face_place(m, f: int, face: int) -> tuple[int, int]:
    """Return (side of the box, number on that side) of a face; sides are -x, x, -y, y, -z, z."""
    a, b, c = m.flex_cellnum[f, 0], m.flex_cellnum[f, 1], m.flex_cellnum[f, 2]
    x, y, z = b * c, a * c, a * b
    if face < 2 * x:
        return face // x, face % x
    if face < 2 * (x + y):
        return 2 + (face - 2 * x) // y, (face - 2 * x) % y
    return 4 + (face - 2 * (x + y)) // z, (face - 2 * (x + y)) % z


@helper
def face_node(m, f: int, side: int, within: int, corner: int) -> int:
    """Return the node of a corner of a face; its two axes follow the normal one in turn, and the last is fastest."""
    order, cells = -m.flex_interp[f], m.flex_cellnum
    normal = side // 2
    slow, fast = (normal + 1) % 3, (normal + 2) % 3
    i = within // cells[f, fast] * order + corner // (order + 1)
    j = within % cells[f, fast] * order + corner % (order + 1)
    fixed = cells[f, normal] * order if side % 2 == 1 else 0
    ny, nz = cells[f, 1] * order + 1, cells[f, 2] * order + 1
    x = fixed if normal == 0 else (i if slow == 0 else j)
    y = fixed if normal == 1 else (i if slow == 1 else j)
    z = fixed if normal == 2 else (i if slow == 2 else j)
    return m.flex_nodeadr[f] + (x * ny + y) * nz + z


@helper
def cell_rotation(m, d, f: int, cell: int) -> Vec4:
    """Return how the middle of a cell or face is turned, a quaternion; its nodes are in flex_cell_node."""
    if m.flex_interp[f] > 0:
        return quaternion.nearest_rotation(cell_gradient(m, d, f))
    side, _within = face_place(m, f, cell)
    return quaternion.nearest_rotation(face_gradient(m, d, f, side // 2))


@helper
def face_gradient(m, d, f: int, normal: int) -> Mat3:
    """Return the derivative of the place in the world by that at qpos0, at the middle of a face: nine numbers.

    Across the face, along the `normal` axis of its side, it has the product of both others.
    """
    order = -m.flex_interp[f]
    size = vector3.sub(
        load3(m.flex_node0, d.flex_cell_node[order * (order + 2)]), load3(m.flex_node0, d.flex_cell_node[0])
    )
    t1, t2 = face_tangents(m, d, f, 0.5, 0.5)
    t1 = vector3.scale(t1, 1.0 / (size[1] if normal == 0 else (size[2] if normal == 1 else size[0])))
    t2 = vector3.scale(t2, 1.0 / (size[2] if normal == 0 else (size[0] if normal == 1 else size[1])))
    n = vector3.cross(t1, t2)
    x = n if normal == 0 else (t2 if normal == 1 else t1)
    y = t1 if normal == 0 else (n if normal == 1 else t2)
    z = t2 if normal == 0 else (t1 if normal == 1 else n)
    return x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]


@helper
def cell_gradient(m, d, f: int) -> Mat3:
    """Return the derivative of the place in the world by that at qpos0, at the middle of a cell: nine numbers."""
    order = m.flex_interp[f]
    step = order + 1
    size = vector3.sub(
        load3(m.flex_node0, d.flex_cell_node[step * step * step - 1]), load3(m.flex_node0, d.flex_cell_node[0])
    )

    x, y, z = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for corner in range(step * step * step):
        i, j, k = corner // (step * step), corner // step % step, corner % step
        place = load3(d.flexnode_xpos, d.flex_cell_node[corner])
        a, b, c = shape(0.5, i, order), shape(0.5, j, order), shape(0.5, k, order)
        x = vector3.add_scaled(x, place, shape_slope(0.5, i, order) * b * c / size[0])
        y = vector3.add_scaled(y, place, a * shape_slope(0.5, j, order) * c / size[1])
        z = vector3.add_scaled(z, place, a * b * shape_slope(0.5, k, order) / size[2])
    return x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]


@helper
def face_tangents(m, d, f: int, s: float, t: float) -> tuple[Vec3, Vec3]:
    """Return the derivatives of the place in the world along both axes of a face, at (s, t) in it."""
    order = -m.flex_interp[f]

    along, across = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for corner in range((order + 1) * (order + 1)):
        i, j = corner // (order + 1), corner % (order + 1)
        place = load3(d.flexnode_xpos, d.flex_cell_node[corner])
        along = vector3.add_scaled(along, place, shape_slope(s, i, order) * shape(t, j, order))
        across = vector3.add_scaled(across, place, shape(s, i, order) * shape_slope(t, j, order))
    return along, across


@helper
def set_displacements(m, d, nodes: int, turn: Vec4) -> None:
    """Set the displacements of the nodes of a cell, seen in its frame."""
    back = quaternion.conjugate_quat(turn)
    for i in range(nodes):
        n = d.flex_cell_node[i]
        moved = vector3.sub(quaternion.rotate_vector(back, load3(d.flexnode_xpos, n)), load3(m.flex_node0, n))
        store_motion(d, i, moved)


@helper
def store_motion(d, i: int, motion: Vec3) -> None:
    """Write the motion of the i-th node of a cell."""
    d.flex_cell_motion[3 * i] = motion[0]
    d.flex_cell_motion[3 * i + 1] = motion[1]
    d.flex_cell_motion[3 * i + 2] = motion[2]


# ---- shape functions of order 1 or 2 along each axis, and the node of each corner of a cell


@helper
def shape(x: float, i: int, order: int) -> float:
    """Return the value at x, from 0 to 1, of the function of node i along an axis."""
    linear = 1.0 - x if i == 0 else x
    bubble = 2.0 * x * x - 3.0 * x + 1.0 if i == 0 else (4.0 * (x - x * x) if i == 1 else 2.0 * x * x - x)
    return linear if order == 1 else bubble


@helper
def shape_slope(x: float, i: int, order: int) -> float:
    """Return the derivative at x of the function of node i along an axis."""
    linear = -1.0 if i == 0 else 1.0
    bubble = 4.0 * x - 3.0 if i == 0 else (4.0 * (1.0 - 2.0 * x) if i == 1 else 4.0 * x - 1.0)
    return linear if order == 1 else bubble


@helper
def cell_indices(m, f: int, cell: int) -> tuple[int, int, int]:
    """Return the indices of a cell along the three axes."""
    ny, nz = m.flex_cellnum[f, 1], m.flex_cellnum[f, 2]
    return cell // (ny * nz), cell // nz % ny, cell % nz


@helper
def cell_node(m, f: int, order: int, cell: tuple[int, int, int], corner: int) -> int:
    """Return the node of a corner of a cell, both counted with the last axis fastest."""
    a, b, c = cell
    step = order + 1
    i = a * order + corner // (step * step)
    j = b * order + corner // step % step
    k = c * order + corner % step
    ny, nz = m.flex_cellnum[f, 1] * order + 1, m.flex_cellnum[f, 2] * order + 1
    return m.flex_nodeadr[f] + (i * ny + j) * nz + k
