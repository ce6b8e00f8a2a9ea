"""Seeded random models: trees of bodies with every kind of joint, shape and offset, one feature to switch at a time.

Contacts are disabled by flag, and so are all constraints of models that ask for none, so that they exercise smooth
dynamics alone.
"""

import xml.etree.ElementTree as ET
from dataclasses import dataclass

import numpy as np

from support.numbers import in_words
from support.random_actuators import add_actuators
from support.random_constraints import add_constraints

PRIMITIVES = ("sphere", "capsule", "ellipsoid", "cylinder", "box")
MODES = ("fixed", "track", "trackcom", "targetbody", "targetbodycom")
DOFS = {"hinge": 1, "slide": 1, "ball": 3, "free": 6}

# joint sets that one body may carry, with the chance of each; a ball may not precede another rotation
JOINT_SETS = (
    (("hinge",), 0.38),
    (("slide",), 0.12),
    (("ball",), 0.12),
    (("free",), 0.10),
    ((), 0.08),
    (("hinge", "hinge"), 0.06),
    (("hinge", "slide"), 0.04),
    (("slide", "slide", "slide"), 0.03),
    (("slide", "hinge", "hinge"), 0.03),
    (("hinge", "ball"), 0.02),
    (("slide", "ball"), 0.02),
)


@dataclass(frozen=True, slots=True)
class Features:
    """What a random model contains beside bodies, joints and geoms."""

    springs: bool
    dampers: bool
    polynomial: bool
    gravcomp: bool
    fluid: bool
    motors: bool
    cameras: bool
    lights: bool
    mocap: int
    sites: bool
    free: bool


def random_model(
    seed: int,
    *,
    ndof: int = 20,
    chain: float = 0.5,
    springs: bool = True,
    dampers: bool = True,
    polynomial: bool = False,
    gravcomp: bool = False,
    fluid: bool = False,
    motors: bool = False,
    cameras: bool = False,
    lights: bool = False,
    mocap: int = 0,
    sites: bool = True,
    free: bool = True,
    limits: bool = False,
    frictionloss: bool = False,
    equality: bool = False,
    tendons: bool = False,
    drives: bool = False,
    option: dict[str, str] | None = None,
    flag: dict[str, str] | None = None,
) -> str:
    """Return the MJCF of a random model with exactly `ndof` dofs; the same arguments give the same text.

    `chain` is the chance that a body hangs on the one before it instead of on any other: 1 gives long chains,
    0 bushy trees. `drives` adds tendons of every shape with springs, dampers and armature, and actuators of every kind
    on all that they can pull on. `option` and `flag` set further attributes of <option> and <flag>.
    """
    features = Features(springs, dampers, polynomial, gravcomp, fluid, motors, cameras, lights, mocap, sites, free)
    constrained = limits or frictionloss or equality or tendons
    flag = ({"constraint": "enable"} if constrained else {}) | (flag or {})
    rng = np.random.default_rng([seed, ndof])
    root = ET.Element("mujoco", model=f"random_{seed}")
    ET.SubElement(root, "compiler", angle="radian", autolimits="true")
    _add_option(root, rng, features, option or {}, flag)
    world = ET.SubElement(root, "worldbody")
    ET.SubElement(world, "geom", type="plane", size="5 5 0.1")
    for i in range(mocap):
        _add_mocap(world, rng, i)
    bodies = _add_tree(world, rng, features, ndof, chain)
    _add_viewpoints(world, bodies, rng, features)
    if motors:
        _add_motors(root, rng, bodies)
    if constrained:
        add_constraints(
            root,
            bodies,
            np.random.default_rng([seed, ndof, 1]),
            limits=limits,
            frictionloss=frictionloss,
            equality=equality,
            tendons=tendons,
        )
    if drives:
        add_actuators(root, bodies, np.random.default_rng([seed, ndof, 2]))
    ET.indent(root)
    return ET.tostring(root, encoding="unicode")


