"""Actuators: motors that act on joints."""

from corten.compile.context import Context
from corten.compile.items import Item, Placed
from corten.compile.limits import is_limited
from corten.compile.pose import IDENTITY
from corten.enums import BiasType, DynType, GainType, TransmissionType
from corten.errors import UnsupportedFeatureError
from corten.spec import DefaultClasses, Element, root_section

# which attribute names the joint, and what it means
TRANSMISSIONS = {"joint": TransmissionType.JOINT, "jointinparent": TransmissionType.JOINTINPARENT}


def read_actuators(root: Element, classes: DefaultClasses) -> list[Placed]:
    """Return the elements of <actuator> with their attributes."""
    section = root_section(root, "actuator")
    return [] if section is None else [Placed(classes.resolve(element), IDENTITY) for element in section.children]


def compile_motor(placed: Placed, number: int, joints: dict[str, int], context: Context) -> Item:
    """Return a motor: force = control, one control and one force each.

    Rows of controls and of forces stand under "ctrl" and "out".
    """
    values, element = placed.values, placed.element
    given = [word for word in TRANSMISSIONS if values[word] is not None]
    if len(given) != 1:
        what = "joint and jointinparent are both given" if given else "neither joint nor jointinparent is given"
        raise element.error(f"{what}; a motor needs one of them")
    autolimits = context.settings.autolimits
    row = {
        "trntype": TRANSMISSIONS[given[0]],
        "dyntype": DynType.NONE,
        "gaintype": GainType.FIXED,
        "biastype": BiasType.NONE,
        "ctrladr": number,
        "ctrlnum": 1,
        "outadr": number,
        "outnum": 1,
        "actadr": -1,
        "actnum": 0,
        "trnid": (joints[values[given[0]]], -1),
        "cranklength": values["cranklength"],
        "dynprm": (1.0,) + (0.0,) * 9,
        "gainprm": (1.0,) + (0.0,) * 9,
        "biasprm": (0.0,) * 10,
        "actlimited": False,
        "actrange": (0.0, 0.0),
        "actearly": False,
        "damping": values["damping"][0],
        "dampingpoly": values["damping"][1:],
        "armature": values["armature"],
        "group": values["group"],
        "user": context.user_numbers(placed, "actuator"),
        "forcelimited": is_limited(values, "forcerange", "forcelimited", autolimits),
        "forcerange": values["forcerange"],
        "ctrl": {
            "ctrllimited": is_limited(values, "ctrlrange", "ctrllimited", autolimits),
            "ctrlrange": values["ctrlrange"],
        },
        "out": {"gear": values["gear"], "lengthrange": values["lengthrange"]},
    }
    return Item(element, placed.name, row)


def check_length_range(root: Element, motors: list[Placed]) -> None:
    """Refuse to compute length ranges of motors, which <lengthrange mode="all"> asks for."""
    compiler = root_section(root, "compiler")
    element = None if compiler is None else compiler.first("lengthrange")
    if element is not None and element.attributes.get("mode") == "all" and motors:
        raise element.error(
            'mode="all" is not supported: length ranges of motors are not computed; leave out mode, or write '
            "lengthrange at each motor",
            UnsupportedFeatureError,
        )
