"""Actuators whose force is that of a plugin."""

from corten.compile.elements.actuator_kinds import NONE, Drive
from corten.compile.elements.plugin_kinds import pid_activations
from corten.compile.objects.plugins import Plugin
from corten.enums import BiasType, DynType, GainType
from corten.model.plugin_fields import PluginKind
from corten.stages.user import plugin_function

# dynamics whose activation stands behind those of the plugin
FOLLOWING = (DynType.INTEGRATOR, DynType.FILTER, DynType.FILTEREXACT)


def apply_plugin(drive: Drive, plugin: Plugin) -> None:
    """Let a plugin give the force of an actuator: refuse a wrong number of activations, choose a user's functions."""
    if plugin.kind == PluginKind.USER:
        _choose_types(drive, plugin.plugin)
        return
    needed = pid_activations(plugin.prm) + int(drive.dyntype in FOLLOWING)
    has = drive.actdim if drive.actdim >= 0 else int(drive.dyntype != DynType.NONE)
    if has != needed:
        raise drive.element.error(
            f'the number of its activations is {has}, but {plugin.plugin} needs {needed}; add actdim="{needed}"'
        )


def _choose_types(drive: Drive, name: str) -> None:
    """Set the types of an actuator by the functions that users have registered under a name."""
    if plugin_function("dynamics", name) is not None:
        drive.dyntype = DynType.USER
    if plugin_function("bias", name) is not None:
        drive.biastype = BiasType.USER
    if plugin_function("gain", name) is not None:
        drive.gaintype = GainType.USER
    else:
        drive.gainprm = NONE
