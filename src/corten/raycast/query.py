"""Many rays at once: their own small struct of inputs and results, and the kernel that fills it."""

import numpy as np
from numpy.typing import NDArray

from corten.math.vector3 import load3, store3
from corten.raycast.cast import cast_ray
from corten.runtime import stage
from corten.runtime.fields import F8, I4, Field, Layout, Size
from corten.runtime.storage import Storage

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
    "corten.raycast.query:RAYS",
)


class RayQuery(Storage):
    """Rays, what they may meet, and what they meet."""

    layout = RAYS

    distance: NDArray[np.float64]
    geom: NDArray[np.int32]
    normal: NDArray[np.float64]


@stage
def cast_rays(m, d):
    """Find the first geom on each ray of a query.

    reads:  m.geom_type m.geom_size m.geom_dataid d.geom_xpos d.geom_xmat
    writes: d.distance d.geom d.normal
    """
    for i in range(d.nray):
        origin, direction = load3(d.origin, i), load3(d.direction, i)
        hit = cast_ray(m, d, origin, direction, d.groups, d.static, d.exclude_body)
        d.distance[i] = hit.x
        d.geom[i] = hit.geom
        store3(d.normal, i, hit.normal)
