"""What refers to scaled objects from outside of the tree: flexes, contact pairs, equalities, tendons and sensors.

Each takes its factors from what it is about: one object, the mean of two, or for a tendon the lowest body or frame
that holds its whole path.
"""

from typing import NamedTuple

from corten.passes.scale_frames.scaled_tree import ScaledObject, ScaledTree, force_factors
from corten.passes.scale_frames.scaling import UNIT_SCALING, Scaling, mean, multiply, put
from corten.spec import DefaultClasses, Element, Resolved, root_section

# readings that are lengths [with time], and forces as powers of length and mass
LENGTHS = {
    *("accelerometer", "velocimeter", "framepos", "framelinvel", "framelinacc", "subtreecom", "subtreelinvel"),
    *("distance", "fromto", "rangefinder"),
}
# [m] what the width of a tendon is where nobody writes it
WIDTH = 0.003

FORCES = {"touch": (1, 1), "force": (1, 1), "torque": (2, 1), "subtreeangmom": (2, 1)}


# ---------------------------------------------------------------- coordinates: an angle or a length, and its factor


class Coordinate(NamedTuple):
    """One coordinate: the scaling of what owns it, whether it is a length, and the factor of its values."""

    scaling: Scaling = UNIT_SCALING
    is_length: bool = True
    factor: float = 1.0

    @property
    def force(self) -> float:
        """The factor of the force that acts along it: of a force or of a torque."""
        return self.scaling.power(1 if self.is_length else 2, 1)

    @property
    def unit(self) -> float:
        """The factor of its unit, as numbers that carry force see it."""
        return self.scaling.force_length if self.is_length else 1.0


def joint_coordinate(joint: ScaledObject) -> Coordinate:
    """Return the coordinate of a hinge, ball or slide joint."""
    return Coordinate(joint.scaling, joint.joint_type == "slide", joint.coordinate)


def pulled_coordinate(element: Element, gear: tuple[float, ...], tree: ScaledTree) -> Coordinate:
    """Return the coordinate that an actuator pulls on; of six numbers in gear, the first three make it a length."""
    written = element.attributes
    for word in ("joint", "jointinparent"):
        if word in written:
            joint = tree.named["joint", written[word]]
            if joint.joint_type != "free":
                return joint_coordinate(joint)
            return _general(joint.scaling, gear)
    if "tendon" in written:
        return tree.tendons.get(written["tendon"], Coordinate())
    if "cranksite" in written:
        scaling = mean(tree.scaling("site", written["cranksite"]), tree.scaling("site", written.get("slidersite")))
        return Coordinate(scaling, True, scaling.length)
    if "site" in written:
        return _general(tree.scaling("site", written["site"]), gear)
    scaling = tree.scaling("body", written.get("body"))
    return Coordinate(scaling, True, scaling.length)


def _general(scaling: Scaling, gear: tuple[float, ...]) -> Coordinate:
    is_length = any(gear[:3])
    return Coordinate(scaling, is_length, scaling.length if is_length else 1.0)


# ---------------------------------------------------------------- all that refers to scaled objects


def scale_references(root: Element, classes: DefaultClasses, tree: ScaledTree) -> None:
    """Scale flexes, contact pairs, tendons, equalities and sensors; what others refer to comes first."""
    actuators = root_section(root, "actuator")
    for element in [] if actuators is None else actuators.children:
        if name := element.attributes.get("name"):
            tree.actuators[name] = classes.resolve(element)
    deformable = root_section(root, "deformable")
    for element in [] if deformable is None else deformable.children:
        if element.tag == "flex":
            scale_flex(classes.resolve(element), classes, tree)
    for section, scale in (
        ("contact", _pair),
        ("tendon", _tendon),
        ("equality", _equality),
        ("sensor", _sensor),
    ):
        holder = root_section(root, section)
        for element in [] if holder is None else holder.children:
            scale(classes.resolve(element), tree)


def _width(factor: float) -> tuple[float, float, float]:
    """Return the factors of solimp, whose third number is a width."""
    return 1.0, 1.0, factor


def _pair(values: Resolved, tree: ScaledTree) -> None:
    if values.element.tag != "pair":
        return
    scaling = mean(tree.scaling("geom", values["geom1"]), tree.scaling("geom", values["geom2"]))
    length = scaling.length
    multiply(values, {"margin": length, "gap": length, "solimp": _width(length), "adhesion": scaling.power(1, 1)})
    multiply(values, {"friction": (1.0, 1.0, length, length, length)})


