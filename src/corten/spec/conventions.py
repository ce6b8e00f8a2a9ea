"""Conventions of another model: what it says in its own units is written in those of the model it is attached to."""

from math import pi
from typing import Any

from corten.spec.check import classed_elements
from corten.spec.defaults import DefaultClasses, root_section
from corten.spec.element import Element
from corten.spec.replicate import Rotations

# attributes of joints that are angles where the joint turns
ANGLES = {"hinge": ("range", "ref", "springref"), "ball": ("range",)}

# whether something is limited, and its range
LIMITS = {
    "limited": "range",
    "actuatorfrclimited": "actuatorfrcrange",
    "ctrllimited": "ctrlrange",
    "forcelimited": "forcerange",
    "actlimited": "actrange",
}

# settings of <compiler> that go with a body when it is attached to a model with other ones
BODY_SETTINGS: dict[str, Any] = {
    "boundmass": 0.0,
    "boundinertia": 0.0,
    "balanceinertia": False,
    "alignfree": False,
    "inertiafromgeom": "auto",
    "inertiagrouprange": (0, 5),
}


def adopt_conventions(source: Element, root: Element) -> None:
    """Rewrite angles and limits of `source` so that they mean the same under the <compiler> of `root`."""
    theirs, ours = _compiler(source), _compiler(root)
    classes = DefaultClasses(source)
    unit = _degrees(theirs) / _degrees(ours)
    turned = theirs.get("eulerseq", "xyz") != ours.get("eulerseq", "xyz")
    if unit != 1.0:
        _scale_joints(source, classes, unit)
    if unit != 1.0 or turned:
        _rewrite_orientations(source, unit, turned)
    if theirs.get("autolimits", True) != ours.get("autolimits", True):
        _decide_limits(source, classes, theirs.get("autolimits", True))


def body_settings(source: Element, holder: Element, root: Element) -> dict[str, Any] | None:
    """Return the settings that `source` has for its bodies, or None if they hold in `holder` anyway."""
    theirs = _compiler(source)
    wanted = {name: theirs.get(name, default) for name, default in BODY_SETTINGS.items()}
    ours = _compiler(root)
    present = {name: ours.get(name, default) for name, default in BODY_SETTINGS.items()}
    above: Element | None = holder
    while above is not None:
        if above.settings is not None:
            present = above.settings
            break
        above = above.parent
    return wanted if wanted != present else None


def _compiler(root: Element) -> dict[str, Any]:
    element = root_section(root, "compiler")
    return {} if element is None else element.attributes


def _degrees(compiler: dict[str, Any]) -> float:
    return 180.0 / pi if compiler.get("angle") == "radian" else 1.0


def _scale_joints(source: Element, classes: DefaultClasses, unit: float) -> None:
    for element, childclass in classed_elements(source, classes):
        if element.declaration.path == "body:joint":
            # a class may serve joints that turn and joints that slide, so angles are written at the joint
            values = classes.resolve(element, childclass)
            for name in ANGLES.get(values["type"], ()):
                # a range that does not count stays as it is
                if values.given(name) and (name != "range" or values["limited"] != "false"):
                    element.attributes[name] = _scaled(values[name], unit)


def _rewrite_orientations(source: Element, unit: float, turned: bool) -> None:
    rotations = Rotations(source)
    for element in source.walk():
        written = element.attributes
        if "axisangle" in written:
            *axis, angle = written["axisangle"]
            written["axisangle"] = (*axis, angle * unit)
        if "euler" in written and turned:
            written["quat"] = rotations.quaternion(written.pop("euler"))
        elif "euler" in written:
            written["euler"] = _scaled(written["euler"], unit)


def _decide_limits(source: Element, classes: DefaultClasses, autolimits: bool) -> None:
    """Write at each element whether it is limited, as its model would decide it."""
    for element, childclass in classed_elements(source, classes):
        known = element.declaration.attributes
        for limited, span in LIMITS.items():
            if limited not in known or span not in known:
                continue
            values = classes.resolve(element, childclass)
            if values[limited] != "auto" or not any(values[span]):
                continue
            if not autolimits:
                raise element.error(
                    f'{span} is given, but {limited} is not, and <compiler autolimits="false"> does not decide it; '
                    f'write {limited}="true" or "false"'
                )
            element.attributes[limited] = "true"


def _scaled(value: Any, unit: float) -> Any:
    return tuple(number * unit for number in value) if isinstance(value, tuple) else value * unit
