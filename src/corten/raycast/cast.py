"""The first geom of a model that a ray meets, and many rays at once."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.enums import GeomType
from corten.math import matrix3, vector3
from corten.math.matrix3 import load9
from corten.math.vector3 import load3, store3
from corten.raycast.distance_field import ray_grid, ray_sdf
from corten.raycast.height_field import ray_height_field
from corten.raycast.mesh import ray_mesh
from corten.raycast.shapes import MISS, Hit, local_ray, ray_local_shape
from corten.runtime import Vec3, helper, per_precision, stage
from corten.runtime.fields import F8, I4, Field, Layout, Size
from corten.runtime.storage import Storage

# ---- one ray against all geoms


# every group of geoms
ALL_GROUPS = 63

# how much farther than its bounding sphere a geom is tested, as a share of the sphere's square and the distance's
SLACK, ROUNDING = 1.0 + 1e-6, per_precision(1e-12, float32=1e-6)


class GeomHit(NamedTuple):
    """The first geom on a ray, at x in lengths of the direction, and its outward normal; x and geom are -1 for none."""

    x: float
    geom: int
    normal: Vec3


@helper
def cast_ray(m, d, origin: Vec3, direction: Vec3, groups: int, static: int, exclude: int) -> GeomHit:
    """Return the first visible geom on a world ray.

    Geoms count whose group has its bit in `groups`, whose body is not `exclude`, and, unless `static` is 1, whose body
    is not fixed to the world.
    """
    best = GeomHit(-1.0, -1, (0.0, 0.0, 0.0))
    for g in range(m.ngeom):
        if is_visible(m, g, groups, static, exclude) and meets_bounding_sphere(m, d, g, origin, direction):
            hit = ray_geom(m, d, g, origin, direction)
            if hit.x >= 0.0 and (best.x < 0.0 or hit.x < best.x):
                best = GeomHit(hit.x, g, hit.normal)
    return best


@helper
def is_visible(m, g: int, groups: int, static: int, exclude: int) -> bool:
    """Tell whether rays meet geom g: transparent geoms and what the caller leaves out let them pass."""
    body, material = m.geom_bodyid[g], m.geom_matid[g]
    if body == exclude or (static == 0 and m.body_weldid[body] == 0):
        return False
    group = min(max(m.geom_group[g], 0), 5)
    if ((groups >> group) & 1) == 0:
        return False
    if material >= 0:
        return m.mat_rgba[material, 3] != 0.0
    return m.geom_rgba[g, 3] != 0.0


@helper
def meets_bounding_sphere(m, d, g: int, origin: Vec3, direction: Vec3) -> bool:
    """Tell whether a ray comes as near to geom g as its bounding sphere; those without one are met anywhere.

    The slack is far above all roundings, so that what grazes a geom is left to its own test.
    """
    radius, offset = m.geom_rbound[g], vector3.sub(load3(d.geom_xpos, g), origin)
    along, square, away = vector3.dot(offset, direction), vector3.dot(direction, direction), vector3.dot(offset, offset)
    reach = SLACK * radius * radius + ROUNDING * away

    # the square of the distance from the centre to the line, times that of the direction
    beside = away * square - along * along > reach * square
    behind = along < 0.0 and away > reach
    return radius <= 0.0 or not (beside or behind)


@helper
def ray_geom(m, d, g: int, origin: Vec3, direction: Vec3) -> Hit:
    """Return where a world ray meets geom g."""
    kind, axes = m.geom_type[g], load9(d.geom_xmat, g)
    p, v = local_ray(load3(d.geom_xpos, g), axes, origin, direction)
    hit = MISS
    if kind == GeomType.HFIELD:
        hit = ray_height_field(m, m.geom_dataid[g], p, v)
    elif kind == GeomType.SDF and m.geom_sdf[g] >= 0:
        hit = ray_grid(m, m.geom_sdf[g], p, v)
    elif kind == GeomType.SDF and m.geom_dataid[g] >= 0:
        hit = ray_sdf(m, g, load3(m.geom_size, g), p, v)
    else:
        hit = ray_local_solid(m, g, p, v)
    return Hit(hit.x, matrix3.mul_mat_vec(axes, hit.normal))


@helper
def ray_solid(m, d, g: int, origin: Vec3, direction: Vec3) -> Hit:
    """Return where a world ray meets geom g, a mesh or a plane or solid that a formula describes."""
    axes = load9(d.geom_xmat, g)
    p, v = local_ray(load3(d.geom_xpos, g), axes, origin, direction)
    hit = ray_local_solid(m, g, p, v)
    return Hit(hit.x, matrix3.mul_mat_vec(axes, hit.normal))


@helper
def ray_local_solid(m, g: int, p: Vec3, v: Vec3) -> Hit:
    """Return where a ray in the frame of geom g meets it, a mesh or a plane or solid that a formula describes."""
    if m.geom_type[g] == GeomType.MESH:
        return ray_mesh(m, m.geom_dataid[g], load3(m.geom_size, g), p, v)
    return ray_local_shape(m.geom_type[g], load3(m.geom_size, g), p, v)


# ---- many rays at once: their own small struct of inputs and results, and the kernel that fills it


RAYS = Layout(
    "RayQuery",
    (Size("nray", "rays"), Size("ngeom", "geoms")),
    (
        Field("geom_xpos", F8, ("ngeom", 3), "positions of all geoms [m]"),
        Field("geom_xmat", F8, ("ngeom", 9), "orientations of all geoms"),
        Field("groups", I4, (), "one bit for each group of geoms that counts"),
        Field("static", I4, (), "1: geoms of bodies that are fixed to the world count"),
        Field("exclude_body", I4, (), "body whose geoms do not count, -1 for none"),
        Field("origin", F8, ("nray", 3), "where rays start [m]"),
        Field("direction", F8, ("nray", 3), "where they go"),
        Field("distance", F8, ("nray",), "to the first geom, in lengths of the direction, -1 for none"),
        Field("geom", I4, ("nray",), "that geom, -1 for none"),
        Field("normal", F8, ("nray", 3), "its outward normal there, zeros for none"),
    ),
    "corten.raycast.cast:RAYS",
)


class RayQuery(Storage):
    """Rays, what they may meet, and what they meet."""

    layout = RAYS

    distance: NDArray[np.float64]
    geom: NDArray[np.int32]
    normal: NDArray[np.float64]


@stage
def cast_rays(m, d) -> None:
    """Find the first geom on each ray of a query."""
    for i in range(d.nray):
        origin, direction = load3(d.origin, i), load3(d.direction, i)
        hit = cast_ray(m, d, origin, direction, d.groups, d.static, d.exclude_body)
        d.distance[i] = hit.x
        d.geom[i] = hit.geom
        store3(d.normal, i, hit.normal)