# ---------------------------------------------------------------- tendons


def _tendon(values: Resolved, tree: ScaledTree) -> None:
    path = [each for child in values.element.children if (each := _on_path(child, tree)) is not None]
    scaling = tree.common(path) if path else Scaling()
    fixed = values.element.tag == "fixed"
    is_length = not fixed or any(joint.joint_type != "hinge" for joint in path)
    own = Coordinate(scaling, is_length, scaling.length if is_length else 1.0)
    if name := values.element.attributes.get("name"):
        tree.tendons[name] = own
    if values["springyield"] > 0:
        tree.yielding.append(own.factor)
    if fixed:
        _scale_coefficients(values.element, own, tree)
    multiply(values, dict.fromkeys(("range", "margin", "springyield"), own.factor))
    multiply(values, {"solimplimit": _width(own.factor), "solimpfriction": _width(own.factor)})
    lengths = tuple(x * own.factor if x >= 0 else x for x in values["springlength"])
    put(values, "springlength", lengths)
    multiply(values, force_factors(scaling, is_length))

    # a fixed tendon has a width, too, though it cannot be written
    width = values.inherited("width", WIDTH)
    if scaling.length != 1.0:
        values.element.attributes["width"] = width * scaling.length


def _on_path(child: Element, tree: ScaledTree) -> ScaledObject | None:
    for kind in ("site", "geom", "joint"):
        if kind in child.attributes:
            return tree.named.get((kind, child.attributes[kind]))
    return None


def _scale_coefficients(element: Element, own: Coordinate, tree: ScaledTree) -> None:
    """Let the length of a fixed tendon scale as a whole, whatever the scales of its joints are."""
    for child in element.children:
        joint = tree.named.get(("joint", child.attributes.get("joint", "")))
        factor = own.factor / (1.0 if joint is None else joint.coordinate)
        if factor != 1.0:
            child.attributes["coef"] *= factor


# ---------------------------------------------------------------- equalities


def _equality(values: Resolved, tree: ScaledTree) -> None:
    tag = values.element.tag
    if tag in ("connect", "weld"):
        _scale_anchor(values, tree)
    elif tag in ("joint", "tendon"):
        first, second = (_coupled(values, f"{tag}{i}", tree) for i in (1, 2))
        factors = tuple(first / second**k for k in range(5))
        if values[f"{tag}2"] is None:
            factors = (first,) * 5
        multiply(values, {"polycoef": factors, "solimp": _width(first)})
    elif tag in ("flex", "flexstrain"):
        multiply(values, {"solimp": _width(tree.flexes.get(values["flex"], Scaling()).length)})


def _coupled(values: Resolved, word: str, tree: ScaledTree) -> float:
    """Return the factor of the coordinate of a joint or tendon."""
    name = values[word]
    if name is None:
        return 1.0
    if word.startswith("tendon"):
        return tree.tendons.get(name, Coordinate()).factor
    joint = tree.named.get(("joint", name))
    return 1.0 if joint is None else joint.coordinate


def _scale_anchor(values: Resolved, tree: ScaledTree) -> None:
    """Scale what is given in the frames of two bodies, or the width that two sites share."""
    if values["site1"] is not None:
        both = mean(tree.scaling("site", values["site1"]), tree.scaling("site", values["site2"]))
        multiply(values, {"solimp": _width(both.length)})
        if values.element.tag == "weld":
            multiply(values, {"torquescale": both.length})
        return
    first, second = tree.scaling("body", values["body1"]), tree.scaling("body", values["body2"])
    if values.element.tag == "connect":
        put(values, "anchor", first.place(values["anchor"]))
        multiply(values, {"solimp": _width(first.length)})
        return
    both = mean(first, second)
    relpose = values["relpose"]
    if any(relpose[3:]):
        put(values, "relpose", (*first.place(relpose[:3]), *relpose[3:]))
    put(values, "anchor", second.place(values["anchor"]))
    multiply(values, {"torquescale": both.length, "solimp": _width(both.length)})


# ---------------------------------------------------------------- sensors


def _sensor(values: Resolved, tree: ScaledTree) -> None:
    factor = _reading_factor(values, tree)
    multiply(values, {"cutoff": factor, "noise": factor})


