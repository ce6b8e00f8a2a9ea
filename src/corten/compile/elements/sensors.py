"""Sensors: what they measure, in which frame, and where their numbers stand."""

import warnings
from collections.abc import Mapping
from itertools import pairwise

from corten.compile.context import Context
from corten.compile.elements.geoms import ASSETS
from corten.compile.elements.sensor_types import CONTACT_DATA, RAY_DATA, REDUCTIONS, SENSOR_KINDS, SensorKind
from corten.compile.objects.addresses import Addresses, check_history
from corten.compile.objects.body_parts import Geom
from corten.compile.objects.body_rows import Placed
from corten.compile.objects.collection import Objects
from corten.compile.objects.constraint_rows import Sensor
from corten.enums import DataType, ForwardPart, GeomType, JointType, ObjectType, SensorType
from corten.errors import ModelWarning, caller_level
from corten.model.extension_fields import PluginKind
from corten.model.signals import Interpolation
from corten.spec import DefaultClasses, Element, Resolved, root_section
from corten.spec.frames import IDENTITY
from corten.stages.user import plugin_function

# an object: its kind and its name; neither for none
Object = tuple[str, str] | None

# what a contact tells that needs velocities, or forces
MOTIONS, FORCES, FORCE_REDUCTIONS = {"linvel", "angvel"}, {"force", "torque"}, ("maxforce", "netforce")

# numbers that all sensors together can give
MOST_NUMBERS = 1 << 26


def read_sensors(root: Element, classes: DefaultClasses) -> list[Placed]:
    """Return the elements of <sensor> with their attributes."""
    section = root_section(root, "sensor")
    return [] if section is None else [Placed(element, IDENTITY, classes) for element in section.children]


def compile_sensors(placed: list[Placed], context: Context) -> list[Sensor]:
    """Return all sensors; their numbers follow one another."""
    sensors, addresses = [], Addresses()
    for each in placed:
        sensor = _sensor(each, context)
        sensor.adr = addresses.take("numbers", sensor.dim)
        if addresses.count("numbers") > MOST_NUMBERS:
            raise each.element.error(
                f"with it all sensors give {addresses.count('numbers')} numbers; at most {MOST_NUMBERS} are allowed"
            )
        sensors.append(sensor)
    return sensors


def _sensor(placed: Placed, context: Context) -> Sensor:
    values, element = placed.values, placed.element
    kind = SENSOR_KINDS[element.tag]
    for name in ("noise", "cutoff"):
        if name in values and values[name] < 0:
            raise element.error(f"{name} is {values[name]:g}; it must not be negative")
    measured, reference = _objects(values, kind)
    objtype, objid = _number(measured, context)
    reftype, refid = _number(reference, context)
    sensor = Sensor(
        element=element,
        name=placed.name,
        type=kind.type,
        datatype=kind.data,
        needstage=kind.stage,
        objtype=objtype,
        objid=objid,
        reftype=reftype,
        refid=refid,
        dim=kind.dim,
        cutoff=values["cutoff"],
        noise=values.get("noise", 0.0),
        history=(0, 0),
        delay=0.0,
        interval=(0.0, 0.0),
        user=context.user_numbers(placed, "sensor"),
    )
    if kind.on == "actuator":
        sensor.dim = context.objects.actuators[objid].outnum
    if element.tag in PARTICULAR:
        PARTICULAR[element.tag](sensor, values, context)
    _check_object(sensor, values, kind, context)
    if "nsample" in values:
        _set_history(sensor, values)
    directed = sensor.datatype == DataType.AXIS and kind.type != SensorType.GEOMNORMAL
    if sensor.cutoff > 0 and (sensor.datatype == DataType.QUATERNION or directed):
        raise element.error("cutoff is given, but directions and orientations cannot be cut off; leave it out")
    return sensor


def _set_history(sensor: Sensor, values: Resolved) -> None:
    """Set delay and interval; refuse a period that is negative or has no history, and a phase in the future."""
    sensor.history = values["nsample"], int(Interpolation[values["interp"].upper()])
    sensor.delay, sensor.interval = values["delay"], values["interval"]
    check_history(sensor.element, sensor.history[0], sensor.delay, 1)
    period, phase = sensor.interval
    if period < 0:
        raise sensor.element.error(f"interval has the period {period:g}; it must not be negative [s]")
    if period > 0 and sensor.history[0] == 0:
        warning = sensor.element.error(
            "interval has no effect without a history, as in MuJoCo; nsample must be at least 1"
        )
        warnings.warn(str(warning), ModelWarning, stacklevel=caller_level())
    if phase > 0:
        raise sensor.element.error(f"interval has the phase {phase:g}; it must not be positive [s]")


