"""Numbers that follow from the shape of the tree alone: parents, addresses, trees, and which bodies are simple."""

from typing import Any

from corten.compile.items import Body
from corten.compile.pose import EPSILON, UNIT, ZERO
from corten.enums import JointType, SameFrame, SleepPolicy

# [m, or of a quaternion] frames nearer than this count as the same (MuJoCo's value)
SAME = 1e-6

ROTATING = (JointType.BALL, JointType.HINGE)


def body_rows(bodies: list[Body]) -> list[dict[str, Any]]:
    """Return the rows of the body_ fields that follow from the tree."""
    rows: list[dict[str, Any]] = []
    joints = geoms = dofs = mocaps = 0
    for body in bodies:
        parent = 0 if body.parent is None else body.parent.number
        nv = body.dofs
        rows.append(
            {
                "parentid": parent,
                "rootid": body.number if parent == 0 else rows[parent]["rootid"],
                "weldid": body.weld,
                "mocapid": mocaps if body.mocap else -1,
                "jntnum": len(body.joints),
                "jntadr": joints if body.joints else -1,
                "dofnum": nv,
                "dofadr": dofs if nv else -1,
                "geomnum": len(body.geoms),
                "geomadr": geoms if body.geoms else -1,
                "sameframe": body_sameframe(body),
            }
        )
        joints, geoms, dofs, mocaps = joints + len(body.joints), geoms + len(body.geoms), dofs + nv, mocaps + body.mocap
    for body, row in zip(bodies, rows, strict=True):
        row["simple"] = _simplicity(body, row, rows)
    return rows


def _simplicity(body: Body, row: dict[str, Any], rows: list[dict[str, Any]]) -> int:
    """Return 1 if the body's block of the mass matrix is diagonal and constant, 2 if it also only slides, else 0.

    Such a body stands on the world, or on a body fixed to it, has no children, and its joints act at its centre of
    mass along its principal axes.
    """
    parent = rows[row["parentid"]]
    on_world = row["rootid"] == body.number or (parent["parentid"] == 0 and parent["dofnum"] == 0)
    if row["sameframe"] != SameFrame.BODY or not on_world:
        return 0
    if body.number == 0:
        return 1
    if body.children or (body.placed is not None and body.placed.values["simple"] == "false"):
        return 0
    turned = False
    for joint in body.joints:
        kind, axis = joint.row["type"], joint.row["axis"]
        aligned = sum(abs(component) > EPSILON for component in axis) == 1
        if turned or not _same(joint.row["pos"], ZERO) or not aligned:
            return 0
        turned = turned or kind in ROTATING
    slides = body.joints and all(joint.row["type"] == JointType.SLIDE for joint in body.joints)
    return 2 if slides else 1


def body_sameframe(body: Body) -> SameFrame:
    """Return whether the inertial frame of a body is its own frame."""
    if not _same_rotation(body.iquat, UNIT):
        return SameFrame.NONE
    return SameFrame.BODY if _same(body.ipos, ZERO) else SameFrame.BODYROT


def part_sameframe(row: dict[str, Any], body: Body) -> SameFrame:
    """Return whether the frame of a geom or site is that of its body, or of the body's inertia."""
    pos, quat = row["pos"], row["quat"]
    if _same_rotation(quat, UNIT):
        return SameFrame.BODY if _same(pos, ZERO) else SameFrame.BODYROT
    if _same_rotation(quat, body.iquat):
        return SameFrame.INERTIA if _same(pos, body.ipos) else SameFrame.INERTIAROT
    return SameFrame.NONE


def _same(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return all(abs(x - y) < SAME for x, y in zip(a, b, strict=True))


def _same_rotation(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    # a quaternion and its negative are the same rotation
    return _same(a, b) or _same(a, tuple(-x for x in b))


def dof_rows(bodies: list[Body], rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows of the dof_ fields: what their joint says, and their place in the tree."""
    dofs: list[dict[str, Any]] = []
    joint_number = size = trees = 0
    last: list[int] = []
    for body in bodies:
        above = -1 if body.parent is None else last[body.parent.number]
        for joint in body.joints:
            for _ in range(joint.row["nv"]):
                depth = 1 if above == -1 else dofs[above]["depth"] + 1
                trees += above == -1
                dofs.append(
                    {
                        **joint.row["dof"],
                        "jntid": joint_number,
                        "parentid": above,
                        "treeid": trees - 1,
                        "depth": depth,
                        "Madr": size,
                    }
                )
                above, size = len(dofs) - 1, size + depth
            joint_number += 1
        last.append(above)

    # how many simple dofs follow one another
    run = 0
    for dof in reversed(dofs):
        run = run + 1 if rows[dof["bodyid"]]["simple"] else 0
        dof["simplenum"] = run
    return dofs


def tree_rows(bodies: list[Body], rows: list[dict[str, Any]], dofs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows of the tree_ fields, and set treeid of all bodies."""
    trees: list[dict[str, Any]] = []
    for number, dof in enumerate(dofs):
        if dof["treeid"] == len(trees):
            trees.append({"bodyadr": 0, "bodynum": 0, "dofadr": number, "dofnum": 0})
        trees[-1]["dofnum"] += 1
    for body, row in zip(bodies, rows, strict=True):
        weld = rows[row["weldid"]]
        row["treeid"] = dofs[weld["dofadr"]]["treeid"] if weld["dofnum"] else -1
        if row["treeid"] >= 0:
            tree = trees[row["treeid"]]
            if tree["bodynum"] == 0:
                tree["bodyadr"] = body.number
            tree["bodynum"] += 1
    return trees


def set_sleep_policies(bodies: list[Body], rows: list[dict[str, Any]], trees: list[dict[str, Any]], moved: list[int]):
    """Decide which trees may sleep: as written at their first body, else those without a body moved by an actuator."""
    actuated = {rows[number]["treeid"] for number in moved}
    for number, tree in enumerate(trees):
        tree["sleep_policy"] = SleepPolicy.AUTO_NEVER if number in actuated else SleepPolicy.AUTO_ALLOWED
    for body, row in zip(bodies, rows, strict=True):
        word = "auto" if body.placed is None else body.placed.values["sleep"]
        if word == "auto":
            continue
        if row["treeid"] < 0 or trees[row["treeid"]]["bodyadr"] != body.number:
            raise body.element.error(
                f"sleep is {word}, but this is not the first moving body of a tree, which decides for all of it; "
                "write it there"
            )
        trees[row["treeid"]]["sleep_policy"] = SleepPolicy[word.upper()]
