"""The sum of all passive forces."""

from functools import cache

from corten.enums import DisableBit
from corten.math import vector3
from corten.math.spatial import store6
from corten.math.vector3 import load3
from corten.model import Model
from corten.runtime import helper, stage
from corten.runtime.fields import F8, Field
from corten.runtime.kernel import Helper, Stage, bind
from corten.runtime.scratch import scratch
from corten.stages.tree import dof_force, gather_wrenches, wrench_at
from corten.stages.user import plugin_functions

SCRATCH = scratch(
    Field("retained_passive", F8, ("nv", 4), "qfrc_spring, _damper, _passive and _adhesion of the last step"),
    lasting=True,
)


@stage
def passive(m, d) -> None:
    """Add up the passive forces; gravity compensation of some joints counts as actuator force instead.

    A plan may leave out `gravity_compensation`, `fluid` and `adhesion` where `gravcomp_acts`, `fluid_acts` and
    `adhesion_acts` deny them: their forces are cleared here. Without springs and dampers there is no passive force of
    any kind.
    """
    jntid, actgravcomp = m.dof_jntid, m.jnt_actgravcomp
    spring, damper, gravcomp, fluid = d.qfrc_spring, d.qfrc_damper, d.qfrc_gravcomp, d.qfrc_fluid
    adhesion, total = d.qfrc_adhesion, d.qfrc_passive

    for i in range(m.nv):
        total[i] = spring[i] + damper[i]
    if fluid_acts(m):
        for i in range(m.nv):
            total[i] += fluid[i]
    else:
        for i in range(m.nv):
            fluid[i] = 0.0
    if adhesion_acts(m):
        for i in range(m.nv):
            total[i] += adhesion[i]
    else:
        for i in range(m.nv):
            adhesion[i] = 0.0
    if gravcomp_acts(m):
        for i in range(m.nv):
            if actgravcomp[jntid[i]] == 0:
                total[i] += gravcomp[i]
    else:
        for i in range(m.nv):
            gravcomp[i] = 0.0


# ---- which passive forces a model has, after its flags and options; these choose stages as well as branches


@helper
def springs_act(m) -> bool:
    """Tell whether springs are enabled."""
    return (m.opt_disableflags & DisableBit.SPRING) == 0


@helper
def dampers_act(m) -> bool:
    """Tell whether dampers are enabled."""
    return (m.opt_disableflags & DisableBit.DAMPER) == 0


@helper
def passive_acts(m) -> bool:
    """Tell whether there are passive forces at all: without springs and dampers, MuJoCo leaves out the others too."""
    return springs_act(m) or dampers_act(m)


@helper
def gravcomp_acts(m) -> bool:
    """Tell whether some body's weight is compensated."""
    gravity = m.opt_gravity
    pulls = gravity[0] != 0.0 or gravity[1] != 0.0 or gravity[2] != 0.0
    return m.ngravcomp > 0 and pulls and (m.opt_disableflags & DisableBit.GRAVITY) == 0 and passive_acts(m)


@helper
def adhesion_acts(m) -> bool:
    """Tell whether contacts of some geom or pair adhere."""
    return m.flg_adhesion != 0 and (m.opt_disableflags & DisableBit.CONTACT) == 0 and passive_acts(m)


@helper
def fluid_acts(m) -> bool:
    """Tell whether bodies move through a medium that resists."""
    return (m.opt_density != 0.0 or m.opt_viscosity != 0.0) and passive_acts(m)


# ---- gravity compensation: bodies that feel only a part of their weight, or more than lift it


ZERO3 = (0.0, 0.0, 0.0)
ZERO6 = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@stage
def gravity_compensation(m, d) -> None:
    """Compute the force of gravity compensation: -gravcomp times the weight, at the centre of mass of each body."""
    parentid, rootid, bodyid = m.body_parentid, m.body_rootid, m.dof_bodyid
    mass, gravcomp, gravity = m.body_mass, m.body_gravcomp, m.opt_gravity
    xipos, subtree_com, cdof = d.xipos, d.subtree_com, d.cdof
    force, wrench = d.qfrc_gravcomp, d.body_spatial

    if gravcomp_acts(m):
        pull = (gravity[0], gravity[1], gravity[2])
        for b in range(1, m.nbody):
            if gravcomp[b] != 0.0:
                lift = vector3.scale(pull, -(mass[b] * gravcomp[b]))
                store6(wrench, b, wrench_at(ZERO3, lift, load3(xipos, b), load3(subtree_com, rootid[b])))
            else:
                store6(wrench, b, ZERO6)
        gather_wrenches(wrench, parentid, m.nbody)
        for i in range(m.nv):
            force[i] = dof_force(cdof, wrench, i, bodyid[i])
    else:
        for i in range(m.nv):
            force[i] = 0.0


# ---- passive forces that functions of users add: one stage for each function of a model


# placeholder of the template
NUMBER = 0


@helper
def function(m, d, i: int) -> None:
    """Do nothing: the user's function stands in its place."""


@stage
def user_passive(m, d) -> None:
    """Add the forces of one user's function on the bodies that have it; where no passive forces act it has none."""
    instance, kind = m.body_plugin, m.plugin

    if passive_acts(m):
        for b in range(m.nbody):
            if instance[b] >= 0 and kind[max(0, instance[b])] == NUMBER:
                function(m, d, b)


def user_passive_stages(model: Model) -> list[Stage]:
    """Return the stages of users' forces on bodies, in the order of their plugins."""
    functions = plugin_functions(model, "passive", model.body_plugin)
    return [_bound(function.helper, number) for number, function in functions]


@cache
def _bound(function: Helper, number: int) -> Stage:
    return bind(user_passive, function=function, NUMBER=number)


# ---- passive forces of sleeping dofs: they stay as they were


@stage
def retain_passive(m, d) -> None:
    """Retain the passive forces of the last step."""
    for i in range(m.nv):
        d.retained_passive[i, 0] = d.qfrc_spring[i]
        d.retained_passive[i, 1] = d.qfrc_damper[i]
        d.retained_passive[i, 2] = d.qfrc_passive[i]
        d.retained_passive[i, 3] = d.qfrc_adhesion[i]


@stage
def restore_passive(m, d) -> None:
    """Give dofs that sleep their retained passive forces."""
    if d.nv_awake < m.nv:
        for i in range(m.nv):
            if d.tree_awake[m.dof_treeid[i]] == 0:
                d.qfrc_spring[i] = d.retained_passive[i, 0]
                d.qfrc_damper[i] = d.retained_passive[i, 1]
                d.qfrc_passive[i] = d.retained_passive[i, 2]
                d.qfrc_adhesion[i] = d.retained_passive[i, 3]
