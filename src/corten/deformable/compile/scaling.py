"""Flexes in scaled bodies: vertices and nodes go where their own bodies take them, the rest by what holds them all.

A flex has one radius, one material and one kind of contact: they take the gauge inside of the lowest body or frame that
holds every vertex and node.
"""

from corten.compile.scaling.gauge import Gauge
from corten.compile.scaling.numbers import multiply, put
from corten.compile.scaling.tree import ScaledTree
from corten.spec import DefaultClasses, Element, Resolved


def scale_flex(values: Resolved, classes: DefaultClasses, tree: ScaledTree) -> None:
    """Scale a flex, and remember its gauge for equalities."""
    element = values.element
    bodies, nodes = (str(values[word] or "").split() for word in ("body", "node"))
    _place(values, "vertex", bodies, tree)
    _place(values, "nodecoord", nodes, tree)
    gauge = tree.holding([*bodies, *nodes])
    if name := element.object_name():
        tree.flexes[name] = gauge
    if gauge.is_unit:
        return
    if values["dim"] != 1 or not _has_box_section(element, classes):
        # a box section has the radius that follows from its sizes
        multiply(values, {"radius": gauge.length})
    for tag, factors in _factors(gauge).items():
        part = classes.resolve(element.first(tag) or element.add(tag))
        multiply(part, factors)


def _factors(gauge: Gauge) -> dict[str, dict[str, float | tuple[float, ...]]]:
    """Return the factors of all that carries a length or a force: a modulus is a force by area."""
    length, modulus, spring = gauge.length, gauge.power(-1, 1), gauge.power(0, 1)
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
    placed = [tree.gauge("body", name).place(point) for name, point in zip(owners, points, strict=False)]
    put(values, word, tuple(x for point in (*placed, *points[len(placed) :]) for x in point))
