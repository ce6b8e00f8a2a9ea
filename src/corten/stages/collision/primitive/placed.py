"""Boxes and capsules where they are, as the pairs with boxes take them."""

from typing import NamedTuple

from corten.math.matrix3 import Matrix3, load9
from corten.math.vector3 import Vector3, load3
from corten.runtime import helper


class PlacedBox(NamedTuple):
    """A box: its centre [m], its axes as the columns of a rotation, and half sizes [m]."""

    pos: Vector3
    mat: Matrix3
    size: Vector3


class PlacedCapsule(NamedTuple):
    """A capsule: its centre [m], the unit vector along it, its radius [m] and half the length of its segment [m]."""

    pos: Vector3
    axis: Vector3
    radius: float
    half: float


@helper
def placed_box(m, d, geom):
    """Return the box that a geom is."""
    return PlacedBox(load3(d.geom_xpos, geom), load9(d.geom_xmat, geom), load3(m.geom_size, geom))


@helper
def placed_capsule(m, d, geom):
    """Return the capsule that a geom is."""
    size, xmat = m.geom_size, d.geom_xmat
    axis = xmat[geom, 2], xmat[geom, 5], xmat[geom, 8]
    return PlacedCapsule(load3(d.geom_xpos, geom), axis, size[geom, 0], size[geom, 1])
