"""Tendons and actuators of every kind for random models: every path, transmission, dynamics, gain and bias.

They draw from a generator of their own, so that the bodies of a model stay the same without them.
"""

import xml.etree.ElementTree as ET

import numpy as np

from support.numbers import in_words

# the springs, dampers and armature of tendons come in every combination
PATHS = ("fixed", "plain", "pulley", "sphere", "cylinder", "inside")


def add_actuators(root: ET.Element, bodies: list, rng: np.random.Generator) -> None:
    """Add tendons, and actuators on joints, tendons and sites; `bodies` holds each body's element and its joints."""
    joints = [joint for _, own in bodies for joint in own]
    scalar = [name for name, kind in joints if kind in ("hinge", "slide")]
    section = ET.SubElement(root, "tendon") if root.find("tendon") is None else root.find("tendon")
    names = [_add_tendon(section, bodies, scalar, rng, kind, i) for i, kind in enumerate(PATHS)]
    actuator = ET.SubElement(root, "actuator") if root.find("actuator") is None else root.find("actuator")
    for i in range(3 * len(names)):
        _add_actuator(actuator, rng, {"tendon": names[i % len(names)], "gear": in_words([rng.normal()])})
    for name, kind in joints[:10]:
        target = "jointinparent" if rng.random() < 0.4 else "joint"
        gear = [rng.normal()] if kind in ("hinge", "slide") else rng.normal(0, 1, 6)
        _add_actuator(actuator, rng, {target: name, "gear": in_words(gear)})
    for i in range(6):
        first, second = _add_site(bodies, rng, f"a{i}_0"), _add_site(bodies, rng, f"a{i}_1")
        if i % 3 == 0:
            _add_actuator(actuator, rng, {"site": first, "gear": in_words(rng.normal(0, 1, 6))})
        elif i % 3 == 1:
            gear = [0, 0, 0, *rng.normal(0, 1, 3)] if rng.random() < 0.5 else rng.normal(0, 1, 6)
            _add_actuator(actuator, rng, {"site": first, "refsite": second, "gear": in_words(gear)})
        else:
            rod = in_words([rng.uniform(0.1, 3)])
            _add_actuator(actuator, rng, {"cranksite": first, "slidersite": second, "cranklength": rod})


def _add_tendon(
    section: ET.Element, bodies: list, scalar: list, rng: np.random.Generator, kind: str, number: int
) -> str:
    """Add a tendon with a path of this kind; return its name."""
    fixed = kind == "fixed" and bool(scalar)
    tendon = ET.SubElement(section, "fixed" if fixed else "spatial", name=f"d{number}")
    if fixed:
        for name in rng.permutation(scalar)[:3]:
            ET.SubElement(tendon, "joint", joint=str(name), coef=in_words([rng.normal()]))
    else:
        sites = [_add_site(bodies, rng, f"d{number}_{k}") for k in range(4)]
        ET.SubElement(tendon, "site", site=sites[0])
        if kind in ("sphere", "cylinder", "inside"):
            _add_wrap(tendon, bodies, rng, kind, f"d{number}_g")
        ET.SubElement(tendon, "site", site=sites[1])
        if kind == "pulley":
            ET.SubElement(tendon, "pulley", divisor="2.5")
            ET.SubElement(tendon, "site", site=sites[2])
            ET.SubElement(tendon, "site", site=sites[3])
    if rng.random() < 0.7:
        tendon.set("stiffness", in_words(rng.uniform(0.5, 5, 1 + 2 * (rng.random() < 0.5))))
        if rng.random() < 0.7:
            tendon.set("springlength", in_words(np.sort(rng.uniform(0, 0.6, 2))))
    if rng.random() < 0.7:
        tendon.set("damping", in_words(rng.uniform(0.05, 0.5, 1 + 2 * (rng.random() < 0.5))))
    if rng.random() < 0.7 and kind in ("fixed", "plain", "pulley"):
        tendon.set("armature", in_words([rng.uniform(0.01, 0.2)]))
    if rng.random() < 0.4:
        tendon.set("actuatorfrcrange", in_words([-rng.uniform(0.1, 2), rng.uniform(0.1, 2)]))
    return f"d{number}"


def _add_wrap(tendon: ET.Element, bodies: list, rng: np.random.Generator, kind: str, name: str) -> None:
    """Add a sphere or cylinder to the path, with or without a side site, which is inside of it for `inside`."""
    body = bodies[rng.integers(len(bodies))][0]
    pos = rng.normal(0, 0.1, 3)
    shape = "cylinder" if kind == "cylinder" or rng.random() < 0.5 else "sphere"
    geom = ET.SubElement(body, "geom", name=name, type=shape, size="0.06 0.1", pos=in_words(pos), mass="0.01")
    geom.set("quat", in_words(rng.normal(0, 1, 4)))
    wrap = ET.SubElement(tendon, "geom", geom=name)
    if kind == "inside" or rng.random() < 0.5:
        offset = rng.normal(0, 1, 3)
        offset *= (0.02 if kind == "inside" else 0.2) / np.linalg.norm(offset)
        ET.SubElement(body, "site", name=f"{name}_side", pos=in_words(pos + offset))
        wrap.set("sidesite", f"{name}_side")


def _add_site(bodies: list, rng: np.random.Generator, name: str) -> str:
    body = bodies[rng.integers(len(bodies))][0]
    ET.SubElement(body, "site", name=name, pos=in_words(rng.normal(0, 0.3, 3)), quat=in_words(rng.normal(0, 1, 4)))
    return name


def _add_actuator(section: ET.Element, rng: np.random.Generator, target: dict[str, str]) -> None:
    """Add an actuator with random dynamics, gain, bias and limits on a target."""
    element = ET.SubElement(section, "general", target)
    dynamics = str(rng.choice(["none", "integrator", "filter", "filterexact", "muscle"]))
    gain = str(rng.choice(["fixed", "affine", "muscle"]))
    bias = str(rng.choice(["none", "affine", "muscle"]))
    element.set("dyntype", dynamics)
    element.set("gaintype", gain)
    element.set("biastype", bias)
    element.set("lengthrange", in_words(np.sort(rng.uniform(-0.5, 1.5, 2))))

    # a peak force that follows from the inertia may be infinite on tendons and sites that nothing moves
    peak = rng.choice([-1, 2.0]) if "joint" in target else 2.0
    prm = in_words([0.75, 1.05, peak, rng.uniform(1, 5), 0.5, 1.6, 1.5, 1.3, 1.2])
    numbers = {
        "none": "0",
        "fixed": in_words(rng.normal(0, 1, 1)),
        "affine": in_words(rng.normal(0, 1, 3)),
        "muscle": prm,
    }
    element.set("gainprm", numbers[gain])
    element.set("biasprm", numbers[bias])
    if dynamics == "muscle":
        element.set("dynprm", in_words([0.01, 0.04, rng.choice([0.0, 0.5])]))
    elif dynamics != "none":
        element.set("dynprm", in_words([rng.uniform(0.01, 0.3)]))
    if dynamics != "none":
        element.set("actearly", str(rng.choice(["true", "false"])))
        if rng.random() < 0.4:
            element.set("actrange", "-0.4 0.3")
    if rng.random() < 0.4:
        element.set("ctrlrange", "-0.3 0.6")
    if rng.random() < 0.3:
        element.set("forcerange", in_words([-rng.uniform(0.05, 1), rng.uniform(0.05, 1)]))
    if rng.random() < 0.3 and set(target) & {"joint", "jointinparent", "tendon"}:
        element.set("damping", in_words([rng.uniform(0.01, 0.2)]))