def _add_option(root: ET.Element, rng: np.random.Generator, features: Features, option: dict, flag: dict) -> None:
    attributes = {"timestep": "0.002", "gravity": in_words([0.3, -0.2, -9.81])}
    if features.fluid:
        attributes |= {"density": "60", "viscosity": "0.05", "wind": in_words(rng.normal(0, 1, 3))}
    element = ET.SubElement(root, "option", attributes | option)
    ET.SubElement(element, "flag", {"contact": "disable", "constraint": "disable"} | flag)


def _add_tree(world: ET.Element, rng: np.random.Generator, features: Features, ndof: int, chain: float) -> list:
    """Add bodies until all dofs are spent; return them with the names of their joints."""
    bodies: list[tuple[ET.Element, list[tuple[str, str]]]] = []
    left = ndof
    while left:
        top = not bodies or rng.random() < 0.15
        parent = world if top else (bodies[-1] if rng.random() < chain else bodies[rng.integers(len(bodies))])[0]
        kinds = _joint_set(rng, left, features.free and parent is world)
        body = ET.SubElement(parent, "body", name=f"b{len(bodies)}", **_frame(rng, 0.3))
        if features.gravcomp and rng.random() < 0.5:
            body.set("gravcomp", in_words([rng.uniform(-0.5, 1.5)]))
        axes = _axes(rng)
        joints = [_add_joint(body, rng, features, f"j{len(bodies)}_{i}", kind, axes[i]) for i, kind in enumerate(kinds)]
        _add_mass(body, rng, features)
        bodies.append((body, joints))
        left -= sum(DOFS[kind] for kind in kinds)
    return bodies


def _joint_set(rng: np.random.Generator, left: int, may_be_free: bool) -> tuple[str, ...]:
    sets, chances = zip(*JOINT_SETS, strict=True)
    fits = [sum(DOFS[kind] for kind in kinds) <= left and (may_be_free or "free" not in kinds) for kinds in sets]
    weights = np.where(fits, chances, 0.0)
    return sets[rng.choice(len(sets), p=weights / weights.sum())]


def _add_joint(
    body: ET.Element, rng: np.random.Generator, features: Features, name: str, kind: str, axis: np.ndarray
) -> tuple[str, str]:
    joint = ET.SubElement(body, "joint", name=name, type=kind, armature=in_words([_sometimes(rng, 0.02, 0.1)]))
    if kind != "free" and rng.random() < 0.7:
        joint.set("pos", in_words(rng.normal(0, 0.1, 3)))
    if kind in ("hinge", "slide"):
        joint.set("axis", in_words(axis))
        joint.set("ref", in_words([_sometimes(rng, -0.5, 0.5)]))
    if features.springs and rng.random() < 0.6:
        joint.set("stiffness", in_words([rng.uniform(0.5, 5), *_polynomial(rng, features)]))
        if kind in ("hinge", "slide"):
            joint.set("springref", in_words([rng.uniform(-0.5, 0.5)]))
    if features.dampers and rng.random() < 0.6:
        joint.set("damping", in_words([rng.uniform(0.05, 0.5), *_polynomial(rng, features)]))
    if features.gravcomp and rng.random() < 0.5:
        joint.set("actuatorgravcomp", "true")
    return name, kind


def _polynomial(rng: np.random.Generator, features: Features) -> list[float]:
    return list(rng.uniform(0.05, 0.5, 2)) if features.polynomial else []


def _add_mass(body: ET.Element, rng: np.random.Generator, features: Features) -> None:
    """Add shapes, and for some bodies an inertia that is written down instead of inferred."""
    if rng.random() < 0.3:
        a, b, c = rng.uniform(0.002, 0.02, 3)
        moments = in_words([b + c, a + c, a + b])
        centre = _frame(rng, 0.1) if rng.random() < 0.7 else {"pos": "0 0 0"}
        ET.SubElement(body, "inertial", mass=in_words([rng.uniform(0.2, 2)]), diaginertia=moments, **centre)
    for _ in range(rng.integers(1, 4)):
        geom = ET.SubElement(body, "geom", type=PRIMITIVES[rng.integers(len(PRIMITIVES))], density="300")
        geom.set("size", in_words(rng.uniform(0.03, 0.12, 3)))
        _place(geom, rng)
        if features.fluid and rng.random() < 0.5:
            geom.set("fluidshape", "ellipsoid")
            geom.set("fluidcoef", in_words(rng.uniform(0.1, 1.2, 5)))
    if features.sites:
        for _ in range(rng.integers(0, 3)):
            _place(ET.SubElement(body, "site", size="0.01"), rng)


