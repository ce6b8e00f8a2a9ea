"""A robot: links and joints, which stand side by side in a URDF, become a tree of bodies."""

import warnings
from typing import Any

from corten.errors import ModelWarning
from corten.math.quaternion import quat_to_mat, quat_z_to_vec
from corten.mjcf.reader import Node
from corten.mjcf.schema import declaration
from corten.mjcf.urdf.geometry import Geometry, MeshFiles
from corten.mjcf.urdf.part import Part, node_error, read_inertial, read_part, read_pose
from corten.mjcf.value import choices, nearest

# ---------------------------------------------------------------- joints
# Joints of a robot: each moves one link, by one MJCF joint, by three, or not at all.


# types of URDF with the type that MJCF has for them
TYPES = {"revolute": "hinge", "continuous": "hinge", "prismatic": "slide", "floating": "free", "spherical": "ball"}

# joints that another one can follow
SCALAR = ("revolute", "continuous", "prismatic")

# the ways of writing that there is no limit
INFINITE = ("inf", "+inf", "infinity", "+infinity")


def make_joints(joint: Part) -> list[Node]:
    """Return what moves the child of a joint."""
    kind = joint["type"]
    if kind == "fixed":
        return []
    axis = _axis(joint)
    resistance, limits = _resistance(joint), _limits(joint)
    if kind == "planar":
        # two slides span the plane, and a hinge turns about its normal; a limit holds for the first slide
        r = quat_to_mat(quat_z_to_vec(axis))
        sides = {"TX": ("slide", (r[0], r[3], r[6])), "TY": ("slide", (r[1], r[4], r[7])), "RZ": ("hinge", axis)}
        return [
            joint.made(
                "joint",
                name=f"{joint['name']}_{suffix}",
                type=word,
                axis=side,
                **(limits if suffix == "TX" else {}),
                **resistance,
            )
            for suffix, (word, side) in sides.items()
        ]
    along = axis if kind in SCALAR else None
    return [joint.made("joint", name=joint["name"], type=TYPES[kind], axis=along, **limits, **resistance)]


def _axis(joint: Part) -> tuple[float, ...]:
    axis = joint.one("axis")
    if axis is None:
        return 1.0, 0.0, 0.0
    if joint["type"] in (*SCALAR, "planar") and not any(axis["xyz"]):
        raise axis.error("xyz is zero; it needs a direction")
    return axis["xyz"]


def _resistance(joint: Part) -> dict[str, Any]:
    dynamics = joint.one("dynamics")
    if dynamics is None:
        return {}
    return {"damping": dynamics["damping"], "frictionloss": dynamics["friction"]}


def _limits(joint: Part) -> dict[str, Any]:
    """Return the range and the largest force of a joint; a range that is not a range counts as none."""
    limit = joint.one("limit")
    if limit is None:
        return {}
    effort = abs(limit["effort"])
    force = {"actuatorfrcrange": (-effort, effort) if effort > 0 else None}
    if joint["type"] == "continuous":
        return force
    lower, upper = limit["lower"], limit["upper"]
    if lower is not None and upper is not None and lower < upper:
        return {"range": (lower, upper), **force}
    span = (lower or 0.0, upper or 0.0)
    return {"limited": "false", "range": span if any(span) else None, **force}


def drop_infinite_limits(node: Node) -> None:
    """Take limits that are infinite out of a <limit>: they limit nothing."""
    written = node.attributes
    for name in ("effort", "velocity"):
        if written.get(name, "").strip().lower() in INFINITE:
            del written[name]
    ends = [written.get(name, "").strip().lower() for name in ("lower", "upper")]
    if ends[0].startswith("-") and "+" + ends[0][1:] in INFINITE and ends[1] in INFINITE:
        del written["lower"], written["upper"]


def make_mimic(joint: Part, joints: dict[str, Part]) -> Node | None:
    """Return the equality that lets a joint follow another: q = offset + multiplier * q_other.

    Grippers that are described in parts name joints that are not there or do not move: these are passed over, aloud.
    """
    mimic = joint.one("mimic")
    if mimic is None:
        return None
    name = mimic["joint"]
    if name == joint["name"]:
        raise mimic.error(f"joint '{name}' follows itself; name another joint")
    why = "" if name in joints else f"no joint has that name{nearest(name, joints)}"
    for part in (joint, *([joints[name]] if name in joints else ())):
        if part["type"] not in SCALAR:
            why = f"joint '{part['name']}' is {part['type']}; only {', '.join(SCALAR)} joints can follow one another"
    if why:
        warning = mimic.error(f"joint '{joint['name']}' does not follow '{name}': {why}")
        warnings.warn(str(warning), ModelWarning, stacklevel=2)
        return None
    polycoef = (mimic["offset"], mimic["multiplier"], 0.0, 0.0, 0.0)
    return mimic.made("joint", joint1=joint["name"], joint2=name, polycoef=polycoef)


# ---------------------------------------------------------------- a robot as a whole
# links and joints, which stand side by side in a URDF, become a tree of bodies


# a link of this name is the world itself
WORLD = "world"

# links hanging on one another; as deep as elements of MJCF may be nested
DEEPEST = 400

