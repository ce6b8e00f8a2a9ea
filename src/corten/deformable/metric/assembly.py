"""What elastic flexes add to the metric of DISCRETE, assembled over dofs, and the shift of the smooth force.

    metric  (h^2 + h damping) J' K J        efm_K, sparse
    shift   -h J' K v                       efm_c

Points are vertices or nodes. A point moves with all dofs above its body, so the block K of two points fills the entries
of both chains of dofs.
"""

from corten.deformable.elasticity.bending import BEND, add_form, add_to, bends, hinge_vertices
from corten.deformable.elasticity.cells import has_cells
from corten.deformable.elasticity.scatter import add_body_force
from corten.deformable.elasticity.stretching import stretches
from corten.deformable.fields.kinds import CONTACT_HEAD
from corten.deformable.kinematics.cells import cell_entry, count_cell_nodes, count_cells, has_stiffness, list_cell_nodes
from corten.deformable.metric.factor import find_entry
from corten.deformable.metric.stiffness import flex_scale, load_block
from corten.enums import JointType
from corten.math import matrix3, spatial
from corten.math.matrix3 import mul_mat_vec, mul_matT_vec, transpose
from corten.math.vector3 import dot, load3, scale
from corten.runtime import FloatArray, Mat3, Vec3, helper, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.constraint.row import motion_at, offset_of
from corten.stages.metric.couplings import add_product
from corten.stages.passive.passive import springs_act
from corten.stages.tree import last_dof

SCRATCH = scratch(
    Field("efm_K", F8, ("nefmK",), "part of the metric that elastic flexes have: (h^2 + h damping) times stiffness"),
    readers=("corten.deformable.rods", "corten.stages.metric", "corten.stages.solver"),
)

# pairs of the four vertices of a hinge, and their entries in its matrix
HINGE_ONE = (0, 0, 0, 0, 1, 1, 1, 2, 2, 3)
HINGE_OTHER = (0, 1, 2, 3, 1, 2, 3, 2, 3, 3)


@stage
def flex_metric(m, d) -> None:
    """Set efm_K."""
    for entry in range(m.nefmK):
        d.efm_K[entry] = 0.0
    for f in range(m.nflex):
        scale = flex_scale(m, f)
        if scale != 0.0:
            if stretches(m, f):
                add_stretching(m, d, f, scale)
            if bends(m, f):
                add_bending(m, d, f, scale)
            # matrices of cells give forces, those of elements what resists them
            if has_cells(m, f):
                add_cells(m, d, f, -scale)


@helper
def add_stretching(m, d, f: int, scale: float) -> None:
    """Add the Hessian of stretching of flex f."""
    first = m.flex_vertadr[f]

    for v in range(first, first + m.flex_vertnum[f]):
        add_vertices(m, d, v, v, vertex_block(d.flexvert_hessian, v), scale)
    for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
        block = matrix3.load9(d.flexedge_hessian, e)
        add_vertices(m, d, first + m.flex_edge[e, 0], first + m.flex_edge[e, 1], block, scale)


@helper
def vertex_block(hessian: FloatArray, v: int) -> Mat3:
    """Return the block of a vertex from its upper triangle."""
    xx, xy, xz, yy, yz, zz = hessian[v, 0], hessian[v, 1], hessian[v, 2], hessian[v, 3], hessian[v, 4], hessian[v, 5]
    return xx, xy, xz, xy, yy, yz, xz, yz, zz


@helper
def add_bending(m, d, f: int, scale: float) -> None:
    """Add the matrices of the hinges of flex f."""
    for e in range(m.flex_edgenum[f]):
        edge, entry = m.flex_edgeadr[f] + e, m.flex_bendingadr[f] + BEND * e
        if m.flex_edgeflap[edge, 1] >= 0 and is_definite(m, entry):
            vertices = hinge_vertices(m, f, edge)
            for k in range(10):
                i, j = HINGE_ONE[k], HINGE_OTHER[k]
                x = m.flex_bending[entry + 4 * i + j]
                block = x, 0.0, 0.0, 0.0, x, 0.0, 0.0, 0.0, x
                add_vertices(m, d, hinge_vertex(vertices, i), hinge_vertex(vertices, j), block, scale)


