"""What follows from the path of a tendon: bodies, trees and dofs that it depends on."""

from collections.abc import Sequence
from typing import Any

from corten.compile.elements.tendons import Tendon
from corten.compile.items import Item
from corten.enums import SleepPolicy, WrapType


def tendon_bodies(tendon: Tendon, joints: Sequence[Item], sites: Sequence[Item], geoms: Sequence[Item]) -> list[int]:
    """Return the bodies along the path of a tendon; a pulley belongs to none."""
    lists = {WrapType.JOINT: joints, WrapType.SITE: sites, WrapType.SPHERE: geoms, WrapType.CYLINDER: geoms}
    return [lists[wrap["type"]][wrap["objid"]].row["bodyid"] for wrap in tendon.path if wrap["type"] != WrapType.PULLEY]


def set_tendon_trees(tendons: Sequence[Tendon], joints: Sequence[Item], bodies: list[dict[str, Any]]) -> None:
    """Set which trees and dofs each tendon depends on, and where its path begins."""
    address = 0
    for tendon in tendons:
        trees: list[int] = []
        for body in tendon.bodies:
            tree = bodies[body]["treeid"]
            if tree >= 0 and tree not in trees:
                trees.append(tree)
        first_two = (*trees, -1, -1)[:2]
        tendon.row |= {"adr": address, "treenum": len(trees), "treeid": first_two}
        address += len(tendon.path)
        if tendon.path[0]["type"] == WrapType.JOINT:
            tendon.dofs = sorted(joints[wrap["objid"]].row["dofadr"] for wrap in tendon.path)
        else:
            tendon.dofs = sorted({dof for body in tendon.bodies for dof in path_dofs(bodies, body)})


def path_dofs(bodies: list[dict[str, Any]], body: int) -> list[int]:
    """Return the dofs that move a body."""
    dofs: list[int] = []
    while body > 0:
        row = bodies[body]
        dofs += range(row["dofadr"], row["dofadr"] + row["dofnum"])
        body = row["parentid"]
    return dofs


def ties_trees(tendon: Tendon) -> bool:
    """Tell whether a tendon keeps trees awake: more than two, or two that it pulls together or brakes."""
    row = tendon.row
    pulls = row["stiffness"] or row["damping"] or any(row["stiffnesspoly"]) or any(row["dampingpoly"])
    return row["treenum"] > 2 or (row["treenum"] == 2 and bool(pulls))


def refuse_tied_sleepers(tendons: Sequence[Tendon], bodies: list[dict[str, Any]], trees: list[dict[str, Any]]) -> None:
    """Refuse models in which trees should sleep though a tendon ties them."""
    for tendon in tendons:
        if ties_trees(tendon):
            policies = [
                trees[bodies[body]["treeid"]]["sleep_policy"] for body in tendon.bodies if bodies[body]["treeid"] >= 0
            ]
            wrong = [policy for policy in policies if policy in (SleepPolicy.ALLOWED, SleepPolicy.INIT)]
            if wrong:
                reason = "it spans more than two trees" if tendon.row["treenum"] > 2 else "it has a spring or a damper"
                raise tendon.element.error(
                    f'the bodies that it ties together must not sleep, because {reason}, but one has sleep="'
                    f'{wrong[0].name.lower()}"; write sleep="auto" there'
                )
