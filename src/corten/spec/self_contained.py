"""Whether the text of a tree says everything that the tree means."""

from math import isnan

from corten.spec.defaults import root_section
from corten.spec.element import Element

# attributes of keys that hold a state
STATES = ("qpos", "qvel", "act", "ctrl", "mpos", "mquat")


def is_self_contained(root: Element) -> bool:
    """Return whether no part has settings of another model, and no keyframe leaves a number to the initial state."""
    return not incomplete_keys(root) and all(element.settings is None for element in root.walk())


def incomplete_keys(root: Element) -> dict[int, Element]:
    """Return the keyframes, by their numbers, that have NaN for a number of the initial state."""
    section = root_section(root, "keyframe")
    return {} if section is None else {i: key for i, key in enumerate(section.children) if _is_incomplete(key)}


def _is_incomplete(key: Element) -> bool:
    return any(isnan(number) for name in STATES for number in key.attributes.get(name, ()))
