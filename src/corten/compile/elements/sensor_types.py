"""What each kind of sensor measures: its numbers, their meaning, and the part of a step that they need."""

from typing import NamedTuple

from corten.enums import DataType, ForwardPart, SensorType

POS, VEL, ACC = ForwardPart.POS, ForwardPart.VEL, ForwardPart.ACC


class SensorKind(NamedTuple):
    """One kind of sensor: its type, how many numbers it gives, when, what they are, and what it is attached to."""

    type: SensorType
    dim: int
    stage: ForwardPart
    on: str
    data: DataType = DataType.REAL


AXIS, QUATERNION, POSITIVE = DataType.AXIS, DataType.QUATERNION, DataType.POSITIVE

SENSOR_KINDS = {
    "touch": SensorKind(SensorType.TOUCH, 1, ACC, "site", POSITIVE),
    "accelerometer": SensorKind(SensorType.ACCELEROMETER, 3, ACC, "site"),
    "velocimeter": SensorKind(SensorType.VELOCIMETER, 3, VEL, "site"),
    "gyro": SensorKind(SensorType.GYRO, 3, VEL, "site"),
    "force": SensorKind(SensorType.FORCE, 3, ACC, "site"),
    "torque": SensorKind(SensorType.TORQUE, 3, ACC, "site"),
    "magnetometer": SensorKind(SensorType.MAGNETOMETER, 3, POS, "site"),
    "camprojection": SensorKind(SensorType.CAMPROJECTION, 2, POS, "site"),
    "rangefinder": SensorKind(SensorType.RANGEFINDER, 0, POS, "ray"),
    "jointpos": SensorKind(SensorType.JOINTPOS, 1, POS, "joint"),
    "jointvel": SensorKind(SensorType.JOINTVEL, 1, VEL, "joint"),
    "tendonpos": SensorKind(SensorType.TENDONPOS, 1, POS, "tendon"),
    "tendonvel": SensorKind(SensorType.TENDONVEL, 1, VEL, "tendon"),
    "actuatorpos": SensorKind(SensorType.ACTUATORPOS, 1, POS, "actuator"),
    "actuatorvel": SensorKind(SensorType.ACTUATORVEL, 1, VEL, "actuator"),
    "actuatorfrc": SensorKind(SensorType.ACTUATORFRC, 1, ACC, "actuator"),
    "jointactuatorfrc": SensorKind(SensorType.JOINTACTFRC, 1, ACC, "joint"),
    "tendonactuatorfrc": SensorKind(SensorType.TENDONACTFRC, 1, ACC, "tendon"),
    "ballquat": SensorKind(SensorType.BALLQUAT, 4, POS, "joint", QUATERNION),
    "ballangvel": SensorKind(SensorType.BALLANGVEL, 3, VEL, "joint"),
    "jointlimitpos": SensorKind(SensorType.JOINTLIMITPOS, 1, POS, "joint"),
    "jointlimitvel": SensorKind(SensorType.JOINTLIMITVEL, 1, VEL, "joint"),
    "jointlimitfrc": SensorKind(SensorType.JOINTLIMITFRC, 1, ACC, "joint"),
    "tendonlimitpos": SensorKind(SensorType.TENDONLIMITPOS, 1, POS, "tendon"),
    "tendonlimitvel": SensorKind(SensorType.TENDONLIMITVEL, 1, VEL, "tendon"),
    "tendonlimitfrc": SensorKind(SensorType.TENDONLIMITFRC, 1, ACC, "tendon"),
    "framepos": SensorKind(SensorType.FRAMEPOS, 3, POS, "frame"),
    "framequat": SensorKind(SensorType.FRAMEQUAT, 4, POS, "frame", QUATERNION),
    "framexaxis": SensorKind(SensorType.FRAMEXAXIS, 3, POS, "frame", AXIS),
    "frameyaxis": SensorKind(SensorType.FRAMEYAXIS, 3, POS, "frame", AXIS),
    "framezaxis": SensorKind(SensorType.FRAMEZAXIS, 3, POS, "frame", AXIS),
    "framelinvel": SensorKind(SensorType.FRAMELINVEL, 3, VEL, "frame"),
    "frameangvel": SensorKind(SensorType.FRAMEANGVEL, 3, VEL, "frame"),
    "framelinacc": SensorKind(SensorType.FRAMELINACC, 3, ACC, "frame"),
    "frameangacc": SensorKind(SensorType.FRAMEANGACC, 3, ACC, "frame"),
    "subtreecom": SensorKind(SensorType.SUBTREECOM, 3, POS, "body"),
    "subtreelinvel": SensorKind(SensorType.SUBTREELINVEL, 3, VEL, "body"),
    "subtreeangmom": SensorKind(SensorType.SUBTREEANGMOM, 3, VEL, "body"),
    "insidesite": SensorKind(SensorType.INSIDESITE, 1, POS, "frame", POSITIVE),
    "distance": SensorKind(SensorType.GEOMDIST, 1, POS, "pair"),
    "normal": SensorKind(SensorType.GEOMNORMAL, 3, POS, "pair", AXIS),
    "fromto": SensorKind(SensorType.GEOMFROMTO, 6, POS, "pair"),
    "contact": SensorKind(SensorType.CONTACT, 0, ACC, "contact"),
    "e_potential": SensorKind(SensorType.E_POTENTIAL, 1, POS, "nothing"),
    "e_kinetic": SensorKind(SensorType.E_KINETIC, 1, POS, "nothing"),
    "clock": SensorKind(SensorType.CLOCK, 1, POS, "nothing"),
    "tactile": SensorKind(SensorType.TACTILE, 0, VEL, "mesh"),
    "user": SensorKind(SensorType.USER, 0, ACC, "anything"),
    "plugin": SensorKind(SensorType.PLUGIN, 0, ACC, "anything"),
}

# what a ray or a contact can tell, in the order in which it must be asked for, and how many numbers that is
RAY_DATA = {"dist": 1, "dir": 3, "origin": 3, "point": 3, "normal": 3, "depth": 1}
CONTACT_DATA = {
    "found": 1,
    "force": 3,
    "torque": 3,
    "dist": 1,
    "pos": 3,
    "normal": 3,
    "tangent": 3,
    "linvel": 3,
    "angvel": 3,
}
REDUCTIONS = ("none", "mindist", "maxforce", "netforce")
