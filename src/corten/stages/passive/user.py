"""Passive forces that functions of users add: one stage for each function of a model."""

from functools import cache

from corten.model import Model
from corten.runtime import helper, stage
from corten.runtime.kernel import Helper, Stage, bind
from corten.stages.passive.switches import passive_acts
from corten.stages.user import plugin_functions

# placeholder of the template
NUMBER = 0


@helper
def function(m, d, i):
    """Do nothing: the user's function stands in its place."""


@stage
def user_passive(m, d):
    """Add the forces of one user's function on the bodies that have it; where no passive forces act it has none.

    reads:  m.body_plugin m.plugin
    """
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
