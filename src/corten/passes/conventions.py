"""What a tree gives up when it is attached to another: its options, its units and the places of its files."""

import os
import warnings
from math import pi
from typing import Any

from corten.errors import ModelWarning
from corten.mjcf.source import Sources
from corten.mjcf.value import format_value
from corten.passes.replicate import Rotations
from corten.spec.build_tree import USER_KINDS
from corten.spec.check import classed_elements
from corten.spec.compiler_settings import compiler_attributes
from corten.spec.defaults import DefaultClasses, root_section
from corten.spec.element import Element

# ---------------------------------------------------------------- options of two models that become one
# which holds, and what to say about the other


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


# ---------------------------------------------------------------- conventions of another model
# what it says in its own units is written in those of the model it is attached to


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
    theirs, ours = compiler_attributes(source), compiler_attributes(root)
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
    theirs = compiler_attributes(source)
    wanted = {name: theirs.get(name, default) for name, default in BODY_SETTINGS.items()}
    ours = compiler_attributes(root)
    present = {name: ours.get(name, default) for name, default in BODY_SETTINGS.items()}
    above: Element | None = holder
    while above is not None:
        if above.settings is not None:
            present = above.settings
            break
        above = above.parent
    return wanted if wanted != present else None


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


# ---------------------------------------------------------------- files of assets
# their names, as they are found from the folder of another model, or from another folder


def move_files(source: Element, root: Element, prefix: str) -> None:
    """Rewrite the files of the assets of `source` so that `root` finds them."""
    elements = [(element, name) for element in source.walk() for name in _file_attributes(element)]
    if not elements:
        return
    theirs, ours = compiler_attributes(source), compiler_attributes(root)
    if ours.pop("strippath", False):
        # names with folders are to come: those that are here lose theirs now
        for element in root.walk():
            for name in _file_attributes(element):
                element.attributes[name] = _base_name(element.attributes[name])
    for element, name in elements:
        key = "texturedir" if element.tag == "texture" else "meshdir"
        file = element.attributes[name].replace("\\", "/")
        file = _base_name(file) if theirs.get("strippath") else file
        element.attributes[name] = _moved(file, _folder(theirs, key), _folder(ours, key), source, root, prefix)


def move_folder(root: Element, folder: str) -> None:
    """Rewrite the folders of assets so that they are found from a model in `folder`."""
    sources = root.sources or Sources()
    if not sources.has_folder or not any(_file_attributes(element) for element in root.walk()):
        return
    compiler = root_section(root, "compiler") or root.add("compiler")
    written = compiler.attributes
    for key in ("meshdir", "texturedir"):
        path = _folder(written, key)
        if not os.path.isabs(path):
            path = os.path.relpath(os.path.join(sources.base_dir, path), folder or ".")
        if path != ".":
            written[key] = path
        else:
            written.pop(key, None)
    written.pop("assetdir", None)


def _moved(file: str, theirs: str, ours: str, source: Element, root: Element, prefix: str) -> str:
    sources, target = source.sources or Sources(), root.sources or Sources()
    path = os.path.join(sources.base_dir, theirs, file)
    known = sources.asset(path)
    if known is not None:
        name, content = _base_name(known[0]), known[1]
        other = target.asset(os.path.join(target.base_dir, ours, name))
        if other is None or other[1] != content:
            name = name if other is None else prefix + name
            root.put(sources=target.adding(name, content))
        return name
    if not sources.has_folder or os.path.isabs(file):
        return file
    path = os.path.abspath(path)
    return os.path.relpath(path, os.path.join(target.base_dir, ours) or ".") if target.has_folder else path


def _file_attributes(element: Element) -> list[str]:
    known = element.declaration.attributes
    return [name for name in element.attributes if known[name].type == "file" and element.tag != "model"]


def _folder(compiler: dict[str, Any], key: str) -> str:
    return compiler.get(key) or compiler.get("assetdir") or ""


def _base_name(file: str) -> str:
    return file.replace("\\", "/").rpartition("/")[2]
