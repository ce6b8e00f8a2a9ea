"""The stage for all pairs of geoms of which one is a grid of signed distances."""

from corten.enums import CollisionShape, StepErrorKind
from corten.math.matrix3 import load9, mul_matT_mat, mul_matT_vec
from corten.math.vector3 import load3, scale, sub
from corten.runtime import helper, stage
from corten.stages.collision.contacts.reduce import reduce_contacts
from corten.stages.collision.grid.features import touch_features
from corten.stages.collision.grid.fields import other_field, solid_field
from corten.stages.collision.grid.points import touch_points
from corten.stages.collision.grid.settle import from_other, note, to_other
from corten.stages.collision.grid.terrain import touch_terrain
from corten.stages.collision.kinds import SHAPES
from corten.stages.collision.pairs import bucket_of

BUCKET = bucket_of("grid_pairs")

# what counts as a cell of a geom that has none: this part of its largest half size
NO_CELL = 1.0 / 32.0

# [cells] deeper than this, geoms without a contact are taken to be too deep in each other to have one
DEEP = 0.25


@stage
def grid_pairs(m, d):
    """Contacts of grids of signed distances with everything, and of height fields with octrees of distances.

    Without room the step is done again.

    reads:  d.geom_xmat d.geom_xpos m.bvh_aabb m.bvh_nodeid m.geom_aabb
    writes: d.kept_raw d.nkept d.nraw d.raw_candidate
    """
    kind, geom = d.candidate_kind, d.candidate_geom
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        low, high = kind[c] // SHAPES, kind[c] % SHAPES
        first, g1, g2 = d.nraw, geom[c, 0], geom[c, 1]
        if low == CollisionShape.GRID and high == CollisionShape.SDF:
            collide_solid(m, d, c, g1, low, g2, high, -1.0, first)
        else:
            collide_solid(m, d, c, g2, high, g1, low, 1.0, first)
        reduce_contacts(d, c, first)

        # only what is left of the contacts of a pair counts for the user's limit
        if d.nraw > d.maxraw:
            d.error_where = d.nraw
            return int(StepErrorKind.CAPACITY)
    return 0


@helper
def collide_solid(m, d, c, solid, kind, other, shape, sign, first):
    """Note the contacts of a geom of type sdf with another; `sign` is 1.0 if the other one is the first of the pair."""
    if shape != CollisionShape.EMPTY:
        pose, back = relative_pose(d, solid, other), relative_pose(d, other, solid)
        cell = cell_size(m, solid, kind)
        if not touch_middles(m, d, c, solid, kind, other, shape, pose, sign, first, cell):
            if shape == CollisionShape.HFIELD:
                touch_terrain(m, d, c, solid, kind, other, pose, sign, first, cell)
            else:
                touch_features(m, d, c, solid, kind, other, shape, pose, sign, first, cell)
            least = touch_surfaces(m, d, c, solid, kind, other, shape, pose, back, sign, first, cell, 0)
            if d.nraw == first and least < -DEEP * cell:
                touch_surfaces(m, d, c, solid, kind, other, shape, pose, back, sign, first, cell, 1)


@helper
def touch_middles(m, d, c, solid, kind, other, shape, pose, sign, first, cell):
    """Push geoms apart the short way that are so deep in each other that one holds the middle of the other.

    Contacts around them would push into all directions at once. Return whether they are; round geoms have a way of
    their own, planes and height fields no middle.
    """
    if shape <= CollisionShape.SPHERE or shape == CollisionShape.ELLIPSOID:
        return False
    point, middle = load3(m.geom_aabb, other), load3(m.geom_aabb, solid)
    x = from_other(pose, point)
    value, out, _ = solid_field(m, kind, solid, x)
    dist, outward = other_field(m, shape, other, to_other(pose, middle))
    theirs = value < 0.0 and other_field(m, shape, other, point)[0] < 0.0
    ours = dist < 0.0 and solid_field(m, kind, solid, middle)[0] < 0.0
    if theirs and (not ours or value >= dist):
        note(d, c, solid, value, x, scale(out, -sign), first, cell)
    elif ours:
        note(d, c, solid, dist, middle, scale(mul_matT_vec(pose[0], outward), sign), first, cell)
    return theirs or ours


@helper
def touch_surfaces(m, d, c, solid, kind, other, shape, pose, back, sign, first, cell, lenient):
    """Note the contacts of points of both surfaces, if the other has some; return the least distance."""
    least = touch_points(m, d, c, solid, kind, other, shape, pose, sign, first, cell, lenient)
    if shape == CollisionShape.GRID or shape == CollisionShape.SDF:
        size = cell_size(m, other, shape)
        least = min(least, touch_points(m, d, c, other, shape, solid, kind, back, -sign, first, size, lenient))
    return least


@helper
def relative_pose(d, geom, other):
    """Return (rotation, translation) that take points of a geom's frame to the frame of another."""
    mat, away = load9(d.geom_xmat, other), sub(load3(d.geom_xpos, geom), load3(d.geom_xpos, other))
    return mul_matT_mat(mat, load9(d.geom_xmat, geom)), mul_matT_vec(mat, away)


@helper
def cell_size(m, g, kind):
    """Return the size of the cells of a grid, or what counts as it [m]."""
    if kind == CollisionShape.GRID:
        return m.sdf_cell[m.geom_sdf[g]]
    return NO_CELL * max(m.geom_aabb[g, 3], max(m.geom_aabb[g, 4], m.geom_aabb[g, 5]))
