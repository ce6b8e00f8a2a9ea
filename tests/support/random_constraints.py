"""Constraints for random models: limits, friction loss, tendons and equalities of every kind, softness of every shape.

They draw from a generator of their own, so that the bodies of a model stay the same without them.
"""

import xml.etree.ElementTree as ET

import numpy as np

from support.numbers import in_words


def add_constraints(
    root: ET.Element,
    bodies: list,
    rng: np.random.Generator,
    *,
    limits: bool,
    frictionloss: bool,
    equality: bool,
    tendons: bool,
) -> None:
    """Add what is wanted to a random model; `bodies` holds each body's element and its joints (name, type)."""
    joints = {joint.get("name"): joint for body, _ in bodies for joint in body.findall("joint")}
    for joint in joints.values():
        if limits and joint.get("type") != "free" and rng.random() < 0.7:
            _limit(joint, rng)
        if frictionloss and rng.random() < 0.5:
            joint.set("frictionloss", in_words([rng.uniform(0.05, 1)]))
            _soften(joint, rng, "solreffriction", "solimpfriction")
    if tendons:
        _add_tendons(root, bodies, joints, rng)
    if equality:
        _add_equalities(root, bodies, joints, rng, tendons)


def _limit(joint: ET.Element, rng: np.random.Generator) -> None:
    """Give a joint limits that a random state often passes."""
    low = 0.0 if joint.get("type") == "ball" else -rng.uniform(0.05, 0.6)
    joint.set("range", in_words([low, rng.uniform(0.05, 0.6)]))
    if rng.random() < 0.5:
        joint.set("margin", in_words([rng.uniform(0.01, 0.3)]))
    _soften(joint, rng, "solreflimit", "solimplimit")


def _soften(element: ET.Element, rng: np.random.Generator, solref: str, solimp: str) -> None:
    """Set softness: both formats of solref, short time constants included, and every shape of the impedance curve."""
    kind = rng.integers(5)
    if kind == 1:
        element.set(solref, in_words([rng.uniform(0.001, 0.1), rng.uniform(0.3, 2)]))
    if kind == 2:
        element.set(solref, in_words(-rng.uniform(10, 1000, 2)))
    if kind == 3:
        element.set(solref, in_words([-rng.uniform(10, 1000), 0.0]))
    if rng.random() < 0.7:
        power = rng.choice([1.0, 2.0, 3.0, rng.uniform(1, 5), 0.5])
        width = rng.choice([0.0, 0.001, 0.3, 2.0])
        element.set(solimp, in_words([rng.uniform(0, 1), rng.uniform(0, 1), width, rng.uniform(-0.1, 1.1), power]))


def _add_tendons(root: ET.Element, bodies: list, joints: dict, rng: np.random.Generator) -> None:
    """Add two tendons over joints and two between sites, with limits and friction loss."""
    section = ET.SubElement(root, "tendon")
    scalar = [name for name, joint in joints.items() if joint.get("type") in ("hinge", "slide")]
    for i in range(4):
        fixed = i % 2 == 0 and bool(scalar)
        tendon = ET.SubElement(section, "fixed" if fixed else "spatial", name=f"t{i}")
        if fixed:
            for name in rng.permutation(scalar)[:3]:
                ET.SubElement(tendon, "joint", joint=str(name), coef=in_words([rng.normal()]))
        else:
            for k in range(3):
                body = bodies[rng.integers(len(bodies))][0]
                ET.SubElement(body, "site", name=f"t{i}_{k}", pos=in_words(rng.normal(0, 0.2, 3)))
                ET.SubElement(tendon, "site", site=f"t{i}_{k}")
        if rng.random() < 0.7:
            tendon.set("range", in_words(np.sort(rng.uniform(0 if not fixed else -0.5, 0.5, 2))))
            tendon.set("margin", in_words([rng.uniform(0, 0.2)]))
            _soften(tendon, rng, "solreflimit", "solimplimit")
        if rng.random() < 0.7:
            tendon.set("frictionloss", in_words([rng.uniform(0.05, 1)]))
            _soften(tendon, rng, "solreffriction", "solimpfriction")


def _add_equalities(root: ET.Element, bodies: list, joints: dict, rng: np.random.Generator, tendons: bool) -> None:
    """Add equalities of every kind in random order: between bodies, sites, joints and tendons, or to the world."""
    section = ET.SubElement(root, "equality")
    scalar = [name for name, joint in joints.items() if joint.get("type") in ("hinge", "slide")]
    kinds = (
        ["connect", "weld", "connect site", "weld site"] * 2 + ["joint"] * 2 * bool(scalar) + ["tendon"] * 2 * tendons
    )
    for i, kind in enumerate(rng.permutation(kinds * 2)):
        tag = str(kind).split()[0]
        element = ET.SubElement(section, tag, active="false" if rng.random() < 0.15 else "true")
        if tag in ("joint", "tendon"):
            names = list(map(str, rng.permutation(scalar if tag == "joint" else [f"t{k}" for k in range(4)])))
            element.set(f"{tag}1", names[0])
            if len(names) > 1 and rng.random() < 0.7:
                element.set(f"{tag}2", names[1])
            element.set("polycoef", in_words(rng.normal(0, 0.5, 5)))
        else:
            _hold(element, bodies, rng, i, str(kind).endswith("site"))
        if tag == "weld" and rng.random() < 0.7:
            element.set("torquescale", in_words([rng.uniform(0.2, 3)]))
        _soften(element, rng, "solref", "solimp")


def _hold(element: ET.Element, bodies: list, rng: np.random.Generator, i: int, sites: bool) -> None:
    """Choose what a connect or weld holds together: two different bodies or sites on them, or a body and the world."""
    first, second = rng.integers(len(bodies)), rng.integers(len(bodies))
    if sites:
        for k, body in ((1, first), (2, second)):
            site = ET.SubElement(bodies[body][0], "site", name=f"e{i}_{k}", pos=in_words(rng.normal(0, 0.1, 3)))
            site.set("quat", in_words(rng.normal(0, 1, 4)))
            element.set(f"site{k}", f"e{i}_{k}")
        return
    element.set("body1", bodies[first][0].get("name"))
    if second != first:
        element.set("body2", bodies[second][0].get("name"))
    if element.tag == "connect" or rng.random() < 0.5:
        element.set("anchor", in_words(rng.normal(0, 0.2, 3)))
    if element.tag == "weld" and rng.random() < 0.5:
        element.set("relpose", in_words([*rng.normal(0, 0.2, 3), *rng.normal(0, 1, 4)]))