# ---------------------------------------------------------------- objects


def _objects(values: Resolved, kind: SensorKind) -> tuple[Object, Object]:
    """Return what a sensor measures, and in which frame or against what."""
    if kind.on in ("site", "joint", "tendon", "actuator", "body"):
        camera = values["camera"] if kind.type == SensorType.CAMPROJECTION else None
        return (kind.on, values[kind.on]), None if camera is None else ("camera", camera)
    if kind.on == "mesh":
        return ("mesh", values["mesh"]), ("geom", values["geom"])
    if kind.on == "ray":
        return _given(values, {"site": "site", "camera": "camera"}), None
    if kind.on == "frame":
        measured = (values["objtype"], values["objname"])
        if kind.type == SensorType.INSIDESITE:
            return measured, ("site", values["site"])
        if "reftype" in values and values["reftype"] is not None:
            return measured, (values["reftype"], values["refname"])
        return measured, None
    if kind.on == "pair":
        return tuple(_given(values, {f"geom{i}": "geom", f"body{i}": "body"}) for i in (1, 2))  # pyright: ignore[reportReturnType]
    if kind.on == "contact":
        first = {"geom1": "geom", "body1": "body", "subtree1": "xbody", "site": "site"}
        return _given(values, first), _given(values, {"geom2": "geom", "body2": "body", "subtree2": "xbody"})
    if kind.on == "anything" and values["objtype"] is not None:
        measured = (values["objtype"], values["objname"])
        if kind.type == SensorType.PLUGIN and values["reftype"] is not None:
            return measured, (values["reftype"], values["refname"])
        return measured, None
    return None, None


def _given(values: Resolved, words: dict[str, str]) -> Object:
    """Return the object that one of several attributes names."""
    for word, kind in words.items():
        if values[word] is not None:
            return kind, values[word]
    return None


def _number(thing: Object, context: Context) -> tuple[ObjectType, int]:
    """Return type and number of an object."""
    if thing is None:
        return ObjectType.UNKNOWN, -1
    kind, name = thing
    return ObjectType[kind.upper()], context.number(kind, name)


def _check_object(sensor: Sensor, values: Resolved, kind: SensorKind, context: Context) -> None:
    """Refuse objects that do not have what is to be measured."""
    element, tag, objects = values.element, values.element.tag, context.objects
    if kind.on == "joint":
        _check_joint(values, context)
    elif tag.startswith("tendonlimit") and not objects.tendons[sensor.objid].limited:
        raise element.error(f"the tendon '{values['tendon']}' has no limits; give it a range")
    elif kind.on == "pair":
        measured = (sensor.objtype, sensor.objid), (sensor.reftype, sensor.refid)
        if measured[0] == measured[1]:
            raise element.error("both objects are the same; a distance needs two")
        for objtype, number in measured:
            if objtype == ObjectType.GEOM and objects.geoms[number].type == GeomType.HFIELD:
                raise element.error("height fields have no distance to other geoms; name another geom")
    elif kind.type == SensorType.TOUCH and objects.sites[sensor.objid].type in ASSETS:
        raise element.error(f"the site '{values['site']}' is a mesh; a touch sensor needs a simple shape")
    elif kind.type == SensorType.CAMPROJECTION:
        _check_camera(values, context, sensor.refid)


def _check_joint(values: Resolved, context: Context) -> None:
    """Refuse joints that have no such coordinate, or no limits."""
    element, name = values.element, values["joint"]
    joint = context.objects.joints[context.ids["joint"][name]]
    if element.tag.startswith("ball"):
        if joint.type != JointType.BALL:
            raise element.error(f"the joint '{name}' is no ball")
    elif element.tag.startswith("jointlimit"):
        if not joint.limited:
            raise element.error(f"the joint '{name}' has no limits; give it a range")
    else:
        context.scalar_joint(element, name)


# ---------------------------------------------------------------- particulars


def _rays(sensor: Sensor, values: Resolved, context: Context) -> None:
    """Set what each ray of a rangefinder tells, and how many numbers that is for all pixels of a camera."""
    bits, size = _data_bits(values, RAY_DATA)
    count = 1
    if values["camera"] is not None:
        camera = context.ids["camera"][values["camera"]]
        _check_camera(values, context, camera)
        width, height = context.objects.cameras[camera].resolution
        count = width * height
    sensor.intprm, sensor.dim = (bits, 0, 0), size * count


def _check_camera(values: Resolved, context: Context, camera: int) -> None:
    if min(context.objects.cameras[camera].resolution) <= 0:
        raise values.element.error(f"the camera '{values['camera']}' has no resolution; give it one")


