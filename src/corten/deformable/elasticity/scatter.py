"""From forces on vertices and nodes of flexes to forces on dofs."""

from corten.math import vector3
from corten.math.vector3 import load3
from corten.runtime import FloatArray, Vec3, helper, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.tree import last_dof

SCRATCH = scratch(
    Field("flexnode_damping", F8, ("nflexnode", 3), "damping forces on nodes, world [N]"),
) + scratch(
    Field("flexnode_force", F8, ("nflexnode", 3), "elastic forces on nodes, world [N]"),
    Field("flexvert_force", F8, ("nflexvert", 3), "elastic forces on vertices, world [N]"),
    Field("flexvert_damping", F8, ("nflexvert", 3), "damping forces on vertices, world [N]"),
    readers=("corten.deformable.metric", "corten.deformable.rods"),
)


@stage
def clear_flex_forces(m, d) -> None:
    """Begin with no elastic forces."""
    for v in range(m.nflexvert):
        for k in range(3):
            d.flexvert_force[v, k] = 0.0
            d.flexvert_damping[v, k] = 0.0
    for n in range(m.nflexnode):
        for k in range(3):
            d.flexnode_force[n, k] = 0.0
            d.flexnode_damping[n, k] = 0.0


@stage
def apply_flex_forces(m, d) -> None:
    """Add the joint forces of elastic forces on vertices and nodes."""
    for f in range(m.nflex):
        if m.flex_interp[f] == 0:
            for v in range(m.flex_vertadr[f], m.flex_vertadr[f] + m.flex_vertnum[f]):
                body, point = m.flex_vertbodyid[v], load3(d.flexvert_xpos, v)
                add_body_force(m, d, body, point, load3(d.flexvert_force, v), d.qfrc_spring)
                add_body_force(m, d, body, point, load3(d.flexvert_damping, v), d.qfrc_damper)
        else:
            for n in range(m.flex_nodeadr[f], m.flex_nodeadr[f] + m.flex_nodenum[f]):
                point = load3(d.flexnode_xpos, n)
                add_node_force(m, d, n, point, load3(d.flexnode_force, n), d.qfrc_spring)
                add_node_force(m, d, n, point, load3(d.flexnode_damping, n), d.qfrc_damper)


@helper
def add_body_force(m, d, body: int, point: Vec3, force: Vec3, result: FloatArray) -> None:
    """Add what a force at a point of a body does to each dof that moves it."""
    cdof, parentid = d.cdof, m.dof_parentid

    moment = vector3.cross(vector3.sub(point, load3(d.subtree_com, m.body_rootid[body])), force)
    dof = last_dof(m, body)
    while dof >= 0:
        turn = (cdof[dof, 0], cdof[dof, 1], cdof[dof, 2])
        slide = (cdof[dof, 3], cdof[dof, 4], cdof[dof, 5])
        result[dof] += vector3.dot(turn, moment) + vector3.dot(slide, force)
        dof = parentid[dof]


@helper
def add_node_force(m, d, n: int, point: Vec3, force: Vec3, result: FloatArray) -> None:
    """Add what a force on a node does to dofs; of a node that moves with its own body, only those of that body."""
    body, place, cdof = m.flex_nodebodyid[n], m.flex_node, d.cdof

    centered = place[n, 0] == 0.0 and place[n, 1] == 0.0 and place[n, 2] == 0.0
    if centered and m.body_dofnum[body] == 3:
        for dof in range(m.body_dofadr[body], m.body_dofadr[body] + 3):
            result[dof] += cdof[dof, 3] * force[0] + cdof[dof, 4] * force[1] + cdof[dof, 5] * force[2]
    else:
        add_body_force(m, d, body, point, force, result)
