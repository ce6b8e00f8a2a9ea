"""Shapes and inertias of scaled frames: sizes, masses, friction, and what they cannot be stretched to."""

from math import sqrt

from corten.passes.scale_frames.scaling import Scaling, determinant, in_axes, multiply, product, put
from corten.spec import Resolved
from corten.spec.compiler_settings import Settings
from corten.spec.frames import Quaternion, Vector, quaternion_to, read_orientation, rotation_matrix, unit_vector

# numbers of the size of sites that count; the rest stays as it is written
USED = {"sphere": 1, "capsule": 2, "cylinder": 2, "ellipsoid": 3, "box": 3}

# shapes that have a size along each axis, and those that are round about their z axis
BRICKS, ROUND = ("box", "ellipsoid", "hfield"), ("capsule", "cylinder")


def scale_geom(values: Resolved, scaling: Scaling, settings: Settings) -> None:
    """Resize a geom, but for its position."""
    length, uniform = scaling.length, scaling.uniform
    kind = values["type"]
    if uniform is not None:
        multiply(values, {"size": uniform})
    elif values["mesh"] is None:
        _stretch(values, scaling, settings)
    per_volume = scaling.mass / determinant(scaling.linear)
    density = per_volume * length if values["shellinertia"] and kind != "mesh" else per_volume
    lengths = dict.fromkeys(("margin", "gap"), length)
    multiply(values, {**lengths, "mass": scaling.mass, "density": density, "adhesion": scaling.power(1, 1)})
    multiply(values, {"friction": (1.0, length, length), "solimp": (1.0, 1.0, length)})
    multiply(values, {"surfacevel": scaling.stretch(shape_orientation(values, settings))})


def scale_site(values: Resolved, scaling: Scaling, settings: Settings) -> None:
    """Resize a site, but for its position; one that is not aligned is stretched approximately."""
    uniform, size = scaling.uniform, values["size"]
    if uniform is not None or values["type"] == "sphere":
        multiply(values, {"size": (scaling.length,) * USED.get(values["type"], 0)})
        return
    x, y, z = scaling.stretch(shape_orientation(values, settings))
    if values["type"] in ("box", "ellipsoid"):
        put(values, "size", (size[0] * x, size[1] * y, size[2] * z))
    elif values["type"] in ROUND:
        put(values, "size", (size[0] * sqrt(x * y), size[1] * z, size[2]))


def scale_inertial(values: Resolved, scaling: Scaling, settings: Settings) -> None:
    """Resize an explicit inertia; a stretch acts on its second moments, about the axes in which it is written."""
    if scaling.is_unit:
        return
    put(values, "pos", scaling.place(values["pos"]))
    multiply(values, {"mass": scaling.mass})
    uniform = scaling.uniform
    if uniform is not None:
        moments = scaling.mass * uniform * uniform
        multiply(values, {"diaginertia": moments, "fullinertia": moments})
        return
    turn = read_orientation(values, settings)
    if values["fullinertia"] is not None:
        a, b, c, ab, ac, bc = values["fullinertia"]
    else:
        (a, b, c), ab, ac, bc = values["diaginertia"] or (0.0, 0.0, 0.0), 0.0, 0.0, 0.0
    half = (a + b + c) / 2
    second = (half - a, -ab, -ac, -ab, half - b, -bc, -ac, -bc, half - c)
    linear = in_axes(scaling.linear, turn)
    across = (linear[0], linear[3], linear[6], linear[1], linear[4], linear[7], linear[2], linear[5], linear[8])
    s = tuple(scaling.mass * x for x in product(product(linear, second), across))
    trace = s[0] + s[4] + s[8]
    moments = (trace - s[0], trace - s[4], trace - s[8], -s[1], -s[2], -s[5])
    _write_inertia(values, moments, turn)


def _write_inertia(values: Resolved, moments: tuple[float, ...], turn: Quaternion) -> None:
    """Write moments of inertia, given about axes that are turned, as what MJCF calls fullinertia."""
    a, b, c, ab, ac, bc = moments
    r = rotation_matrix(turn)
    across = (r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8])
    full = product(product(r, (a, ab, ac, ab, b, bc, ac, bc, c)), across)
    written = values.element.attributes
    for name in ("quat", "axisangle", "xyaxes", "zaxis", "euler", "diaginertia"):
        written.pop(name, None)
    written["fullinertia"] = (full[0], full[4], full[8], full[1], full[2], full[5])


def shape_orientation(values: Resolved, settings: Settings) -> Quaternion:
    """Return how a shape is turned; one that is given by its ends points along them."""
    if values.get("fromto") is None:
        return read_orientation(values, settings)
    ends = values["fromto"]
    way: Vector = (ends[0] - ends[3], ends[1] - ends[4], ends[2] - ends[5])
    return quaternion_to(unit_vector(way))


def _stretch(values: Resolved, scaling: Scaling, settings: Settings) -> None:
    """Stretch a primitive shape along its own axes, which must be those of the frame."""
    kind, size = values["type"], values["size"]
    factors = scaling.along(shape_orientation(values, settings))
    if kind == "sphere":
        raise values.element.error("a frame stretches this sphere; only an ellipsoid can be stretched")
    if factors is None:
        raise values.element.error(
            f"a frame stretches this {kind}, whose axes are not those of the frame; align it, or use a mesh"
        )
    x, y, z = factors
    if kind == "plane":
        put(values, "size", (size[0] * x, size[1] * y, size[2] * scaling.length))
    elif kind in BRICKS:
        put(values, "size", (size[0] * x, size[1] * y, size[2] * z))
    elif kind in ROUND:
        if abs(x - y) > 1e-9 * max(x, y):
            raise values.element.error(f"a frame stretches this {kind} unequally across its axis; use a mesh")
        half = size[1] if values.get("fromto") is not None else size[1] * z
        put(values, "size", (size[0] * x, half, size[2]))
