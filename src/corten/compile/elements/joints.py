"""Joints: type, axis and anchor in the body, limits, springs and dampers."""

from corten.compile.context import Context, dedup_key
from corten.compile.objects.body_rows import SCALAR, Body, DofParameters, Joint, JointTraits, Placed
from corten.enums import JointType
from corten.mjcf.schema import declaration
from corten.spec import Element, Resolved
from corten.spec.frames import IDENTITY, UNIT, ZERO, compose, length_of, rotate, unit_vector

# ---------------------------------------------------------------- limits, of joints, tendons and actuators
# Whether a range counts is what `limited`, the range and autolimits decide together.


def is_limited(values: Resolved, prefix: str, autolimits: bool, upper_only: bool = False) -> bool:
    """Return whether the range of an element is in force: its attributes are the prefix with `range` and `limited`."""
    span, word = values[f"{prefix}range"], values[f"{prefix}limited"]
    return range_counts(values.element, prefix, span, word, autolimits, upper_only)


def range_counts(
    element: Element, prefix: str, span: tuple[float, float], word: str, autolimits: bool, upper_only: bool = False
) -> bool:
    """Return whether a range is in force; one that makes no sense, or might not be meant, is refused.

    `word` is what `limited` says: true, false or auto. With `upper_only` the lower end is not looked at here.
    """
    low, high = span
    if word == "false":
        return False
    unset = low == 0 and high == 0
    name, limited = f"{prefix}range", f"{prefix}limited"
    if word == "auto":
        if unset:
            return False
        if not autolimits:
            raise element.error(
                f'{name} is given, but {limited} is not, and <compiler autolimits="false"> does not decide it; '
                f'write {limited}="true" or "false"'
            )
    if high <= low and not (upper_only and word == "true"):
        remedy = f"give {name}" if unset else "swap them?" if high < low else "leave room between them"
        raise element.error(f"{name} is {low:g} {high:g}; the first number must be smaller: {remedy}")
    return True


# ---------------------------------------------------------------- joints


# types by the words for them
TYPES = {kind.name.lower(): kind for kind in JointType}


def compile_joint(placed: Placed, body: Body, context: Context) -> Joint:
    """Return a joint."""
    key = dedup_key(placed)
    if key not in context.patterns:
        context.patterns[key] = _traits(placed, context)
    traits, dof = context.patterns[key]
    return Joint(element=placed.element, name=placed.name, bodyid=body.number, shared=traits, dof=dof)


def _traits(placed: Placed, context: Context) -> tuple[JointTraits, DofParameters]:
    """Return what a joint has in common with those that say the same."""
    values, element = placed.values, placed.element
    kind = JointType.FREE if element.tag == "freejoint" else TYPES[values["type"]]
    if element.tag == "freejoint":
        # it takes nothing from default classes
        values = Resolved(Element(declaration("body:joint")), {})
    _check_springdamper(values)
    limited, span = _limits(values, kind, context)
    angle = context.settings.joint_angle if kind == JointType.HINGE else float
    traits = JointTraits(
        type=kind,
        group=placed.values["group"],
        limited=limited,
        actfrclimited=kind in SCALAR and is_limited(values, "actuatorfrc", context.settings.autolimits),
        actgravcomp=values["actuatorgravcomp"],
        solref=values["solreflimit"],
        solimp=values["solimplimit"],
        pos=_anchor(placed, values, kind),
        axis=_axis(placed, values, kind),
        stiffness=values["stiffness"][0],
        stiffnesspoly=values["stiffness"][1:],
        springyield=_springyield(values, kind, context),
        range=span,
        actfrcrange=values["actuatorfrcrange"],
        margin=values["margin"],
        user=context.user_numbers(placed, "jnt"),
        ref=angle(values["ref"]),
        springref=angle(values["springref"]),
        springdamper=values["springdamper"],
    )
    return traits, _dof_parameters(values)


def _dof_parameters(values: Resolved) -> DofParameters:
    """Return what a joint says of each of its dofs."""
    return DofParameters(
        solref=values["solreffriction"],
        solimp=values["solimpfriction"],
        frictionloss=values["frictionloss"],
        armature=values["armature"],
        damping=values["damping"][0],
        dampingpoly=values["damping"][1:],
    )


def _check_springdamper(values: Resolved) -> None:
    timeconst, dampratio = values["springdamper"]
    if (timeconst or dampratio) and min(timeconst, dampratio) <= 0:
        raise values.element.error(
            f"springdamper is {timeconst:g} {dampratio:g}; time constant [s] and damping ratio must both be positive"
        )


def _springyield(values: Resolved, kind: JointType, context: Context) -> float:
    """Return the deflection from which on the spring of a joint yields [m or rad], 0 if it is elastic."""
    written = values["springyield"]
    if written < 0:
        raise values.element.error(f"springyield is {written:g}; it must not be negative")
    if written > 0 and kind == JointType.FREE:
        raise values.element.error("springyield is given, but the spring of a free joint cannot yield; leave it out")
    return written if kind == JointType.SLIDE else context.settings.joint_angle(written)


def _limits(values: Resolved, kind: JointType, context: Context) -> tuple[bool, tuple[float, float]]:
    """Return whether a joint is limited, and its range [m or rad]; a range that does not count stays as written."""
    low, high = values["range"]
    if kind == JointType.FREE:
        return False, (low, high)
    ball = kind == JointType.BALL
    if not is_limited(values, "", context.settings.autolimits, upper_only=ball):
        return False, (low, high)
    if ball and low != 0:
        raise values.element.error(
            f"range is {low:g} {high:g}; a ball joint is limited by one angle, so the first number must be 0"
        )
    if kind != JointType.SLIDE:
        low, high = context.settings.joint_angle(low), context.settings.joint_angle(high)
    return True, (low, high)


def _anchor(placed: Placed, values: Resolved, kind: JointType):
    # a free joint moves the body frame itself
    if kind == JointType.FREE:
        return ZERO
    if placed.frame is IDENTITY:
        return values["pos"]
    return compose(placed.frame, (values["pos"], UNIT))[0]


def _axis(placed: Placed, values: Resolved, kind: JointType):
    # free and ball joints turn about all axes
    if kind not in SCALAR:
        return 0.0, 0.0, 1.0
    axis = rotate(placed.frame[1], values["axis"])
    if length_of(axis) == 0.0:
        raise placed.element.error("axis has length zero; it needs a direction")
    return unit_vector(axis)
