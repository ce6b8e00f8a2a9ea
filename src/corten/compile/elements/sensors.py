"""Sensors: what they measure, in which frame, and where their numbers stand."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from corten.compile.context import Context
from corten.compile.elements.sensor_types import CONTACT_DATA, RAY_DATA, REDUCTIONS, SORTS, Sort
from corten.compile.items import Item, Placed
from corten.compile.pose import IDENTITY
from corten.enums import DataType, GeomType, JointType, ObjectType, SensorType, StageType
from corten.spec import DefaultClasses, Element, Resolved, root_section

# an object: its kind and its name; neither for none
Object = tuple[str, str] | None

# what a contact tells that needs velocities, or forces
MOTIONS, FORCES, FORCE_REDUCTIONS = {"linvel", "angvel"}, {"force", "torque"}, ("maxforce", "netforce")

# numbers that all sensors together can give
MOST_NUMBERS = 1 << 26

# words that name the same objects as other words
SAME_OBJECTS = {"xbody": "body"}


def read_sensors(root: Element, classes: DefaultClasses) -> list[Placed]:
    """Return the elements of <sensor> with their attributes."""
    section = root_section(root, "sensor")
    return [] if section is None else [Placed(classes.resolve(element), IDENTITY) for element in section.children]


def compile_sensors(placed: list[Placed], context: Context) -> list[Item]:
    """Return all sensors; their numbers follow one another."""
    sensors, address = [], 0
    for each in placed:
        sensor = _sensor(each, context)
        sensor.row["adr"] = address
        address += sensor.row["dim"]
        if address > MOST_NUMBERS:
            raise each.element.error(f"with it all sensors give {address} numbers; at most {MOST_NUMBERS} are allowed")
        sensors.append(sensor)
    return sensors


def _sensor(placed: Placed, context: Context) -> Item:
    values, element = placed.values, placed.element
    sort = SORTS[element.tag]
    for name in ("noise", "cutoff"):
        if values[name] < 0:
            raise element.error(f"{name} is {values[name]:g}; it must not be negative")
    measured, reference = _objects(values, sort)
    row: dict[str, Any] = {
        "type": sort.type,
        "datatype": sort.data,
        "needstage": sort.stage,
        "intprm": (0, 0, 0),
        "dim": sort.dim,
        "cutoff": values["cutoff"],
        "noise": values["noise"],
        "user": context.user_numbers(placed, "sensor"),
    }
    row |= _number(measured, context, "obj") | _number(reference, context, "ref")
    row |= PARTICULAR.get(element.tag, _nothing_more)(values, context)
    _check_object(values, sort, row, context)
    if row["cutoff"] > 0 and (
        row["datatype"] == DataType.QUATERNION
        or (row["datatype"] == DataType.AXIS and sort.type != SensorType.GEOMNORMAL)
    ):
        raise element.error("cutoff is given, but directions and orientations cannot be cut off; leave it out")
    return Item(element, placed.name, row)


# ---------------------------------------------------------------- objects


def _objects(values: Resolved, sort: Sort) -> tuple[Object, Object]:
    """Return what a sensor measures, and in which frame or against what."""
    if sort.on in ("site", "joint", "tendon", "actuator", "body"):
        camera = values["camera"] if sort.type == SensorType.CAMPROJECTION else None
        return (sort.on, values[sort.on]), None if camera is None else ("camera", camera)
    if sort.on == "ray":
        return _given(values, {"site": "site", "camera": "camera"}), None
    if sort.on == "frame":
        measured = (values["objtype"], values["objname"])
        if sort.type == SensorType.INSIDESITE:
            return measured, ("site", values["site"])
        if "reftype" in values and values["reftype"] is not None:
            return measured, (values["reftype"], values["refname"])
        return measured, None
    if sort.on == "pair":
        return tuple(_given(values, {f"geom{i}": "geom", f"body{i}": "body"}) for i in (1, 2))  # pyright: ignore[reportReturnType]
    if sort.on == "contact":
        first = {"geom1": "geom", "body1": "body", "subtree1": "xbody", "site": "site"}
        return _given(values, first), _given(values, {"geom2": "geom", "body2": "body", "subtree2": "xbody"})
    if sort.on == "anything" and values["objtype"] is not None:
        return (values["objtype"], values["objname"]), None
    return None, None


def _given(values: Resolved, words: dict[str, str]) -> Object:
    """Return the object that one of several attributes names."""
    for word, kind in words.items():
        if values[word] is not None:
            return kind, values[word]
    return None


def _number(thing: Object, context: Context, prefix: str) -> dict[str, Any]:
    """Return type and number of an object as fields with a prefix."""
    if thing is None:
        return {f"{prefix}type": ObjectType.UNKNOWN, f"{prefix}id": -1}
    kind, name = thing
    return {f"{prefix}type": ObjectType[kind.upper()], f"{prefix}id": context.ids[SAME_OBJECTS.get(kind, kind)][name]}


def _check_object(values: Resolved, sort: Sort, row: dict[str, Any], context: Context) -> None:
    """Refuse objects that do not have what is to be measured."""
    element, tag = values.element, values.element.tag
    if sort.on == "joint":
        joint = context.row("joint", row["objid"])
        scalar = joint["type"] in (JointType.HINGE, JointType.SLIDE)
        if tag.startswith("ball"):
            if joint["type"] != JointType.BALL:
                raise element.error(f"the joint '{values['joint']}' is no ball")
        elif tag.startswith("jointlimit"):
            if not joint["limited"]:
                raise element.error(f"the joint '{values['joint']}' has no limits; give it a range")
        elif not scalar:
            raise element.error(f"the joint '{values['joint']}' is no hinge or slide; only those have one coordinate")
    elif tag.startswith("tendonlimit") and not context.row("tendon", row["objid"])["limited"]:
        raise element.error(f"the tendon '{values['tendon']}' has no limits; give it a range")
    elif sort.on == "pair":
        if (row["objtype"], row["objid"]) == (row["reftype"], row["refid"]):
            raise element.error("both objects are the same; a distance needs two")
        for prefix in ("obj", "ref"):
            geom = row[f"{prefix}id"]
            hfield = row[f"{prefix}type"] == ObjectType.GEOM
            if hfield and context.row("geom", geom)["type"] == GeomType.HFIELD:
                raise element.error("height fields have no distance to other geoms; name another geom")
    elif sort.type == SensorType.CAMPROJECTION:
        _check_camera(values, context, row["refid"])


# ---------------------------------------------------------------- particulars


def _nothing_more(values: Resolved, context: Context) -> dict[str, Any]:
    return {}


def _rays(values: Resolved, context: Context) -> dict[str, Any]:
    """Return what each ray of a rangefinder tells, and how many numbers that is for all pixels of a camera."""
    bits, size = _data_bits(values, RAY_DATA)
    count = 1
    if values["camera"] is not None:
        camera = context.ids["camera"][values["camera"]]
        _check_camera(values, context, camera)
        width, height = context.row("camera", camera)["resolution"]
        count = width * height
    return {"intprm": (bits, 0, 0), "dim": size * count}


def _check_camera(values: Resolved, context: Context, camera: int) -> None:
    if min(context.row("camera", camera)["resolution"]) <= 0:
        raise values.element.error(f"the camera '{values['camera']}' has no resolution; give it one")


def _contacts(values: Resolved, context: Context) -> dict[str, Any]:
    """Return what a contact sensor tells, how it chooses contacts, and of how many it tells."""
    bits, size = _data_bits(values, CONTACT_DATA)
    if values["num"] <= 0:
        raise values.element.error(f"num is {values['num']}; it must be positive")
    reduction = REDUCTIONS.index(values["reduce"])
    words = set(values["data"])
    if values["reduce"] == "netforce" and words & MOTIONS:
        raise values.element.error(
            "reduce is netforce, but a sum of forces has no velocity; leave out linvel and angvel"
        )

    # forces are known last, velocities before them
    stage = StageType.VEL if words & MOTIONS else StageType.POS
    if words & FORCES or values["reduce"] in FORCE_REDUCTIONS:
        stage = StageType.ACC
    return {"intprm": (bits, reduction, values["num"]), "dim": size * values["num"], "needstage": stage}


def _data_bits(values: Resolved, known: Mapping[str, int]) -> tuple[int, int]:
    """Return the bits of the words in `data`, which must stand in order, and how many numbers they mean."""
    order = list(known)
    places = [order.index(word) for word in values["data"]]
    if any(later <= earlier for earlier, later in pairwise(places)):
        raise values.element.error(f"data is '{' '.join(values['data'])}'; its words must follow {' '.join(order)}")
    return sum(1 << place for place in places), sum(known[word] for word in values["data"])


def _inside(values: Resolved, context: Context) -> dict[str, Any]:
    if not values["enclosed"]:
        return {}
    if values["objtype"] == "camera":
        raise values.element.error("enclosed is true, but a camera has no shape; name a body, geom or site")
    return {"intprm": (1, 0, 0), "datatype": DataType.REAL}


def _user(values: Resolved, context: Context) -> dict[str, Any]:
    """Return the numbers that the user promises."""
    data, dim = DataType[values["datatype"].upper()], values["dim"]
    if dim < 0:
        raise values.element.error(f"dim is {dim}; it must not be negative")
    needed = {DataType.AXIS: 3, DataType.QUATERNION: 4}.get(data, dim)
    if dim != needed:
        raise values.element.error(f"dim is {dim}, but datatype {values['datatype']} has {needed} numbers")
    return {"datatype": data, "needstage": StageType[values["needstage"].upper()], "dim": dim}


PARTICULAR = {"rangefinder": _rays, "contact": _contacts, "insidesite": _inside, "user": _user}
