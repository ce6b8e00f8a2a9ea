"""Geoms and sites: shapes with sizes and poses; geoms also have mass and contact and fluid parameters."""

from corten.compile.assets.geom_shapes import AssetShape, asset_shape, fluid_coefficients, mesh_reach
from corten.compile.context import Context, dedup_key
from corten.compile.elements.contact_pairs import check_condim
from corten.compile.elements.primitives import SIZE_COUNT, Sizes, inertia, measure
from corten.compile.objects.body_parts import Geom, GeomInertia, GeomTraits, Site
from corten.compile.objects.body_rows import Body, Placed
from corten.enums import GeomType
from corten.model.geom_bounds import bounding_box, bounding_radius
from corten.spec import Resolved
from corten.spec.frames import (
    EPSILON,
    IDENTITY,
    ZERO,
    Pose,
    Vector,
    compose,
    length_of,
    quaternion_to,
    read_orientation,
    unit_quaternion,
    unit_vector,
)

SIZE_NAMES = {
    GeomType.PLANE: ("half length x", "half length y", "spacing of the grid"),
    GeomType.SPHERE: ("radius",),
    GeomType.CAPSULE: ("radius", "half length"),
    GeomType.ELLIPSOID: ("half axis x", "half axis y", "half axis z"),
    GeomType.CYLINDER: ("radius", "half length"),
    GeomType.BOX: ("half edge x", "half edge y", "half edge z"),
}

# types by the words for them
TYPES = {kind.name.lower(): kind for kind in GeomType}

# shapes that fromto can place
ALONG = (GeomType.CAPSULE, GeomType.CYLINDER, GeomType.ELLIPSOID, GeomType.BOX)

# types that are not made of sizes
ASSETS = (GeomType.MESH, GeomType.HFIELD, GeomType.SDF)

NO_FLUID = (0.0,) * 12


def compile_geom(placed: Placed, body: Body, context: Context, counts: tuple[int, int] | None) -> Geom:
    """Return a geom; it has an inertia if its group is in the range of those that its body takes its own from."""
    key = (counts, *dedup_key(placed, "pos"))
    if key in context.patterns:
        traits, pose = context.patterns[key]
        if "pos" in placed.element.attributes:
            pose = (placed.element.attributes["pos"], pose[1])
    else:
        traits, pose = _shape(placed, body, context, counts)
        if traits.type != GeomType.PLANE and not placed.element.children and _is_movable(placed):
            context.patterns[key] = (traits, pose)
    return Geom(element=placed.element, name=placed.name, bodyid=body.number, pos=pose[0], quat=pose[1], shared=traits)


def _is_movable(placed: Placed) -> bool:
    """Tell whether the place of a geom, if it is written, is that which it has in its body."""
    values = placed.values
    plain = placed.frame is IDENTITY and values["fromto"] is None and values["mesh"] is None
    return plain or "pos" not in placed.element.attributes


def _shape(placed: Placed, body: Body, context: Context, counts: tuple[int, int] | None) -> tuple[GeomTraits, Pose]:
    """Return what a geom has in common with those that say the same, and its pose in the body."""
    values = placed.values
    kind = TYPES[values["type"]]
    _check_geom(values, kind, body, context)
    plugin = context.objects.plugins.inside(placed.element, "sdf")
    pose, size = _place(values, kind, context)
    shaped = asset_shape(values, kind, pose, context)
    surfacevel = values["surfacevel"]
    if shaped is not None:
        pose, size = shaped.pose, shaped.size
        surfacevel = shaped.turned_velocity(surfacevel) if any(surfacevel) else surfacevel
    if kind not in ASSETS:
        _check_size(values, kind, size)
    pose = pose if placed.frame is IDENTITY else compose(placed.frame, pose)
    whole = shaped if kind in ASSETS else None
    counted = counts is not None and counts[0] <= values["group"] <= counts[1]
    traits = GeomTraits(
        type=kind,
        contype=values["contype"],
        conaffinity=values["conaffinity"],
        condim=values["condim"],
        dataid=-1 if whole is None else whole.number,
        plugin=plugin,
        matid=context.number("material", values["material"] or (None if shaped is None else shaped.material)),
        group=values["group"],
        priority=values["priority"],
        castshadow=values["castshadow"],
        solmix=values["solmix"],
        solref=values["solref"],
        solimp=values["solimp"],
        size=size,
        aabb=bounding_box(kind, size) if whole is None else whole.aabb,
        rbound=bounding_radius(kind, size) if whole is None else whole.rbound,
        friction=values["friction"],
        margin=values["margin"],
        gap=values["gap"],
        surfacevel=surfacevel,
        adhesion=values["adhesion"],
        fluid=_fluid(values, kind, size),
        user=context.user_numbers(placed, "geom"),
        rgba=values["rgba"],
        inertia=_inertia(values, kind, size, None if kind == GeomType.HFIELD else whole) if counted else None,
    )
    return traits, pose


