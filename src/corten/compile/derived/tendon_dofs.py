"""What follows from the path of a tendon: bodies, trees and dofs that it depends on."""

from corten.compile.objects.addresses import Addresses
from corten.compile.objects.collection import Objects
from corten.compile.objects.constraints import Tendon
from corten.compile.objects.tree import Body, Tree
from corten.enums import SleepPolicy, TransmissionType, WrapType


def set_tendon_dofs(objects: Objects) -> None:
    """Set on which bodies, trees and dofs each tendon depends, and where its path begins."""
    addresses = Addresses()
    for tendon in objects.tendons:
        tendon.bodies = _path_bodies(tendon, objects)
        treeids = (objects.bodies[body].treeid for body in tendon.bodies)
        trees = list(dict.fromkeys(tree for tree in treeids if tree >= 0))
        tendon.treenum = len(trees)
        first, second = (*trees, -1, -1)[:2]
        tendon.treeid = first, second
        tendon.adr = addresses.take("wrap", len(tendon.path))
        if tendon.path[0].type == WrapType.JOINT:
            tendon.dofs = sorted(objects.joints[wrap.objid].dofadr for wrap in tendon.path)
        else:
            tendon.dofs = sorted({dof for body in tendon.bodies for dof in path_dofs(objects.bodies, body)})


def demote_simple_bodies(objects: Objects) -> None:
    """Let no body count as simple on which a tendon with inertia, its own or a drive's, pulls: it couples dofs."""
    driven = {
        actuator.trnid[0]
        for actuator in objects.actuators
        if actuator.trntype == TransmissionType.TENDON and actuator.armature
    }
    for number, tendon in enumerate(objects.tendons):
        if tendon.armature or number in driven:
            for body in _path_bodies(tendon, objects):
                objects.bodies[body].simple = 0


def _path_bodies(tendon: Tendon, objects: Objects) -> list[int]:
    """Return the bodies along the path of a tendon; a pulley belongs to none."""
    lists = {
        WrapType.JOINT: objects.joints,
        WrapType.SITE: objects.sites,
        WrapType.SPHERE: objects.geoms,
        WrapType.CYLINDER: objects.geoms,
    }
    return [lists[wrap.type][wrap.objid].bodyid for wrap in tendon.path if wrap.type != WrapType.PULLEY]


def path_dofs(bodies: list[Body], body: int) -> list[int]:
    """Return the dofs that move a body."""
    dofs: list[int] = []
    while body > 0:
        dofs += range(bodies[body].dofadr, bodies[body].dofadr + bodies[body].dofnum)
        body = bodies[body].parentid
    return dofs


def ties_trees(tendon: Tendon) -> bool:
    """Tell whether a tendon keeps trees awake: more than two, or two that it pulls together or brakes."""
    pulls = tendon.stiffness or tendon.damping or any(tendon.stiffnesspoly) or any(tendon.dampingpoly)
    return tendon.treenum > 2 or (tendon.treenum == 2 and bool(pulls))


def refuse_tied_sleepers(tendons: list[Tendon], bodies: list[Body], trees: list[Tree]) -> None:
    """Refuse models in which trees should sleep though a tendon ties them."""
    for tendon in tendons:
        if not ties_trees(tendon):
            continue
        treeids = [bodies[body].treeid for body in tendon.bodies]
        policies = [trees[number].sleep_policy for number in treeids if number >= 0]
        wrong = [policy for policy in policies if policy in (SleepPolicy.ALLOWED, SleepPolicy.INIT)]
        if wrong:
            reason = "it spans more than two trees" if tendon.treenum > 2 else "it has a spring or a damper"
            raise tendon.element.error(
                f'the bodies that it ties together must not sleep, because {reason}, but one has sleep="'
                f'{wrong[0].name.lower()}"; write sleep="auto" there'
            )
