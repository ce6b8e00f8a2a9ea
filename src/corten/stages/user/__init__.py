"""Functions of users as parts of a step: actuators and sensors that MuJoCo needs callbacks in C for."""

from corten.stages.user.actuator import user_derivative_stages, user_rate_stages, user_term_stages
from corten.stages.user.registry import (
    UserFunction,
    find_function,
    find_plugin_function,
    plugin_configs,
    plugin_function,
    register,
    registered_names,
)

__all__ = [
    "UserFunction",
    "find_function",
    "find_plugin_function",
    "plugin_configs",
    "plugin_function",
    "register",
    "registered_names",
    "user_derivative_stages",
    "user_rate_stages",
    "user_term_stages",
]
