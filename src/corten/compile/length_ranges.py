"""Length ranges of muscles, where limits of joints and tendons give them."""

from corten.compile.items import Item
from corten.enums import BiasType, GainType, TransmissionType
from corten.errors import UnsupportedFeatureError
from corten.mjcf.schema import declaration
from corten.model import Model
from corten.spec import Element, Resolved, root_section


def set_length_ranges(model: Model, actuators: list[Item], root: Element) -> None:
    """Set lengthrange of the actuators that <lengthrange> asks it for: as written, or the limits of what they pull on.

    MuJoCo finds other ranges by pulling until nothing moves any more; that needs constraints, and is refused.
    """
    rules = _rules(root)
    if rules["mode"] == "none":
        return
    for number, actuator in enumerate(actuators):
        row = actuator.row
        muscle = row["gaintype"] == GainType.MUSCLE or row["biastype"] == BiasType.MUSCLE
        low, high = model.actuator_lengthrange[number]
        if (rules["mode"] != "all" and not muscle) or (rules["useexisting"] and low < high):
            continue
        span = _limits(model, row) if rules["uselimit"] else None
        if span is None:
            raise actuator.element.error(
                "lengthrange is not given, and to compute it by simulation is not supported; write it here, or let "
                '<lengthrange uselimit="true"> take the limits of the joint or tendon',
                UnsupportedFeatureError,
            )
        model.actuator_lengthrange[number] = span


def _rules(root: Element) -> Resolved:
    compiler = root_section(root, "compiler")
    element = None if compiler is None else compiler.first("lengthrange")
    element = Element(declaration("compiler:lengthrange")) if element is None else element
    return Resolved(element, element.attributes)


def _limits(model: Model, row: dict):
    """Return the limits of what an actuator pulls on, None where it has none."""
    target = row["trnid"][0]
    if row["trntype"] in (TransmissionType.JOINT, TransmissionType.JOINTINPARENT) and model.jnt_limited[target]:
        return model.jnt_range[target]
    if row["trntype"] == TransmissionType.TENDON and model.tendon_limited[target]:
        return model.tendon_range[target]
    return None
