"""Actuators: what they pull on, their types, parameters and limits."""

from typing import Any

from corten.compile.context import Context
from corten.compile.elements.actuator_kinds import Drive
from corten.compile.elements.joints import SCALAR
from corten.compile.elements.limits import is_limited
from corten.compile.items import Item, Placed
from corten.compile.pose import IDENTITY
from corten.enums import BiasType, DynType, GainType, TransmissionType
from corten.spec import DefaultClasses, Element, root_section

# attribute: (what it means, kind of the object)
TRANSMISSIONS = {
    "joint": (TransmissionType.JOINT, "joint"),
    "jointinparent": (TransmissionType.JOINTINPARENT, "joint"),
    "tendon": (TransmissionType.TENDON, "tendon"),
    "cranksite": (TransmissionType.SLIDERCRANK, "site"),
    "site": (TransmissionType.SITE, "site"),
    "body": (TransmissionType.BODY, "body"),
}
ON_JOINT = (TransmissionType.JOINT, TransmissionType.JOINTINPARENT)

# attributes that are fields as they are
COPIED = ("cranklength", "dynprm", "gainprm", "biasprm", "actrange", "actearly", "armature", "group", "forcerange")


def read_actuators(root: Element, classes: DefaultClasses) -> list[Placed]:
    """Return the elements of <actuator> with their attributes."""
    section = root_section(root, "actuator")
    return [] if section is None else [Placed(classes.resolve(element), IDENTITY) for element in section.children]


def compile_actuators(placed: list[Placed], classes: DefaultClasses, context: Context) -> list[Item]:
    """Return all actuators; activations follow one another in their order."""
    actuators, activations = [], 0
    for number, each in enumerate(placed):
        actuator = _actuator(each, number, classes, context)
        count = actuator.row["actnum"]
        actuator.row["actadr"] = activations if count else -1
        activations += count
        actuators.append(actuator)
    return actuators


def _actuator(placed: Placed, number: int, classes: DefaultClasses, context: Context) -> Item:
    """Return an actuator; rows of its control and of its force stand under "ctrl" and "out"."""
    element = placed.element
    drive = Drive(element)
    for each in (*classes.history(element), element):
        drive.write(each)
    trntype, trnid = _transmission(placed, drive, context)
    _inherit_range(drive, trntype, trnid[0], context)
    autolimits = context.settings.autolimits
    limited = {
        name: is_limited(drive, f"{name}range", f"{name}limited", autolimits) for name in ("ctrl", "force", "act")
    }
    _check(drive, limited["act"], trntype)
    row: dict[str, Any] = {
        "trntype": trntype,
        "trnid": trnid,
        "dyntype": drive["dyntype"],
        "gaintype": drive["gaintype"],
        "biastype": drive["biastype"],
        "ctrladr": number,
        "ctrlnum": 1,
        "outadr": number,
        "outnum": 1,
        "actnum": max(drive["actdim"], int(drive["dyntype"] != DynType.NONE)),
        "actlimited": limited["act"],
        "damping": drive["damping"][0],
        "dampingpoly": drive["damping"][1:],
        "user": context.user_numbers(placed, "actuator"),
        "forcelimited": limited["force"],
        "ctrl": {"ctrllimited": limited["ctrl"], "ctrlrange": drive["ctrlrange"]},
        "out": {"gear": drive["gear"], "lengthrange": drive["lengthrange"]},
    }
    row |= {name: drive[name] for name in COPIED}
    return Item(element, placed.name, row)


