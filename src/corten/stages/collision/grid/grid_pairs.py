"""The stage for all pairs of geoms of which one is a solid, and height fields in solids.

1. one geom holds the middle of the other: one contact pushes them apart the short way
2. features of the other geom looked up in the solid (`features`, or the samples and edges of a height field)
3. points of the solid's surface, and of the other's if that is a solid too (`surface_points`)
4. still nothing, though they overlap: the same again with every point that is inside
"""

from corten.enums import CollisionShape, StepErrorKind
from corten.math.matrix3 import mul_matT_vec
from corten.math.pose import transform_point, transform_point_back
from corten.math.vector3 import add, load3, scale
from corten.raycast.height_field import grid_point
from corten.runtime import Vec3, floor, helper, stage
from corten.stages.collision.contacts.unsorted import reduce_contacts
from corten.stages.collision.geoms import SHAPES
from corten.stages.collision.grid.edges import (
    DEEPER_SINE,
    add_edge_contacts,
    add_probe_contact,
    box_around_solid,
    edge_of_triangles,
    probe_solid,
    rise,
)
from corten.stages.collision.grid.features import add_feature_contacts
from corten.stages.collision.grid.sampling import sample_geom, sample_solid
from corten.stages.collision.grid.solid_pair import ShapedGeom, SolidPair, add_solid_contact, is_solid, make_pair
from corten.stages.collision.grid.surface_points import add_surface_contacts
from corten.stages.collision.pairs import bucket_of

# ---- height fields: samples and edges


# the way from the rim of a height field to the side below it
DOWN = (0.0, 0.0, -1.0)


@helper
def add_height_field_contacts(m, d, pair: SolidPair) -> None:
    """Add the contacts of the samples of a height field, and of the edges of its triangles."""
    hfield = m.geom_dataid[pair.other.id]
    centre, half = box_around_solid(m, pair)
    wide, deep = m.hfield_size[hfield, 0], m.hfield_size[hfield, 1]
    dx, dy = 2.0 * wide / float(m.hfield_ncol[hfield] - 1), 2.0 * deep / float(m.hfield_nrow[hfield] - 1)
    low_column = max(0, int(floor((centre[0] - half[0] + wide) / dx)))
    low_row = max(0, int(floor((centre[1] - half[1] + deep) / dy)))
    for row in range(low_row, min(m.hfield_nrow[hfield], int(floor((centre[1] + half[1] + deep) / dy)) + 2)):
        for column in range(low_column, min(m.hfield_ncol[hfield], int(floor((centre[0] + half[0] + wide) / dx)) + 2)):
            add_sample_contact(m, d, pair, hfield, row, column)
            add_cell_edge_contacts(m, d, pair, hfield, row, column)


@helper
def add_sample_contact(m, d, pair: SolidPair, hfield: int, row: int, column: int) -> None:
    """Add the contact of a sample, if its neighbours lie farther out of the solid."""
    point = grid_point(m, hfield, row, column)
    probe = probe_solid(m, pair, point)
    if probe.inside:
        deepest = True
        for k in range(4):
            r, c = row + (1 if k == 0 else (-1 if k == 1 else 0)), column + (1 if k == 2 else (-1 if k == 3 else 0))
            if rise(point, clamped_point(m, hfield, r, c), probe.out) < -DEEPER_SINE:
                deepest = False
        if deepest and probe.out[2] < 0.0:
            add_probe_contact(d, pair, probe)


@helper
def clamped_point(m, hfield: int, row: int, column: int) -> Vec3:
    """Return the point of the surface at a row and column, or at the nearest that exist."""
    r, c = min(max(row, 0), m.hfield_nrow[hfield] - 1), min(max(column, 0), m.hfield_ncol[hfield] - 1)
    return grid_point(m, hfield, r, c)


