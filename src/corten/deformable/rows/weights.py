"""Which bodies the sides of a contact move with, and how much of each: those of a geom, a vertex or an element.

A contact with an element moves with the point of the element that is nearest to it: its corners count with the
barycentric coordinates of that point. With rods that twist, `rod_weights.py` says how.
"""

from corten.constants import MINVAL
from corten.deformable.contacts.pairs import corner_body, element_corner
from corten.deformable.contacts.tetrahedra import (
    FACE_A,
    FACE_B,
    FACE_C,
    Tetrahedron,
    coordinates,
    has_inside,
    make_tetrahedron,
    tetrahedron_corner,
)
from corten.deformable.fields.kinds import MOST_WEIGHTS
from corten.deformable.kinematics.cells import cell_node, shape
from corten.deformable.kinematics.vertices import blend_weight
from corten.deformable.rows.rod_weights import BODY, add_entry, add_rod_side, first_dof, is_on_rod, next_dof
from corten.math.triangle import weights_on_triangle
from corten.math.vector3 import add_scaled, dot, load3, sub
from corten.runtime import Vec3, Vec4, helper
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import Room, scratch
from corten.stages.tree import last_dof

SCRATCH = scratch(
    Field("nweight", I4, (), "bodies that the present contact moves"),
    Field("weight_body", I4, ("nflexweight",), "these bodies"),
    Field("weight_share", F8, ("nflexweight",), "how much of the motion of each counts for the contact"),
    Field("weight_dof", I4, ("nflexweight",), "dof of each that comes next while a row is filled"),
    readers=("corten.deformable.xpbd", "corten.stages.passive"),
)

ROOMS = (
    Room(
        "nflexweight",
        "room for the bodies that a contact moves, 0 without flexes",
        first=lambda model: MOST_WEIGHTS if model.nflex else 0,
    ),
)


@helper
def list_weights(m, d, c: int) -> None:
    """List the bodies that a contact moves with: those of the first side count negative."""
    d.nweight = 0
    for side in range(2):
        sign = 1.0 if side == 1 else -1.0
        if is_on_rod(m, d, c, side):
            add_rod_side(m, d, c, side, sign)
        else:
            add_side(m, d, c, side, sign)


@helper
def has_single_bodies(m, d, c: int) -> bool:
    """Tell whether a contact moves with one body on each side."""
    rods = is_on_rod(m, d, c, 0) or is_on_rod(m, d, c, 1)
    return is_single(m, d, c, 0) and is_single(m, d, c, 1) and not rods


@helper
def is_single(m, d, c: int, side: int) -> bool:
    """Tell whether one side of a contact is a geom, or a vertex that lies in a body."""
    own = m.flex_interp[max(d.contact_flex[c, side], 0)] == 0
    return d.contact_geom[c, side] >= 0 or (own and d.contact_vert[c, side] >= 0)


@helper
def single_body(m, d, c: int, side: int) -> int:
    """Return the body of a geom or a vertex on one side of a contact."""
    geom, f = d.contact_geom[c, side], d.contact_flex[c, side]
    if geom >= 0:
        return m.geom_bodyid[geom]
    return m.flex_vertbodyid[m.flex_vertadr[f] + d.contact_vert[c, side]]


@helper
def add_side(m, d, c: int, side: int, sign: float) -> None:
    """Add the bodies of one side of a contact with their shares times a sign."""
    if is_single(m, d, c, side):
        add_weight(d, single_body(m, d, c, side), sign)
    else:
        f, e = d.contact_flex[c, side], d.contact_elem[c, side]
        if m.flex_interp[f] != 0:
            add_node_weights(m, d, c, side, sign)
            return
        share = element_weights(m, d, f, e, load3(d.contact_pos, c))
        add_weight(d, corner_body(m, f, e, 0), sign * share[0])
        add_weight(d, corner_body(m, f, e, 1), sign * share[1])
        if m.flex_dim[f] > 1:
            add_weight(d, corner_body(m, f, e, 2), sign * share[2])
        if m.flex_dim[f] > 2:
            add_weight(d, corner_body(m, f, e, 3), sign * share[3])


@helper
def add_node_weights(m, d, c: int, side: int, sign: float) -> None:
    """Add the bodies of the nodes that a vertex or element of an interpolated flex follows at a contact."""
    f, e, vertex = d.contact_flex[c, side], d.contact_elem[c, side], d.contact_vert[c, side]
    first, place = m.flex_vertadr[f], (0.0, 0.0, 0.0)
    if vertex >= 0:
        place = load3(m.flex_vert0, first + vertex)
    else:
        share = element_weights(m, d, f, e, load3(d.contact_pos, c))
        entry = m.flex_elemdataadr[f] + e * (m.flex_dim[f] + 1)
        place = add_scaled(place, load3(m.flex_vert0, first + m.flex_elem[entry]), share[0])
        place = add_scaled(place, load3(m.flex_vert0, first + m.flex_elem[entry + 1]), share[1])
        if m.flex_dim[f] > 1:
            place = add_scaled(place, load3(m.flex_vert0, first + m.flex_elem[entry + 2]), share[2])
        if m.flex_dim[f] > 2:
            place = add_scaled(place, load3(m.flex_vert0, first + m.flex_elem[entry + 3]), share[3])
    add_cell_weights(m, d, f, place, sign)


@helper
def add_weight(d, body: int, share: float) -> None:
    """Add a body with its share."""
    add_entry(d, body, share, BODY)


