"""Plugins: which corten has, which a model declares, their instances, and which instance an element has."""

from collections.abc import Callable, Mapping
from math import isfinite
from typing import NamedTuple

from corten.assets.implicit.formulas import PARAMETERS, ImplicitShape
from corten.compile.objects.addresses import Addresses
from corten.compile.objects.custom_rows import Plugin
from corten.mjcf.value import choices
from corten.model.extension_fields import PLUGIN_NUMBERS, PluginKind
from corten.spec import Element
from corten.stages.user import plugin_configs, plugin_function

# ---------------------------------------------------------------- kinds of plugins
# The plugins that corten has: what they serve, the keys of their configuration, and numbers made of its values.
# A plugin of a user is a function under its name, see `corten.register`.


Numbers = tuple[float, ...]


class Builtin(NamedTuple):
    """One plugin: `numbers` makes parameters of the texts of its configuration, and raises ValueError."""

    kind: PluginKind
    serves: str
    keys: tuple[str, ...]
    numbers: Callable[[Mapping[str, str]], Numbers]


def number_of(key: str, text: str) -> float:
    """Return a number of a configuration."""
    try:
        number = float(text.replace(" ", ""))
    except ValueError:
        number = float("nan")
    if not isfinite(number):
        raise ValueError(f"{key} is '{text}'; it must be a number")
    return number


def _pid(config: Mapping[str, str]) -> Numbers:
    """Return gains, whether the integral has a limit and which, whether the setpoint has a fastest rate and which."""
    given = {key: number_of(key, text) for key, text in config.items() if text.strip()}
    gains = tuple(given.get(key, 0.0) for key in ("kp", "ki", "kd"))
    limited = "imax" in given and gains[1] != 0.0
    limit = given["imax"] / gains[1] if limited else 0.0
    if limit < 0.0:
        raise ValueError(f"imax is {given['imax']:g}; it must have the sign of ki")
    rate = given.get("slewmax", 0.0)
    if rate < 0.0:
        raise ValueError(f"slewmax is {rate:g}; it must not be negative")
    return *gains, float(limited), limit, float("slewmax" in given), rate


def pid_activations(prm: Numbers) -> int:
    """Return how many activations an actuator needs for a PID controller: for its integral, and for its setpoint."""
    return int(prm[1] != 0.0) + int(prm[5])


def _touch_grid(config: Mapping[str, str]) -> Numbers:
    """Return channels, columns and rows, half the field of view [degrees] along both, and how much its middle sees."""
    channels = int(number_of("nchannel", config["nchannel"] or "0")) or 1
    if not 1 <= channels <= 6:
        raise ValueError(f"nchannel is {channels}; it must be 1 to 6")
    columns, rows = (int(number) for number in _two(config, "size", "columns and rows"))
    if min(columns, rows) <= 0:
        raise ValueError(f"size is {columns} {rows}; both numbers must be positive")
    across, up = _two(config, "fov", "degrees to the side and up")
    if not (0.0 < across <= 180.0 and 0.0 < up <= 90.0):
        raise ValueError(f"fov is {across:g} {up:g}; allowed are up to 180 degrees to the side and 90 up")
    gamma = number_of("gamma", config["gamma"] or "0")
    if not 0.0 <= gamma <= 1.0:
        raise ValueError(f"gamma is {gamma:g}; it must be from 0 to 1")
    return float(channels), float(columns), float(rows), across, up, gamma


def _two(config: Mapping[str, str], key: str, meaning: str) -> tuple[float, float]:
    texts = config[key].split()
    if len(texts) != 2:
        raise ValueError(f"{key} is '{config[key]}'; it must be two numbers, {meaning}")
    return number_of(key, texts[0]), number_of(key, texts[1])


def _shape(kind: ImplicitShape) -> Builtin:
    defaults = PARAMETERS[kind]

    def numbers(config: Mapping[str, str]) -> Numbers:
        return tuple(number_of(key, config[key]) if config[key].strip() else defaults[key] for key in defaults)

    return Builtin(PluginKind(kind), "sdf", tuple(defaults), numbers)


BUILTINS = {
    "mujoco.pid": Builtin(PluginKind.PID, "actuator", ("kp", "ki", "kd", "imax", "slewmax"), _pid),
    "mujoco.sensor.touch_grid": Builtin(
        PluginKind.TOUCH_GRID, "sensor", ("nchannel", "size", "fov", "gamma"), _touch_grid
    ),
    **{f"mujoco.sdf.{kind.name.lower()}": _shape(kind) for kind in ImplicitShape},
}


def filled(numbers: Numbers) -> Numbers:
    """Return the numbers with zeros behind them."""
    return (*numbers, *(0.0,) * (PLUGIN_NUMBERS - len(numbers)))


# ---------------------------------------------------------------- plugins
# which are declared, their instances, and which instance an element has


