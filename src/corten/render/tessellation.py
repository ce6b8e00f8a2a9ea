"""Rows of the abstract scene with the triangles that rays meet: meshes, arrows, single triangles."""

import itertools

import numpy as np
from numpy.typing import NDArray

from corten.enums import GeomType
from corten.model import Model
from corten.render.surfaces import Surface, Surfaces, TracedShapes, make_surface, trace_shapes
from corten.scene.options import MarkType
from corten.scene.shapes import MeshKey, Shapes, join

Floats = NDArray[np.floating]
Ints = NDArray[np.integer]

# radius of the point of an arrow, in those of its shaft (MuJoCo's value)
HEAD = 1.75

# parts of their length that arrows are drawn with, by type: that which one unit of their surface stands for
UNIT = {MarkType.ARROW: 6.0, MarkType.ARROW1: 6.0, MarkType.ARROW2: 3.0}

# a length that tubes and arrows have at least, so that they can be scaled [m]
SHORTEST = 1e-9


def tessellate(model: Model, shapes: Shapes, surfaces: Surfaces) -> TracedShapes:
    """Return rows of a scene with the surfaces of their meshes and arrows."""
    traced = trace_shapes(shapes)
    known: dict[MeshKey, int] = {}
    for i, key in enumerate(shapes.mesh):
        if key is not None:
            if key not in known:
                known[key] = mesh_number(surfaces, key)
            traced.surface[i] = known[key]
    # a triangle is scaled, all other meshes have their own size
    triangle = shapes.type == MarkType.TRIANGLE
    whole = (traced.surface >= 0) & ~triangle
    traced.size = np.where(whole[:, None], 1.0, shapes.size)
    if triangle.any():
        traced.size = np.where(triangle[:, None], shapes.size * [1.0, 1.0, 0.0] + [0.0, 0.0, 1.0], traced.size)
        traced.type = np.where(triangle, GeomType.MESH, traced.type)
    slices = int(model.vis_quality_numslices)
    for kind, unit in UNIT.items():
        rows = np.flatnonzero(shapes.type == kind)
        if len(rows):
            traced.surface[rows] = surfaces.number((kind, slices), lambda kind=kind: make_arrow(kind, slices))
            traced.size[rows, 2] = np.maximum(shapes.size[rows, 2], SHORTEST) / unit
            traced.type = np.where(shapes.type == kind, GeomType.MESH, traced.type)
    return traced


def mesh_number(surfaces: Surfaces, key: MeshKey) -> int:
    """Return the surface of a mesh of a scene."""
    of, what = key
    if of == "triangle":
        return surfaces.number(key, lambda: triangle_surface(np.array(what)))
    return {"mesh": surfaces.mesh, "hull": surfaces.hull, "hfield": surfaces.height_field, "grid": surfaces.grid}[of](
        what
    )


def triangle_surface(corner: Floats) -> Surface:
    """Return a triangle that is seen from both sides and has one normal."""
    up = np.cross(corner[1] - corner[0], corner[2] - corner[0])
    normal = np.broadcast_to(up / max(float(np.linalg.norm(up)), 1e-30), (2, 3, 3))
    return make_surface(np.stack([corner, corner[[0, 2, 1]]]), normal)


def make_arrow(kind: MarkType, slices: int) -> Surface:
    """Return an arrow along z: a shaft of radius 1 and two units, then a point of one unit, or one at each end."""
    if kind == MarkType.ARROW2:
        shaft = _shaft(slices, -1.0, 1.0)
        return _joined([shaft, _arrow_point(slices, HEAD, 1.0, 1.5), _arrow_point(slices, HEAD, -1.0, -1.5)])
    return _joined([_shaft(slices, 0.0, 2.0), _arrow_point(slices, HEAD if kind == MarkType.ARROW else 1.0, 2.0, 3.0)])


def _shaft(slices: int, low: float, high: float) -> tuple[Floats, Floats]:
    """Return triangles and normals of a closed cylinder of radius 1."""
    ring, up = ring_at(slices, 0.0), np.array([0.0, 0.0, 1.0])
    side = band(ring + low * up, ring + high * up)
    floor = fan(ring + low * up, (0.0, 0.0, low), upwards=False)
    return np.concatenate([side, floor]), np.concatenate([side * [1.0, 1.0, 0.0], np.broadcast_to(-up, floor.shape)])


def _arrow_point(slices: int, radius: float, base: float, tip: float) -> tuple[Floats, Floats]:
    """Return triangles and normals of a cone with its base."""
    ring, up, upwards = ring_at(slices, 0.0), np.array([0.0, 0.0, 1.0]), tip > base
    foot = ring * radius + base * up
    side = fan(foot, (0.0, 0.0, tip), upwards=upwards)
    out = side * [1.0, 1.0, 0.0] / radius
    out[:, 2] = 0.5 * (out[:, 0] + out[:, 1])
    normal = (out + (1.0 if upwards else -1.0) * up) * np.sqrt(0.5)
    under = fan(foot, (0.0, 0.0, base), upwards=not upwards)
    flat = np.broadcast_to(-up if upwards else up, under.shape)
    return np.concatenate([side, under]), np.concatenate([normal, flat])


def _joined(parts: list[tuple[Floats, Floats]]) -> Surface:
    return make_surface(
        np.concatenate([corner for corner, _ in parts]), np.concatenate([normal for _, normal in parts])
    )


# ---------------------------------------------------------------- round shapes as the polyhedra that MuJoCo draws
# Depth and segmentation are held to MuJoCo's pictures, in which a sphere is a polyhedron; colours are those of true
# shapes


