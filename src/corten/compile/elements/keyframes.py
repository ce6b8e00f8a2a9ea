"""Keyframes: states by name."""

import numpy as np

from corten.compile.elements.hill import spread_activations
from corten.compile.objects.custom import Key
from corten.compile.objects.tree import Body
from corten.enums import JointType
from corten.math.quaternion import normalize_quat
from corten.model import Model
from corten.spec import DefaultClasses, Element, Resolved, root_section

# attribute: (what its numbers are, how many belong together)
STATES = {
    "qpos": ("coordinates", 1),
    "qvel": ("velocities", 1),
    "act": ("activations", 1),
    "ctrl": ("controls", 1),
    "plastic": ("plastic deformations", 1),
    "mpos": ("mocap positions", 3),
    "mquat": ("mocap orientations", 4),
}


def read_keyframes(root: Element, classes: DefaultClasses) -> list[Resolved]:
    """Return the attributes of all keys."""
    section = root_section(root, "keyframe")
    return [] if section is None else [classes.resolve(element) for element in section.children]


def complete_keyframes(model: Model, keys: list[Resolved], bodies: list[Body]) -> list[Key]:
    """Return the keyframes: what a key leaves out, or what is missing at its end, is that of the initial state.

    That of plastic deformations is not known yet: `complete_plastic` puts it in place of NaN.
    """
    mocap = [body for body in bodies if body.mocap]
    start = {
        "qpos": model.qpos0,
        "qvel": np.zeros(model.nv),
        "act": np.zeros(model.na),
        "ctrl": np.zeros(model.nu),
        "plastic": np.full(model.nplastic, np.nan),
        "mpos": np.array([body.pos for body in mocap]).reshape(-1),
        "mquat": np.array([body.quat for body in mocap]).reshape(-1),
    }
    made = [_key(model, start, values) for values in keys]
    return made + [_key(model, start, None)] * (model.nkey - len(keys))


def _key(model: Model, start: dict[str, np.ndarray], values: Resolved | None) -> Key:
    """Return a key with the numbers of the initial state where no others are written."""
    state = {name: initial.copy() for name, initial in start.items()}
    for name, (what, group) in STATES.items():
        if values is None:
            break
        numbers, room = values[name] or (), len(start[name])
        if name == "act":
            numbers = spread_activations(model, numbers)
        if len(numbers) > room or len(numbers) % group:
            raise values.element.error(_length_message(name, what, len(numbers), room, group))

        # a model that is attached speaks of its own numbers only: the others are NaN
        written = np.array(numbers, float)
        state[name][: len(numbers)][~np.isnan(written)] = written[~np.isnan(written)]
    _normalize(model, state["qpos"], state["mquat"])
    _normalize_deformations(model, state["plastic"])
    return Key(
        time=0.0 if values is None else values["time"],
        qpos=state["qpos"],
        qvel=state["qvel"],
        act=state["act"],
        ctrl=state["ctrl"],
        plastic=state["plastic"],
        mpos=state["mpos"].reshape(-1, 3),
        mquat=state["mquat"].reshape(-1, 4),
    )


def _length_message(name: str, what: str, count: int, room: int, group: int) -> str:
    if count % group:
        return f"{name} has {count} numbers; {what} have {group} numbers each"
    return f"{name} has {count} numbers, but the model has {room} {what if group == 1 else f'numbers of {what}'}"


def _normalize(model: Model, qpos: np.ndarray, mquat: np.ndarray) -> None:
    """Give all quaternions of a keyframe unit length."""
    for kind, address in zip(model.jnt_type.tolist(), model.jnt_qposadr.tolist(), strict=True):
        if kind in (JointType.FREE, JointType.BALL):
            first = address + 3 if kind == JointType.FREE else address
            quat = qpos[first : first + 4]
            quat[:] = normalize_quat(tuple(quat))[0]
    for quat in mquat.reshape(-1, 4):
        quat[:] = normalize_quat(tuple(quat))[0]


def _normalize_deformations(model: Model, plastic: np.ndarray) -> None:
    """Give orientations without force of ball joints unit length, but for those that are not known yet."""
    for kind, address in zip(model.jnt_type.tolist(), model.jnt_plasticadr.tolist(), strict=True):
        quat = plastic[address : address + 4]
        if kind == JointType.BALL and address >= 0 and not np.isnan(quat).any():
            quat[:] = normalize_quat(tuple(quat))[0]