@helper
def element_weights(m, d, f: int, e: int, p: Vec3) -> Vec4:
    """Return the weights of the corners, four of them, at the point of an element that is nearest to p."""
    a, b = element_corner(m, d, f, e, 0), element_corner(m, d, f, e, 1)
    if m.flex_dim[f] == 1:
        along = sub(b, a)
        share = max(0.0, min(1.0, dot(sub(p, a), along) / max(MINVAL, dot(along, along))))
        return 1.0 - share, share, 0.0, 0.0
    c = element_corner(m, d, f, e, 2)
    if m.flex_dim[f] == 2:
        first, second, third = weights_on_triangle(a, b, c, p)
        return first, second, third, 0.0
    return tetrahedron_weights(make_tetrahedron(a, b, c, element_corner(m, d, f, e, 3), 0.0), p)


@helper
def tetrahedron_weights(body: Tetrahedron, p: Vec3) -> Vec4:
    """Return the weights of the corners at the point of a tetrahedron that is nearest to p."""
    share = coordinates(body, p)
    if has_inside(body) and share[0] >= 0.0 and share[1] >= 0.0 and share[2] >= 0.0 and share[3] >= 0.0:
        return share
    best = -1.0
    share = 1.0, 0.0, 0.0, 0.0
    for i in range(4):
        a, b = tetrahedron_corner(body, FACE_A[i]), tetrahedron_corner(body, FACE_B[i])
        c = tetrahedron_corner(body, FACE_C[i])
        first, second, third = weights_on_triangle(a, b, c, p)
        offset = sub(add_scaled(add_scaled(add_scaled((0.0, 0.0, 0.0), a, first), b, second), c, third), p)
        square = dot(offset, offset)
        if best < 0.0 or square < best:
            best = square
            share = (
                0.0 if i == 0 else first,
                first if i == 0 else (0.0 if i == 1 else second),
                0.0 if i == 2 else (third if i == 3 else second),
                0.0 if i == 3 else third,
            )
    return share


@helper
def start_chains(m, d) -> None:
    """Begin with the last dof of every body."""
    for k in range(d.nweight):
        d.weight_dof[k] = first_dof(d, k, last_dof(m, d.weight_body[k]))


@helper
def highest_dof(d) -> int:
    """Return the highest dof that comes next, -1 if all chains are at their end."""
    top = -1
    for k in range(d.nweight):
        top = max(top, d.weight_dof[k])
    return top


@helper
def count_dofs(m, d) -> int:
    """Return how many dofs move one of the bodies."""
    start_chains(m, d)
    count, top = 0, highest_dof(d)
    while top >= 0:
        for k in range(d.nweight):
            if d.weight_dof[k] == top:
                d.weight_dof[k] = next_dof(m, d, k)
        count, top = count + 1, highest_dof(d)
    return count


# ---- nodes of interpolated flexes


@helper
def add_cell_weights(m, d, f: int, place: Vec3, sign: float) -> None:
    """Add the bodies of the nodes around a place, which goes from 0 to 1 along each axis of the box around a flex."""
    order = abs(m.flex_interp[f])
    step = order + 1
    i, x = cell_along(m, f, 0, place[0])
    j, y = cell_along(m, f, 1, place[1])
    k, z = cell_along(m, f, 2, place[2])

    begin = d.nweight
    for corner in range(step * step * step):
        a, b, c = corner // (step * step), corner // step % step, corner % step
        share = shape(x, a, order) * shape(y, b, order) * shape(z, c, order)
        if share != 0.0:
            at = i * order + a, j * order + b, k * order + c
            if m.flex_interp[f] < 0 and is_inside(m, f, at):
                add_outer_nodes(m, d, f, at, sign * share, begin)
            else:
                add_body(d, m.flex_nodebodyid[cell_node(m, f, order, (i, j, k), corner)], sign * share, begin)


@helper
def cell_along(m, f: int, axis: int, place: float) -> tuple[int, float]:
    """Return (cell, place in it from 0 to 1) along an axis."""
    count = m.flex_cellnum[f, axis]
    along = place * float(count)
    cell = max(0, min(count - 1, int(along)))
    return cell, min(max(along - float(cell), 0.0), 1.0)


@helper
def is_inside(m, f: int, at: tuple[int, int, int]) -> bool:
    """Tell whether a node lies inside of a shell; such nodes have no bodies."""
    order = abs(m.flex_interp[f])
    x, y, z = m.flex_cellnum[f, 0] * order, m.flex_cellnum[f, 1] * order, m.flex_cellnum[f, 2] * order
    return at[0] > 0 and at[0] < x and at[1] > 0 and at[1] < y and at[2] > 0 and at[2] < z


@helper
def add_outer_nodes(m, d, f: int, at: tuple[int, int, int], share: float, begin: int) -> None:
    """Add the 26 outer nodes that a node inside of a shell follows."""
    order = -m.flex_interp[f]
    last = m.flex_cellnum[f, 0] * order, m.flex_cellnum[f, 1] * order, m.flex_cellnum[f, 2] * order
    for corner in range(27):
        if corner != 13:
            i, s = blend_weight(corner // 9, at[0], last[0])
            j, t = blend_weight(corner // 3 % 3, at[1], last[1])
            k, u = blend_weight(corner % 3, at[2], last[2])
            node = m.flex_nodeadr[f] + (i * (last[1] + 1) + j) * (last[2] + 1) + k
            add_body(d, m.flex_nodebodyid[node], -share * s * t * u, begin)


@helper
def add_body(d, body: int, share: float, begin: int) -> None:
    """Add a share to that of a body that was listed from `begin` on, or list it."""
    place = begin
    while place < d.nweight and d.weight_body[place] != body:
        place += 1
    if place == d.nweight:
        add_entry(d, body, 0.0, BODY)
    d.weight_share[place] += share
