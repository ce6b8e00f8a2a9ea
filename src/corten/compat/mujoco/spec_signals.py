"""Sensors, tendons and actuators of an MjSpec."""

from typing import Any

from corten.compat.mujoco.arguments import NAMES
from corten.compat.mujoco.spec_records import Record, object_number, object_word
from corten.compat.mujoco.spec_values import member
from corten.compile.elements.actuator_inputs import ALONE, INPUTS
from corten.compile.elements.actuator_kinds import Drive
from corten.compile.elements.sensor_types import CONTACT_DATA, RAY_DATA, SENSOR_KINDS
from corten.enums import GainType
from corten.mjcf.schema import child_declaration
from corten.spec.defaults import MAIN
from corten.spec.element import Element

# sensors that MJCF calls otherwise than mjtSensor
OTHER_TAGS = {
    "jointactfrc": "jointactuatorfrc", "tendonactfrc": "tendonactuatorfrc", "geomdist": "distance",
    "geomnormal": "normal", "geomfromto": "fromto",
}  # fmt: skip
TAGS: dict[int, str] = {
    value: str(OTHER_TAGS.get(word, word))
    for name, value in NAMES["enums"]["mjtSensor"].items()
    for word in [name.partition("_")[2].lower()]
}

# how two objects are named: word of the type of object, word of MJCF
FIRST = (("geom", "geom1"), ("body", "body1"), ("xbody", "subtree1"), ("site", "site"))
SECOND = (("geom", "geom2"), ("body", "body2"), ("xbody", "subtree2"))

# sensors that name their objects in their own way: words of the object and of the reference, with types of objects
SPECIAL = {
    "camprojection": ((("site", "site"),), (("camera", "camera"),)),
    "rangefinder": ((("site", "site"), ("camera", "camera")), ()),
    "tactile": ((("mesh", "mesh"),), (("geom", "geom"),)),
    "distance": (FIRST[:2], SECOND[:2]), "normal": (FIRST[:2], SECOND[:2]), "fromto": (FIRST[:2], SECOND[:2]),
    "contact": (FIRST, SECOND), "insidesite": ((), (("site", "site"),)),
}  # fmt: skip
ON_ONE = ("site", "joint", "tendon", "actuator", "body")

# fields of sensors that MJCF has words for, whatever they measure
COMMON = ("name", "cutoff", "noise", "nsample", "interp", "delay", "interval", "userdata")


