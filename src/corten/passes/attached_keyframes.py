"""Keyframes of attached models: their numbers go with the joints, actuators and mocap bodies that they belong to."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isnan, nan
from typing import Any

from corten.enums import JOINT_COORDINATES, JOINT_DOFS, JointType
from corten.errors import ModelError, UnsupportedFeatureError
from corten.passes.replicate import FirstCopies
from corten.spec.defaults import DefaultClasses, Resolved, root_section
from corten.spec.element import Element

# attributes of keys, with what their numbers belong to
OWNERS = {
    "qpos": ("joints", 0),
    "qvel": ("joints", 1),
    "ctrl": ("actuators", 0),
    "act": ("actuators", 1),
    "mpos": ("mocaps", 0),
    "mquat": ("mocaps", 1),
}

# an element with the numbers of two kinds that belong to it
Owner = tuple[Element, tuple[int, int]]


@dataclass(slots=True)
class SplitKeyframe:
    """A keyframe, by attribute: elements and their numbers."""

    element: Element
    pieces: dict[str, list[tuple[Element, tuple[float, ...]]]]


def split_keyframes(root: Element) -> list[SplitKeyframe]:
    """Return the keyframes of a tree, cut into what belongs to each element."""
    section = root_section(root, "keyframe")
    if section is None or not section.children:
        return []
    owners = _owners(root)
    keys = []
    for element in section.children:
        pieces = {}
        for attribute, (kind, which) in OWNERS.items():
            numbers = element.attributes.get(attribute)
            if numbers is not None:
                pieces[attribute] = _cut(element, attribute, numbers, owners[kind], which)
        keys.append(SplitKeyframe(element, pieces))
    return keys


def write_keyframes(root: Element, keys: list[SplitKeyframe], first_copies: FirstCopies) -> None:
    """Add keyframes to a tree; NaN stands for a number that is that of the initial state.

    `first_copies` has, of elements that were replicated, those that are in the tree in their place.
    """
    if not keys:
        return
    owners = _owners(root)
    section = root_section(root, "keyframe") or root.add("keyframe")
    for key in keys:
        for attribute, pieces in key.pieces.items():
            kind, which = OWNERS[attribute]
            known = {id(_latest(owner, first_copies)): numbers for owner, numbers in pieces}
            joined: list[float] = []
            for owner, counts in owners[kind]:
                numbers = known.get(id(owner), ())
                joined += [*numbers, *[nan] * (counts[which] - len(numbers))]
            while joined and isnan(joined[-1]):
                joined.pop()
            key.element.attributes.pop(attribute)
            if joined:
                key.element.attributes[attribute] = tuple(joined)
        section.adopt(key.element)


def preserve_keyframes(root: Element) -> Callable[[], None]:
    """Return what is to be called after joints, actuators or mocap bodies have come or gone.

    It writes the keyframes that are there now anew, each number with the element that it belongs to. Keyframes that do
    not fit the tree yet stay as they are.
    """
    section = root_section(root, "keyframe")
    if section is None or not section.children:
        return lambda: None
    try:
        keys = split_keyframes(root)
    except ModelError:
        return lambda: None

    def write() -> None:
        later = section.children[len(keys) :]
        section.children.clear()
        write_keyframes(root, keys, {})
        section.children.extend(later)

    return write


def _cut(element: Element, attribute: str, numbers: tuple[float, ...], owners: list[Owner], which: int):
    """Return the numbers of each owner; those at the end may be missing."""
    pieces, start = [], 0
    for owner, counts in owners:
        if counts[which] < 0 and start < len(numbers):
            message = f"{attribute} is not supported where a model with a <{owner.tag}> is attached"
            raise element.error(message, UnsupportedFeatureError)
        end = start + counts[which]
        if numbers[start:end]:
            pieces.append((owner, numbers[start:end]))
        start = end
    if start < len(numbers):
        raise element.error(f"{attribute} has {len(numbers)} numbers, but the model has room for {start}")
    return pieces


def _latest(element: Element, first_copies: FirstCopies) -> Element:
    while id(element) in first_copies:
        element = first_copies[id(element)][1]
    return element


def _owners(root: Element) -> dict[str, list[Owner]]:
    """Return, in the order of the compiled model, what the numbers of keyframes belong to."""
    classes = DefaultClasses(root)
    joints: list[list[Owner]] = []
    mocaps: list[Owner] = []

    def enter(holder: Element, own: list[Owner], childclass: str | None) -> None:
        for child in holder.children:
            if child.tag in ("joint", "freejoint"):
                kind = "free" if child.tag == "freejoint" else classes.resolve(child, childclass)["type"]
                joint = JointType[kind.upper()]
                own.append((child, (JOINT_COORDINATES[joint], JOINT_DOFS[joint])))
            elif child.tag in ("body", "frame"):
                below = classes.childclass(child, childclass)
                if child.attributes.get("mocap"):
                    mocaps.append((child, (3, 4)))
                if child.tag == "frame":
                    enter(child, own, below)
                else:
                    joints.append([])
                    enter(child, joints[-1], below)

    world = root.first("worldbody")
    if world is not None:
        enter(world, [], None)
    section = root_section(root, "actuator")
    actuators = [] if section is None else section.children
    return {
        "joints": [joint for own in joints for joint in own],
        "actuators": [(element, signal_counts(element, classes)) for element in actuators],
        "mocaps": mocaps,
    }


# ---------------------------------------------------------------- how many controls and activations an actuator has
# as far as its own words and those of its classes tell


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
