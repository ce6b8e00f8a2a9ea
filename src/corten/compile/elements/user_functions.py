"""Functions of users: which of them the actuators and sensors of a model have, as <custom> says."""

from collections.abc import Sequence

from corten.compile.objects.actuators import Actuator
from corten.compile.objects.constraints import Sensor
from corten.compile.objects.plugins import Plugin
from corten.enums import BiasType, DynType, ForwardPart, GainType, SensorType
from corten.mjcf.value import choices
from corten.model.plugin_fields import PluginKind
from corten.spec import Element
from corten.spec.custom_names import find_object_settings
from corten.stages.user import registered_names

# kind of function: attribute of an actuator that asks for one, and its values
KINDS = {"dynamics": ("dyntype", DynType), "gain": ("gaintype", GainType), "bias": ("biastype", BiasType)}


def choose_functions(
    root: Element, actuators: list[Actuator], sensors: list[Sensor], plugins: Sequence[Plugin]
) -> None:
    """Give each actuator and sensor the numbers of its functions, -1 for none; a kind is counted as it appears."""
    columns = [_column(root, actuators, kind, plugins) for kind in KINDS]
    for actuator, dynamics, gain, bias in zip(actuators, *columns, strict=True):
        actuator.function = dynamics, gain, bias
    _choose_sensor_functions(root, sensors, plugins)


def _column(root: Element, actuators: list[Actuator], kind: str, plugins: Sequence[Plugin]) -> list[int]:
    attribute, types = KINDS[kind]
    user = types["USER"]
    chosen = find_object_settings(root, f"corten.actuator.NAME.{kind}")
    numbers: dict[str, int] = {}
    column = []
    for actuator in actuators:
        text = chosen.get(actuator.name) if actuator.name else None
        chosen_type = getattr(actuator.shared, attribute)
        if text is None and chosen_type != user:
            column.append(-1)
            continue
        by_plugin = actuator.plugin >= 0 and plugins[actuator.plugin].kind == PluginKind.USER
        if chosen_type == user and by_plugin:
            column.append(numbers.setdefault(plugins[actuator.plugin].plugin, len(numbers)))
        elif chosen_type == user:
            name = _function(actuator, kind, attribute, text)
            column.append(numbers.setdefault(name, len(numbers)))
        elif text is not None:
            word = chosen_type.name.lower()
            raise text.error(f'{attribute} of the actuator is {word}, so it has no {kind} function; make it "user"')
    return column


def _function(actuator: Actuator, kind: str, attribute: str, text: Element | None) -> str:
    """Return the name of the function that an actuator asks for."""
    if text is None:
        name, valid = actuator.name or "NAME", ", ".join(registered_names(kind)) or "none"
        unnamed = "" if actuator.name else "give the actuator a name, and "
        raise actuator.element.error(
            f'{attribute}="user" is not supported without a function; {unnamed}add to <custom> '
            f'<text name="corten.actuator.{name}.{kind}" data="..."/> with the name of a {kind} function '
            f"(registered are: {valid}), or take one of {_others(attribute)}"
        )
    return _registered(text, kind)


def _choose_sensor_functions(root: Element, sensors: list[Sensor], plugins: Sequence[Plugin]) -> None:
    """Give each sensor the number of its function; a user sensor without one reads zero."""
    chosen = find_object_settings(root, "corten.sensor.NAME.function")
    numbers: dict[str, int] = {}
    for sensor in sensors:
        text = chosen.get(sensor.name) if sensor.name else None
        if sensor.plugin >= 0 and plugins[sensor.plugin].kind == PluginKind.USER:
            sensor.function = numbers.setdefault(plugins[sensor.plugin].plugin, len(numbers))
        if text is None:
            continue
        if sensor.type != SensorType.USER:
            raise text.error("the sensor is no <user> sensor, so it has no function")
        if sensor.needstage == ForwardPart.NONE:
            raise text.error("needstage of the sensor is none, so its function would never run; give pos, vel or acc")
        sensor.function = numbers.setdefault(_registered(text, "sensor"), len(numbers))


def _registered(text: Element, kind: str) -> str:
    """Return the name of the function that an element of <custom> chooses."""
    name, known = text.attributes["data"], registered_names(kind)
    if name not in known:
        raise text.error(f"no {kind} function named '{name}' is registered{choices(name, known)}")
    return name


def _others(attribute: str) -> str:
    """Return the types that need no function."""
    from corten.mjcf.schema import declaration

    words = declaration("actuator:general").attributes[attribute].words
    return ", ".join(word for word in words if word != "user")