def _contacts(sensor: Sensor, values: Resolved, context: Context) -> None:
    """Set what a contact sensor tells, how it chooses contacts, and of how many it tells."""
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
    stage = ForwardPart.VEL if words & MOTIONS else ForwardPart.POS
    if words & FORCES or values["reduce"] in FORCE_REDUCTIONS:
        stage = ForwardPart.ACC
    sensor.intprm, sensor.dim, sensor.needstage = (bits, reduction, values["num"]), size * values["num"], stage


def _data_bits(values: Resolved, known: Mapping[str, int]) -> tuple[int, int]:
    """Return the bits of the words in `data`, which must stand in order, and how many numbers they mean."""
    order = list(known)
    places = [order.index(word) for word in values["data"]]
    if any(later <= earlier for earlier, later in pairwise(places)):
        raise values.element.error(f"data is '{' '.join(values['data'])}'; its words must follow {' '.join(order)}")
    return sum(1 << place for place in places), sum(known[word] for word in values["data"])


def _tactile(sensor: Sensor, values: Resolved, context: Context) -> None:
    """Set how many numbers there are: a depth and two speeds for each vertex."""
    sensor.dim = 3 * len(context.objects.meshes[sensor.objid].asset.vertices)


def _geoms_of(kind: ObjectType, number: int, objects: Objects) -> list[Geom]:
    """Return a geom, or the geoms of a body (BODY) or of a whole subtree (XBODY)."""
    if kind == ObjectType.GEOM:
        return [objects.geoms[number]]
    if kind == ObjectType.BODY:
        return objects.bodies[number].geoms
    subtree = [objects.bodies[number]]
    for body in subtree:
        subtree.extend(body.children)
    return [geom for body in subtree for geom in body.geoms]


def _inside(sensor: Sensor, values: Resolved, context: Context) -> None:
    """Set whether an object is to be enclosed as a whole, which only solid convex shapes can be and have room for."""
    if not values["enclosed"]:
        return
    sensor.intprm, sensor.datatype = (1, 0, 0), DataType.REAL
    objects, element = context.objects, values.element
    if sensor.objtype == ObjectType.CAMERA:
        raise element.error("enclosed is true, but a camera has no shape; name a body, geom or site")
    shapes = [("site", objects.sites[sensor.refid])]
    if sensor.objtype == ObjectType.SITE:
        shapes.append(("site", objects.sites[sensor.objid]))
    else:
        geoms = _geoms_of(sensor.objtype, sensor.objid, objects)
        if not geoms:
            raise element.error(f"enclosed is true, but the body '{values['objname']}' has no geoms")
        shapes += [("geom", geom) for geom in geoms]
    for kind, shape in shapes:
        if not GeomType.SPHERE <= shape.type <= GeomType.MESH:
            name = f" '{shape.name}'" if shape.name else ""
            raise element.error(
                f"enclosed is true, but the {kind}{name} is of type {shape.type.name.lower()}; only sphere, capsule, "
                "ellipsoid, cylinder, box and mesh are solid and convex"
            )


def _user(sensor: Sensor, values: Resolved, context: Context) -> None:
    """Set the numbers that the user promises."""
    data, dim = DataType[values["datatype"].upper()], values["dim"]
    if dim < 0:
        raise values.element.error(f"dim is {dim}; it must not be negative")
    needed = {DataType.AXIS: 3, DataType.QUATERNION: 4}.get(data, dim)
    if dim != needed:
        raise values.element.error(f"dim is {dim}, but datatype {values['datatype']} has {needed} numbers")
    sensor.datatype, sensor.needstage, sensor.dim = data, ForwardPart[values["needstage"].upper()], dim


def _plugin(sensor: Sensor, values: Resolved, context: Context) -> None:
    """Set what the plugin of a sensor says: how many numbers it gives, and when."""
    sensor.plugin = context.objects.plugins.of(values.element, "sensor")
    plugin = context.objects.plugins.instances[sensor.plugin]
    function = plugin_function("sensor", plugin.plugin)
    if plugin.kind != PluginKind.TOUCH_GRID and function is not None:
        sensor.dim, sensor.needstage = function.dim, function.needstage
        return
    if sensor.objtype != ObjectType.SITE:
        raise values.element.error('a touch grid looks out of a site; give objtype="site" and its objname')
    channels, columns, rows = (int(number) for number in plugin.prm[:3])
    sensor.dim = channels * columns * rows


PARTICULAR = {
    "plugin": _plugin,
    "rangefinder": _rays,
    "contact": _contacts,
    "insidesite": _inside,
    "tactile": _tactile,
    "user": _user,
}