# sections in the order in which MuJoCo numbers the instances that elements make for themselves
SECTIONS = ("asset", "actuator", "sensor", "worldbody")


# kinds of functions of users of which a plugin needs one to serve
FUNCTIONS = {"actuator": ("gain", "bias"), "sensor": ("sensor",), "sdf": ("sdf",), "passive": ("passive",)}


class Plugins:
    """All instances of plugins in their final order, and the instance of each <plugin> element."""

    def __init__(self, root: Element):
        self.instances: list[Plugin] = []
        self._declared: set[str] = set()
        self._by_name: dict[str, int] = {}
        self._by_element: dict[int, int] = {}
        for declared in _in_sections(root, "extension", "plugin"):
            self._declare(declared)
        for section in SECTIONS:
            for element in _in_sections(root, section, "plugin"):
                self._by_element[id(element)] = self._find(element)
        addresses = Addresses()
        for instance in self.instances:
            instance.stateadr = addresses.take("state", instance.statenum)
            instance.attradr = addresses.take("attr", len(instance.attributes))

    def of(self, element: Element, serves: str) -> int:
        """Return the instance of a <plugin> element that is to serve as "actuator", "sensor", "sdf" or "passive"."""
        number = self._by_element[id(element)]
        name = self.instances[number].plugin
        if name in BUILTINS:
            serving = BUILTINS[name].serves == serves
        else:
            serving = any(plugin_function(kind, name) for kind in FUNCTIONS[serves])
        if not serving:
            raise element.error(f"the plugin '{name}' does not serve {WORDS[serves]}")
        return number

    def inside(self, holder: Element, serves: str) -> int:
        """Return the instance of the <plugin> in an element, -1 where there is none."""
        if not holder.children:
            return -1
        found = [child for child in holder.children if child.tag == "plugin"]
        if len(found) > 1:
            raise found[1].error(f"{holder.label()} has a plugin already; leave out one of them")
        return self.of(found[0], serves) if found else -1

    def _declare(self, declared: Element) -> None:
        name = declared.attributes["plugin"]
        if name not in BUILTINS and name not in plugin_configs():
            raise declared.error(
                f"plugin is '{name}', which is neither built in nor registered{choices(name, known_plugins())}"
            )
        self._declared.add(name)
        for element in declared.children:
            self._by_name[element.attributes["name"]] = len(self.instances)
            self.instances.append(_instance(element, name))

    def _find(self, element: Element) -> int:
        """Return the instance that an element names, or a new one."""
        plugin, instance = element.attributes.get("plugin"), element.attributes.get("instance")
        if instance is not None:
            number = self._by_name[instance]
            if element.children:
                raise element.children[0].error(f"the instance '{instance}' has its configuration in <extension>")
            if plugin is not None and plugin != self.instances[number].plugin:
                raise element.error(f"'{instance}' is an instance of '{self.instances[number].plugin}', not '{plugin}'")
            return number
        if plugin is None:
            raise element.error("plugin or instance is missing: which plugin it has")
        if plugin not in self._declared:
            known = sorted(self._declared)
            raise element.error(f"plugin is '{plugin}', which <extension> does not declare{choices(plugin, known)}")
        self.instances.append(_instance(element, plugin))
        return len(self.instances) - 1


WORDS = {"actuator": "actuators", "sensor": "sensors", "sdf": "as a shape", "passive": "as a force on bodies"}


def known_plugins() -> list[str]:
    """Return the names of all plugins, built in and registered."""
    return sorted({*BUILTINS, *plugin_configs()})


def _in_sections(root: Element, tag: str, wanted: str) -> list[Element]:
    """Return the elements of a kind in all sections of a kind, in the order of the text."""
    sections = [child for child in root.children if child.tag == tag]
    return [element for section in sections for element in section.walk() if element.tag == wanted]


def _instance(element: Element, name: str) -> Plugin:
    """Return the instance that an element configures."""
    builtin = BUILTINS.get(name)
    keys = tuple(plugin_configs()[name]) if builtin is None else builtin.keys
    config = dict.fromkeys(keys, "")
    for child in element.children:
        key = child.attributes["key"]
        if key not in config:
            raise child.error(f"key is '{key}', which '{name}' does not have{choices(key, keys)}")
        config[key] = child.attributes["value"]
    try:
        numbers = _user_numbers(name, config) if builtin is None else builtin.numbers(config)
    except ValueError as trouble:
        raise element.error(f"{trouble} (configuration of '{name}')") from None
    return Plugin(
        element=element,
        name=element.attributes["name"] if element.tag == "instance" else "",
        plugin=name,
        kind=PluginKind.USER if builtin is None else builtin.kind,
        texts=list(config.values()),
        prm=filled(numbers),
    )


def _user_numbers(name: str, config: dict[str, str]) -> tuple[float, ...]:
    defaults = plugin_configs()[name]
    return tuple(number_of(key, text) if text.strip() else defaults[key] for key, text in config.items())
