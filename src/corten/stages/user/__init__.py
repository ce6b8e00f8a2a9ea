"""Functions of users as parts of a step: actuators, sensors, forces and shapes that MuJoCo needs functions in C for."""

from corten.stages.user.forces import push_body, user_derivative_stages, user_rate_stages, user_term_stages
from corten.stages.user.registry import (
    UserFunction,
    find_function,
    find_plugin_function,
    plugin_configs,
    plugin_function,
    plugin_functions,
    register,
    registered_names,
)
from corten.stages.user.shapes import user_formula, with_user_shapes

__all__ = [
    "UserFunction",
    "find_function",
    "find_plugin_function",
    "plugin_configs",
    "plugin_function",
    "plugin_functions",
    "push_body",
    "register",
    "registered_names",
    "user_derivative_stages",
    "user_formula",
    "user_rate_stages",
    "user_term_stages",
    "with_user_shapes",
]
