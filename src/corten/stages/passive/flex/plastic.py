"""Flexes that yield: at the end of a step, strains that an element cannot bear become part of its rest.

Of each mode the elastic strain is mapped back radially to what von Mises's criterion allows. Where bodies will be after
the step is taken from their velocities: x + h J v, as tendons that yield take their lengths.
"""

from corten.math import spatial, vector3
from corten.math.vector3 import load3, store3
from corten.runtime import helper, stage
from corten.stages.constraint.row import motion_at, offset_of
from corten.stages.flex.nodes import fill_shell
from corten.stages.passive.flex.plastic_cells import yield_cells
from corten.stages.passive.flex.plastic_hinges import yield_hinges
from corten.stages.passive.flex.plastic_metrics import yield_elements
from corten.stages.passive.passive import springs_act
from corten.stages.tree import last_dof

# bits of flex_plasticmode
BENDING, STRETCHING = 1, 2


@stage
def yield_flexes(m, d):
    """Move the rest of elements, hinges and cells that are strained by more than they bear (flex_yield).

    reads:  m.flex_plasticadr m.flex_plasticmode m.flex_yield d.qvel d.cdof d.flexvert_xpos d.flexnode_xpos d.plastic
    writes: d.plastic d.flexvert_velocity d.flexnode_velocity d.flexnode_xpos
    """
    yield_all_flexes(m, d, d.qvel)


@stage
def yield_flexes_rk4(m, d):
    """Do what `yield_flexes` does after a step of RK4, where bodies follow the mean of its four velocities.

    reads:  m.flex_plasticadr m.flex_plasticmode m.flex_yield d.rk_qvel_sum d.cdof d.flexvert_xpos d.flexnode_xpos
    writes: d.plastic d.flexvert_velocity d.flexnode_velocity d.flexnode_xpos
    """
    yield_all_flexes(m, d, d.rk_qvel_sum)


@stage
def exchange_positions(m, d):
    """Exchange the positions at the end of a step of RK4 for those at its beginning, or the other way.

    reads:  d.qpos d.rk_qpos
    writes: d.qpos d.rk_qpos
    """
    for i in range(m.nq):
        after, before = d.qpos[i], d.rk_qpos[i]
        d.qpos[i] = before
        d.rk_qpos[i] = after


@helper
def yield_all_flexes(m, d, velocity):
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
def set_velocities(m, d, f, velocity):
    """Set the velocities of the vertices of a flex."""
    for v in range(m.flex_vertadr[f], m.flex_vertadr[f] + m.flex_vertnum[f]):
        speed = speed_of(m, d, m.flex_vertbodyid[v], load3(d.flexvert_xpos, v), velocity)
        store3(d.flexvert_velocity, v, speed)


@helper
def move_nodes(m, d, f, velocity):
    """Move the nodes of a flex on by a step."""
    for n in range(m.flex_nodeadr[f], m.flex_nodeadr[f] + m.flex_nodenum[f]):
        speed = speed_of(m, d, m.flex_nodebodyid[n], load3(d.flexnode_xpos, n), velocity)
        store3(d.flexnode_velocity, n, speed)
    if m.flex_interp[f] < 0:
        fill_shell(m, f, d.flexnode_velocity)
    for n in range(m.flex_nodeadr[f], m.flex_nodeadr[f] + m.flex_nodenum[f]):
        moved = vector3.add_scaled(load3(d.flexnode_xpos, n), load3(d.flexnode_velocity, n), m.opt_timestep)
        store3(d.flexnode_xpos, n, moved)


@helper
def speed_of(m, d, body, point, velocity):
    """Return the velocity of a point of a body, given those of dofs."""
    offset, speed = offset_of(m, d, body, point), (0.0, 0.0, 0.0)
    dof = last_dof(m, body)
    while dof >= 0:
        speed = vector3.add_scaled(speed, spatial.linear(motion_at(d, dof, offset)), velocity[dof])
        dof = m.dof_parentid[dof]
    return speed
