"""Fields of Model for what extends MuJoCo's elements: plugins and Hill muscles."""

from enum import IntEnum

from corten.assets.implicit.formulas import ImplicitShape
from corten.model import blocks
from corten.runtime.fields import F8, I4, U1, Field, Size, in_block

# ---------------------------------------------------------------- fields of Model for plugins
# instances with their configuration, and which elements they serve


# numbers that the configuration of a plugin can hold
PLUGIN_NUMBERS = 8


class PluginKind(IntEnum):
    """What a plugin does: shapes that are formulas, then MuJoCo's other plugins, then functions of users."""

    BOLT = ImplicitShape.BOLT
    NUT = ImplicitShape.NUT
    BOWL = ImplicitShape.BOWL
    GEAR = ImplicitShape.GEAR
    TORUS = ImplicitShape.TORUS
    PID = 5
    TOUCH_GRID = 6
    USER = 7


PLUGIN_SIZES = (
    Size("nplugin", "instances of plugins"),
    Size("npluginattr", "characters in the configuration of all plugins"),
    Size("npluginstate", "numbers that plugins remember"),
)

PLUGINS = (
    *in_block(
        blocks.STRUCTURE,
        Field("plugin", I4, ("nplugin",), "PluginKind; plugins of users are numbered from PluginKind.USER on"),
        Field("plugin_stateadr", I4, ("nplugin",), "first number that it remembers"),
        Field("plugin_statenum", I4, ("nplugin",), "how many numbers it remembers"),
        Field("plugin_attradr", I4, ("nplugin",), "first character of its configuration"),
        Field("plugin_attr", U1, ("npluginattr",), "values of configurations as text, each with a zero behind it"),
        Field("body_plugin", I4, ("nbody",), "plugin that pushes it, -1 for none"),
        Field("geom_plugin", I4, ("ngeom",), "plugin that is its shape, -1 for none"),
        Field("actuator_plugin", I4, ("nactuator",), "plugin that gives its force, -1 for none"),
        Field("sensor_plugin", I4, ("nsensor",), "plugin that reads it, -1 for none"),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field("plugin_prm", F8, ("nplugin", PLUGIN_NUMBERS), "numbers of the configuration, in the plugin's order"),
    ),
)


# ---------------------------------------------------------------- the table of Model, for Hill muscles
# see `stages.actuation.hill`


HILL_SIZES = (Size("nhill", "Hill muscles"),)

HILL = (
    *in_block(
        blocks.STRUCTURE,
        Field("actuator_hillid", I4, ("nactuator",), "Hill muscle that the actuator is, -1 for none"),
        Field("hill_actuatorid", I4, ("nhill",), "actuator that the muscle is"),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field("hill_fmax", F8, ("nhill",), "maximal isometric force of the fibres [N]"),
        Field("hill_lopt", F8, ("nhill",), "optimal fibre length [m]"),
        Field("hill_lslack", F8, ("nhill",), "tendon slack length [m]"),
        Field("hill_pennation", F8, ("nhill",), "pennation angle at optimal fibre length [rad]"),
        Field("hill_vmax", F8, ("nhill",), "maximal shortening velocity [optimal fibre lengths / s]"),
        Field("hill_strain", F8, ("nhill",), "tendon strain at maximal isometric force; 0 with a rigid tendon"),
        Field("hill_passive", F8, ("nhill",), "strain of passive fibres at maximal isometric force"),
        Field("hill_damping", F8, ("nhill",), "fibre damping [maximal isometric forces / vmax]"),
        Field("hill_scale", F8, ("nhill",), "path length by actuator_length [m per unit of it]"),
        Field("hill_offset", F8, ("nhill",), "path length where actuator_length is 0 [m]"),
    ),
)
