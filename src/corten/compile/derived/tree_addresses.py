"""Numbers that follow from the shape of the tree alone: parents, addresses, trees, and which bodies are simple."""

from corten.compile.derived.body_constants import attached_sameframe, body_sameframe, is_same_place
from corten.compile.objects.addresses import Addresses
from corten.compile.objects.body_parts import Geom, Site
from corten.compile.objects.body_rows import Body, Dof, Joint, Tree
from corten.enums import JointType, SameFrame, SleepPolicy
from corten.spec.frames import EPSILON, ZERO

ROTATING = (JointType.BALL, JointType.HINGE)


def set_joint_addresses(joints: list[Joint]) -> None:
    """Set where the coordinates and dofs of each joint begin."""
    addresses = Addresses()
    for joint in joints:
        joint.qposadr, joint.dofadr = addresses.take("qpos", joint.nq), addresses.take("qvel", joint.nv)


def set_body_addresses(bodies: list[Body]) -> None:
    """Set what follows from the tree and from the geoms of each body."""
    addresses, frames = Addresses(), BodyFrames()
    for body in bodies:
        parent = 0 if body.parent is None else body.parent.number
        body.parentid = parent
        body.rootid = body.number if parent == 0 else bodies[parent].rootid
        body.mocapid = addresses.take_or_none("mocap", int(body.mocap))
        body.jntnum, body.dofnum, body.geomnum = len(body.joints), body.nv, len(body.geoms)
        body.jntadr = addresses.take_or_none("joint", body.jntnum)
        body.dofadr = addresses.take_or_none("dof", body.dofnum)
        body.geomadr = addresses.take_or_none("geom", body.geomnum)
        frames.set(body)
    for body in bodies:
        body.simple = simplicity(body, bodies)


class BodyFrames:
    """Which frames are those of bodies; bodies and geoms that are made alike share theirs, and are looked at once."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, ...], SameFrame] = {}

    def set(self, body: Body) -> None:
        """Say for a body and what it holds which frames are the same; set what its geoms say of its contacts."""
        body.sameframe = self._of_body(body)
        margin, contype, conaffinity = 0.0, 0, 0
        for geom in body.geoms:
            shared = geom.shared
            margin = max(margin, shared.margin + shared.gap)
            contype |= shared.contype
            conaffinity |= shared.conaffinity
            geom.sameframe = self._of_item(geom, body)
        for site in body.sites:
            site.sameframe = self._of_item(site, body)
        body.margin, body.contype, body.conaffinity = margin, contype, conaffinity

    def _of_body(self, body: Body) -> SameFrame:
        """Return whether the inertial frame of a body is its own."""
        key = (id(body.ipos), id(body.iquat))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = body_sameframe(body.ipos, body.iquat)
        return found

    def _of_item(self, item: Geom | Site, body: Body) -> SameFrame:
        """Return whether the frame of a geom or site is that of its body, or of the body's inertia."""
        key = (id(item.pos), id(item.quat), id(body.ipos), id(body.iquat))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = attached_sameframe(item.pos, item.quat, body.ipos, body.iquat)
        return found


def simplicity(body: Body, bodies: list[Body]) -> int:
    """Return 1 if the body's block of the mass matrix is diagonal and constant, 2 if it also only slides, else 0.

    Such a body stands on the world, or on a body fixed to it, has no children, and its joints act at its centre of
    mass along its principal axes.
    """
    parent = bodies[body.parentid]
    on_world = body.rootid == body.number or (parent.parentid == 0 and parent.dofnum == 0)
    if body.sameframe != SameFrame.BODY or not on_world:
        return 0
    if body.number == 0:
        return 1
    if body.children or (body.placed is not None and body.placed.values["simple"] == "false"):
        return 0
    turned = False
    traits = [joint.shared for joint in body.joints]
    for joint in traits:
        aligned = len([1 for component in joint.axis if abs(component) > EPSILON]) == 1
        if turned or not is_same_place(joint.pos, ZERO) or not aligned:
            return 0
        turned = turned or joint.type in ROTATING
    return 2 if {joint.type for joint in traits} == {JointType.SLIDE} else 1


def make_dofs(bodies: list[Body]) -> list[Dof]:
    """Return all dofs: what their joint says, and their place in the tree."""
    dofs: list[Dof] = []
    addresses = Addresses()
    last: list[int] = []
    for body in bodies:
        above = -1 if body.parent is None else last[body.parent.number]
        for place, joint in enumerate(body.joints):
            own = joint.dof
            for _ in range(joint.nv):
                depth = 1 if above == -1 else dofs[above].depth + 1
                tree = addresses.take("tree", 1) if above == -1 else dofs[above].treeid
                dofs.append(
                    Dof(
                        bodyid=body.number,
                        jntid=body.jntadr + place,
                        parentid=above,
                        treeid=tree,
                        depth=depth,
                        Madr=addresses.take("M", depth),
                        solref=own.solref,
                        solimp=own.solimp,
                        frictionloss=own.frictionloss,
                        armature=own.armature,
                        damping=own.damping,
                        dampingpoly=own.dampingpoly,
                    )
                )
                above = len(dofs) - 1
        last.append(above)

    # how many simple dofs follow one another
    run = 0
    for dof in reversed(dofs):
        run = run + 1 if bodies[dof.bodyid].simple else 0
        dof.simplenum = run
    return dofs


def make_trees(bodies: list[Body], dofs: list[Dof]) -> list[Tree]:
    """Return the kinematic trees, and set which of them each body belongs to."""
    trees: list[Tree] = []
    for number, dof in enumerate(dofs):
        if dof.treeid == len(trees):
            trees.append(Tree(dofadr=number))
        trees[-1].dofnum += 1
    for body in bodies:
        weld = bodies[body.weldid]
        body.treeid = dofs[weld.dofadr].treeid if weld.dofnum else -1
        if body.treeid >= 0:
            tree = trees[body.treeid]
            if tree.bodynum == 0:
                tree.bodyadr = body.number
            tree.bodynum += 1
    return trees


def set_sleep_policies(bodies: list[Body], trees: list[Tree], moved: list[int]) -> None:
    """Decide which trees may sleep: as written at their first body, else those without a body moved by an actuator."""
    actuated = {bodies[number].treeid for number in moved}
    for number, tree in enumerate(trees):
        tree.sleep_policy = SleepPolicy.AUTO_NEVER if number in actuated else SleepPolicy.AUTO_ALLOWED
    for body in bodies:
        word = "auto" if body.placed is None else body.placed.values["sleep"]
        if word == "auto":
            continue
        if body.treeid < 0 or trees[body.treeid].bodyadr != body.number:
            raise body.element.error(
                f"sleep is {word}, but this is not the first moving body of a tree, which decides for all of it; "
                "write it there"
            )
        trees[body.treeid].sleep_policy = SleepPolicy[word.upper()]
