"""The scaled tree: what frames hold is resized in place, and who refers to it can ask for its scaling."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import isfinite, sqrt
from typing import TYPE_CHECKING

from corten.passes.scale_frames.scaling import MISALIGNED, UNIT_SCALING, Scaling, multiply, put
from corten.passes.scale_frames.shape_sizes import scale_geom, scale_inertial, scale_site
from corten.spec import DefaultClasses, Element, Resolved
from corten.spec.compiler_settings import Settings
from corten.spec.frames import (
    IDENTITY,
    Pose,
    Quaternion,
    Vector,
    add,
    compose,
    conjugate,
    dot,
    read_orientation,
    rotate,
    unit_quaternion,
    unit_vector,
)

# greatest factors of lengths and masses, and the inverse of the least ones
MOST_LENGTH, MOST_MASS = 1e30, 1e100

if TYPE_CHECKING:
    from corten.passes.scale_frames.references import Coordinate

OBJECTS = {"joint": "joint", "freejoint": "joint", "geom": "geom", "site": "site", "camera": "camera", "light": "light"}


@dataclass(slots=True)
class ScaledObject:
    """Something that a body or frame holds, with its scaling in their coordinates, and the elements around it.

    `pose` and `scaled` are the frame around it, in the coordinates of its body, as written and as it is now; of a
    joint `coordinate` is the factor of what it measures; `body` is None for what the world holds.
    """

    values: Resolved
    scaling: Scaling
    around: tuple["ScaledFrame", ...]
    pose: Pose
    scaled: Pose
    settings: Settings
    body: "ScaledObject | None" = None
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
        return add(self.scaled[0], rotate(self.pose[1], self.scaling.place(local)))

    def turn(self, vector: Vector) -> Vector:
        """Return what becomes of a velocity, given in the coordinates of its body."""
        return rotate(self.pose[1], self.scaling.place(rotate(conjugate(self.pose[1]), vector)))


@dataclass(slots=True, eq=False)
class ScaledFrame:
    """A body or a frame, with the scaling of what it holds."""

    element: Element
    scaling: Scaling


@dataclass(slots=True)
class ScaledTree:
    """All that bodies hold, by kind in the order of the model, and by kind and name.

    `inside` are the bodies and frames around what bodies hold, `flexes` the scalings of flexes, `yielding` the
    factors of tendons that yield, in their order.
    """

    bodies: list[ScaledObject] = field(default_factory=list)
    inside: dict[str, tuple[ScaledFrame, ...]] = field(default_factory=dict)
    lists: dict[str, list[list[ScaledObject]]] = field(default_factory=dict)
    named: dict[tuple[str, str], ScaledObject] = field(default_factory=dict)
    tendons: "dict[str, Coordinate]" = field(default_factory=dict)
    actuators: dict[str, Resolved] = field(default_factory=dict)
    flexes: dict[str, Scaling] = field(default_factory=dict)
    yielding: list[float] = field(default_factory=list)
    changed: bool = False

    def all(self, kind: str) -> list[ScaledObject]:
        """Return all objects of a kind, in the order of the model."""
        return [item for of_body in self.lists[kind] for item in of_body]

    def scaling(self, kind: str, name: str | None) -> Scaling:
        """Return the scaling of an object, that of its contents for a body; the world is never scaled."""
        if kind in ("body", "xbody"):
            return self.holding([name or ""])
        item = self.named.get((kind, name or ""))
        return UNIT_SCALING if item is None else item.scaling

    def common(self, objects: list[ScaledObject]) -> Scaling:
        """Return the scaling inside of the lowest body or frame that holds all of some objects."""
        return _lowest([each.around for each in objects])

    def holding(self, bodies: Iterable[str]) -> Scaling:
        """Return the scaling inside of the lowest body or frame that holds all that some bodies hold."""
        return _lowest([self.inside.get(name, ()) for name in bodies])


def _lowest(paths: list[tuple[ScaledFrame, ...]]) -> Scaling:
    """Return the scaling at the end of what paths from the world have in common."""
    lowest = UNIT_SCALING
    for holders in zip(*paths, strict=False):
        if any(holder is not holders[0] for holder in holders):
            break
        lowest = holders[0].scaling
    return lowest


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """What holds for the contents of an element."""

    scaling: Scaling
    around: tuple[ScaledFrame, ...]
    body: int
    pose: Pose
    scaled: Pose
    childclass: str | None
    settings: Settings


def scale_tree(world: Element, classes: DefaultClasses, settings: Settings) -> ScaledTree:
    """Resize all that scaled frames hold."""
    tree = ScaledTree(lists={kind: [[]] for kind in OBJECTS.values()})
    holder = ScaledFrame(world, UNIT_SCALING)
    _enter(world, _Surroundings(UNIT_SCALING, (holder,), 0, IDENTITY, IDENTITY, None, settings), tree, classes)
    return tree


def _enter(holder: Element, here: _Surroundings, tree: ScaledTree, classes: DefaultClasses) -> None:
    for element in holder.children:
        tag = element.tag
        values = classes.resolve(element, here.childclass if tag in OBJECTS else None)
        body = tree.bodies[here.body - 1] if here.body else None
        item = ScaledObject(values, here.scaling, here.around, here.pose, here.scaled, here.settings, body)
        if not here.scaling.is_unit:
            _refuse_plugins(element)
        if tag in OBJECTS:
            _scale_object(item, here.settings)
            tree.lists[OBJECTS[tag]][here.body].append(item)
            if name := element.attributes.get("name"):
                tree.named[OBJECTS[tag], name] = item
        elif tag == "inertial":
            scale_inertial(values, here.scaling, here.settings)
        elif tag in ("body", "frame"):
            own = here.settings if element.settings is None else replace(here.settings, **element.settings)
            below = replace(here, childclass=classes.childclass(element, here.childclass), settings=own)
            inner = _body(item, below, tree) if tag == "body" else _frame(item, below, tree)
            _enter(element, inner, tree, classes)


def _body(item: ScaledObject, here: _Surroundings, tree: ScaledTree) -> _Surroundings:
    """Move a body, and return what holds inside of it."""
    turn = _moved(item, here.settings)
    inside = here.scaling.turned(turn)
    around = (*here.around, ScaledFrame(item.element, inside))
    tree.bodies.append(item)
    if name := item.element.attributes.get("name"):
        tree.inside[name] = around
        tree.named["body", name] = item
    for of_kind in tree.lists.values():
        of_kind.append([])
    return replace(here, scaling=inside, around=around, body=len(tree.bodies), pose=IDENTITY, scaled=IDENTITY)


def _frame(item: ScaledObject, here: _Surroundings, tree: ScaledTree) -> _Surroundings:
    """Move a frame, and return what holds inside of it: its own scale on top of those around it."""
    values, written = item.values, item.values["pos"]
    turn = _moved(item, here.settings)
    inside = here.scaling.turned(turn)
    scale, mass = values["scale"], values["massscale"]
    _check_frame(values)
    if scale != (1.0, 1.0, 1.0) or mass not in (0.0, 1.0):
        tree.changed = True
        mass = mass or scale[0] * scale[1] * scale[2]
        inside = inside.times(scale, mass, values["scaling"] == "similar")
        _check_size(item.element, inside)
    for name in ("scale", "massscale", "scaling"):
        item.element.attributes.pop(name, None)
    pose, scaled = compose(here.pose, (written, turn)), compose(here.scaled, (values["pos"], turn))
    around = (*here.around, ScaledFrame(item.element, inside))
    return replace(here, scaling=inside, around=around, pose=_unit(pose), scaled=_unit(scaled))


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


def _check_size(frame: Element, inside: Scaling) -> None:
    """Refuse factors, all frames together, whose powers are no numbers any more."""
    for what, factor, most in (("lengths", inside.length, MOST_LENGTH), ("masses", inside.mass, MOST_MASS)):
        if not 1.0 / most <= factor <= most:
            raise frame.error(f"with it {what} are scaled by {factor:g}; between {1 / most:g} and {most:g} is allowed")


def _moved(item: ScaledObject, settings: Settings) -> Quaternion:
    """Scale the position of a body or frame; return its orientation."""
    put(item.values, "pos", item.scaling.place(item.values["pos"]))
    return read_orientation(item.values, settings)


def _refuse_plugins(element: Element) -> None:
    for child in element.children:
        if child.tag == "plugin":
            raise child.error("a plugin cannot be scaled, but a frame around it has a scale")


# ---------------------------------------------------------------- objects of a body


def _scale_object(item: ScaledObject, settings: Settings) -> None:
    values, scaling = item.values, item.scaling
    if scaling.is_unit:
        return
    match item.element.tag:
        case "joint":
            _scale_joint(item)
        case "geom":
            scale_geom(values, scaling, settings)
        case "site":
            scale_site(values, scaling, settings)
        case "camera":
            multiply(values, dict.fromkeys(("ipd", "focal", "principal", "sensorsize"), scaling.length))
        case "light":
            length = scaling.length
            spread = (1.0, 1.0 / length, 1.0 / (length * length))
            multiply(values, {"range": length, "bulbradius": length, "attenuation": spread})
    if item.element.tag != "freejoint":
        put(values, "pos", scaling.place(values["pos"]))
    if values.get("fromto") is not None:
        ends = values["fromto"]
        put(values, "fromto", (*scaling.place(ends[:3]), *scaling.place(ends[3:])))


def _scale_joint(item: ScaledObject) -> None:
    values, scaling = item.values, item.scaling
    if item.joint_type == "free":
        return
    if item.joint_type in ("hinge", "slide"):
        along = _along_axis(values, scaling)
        item.coordinate = along if item.joint_type == "slide" else 1.0
    slides = item.joint_type == "slide"
    multiply(values, dict.fromkeys(("range", "margin", "ref", "springref", "springyield"), item.coordinate))
    width = (1.0, 1.0, item.coordinate)
    multiply(values, {"solimplimit": width, "solimpfriction": width})
    multiply(values, force_factors(scaling, slides))


def _along_axis(values: Resolved, scaling: Scaling) -> float:
    """Return the factor along the axis of a joint, which must be one of the axes that a frame stretches."""
    if scaling.uniform is not None:
        return scaling.uniform
    axis = unit_vector(values["axis"])
    image = scaling.place(axis)
    along = dot(image, axis)
    length = sqrt(dot(image, image))
    if sqrt(max(0.0, length * length - along * along)) > MISALIGNED * length:
        raise values.element.error("a frame around it stretches its axis to another direction; align it with the frame")
    return length


def force_factors(scaling: Scaling, is_length: bool) -> dict[str, float | tuple[float, ...]]:
    """Return the factors of what carries force, of a joint or tendon that measures a length or an angle."""
    force = scaling.power(1 if is_length else 2, 1)
    each = 1.0 / scaling.force_length if is_length else 1.0
    slopes = force * each, force * each * each, force * each * each * each
    return {
        "stiffness": slopes,
        "damping": slopes,
        "armature": force * each,
        "frictionloss": force,
        "actuatorfrcrange": force,
    }