@helper
def add_cell_edge_contacts(m, d, pair: SolidPair, hfield: int, row: int, column: int) -> None:
    """Add the contacts of the edges that lead from a sample along x, along y, and across the cell."""
    last_row, last_column = m.hfield_nrow[hfield] - 1, m.hfield_ncol[hfield] - 1
    p = grid_point(m, hfield, row, column)
    right, up = clamped_point(m, hfield, row, column + 1), clamped_point(m, hfield, row + 1, column)
    far = clamped_point(m, hfield, row + 1, column + 1)
    below = clamped_point(m, hfield, row - 1, column) if row > 0 else add(p, DOWN)
    left = clamped_point(m, hfield, row, column - 1) if column > 0 else add(p, DOWN)
    if column < last_column:
        above = far if row < last_row else add(p, DOWN)
        add_edge_contacts(m, d, pair, edge_of_triangles(p, right, above, below))
    if row < last_row:
        beside = far if column < last_column else add(p, DOWN)
        add_edge_contacts(m, d, pair, edge_of_triangles(p, up, beside, left))
        if column < last_column:
            add_edge_contacts(m, d, pair, edge_of_triangles(p, far, right, up))


# ---- the stage


BUCKET = bucket_of("grid_pairs")

# [cells] deeper than this, geoms without a contact are taken to be too deep in each other to have one
DEEP = 0.25


@stage
def grid_pairs(m, d) -> int:
    """Contacts of grids of signed distances with everything, and of height fields with octrees of distances.

    Without room the step is done again.
    """
    kind, geom = d.candidate_kind, d.candidate_geom
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        low, high = kind[c] // SHAPES, kind[c] % SHAPES
        first, lower, higher = d.nunsorted, ShapedGeom(geom[c, 0], low), ShapedGeom(geom[c, 1], high)
        if low == CollisionShape.GRID and high == CollisionShape.SDF:
            collide_solid(m, d, c, lower, higher, -1.0, first)
        else:
            collide_solid(m, d, c, higher, lower, 1.0, first)
        reduce_contacts(d, c, first)

        # only what is left of the contacts of a pair counts for the user's limit
        if d.nunsorted > d.maxunsorted:
            d.error_where = d.nunsorted
            return int(StepErrorKind.CAPACITY)
    return 0


@helper
def collide_solid(m, d, c: int, solid: ShapedGeom, other: ShapedGeom, sign: float, first: int) -> None:
    """Add the contacts of a solid with another geom; `sign` is 1.0 if the other one is the first of the candidate."""
    if other.shape != CollisionShape.EMPTY:
        pair = make_pair(m, d, c, solid, other, sign, first)
        if not add_middle_contact(m, d, pair):
            if other.shape == CollisionShape.HFIELD:
                add_height_field_contacts(m, d, pair)
            else:
                add_feature_contacts(m, d, pair)
            least = add_contacts_of_both_surfaces(m, d, pair, False)
            if d.nunsorted == first and least < -DEEP * pair.cell:
                add_contacts_of_both_surfaces(m, d, pair, True)


@helper
def add_middle_contact(m, d, pair: SolidPair) -> bool:
    """Push geoms apart the short way that are so deep in each other that one holds the middle of the other.

    Contacts around them would push into all directions at once. Return whether they are; round geoms have a way of
    their own, planes and height fields no middle.
    """
    other, solid = pair.other, pair.solid
    if other.shape <= CollisionShape.SPHERE or other.shape == CollisionShape.ELLIPSOID:
        return False
    point, middle = load3(m.geom_aabb, other.id), load3(m.geom_aabb, solid.id)
    x = transform_point_back(pair.pose, point)
    at_point = sample_solid(m, solid, x)
    at_middle = sample_geom(m, other, transform_point(pair.pose, middle))
    theirs = at_point.dist < 0.0 and sample_geom(m, other, point).dist < 0.0
    ours = at_middle.dist < 0.0 and sample_solid(m, solid, middle).dist < 0.0
    if theirs and (not ours or at_point.dist >= at_middle.dist):
        add_solid_contact(d, pair, at_point.dist, x, scale(at_point.normal, -pair.sign))
    elif ours:
        outward = mul_matT_vec(pair.pose.mat, at_middle.gradient)
        add_solid_contact(d, pair, at_middle.dist, middle, scale(outward, pair.sign))
    return theirs or ours


@helper
def add_contacts_of_both_surfaces(m, d, pair: SolidPair, lenient: bool) -> float:
    """Add the contacts of points of the surfaces of all solids of a pair; return their least distance."""
    least = add_surface_contacts(m, d, pair, lenient)
    if is_solid(pair.other.shape):
        turned = make_pair(m, d, pair.candidate, pair.other, pair.solid, -pair.sign, pair.first)
        least = min(least, add_surface_contacts(m, d, turned, lenient))
    return least
