"""Rays against skins: triangles between points that are given."""

import numpy as np
from numpy.typing import NDArray

from corten.math import vector3
from corten.math.vector3 import load3, store3
from corten.raycast.flex import NOTHING, FlexHit, distance
from corten.raycast.shapes import ray_triangle
from corten.runtime import Vec3, helper, stage
from corten.runtime.fields import F8, I4, Field, Layout, Size
from corten.runtime.storage import Storage

SKIN_RAYS = Layout(
    "SkinRayQuery",
    (Size("nray", "rays"), Size("nvert", "vertices"), Size("nface", "triangles")),
    (
        Field("vert", F8, ("nvert", 3), "positions of vertices [m]"),
        Field("face", I4, ("nface", 3), "vertices of triangles"),
        Field("origin", F8, ("nray", 3), "where rays start [m]"),
        Field("direction", F8, ("nray", 3), "where they go"),
        Field("distance", F8, ("nray",), "to the skin, in lengths of the direction, -1 for none"),
        Field("vertex", I4, ("nray",), "nearest vertex of the triangle that is met, -1 for none"),
        Field("normal", F8, ("nray", 3), "normal of that triangle, zeros for none"),
    ),
    "corten.raycast.skin:SKIN_RAYS",
)


class SkinRayQuery(Storage):
    """Rays, the skin that they may meet, and what they meet."""

    layout = SKIN_RAYS

    distance: NDArray[np.float64]
    vertex: NDArray[np.int32]
    normal: NDArray[np.float64]


@stage
def cast_skin_rays(m, d) -> None:
    """Find where each ray of a query meets a skin first."""
    for i in range(d.nray):
        best = NOTHING
        for f in range(d.nface):
            best = ray_skin_face(d, f, load3(d.origin, i), load3(d.direction, i), best)
        d.distance[i], d.vertex[i] = best.x, best.vertex
        store3(d.normal, i, best.normal)


@helper
def ray_skin_face(d, f: int, origin: Vec3, direction: Vec3, best: FlexHit) -> FlexHit:
    """Return where a ray meets triangle f, or `best` if that comes before."""
    a, b, c = load3(d.vert, d.face[f, 0]), load3(d.vert, d.face[f, 1]), load3(d.vert, d.face[f, 2])
    hit = ray_triangle(a, b, c, origin, direction)
    if hit.x >= 0.0 and (best.x < 0.0 or hit.x < best.x):
        at = vector3.add_scaled(origin, direction, hit.x)
        to_a, to_b, to_c = distance(a, at), distance(b, at), distance(c, at)
        nearest = 0 if to_a <= to_b and to_a <= to_c else (1 if to_b <= to_c else 2)
        unit, _ = vector3.normalize(hit.normal)
        return FlexHit(hit.x, d.face[f, nearest], unit)
    return best
