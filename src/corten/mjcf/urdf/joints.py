"""Joints of a robot: each moves one link, by one MJCF joint, by three, or not at all."""

import warnings
from typing import Any

from corten.errors import ModelWarning
from corten.math.quaternion import quat_to_mat, quat_z_to_vec
from corten.mjcf.node import Node
from corten.mjcf.urdf.part import Part
from corten.mjcf.value import nearest

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
        told = mimic.error(f"joint '{joint['name']}' does not follow '{name}': {why}")
        warnings.warn(str(told), ModelWarning, stacklevel=2)
        return None
    polycoef = (mimic["offset"], mimic["multiplier"], 0.0, 0.0, 0.0)
    return mimic.made("joint", joint1=joint["name"], joint2=name, polycoef=polycoef)
