"""The scaled tree: what frames hold is resized in place, and who refers to it can ask for its gauge."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import isfinite, sqrt
from typing import TYPE_CHECKING

from corten.compile.elements.orientation import read_orientation
from corten.compile.elements.settings import Settings
from corten.compile.pose import (
    IDENTITY,
    Pose,
    Quaternion,
    Vector,
    add,
    compose,
    conjugate,
    dot,
    rotate,
    unit_quaternion,
    unit_vector,
)
from corten.compile.scaling.gauge import MISALIGNED, UNIT_GAUGE, Gauge
from corten.compile.scaling.numbers import multiply, put
from corten.compile.scaling.shapes import scale_geom, scale_inertial, scale_site
from corten.spec import DefaultClasses, Element, Resolved

# greatest factors of lengths and masses, and the inverse of the least ones
MOST_LENGTH, MOST_MASS = 1e30, 1e100

if TYPE_CHECKING:
    from corten.compile.scaling.coordinates import Coordinate

OBJECTS = {"joint": "joint", "freejoint": "joint", "geom": "geom", "site": "site", "camera": "camera", "light": "light"}


@dataclass(slots=True)
class Held:
    """Something that a body or frame holds, with its gauge in their coordinates, and the elements around it.

    `pose` and `scaled` are the frame around it, in the coordinates of its body, as written and as it is now; of a
    joint `coordinate` is the factor of what it measures; `body` is None for what the world holds.
    """

    values: Resolved
    gauge: Gauge
    around: tuple["Holder", ...]
    pose: Pose
    scaled: Pose
    settings: Settings
    body: "Held | None" = None
    coordinate: float = 1.0

    @property
    def element(self) -> Element:
        """The element."""
        return self.values.element

    @property
    def joint_type(self) -> str:
        """What kind of joint it is."""
        return "free" if self.element.tag == "freejoint" else self.values["type"]

    def carry(self, point: Vector) -> Vector:
        """Return where a point, given in the coordinates of its body, goes: its frame scales about its origin."""
        x, y, z = self.pose[0]
        local = rotate(conjugate(self.pose[1]), add(point, (-x, -y, -z)))
        return add(self.scaled[0], rotate(self.pose[1], self.gauge.place(local)))

    def turn(self, vector: Vector) -> Vector:
        """Return what becomes of a velocity, given in the coordinates of its body."""
        return rotate(self.pose[1], self.gauge.place(rotate(conjugate(self.pose[1]), vector)))


@dataclass(slots=True, eq=False)
class Holder:
    """A body or a frame, with the gauge of what it holds."""

    element: Element
    gauge: Gauge


@dataclass(slots=True)
class ScaledTree:
    """All that bodies hold, by kind in the order of the model, and by kind and name.

    `inside` are the bodies and frames around what bodies hold, `flexes` the gauges of flexes, `yielding` the factors of
    tendons that yield, in their order.
    """

    bodies: list[Held] = field(default_factory=list)
    inside: dict[str, tuple[Holder, ...]] = field(default_factory=dict)
    lists: dict[str, list[list[Held]]] = field(default_factory=dict)
    named: dict[tuple[str, str], Held] = field(default_factory=dict)
    tendons: "dict[str, Coordinate]" = field(default_factory=dict)
    actuators: dict[str, Resolved] = field(default_factory=dict)
    flexes: dict[str, Gauge] = field(default_factory=dict)
    yielding: list[float] = field(default_factory=list)
    changed: bool = False

    def all(self, kind: str) -> list[Held]:
        """Return all objects of a kind, in the order of the model."""
        return [held for of_body in self.lists[kind] for held in of_body]

    def gauge(self, kind: str, name: str | None) -> Gauge:
        """Return the gauge of an object, that of its contents for a body; the world is never scaled."""
        if kind in ("body", "xbody"):
            return self.holding([name or ""])
        held = self.named.get((kind, name or ""))
        return UNIT_GAUGE if held is None else held.gauge

    def common(self, objects: list[Held]) -> Gauge:
        """Return the gauge inside of the lowest body or frame that holds all of some objects."""
        return _lowest([each.around for each in objects])

    def holding(self, bodies: Iterable[str]) -> Gauge:
        """Return the gauge inside of the lowest body or frame that holds all that some bodies hold."""
        return _lowest([self.inside.get(name, ()) for name in bodies])


def _lowest(paths: list[tuple[Holder, ...]]) -> Gauge:
    """Return the gauge at the end of what paths from the world have in common."""
    lowest = UNIT_GAUGE
    for holders in zip(*paths, strict=False):
        if any(holder is not holders[0] for holder in holders):
            break
        lowest = holders[0].gauge
    return lowest


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """What holds for the contents of an element."""

    gauge: Gauge
    around: tuple[Holder, ...]
    body: int
    pose: Pose
    scaled: Pose
    childclass: str | None
    settings: Settings


def scale_tree(world: Element, classes: DefaultClasses, settings: Settings) -> ScaledTree:
    """Resize all that scaled frames hold."""
    tree = ScaledTree(lists={kind: [[]] for kind in OBJECTS.values()})
    holder = Holder(world, UNIT_GAUGE)
    _enter(world, _Surroundings(UNIT_GAUGE, (holder,), 0, IDENTITY, IDENTITY, None, settings), tree, classes)
    return tree


def _enter(holder: Element, here: _Surroundings, tree: ScaledTree, classes: DefaultClasses) -> None:
    for element in holder.children:
        tag = element.tag
        values = classes.resolve(element, here.childclass if tag in OBJECTS else None)
        body = tree.bodies[here.body - 1] if here.body else None
        held = Held(values, here.gauge, here.around, here.pose, here.scaled, here.settings, body)
        if not here.gauge.is_unit:
            _refuse_plugins(element)
        if tag in OBJECTS:
            _scale_object(held, here.settings)
            tree.lists[OBJECTS[tag]][here.body].append(held)
            if name := element.attributes.get("name"):
                tree.named[OBJECTS[tag], name] = held
        elif tag == "inertial":
            scale_inertial(values, here.gauge, here.settings)
        elif tag in ("body", "frame"):
            own = here.settings if element.settings is None else replace(here.settings, **element.settings)
            below = replace(here, childclass=classes.childclass(element, here.childclass), settings=own)
            inner = _body(held, below, tree) if tag == "body" else _frame(held, below, tree)
            _enter(element, inner, tree, classes)


def _body(held: Held, here: _Surroundings, tree: ScaledTree) -> _Surroundings:
    """Move a body, and return what holds inside of it."""
    turn = _moved(held, here.settings)
    inside = here.gauge.turned(turn)
    around = (*here.around, Holder(held.element, inside))
    tree.bodies.append(held)
    if name := held.element.attributes.get("name"):
        tree.inside[name] = around
        tree.named["body", name] = held
    for of_kind in tree.lists.values():
        of_kind.append([])
    return replace(here, gauge=inside, around=around, body=len(tree.bodies), pose=IDENTITY, scaled=IDENTITY)


def _frame(held: Held, here: _Surroundings, tree: ScaledTree) -> _Surroundings:
    """Move a frame, and return what holds inside of it: its own scale on top of those around it."""
    values, written = held.values, held.values["pos"]
    turn = _moved(held, here.settings)
    inside = here.gauge.turned(turn)
    scale, mass = values["scale"], values["massscale"]
    _check_frame(values)
    if scale != (1.0, 1.0, 1.0) or mass not in (0.0, 1.0):
        tree.changed = True
        mass = mass or scale[0] * scale[1] * scale[2]
        inside = inside.times(scale, mass, values["scaling"] == "similar")
        _check_size(held.element, inside)
    for name in ("scale", "massscale", "scaling"):
        held.element.attributes.pop(name, None)
    pose, scaled = compose(here.pose, (written, turn)), compose(here.scaled, (values["pos"], turn))
    around = (*here.around, Holder(held.element, inside))
    return replace(here, gauge=inside, around=around, pose=_unit(pose), scaled=_unit(scaled))


def _unit(pose: Pose) -> Pose:
    return pose[0], unit_quaternion(pose[1])


def _check_frame(values: Resolved) -> None:
    scale, mass, error = values["scale"], values["massscale"], values.element.error
    shown = " ".join(f"{number:g}" for number in scale)
    if not all(isfinite(number) and number > 0 for number in scale):
        raise error(f"scale is {shown}; its numbers must be positive and finite")
    if not (isfinite(mass) and mass >= 0):
        raise error(f"massscale is {mass:g}; it must be finite and not negative, 0 for the ratio of volumes")
    if len(set(scale)) > 1 and values["scaling"] != "geometry":
        raise error(f'scale is {shown}; three different numbers need scaling="geometry"')


def _check_size(frame: Element, inside: Gauge) -> None:
    """Refuse factors, all frames together, whose powers are no numbers any more."""
    for what, factor, most in (("lengths", inside.length, MOST_LENGTH), ("masses", inside.mass, MOST_MASS)):
        if not 1.0 / most <= factor <= most:
            raise frame.error(f"with it {what} are scaled by {factor:g}; between {1 / most:g} and {most:g} is allowed")


def _moved(held: Held, settings: Settings) -> Quaternion:
    """Scale the position of a body or frame; return its orientation."""
    put(held.values, "pos", held.gauge.place(held.values["pos"]))
    return read_orientation(held.values, settings)


def _refuse_plugins(element: Element) -> None:
    for child in element.children:
        if child.tag == "plugin":
            raise child.error("a plugin cannot be scaled, but a frame around it has a scale")


# ---------------------------------------------------------------- objects of a body


def _scale_object(held: Held, settings: Settings) -> None:
    values, gauge = held.values, held.gauge
    if gauge.is_unit:
        return
    match held.element.tag:
        case "joint":
            _scale_joint(held)
        case "geom":
            scale_geom(values, gauge, settings)
        case "site":
            scale_site(values, gauge, settings)
        case "camera":
            multiply(values, dict.fromkeys(("ipd", "focal", "principal", "sensorsize"), gauge.length))
        case "light":
            length = gauge.length
            spread = (1.0, 1.0 / length, 1.0 / (length * length))
            multiply(values, {"range": length, "bulbradius": length, "attenuation": spread})
    if held.element.tag != "freejoint":
        put(values, "pos", gauge.place(values["pos"]))
    if values.get("fromto") is not None:
        ends = values["fromto"]
        put(values, "fromto", (*gauge.place(ends[:3]), *gauge.place(ends[3:])))


def _scale_joint(held: Held) -> None:
    values, gauge = held.values, held.gauge
    if held.joint_type == "free":
        return
    if held.joint_type in ("hinge", "slide"):
        along = _along_axis(values, gauge)
        held.coordinate = along if held.joint_type == "slide" else 1.0
    slides = held.joint_type == "slide"
    multiply(values, dict.fromkeys(("range", "margin", "ref", "springref", "springyield"), held.coordinate))
    width = (1.0, 1.0, held.coordinate)
    multiply(values, {"solimplimit": width, "solimpfriction": width})
    multiply(values, force_factors(gauge, slides))


def _along_axis(values: Resolved, gauge: Gauge) -> float:
    """Return the factor along the axis of a joint, which must be one of the axes that a frame stretches."""
    if gauge.uniform is not None:
        return gauge.uniform
    axis = unit_vector(values["axis"])
    image = gauge.place(axis)
    along = dot(image, axis)
    length = sqrt(dot(image, image))
    if sqrt(max(0.0, length * length - along * along)) > MISALIGNED * length:
        raise values.element.error("a frame around it stretches its axis to another direction; align it with the frame")
    return length


def force_factors(gauge: Gauge, is_length: bool) -> dict[str, float | tuple[float, ...]]:
    """Return the factors of what carries force, of a joint or tendon that measures a length or an angle."""
    force = gauge.power(1 if is_length else 2, 1)
    each = 1.0 / gauge.force_length if is_length else 1.0
    slopes = force * each, force * each * each, force * each * each * each
    return {
        "stiffness": slopes,
        "damping": slopes,
        "armature": force * each,
        "frictionloss": force,
        "actuatorfrcrange": force,
    }
