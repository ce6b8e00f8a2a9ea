"""What each kind of sensor measures: its numbers, their meaning, and the part of a step that they need."""

from typing import NamedTuple

from corten.enums import DataType, SensorType, StageType

POS, VEL, ACC = StageType.POS, StageType.VEL, StageType.ACC


class Sort(NamedTuple):
    """One kind of sensor: its type, how many numbers it gives, when, what they are, and what it is attached to."""

    type: SensorType
    dim: int
    stage: StageType
    on: str
    data: DataType = DataType.REAL


AXIS, QUATERNION, POSITIVE = DataType.AXIS, DataType.QUATERNION, DataType.POSITIVE

SORTS = {
    "touch": Sort(SensorType.TOUCH, 1, ACC, "site", POSITIVE),
    "accelerometer": Sort(SensorType.ACCELEROMETER, 3, ACC, "site"),
    "velocimeter": Sort(SensorType.VELOCIMETER, 3, VEL, "site"),
    "gyro": Sort(SensorType.GYRO, 3, VEL, "site"),
    "force": Sort(SensorType.FORCE, 3, ACC, "site"),
    "torque": Sort(SensorType.TORQUE, 3, ACC, "site"),
    "magnetometer": Sort(SensorType.MAGNETOMETER, 3, POS, "site"),
    "camprojection": Sort(SensorType.CAMPROJECTION, 2, POS, "site"),
    "rangefinder": Sort(SensorType.RANGEFINDER, 0, POS, "ray"),
    "jointpos": Sort(SensorType.JOINTPOS, 1, POS, "joint"),
    "jointvel": Sort(SensorType.JOINTVEL, 1, VEL, "joint"),
    "tendonpos": Sort(SensorType.TENDONPOS, 1, POS, "tendon"),
    "tendonvel": Sort(SensorType.TENDONVEL, 1, VEL, "tendon"),
    "actuatorpos": Sort(SensorType.ACTUATORPOS, 1, POS, "actuator"),
    "actuatorvel": Sort(SensorType.ACTUATORVEL, 1, VEL, "actuator"),
    "actuatorfrc": Sort(SensorType.ACTUATORFRC, 1, ACC, "actuator"),
    "jointactuatorfrc": Sort(SensorType.JOINTACTFRC, 1, ACC, "joint"),
    "tendonactuatorfrc": Sort(SensorType.TENDONACTFRC, 1, ACC, "tendon"),
    "ballquat": Sort(SensorType.BALLQUAT, 4, POS, "joint", QUATERNION),
    "ballangvel": Sort(SensorType.BALLANGVEL, 3, VEL, "joint"),
    "jointlimitpos": Sort(SensorType.JOINTLIMITPOS, 1, POS, "joint"),
    "jointlimitvel": Sort(SensorType.JOINTLIMITVEL, 1, VEL, "joint"),
    "jointlimitfrc": Sort(SensorType.JOINTLIMITFRC, 1, ACC, "joint"),
    "tendonlimitpos": Sort(SensorType.TENDONLIMITPOS, 1, POS, "tendon"),
    "tendonlimitvel": Sort(SensorType.TENDONLIMITVEL, 1, VEL, "tendon"),
    "tendonlimitfrc": Sort(SensorType.TENDONLIMITFRC, 1, ACC, "tendon"),
    "framepos": Sort(SensorType.FRAMEPOS, 3, POS, "frame"),
    "framequat": Sort(SensorType.FRAMEQUAT, 4, POS, "frame", QUATERNION),
    "framexaxis": Sort(SensorType.FRAMEXAXIS, 3, POS, "frame", AXIS),
    "frameyaxis": Sort(SensorType.FRAMEYAXIS, 3, POS, "frame", AXIS),
    "framezaxis": Sort(SensorType.FRAMEZAXIS, 3, POS, "frame", AXIS),
    "framelinvel": Sort(SensorType.FRAMELINVEL, 3, VEL, "frame"),
    "frameangvel": Sort(SensorType.FRAMEANGVEL, 3, VEL, "frame"),
    "framelinacc": Sort(SensorType.FRAMELINACC, 3, ACC, "frame"),
    "frameangacc": Sort(SensorType.FRAMEANGACC, 3, ACC, "frame"),
    "subtreecom": Sort(SensorType.SUBTREECOM, 3, POS, "body"),
    "subtreelinvel": Sort(SensorType.SUBTREELINVEL, 3, VEL, "body"),
    "subtreeangmom": Sort(SensorType.SUBTREEANGMOM, 3, VEL, "body"),
    "insidesite": Sort(SensorType.INSIDESITE, 1, POS, "frame", POSITIVE),
    "distance": Sort(SensorType.GEOMDIST, 1, POS, "pair"),
    "normal": Sort(SensorType.GEOMNORMAL, 3, POS, "pair", AXIS),
    "fromto": Sort(SensorType.GEOMFROMTO, 6, POS, "pair"),
    "contact": Sort(SensorType.CONTACT, 0, ACC, "contact"),
    "e_potential": Sort(SensorType.E_POTENTIAL, 1, POS, "nothing"),
    "e_kinetic": Sort(SensorType.E_KINETIC, 1, POS, "nothing"),
    "clock": Sort(SensorType.CLOCK, 1, POS, "nothing"),
    "user": Sort(SensorType.USER, 0, ACC, "anything"),
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