def _reading_factor(values: Resolved, tree: ScaledTree) -> float:
    """Return the factor of a sensor's readings: that of what it measures; what it is measured against is no matter."""
    tag, written = values.element.tag, values.element.attributes
    if tag == "tactile":
        if not (tree.scaling("geom", values["geom"]).is_unit):
            raise values.element.error("a frame scales its geom, but a tactile sensor cannot be scaled")
        return 1.0
    if "joint" in written:
        joint = tree.named[("joint", written["joint"])]
        return _along(joint_coordinate(joint), tag) if not tag.startswith("ball") else 1.0
    if "tendon" in written:
        return _along(tree.tendons.get(written["tendon"], Coordinate()), tag)
    if "actuator" in written:
        actuator = tree.actuators[written["actuator"]]
        return _along(pulled_coordinate(actuator.element, actuator.get("gear", ()), tree), tag)
    scaling = _measured(values, tree)
    if tag in LENGTHS or (tag == "insidesite" and values["enclosed"]):
        return scaling.length
    return scaling.power(*FORCES[tag]) if tag in FORCES else 1.0


def _along(coordinate: Coordinate, tag: str) -> float:
    return coordinate.force if tag.endswith("frc") else coordinate.factor


def _measured(values: Resolved, tree: ScaledTree) -> Scaling:
    """Return the scaling of what a sensor measures, the mean of both objects between which there is a distance."""
    written = values.element.attributes
    if values.element.tag in ("distance", "normal", "fromto"):
        kinds = ("geom", "body")
        first, second = (
            next(tree.scaling(kind, written[f"{kind}{i}"]) for kind in kinds if f"{kind}{i}" in written) for i in (1, 2)
        )
        return mean(first, second)
    if "objtype" in written:
        return tree.scaling(written["objtype"], written.get("objname"))
    for kind in ("site", "body", "camera"):
        if kind in written:
            return tree.scaling(kind, written[kind])
    return Scaling()


# ---------------------------------------------------------------- flexes
# Vertices and nodes go where their own bodies take them. A flex has one radius, one material and one kind of contact:
# they take the scaling inside of the lowest body or frame that holds every vertex and node.


def scale_flex(values: Resolved, classes: DefaultClasses, tree: ScaledTree) -> None:
    """Scale a flex, and remember its scaling for equalities."""
    element = values.element
    bodies, nodes = (str(values[word] or "").split() for word in ("body", "node"))
    _place(values, "vertex", bodies, tree)
    _place(values, "nodecoord", nodes, tree)
    scaling = tree.holding([*bodies, *nodes])
    if name := element.object_name():
        tree.flexes[name] = scaling
    if scaling.is_unit:
        return
    if values["dim"] != 1 or not _has_box_section(element, classes):
        # a box section has the radius that follows from its sizes
        multiply(values, {"radius": scaling.length})
    for tag, factors in _factors(scaling).items():
        part = classes.resolve(element.first(tag) or element.add(tag))
        multiply(part, factors)


def _factors(scaling: Scaling) -> dict[str, dict[str, float | tuple[float, ...]]]:
    """Return the factors of all that carries a length or a force: a modulus is a force by area."""
    length, modulus, spring = scaling.length, scaling.power(-1, 1), scaling.power(0, 1)
    return {
        "contact": {
            "margin": length,
            "gap": length,
            "friction": (1.0, length, length),
            "solimp": (1.0, 1.0, length),
        },
        "edge": {"stiffness": spring, "damping": spring},
        # MuJoCo leaves the shear modulus of rods alone
        "elasticity": {"young": modulus, "thickness": length, "sectionsize": length},
    }


def _has_box_section(element: Element, classes: DefaultClasses) -> bool:
    part = element.first("elasticity")
    return part is not None and "radius" not in element.attributes and classes.resolve(part)["section"] == "box"


def _place(values: Resolved, word: str, names: list[str], tree: ScaledTree) -> None:
    """Place points in the frames of their bodies; one name may stand for all of them."""
    numbers = values[word]
    if not numbers or len(numbers) % 3:
        # of another number of them the compiler complains
        return
    points = [(x, y, z) for x, y, z in zip(*[iter(numbers)] * 3, strict=True)]
    owners = names * len(points) if len(names) == 1 else names
    placed = [tree.scaling("body", name).place(point) for name, point in zip(owners, points, strict=False)]
    put(values, word, tuple(x for point in (*placed, *points[len(placed) :]) for x in point))
