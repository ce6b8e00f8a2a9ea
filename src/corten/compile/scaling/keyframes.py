"""Keyframes of scaled models: each number by what it belongs to."""

from collections.abc import Callable, Mapping, Sequence

from corten.compile.objects.actuators import Actuator
from corten.compile.pose import Vector
from corten.compile.scaling.gauge import UNIT_GAUGE
from corten.compile.scaling.tree import Held, ScaledTree
from corten.deformable.compile.elasticity import STRETCHING
from corten.deformable.compile.flex import Flex
from corten.enums import JOINT_COORDINATES, JOINT_DOFS, JointType
from corten.spec import Resolved

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
        values["qpos"] = _by_joint(values["qpos"], joints, JOINT_COORDINATES, Held.carry)
    if values["qvel"]:
        values["qvel"] = _by_joint(values["qvel"], joints, JOINT_DOFS, Held.turn)
    if values["mpos"]:
        mocap = [body for body in tree.bodies if body.values["mocap"]]
        values["mpos"] = _points(values["mpos"], mocap)


def _by_joint(
    numbers: Numbers, joints: list[Held], sizes: Mapping[JointType, int], move: Callable[[Held, Vector], Vector]
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


def _deformations(numbers: Numbers, joints: list[Held], tree: ScaledTree, flexes: Sequence[Flex]) -> Numbers:
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
    gauge = tree.flexes.get(flex.name, UNIT_GAUGE)
    sides = (3 if flex.dim == 2 else 6) * len(flex.shape.elements) if flex.plasticmode & STRETCHING else 0
    return [gauge.length**2] * sides + [gauge.power(-1, 1)] * (flex.plastic - sides)


def _points(numbers: Numbers, bodies: list[Held]) -> Numbers:
    result = list(numbers)
    for place, body in zip(range(0, len(result) - 2, 3), bodies, strict=False):
        x, y, z = result[place : place + 3]
        result[place : place + 3] = body.carry((x, y, z))
    return tuple(result)
