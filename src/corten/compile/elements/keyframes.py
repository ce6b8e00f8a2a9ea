"""Keyframes: states by name."""

from typing import Any

import numpy as np

from corten.compile.elements.hill import spread_activations
from corten.compile.items import Body
from corten.enums import JointType
from corten.math.quaternion import normalize_quat
from corten.model import Model
from corten.spec import DefaultClasses, Element, root_section

# attribute: (what its numbers are, how many belong together)
STATES = {
    "qpos": ("coordinates", 1),
    "qvel": ("velocities", 1),
    "act": ("activations", 1),
    "ctrl": ("controls", 1),
    "mpos": ("mocap positions", 3),
    "mquat": ("mocap orientations", 4),
}


def read_keyframes(root: Element, classes: DefaultClasses) -> list[Any]:
    """Return the attributes of all keys."""
    section = root_section(root, "keyframe")
    return [] if section is None else [classes.resolve(element) for element in section.children]


def fill_keyframes(model: Model, keys: list[Any], bodies: list[Body]) -> None:
    """Write the keyframes: what a key leaves out, or what is missing at its end, is that of the initial state."""
    mocap = [body for body in bodies if body.mocap]
    start = {
        "qpos": model.qpos0,
        "qvel": np.zeros(model.nv),
        "act": np.zeros(model.na),
        "ctrl": np.zeros(model.nu),
        "mpos": np.array([body.pose[0] for body in mocap]).reshape(-1),
        "mquat": np.array([body.pose[1] for body in mocap]).reshape(-1),
    }
    for name, initial in start.items():
        getattr(model, f"key_{name}").reshape(model.nkey, len(initial))[:] = initial
    for i, values in enumerate(keys):
        model.key_time[i] = values["time"]
        for name, (what, group) in STATES.items():
            numbers, room = values[name] or (), len(start[name])
            if name == "act":
                numbers = spread_activations(model, numbers)
            if len(numbers) > room or len(numbers) % group:
                raise values.element.error(_length_message(name, what, len(numbers), room, group))
            written = np.array(numbers)
            place = getattr(model, f"key_{name}").reshape(model.nkey, room)[i, : len(numbers)]

            # a model that is attached speaks of its own numbers only: the others are NaN
            place[~np.isnan(written)] = written[~np.isnan(written)]
    _normalize(model)


def _length_message(name: str, what: str, count: int, room: int, group: int) -> str:
    if count % group:
        return f"{name} has {count} numbers; {what} have {group} numbers each"
    return f"{name} has {count} numbers, but the model has {room} {what if group == 1 else f'numbers of {what}'}"


def _normalize(model: Model) -> None:
    """Give all quaternions of keyframes unit length."""
    for number in range(model.njnt):
        kind, address = model.jnt_type[number], int(model.jnt_qposadr[number])
        if kind in (JointType.FREE, JointType.BALL):
            first = address + 3 if kind == JointType.FREE else address
            for row in model.key_qpos[:, first : first + 4]:
                row[:] = normalize_quat(tuple(row))[0]
    for row in model.key_mquat.reshape(-1, 4):
        row[:] = normalize_quat(tuple(row))[0]
