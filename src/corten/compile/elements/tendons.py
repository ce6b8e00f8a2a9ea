"""Tendons: their paths, limits, springs and dampers."""

from corten.compile.context import Context
from corten.compile.elements.joints import is_limited
from corten.compile.objects.body_rows import Placed
from corten.compile.objects.constraint_rows import Tendon, Wrap
from corten.enums import GeomType, TendonType, WrapType
from corten.spec import DefaultClasses, Element, root_section
from corten.spec.frames import IDENTITY

# what tendons look like that do not say it [m]
WIDTH = 0.003
GREY = (0.5, 0.5, 0.5, 1.0)

WRAPPED = {GeomType.SPHERE: WrapType.SPHERE, GeomType.CYLINDER: WrapType.CYLINDER}


def read_tendons(root: Element, classes: DefaultClasses) -> list[Placed]:
    """Return the elements of <tendon> with their attributes."""
    section = root_section(root, "tendon")
    return [] if section is None else [Placed(element, IDENTITY, classes) for element in section.children]


def compile_tendon(placed: Placed, context: Context) -> Tendon:
    """Return a tendon; lengths that follow from qpos0 are set later."""
    values, element = placed.values, placed.element
    spatial = element.tag == "spatial"
    path = [_wrap(child, context) for child in element.children]
    _check_path(element, path, spatial)
    if values["armature"] < 0:
        raise element.error(f"armature is {values['armature']:g}; it must not be negative")
    if values["armature"] > 0 and any(wrap.type in WRAPPED.values() for wrap in path):
        raise element.error("armature is given, but the path wraps geoms; a tendon cannot have both")
    if spatial and values["width"] <= 0:
        raise element.error(f"width is {values['width']:g}; it must be positive [m]")
    _check_springlength(placed)
    if values["springyield"] < 0:
        raise element.error(f"springyield is {values['springyield']:g}; it must not be negative")
    autolimits = context.settings.autolimits
    return Tendon(
        element=element,
        name=placed.name,
        type=TendonType.SPATIAL if spatial else TendonType.FIXED,
        num=len(path),
        matid=context.number("material", values.inherited("material", None)),
        group=values["group"],
        limited=is_limited(values, "", autolimits),
        actfrclimited=is_limited(values, "actuatorfrc", autolimits),
        width=values.inherited("width", WIDTH),
        solref_lim=values["solreflimit"],
        solimp_lim=values["solimplimit"],
        solref_fri=values["solreffriction"],
        solimp_fri=values["solimpfriction"],
        range=values["range"],
        actfrcrange=values["actuatorfrcrange"],
        margin=values["margin"],
        stiffness=values["stiffness"][0],
        stiffnesspoly=values["stiffness"][1:],
        damping=values["damping"][0],
        dampingpoly=values["damping"][1:],
        armature=values["armature"],
        frictionloss=values["frictionloss"],
        lengthspring=values["springlength"],
        springyield=values["springyield"],
        user=context.user_numbers(placed, "tendon"),
        rgba=values.inherited("rgba", GREY),
        path=path,
    )


def _check_springlength(placed: Placed) -> None:
    low, high = placed.values["springlength"]
    if low > high:
        raise placed.element.error(f"springlength is {low:g} {high:g}; the first number must not be larger")


def _wrap(element: Element, context: Context) -> Wrap:
    """Return one element of a path: type, object and parameter."""
    written, tag = element.attributes, element.tag
    if tag == "joint":
        context.scalar_joint(element, written["joint"])
        return Wrap(type=WrapType.JOINT, objid=context.ids["joint"][written["joint"]], prm=written["coef"])
    if tag == "site":
        return Wrap(type=WrapType.SITE, objid=context.ids["site"][written["site"]], prm=0.0)
    if tag == "pulley":
        if written["divisor"] <= 0:
            raise element.error(f"divisor is {written['divisor']:g}; it must be positive")
        return Wrap(type=WrapType.PULLEY, objid=-1, prm=written["divisor"])
    number = context.ids["geom"][written["geom"]]
    kind = context.objects.geoms[number].type
    if kind not in WRAPPED:
        raise element.error(
            f"the geom '{written['geom']}' is a {kind.name.lower()}; tendons wrap spheres and cylinders"
        )
    side = context.number("site", written.get("sidesite"))
    return Wrap(type=WRAPPED[kind], objid=number, prm=float(side))


def _check_path(element: Element, path: list[Wrap], spatial: bool) -> None:
    """Refuse paths along which there is no string."""
    if not path:
        raise element.error("its path is empty; give it " + ("sites" if spatial else "joints"))
    if not spatial:
        joints = [wrap.objid for wrap in path]
        for place, child in enumerate(element.children):
            if joints[place] in joints[:place]:
                raise child.error(f"the joint '{child.attributes['joint']}' stands twice in this tendon; add the coefs")
        return
    if len(path) < 2:
        raise element.error("its path has one element; a spatial tendon goes through at least two sites")
    kinds = [wrap.type for wrap in path]
    for place, child in enumerate(element.children):
        trouble = _trouble(path, kinds, place)
        if trouble:
            raise child.error(trouble)


def _trouble(path: list[Wrap], kinds: list[WrapType], place: int) -> str | None:
    """Return what is wrong with an element of a spatial path, None if nothing is."""
    before = kinds[place - 1] if place > 0 else WrapType.PULLEY
    after = kinds[place + 1] if place + 1 < len(kinds) else WrapType.PULLEY
    if kinds[place] == WrapType.PULLEY:
        if place > 0 and before == WrapType.PULLEY:
            return "a pulley follows another; put sites between them"
        if place == len(kinds) - 1:
            return "the path ends with a pulley; put sites behind it"
    elif kinds[place] == WrapType.SITE:
        if before == WrapType.PULLEY and after == WrapType.PULLEY:
            return "this site stands alone; a piece of a path needs two"
        if after == WrapType.SITE and path[place].objid == path[place + 1].objid:
            return "the next site is the same one; leave out one of them"
    elif before != WrapType.SITE or after != WrapType.SITE:
        return "a geom must stand between two sites"
    return None