@helper
def is_definite(m, entry: int) -> bool:
    """Tell whether the matrix of a hinge is no burden: not one that is folded at rest by more than a right angle."""
    b = m.flex_bending
    return b[entry] + b[entry + 5] + b[entry + 10] + b[entry + 15] > 0.0


@helper
def hinge_vertex(vertices: tuple[int, int, int, int], i: int) -> int:
    """Return vertex i of four."""
    return (vertices[0] if i == 0 else vertices[1]) if i < 2 else (vertices[2] if i == 2 else vertices[3])


@helper
def add_cells(m, d, f: int, scale: float) -> None:
    """Add the turned stiffness of the cells of flex f."""
    nodes = count_cell_nodes(m, f)
    for cell in range(count_cells(m, f)):
        if has_stiffness(m, f, cell):
            list_cell_nodes(m, d, f, cell)
            entry = cell_entry(m, f, cell)
            for i in range(nodes):
                one = d.flex_cell_node[i]
                for j in range(i + 1):
                    other = d.flex_cell_node[j]
                    block = load_block(d.flexelem_krot, entry, 3 * nodes, i, j)
                    bodies = m.flex_nodebodyid[one], m.flex_nodebodyid[other]
                    places = load3(d.flexnode_xpos, one), load3(d.flexnode_xpos, other)
                    add_block(m, d, bodies, places, block, scale, i == j)


@helper
def add_vertices(m, d, u: int, v: int, block: Mat3, scale: float) -> None:
    """Add the block of vertices u and v."""
    bodies = m.flex_vertbodyid[u], m.flex_vertbodyid[v]
    places = load3(d.flexvert_xpos, u), load3(d.flexvert_xpos, v)
    add_block(m, d, bodies, places, block, scale, u == v)


# ---- blocks of two points, added to the lower triangle efm_K


@helper
def add_block(
    m, d, bodies: tuple[int, int], places: tuple[Vec3, Vec3], block: Mat3, factor: float, alone: bool
) -> None:
    """Add factor J1' K J2 of points in two bodies, and its transpose unless the point is one alone."""
    parent = m.dof_parentid
    i, last = last_dof(m, bodies[0]), last_dof(m, bodies[1])

    if slides_alone(m, i) and slides_alone(m, last):
        add_three(m, d, i - 2, last - 2, block, factor)
    else:
        arm1, arm2 = offset_of(m, d, bodies[0], places[0]), offset_of(m, d, bodies[1], places[1])
        while i >= 0:
            # K' times the motion by dof i, which the motions by other dofs are multiplied with
            pull = scale(mul_matT_vec(block, spatial.linear(motion_at(d, i, arm1))), factor)
            j = last
            while j >= 0:
                value = dot(pull, spatial.linear(motion_at(d, j, arm2)))
                if alone:
                    value = value if j <= i else 0.0
                else:
                    value = value + value if i == j else value
                if value != 0.0:
                    d.efm_K[find_entry(m, i, j)] += value
                j = parent[j]
            i = parent[i]


@helper
def slides_alone(m, last: int) -> bool:
    """Tell whether the dofs that end with `last` are the three slides of a vertex, and all that move it."""
    dof = max(last, 0)
    if last < 0 or m.efmK_three[dof] != 3 or m.dof_parentid[max(dof - 2, 0)] >= 0:
        return False
    slides = m.jnt_type[m.dof_jntid[dof]] == JointType.SLIDE and m.jnt_type[m.dof_jntid[dof - 2]] == JointType.SLIDE
    return slides and m.jnt_type[m.dof_jntid[dof - 1]] == JointType.SLIDE