class MjsSensor(Record):
    """A sensor: `type` says what it measures, `objtype` and `objname` of what."""

    _table = NAMES["specs"]["MjsSensor"]

    def _words(self) -> tuple[Any, Any]:
        """Return how the object and the reference are named."""
        known = self._element.declaration.attributes
        if self._element.tag in SPECIAL:
            return SPECIAL[self._element.tag]
        return tuple((word, word) for word in ON_ONE if word in known and "objtype" not in known), ()

    def _read(self) -> dict[str, Any]:
        element = self._element
        found = super()._read() | {"type": next(value for value, tag in TAGS.items() if tag == element.tag)}
        for (kind, name), words in zip((("objtype", "objname"), ("reftype", "refname")), self._words(), strict=True):
            if kind in element.attributes:
                found[kind], found[name] = object_number(element.attributes[kind]), element.attributes[name]
            for word, attribute in words:
                if attribute in element.attributes:
                    found[kind], found[name] = object_number(word), element.attributes[attribute]
        if "data" in element.declaration.attributes:
            values = self._spec._classes().resolve(element)
            words = element.declaration.attributes["data"].words
            data = values["data"] if element.attributes else ()
            prm = [sum(1 << words.index(word) for word in data), 0, 0]
            if element.tag == "contact":
                prm[1] = element.declaration.attributes["reduce"].words.index(values["reduce"])
                prm[2] = int(values["num"])
            found["intprm"] = prm
        return found

    def _write(self, fields: dict[str, Any]) -> None:
        self._become(TAGS[int(fields["type"])])
        self._put(fields, COMMON)
        element, known = self._element, self._element.declaration.attributes
        for (kind, name), words in zip((("objtype", "objname"), ("reftype", "refname")), self._words(), strict=True):
            word = object_word(fields[kind])
            given = dict(words)
            if not fields[name]:
                continue
            if word in given or (len(given) == 1 and kind == "objtype"):
                element[given.get(word, next(iter(given.values())))] = fields[name]
            elif kind in known:
                element[kind], element[name] = word, fields[name]
            elif element.tag == "contact":
                first, allowed = (
                    ("first", "(x)body, geom or site") if kind == "objtype" else ("second", "(x)body or geom")
                )
                raise ValueError(f"{first} matching criterion: if set, must be {allowed}")
            else:
                raise ValueError(f"{element.label()}: {kind} is {word!r}, which such a sensor does not measure")
        if element.tag == "user":
            self._put(fields, ("dim", "datatype", "needstage"))
        elif "data" in known:
            self._write_data(fields["intprm"])

    def _write_data(self, prm: Any) -> None:
        """Write which numbers a sensor of contacts or distances gives."""
        element, words = self._element, self._element.declaration.attributes["data"].words
        bits = int(prm[0])
        if bits <= 0:
            raise ValueError(f"data spec (intprm[0]) must be positive, got {bits}")
        if element.tag == "contact":
            if not bits & ((1 << len(words)) - 1):
                raise ValueError(
                    f"data spec intprm[0]={bits} must have at least one bit set of the first mjNCONDATA bits"
                )
            criteria = element.declaration.attributes["reduce"].words
            if not 0 <= prm[1] < len(criteria):
                raise ValueError(
                    f"unknown reduction criterion. got {int(prm[1])}, expected one of 0..{len(criteria) - 1}"
                )
            if prm[2] <= 0:
                raise ValueError("num (intprm[2]) must be positive in sensor")
            element["num"], element["reduce"] = int(prm[2]), criteria[int(prm[1])]
        if bits >> len(words):
            raise ValueError(f"data spec intprm[0]={bits} has bits set beyond the first mjNCONDATA bits")
        if bits:
            element["data"] = tuple(word for bit, word in enumerate(words) if bits >> bit & 1)

    def get_data_size(self) -> int:
        """Return how many numbers it gives; what depends on other elements is as if there were one pixel or vertex."""
        self._spec._flush()
        tag, prm = self._element.tag, self.intprm
        if tag == "user":
            return int(self.dim)
        if tag not in ("contact", "rangefinder"):
            return SENSOR_KINDS[tag].dim
        sizes = list((CONTACT_DATA if tag == "contact" else RAY_DATA).values())
        size = sum(size for bit, size in enumerate(sizes) if int(prm[0]) >> bit & 1)
        if tag == "contact":
            return size * int(prm[2])
        camera = self._spec.camera(self.objname) if object_word(self.objtype) == "camera" else None
        return size if camera is None else size * int(camera.resolution[0] * camera.resolution[1])


class MjsTendon(Record):
    """A tendon: `wrap_joint` makes it a fixed one, the others a spatial one."""

    _table = NAMES["specs"]["MjsTendon"]

    def __init__(self, spec: Any, element: Element):
        super().__init__(spec, element)
        self.__dict__["_path"] = None

    @property
    def path(self) -> "MjsTendonPath":
        """What it leads along."""
        if self._path is None:
            self.__dict__["_path"] = MjsTendonPath(
                [MjsWrap(self, child.tag, child.attributes) for child in self._element.children]
            )
        found = self.__dict__["_path"]
        assert found is not None
        return found

    def default(self) -> Any:
        """Return its default class."""
        return self.classname

    def _wrap(self, tag: str, **attributes: Any) -> "MjsWrap":
        self._loaded()
        self.__dict__["_before"] = None
        wrap = MjsWrap(self, tag, attributes)
        self.path._wraps.append(wrap)
        return wrap

    def wrap_joint(self, name: str, coef: float) -> "MjsWrap":
        """Add the angle or length of a joint, times a number."""
        return self._wrap("joint", joint=name, coef=float(coef))

    def wrap_site(self, name: str) -> "MjsWrap":
        """Lead it through a site."""
        return self._wrap("site", site=name)

    def wrap_geom(self, name: str, sidesite: str) -> "MjsWrap":
        """Lead it around a geom, on the side of a site if one is named."""
        return self._wrap("geom", geom=name, **({"sidesite": sidesite} if sidesite else {}))

    def wrap_pulley(self, divisor: float) -> "MjsWrap":
        """Begin another branch; its length counts divided by a number."""
        return self._wrap("pulley", divisor=float(divisor))

    def _write(self, fields: dict[str, Any]) -> None:
        wraps = list(self.path)
        self._become("fixed" if wraps and all(wrap._tag == "joint" for wrap in wraps) else "spatial")
        self._put(fields)
        for wrap in wraps:
            self._element.add(wrap._tag, **wrap._attributes)


