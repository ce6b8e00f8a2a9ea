"""Options of two models that become one: which holds, and what to say about the other."""

import warnings
from typing import Any

from corten.errors import ModelWarning
from corten.mjcf.value import format_value
from corten.spec.defaults import root_section
from corten.spec.element import Element
from corten.spec.sections import USER_KINDS

# of two values that are both written, policy "merge" takes the smaller, the larger or all
SMALLER = frozenset({"timestep", "tolerance", "ls_tolerance", "noslip_tolerance", "ccd_tolerance", "sleep_tolerance"})
SMALLER |= {"znear", "realtime"}
LARGER = frozenset({"iterations", "ls_iterations", "noslip_iterations", "ccd_iterations", "sdf_iterations"})
LARGER |= {"sdf_initpoints", "memory", "nuserdata", "zfar"}
NUSER = tuple(f"nuser_{kind}" for kind in USER_KINDS)
LARGER |= set(NUSER)

# what several models can ask for side by side
FLAG = ("option", "flag")
GROUPS = "actuatorgroupdisable"

# elements with options of the whole model, and which of their attributes count; all where there is None
ELEMENTS: dict[tuple[str, ...], tuple[str, ...] | None] = {
    ("option",): None,
    FLAG: None,
    ("size",): ("memory", "nuserdata", *NUSER),
    ("visual", "map"): ("znear", "zfar"),
    ("visual", "global"): ("realtime",),
}


def resolve_conflicts(source: Element, root: Element, asked: Element) -> None:
    """Let options of `root` hold, or merge them with those of `source`, or refuse, as <compiler conflict> says."""
    policy = _policy(root)
    found = []
    for path, wanted in ELEMENTS.items():
        theirs = _element(source, path)
        if theirs is None:
            continue
        for name, value in theirs.attributes.items():
            ours = _element(root, path)
            present = None if ours is None else ours.attributes.get(name)
            if (wanted is not None and name not in wanted) or value == present:
                continue
            if policy == "merge":
                _merge(root, path, name, value, present, asked)
            elif present is not None or value != theirs.declaration.attributes[name].default:
                found.append((name, value, None if path == FLAG or name == GROUPS else present))
    if policy == "error":
        for name, value, present in found:
            if present is not None:
                raise asked.error(
                    f"{name} is {format_value(value)} in a model that is attached and {format_value(present)} here; "
                    'make them equal, or let <compiler conflict="merge"> decide'
                )
    if found:
        ignored = ", ".join(f"{name}={format_value(value)!r}" for name, value, _ in found)
        name = source.attributes.get("model", "a model")
        warnings.warn(
            f"{name} is attached without its options {ignored}: those of the model it comes into hold",
            ModelWarning,
            stacklevel=2,
        )


def _policy(root: Element) -> str:
    compiler = root_section(root, "compiler")
    return "warning" if compiler is None else compiler.attributes.get("conflict", "warning")


def _element(root: Element, path: tuple[str, ...]) -> Element | None:
    found: Element | None = root
    for tag in path:
        found = None if found is None else found.first(tag)
    return found


def _merge(root: Element, path: tuple[str, ...], name: str, value: Any, present: Any, asked: Element) -> None:
    element = root
    for tag in path:
        element = element.first(tag) or element.add(tag)
    if present is None:
        element.attributes[name] = value
    elif name in SMALLER or name in LARGER:
        element.attributes[name] = (min if name in SMALLER else max)(value, present)
    elif path == FLAG:
        # a flag that one of them moves away from its default stays there
        default = element.declaration.attributes[name].default
        element.attributes[name] = value if value != default else present
    elif name == GROUPS:
        element.attributes[name] = tuple(dict.fromkeys((*present, *value)))
    else:
        raise asked.error(
            f"{name} is {format_value(value)} in a model that is attached and {format_value(present)} here; "
            'make them equal: <compiler conflict="merge"> cannot choose between them'
        )
