"""Bodies: frame, mass and inertia, and everything that hangs on the frame."""

from corten.compile.context import Context
from corten.compile.elements.cameras import compile_camera, compile_light
from corten.compile.elements.geoms import compile_geom, compile_site
from corten.compile.elements.joints import compile_joint
from corten.compile.elements.primitives import Part, Symmetric, combine, principal_axes
from corten.compile.objects.body_rows import Body, Placed
from corten.constants import MINMASS
from corten.enums import JointType
from corten.spec import Element
from corten.spec.frames import (
    EPSILON,
    IDENTITY,
    UNIT,
    ZERO,
    Pose,
    Quaternion,
    Vector,
    compose,
    inverse,
    read_orientation,
    rotate,
)

MOST_DOFS = 6


def compile_body(body: Body, context: Context) -> None:
    """Make the objects of a body, its frame and its inertia."""
    body.plugin = context.objects.plugins.inside(body.element, "passive")
    compute_inertia(body, context)
    elements = body.elements
    body.joints = [compile_joint(placed, body, context) for placed in elements["joint"]]
    if body.joints or body.mocap:
        _check_joints(body)
    body.sites = [compile_site(placed, body, context) for placed in elements["site"]]
    body.cameras = [compile_camera(placed, body, context) for placed in elements["camera"]]
    body.lights = [compile_light(placed, body, context) for placed in elements["light"]]
    if _aligned(body):
        _align(body)


# ---------------------------------------------------------------- inertia


def compute_inertia(body: Body, context: Context) -> None:
    """Make the geoms of a body, its frame and its inertia."""
    settings, placed = body.settings, body.placed
    own = IDENTITY
    body.user = (0.0,) * context.nuser["body"]
    if placed is not None:
        own = (placed.values["pos"], read_orientation(placed.values, settings))
        body.user = context.user_numbers(placed, "body")

    # geoms come first: the inertia may be theirs
    takes = placed is not None and (body.inertial is None or settings.inertiafromgeom == "true")
    counts = settings.inertiagrouprange if takes else None
    body.geoms = [compile_geom(each, body, context, counts) for each in body.elements["geom"]]
    if placed is not None:
        _set_inertia(body, own, context)
        body.pose = own if placed.frame is IDENTITY else compose(placed.frame, own)


def _set_inertia(body: Body, own: Pose, context: Context) -> None:
    """Set mass and inertial frame: as written, or from the geoms, or, for a body without mass, MuJoCo's convention."""
    settings = body.settings
    if body.inertial is not None:
        _written_inertia(body, body.inertial)
    if settings.inertiafromgeom == "true" or (body.inertial is None and settings.inertiafromgeom == "auto"):
        _geom_inertia(body, context)
    if body.inertial is None and body.mass == 0.0:
        # nothing says where the centre of mass is: MuJoCo repeats the body's pose
        body.ipos, body.iquat = own

    element = body.element if body.inertial is None else body.inertial.element
    mass, moments, bound = body.mass, body.inertia, settings.boundinertia
    body.mass = max(mass, settings.boundmass)
    body.inertia = _physical([max(moment, bound) for moment in moments], element, settings)
    body.adjusted = body.mass != mass or body.inertia != moments


def _written_inertia(body: Body, placed: Placed) -> None:
    """Take mass and inertia from an <inertial>; what is written in a frame moves with it."""
    values, element = placed.values, placed.element
    body.mass = values["mass"]
    if body.mass < 0:
        raise element.error(f"mass is {body.mass:g}; it must not be negative")
    diagonal, full = values["diaginertia"], values["fullinertia"]
    if full is not None:
        if diagonal is not None and any(diagonal):
            raise element.error("diaginertia and fullinertia are given; leave out one of them")
        body.inertia, body.iquat = _axes_of(full, element, body.settings.boundinertia)
    else:
        body.inertia = diagonal or ZERO
        body.iquat = read_orientation(values, body.settings)
        if min(body.inertia) < 0:
            raise element.error(f"diaginertia has {min(body.inertia):g}; moments of inertia must not be negative")
    body.ipos = values["pos"]
    if placed.frame is not IDENTITY:
        body.ipos, body.iquat = compose(placed.frame, (body.ipos, body.iquat))