class MjsTendonPath:
    """What a tendon leads along."""

    def __init__(self, wraps: list["MjsWrap"]):
        self._wraps = wraps

    def __len__(self) -> int:
        return len(self._wraps)

    def __getitem__(self, key: int) -> "MjsWrap":
        if not 0 <= key < len(self._wraps):
            raise IndexError(f"place {key} does not exist; there are {len(self._wraps)}")
        return self._wraps[key]

    def __iter__(self) -> Any:
        return iter(self._wraps)


class MjsWrap:
    """A place of a tendon's path."""

    KINDS = {"joint": "mjWRAP_JOINT", "pulley": "mjWRAP_PULLEY", "site": "mjWRAP_SITE"}

    def __init__(self, tendon: MjsTendon, tag: str, attributes: dict[str, Any]):
        self._tendon, self._tag, self._attributes, self.info = tendon, tag, dict(attributes), ""

    @property
    def type(self) -> Any:
        """The kind of place: mjtWrap; a geom is a sphere until it is compiled, if it is not known better."""
        name = self.KINDS.get(self._tag)
        if name is None:
            target = self.target
            name = "mjWRAP_CYLINDER" if target is not None and target.type == 5 else "mjWRAP_SPHERE"
        return member("mjtWrap", NAMES["enums"]["mjtWrap"][name])

    @property
    def target(self) -> Any:
        """The joint, site or geom, None of a pulley."""
        name = self._attributes.get(self._tag)
        return None if name is None else getattr(self._tendon._spec, self._tag)(name)

    @property
    def sidesite(self) -> Any:
        """The site on whose side it leads around a geom, None without."""
        name = self._attributes.get("sidesite")
        return None if name is None else self._tendon._spec.site(name)

    @property
    def coef(self) -> float | None:
        """The number that a joint is multiplied by."""
        return self._attributes.get("coef")

    @property
    def divisor(self) -> float | None:
        """The number that the length behind a pulley is divided by."""
        return self._attributes.get("divisor")