def facet_shapes(model: Model, shapes: TracedShapes, surfaces: Surfaces) -> TracedShapes:
    """Return shapes of which the round ones are polyhedra; a capsule becomes a tube and two caps."""
    slices, stacks = int(model.vis_quality_numslices), int(model.vis_quality_numstacks)

    def number(name: str) -> int:
        return surfaces.number((name, slices, stacks), lambda: PARTS[name](slices, stacks))

    # later rows cover earlier ones at the same place, so their order is kept
    order = np.arange(len(shapes))
    ball = np.isin(shapes.type, (GeomType.SPHERE, GeomType.ELLIPSOID))
    can, pill = shapes.type == GeomType.CYLINDER, shapes.type == GeomType.CAPSULE
    parts, places = [shapes.take(~(ball | can | pill))], [order[~(ball | can | pill)]]
    for chosen, name in ((ball, "sphere"), (can, "cylinder")):
        if chosen.any():
            parts.append(_as_surface(shapes.take(chosen), number(name), GeomType[name.upper()]))
            places.append(order[chosen])
    if pill.any():
        tubes = shapes.take(pill)
        half, axis = tubes.size[:, 2:], tubes.mat.reshape(-1, 3, 3)[:, :, 2]
        parts.append(_as_surface(tubes, number("tube"), GeomType.CYLINDER))
        for sign, name in ((1.0, "top"), (-1.0, "bottom")):
            cap = _as_surface(shapes.take(pill), number(name), GeomType.SPHERE)
            cap.pos, cap.size = cap.pos + sign * half * axis, np.repeat(cap.size[:, :1], 3, axis=1)
            parts.append(cap)
        places += [order[pill]] * 3
    return join(parts).take(np.argsort(np.concatenate(places), kind="stable"))


def _as_surface(shapes: TracedShapes, surface: int, around: GeomType) -> TracedShapes:
    """Return shapes as polyhedra; their type is the round shape around them, which rays are tested with first."""
    shapes.type, shapes.surface = np.full(len(shapes), around), np.full(len(shapes), surface)
    shapes.size = np.maximum(shapes.size, SHORTEST)
    return shapes


def ring_at(slices: int, elevation: float) -> Floats:
    """Return the corners of a circle of latitude of the unit sphere, the first one twice."""
    angle = 2.0 * np.pi * np.arange(slices + 1) / slices
    flat = np.cos(elevation)
    return np.stack([np.cos(angle) * flat, np.sin(angle) * flat, np.full(slices + 1, np.sin(elevation))], axis=1)


def band(low: Floats, high: Floats) -> Floats:
    """Return the triangles between two rings, the second of which lies above the first."""
    a, b, c, e = low[:-1], low[1:], high[1:], high[:-1]
    return np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, e], axis=1)])


def fan(ring: Floats, tip: tuple[float, float, float], *, upwards: bool) -> Floats:
    """Return the triangles between a ring and a point above or below it."""
    first, second = (ring[:-1], ring[1:]) if upwards else (ring[1:], ring[:-1])
    return np.stack([first, second, np.broadcast_to(np.array(tip), first.shape)], axis=1)


def _dome(slices: int, stacks: int, sign: float) -> Floats:
    """Return the triangles of half a unit sphere with some stacks."""
    rings = [ring_at(slices, sign * 0.5 * np.pi * i / stacks) for i in range(stacks)]
    bands = [band(low, high) if sign > 0.0 else band(high, low) for low, high in itertools.pairwise(rings)]
    return np.concatenate([*bands, fan(rings[-1], (0.0, 0.0, sign), upwards=sign > 0.0)])


def _round(corner: Floats) -> Surface:
    """Return a surface of the unit sphere: the normals are the corners."""
    return make_surface(corner, corner)


def make_sphere(slices: int, stacks: int) -> Surface:
    """Return the unit sphere."""
    half = max(stacks // 2, 1)
    return _round(np.concatenate([_dome(slices, half, 1.0), _dome(slices, half, -1.0)]))


def _tube_corners(slices: int) -> Floats:
    ring = ring_at(slices, 0.0)
    return band(ring - np.array([0.0, 0.0, 1.0]), ring + np.array([0.0, 0.0, 1.0]))


def make_tube(slices: int, stacks: int) -> Surface:
    """Return an open cylinder of radius and half length 1."""
    corner = _tube_corners(slices)
    return make_surface(corner, corner * np.array([1.0, 1.0, 0.0]))


def make_cylinder(slices: int, stacks: int) -> Surface:
    """Return a closed cylinder of radius and half length 1."""
    side, ring, up = _tube_corners(slices), ring_at(slices, 0.0), np.array([0.0, 0.0, 1.0])
    ends = np.concatenate(
        [fan(ring + up, (0.0, 0.0, 1.0), upwards=True), fan(ring - up, (0.0, 0.0, -1.0), upwards=False)]
    )
    normal = np.concatenate([side * np.array([1.0, 1.0, 0.0]), np.sign(ends[:, :, 2:]) * up])
    return make_surface(np.concatenate([side, ends]), normal)


def make_top(slices: int, stacks: int) -> Surface:
    """Return the upper half of the unit sphere."""
    return _round(_dome(slices, max(stacks // 2, 1), 1.0))


def make_bottom(slices: int, stacks: int) -> Surface:
    """Return the lower half of the unit sphere."""
    return _round(_dome(slices, max(stacks // 2, 1), -1.0))


PARTS = {
    "sphere": make_sphere,
    "tube": make_tube,
    "cylinder": make_cylinder,
    "top": make_top,
    "bottom": make_bottom,
}