# settings of the compiler that are different for a URDF
COMPILER = {"fusestatic": "true", "discardvisual": "true"}


def translate_robot(root: Node, folder: str | None) -> Node:
    """Return the model of a robot; packages that it names are searched from `folder`, if there is one."""
    for joint in root.children:
        for limit in (child for child in joint.children if joint.tag == "joint" and child.tag == "limit"):
            drop_infinite_limits(limit)
    robot = read_part(root, declaration("urdf:robot"))
    compiler, *sections = _extension(robot)
    geometry = Geometry(robot, MeshFiles(folder, compiler), compiler.attributes["discardvisual"] == "true")
    tree = _Tree(robot)
    world = tree.build(geometry)
    mimics = [made for joint in robot.all("joint") if (made := make_mimic(joint, tree.joints)) is not None]

    model = robot.made("mujoco", model=robot["name"] or None)
    model.children = [compiler, *sections]
    if geometry.meshes:
        model.children.append(Node("asset", {}, root.place, geometry.meshes))
    model.children.append(world)
    if mimics:
        model.children.append(Node("equality", {}, root.place, mimics))
    return model


def _extension(robot: Part) -> list[Node]:
    """Return the sections of MJCF in the <mujoco> element, the compiler first; angles of a URDF are radians always."""
    extension = robot.one("mujoco")
    sections = {} if extension is None else {child.tag: child for child in extension.node.children}
    known = declaration("urdf:extension").children
    for tag, node in sections.items():
        if tag not in known:
            raise node_error(node, f"it cannot stand in the <mujoco> element of a URDF{choices(tag, known)}")
    written = sections.pop("compiler", None)
    place = robot.node.place if written is None else written.place
    attributes = COMPILER | ({} if written is None else written.attributes) | {"angle": "radian"}
    compiler = Node("compiler", attributes, place, [] if written is None else written.children)
    return [compiler, *sections.values()]


class _Tree:
    """Which link hangs on which, by which joint."""

    def __init__(self, robot: Part):
        self._place = robot.node.place
        self.links = _named(robot, "link")
        self.joints = _named(robot, "joint")
        self._above: dict[str, Part] = {}
        self._below: dict[str, list[Part]] = {name: [] for name in self.links}
        for joint in self.joints.values():
            self._connect(joint)

    def _connect(self, joint: Part) -> None:
        parent, child = (self._end(joint, tag) for tag in ("parent", "child"))
        if child in self._above:
            other = self._above[child]
            raise joint.error(
                f"the link '{child}' is the child of two joints; the other is '{other['name']}' at {other.node.place}"
            )
        if child == WORLD:
            raise joint.error(f"the link '{WORLD}' is the world itself, and cannot be a child")
        self._above[child] = joint
        self._below[parent].append(joint)

    def _end(self, joint: Part, tag: str) -> str:
        end = joint.need(tag)
        name = end["link"]
        if name not in self.links:
            raise joint.error(f"the {tag} is '{name}', but no link has that name{nearest(name, self.links)}")
        return name

    def build(self, geometry: Geometry) -> Node:
        """Return the world with all links; one that nothing moves stands in the world."""
        bodies = {name: self._body(link, geometry) for name, link in self.links.items()}
        world = bodies.get(WORLD) or Node("worldbody", {}, self._place)
        roots = [name for name in self.links if name not in self._above]
        world.children += [bodies[name] for name in roots if name != WORLD]
        depth = dict.fromkeys(roots, 1)
        waiting = list(roots)
        for name in waiting:
            for joint in self._below[name]:
                child = joint.need("child")["link"]
                depth[child] = depth[name] + 1
                if depth[child] > DEEPEST:
                    raise self.links[child].error(f"{depth[child]} links hang on one another; at most {DEEPEST} may")
                bodies[name].children.append(bodies[child])
                waiting.append(child)
        for name, link in self.links.items():
            if name not in depth:
                raise link.error(f"it is part of a loop: {self._loop(name)}; a robot is a tree, one link is the first")
        return world

    def _loop(self, name: str) -> str:
        """Return the links of the loop above a link, for a message."""
        path: list[str] = []
        while name not in path:
            path.append(name)
            name = self._above[name].need("parent")["link"]
        return " on ".join([*path[path.index(name) :], name])

    def _body(self, link: Part, geometry: Geometry) -> Node:
        name = link["name"]
        inertial = link.one("inertial")
        inside = [] if inertial is None else [inertial.made("inertial", **read_inertial(inertial))]
        joint = self._above.get(name)
        pose = {} if joint is None else read_pose(joint)
        if joint is not None:
            inside += make_joints(joint)
        inside += geometry.geoms(link)
        if name == WORLD:
            # what is fixed to the world needs no mass
            body = link.made("worldbody")
            inside = [node for node in inside if node.tag != "inertial"]
        else:
            body = link.made("body", name=name, **pose)
        body.children = inside
        return body


def _named(robot: Part, tag: str) -> dict[str, Part]:
    """Return all elements with a tag by their names, which must differ."""
    found: dict[str, Part] = {}
    for part in robot.all(tag):
        name = part["name"]
        if name in found:
            raise part.error(f"the {tag} name '{name}' is taken; the other {tag} stands at {found[name].node.place}")
        found[name] = part
    return found
