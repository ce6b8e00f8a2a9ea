"""Where vertices of deformables are going, and all XPBD constraints there: values, Jacobian by the dofs, energy."""

from corten.deformable.fields.kinds import XPBD_ROWS, XPBD_VERTICES, Deformable, XpbdType
from corten.deformable.xpbd.constraints import curvature, distance, hinge, membrane, rod, solid
from corten.deformable.xpbd.tension import taut_segment, taut_triangle
from corten.math import quaternion, vector3
from corten.math.quaternion import load4, store4
from corten.math.vector3 import load3, store3
from corten.runtime import FloatArray, Vec3, helper, stage
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch
from corten.stages.tree import last_dof

SCRATCH = scratch(
    Field("flexvert_next", F8, ("nflexvert", 3), "where vertices would be at the end of the step, world [m]"),
    Field("flexvert_turn", F8, ("nflexvert", 4), "how the bodies of vertices would be turned then, world"),
    Field(
        "flexvert_shift", F8, ("nflexvert", 3), "how far the acceleration of the last step moved vertices, world [m]"
    ),
    Field(
        "xpbd_pos", F8, ("nxpbdrow",), "rows of XPBD constraints there, brought back to the beginning by the Jacobian"
    ),
    Field("xpbd_J", F8, ("nxpbdJ",), "Jacobian of XPBD constraints there"),
    Field("xpbd_round", I4, (), "how often the step has solved for the vertices before"),
    Field("xpbd_value", F8, (6,), "rows of the XPBD constraint at hand"),
    Field("xpbd_mean", F8, (6,), "means of rows of the parts of the XPBD constraint at hand"),
)


@stage
def project_constraints(m, d) -> None:
    """Evaluate all constraints where the vertices would be at the end of the step, and their Jacobian there.

    xpbd_pos is C - h^2 J qacc of the last round, so that it is what C would be if vertices had no acceleration.
    """
    h = m.opt_timestep

    for c in range(m.nxpbd):
        if d.xpbd_round < m.flex_substeps[m.xpbd_flexid[c]] and m.xpbd_type[c] == XpbdType.PATCH:
            average_rows(m, d, c)
        elif d.xpbd_round < m.flex_substeps[m.xpbd_flexid[c]]:
            rows = evaluate(m, d, c, d.flexvert_next)
            spread_slopes(m, d, c, rows)
            for r in range(rows):
                first = m.xpbd_Jadr[c] + r * m.xpbd_colnum[c]
                moved = 0.0
                if d.xpbd_round > 0:
                    for k in range(m.xpbd_colnum[c]):
                        moved += d.xpbd_J[first + k] * d.qacc[m.xpbd_colind[m.xpbd_coladr[c] + k]]
                d.xpbd_pos[m.xpbd_rowadr[c] + r] = d.xpbd_value[r] - h * h * moved


@stage
def constraint_energy(m, d) -> None:
    """Add the elastic energy of all constraints, C^2 / (2 compliance), to the potential energy."""
    move_vertices(m, d, 0.0, 0.0)
    total = 0.0
    for c in range(m.nxpbd):
        rows = evaluate_or_average(m, d, c, d.flexvert_next)
        for r in range(rows):
            total += 0.5 * d.xpbd_value[r] * d.xpbd_value[r] / m.xpbd_compliance[m.xpbd_rowadr[c] + r]
    d.energy[0] += total


@stage
def constraint_stiffness(m, d) -> None:
    """Add up with what stiffness all constraints hold each body at qpos0, averaged over directions."""
    for b in range(m.nbody):
        m.xpbd_stiffness[b] = 0.0
    move_vertices(m, d, 0.0, 0.0)
    for c in range(m.nxpbd):
        if m.xpbd_type[c] == XpbdType.PATCH:
            # as if each part had its share by itself
            for part in range(m.xpbd_partadr[c], m.xpbd_partadr[c] + m.xpbd_partnum[c]):
                add_stiffness(m, d, m.xpbd_partid[part], m.xpbd_rowadr[c], m.xpbd_partshare[part])
        else:
            add_stiffness(m, d, c, m.xpbd_rowadr[c], 1.0)


@helper
def add_stiffness(m, d, c: int, row: int, share: float) -> None:
    """Add the stiffness of constraint c to its bodies, with a share of the compliances from a row on."""
    rows = evaluate(m, d, c, d.flexvert_next)
    for r in range(rows):
        part = share / (3.0 * m.xpbd_compliance[row + r])
        for k in range(XPBD_VERTICES[m.xpbd_type[c]]):
            slope = slope_at(d, r, k)
            m.xpbd_stiffness[m.flex_vertbodyid[m.xpbd_vertid[c, k]]] += part * vector3.dot(slope, slope)