def _place(element: ET.Element, rng: np.random.Generator) -> None:
    """Leave the frame as it is, or move it, or move and turn it."""
    kind = rng.integers(3)
    if kind >= 1:
        element.set("pos", in_words(rng.normal(0, 0.1, 3)))
    if kind == 2:
        element.set("quat", in_words(_quaternion(rng)))


def _add_mocap(world: ET.Element, rng: np.random.Generator, i: int) -> None:
    body = ET.SubElement(world, "body", name=f"mocap{i}", mocap="true", **_frame(rng, 1.0))
    ET.SubElement(body, "geom", type="box", size="0.1 0.2 0.3", pos="0.1 0 0")
    ET.SubElement(body, "site", pos="0 0.1 0")
    welded = ET.SubElement(body, "body", **_frame(rng, 0.3))
    ET.SubElement(welded, "geom", type="sphere", size="0.1")


def _add_viewpoints(world: ET.Element, bodies: list, rng: np.random.Generator, features: Features) -> None:
    """Add cameras and lights in every tracking mode, to moving bodies and to the world."""
    kinds = ["camera"] * features.cameras + ["light"] * features.lights
    for kind in kinds:
        for mode in MODES:
            for parent in (world, bodies[rng.integers(len(bodies))][0]):
                element = ET.SubElement(parent, kind, mode=mode, pos=in_words(rng.normal(0, 1, 3)))
                if kind == "camera":
                    element.set("quat", in_words(_quaternion(rng)))
                else:
                    element.set("dir", in_words(_direction(rng)))
                if mode.startswith("target"):
                    element.set("target", f"b{rng.integers(len(bodies))}")


def _add_motors(root: ET.Element, rng: np.random.Generator, bodies: list) -> None:
    """Add actuators on joints: motors, servos and dampers, a six-number gear where the joint has more dofs."""
    actuator = ET.SubElement(root, "actuator")
    for _, joints in bodies:
        for name, kind in joints:
            gear = in_words([rng.uniform(0.5, 3)]) if DOFS[kind] == 1 else in_words(rng.normal(0, 1, 6))
            scalar = DOFS[kind] == 1
            style = rng.choice(["motor", "position", "velocity", "damper"] if scalar else ["motor"])
            element = ET.SubElement(actuator, str(style), gear=gear)
            element.set("jointinparent" if kind == "ball" and rng.random() < 0.5 else "joint", name)
            if style == "position":
                element.set("kp", in_words([rng.uniform(1, 5)]))
            if style == "velocity":
                element.set("kv", in_words([rng.uniform(0.1, 1)]))
            if style == "damper":
                element.set("kv", in_words([rng.uniform(0.1, 1)]))
                element.set("ctrlrange", "0 1")


def _frame(rng: np.random.Generator, scale: float) -> dict[str, str]:
    return {"pos": in_words(rng.normal(0, scale, 3)), "quat": in_words(_quaternion(rng))}


def _sometimes(rng: np.random.Generator, low: float, high: float) -> float:
    """Return a number of the range, or 0 in half of the cases."""
    return rng.uniform(low, high) if rng.random() < 0.5 else 0.0


def _direction(rng: np.random.Generator) -> np.ndarray:
    vector = rng.normal(0, 1, 3)
    return vector / np.linalg.norm(vector)


def _axes(rng: np.random.Generator) -> np.ndarray:
    """Return three axes at right angles, so that the joints of one body are independent of each other."""
    axes = np.linalg.qr(rng.normal(0, 1, (3, 3)))[0] if rng.random() < 0.7 else np.eye(3)
    return rng.permutation(axes)


def _quaternion(rng: np.random.Generator) -> np.ndarray:
    quaternion = rng.normal(0, 1, 4)
    return quaternion / np.linalg.norm(quaternion)