def _geom_inertia(body: Body, context: Context) -> None:
    """Take mass and inertia from geoms; one alone gives its own axes, and those that are alike give the same."""
    bound = body.settings.boundinertia
    parts = [(geom.shared.inertia, geom.pos, geom.quat) for geom in body.geoms]
    key = (bound, *[id(each) for part in parts for each in part])
    found = context.inertias.get(key)
    if found is None:
        solids: list[Part] = [
            (own.mass, own.moments, pos, quat) for own, pos, quat in parts if own and own.mass > EPSILON
        ]
        if not solids:
            return
        if len(solids) == 1:
            found = (*solids[0], parts)
        else:
            mass, centre, full = combine(solids)
            moments, axes = _axes_of(full, body.element, bound)
            found = (mass, moments, centre, axes, parts)
        # with the parts themselves: who they are is known as long as they are there
        context.inertias[key] = found
    body.mass, body.inertia, body.ipos, body.iquat, _ = found


def _axes_of(full: Symmetric, element: Element, bound: float) -> tuple[Vector, Quaternion]:
    """Return principal moments and axes; without a bound for inertia the moments must be positive."""
    moments, quat = principal_axes(full)
    least = moments[2]
    allowed = -EPSILON * max(1.0, moments[0]) if bound > 0 else EPSILON
    if least < allowed:
        raise element.error(
            f"the inertia matrix has the principal moment {least:g} kg m^2; all of them must be positive"
        )
    return moments, quat


def _physical(moments, element: Element, settings) -> Vector:
    """Return moments that matter can have: none larger than the sum of the others."""
    a, b, c = moments
    if a + b >= c and a + c >= b and b + c >= a:
        return a, b, c
    if not settings.balanceinertia:
        raise element.error(
            f"the moments of inertia {a:g} {b:g} {c:g} are impossible: none can be larger than the other two together; "
            'correct them, or let <compiler balanceinertia="true"> make all three equal'
        )
    mean = (a + b + c) / 3.0
    return mean, mean, mean


def check_moving_masses(bodies: list[Body]) -> None:
    """Refuse a body that moves without mass, unless a body that is fixed to it has some."""
    for body in bodies[1:]:
        if body.joints and not _has_mass(body):
            raise body.element.error(
                f"this body moves but has mass {body.mass:g} kg and inertia {' '.join(f'{x:g}' for x in body.inertia)} "
                f"kg m^2, which must be at least {MINMASS:g}; add a geom with mass, or an inertial"
            )


def _has_mass(body: Body) -> bool:
    if body.mass >= MINMASS and min(body.inertia) >= MINMASS:
        return True
    return any(_has_mass(child) for child in body.children if not child.joints)


# ---------------------------------------------------------------- joints and frames


def _check_joints(body: Body) -> None:
    """Refuse sets of joints that no body can have."""
    kinds = [joint.shared.type for joint in body.joints]
    if body.mocap and (kinds or body.parent is None or body.parent.number != 0):
        raise body.element.error("a mocap body must be a child of the world and have no joints")
    if JointType.FREE in kinds:
        joint = body.joints[kinds.index(JointType.FREE)].element
        if len(kinds) > 1:
            raise joint.error("a free joint must be the only joint of its body")
        if body.parent is None or body.parent.number != 0:
            raise joint.error("a free joint can only move a child of the world; use other joints inside the tree")
    if body.nv > MOST_DOFS:
        raise body.element.error(f"its joints have {body.nv} dofs; a body has at most {MOST_DOFS}")
    if JointType.BALL in kinds:
        after = kinds[kinds.index(JointType.BALL) + 1 :]
        if JointType.BALL in after or JointType.HINGE in after:
            raise body.element.error(
                "a joint that rotates comes after a ball joint, which rotates about all axes already; put it first, "
                "or into a body of its own"
            )


def _aligned(body: Body) -> bool:
    """Return whether a free body's frame is to be moved to its inertial frame."""
    if len(body.joints) != 1 or body.joints[0].type != JointType.FREE or body.children:
        return False
    align = body.joints[0].element.attributes.get("align", "auto")
    return align == "true" or (align == "auto" and body.settings.alignfree)


def _align(body: Body) -> None:
    """Move the frame of a body to its inertial frame, and leave in place what it holds."""
    iframe = (body.ipos, body.iquat)
    back = inverse(iframe)
    body.pose = compose(body.pose, iframe)
    body.ipos, body.iquat = ZERO, UNIT
    for item in (*body.geoms, *body.sites, *body.cameras):
        item.pos, item.quat = compose(back, (item.pos, item.quat))
    for light in body.lights:
        light.pos = compose(back, (light.pos, UNIT))[0]
        light.dir = rotate(back[1], light.dir)
