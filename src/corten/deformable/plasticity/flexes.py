"""Flexes that yield: at the end of a step, strains that an element cannot bear become part of its rest.

Of each mode the elastic strain is mapped back radially to what von Mises's criterion allows. Where bodies will be after
the step is taken from their velocities: x + h J v, as tendons that yield take their lengths.
"""

from corten.deformable.elasticity.bending import BEND, hinge_vertices
from corten.deformable.elasticity.stretching import THICKNESS
from corten.deformable.kinematics.cells import (
    cell_gradient,
    count_cells,
    face_gradient,
    face_place,
    has_stiffness,
    list_cell_nodes,
)
from corten.deformable.kinematics.vertices import fill_shell
from corten.deformable.plasticity.elements import TWO_THIRDS, flow_share, yield_elements
from corten.math import spatial, vector3
from corten.math.matrix3 import mul_matT_mat
from corten.math.quaternion import nearest_rotation, quat_to_mat
from corten.math.scalar import atan2, sincos
from corten.math.vector3 import add_scaled, cross, dot, load3, norm, store3, sub
from corten.runtime import FloatArray, Mat3, Vec2, Vec3, Vec6, helper, sqrt, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.constraint.row import motion_at, offset_of
from corten.stages.passive.passive import springs_act
from corten.stages.tree import last_dof

SCRATCH = scratch(
    Field("flexnode_velocity", F8, ("nflexnode", 3), "velocities of nodes [m/s]"),
    readers=("corten.deformable",),
)

# bits of flex_plasticmode
BENDING, STRETCHING = 1, 2


@stage
def yield_flexes(m, d) -> None:
    """Move the rest of elements, hinges and cells that are strained by more than they bear (flex_yield)."""
    yield_all_flexes(m, d, d.qvel)


@stage
def yield_flexes_rk4(m, d) -> None:
    """Do what `yield_flexes` does after a step of RK4, where bodies follow the mean of its four velocities."""
    yield_all_flexes(m, d, d.rk_qvel_sum)


@stage
def swap_positions(m, d) -> None:
    """Exchange the positions at the end of a step of RK4 for those at its beginning, or the other way."""
    for i in range(m.nq):
        after, before = d.qpos[i], d.rk_qpos[i]
        d.qpos[i] = before
        d.rk_qpos[i] = after


@helper
def yield_all_flexes(m, d, velocity: FloatArray) -> None:
    """Move the rest of all flexes that yield, whose bodies move with these velocities of dofs."""
    if springs_act(m):
        for f in range(m.nflex):
            if m.flex_plasticadr[f] >= 0 and m.flex_plasticmode[f] != 0 and m.flex_rigid[f] == 0:
                if m.flex_interp[f] != 0:
                    move_nodes(m, d, f, velocity)
                    yield_cells(m, d, f)
                else:
                    set_velocities(m, d, f, velocity)
                    if m.flex_plasticmode[f] & STRETCHING != 0:
                        yield_elements(m, d, f)
                    if m.flex_plasticmode[f] & BENDING != 0:
                        yield_hinges(m, d, f)


@helper
def set_velocities(m, d, f: int, velocity: FloatArray) -> None:
    """Set the velocities of the vertices of a flex."""
    for v in range(m.flex_vertadr[f], m.flex_vertadr[f] + m.flex_vertnum[f]):
        speed = point_velocity_of(m, d, m.flex_vertbodyid[v], load3(d.flexvert_xpos, v), velocity)
        store3(d.flexvert_velocity, v, speed)


@helper
def move_nodes(m, d, f: int, velocity: FloatArray) -> None:
    """Move the nodes of a flex on by a step."""
    for n in range(m.flex_nodeadr[f], m.flex_nodeadr[f] + m.flex_nodenum[f]):
        speed = point_velocity_of(m, d, m.flex_nodebodyid[n], load3(d.flexnode_xpos, n), velocity)
        store3(d.flexnode_velocity, n, speed)
    if m.flex_interp[f] < 0:
        fill_shell(m, f, d.flexnode_velocity)
    for n in range(m.flex_nodeadr[f], m.flex_nodeadr[f] + m.flex_nodenum[f]):
        moved = vector3.add_scaled(load3(d.flexnode_xpos, n), load3(d.flexnode_velocity, n), m.opt_timestep)
        store3(d.flexnode_xpos, n, moved)


