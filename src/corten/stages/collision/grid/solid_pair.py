"""A solid, which is a geom of type sdf, and another geom: what all routines of this folder share."""

from typing import NamedTuple

from corten.enums import CollisionShape
from corten.math.matrix3 import load9, mul_mat_vec
from corten.math.pose import Pose
from corten.math.vector3 import add, dot, load3, norm, store3, sub
from corten.runtime import Vec3, helper
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.geoms import pose_in_geom

# what counts as a cell of a geom that has none: this part of its largest half size
NO_CELL = 1.0 / 32.0

# contacts nearer to each other than this [cells] with normals that agree are one
MERGE, SAME_NORMAL = 1.0, 0.95

# [cells] what counts as deeper when two contacts are one
DEEPER = 1e-6


class ShapedGeom(NamedTuple):
    """A geom and the CollisionShape that it collides as."""

    id: int
    shape: int


class SolidPair(NamedTuple):
    """A solid and another geom of one candidate pair.

    `pose` is that of the solid in the frame of the other geom, `sign` is 1.0 if the other geom is the first of the
    candidate and -1.0 if it is the second, `first` is the pair's first unsorted contact, and `cell` is the size of the
    solid's cells [m].
    """

    candidate: int
    solid: ShapedGeom
    other: ShapedGeom
    pose: Pose
    sign: float
    first: int
    cell: float
    margin: float


@helper
def make_pair(m, d, candidate: int, solid: ShapedGeom, other: ShapedGeom, sign: float, first: int) -> SolidPair:
    """Return a solid and another geom as a pair."""
    pose, margin = pose_in_geom(d, solid.id, other.id), d.candidate_margin[candidate]
    return SolidPair(candidate, solid, other, pose, sign, first, cell_size(m, solid), margin)


@helper
def cell_size(m, solid: ShapedGeom) -> float:
    """Return the size of the cells of a grid, or what counts as it [m]."""
    if solid.shape == CollisionShape.GRID:
        return m.sdf_cell[m.geom_sdf[solid.id]]
    half = m.geom_aabb
    return NO_CELL * max(half[solid.id, 3], max(half[solid.id, 4], half[solid.id, 5]))


@helper
def is_solid(shape: int) -> bool:
    """Tell whether a shape is a solid: a grid or an octree of signed distances."""
    return shape == CollisionShape.GRID or shape == CollisionShape.SDF


@helper
def add_solid_contact(d, pair: SolidPair, dist: float, pos: Vec3, normal: Vec3) -> None:
    """Add a contact given in the frame of the solid; of two of the same pair at one place the deeper stays."""
    mat = load9(d.geom_xmat, pair.solid.id)
    pos, normal = add(mul_mat_vec(mat, pos), load3(d.geom_xpos, pair.solid.id)), mul_mat_vec(mat, normal)
    known = -1
    for i in range(pair.first, min(d.nunsorted, d.maxunsorted)):
        close = norm(sub(load3(d.unsorted_pos, i), pos)) < MERGE * pair.cell
        if close and dot(load3(d.unsorted_normal, i), normal) > SAME_NORMAL:
            known = i
            break
    if known < 0:
        add_contact(d, pair.candidate, dist, pos, normal, NO_TANGENT)
    elif dist < d.unsorted_dist[known] - DEEPER * pair.cell:
        d.unsorted_dist[known] = dist
        store3(d.unsorted_pos, known, pos)
        store3(d.unsorted_normal, known, normal)
