"""Bodies, trees and dofs that tendons and actuators depend on."""

from corten.compile.objects.actuator_rows import Actuator
from corten.compile.objects.addresses import Addresses
from corten.compile.objects.body_rows import Body, Tree
from corten.compile.objects.collection import Objects
from corten.compile.objects.constraint_rows import Tendon
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


# ---------------------------------------------------------------- how many dofs each actuator acts on


def moment_length(actuator: Actuator, objects: Objects) -> int:
    """Return the number of moment arms of an actuator; on a body, whose contacts come and go, that of all dofs.

    An orientation has three rows: one dof in each on a ball joint, all that move one of two sites otherwise.
    """
    first, second = actuator.trnid
    match actuator.trntype:
        case TransmissionType.TENDON:
            return len(objects.tendons[first].dofs)
        case TransmissionType.BODY:
            return len(objects.dofs)
        case TransmissionType.SO3:
            return 3 if second < 0 else 3 * len(_site_dofs(first, objects) ^ _site_dofs(second, objects))
        case TransmissionType.SITE:
            # dofs that move both sites do not count
            return len(_site_dofs(first, objects) ^ _site_dofs(second, objects))
        case TransmissionType.SLIDERCRANK:
            return len(_site_dofs(first, objects) | _site_dofs(second, objects))
    return objects.joints[first].nv


def _site_dofs(site: int, objects: Objects) -> set[int]:
    return set() if site < 0 else set(path_dofs(objects.bodies, objects.sites[site].bodyid))