@helper
def point_velocity_of(m, d, body: int, point: Vec3, velocity: FloatArray) -> Vec3:
    """Return the velocity of a point of a body, given those of dofs."""
    offset, speed = offset_of(m, d, body, point), (0.0, 0.0, 0.0)
    dof = last_dof(m, body)
    while dof >= 0:
        speed = vector3.add_scaled(speed, spatial.linear(motion_at(d, dof, offset)), velocity[dof])
        dof = m.dof_parentid[dof]
    return speed


# ---- hinges that yield in bending
# Their plastic state adds to the factor of the cubic term of bending. With the matrix of a hinge, whose entry of both
# tips is b, and its factor c, a hinge of length L is at rest where the tangent of its angle is c L / b. Its strain is
# that of the outer fibre: half of the thickness times the curvature.


# [rad] farthest that a hinge bends for good (MuJoCo's value)
FARTHEST = 1.3

# where the entry of both tips stands in the matrix of a hinge, and the factor of the cubic term behind it
TIPS, CUBIC = 11, 16


@helper
def yield_hinges(m, d, f: int) -> None:
    """Map the angles of all hinges of a sheet back to what they bear."""
    thickness = m.flex_stiffness[m.flex_stiffnessadr[f] + THICKNESS]
    first = m.flex_plasticadr[f] + (3 * m.flex_elemnum[f] if m.flex_plasticmode[f] > 1 else 0)
    for e in range(m.flex_edgenum[f]):
        edge, entry = m.flex_edgeadr[f] + e, m.flex_bendingadr[f] + BEND * e
        tips = m.flex_bending[entry + TIPS]
        # hinges that are folded by more than a right angle at qpos0 stay elastic
        if m.flex_edgeflap[edge, 1] >= 0 and tips > 0.0 and thickness > 0.0:
            length = m.flexedge_length0[edge]
            angle, area = next_angle(m, d, hinge_vertices(m, f, edge), length)
            stiffness, cubic = tips / length, m.flex_bending[entry + CUBIC]
            rest = atan2(cubic + d.plastic[first + e], stiffness)
            bears = 2.0 * m.flex_yield[f, 1] / thickness * area / length
            if abs(angle - rest) > bears:
                rest = angle - bears if angle > rest else angle + bears
                sine, cosine = sincos(min(max(rest, -FARTHEST), FARTHEST))
                d.plastic[first + e] = stiffness * sine / cosine - cubic


@helper
def next_angle(m, d, vertices: tuple[int, int, int, int], length: float) -> Vec2:
    """Return the angle of a hinge after the step, as if its edge had this length, and the area of both triangles."""
    v0, v1, v2, v3 = vertices
    edge, tip, other = next_arm(m, d, v0, v1), next_arm(m, d, v0, v2), next_arm(m, d, v0, v3)
    one, two = cross(edge, tip), cross(other, edge)
    return atan2(-length * dot(one, other), dot(one, two)), 0.5 * (norm(one) + norm(two))


@helper
def next_arm(m, d, a: int, b: int) -> Vec3:
    """Return the way from one vertex to another after the step."""
    away = sub(load3(d.flexvert_xpos, b), load3(d.flexvert_xpos, a))
    speed = sub(load3(d.flexvert_velocity, b), load3(d.flexvert_velocity, a))
    return add_scaled(away, speed, m.opt_timestep)


# ---- cells and faces of shells that yield
# Their plastic state is a strain in their own frames: six numbers for each cell, xx, yy, zz, 2 xy, 2 xz, 2 yz, and
# three for each face along its two axes. The strain is that of the stretch U in the gradient of the middle, R U, less
# the plastic one.


# most that a cell or face deforms for good: norm of its plastic strain (MuJoCo's value)
MOST = 0.35