def compile_site(placed: Placed, body: Body, context: Context) -> Site:
    """Return a site."""
    values = placed.values
    kind = TYPES[values["type"]]
    pose, size = _place(values, kind, context)
    pos, quat = pose if placed.frame is IDENTITY else compose(placed.frame, pose)
    mesh = _site_mesh(values, kind, context)
    material = values["material"]
    if mesh >= 0:
        shown = context.objects.meshes[mesh]
        size, material = mesh_reach(shown.asset), material or shown.material
    elif kind != GeomType.SDF:
        _check_size(values, kind, size)
    return Site(
        element=placed.element,
        name=placed.name,
        type=kind,
        bodyid=body.number,
        dataid=mesh,
        matid=context.number("material", material),
        group=values["group"],
        size=size,
        pos=pos,
        quat=unit_quaternion(quat),
        user=context.user_numbers(placed, "site"),
        rgba=values["rgba"],
    )


def _site_mesh(values: Resolved, kind: GeomType, context: Context) -> int:
    """Return the number of the mesh that a site shows, -1 for other sites, which must not name one."""
    if kind == GeomType.MESH:
        if values["mesh"] is None:
            raise values.element.error("mesh is missing; a site of this type shows one")
    elif values["mesh"] is not None:
        raise values.element.error(f"mesh is given, but type is {values['type']}; make it mesh")
    return context.number("mesh", values["mesh"])


def _fluid(values: Resolved, kind: GeomType, size: Sizes) -> tuple[float, ...]:
    """Return the coefficients of the fluid that a geom stands in, zeros where its body counts as a box."""
    if values["fluidshape"] != "ellipsoid":
        return NO_FLUID
    if kind == GeomType.PLANE:
        raise values.element.error("fluidshape is ellipsoid, but a plane has no half axes; use another type")
    return fluid_coefficients(kind, size, values["fluidcoef"])


def _check_geom(values: Resolved, kind: GeomType, body: Body, context: Context) -> None:
    check_condim(values)
    if kind == GeomType.PLANE and not context.is_static(body):
        raise values.element.error(
            "a plane can only belong to the world or to a body that never moves; use a box instead"
        )


def _place(values: Resolved, kind: GeomType, context: Context) -> tuple[Pose, Sizes]:
    """Return pose and sizes; fromto gives the pose and the size along it."""
    size: Sizes = values["size"]
    ends = values["fromto"]
    if ends is not None and "mesh" in values and values["mesh"] is not None:
        raise values.element.error("fromto and mesh are given; a mesh has its own place, leave out fromto")
    if ends is None:
        return (values["pos"], read_orientation(values, context.settings)), size
    element = values.element
    if kind not in ALONG:
        raise element.error(
            f"fromto is given for a {values['type']}; it is allowed for capsule, cylinder, ellipsoid and box"
        )
    if any(values["pos"]):
        raise element.error("pos and fromto are given; fromto says where it is, leave out pos")
    way: Vector = (ends[0] - ends[3], ends[1] - ends[4], ends[2] - ends[5])
    half = length_of(way) / 2
    if half < EPSILON:
        raise element.error("fromto has two points that are the same; they must be apart")
    pos: Vector = ((ends[0] + ends[3]) / 2, (ends[1] + ends[4]) / 2, (ends[2] + ends[5]) / 2)
    across = kind in (GeomType.ELLIPSOID, GeomType.BOX)
    size = (size[0], size[0], half) if across else (size[0], half, size[2])
    return (pos, quaternion_to(unit_vector(way))), size


def _check_size(values: Resolved, kind: GeomType, size: Sizes) -> None:
    """Refuse sizes that are zero or negative where the shape needs them; a plane may be infinite."""
    needed = range(2, 3) if kind == GeomType.PLANE else range(SIZE_COUNT[kind])
    for i in needed:
        if size[i] <= 0:
            what = SIZE_NAMES[kind][i]
            raise values.element.error(
                f"size has the {what} {size[i]:g}; a {values['type']} needs {SIZE_COUNT[kind]} "
                f"number{'s' if SIZE_COUNT[kind] > 1 else ''} ({', '.join(SIZE_NAMES[kind])}), "
                f"and the {what} must be positive"
            )


def _inertia(values: Resolved, kind: GeomType, size: Sizes, shaped: AssetShape | None) -> GeomInertia:
    """Return mass and moments of a geom from its mass, or else from its density [kg/m^3, or kg/m^2 for a shell]."""
    mass, density, shell = values["mass"], values["density"], values["shellinertia"]
    extent = measure(kind, size, shell) if shaped is None else shaped.volume
    if mass is None:
        if density == 0:
            return GeomInertia(0.0, ZERO)
        if density < 0:
            raise values.element.error(f"density is {density:g}; it must not be negative")
        mass = density * extent
    elif mass == 0 or kind == GeomType.PLANE:
        return GeomInertia(0.0, ZERO)
    elif mass < 0:
        raise values.element.error(f"mass is {mass:g}; it must not be negative")
    elif extent <= EPSILON:
        what = "area" if shell else "volume"
        raise values.element.error(
            f"mass is {mass:g}, but the {what} of the shape is only {extent:g}; make it larger, "
            "or give the body an inertial"
        )
    return GeomInertia(mass, inertia(kind, size, mass, shell) if shaped is None else shaped.inertia(mass))
