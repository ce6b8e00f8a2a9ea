"""Stretching of flexes of triangles or tetrahedra, and springs along their edges.

The material is that of Saint Venant and Kirchhoff, strained by its edges: the energy of an element is a quadratic form
of its elongations, the squared lengths of its edges less those at rest; flex_stiffness holds its upper triangle G:

    energy = e' G e / 2,   tension = G e,   e_a = length_a^2 - length0_a^2 - what has yielded.

The gradient pulls along edges, so tensions are added up edge by edge.
"""

from corten.math import vector3
from corten.math.vector3 import load3, store3
from corten.runtime import FloatArray, helper, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.passive.passive import dampers_act, springs_act

SCRATCH = scratch(
    Field(
        "flexedge_elongation",
        F8,
        ("nflexedge",),
        "squared lengths less those at rest [m^2]",
    ),
    Field("flexedge_tension", F8, ("nflexedge",), "force along edges by their length [N/m]"),
)

# room in flex_stiffness for each element, and its edges, by dimension
ROOM = (0, 0, 21, 24)
EDGES = (0, 1, 3, 6)

# where the thickness of a sheet whose hinges yield stands, behind the numbers of its first triangle
THICKNESS = 6


@stage
def flex_stretch(m, d) -> None:
    """Add the forces of stretching, and of its damping, to those on vertices."""
    length, rest, velocity = d.flexedge_length, m.flexedge_length0, d.flexedge_velocity

    for f in range(m.nflex):
        if stretches(m, f):
            if springs_act(m):
                for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
                    d.flexedge_elongation[e] = length[e] * length[e] - rest[e] * rest[e]
                set_tensions(m, d, f, plastic_metrics(m, f))
                pull_edges(m, d, f, d.flexvert_force)
            if dampers_act(m) and m.flex_damping[f] != 0.0:
                for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
                    # the change of the squared length over the last step, if its velocity was the same
                    rate = (2.0 * length[e] - m.opt_timestep * velocity[e]) * velocity[e]
                    d.flexedge_elongation[e] = m.flex_damping[f] * rate
                set_tensions(m, d, f, -1)
                pull_edges(m, d, f, d.flexvert_damping)


@helper
def stretches(m, f: int) -> bool:
    """Tell whether flex f resists stretching by itself, and not through nodes."""
    adr = m.flex_stiffnessadr[f]
    return adr >= 0 and m.flex_rigid[f] == 0 and m.flex_interp[f] == 0 and m.flex_stiffness[max(adr, 0)] != 0.0


@helper
def pull_edges(m, d, f: int, force: FloatArray) -> None:
    """Add the tensions of the edges of a flex to the forces at their ends."""
    first, xpos = m.flex_vertadr[f], d.flexvert_xpos

    for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
        a, b = first + m.flex_edge[e, 0], first + m.flex_edge[e, 1]
        away = vector3.sub(load3(xpos, b), load3(xpos, a))
        store3(force, a, vector3.add_scaled(load3(force, a), away, d.flexedge_tension[e]))
        store3(force, b, vector3.add_scaled(load3(force, b), away, -d.flexedge_tension[e]))


@helper
def plastic_metrics(m, f: int) -> int:
    """Return where the elongations that elements have yielded stand in plastic, -1 where they do not yield."""
    yields = m.nplastic > 0 and m.flex_plasticadr[f] >= 0 and m.flex_plasticmode[f] > 1
    return m.flex_plasticadr[f] if yields else -1


@helper
def set_tensions(m, d, f: int, yielded: int) -> None:
    """Set the tension of each edge, force by length, from the elongations of the edges of its elements.

    `yielded` is where the elongations stand that elements have yielded, or -1.
    """
    dim = m.flex_dim[f]
    count, first, own = EDGES[dim], m.flex_edgeadr[f], d.flex_element_elongation

    for e in range(first, first + m.flex_edgenum[f]):
        d.flexedge_tension[e] = 0.0
    for t in range(m.flex_elemnum[f]):
        edge = m.flex_elemedgeadr[f] + t * count
        entry = m.flex_stiffnessadr[f] + t * ROOM[dim]
        for i in range(count):
            forgiven = d.plastic[yielded + t * count + i] if yielded >= 0 else 0.0
            own[i] = d.flexedge_elongation[first + m.flex_elemedge[edge + i]] - forgiven
        for i in range(count):
            total = m.flex_stiffness[entry] * own[i]
            entry += 1
            for j in range(i + 1, count):
                total += m.flex_stiffness[entry] * own[j]
                d.flexedge_tension[first + m.flex_elemedge[edge + j]] += m.flex_stiffness[entry] * own[i]
                entry += 1
            d.flexedge_tension[first + m.flex_elemedge[edge + i]] += total


# ---- springs and dampers along edges


@stage
def flex_edge_springs(m, d) -> None:
    """Add the joint forces of edges, J' f: of springs f = -stiffness (length - length0), of dampers -damping
    velocity.
    """
    rownnz, rowadr, colind, value = m.flexedge_J_rownnz, m.flexedge_J_rowadr, m.flexedge_J_colind, d.flexedge_J
    length, rest, velocity = d.flexedge_length, m.flexedge_length0, d.flexedge_velocity
    spring, damper = d.qfrc_spring, d.qfrc_damper

    for f in range(m.nflex):
        stiffness = m.flex_edgestiffness[f] if springs_act(m) else 0.0
        damping = m.flex_edgedamping[f] if dampers_act(m) else 0.0
        if m.flex_rigid[f] == 0 and m.flex_interp[f] == 0:
            for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
                if m.flexedge_rigid[e] == 0:
                    pull, brake = stiffness * (rest[e] - length[e]), -damping * velocity[e]
                    for entry in range(rowadr[e], rowadr[e] + rownnz[e]):
                        spring[colind[entry]] += value[entry] * pull
                        damper[colind[entry]] += value[entry] * brake


@stage
def flex_edge_energy(m, d) -> None:
    """Add what the springs along the edges of flexes of lines store to the potential energy."""
    if springs_act(m):
        for f in range(m.nflex):
            if m.flex_dim[f] == 1 and m.flex_rigid[f] == 0:
                for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
                    if m.flexedge_rigid[e] == 0:
                        longer = d.flexedge_length[e] - m.flexedge_length0[e]
                        d.energy[0] += 0.5 * m.flex_edgestiffness[f] * longer * longer
