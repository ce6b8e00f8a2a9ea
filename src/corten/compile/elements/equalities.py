"""Equality constraints: which objects they hold together, and how."""

from corten.compile.context import Context
from corten.compile.elements.joints import SCALAR
from corten.compile.items import Item
from corten.enums import EqualityType, ObjectType
from corten.spec import DefaultClasses, Element, Resolved, root_section

# numbers in eq_data, and places in it: torque scale of a weld, mark of one whose pose is that at qpos0
DATA = 12
TORQUE, POSE_FROM_QPOS0 = 10, 11


def read_equalities(root: Element, classes: DefaultClasses, context: Context) -> list[Item]:
    """Return the equality constraints; numbers that follow from qpos0 are zero."""
    section = root_section(root, "equality")
    elements = [] if section is None else section.children
    return [_equality(classes.resolve(element), context) for element in elements]


def _equality(values: Resolved, context: Context) -> Item:
    element = values.element
    kind, objects, data = READERS[element.tag](values)
    first, second = (None if name is None else context.ids[kind][name] for name in objects)
    if kind == "body" and second is None:
        second = 0
    if first == second:
        raise element.error(f"both ends are the {kind} '{objects[0]}'; it needs two different ones")
    if kind == "joint":
        for name in objects:
            if name is not None and context.row("joint", context.ids["joint"][name])["type"] not in SCALAR:
                raise element.error(f"the joint '{name}' is no hinge or slide; only those have one coordinate")
    row = {
        "type": EqualityType[element.tag.upper()],
        "obj1id": first,
        "obj2id": -1 if second is None else second,
        # joints and tendons are told by the type alone
        "objtype": {"body": ObjectType.BODY, "site": ObjectType.SITE}.get(kind, ObjectType.UNKNOWN),
        "active0": values["active"],
        "solref": values["solref"],
        "solimp": values["solimp"],
        "data": (*data, *(0.0,) * (DATA - len(data))),
    }
    return Item(element, values["name"] or "", row)


# kind of the objects, their names, and the numbers that are written
Reading = tuple[str, tuple[str | None, str | None], tuple[float, ...]]


def _connect(values: Resolved) -> Reading:
    if values["site1"] is not None:
        return "site", (values["site1"], values["site2"]), ()
    return "body", (values["body1"], values["body2"]), (*values["anchor"], *(0.0,) * (TORQUE - 3), 1.0)


def _weld(values: Resolved) -> Reading:
    data = [0.0] * DATA
    data[TORQUE] = values["torquescale"]
    if values["site1"] is not None:
        data[1] = 1.0
        return "site", (values["site1"], values["site2"]), tuple(data)
    data[:3] = values["anchor"]
    data[3:TORQUE] = values["relpose"]
    if not any(values["relpose"][3:]):
        data[POSE_FROM_QPOS0] = 1.0
    return "body", (values["body1"], values["body2"]), tuple(data)


def _joint(values: Resolved) -> Reading:
    return "joint", (values["joint1"], values["joint2"]), _polynomial(values)


def _tendon(values: Resolved) -> Reading:
    return "tendon", (values["tendon1"], values["tendon2"]), _polynomial(values)


def _polynomial(values: Resolved) -> tuple[float, ...]:
    # behind the coefficients stands what no constraint of this type reads
    return (*values["polycoef"], *(0.0,) * (TORQUE - len(values["polycoef"])), 1.0)


READERS = {"connect": _connect, "weld": _weld, "joint": _joint, "tendon": _tendon}
