"""Where a ray meets something."""

from typing import NamedTuple

from corten.math.vector3 import Vector3
from corten.runtime import helper


class Hit(NamedTuple):
    """The first point on a surface: x, in lengths of the ray's direction, -1.0 for none, and the outward normal."""

    x: float
    normal: Vector3


MISS = Hit(-1.0, (0.0, 0.0, 0.0))


@helper
def first_hit(best, hit):
    """Return the first of two hits, `best` if both are at the same place."""
    return hit if hit.x >= 0.0 and (best.x < 0.0 or hit.x < best.x) else best