@helper
def add_three(m, d, i: int, j: int, block: Mat3, factor: float) -> None:
    """Add factor J1' K J2 of two vertices whose first slides are i and j; they may be one, whose K is symmetric."""
    K, rowadr = d.efm_K, m.efmK_rowadr
    row, column = max(i, j), min(i, j)
    # what stands at the entry of dofs r and c is a_r' K a_c with their axes, if i is the row, else a_c' K a_r
    kept = block if i == row else transpose(block)
    ahead = find_entry(m, row, column) - rowadr[row]
    x, y, z = axis_of(d, column), axis_of(d, column + 1), axis_of(d, column + 2)
    for k in range(3):
        pull = scale(mul_matT_vec(kept, axis_of(d, row + k)), factor)
        entry = rowadr[row + k] + ahead
        K[entry] += dot(pull, x)
        if row != column or k > 0:
            K[entry + 1] += dot(pull, y)
        if row != column or k > 1:
            K[entry + 2] += dot(pull, z)


@helper
def axis_of(d, dof: int) -> Vec3:
    """Return the axis of a slide, world."""
    return d.cdof[dof, 3], d.cdof[dof, 4], d.cdof[dof, 5]


# ---- the shift of the smooth force, -h K v: what it becomes at the end of the step


@stage
def flex_shift(m, d) -> None:
    """Add -h J' K v of elastic flexes to efm_c, v being the velocities of vertices or nodes."""
    if springs_act(m):
        for f in range(m.nflex):
            if m.flex_interp[f] == 0 and (stretches(m, f) or bends(m, f)):
                shift_vertices(m, d, f)
            elif has_cells(m, f):
                shift_nodes(m, d, f)


@stage
def contact_shift(m, d) -> None:
    """Add -h k J'J qvel of passive contacts to efm_c."""
    dof, value = d.efm_con_ind, d.efm_con_val

    row = 0
    while row < d.nefmcon:
        add_product(dof, value, (row + CONTACT_HEAD, dof[row]), -value[row] / m.opt_timestep, d.qvel, d.efm_c)
        row += CONTACT_HEAD + dof[row]


@helper
def shift_vertices(m, d, f: int) -> None:
    """Add the shift of a flex whose vertices lie in bodies."""
    first, force, velocity = m.flex_vertadr[f], d.flexvert_force, d.flexvert_velocity
    last = first + m.flex_vertnum[f]

    for v in range(first, last):
        for k in range(3):
            force[v, k] = 0.0
    if stretches(m, f):
        for v in range(first, last):
            pull = mul_mat_vec(vertex_block(d.flexvert_hessian, v), load3(velocity, v))
            add_to(force, v, pull, -m.opt_timestep)
        for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
            a, b, block = first + m.flex_edge[e, 0], first + m.flex_edge[e, 1], matrix3.load9(d.flexedge_hessian, e)
            add_to(force, a, mul_mat_vec(block, load3(velocity, b)), -m.opt_timestep)
            add_to(force, b, mul_matT_vec(block, load3(velocity, a)), -m.opt_timestep)
    if bends(m, f):
        for e in range(m.flex_edgenum[f]):
            edge, entry = m.flex_edgeadr[f] + e, m.flex_bendingadr[f] + BEND * e
            if m.flex_edgeflap[edge, 1] >= 0 and is_definite(m, entry):
                add_form(m, velocity, hinge_vertices(m, f, edge), entry, -m.opt_timestep, force)
    for v in range(first, last):
        add_body_force(m, d, m.flex_vertbodyid[v], load3(d.flexvert_xpos, v), load3(force, v), d.efm_c)


@helper
def shift_nodes(m, d, f: int) -> None:
    """Add the shift of an interpolated flex."""
    first, force, nodes = m.flex_nodeadr[f], d.flexnode_force, count_cell_nodes(m, f)
    last = first + m.flex_nodenum[f]

    for n in range(first, last):
        for k in range(3):
            force[n, k] = 0.0
    for cell in range(count_cells(m, f)):
        if has_stiffness(m, f, cell):
            list_cell_nodes(m, d, f, cell)
            entry = cell_entry(m, f, cell)
            for i in range(nodes):
                for j in range(nodes):
                    block = load_block(d.flexelem_krot, entry, 3 * nodes, i, j)
                    pull = mul_mat_vec(block, load3(d.flexnode_velocity, d.flex_cell_node[j]))
                    add_to(force, d.flex_cell_node[i], pull, m.opt_timestep)
    for n in range(first, last):
        add_body_force(m, d, m.flex_nodebodyid[n], load3(d.flexnode_xpos, n), load3(force, n), d.efm_c)
