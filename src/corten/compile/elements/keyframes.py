"""Keyframes: states by name, and the factors of their numbers in scaled models."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import isnan, nan

import numpy as np

from corten.compile.elements.hill_muscles import spread_activations
from corten.compile.objects.actuator_rows import Actuator
from corten.compile.objects.body_rows import Body
from corten.compile.objects.custom_rows import Key
from corten.deformable.compile.elasticity import STRETCHING
from corten.deformable.compile.flex import Flex
from corten.enums import JOINT_COORDINATES, JOINT_DOFS, JointType
from corten.math.quaternion import normalize_quat
from corten.model import Model
from corten.passes.scale_frames.scaled_tree import ScaledObject, ScaledTree
from corten.passes.scale_frames.scaling import UNIT_SCALING
from corten.spec import DefaultClasses, Element, Resolved, root_section
from corten.spec.frames import Vector

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
    if not model.nkey:
        return []
    mocap = [body for body in bodies if body.mocap]
    start = {
        "qpos": model.qpos0.tolist(),
        "qvel": [0.0] * model.nv,
        "act": [0.0] * model.na,
        "ctrl": [0.0] * model.nu,
        "plastic": [nan] * model.nplastic,
        "mpos": [number for body in mocap for number in body.pos],
        "mquat": [number for body in mocap for number in body.quat],
    }
    joints = zip(model.jnt_type.tolist(), model.jnt_qposadr.tolist(), strict=True)
    offsets = {JointType.FREE: 3, JointType.BALL: 0}
    quaternions = [address + offsets[kind] for kind, address in joints if kind in offsets]
    made = [_key(model, start, values, quaternions) for values in keys]
    return made + [_key(model, start, None, quaternions)] * (model.nkey - len(keys))


def _key(model: Model, start: dict[str, list[float]], values: Resolved | None, quaternions: list[int]) -> Key:
    """Return a key with the numbers of the initial state where no others are written.

    `quaternions` are the addresses of those among its coordinates.
    """
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
        state[name][: len(numbers)] = [
            new if new == new else old for new, old in zip(numbers, start[name], strict=False)
        ]
    _normalize(state["qpos"], quaternions)
    _normalize(state["mquat"], range(0, len(state["mquat"]), 4))
    if model.nplastic:
        _normalize_deformations(model, state["plastic"])
    return Key(
        time=0.0 if values is None else values["time"],
        qpos=state["qpos"],
        qvel=state["qvel"],
        act=state["act"],
        ctrl=state["ctrl"],
        plastic=state["plastic"],
        mpos=np.array(state["mpos"]).reshape(-1, 3),
        mquat=np.array(state["mquat"]).reshape(-1, 4),
    )


def _length_message(name: str, what: str, count: int, room: int, group: int) -> str:
    if count % group:
        return f"{name} has {count} numbers; {what} have {group} numbers each"
    return f"{name} has {count} numbers, but the model has {room} {what if group == 1 else f'numbers of {what}'}"


def _normalize(numbers: list[float], addresses: Iterable[int]) -> None:
    """Give quaternions of a keyframe unit length."""
    for first in addresses:
        numbers[first : first + 4] = normalize_quat(tuple(numbers[first : first + 4]))[0]


def _normalize_deformations(model: Model, plastic: list[float]) -> None:
    """Give orientations without force of ball joints unit length, but for those that are not known yet."""
    for kind, address in zip(model.jnt_type.tolist(), model.jnt_plasticadr.tolist(), strict=True):
        quat = plastic[address : address + 4]
        if kind == JointType.BALL and address >= 0 and not any(map(isnan, quat)):
            plastic[address : address + 4] = normalize_quat(tuple(quat))[0]


# ---------------------------------------------------------------- keyframes of scaled models
# each number by what it belongs to


Numbers = tuple[float, ...]


def scale_key(values: Resolved, tree: ScaledTree, actuators: Sequence[Actuator], flexes: Sequence[Flex]) -> None:
    """Scale what a key writes."""
    controls = [factor for each in actuators for factor in (*each.signals.ctrl, *[1.0] * each.ctrlnum)[: each.ctrlnum]]
    activations = [each.signals.act for each in actuators for _ in range(each.actnum)]
    for name, factors in (("ctrl", controls), ("act", activations)):
        numbers = values[name]
        if numbers:
            scaled = tuple(x * factor for x, factor in zip(numbers, factors, strict=False))
            values[name] = scaled + numbers[len(scaled) :]
    joints = tree.all("joint")
    if values["plastic"]:
        values["plastic"] = _deformations(values["plastic"], joints, tree, flexes)
    if values["qpos"]:
        values["qpos"] = _by_joint(values["qpos"], joints, JOINT_COORDINATES, ScaledObject.carry)
    if values["qvel"]:
        values["qvel"] = _by_joint(values["qvel"], joints, JOINT_DOFS, ScaledObject.turn)
    if values["mpos"]:
        mocap = [body for body in tree.bodies if body.values["mocap"]]
        values["mpos"] = _points(values["mpos"], mocap)


def _by_joint(
    numbers: Numbers,
    joints: list[ScaledObject],
    sizes: Mapping[JointType, int],
    move: Callable[[ScaledObject, Vector], Vector],
) -> Numbers:
    """Return coordinates or velocities: those of slides scaled, those of free joints moved."""
    result, place = list(numbers), 0
    for joint in joints:
        kind = JointType[joint.joint_type.upper()]
        if kind == JointType.FREE and place + 3 <= len(result):
            assert joint.body is not None
            x, y, z = result[place : place + 3]
            result[place : place + 3] = move(joint.body, (x, y, z))
        elif kind == JointType.SLIDE and place < len(result):
            result[place] *= joint.coordinate
        place += sizes[kind]
    return tuple(result)


def _deformations(numbers: Numbers, joints: list[ScaledObject], tree: ScaledTree, flexes: Sequence[Flex]) -> Numbers:
    """Return deformations of what yields: those of joints, then two for each tendon, then those of flexes."""
    yielding = [joint for joint in joints if joint.joint_type != "free" and joint.values["springyield"] > 0]
    sizes = [JOINT_COORDINATES[JointType[joint.joint_type.upper()]] for joint in yielding]
    factors = [joint.coordinate for joint, size in zip(yielding, sizes, strict=True) for _ in range(size)]
    factors += [factor for factor in tree.yielding for _ in range(2)]
    factors += [factor for flex in flexes for factor in _flex_factors(flex, tree)]
    scaled = tuple(x * factor for x, factor in zip(numbers, factors, strict=False))
    return scaled + numbers[len(scaled) :]


def _flex_factors(flex: Flex, tree: ScaledTree) -> list[float]:
    """Return the factor of each number that is left of a flex's deformation.

    Squares of lengths of edges describe stretching, moduli bending, and strains of cells have no unit. Frames of rods
    have none either; MuJoCo scales them as it does what bends.
    """
    if flex.interp:
        return [1.0] * flex.plastic
    scaling = tree.flexes.get(flex.name, UNIT_SCALING)
    sides = (3 if flex.dim == 2 else 6) * len(flex.shape.elements) if flex.plasticmode & STRETCHING else 0
    return [scaling.length**2] * sides + [scaling.power(-1, 1)] * (flex.plastic - sides)


def _points(numbers: Numbers, bodies: list[ScaledObject]) -> Numbers:
    result = list(numbers)
    for place, body in zip(range(0, len(result) - 2, 3), bodies, strict=False):
        x, y, z = result[place : place + 3]
        result[place : place + 3] = body.carry((x, y, z))
    return tuple(result)
