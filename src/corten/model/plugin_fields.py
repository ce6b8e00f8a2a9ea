"""Fields of Model for plugins: instances with their configuration, and which elements they serve."""

from enum import IntEnum

from corten.assets.implicit.shapes import ImplicitShape
from corten.model import blocks
from corten.runtime.fields import F8, I4, U1, Field, Size, in_block

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
