"""The tree of bodies: from nested elements to a list, parents before children, in the order of the text."""

from dataclasses import replace

from corten.compile.objects.body_rows import Body, Placed
from corten.spec import DefaultClasses, Element, root_section
from corten.spec.compiler_settings import Settings
from corten.spec.frames import IDENTITY, Pose, compose, read_orientation, unit_quaternion

# MuJoCo numbers bodies with 16 bits
MOST_BODIES = 65534

# a free joint has an element of its own, but joints of all kinds share one list
LISTS = {"joint": "joint", "freejoint": "joint", "geom": "geom", "site": "site", "camera": "camera", "light": "light"}


def read_tree(root: Element, classes: DefaultClasses, settings: Settings) -> list[Body]:
    """Return all bodies, the world first, each followed by those that hang on it."""
    section = root_section(root, "worldbody")
    written = root if section is None else section
    world = Body(element=written, name="world", number=0, parent=None, placed=None, settings=settings)
    bodies = [world]
    if section is not None:
        _enter(section, world, IDENTITY, None, bodies, classes, settings)
    for body in bodies[1:]:
        assert body.parent is not None
        body.weldid = body.number if body.elements["joint"] or body.mocap else body.parent.weldid
    return bodies


def _enter(
    holder: Element,
    body: Body,
    frame: Pose,
    childclass: str | None,
    bodies: list[Body],
    classes: DefaultClasses,
    settings: Settings,
) -> None:
    """Give a body what stands in an element, which is the body's own or that of a frame in it."""
    for element in holder.children:
        tag = element.tag
        if tag in LISTS:
            if body.number == 0 and LISTS[tag] == "joint":
                raise element.error("the world cannot have joints; put the joint into a body")
            body.elements[LISTS[tag]].append(Placed(element, frame, classes, classes.in_force(element, childclass)))
        elif tag == "plugin":
            if holder is not body.element:
                raise element.error("a plugin of a body stands in the body itself, not in a frame")
        elif tag == "inertial":
            _set_inertial(body, Placed(element, frame, classes))
        else:
            below = classes.childclass(element, childclass)
            placed = Placed(element, frame, classes)
            own = settings if element.settings is None else replace(settings, **element.settings)
            if tag == "frame":
                _enter(element, body, _frame_pose(placed, settings), below, bodies, classes, own)
                continue
            child = _make_body(placed, len(bodies), body, own)
            bodies.append(child)
            body.children.append(child)
            if child.number >= MOST_BODIES:
                raise element.error(f"this body is one too many; a model has at most {MOST_BODIES}, with the world")
            _enter(element, child, IDENTITY, below, bodies, classes, own)


def _make_body(placed: Placed, number: int, parent: Body, settings: Settings) -> Body:
    return Body(
        element=placed.element,
        name=placed.name,
        number=number,
        parent=parent,
        placed=placed,
        settings=settings,
        mocap=placed.values["mocap"],
        gravcomp=placed.values["gravcomp"],
    )


def _set_inertial(body: Body, placed: Placed) -> None:
    if body.number == 0:
        raise placed.element.error("the world cannot have inertia; put the inertial into a body")
    if body.inertial is not None:
        first = body.inertial.element.place
        raise placed.element.error(f"{body.element.label()} has an inertial already; the first is at {first}")
    body.inertial = placed


def _frame_pose(placed: Placed, settings: Settings) -> Pose:
    """Return the pose, in its body, of a frame that may stand in other frames."""
    own = (placed.values["pos"], read_orientation(placed.values, settings))
    pos, quat = own if placed.frame is IDENTITY else compose(placed.frame, own)
    return pos, unit_quaternion(quat)
