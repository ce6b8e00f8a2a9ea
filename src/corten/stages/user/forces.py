"""Forces that are functions of users: dynamics, gain and bias of actuators, and pushes on bodies.

The stages here are templates, one for each function of a model. `bind` puts the user's function in the place of
`function`, and the number that the model gives to it in the place of `NUMBER`; the compiler then inlines it.
"""

from functools import cache

import numpy as np

from corten.enums import DisableBit
from corten.math.spatial import dot6, load6
from corten.math.vector3 import load3
from corten.model import Model
from corten.runtime import Vec3, helper, stage
from corten.runtime.fields import F8, Field
from corten.runtime.kernel import Helper, Stage, bind
from corten.runtime.scratch import scratch
from corten.stages.tree import wrench_at
from corten.stages.user.registry import UserFunction, find_function, find_plugin_function

SCRATCH = scratch(
    Field("user_term", F8, ("nactuator", 2), "gain and bias that users' functions give"),
    readers=("corten.stages.actuation",),
) + scratch(
    Field("user_derivative", F8, ("nactuator", 2), "their derivatives by the actuator's velocity"),
    readers=("corten.stages.derivative",),
)

# ---- actuators


# columns of actuator_function; those of gain and bias are a column further than in user_term and user_derivative
COLUMNS = ("dynamics", "gain", "bias")
DYNAMICS = 0

# relative step of central differences by velocity: the cube root of the rounding
STEP = 6e-6

# placeholders of the templates
NUMBER, TERM = 0, 0


@helper
def function(m, d, i: int) -> float:
    """Return nothing of interest: the user's function stands in its place."""
    return 0.0


@stage
def user_rate(m, d) -> None:
    """Compute the rates of activations whose dynamics are a user's function, which gives that of the last one."""
    choice, actadr, actnum, act_dot = m.actuator_function, m.actuator_actadr, m.actuator_actnum, d.act_dot

    if (m.opt_disableflags & DisableBit.ACTUATION) == 0:
        for k in range(m.nactuator):
            if choice[k, DYNAMICS] == NUMBER:
                act_dot[actadr[k] + actnum[k] - 1] = function(m, d, k)


@stage
def user_term(m, d) -> None:
    """Compute gains or biases that are a user's function."""
    choice, term = m.actuator_function, d.user_term

    for k in range(m.nactuator):
        if choice[k, TERM + 1] == NUMBER:
            term[k, TERM] = function(m, d, k)


@stage
def user_derivative(m, d) -> None:
    """Compute the derivative of gains or biases that are a user's function by the actuator's velocity.

    By central differences: the function sees a velocity that is a little larger, and one that is a little smaller.
    """
    choice, velocity, slope = m.actuator_function, d.actuator_velocity, d.user_derivative

    for k in range(m.nactuator):
        if choice[k, TERM + 1] == NUMBER:
            out = m.actuator_outadr[k]
            middle = velocity[out]
            above, below = middle + STEP * max(1.0, abs(middle)), middle - STEP * max(1.0, abs(middle))
            velocity[out] = above
            change = function(m, d, k)
            velocity[out] = below
            change -= function(m, d, k)
            velocity[out] = middle
            slope[k, TERM] = change / (above - below)


def user_rate_stages(model: Model) -> list[Stage]:
    """Return the stages of activations that follow functions of users."""
    return [_bound(user_rate, function, number, 0) for number, function in _functions(model, "dynamics")]


def user_term_stages(model: Model) -> list[Stage]:
    """Return the stages of gains and biases that are functions of users."""
    return _term_stages(model, user_term)


def user_derivative_stages(model: Model) -> list[Stage]:
    """Return the stages of their derivatives by velocity."""
    return _term_stages(model, user_derivative)


def _term_stages(model: Model, template: Stage) -> list[Stage]:
    return [
        _bound(template, function, number, term)
        for term, kind in enumerate(COLUMNS[1:])
        for number, function in _functions(model, kind)
    ]


def _functions(model: Model, kind: str) -> list[tuple[int, Helper]]:
    """Return the functions of a kind that a model uses, with the numbers that it gives to them."""
    numbers, first = np.unique(model.actuator_function[:, COLUMNS.index(kind)], return_index=True)
    return [
        (number, _chosen(model, kind, k).helper)
        for number, k in zip(numbers.tolist(), first.tolist(), strict=True)
        if number >= 0
    ]


def _chosen(model: Model, kind: str, k: int) -> UserFunction:
    """Return the function of a kind of actuator k, which its plugin or a text of the model names."""
    if model.actuator_plugin[k] >= 0:
        return find_plugin_function(model, kind, int(model.actuator_plugin[k]))
    return find_function(model, kind, f"corten.actuator.{model.name('actuator', k)}.{kind}")


@cache
def _bound(template: Stage, function: Helper, number: int, term: int) -> Stage:
    return bind(template, function=function, NUMBER=number, TERM=term)


# ---- forces on bodies, for functions of users


@helper
def push_body(m, d, body: int, force: Vec3, torque: Vec3, point: Vec3) -> None:
    """Add to qfrc_passive a force [N] on a body at a point [m], and a torque [N m], all in the world frame."""
    qfrc, cdof, parentid = d.qfrc_passive, d.cdof, m.dof_parentid
    mover = m.body_weldid[body]

    if m.body_dofnum[mover] > 0:
        wrench = wrench_at(torque, force, point, load3(d.subtree_com, m.body_rootid[mover]))
        dof = m.body_dofadr[mover] + m.body_dofnum[mover] - 1
        while dof >= 0:
            qfrc[dof] += dot6(load6(cdof, dof), wrench)
            dof = parentid[dof]
