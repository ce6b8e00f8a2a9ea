"""A robot as a whole: links and joints, which stand side by side in a URDF, become a tree of bodies."""

from corten.mjcf.node import Node
from corten.mjcf.schema import declaration
from corten.mjcf.urdf.geometry import Geometry, MeshFiles
from corten.mjcf.urdf.joints import drop_infinite_limits, make_joints, make_mimic
from corten.mjcf.urdf.part import Part, node_error, read_part
from corten.mjcf.urdf.pose import read_inertial, read_pose
from corten.mjcf.value import choices, nearest

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