@helper
def average_rows(m, d, c: int) -> None:
    """Set positions and Jacobian of a constraint to the means of those of its parts, which stand before it."""
    rows, columns = XPBD_ROWS[m.xpbd_type[c]], m.xpbd_colnum[c]
    first, begin, row = m.xpbd_Jadr[c], m.xpbd_coladr[c], m.xpbd_rowadr[c]

    for r in range(rows):
        d.xpbd_pos[row + r] = 0.0
    for entry in range(first, first + rows * columns):
        d.xpbd_J[entry] = 0.0
    for i in range(m.xpbd_partadr[c], m.xpbd_partadr[c] + m.xpbd_partnum[c]):
        part, share = m.xpbd_partid[i], m.xpbd_partshare[i]
        for r in range(rows):
            d.xpbd_pos[row + r] += share * d.xpbd_pos[m.xpbd_rowadr[part] + r]
        # dofs of both ascend
        column = 0
        for k in range(m.xpbd_colnum[part]):
            while m.xpbd_colind[begin + column] != m.xpbd_colind[m.xpbd_coladr[part] + k]:
                column += 1
            for r in range(rows):
                entry = m.xpbd_Jadr[part] + r * m.xpbd_colnum[part] + k
                d.xpbd_J[first + r * columns + column] += share * d.xpbd_J[entry]


@helper
def evaluate_or_average(m, d, c: int, places: FloatArray) -> int:
    """Set values of constraint c, also if it is a mean of others; return its number of rows."""
    rows, mean = XPBD_ROWS[m.xpbd_type[c]], d.xpbd_mean
    if m.xpbd_type[c] == XpbdType.PATCH:
        for r in range(rows):
            mean[r] = 0.0
        for i in range(m.xpbd_partadr[c], m.xpbd_partadr[c] + m.xpbd_partnum[c]):
            evaluate(m, d, m.xpbd_partid[i], places)
            for r in range(rows):
                mean[r] += m.xpbd_partshare[i] * d.xpbd_value[r]
        for r in range(rows):
            d.xpbd_value[r] = mean[r]
    else:
        evaluate(m, d, c, places)
    return rows


@helper
def evaluate(m, d, c: int, places: FloatArray) -> int:
    """Set values and slopes of constraint c; return its number of rows."""
    kind = m.xpbd_type[c]
    if kind == XpbdType.MEMBRANE:
        membrane(m, d, c, places)
    elif kind == XpbdType.HINGE:
        hinge(m, d, c, places)
    elif kind == XpbdType.SOLID:
        solid(m, d, c, places)
    elif kind == XpbdType.ROD:
        rod(m, d, c, places)
    elif kind == XpbdType.DISTANCE:
        distance(m, d, c, places)
    elif kind == XpbdType.TAUT_TRIANGLE:
        taut_triangle(m, d, c, places)
    elif kind == XpbdType.TAUT_SEGMENT:
        taut_segment(m, d, c, places)
    else:
        curvature(m, d, c, places)
    return XPBD_ROWS[kind]


@helper
def slope_at(d, r: int, k: int) -> Vec3:
    """Return the derivative of row r by the place of vertex k."""
    return d.xpbd_slope[r, 3 * k], d.xpbd_slope[r, 3 * k + 1], d.xpbd_slope[r, 3 * k + 2]


@helper
def torque_at(d, r: int, k: int) -> Vec3:
    """Return the derivative of row r by the turn of body k."""
    return d.xpbd_torque[r, 3 * k], d.xpbd_torque[r, 3 * k + 1], d.xpbd_torque[r, 3 * k + 2]


