"""Where vertices of deformables would be at the end of a step, and how their bodies would be turned."""

from corten.deformable.fields.kinds import Deformable
from corten.math import quaternion, vector3
from corten.math.quaternion import load4, store4
from corten.math.vector3 import load3, store3
from corten.runtime import helper, stage
from corten.stages.tree.dof_chain import last_dof


@stage
def predict_vertices(m, d):
    """Move all vertices on for a step with the velocity that they have; tell how far the last acceleration moved them.

    reads:  m.opt_timestep d.qvel d.qacc_warmstart d.flexvert_xpos d.xquat
    writes: d.flexvert_next d.flexvert_turn d.flexvert_shift d.xpbd_round
    """
    d.xpbd_round = 0
    move_vertices(m, d, m.opt_timestep, 0.0)
    for f in range(m.nflex):
        if m.flex_deformable[f] != Deformable.NONE:
            for v in range(m.flex_vertadr[f], m.flex_vertadr[f] + m.flex_vertnum[f]):
                shift = last_acceleration(m, d, m.flex_vertbodyid[v], load3(d.flexvert_xpos, v))
                store3(d.flexvert_shift, v, vector3.scale(shift, m.opt_timestep * m.opt_timestep))


@stage
def predict_again(m, d):
    """Move all vertices on for a step with the velocity that the last solution gives them.

    reads:  m.opt_timestep d.qvel d.qacc d.flexvert_xpos d.xquat
    writes: d.flexvert_next d.flexvert_turn d.xpbd_round
    """
    d.xpbd_round += 1
    move_vertices(m, d, m.opt_timestep, m.opt_timestep)


@helper
def move_vertices(m, d, time, gain):
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
def vertex_motion(m, d, body, place, gain):
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
def last_acceleration(m, d, body, place):
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
