"""Coordinates: what joints, tendons and actuators measure, an angle or a length, and by how much that is scaled."""

from typing import NamedTuple

from corten.compile.scaling.gauge import UNIT_GAUGE, Gauge, mean
from corten.compile.scaling.tree import Held, ScaledTree
from corten.spec import Element


class Coordinate(NamedTuple):
    """One coordinate: the gauge of what owns it, whether it is a length, and the factor of its values."""

    gauge: Gauge = UNIT_GAUGE
    is_length: bool = True
    factor: float = 1.0

    @property
    def force(self) -> float:
        """The factor of the force that acts along it: of a force or of a torque."""
        return self.gauge.power(1 if self.is_length else 2, 1)

    @property
    def unit(self) -> float:
        """The factor of its unit, as numbers that carry force see it."""
        return self.gauge.force_length if self.is_length else 1.0


def joint_coordinate(joint: Held) -> Coordinate:
    """Return the coordinate of a hinge, ball or slide joint."""
    return Coordinate(joint.gauge, joint.joint_type == "slide", joint.coordinate)


def pulled_coordinate(element: Element, gear: tuple[float, ...], tree: ScaledTree) -> Coordinate:
    """Return the coordinate that an actuator pulls on; of six numbers in gear, the first three make it a length."""
    written = element.attributes
    for word in ("joint", "jointinparent"):
        if word in written:
            joint = tree.named["joint", written[word]]
            if joint.joint_type != "free":
                return joint_coordinate(joint)
            return _general(joint.gauge, gear)
    if "tendon" in written:
        return tree.tendons.get(written["tendon"], Coordinate())
    if "cranksite" in written:
        gauge = mean(tree.gauge("site", written["cranksite"]), tree.gauge("site", written.get("slidersite")))
        return Coordinate(gauge, True, gauge.length)
    if "site" in written:
        return _general(tree.gauge("site", written["site"]), gear)
    gauge = tree.gauge("body", written.get("body"))
    return Coordinate(gauge, True, gauge.length)


def _general(gauge: Gauge, gear: tuple[float, ...]) -> Coordinate:
    is_length = any(gear[:3])
    return Coordinate(gauge, is_length, gauge.length if is_length else 1.0)
