"""How many controls and activations an actuator has, as far as its own words and those of its classes tell."""

from collections.abc import Callable, Mapping
from typing import Any

from corten.spec.defaults import DefaultClasses, Resolved
from corten.spec.element import Element

# shortcuts that always have an activation
ACTIVATED = ("intvelocity", "cylinder", "muscle")

# plugins that corten knows, whose activations are those that actdim or dyntype says
OWN_PLUGINS = "mujoco."

# stands for a number that cannot be told
UNKNOWN = -1


def signal_counts(element: Element, classes: DefaultClasses) -> tuple[int, int]:
    """Return the number of controls and that of activations, UNKNOWN for what the words do not tell."""
    values, tag = classes.resolve(element), element.tag
    counts = COUNTS.get(tag)
    if counts is None:
        return 1, int(tag in ACTIVATED or (tag == "position" and values["timeconst"] > 0))
    controls, activations = counts(values)

    # parameters of a class that was written with another shortcut mean something else
    if tag in ("pid", "dcmotor") and any(each.tag != tag for each in classes.history(element)):
        activations = UNKNOWN
    return controls, activations


def _inputs(values: Mapping[str, Any], otherwise: str) -> int:
    """Return how many single controls the word `input` stands for."""
    words = (values["input"] or otherwise).split()
    if words in (["expmap"], ["quat"]):
        return 4 if words == ["quat"] else 3
    return 0 if words == ["none"] else len(words)


def _general(values: Resolved) -> tuple[int, int]:
    dim, dyntype, gaintype = values["actdim"], values["dyntype"], values["gaintype"]
    dyn, gain = values["dynprm"], values["gainprm"]
    if gaintype == "so3":
        return _inputs(values, "expmap"), 3 if dyntype == "integrator" else max(dim, 0)
    controls = _inputs(values, {"pid": "pos vel", "dcmotor": "voltage"}.get(gaintype, "")) or int(gaintype != "dcmotor")
    if dyntype == "pid":
        return controls, int(dyn[1] > 0) + int(gain[0] > 0)
    if dyntype == "dcmotor":
        return controls, sum(number > 0 for number in (dyn[7], gain[5], dyn[2], dyn[5], dyn[0]))
    return controls, dim if dim > 0 else int(dyntype != "none")


def _plugin(values: Resolved) -> tuple[int, int]:
    if values["actdim"] >= 0 or values["dyntype"] != "none":
        return 1, values["actdim"] if values["actdim"] >= 0 else 1

    # the functions of users may have dynamics
    known = (values["plugin"] or "").startswith(OWN_PLUGINS)
    return 1, 0 if known else UNKNOWN


def _motor(values: Resolved) -> tuple[int, int]:
    controller, thermal, friction = values["controller"], values["thermal"], values["lugre"]
    features = controller[3], controller[1], max(thermal[:3]), friction[0], max(values["inductance"])
    return _inputs(values, "voltage"), sum(number > 0 for number in features)


COUNTS: dict[str, Callable[[Resolved], tuple[int, int]]] = {
    "general": _general,
    "plugin": _plugin,
    "pid": lambda values: (_inputs(values, "pos vel"), int(values["ki"] > 0) + int(values["slewmax"] > 0)),
    "orientation": lambda values: (_inputs(values, "expmap"), 0),
    "dcmotor": _motor,
}
