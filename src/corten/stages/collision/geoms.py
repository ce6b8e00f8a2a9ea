"""Geoms as collision sees them: the shape that each collides as, the number of a pair of shapes, frames and sizes."""

from typing import NamedTuple

from corten.enums import CollisionShape, GeomType, MeshCollision
from corten.math.matrix3 import load9, mul_matT_mat, mul_matT_vec
from corten.math.pose import Pose
from corten.math.vector3 import load3, sub
from corten.runtime import Mat3, Vec3, helper

# ---- what collision takes a geom for, and the number of a pair of such shapes


# more than there are shapes
SHAPES = 16


@helper
def pair_kind(first: int, second: int) -> int:
    """Return the number of a pair of shapes: shapes of the first geom by rows."""
    return SHAPES * first + second


@helper
def geom_shape(m, g: int) -> int:
    """Return the CollisionShape of a geom: its type, unless its mesh or its grid of distances says more."""
    shape = m.geom_type[g]
    if shape == GeomType.MESH:
        taken = m.mesh_collision[m.geom_dataid[g]]
        if taken == MeshCollision.TRIANGLES:
            shape = int(CollisionShape.TRIANGLES)
        elif taken == MeshCollision.DECOMPOSE:
            shape = int(CollisionShape.PIECES)
    elif shape == GeomType.SDF:
        if m.geom_sdf[g] >= 0:
            shape = int(CollisionShape.GRID)
        elif m.geom_dataid[g] < 0:
            shape = int(CollisionShape.EMPTY)
    return shape


@helper
def kind_of_geoms(m, g1: int, g2: int) -> int:
    """Return the number of the pair of shapes of two geoms."""
    return pair_kind(geom_shape(m, g1), geom_shape(m, g2))


# ---- frames of geoms: points of the world in them, and the pose of one in another


@helper
def world_to_geom(d, geom: int, point: Vec3) -> Vec3:
    """Return a point of the world in the frame of a geom."""
    return mul_matT_vec(load9(d.geom_xmat, geom), sub(point, load3(d.geom_xpos, geom)))


@helper
def pose_in_geom(d, geom: int, frame: int) -> Pose:
    """Return the pose of a geom in the frame of another one, `frame`."""
    pos = world_to_geom(d, frame, load3(d.geom_xpos, geom))
    return Pose(pos, mul_matT_mat(load9(d.geom_xmat, frame), load9(d.geom_xmat, geom)))


# ---- boxes and capsules where they are, as the pairs with boxes take them


class PlacedBox(NamedTuple):
    """A box: its centre [m], its axes as the columns of a rotation, and half sizes [m]."""

    pos: Vec3
    mat: Mat3
    size: Vec3


class PlacedCapsule(NamedTuple):
    """A capsule: its centre [m], the unit vector along it, its radius [m] and half the length of its segment [m]."""

    pos: Vec3
    axis: Vec3
    radius: float
    half: float


@helper
def placed_box(m, d, geom: int) -> PlacedBox:
    """Return the box that a geom is."""
    return PlacedBox(load3(d.geom_xpos, geom), load9(d.geom_xmat, geom), load3(m.geom_size, geom))


@helper
def placed_capsule(m, d, geom: int) -> PlacedCapsule:
    """Return the capsule that a geom is."""
    size, xmat = m.geom_size, d.geom_xmat
    axis = xmat[geom, 2], xmat[geom, 5], xmat[geom, 8]
    return PlacedCapsule(load3(d.geom_xpos, geom), axis, size[geom, 0], size[geom, 1])