class MjsActuator(Record):
    """An actuator of a general kind; `trntype` and `target` say what it pulls on."""

    _table = NAMES["specs"]["MjsActuator"]

    # words of what it pulls on by mjtTrn
    TARGETS = ("joint", "jointinparent", "cranksite", "tendon", "site", "body")
    FROM_DRIVE = (
        *("dynprm", "gainprm", "biasprm", "group", "ctrlrange", "forcerange", "actrange", "lengthrange", "gear"),
        *("damping", "armature", "cranklength", "actdim", "actearly", "inheritrange", "velrange", "ffrange"),
        *("nsample", "delay", "ctrlspec"),
    )
    KEYWORDS = ("ctrllimited", "forcelimited", "actlimited", "interp")

    def _loose(self, tag: str) -> Element:
        """Return an actuator that stands in no model."""
        declared = child_declaration(self._spec._spec.actuator.declaration, tag)
        assert declared is not None
        return Element(declared)

    def _drive(self, element: Element) -> Drive:
        """Return the parameters of an actuator, whatever shortcut it was written by."""
        drive = Drive(element)
        for each in (*self._spec._classes().history(element), element):
            drive.write(each)
        return drive

    def _read(self) -> dict[str, Any]:
        element, found = self._element, {}
        inside = element.parent is not None and element.parent.tag == "default"
        probe = element
        if inside:
            assert element.parent is not None
            probe = self._loose("general")
            probe["class"] = element.parent.attributes.get("class", MAIN)
        drive = self._drive(probe)
        for name in self.FROM_DRIVE:
            found[name] = getattr(drive, name)
        for name in self.KEYWORDS:
            words = ("zoh", "linear", "cubic") if name == "interp" else ("false", "true", "auto")
            found[name] = words.index(getattr(drive, name))
        for name in ("dyntype", "gaintype", "biastype"):
            found[name] = int(getattr(drive, name))
        for name in ("name", "refsite", "slidersite"):
            found[name] = element.attributes.get(name, "")
        if "user" in element.attributes:
            found["userdata"] = element.attributes["user"]
        for number, word in enumerate(self.TARGETS):
            if word in element.attributes:
                found["trntype"], found["target"] = number, element.attributes[word]
        return found

    def _write(self, fields: dict[str, Any]) -> None:
        self._become("general")
        said = self._said()["ctrlspec"]
        self._put(fields)
        if fields["ctrlspec"] != said:
            self._element["input"] = _input_words(int(fields["ctrlspec"]), int(fields["gaintype"]))
        if fields["target"]:
            number = int(fields["trntype"])
            if not 0 <= number < len(self.TARGETS):
                raise ValueError(f"the actuator {fields['name']!r} has a target, but no trntype")
            self._element[self.TARGETS[number]] = fields["target"]

    def _take(self, tag: str, attributes: dict[str, Any]) -> None:
        """Copy dynamics, gain and bias of a shortcut of MJCF."""
        element = self._loose(tag)
        for name, value in attributes.items():
            if value is not None:
                element[name] = value
        drive = Drive(element)
        drive.write(element)
        for name in ("dynprm", "gainprm", "biasprm", "dyntype", "gaintype", "biastype", "ctrlspec"):
            setattr(self, name, getattr(drive, name))
        for name in ("inheritrange", "ctrllimited", "actlimited"):
            if name in attributes or getattr(drive, name) not in ("auto", 0.0):
                words = ("false", "true", "auto")
                value = getattr(drive, name)
                setattr(self, name, words.index(value) if isinstance(value, str) else value)

    def set_to_motor(self) -> None:
        """Let the control be a force."""
        self._take("motor", {})

    def set_to_position(
        self, kp: float, kv: float = -1, dampratio: float = -1, timeconst: float = -1, inheritrange: float = 0
    ) -> None:
        """Let the control be a position, held by a spring."""
        self._take("position", _given(kp=kp, kv=kv, dampratio=dampratio, timeconst=timeconst))
        self.inheritrange = float(inheritrange)

    def set_to_intvelocity(
        self, kp: float, kv: float = -1, dampratio: float = -1, timeconst: float = -1, inheritrange: float = 0
    ) -> None:
        """Let the control be a velocity, which is added up to a position."""
        self._take("intvelocity", _given(kp=kp, kv=kv, dampratio=dampratio))
        if timeconst >= 0:
            self.dynprm[0] = timeconst
        self.inheritrange = float(inheritrange)

    def set_to_orientation(self, kp: float, kv: float = -1, dampratio: float = -1) -> None:
        """Let the control be an orientation."""
        self._take("orientation", _given(kp=kp, kv=kv, dampratio=dampratio))

    def set_to_pid(self, kp: float, kv: float = -1, dampratio: float = -1, ki: float = 0, **limits: float) -> None:
        """Let the control be a position, held by a controller with a memory."""
        self._take("pid", _given(kp=kp, kv=kv, dampratio=dampratio, ki=ki) | limits)

    def set_to_velocity(self, kv: float) -> None:
        """Let the control be a velocity, held by a damper."""
        self._take("velocity", {"kv": float(kv)})

    def set_to_damper(self, kv: float) -> None:
        """Let the control be a damping."""
        self._take("damper", {"kv": float(kv)})
        self.ctrllimited = 1

    def set_to_cylinder(self, timeconst: float, bias: float, area: float, diameter: float = -1) -> None:
        """Make it a cylinder with air or oil."""
        self._take("cylinder", _given(timeconst=timeconst, area=area, diameter=diameter) | {"bias": (bias, 0.0, 0.0)})

    def set_to_muscle(self, timeconst: Any = (-1, -1), tausmooth: float = 0, **numbers: Any) -> None:
        """Make it a muscle."""
        times = {"timeconst": tuple(map(float, timeconst))} if timeconst[0] >= 0 else {}
        given = {name: value for name, value in numbers.items() if name != "range" and value >= 0}
        if "range" in numbers and numbers["range"][0] >= 0:
            given["range"] = tuple(map(float, numbers["range"]))
        self._take("muscle", times | given | {"tausmooth": float(tausmooth)})

    def set_to_adhesion(self, gain: float) -> None:
        """Let the control be a force of adhesion."""
        self._take("adhesion", {"gain": float(gain), "body": "", "ctrlrange": (0.0, 1.0)})

    def set_to_dcmotor(self, motorconst: Any, resistance: float, **numbers: Any) -> None:
        """Make it a motor with a voltage for a control."""
        self._take("dcmotor", {"motorconst": tuple(motorconst), "resistance": float(resistance)} | numbers)


def _input_words(spec: int, gaintype: int) -> str:
    """Return the words of MJCF for what the controls of an actuator are."""
    if gaintype == GainType.SO3:
        return next((word for word, value in ALONE.items() if value == spec and word != "none"), "")
    if spec == ALONE["none"]:
        return "none"
    return " ".join(word for word, kind in INPUTS.items() if spec & kind)


def _given(**numbers: float) -> dict[str, float]:
    """Return the numbers that are not negative: others mean that nothing is given."""
    return {name: float(value) for name, value in numbers.items() if value >= 0}
