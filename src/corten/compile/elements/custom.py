"""Custom fields: numeric, text and tuple, and the functions of users that they name."""

from collections.abc import Sequence

from corten.compile.context import Context
from corten.compile.objects.actuator_rows import Actuator
from corten.compile.objects.addresses import Addresses
from corten.compile.objects.constraint_rows import Sensor
from corten.compile.objects.custom_rows import Custom, Numeric, Plugin, Tuple, TupleElement
from corten.enums import BiasType, DynType, ForwardPart, GainType, ObjectType, SensorType
from corten.errors import UnsupportedFeatureError
from corten.mjcf.value import choices
from corten.model.extension_fields import PluginKind
from corten.spec import DefaultClasses, Element, Resolved, root_section
from corten.spec.names import SAME_NAMES, find_object_settings
from corten.stages.user import registered_names

# most numbers in one numeric field (MuJoCo's limit)
MOST_NUMBERS = 500


def read_custom(root: Element, classes: DefaultClasses, context: Context) -> Custom:
    """Return the custom fields; tuples name objects that the context knows."""
    custom, addresses = Custom(), Addresses()
    section = root_section(root, "custom")
    for element in [] if section is None else section.children:
        values = classes.resolve(element)
        name = values["name"]
        if element.tag == "numeric":
            data = _numbers(element, values["size"], values["data"] or ())
            adr = addresses.take("numbers", len(data))
            custom.numerics.append(Numeric(element=element, name=name, adr=adr, size=len(data), data=data))
        elif element.tag == "text":
            custom.texts[name] = values["data"]
        else:
            named = [_object(classes.resolve(child), context) for child in element.children]
            if not named:
                raise element.error("it is empty; a tuple needs at least one <element>")
            adr = addresses.take("objects", len(named))
            custom.tuples.append(Tuple(element=element, name=name, adr=adr, size=len(named), elements=named))
    return custom


def _numbers(element: Element, size: int | None, data: tuple[float, ...]) -> list[float]:
    """Return the numbers of a numeric field, filled up with zeros to its size."""
    count = len(data) if size is None else size
    if not 1 <= count <= MOST_NUMBERS:
        raise element.error(f"it has {count} numbers; allowed are 1 to {MOST_NUMBERS}: give data, or size")
    if len(data) > count:
        raise element.error(f"data has {len(data)} numbers, but size is {count}; raise size or leave it out")
    return [*data, *[0.0] * (count - len(data))]


def _object(values: Resolved, context: Context) -> TupleElement:
    """Return type, number and parameter of one element of a tuple."""
    word: str = values["objtype"]
    if SAME_NAMES.get(word, word) not in context.ids:
        raise values.element.error(f'objtype="{word}" is not supported', UnsupportedFeatureError)
    return TupleElement(
        objtype=ObjectType[word.upper()], objid=context.number(word, values["objname"]), objprm=values["prm"]
    )


# ---------------------------------------------------------------- functions of users for actuators and sensors


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
