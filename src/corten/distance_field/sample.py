"""What shapes say of a point."""

from typing import NamedTuple

from corten.math.vector3 import Vector3


class Sample(NamedTuple):
    """The signed distance of a point to a shape [m], negative inside, and its gradient."""

    dist: float
    gradient: Vector3