@helper
def spread_slopes(m, d, c: int, rows: int) -> None:
    """Turn derivatives by places and turns of constraint c into those by its dofs."""
    J, columns, colind = d.xpbd_J, m.xpbd_colnum[c], m.xpbd_colind
    kind, first, begin = m.xpbd_type[c], m.xpbd_Jadr[c], m.xpbd_coladr[c]

    for entry in range(first, first + rows * columns):
        J[entry] = 0.0
    for k in range(XPBD_VERTICES[kind]):
        v = m.xpbd_vertid[c, k]
        body = m.flex_vertbodyid[v]
        arm = vector3.sub(load3(d.flexvert_xpos, v), load3(d.subtree_com, m.body_rootid[body]))

        # both the dofs of the chain and those of the constraint are met from the last to the first
        dof = last_dof(m, body)
        column = columns - 1
        while dof >= 0:
            while colind[begin + column] != dof:
                column -= 1
            turn = (d.cdof[dof, 0], d.cdof[dof, 1], d.cdof[dof, 2])
            slide = (d.cdof[dof, 3], d.cdof[dof, 4], d.cdof[dof, 5])
            motion = vector3.add(slide, vector3.cross(turn, arm))
            for r in range(rows):
                gain = vector3.dot(slope_at(d, r, k), motion)
                if kind == XpbdType.ROD:
                    gain += vector3.dot(torque_at(d, r, k), turn)
                J[first + r * columns + column] += gain
            dof = m.dof_parentid[dof]


# ---- prediction: where vertices would be at the end of a step, and how their bodies would be turned


@stage
def predict_vertices(m, d) -> None:
    """Move all vertices on for a step with the velocity that they have; tell how far the last acceleration moved
    them.
    """
    d.xpbd_round = 0
    move_vertices(m, d, m.opt_timestep, 0.0)
    for f in range(m.nflex):
        if m.flex_deformable[f] != Deformable.NONE:
            for v in range(m.flex_vertadr[f], m.flex_vertadr[f] + m.flex_vertnum[f]):
                shift = last_acceleration(m, d, m.flex_vertbodyid[v], load3(d.flexvert_xpos, v))
                store3(d.flexvert_shift, v, vector3.scale(shift, m.opt_timestep * m.opt_timestep))


@stage
def predict_substep(m, d) -> None:
    """Move all vertices on for a step with the velocity that the last solution gives them."""
    d.xpbd_round += 1
    move_vertices(m, d, m.opt_timestep, m.opt_timestep)


@helper
def move_vertices(m, d, time: float, gain: float) -> None:
    """Set flexvert_next and flexvert_turn to where the velocity qvel + gain qacc leads within a time."""
    for f in range(m.nflex):
        if m.flex_deformable[f] != Deformable.NONE:
            for v in range(m.flex_vertadr[f], m.flex_vertadr[f] + m.flex_vertnum[f]):
                place, body = load3(d.flexvert_xpos, v), m.flex_vertbodyid[v]
                velocity, spin = vertex_motion(m, d, body, place, gain)
                store3(d.flexvert_next, v, vector3.add_scaled(place, velocity, time))
                # spin is seen from the world, so the turn comes before the frame
                axis, speed = vector3.normalize(spin)
                turn = quaternion.axis_angle_to_quat(axis, speed * time)
                store4(d.flexvert_turn, v, quaternion.mul_quat(turn, load4(d.xquat, body)))


@helper
def vertex_motion(m, d, body: int, place: Vec3, gain: float) -> tuple[Vec3, Vec3]:
    """Return (velocity of a point of a body [m/s], angular velocity [rad/s]) for qvel + gain qacc."""
    cdof = d.cdof
    arm = vector3.sub(place, load3(d.subtree_com, m.body_rootid[body]))

    velocity, spin = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    dof = last_dof(m, body)
    while dof >= 0:
        speed = d.qvel[dof] + gain * d.qacc[dof] if gain != 0.0 else d.qvel[dof]
        turn = (cdof[dof, 0], cdof[dof, 1], cdof[dof, 2])
        slide = (cdof[dof, 3], cdof[dof, 4], cdof[dof, 5])
        spin = vector3.add_scaled(spin, turn, speed)
        velocity = vector3.add_scaled(velocity, vector3.add(slide, vector3.cross(turn, arm)), speed)
        dof = m.dof_parentid[dof]
    return velocity, spin


@helper
def last_acceleration(m, d, body: int, place: Vec3) -> Vec3:
    """Return the acceleration of a point of a body [m/s^2] by that of its dofs in the last step."""
    cdof = d.cdof
    arm = vector3.sub(place, load3(d.subtree_com, m.body_rootid[body]))

    total = (0.0, 0.0, 0.0)
    dof = last_dof(m, body)
    while dof >= 0:
        turn = (cdof[dof, 0], cdof[dof, 1], cdof[dof, 2])
        slide = (cdof[dof, 3], cdof[dof, 4], cdof[dof, 5])
        total = vector3.add_scaled(total, vector3.add(slide, vector3.cross(turn, arm)), d.qacc_warmstart[dof])
        dof = m.dof_parentid[dof]
    return total