# part of the squared trace in the squared strain of a face that is pulled (MuJoCo's value)
THINNING = 0.375


@helper
def yield_cells(m, d, f: int) -> None:
    """Map the strains of all cells or faces of a flex, whose nodes were moved on by a step, back to what they bear."""
    for cell in range(count_cells(m, f)):
        if has_stiffness(m, f, cell):
            list_cell_nodes(m, d, f, cell)
            if m.flex_interp[f] > 0:
                yield_cell(m, d, f, cell)
            else:
                yield_face(m, d, f, cell)


@helper
def stretch_of(gradient: Mat3) -> Vec6:
    """Return the stretch in a gradient: xx, yy, zz, and twice xy, xz, yz."""
    u = mul_matT_mat(quat_to_mat(nearest_rotation(gradient)), gradient)
    return u[0], u[4], u[8], u[1] + u[3], u[2] + u[6], u[5] + u[7]


@helper
def yield_cell(m, d, f: int, cell: int) -> None:
    """Add the deviator that is too much to the plastic strain of a cell."""
    p, plastic = m.flex_plasticadr[f] + 6 * cell, d.plastic
    x, y, z, xy, xz, yz = stretch_of(cell_gradient(m, d, f))
    x, y, z = x - 1.0 - plastic[p], y - 1.0 - plastic[p + 1], z - 1.0 - plastic[p + 2]
    xy, xz, yz = xy - plastic[p + 3], xz - plastic[p + 4], yz - plastic[p + 5]
    mean = (x + y + z) / 3.0
    x, y, z = x - mean, y - mean, z - mean
    share = flow_share(TWO_THIRDS * (x * x + y * y + z * z + 0.5 * (xy * xy + xz * xz + yz * yz)), m.flex_yield[f, 0])
    if share > 0.0:
        x, y, z = plastic[p] + share * x, plastic[p + 1] + share * y, plastic[p + 2] + share * z
        xy, xz, yz = plastic[p + 3] + share * xy, plastic[p + 4] + share * xz, plastic[p + 5] + share * yz
        kept = clamp_share(x * x + y * y + z * z + 0.5 * (xy * xy + xz * xz + yz * yz))
        plastic[p], plastic[p + 1], plastic[p + 2] = kept * x, kept * y, kept * z
        plastic[p + 3], plastic[p + 4], plastic[p + 5] = kept * xy, kept * xz, kept * yz


@helper
def clamp_share(squared: float) -> float:
    """Return by what a plastic strain, given the square of its norm, is to be multiplied."""
    return MOST / sqrt(squared) if squared > MOST * MOST else 1.0


@helper
def yield_face(m, d, f: int, face: int) -> None:
    """Add what is too much to the plastic strain of a face: all of it where it is pulled, else the deviator."""
    p, plastic = m.flex_plasticadr[f] + 3 * face, d.plastic
    side, _within = face_place(m, f, face)
    normal = side // 2
    x, y, z, xy, xz, yz = stretch_of(face_gradient(m, d, f, normal))
    # along the two axes that follow the normal one
    first = y if normal == 0 else (z if normal == 1 else x)
    second = z if normal == 0 else (x if normal == 1 else y)
    shear = (yz if normal == 0 else (xz if normal == 1 else xy)) - plastic[p + 2]
    first, second = first - 1.0 - plastic[p], second - 1.0 - plastic[p + 1]
    trace = first + second
    across = first - second
    squared = TWO_THIRDS * 0.5 * (across * across + shear * shear)
    pulled = trace >= 0.0
    if pulled:
        squared += TWO_THIRDS * THINNING * trace * trace
    share, spread = flow_share(squared, m.flex_yield[f, 0]), 0.0 if pulled else 0.5 * trace
    if share > 0.0:
        first, second = plastic[p] + share * (first - spread), plastic[p + 1] + share * (second - spread)
        shear = plastic[p + 2] + share * shear
        kept = clamp_share(first * first + second * second + 0.5 * shear * shear)
        plastic[p], plastic[p + 1], plastic[p + 2] = kept * first, kept * second, kept * shear
