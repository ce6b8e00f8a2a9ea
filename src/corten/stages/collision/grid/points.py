"""The points of a surface that are near another geom, the deepest of each block."""

from corten.constants import MAXVAL
from corten.enums import CollisionShape
from corten.math.matrix3 import mul_matT_vec
from corten.math.vector3 import add, add_scaled, dot, load3, norm, scale, sub
from corten.raycast.triangle import vertex
from corten.runtime import helper
from corten.stages.collision.grid.fields import other_field, rough_field, solid_field
from corten.stages.collision.grid.settle import note, to_other, touch_settled

# of points that are equally deep the outermost is taken: what a metre outwards is worth in depth [m]
OUTWARD = 1e-3

# [cells] how much deeper than its deepest point a block may be
BETWEEN = 0.5

# how much steeper than a distance a field may be that is looked at to pass over a block
STEEP = 2.0

# cosine above which the surfaces at a vertex of a mesh do not face each other
FACING = -0.4

# vertices of a mesh of which one is taken
CHUNK = 8


@helper
def touch_points(m, d, c, solid, kind, other, shape, pose, sign, first, cell, lenient):
    """Note the contacts of the surface of a geom of type sdf with another geom; return its least distance."""
    least = MAXVAL
    if kind == CollisionShape.GRID:
        grid = m.geom_sdf[solid]
        for block in range(m.sdf_blockadr[grid], m.sdf_blockadr[grid] + m.sdf_blocknum[grid]):
            if block_is_near(m, block, other, shape, pose, d.candidate_margin[c]):
                dist = touch_block(m, d, c, solid, kind, other, shape, pose, sign, first, cell, block, lenient)
                least = min(least, dist)
    else:
        least = touch_vertices(m, d, c, solid, other, shape, pose, sign, first, cell, lenient)
    return least


@helper
def block_is_near(m, block, other, shape, pose, margin):
    """Tell whether a block of a surface can come within a margin of another geom."""
    low = load3(m.sdf_blockbox, block)
    high = m.sdf_blockbox[block, 3], m.sdf_blockbox[block, 4], m.sdf_blockbox[block, 5]
    centre, reach = to_other(pose, scale(add(low, high), 0.5)), 0.5 * norm(sub(high, low)) + margin
    if shape != CollisionShape.PLANE:
        box = m.geom_aabb
        a = abs(centre[0] - box[other, 0]) - box[other, 3] - reach
        b = abs(centre[1] - box[other, 1]) - box[other, 4] - reach
        e = abs(centre[2] - box[other, 2]) - box[other, 5] - reach
        if max(a, max(b, e)) > 0.0:
            return False
    if shape == CollisionShape.HFIELD:
        return True
    dist, _ = rough_field(m, shape, other, centre)
    return dist <= (STEEP * reach if shape == CollisionShape.GRID or shape == CollisionShape.SDF else reach)


@helper
def touch_block(m, d, c, solid, kind, other, shape, pose, sign, first, cell, block, lenient):
    """Let the deepest point of a block settle; return its distance before."""
    box, start = m.geom_aabb, m.sdf_block[block, 0]
    middle = box[solid, 0], box[solid, 1], box[solid, 2]
    best, least, deepest = -1, MAXVAL, MAXVAL
    for i in range(start, start + m.sdf_block[block, 1]):
        x = load3(m.sdf_point, i)
        dist, _ = rough_field(m, shape, other, to_other(pose, x))
        worth = dist - OUTWARD * norm(sub(x, middle))
        if worth < least:
            best, least, deepest = i, worth, dist
    if best >= 0 and deepest <= d.candidate_margin[c] + BETWEEN * cell:
        x = load3(m.sdf_point, best)
        touch_settled(m, d, c, solid, kind, other, shape, pose, sign, first, x, cell, lenient)
    return deepest


@helper
def touch_vertices(m, d, c, solid, other, shape, pose, sign, first, cell, lenient):
    """Note the deepest of every few vertices of the mesh of a geom of type sdf, which are exact; return the least."""
    mesh, margin, deepest = m.geom_dataid[solid], d.candidate_margin[c], MAXVAL
    for chunk in range((m.mesh_vertnum[mesh] + CHUNK - 1) // CHUNK):
        best, least = -1, MAXVAL
        for i in range(chunk * CHUNK, min((chunk + 1) * CHUNK, m.mesh_vertnum[mesh])):
            dist = other_field(m, shape, other, to_other(pose, vertex(m, m.mesh_vertadr[mesh] + i)))[0]
            if dist < least:
                best, least = i, dist
        deepest = min(deepest, least)
        if best >= 0 and least <= margin:
            x = vertex(m, m.mesh_vertadr[mesh] + best)
            dist, outward = other_field(m, shape, other, to_other(pose, x))
            outward = mul_matT_vec(pose[0], outward)
            normal = solid_field(m, CollisionShape.SDF, solid, x)[1]
            if dot(outward, normal) < FACING or lenient != 0:
                pos = add_scaled(x, outward, -0.5 * dist)
                note(d, c, solid, dist, pos, scale(outward, sign), first, cell)
    return deepest
