"""What refers to scaled objects from outside of the tree: flexes, contact pairs, equalities, tendons and sensors.

Each takes its factors from what it is about: one object, the mean of two, or for a tendon the lowest body or frame
that holds its whole path.
"""

from corten.compile.scaling.coordinates import Coordinate, joint_coordinate, pulled_coordinate
from corten.compile.scaling.gauge import Gauge, mean
from corten.compile.scaling.numbers import multiply, put
from corten.compile.scaling.tree import Held, ScaledTree, force_factors
from corten.deformable.compile.scaling import scale_flex
from corten.spec import DefaultClasses, Element, Resolved, root_section

# readings that are lengths [with time], and forces as powers of length and mass
LENGTHS = {
    *("accelerometer", "velocimeter", "framepos", "framelinvel", "framelinacc", "subtreecom", "subtreelinvel"),
    *("distance", "fromto", "rangefinder"),
}
# [m] what the width of a tendon is where nobody writes it
WIDTH = 0.003

FORCES = {"touch": (1, 1), "force": (1, 1), "torque": (2, 1), "subtreeangmom": (2, 1)}


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
    gauge = mean(tree.gauge("geom", values["geom1"]), tree.gauge("geom", values["geom2"]))
    length = gauge.length
    multiply(values, {"margin": length, "gap": length, "solimp": _width(length), "adhesion": gauge.power(1, 1)})
    multiply(values, {"friction": (1.0, 1.0, length, length, length)})


# ---------------------------------------------------------------- tendons


def _tendon(values: Resolved, tree: ScaledTree) -> None:
    path = [each for child in values.element.children if (each := _on_path(child, tree)) is not None]
    gauge = tree.common(path) if path else Gauge()
    fixed = values.element.tag == "fixed"
    is_length = not fixed or any(joint.joint_type != "hinge" for joint in path)
    own = Coordinate(gauge, is_length, gauge.length if is_length else 1.0)
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
    multiply(values, force_factors(gauge, is_length))

    # a fixed tendon has a width, too, though it cannot be written
    width = values.inherited("width", WIDTH)
    if gauge.length != 1.0:
        values.element.attributes["width"] = width * gauge.length


def _on_path(child: Element, tree: ScaledTree) -> Held | None:
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
        multiply(values, {"solimp": _width(tree.flexes.get(values["flex"], Gauge()).length)})


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
        both = mean(tree.gauge("site", values["site1"]), tree.gauge("site", values["site2"]))
        multiply(values, {"solimp": _width(both.length)})
        if values.element.tag == "weld":
            multiply(values, {"torquescale": both.length})
        return
    first, second = tree.gauge("body", values["body1"]), tree.gauge("body", values["body2"])
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
        if not (tree.gauge("geom", values["geom"]).is_unit):
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
    gauge = _measured(values, tree)
    if tag in LENGTHS or (tag == "insidesite" and values["enclosed"]):
        return gauge.length
    return gauge.power(*FORCES[tag]) if tag in FORCES else 1.0


def _along(coordinate: Coordinate, tag: str) -> float:
    return coordinate.force if tag.endswith("frc") else coordinate.factor


def _measured(values: Resolved, tree: ScaledTree) -> Gauge:
    """Return the gauge of what a sensor measures, the mean of both objects between which there is a distance."""
    written = values.element.attributes
    if values.element.tag in ("distance", "normal", "fromto"):
        kinds = ("geom", "body")
        first, second = (
            next(tree.gauge(kind, written[f"{kind}{i}"]) for kind in kinds if f"{kind}{i}" in written) for i in (1, 2)
        )
        return mean(first, second)
    if "objtype" in written:
        return tree.gauge(written["objtype"], written.get("objname"))
    for kind in ("site", "body", "camera"):
        if kind in written:
            return tree.gauge(kind, written[kind])
    return Gauge()
