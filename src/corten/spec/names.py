"""Names: what objects are called, whom an element names, and what names in <custom> mean to corten."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from corten.mjcf.value import nearest
from corten.spec.defaults import root_section
from corten.spec.element import Element

# ---------------------------------------------------------------- names in <custom>
# MuJoCo loads these and takes no notice. A setting of the whole model has a name of its own. That of an object holds
# the name of the object, dots included: `corten.actuator.knee.gain` is about the actuator `knee`. Whoever gives a name
# a meaning enters it in `SETTINGS`; a name that begins with `corten.` and is not there is refused.


PREFIX = "corten."

# stands for the name of an object, whose kind is the word before it
OBJECT = "NAME"

# elements that carry settings
CARRIERS = ("custom:numeric", "custom:text")

# words before the name of an object that say what it is for corten, and not its kind
KINDS = {"cloth": "flex", "rope": "flex", "soft_body": "flex"}

# all known names, with the tag of the element that carries them
SETTINGS = {
    "corten.actuator.NAME.bias": "text",
    "corten.actuator.NAME.dynamics": "text",
    "corten.actuator.NAME.gain": "text",
    "corten.actuator.NAME.min_activation": "numeric",
    "corten.actuator.NAME.muscle": "text",
    "corten.cg_fallback": "numeric",
    "corten.cloth.NAME": "text",
    "corten.hfield.NAME.normalize": "numeric",
    "corten.integrator": "text",
    "corten.rope.NAME": "text",
    "corten.sensor.NAME.function": "text",
    "corten.sensor_noise": "numeric",
    "corten.sensor_noise_seed": "numeric",
    "corten.mesh.NAME.collision": "text",
    "corten.soft_body.NAME": "text",
}


def find_setting(root: Element, setting: str) -> Element | None:
    """Return the element of <custom> that carries a setting of the whole model, or None."""
    section = root_section(root, "custom")
    for element in [] if section is None else section.children:
        if (element.tag, element.attributes["name"]) == (SETTINGS[setting], setting):
            return element
    return None


def find_object_settings(root: Element, setting: str) -> dict[str, Element]:
    """Return the elements of <custom> that carry a setting such as `corten.mesh.NAME.collision`, by that name."""
    found, section = {}, root_section(root, "custom")
    for element in [] if section is None else section.children:
        match = _match(element.attributes["name"])
        if match and match[0] == setting and match[1]:
            found[match[1]] = element
    return found


def find_object_numbers(root: Element, setting: str, least: float, most: float) -> dict[str, float]:
    """Return the number that each object is given by a setting such as `corten.hfield.NAME.normalize`, by its name."""
    numbers = {}
    for name, element in find_object_settings(root, setting).items():
        data = element.attributes.get("data", ())
        if len(data) != 1 or not least <= data[0] <= most:
            raise element.error(f"data must be one number from {least:g} to {most:g}")
        numbers[name] = data[0]
    return numbers


def named_object(element: Element) -> tuple[str, str] | None:
    """Return kind and name of the object that the name of an element of <custom> holds, None for other elements."""
    if element.declaration.path not in CARRIERS:
        return None
    match = _match(element.attributes.get("name", ""))
    return (_kind(match[0]), match[1]) if match and match[1] else None


def rename_object(element: Element, new: Callable[[str, str], str]) -> None:
    """Put the new name of an object into the name that holds it; `new` gives it for a kind and a name."""
    match = _match(element.attributes["name"])
    if match and match[1]:
        element.attributes["name"] = match[0].replace(OBJECT, new(_kind(match[0]), match[1]))


def check_custom_names(root: Element, names: Mapping[str, Mapping[str, Element]]) -> None:
    """Refuse names that begin with `corten.` and mean nothing, or are about objects that are not there."""
    section = root_section(root, "custom")
    for element in [] if section is None else section.children:
        name = element.attributes["name"]
        if not name.startswith(PREFIX):
            continue
        match = _match(name)
        if match is None:
            known = ", ".join(sorted(SETTINGS))
            raise element.error(f"'{name}' means nothing to corten{nearest(name, SETTINGS)} (known are: {known})")
        setting, owner = match
        if element.tag != SETTINGS[setting]:
            raise element.error(f"'{name}' is a <{element.tag}>; it must be a <{SETTINGS[setting]}>")
        if owner and owner not in names.get(_kind(setting), {}):
            kind = _kind(setting)
            raise element.error(f"no {kind} is named '{owner}'{nearest(owner, names.get(kind, {}))}")


def _match(name: str) -> tuple[str, str] | None:
    """Return the setting that a name stands for, and the name of the object in it, empty if there is none."""
    if name in SETTINGS:
        return name, ""
    for setting in SETTINGS:
        before, found, behind = setting.partition(OBJECT)
        inside = len(name) > len(before) + len(behind)
        if found and inside and name.startswith(before) and name.endswith(behind):
            return setting, name[len(before) : len(name) - len(behind)]
    return None


def _kind(setting: str) -> str:
    word = setting.removeprefix(PREFIX).partition(".")[0]
    return KINDS.get(word, word)


# ---------------------------------------------------------------- names and references
# what an object is called, and which objects an element names


# the one body that nobody writes
WORLD = "world"

# sections whose elements name others, in the order of copying: what names an actuator comes after it
NAMING_SECTIONS = ("deformable", "contact", "tendon", "equality", "actuator", "sensor", "custom")

# an xbody is a body, looked at from its own frame
SAME_NAMES = {"xbody": "body"}

# attributes that hold names as plain text, one or several: path of the element, attribute, kind
TEXTS = {
    "deformable:flex": {"body": "body", "node": "body", "material": "material"},
    "body:flexcomp": {"material": "material"},
}

Names = set[tuple[str, str]]

NOTHING: Mapping[str, Any] = MappingProxyType({})


def name_key(element: Element) -> tuple[str, str] | None:
    """Return kind and name of an element that has a name."""
    name = element.attributes.get("name")
    if not name and "file" not in element.attributes:
        return None
    attribute = element.declaration.attributes.get("name")
    if attribute is None:
        return None
    name = name or element.object_name()
    return (attribute.kind or element.tag, name) if name else None


def collect_names(root: Element) -> Names:
    """Return kind and name of all that has a name."""
    names = {key for element in root.walk() if (key := name_key(element))}
    names.add(("body", WORLD))
    return names


def references(element: Element, inherited: Mapping[str, Any] = NOTHING) -> list[tuple[str, str, str]]:
    """Return what an element names, or its class, if `inherited` is what that says: attribute, kind, name."""
    found = []
    declaration, written = element.declaration, element.attributes
    for attribute in declaration.references:
        if attribute not in written and attribute not in inherited:
            continue
        name = written.get(attribute, inherited.get(attribute))
        if name:
            kind = declaration.attributes[attribute].kind or ""
            kind = written.get(kind[1:], "") if kind.startswith("@") else kind
            found.append((attribute, SAME_NAMES.get(kind, kind), name))
    for attribute, kind in TEXTS.get(declaration.path, NOTHING).items():
        found += [(attribute, kind, word) for word in written.get(attribute, "").split()]
    return found


def refers_into(element: Element, names: Names) -> bool:
    """Return whether all that an element and its children name is among `names`."""
    owner = named_object(element)
    if owner is not None and owner not in names:
        return False
    return all((kind, name) in names for each in element.walk() for _, kind, name in references(each))


def rename(element: Element, new: Callable[[str, str], str]) -> None:
    """Rename an element and all below it, and what they name; `new` gives the new name for a kind and a name."""
    for each in element.walk():
        written, texts = each.attributes, TEXTS.get(each.declaration.path, {})
        for attribute, kind, name in references(each):
            if attribute not in texts:
                written[attribute] = new(kind, name)
        for attribute, kind in texts.items():
            if attribute in written:
                written[attribute] = " ".join(new(kind, word) for word in written[attribute].split())
        if named_object(each):
            rename_object(each, new)
        elif key := name_key(each):
            written["name"] = new(*key)
