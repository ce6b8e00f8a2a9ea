"""Plugins: which are declared, their instances, and which instance an element has."""

from corten.compile.elements.plugin_kinds import BUILTINS, filled, number_of
from corten.compile.objects.addresses import Addresses
from corten.compile.objects.plugins import Plugin
from corten.mjcf.value import choices
from corten.model.plugin_fields import PluginKind
from corten.spec import Element
from corten.stages.user import plugin_configs, plugin_function

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