def _transmission(placed: Placed, drive: Drive, context: Context) -> tuple[TransmissionType, tuple[int, int]]:
    """Return the transmission and the numbers of its objects, -1 for none."""
    element, written = placed.element, placed.element.attributes
    given = [word for word in TRANSMISSIONS if word in written]
    if len(given) != 1:
        what = f"{' and '.join(given)} are given" if given else "it pulls on nothing"
        known = [word for word in TRANSMISSIONS if word in element.declaration.attributes]
        raise element.error(f"{what}; give one of {', '.join(known)}")
    trntype, kind = TRANSMISSIONS[given[0]]
    first, second = context.ids[kind][written[given[0]]], -1
    if trntype == TransmissionType.SLIDERCRANK:
        if "slidersite" not in written:
            raise element.error("slidersite is missing; a crank needs a slider")
        if drive["cranklength"] <= 0:
            raise element.error(f"cranklength is {drive['cranklength']:g}; the rod must have a positive length [m]")
        second = context.ids["site"][written["slidersite"]]
    elif "cranklength" in written or "slidersite" in written:
        raise element.error("cranklength and slidersite belong to a crank; give cranksite, or leave them out")
    if trntype == TransmissionType.SITE and "refsite" in written:
        second = context.ids["site"][written["refsite"]]
    elif "refsite" in written:
        raise element.error("refsite belongs to an actuator on a site; give site, or leave it out")
    return trntype, (first, second)


def _inherit_range(drive: Drive, trntype: TransmissionType, target: int, context: Context) -> None:
    """Set the range of control or activation of a servo to that of what it pulls on, scaled about its middle."""
    element, share = drive.element, drive["inheritrange"]
    servo = drive["gaintype"] == GainType.FIXED and drive["gainprm"][0] == -drive["biasprm"][1]
    if not servo or drive["biastype"] != BiasType.AFFINE or share <= 0:
        return
    if drive["dyntype"] in (DynType.NONE, DynType.FILTEREXACT):
        name = "ctrlrange"
    elif drive["dyntype"] == DynType.INTEGRATOR:
        name = "actrange"
    else:
        raise element.error("inheritrange is given, but this is no servo of position or integrated velocity")
    if trntype == TransmissionType.JOINT:
        row = context.row("joint", target)
        if row["type"] not in SCALAR:
            raise element.error("inheritrange is given, but the joint is no hinge or slide, which alone have a range")
    elif trntype == TransmissionType.TENDON:
        row = context.row("tendon", target)
    else:
        raise element.error("inheritrange is given, but only joints and tendons have a range")
    low, high = row["range"]
    if low == high:
        raise element.error("inheritrange is given, but what the actuator pulls on has no range")
    middle, radius = 0.5 * (high + low), 0.5 * (high - low) * share
    drive[name] = (middle - radius, middle + radius)


def _check(drive: Drive, actlimited: bool, trntype: TransmissionType) -> None:
    """Refuse parameters that contradict each other."""
    element, dyntype, actdim = drive.element, drive["dyntype"], drive["actdim"]
    if actlimited and dyntype == DynType.NONE:
        raise element.error("actrange is given, but dyntype is none; such an actuator has no activation to limit")
    several = actdim > 1 and dyntype != DynType.USER
    if several or (actdim == 1 and dyntype == DynType.NONE) or (actdim == 0 and dyntype != DynType.NONE):
        count = "1 or more" if dyntype == DynType.USER else int(dyntype != DynType.NONE)
        raise element.error(f"actdim is {actdim}; with dyntype {dyntype.name.lower()} it is {count}, leave it out")
    if (any(drive["damping"]) or drive["armature"]) and trntype not in (*ON_JOINT, TransmissionType.TENDON):
        raise element.error("damping and armature act on joints and tendons only; leave them out")
    for name, kind in (("gain", GainType), ("bias", BiasType)):
        if drive[f"{name}type"] == kind["MUSCLE"]:
            _check_muscle(element, f"{name}prm", drive[f"{name}prm"])


def _check_muscle(element: Element, name: str, prm: tuple[float, ...]) -> None:
    low, high, _, scale, lmin, lmax, vmax, fpmax, fvmax = prm[:9]
    if low >= high:
        raise element.error(f"the muscle's range is {low:g} {high:g}; the first number must be smaller ({name})")
    if lmin >= 1 or lmax <= 1:
        raise element.error(f"lmin is {lmin:g} and lmax {lmax:g}; 1 must lie between them ({name})")
    if min(scale, vmax, fpmax, fvmax) <= 0:
        raise element.error(f"scale, vmax, fpmax and fvmax of a muscle must be positive ({name})")
