"""Equality constraints: which objects they hold together, and how."""

from corten.compile.context import Context
from corten.compile.objects.constraint_rows import Equality
from corten.enums import EqualityType, ObjectType
from corten.spec import DefaultClasses, Element, Resolved, root_section

# numbers in eq_data, and places in it: torque scale of a weld, mark of one whose pose is that at qpos0
DATA = 12
TORQUE, POSE_FROM_QPOS0 = 10, 11


def read_equalities(root: Element, classes: DefaultClasses, context: Context) -> list[Equality]:
    """Return the equality constraints; numbers that follow from qpos0 are zero."""
    section = root_section(root, "equality")
    elements = [] if section is None else section.children
    return [_equality(classes.resolve(element), context) for element in elements]


def _equality(values: Resolved, context: Context) -> Equality:
    element = values.element
    kind, names, data = READERS[element.tag](values)
    first, second = (context.number(kind, name) for name in names)
    if kind == "body" and names[1] is None:
        second = 0
    if first == second:
        raise element.error(f"both ends are the {kind} '{names[0]}'; it needs two different ones")
    if kind == "joint":
        for name in names:
            if name is not None:
                context.scalar_joint(element, name)
    return Equality(
        element=element,
        name=values["name"] or "",
        type=EqualityType[element.tag.upper()],
        obj1id=first,
        obj2id=second,
        # joints and tendons are told by the type alone
        objtype={"body": ObjectType.BODY, "site": ObjectType.SITE}.get(kind, ObjectType.UNKNOWN),
        active0=values["active"],
        solref=values["solref"],
        solimp=values["solimp"],
        data=(*data, *(0.0,) * (DATA - len(data))),
    )


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


def _flex(values: Resolved) -> Reading:
    # nothing reads these numbers; they are those of a polynomial
    return "flex", (values["flex"], None), (0.0, 1.0, *(0.0,) * (TORQUE - 2), 1.0)


def _flexstrain(values: Resolved) -> Reading:
    # what is behind the cell is nobody's number; without a cell, the numbers of a polynomial stand there, too
    return "flex", (values["flex"], None), (*values["cell"], *(0.0,) * (TORQUE - 3), 1.0)


READERS = {
    "connect": _connect,
    "weld": _weld,
    "joint": _joint,
    "tendon": _tendon,
    "flex": _flex,
    "flexstrain": _flexstrain,
}
