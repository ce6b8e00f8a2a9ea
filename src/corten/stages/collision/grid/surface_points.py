"""The points of a solid's surface that are near another geom, the deepest of each block."""

from corten.constants import MAXVAL
from corten.enums import CollisionShape
from corten.math.matrix3 import mul_matT_vec
from corten.math.pose import transform_point
from corten.math.vector3 import add, add_scaled, dot, load3, norm, scale, sub
from corten.raycast.triangle import vertex
from corten.runtime import helper
from corten.stages.collision.grid.sampling import sample_geom, sample_geom_roughly, sample_solid
from corten.stages.collision.grid.slide import add_slide_contact
from corten.stages.collision.grid.solid_pair import add_solid_contact, is_solid

# of points that are equally deep the outermost is taken: what a metre outwards is worth in depth [m]
OUTWARD = 1e-3

# [cells] how much deeper than its deepest point a block may be
BETWEEN = 0.5

# how much steeper than a distance the values of a solid may be that are looked at to pass over a block
STEEP = 2.0

# cosine above which the surfaces at a vertex of a mesh do not face each other
FACING = -0.4

# vertices of a mesh of which one is taken
CHUNK = 8


@helper
def add_surface_contacts(m, d, pair, lenient):
    """Add the contacts of the surface of a solid with another geom; return its least distance."""
    least = MAXVAL
    if pair.solid.shape == CollisionShape.GRID:
        grid = m.geom_sdf[pair.solid.id]
        for block in range(m.sdf_blockadr[grid], m.sdf_blockadr[grid] + m.sdf_blocknum[grid]):
            if block_is_near(m, pair, block):
                dist = add_block_contact(m, d, pair, block, lenient)
                least = min(least, dist)
    else:
        least = add_vertex_contacts(m, d, pair, lenient)
    return least


@helper
def block_is_near(m, pair, block):
    """Tell whether a block of a surface can come within the margin of the other geom."""
    other, box = pair.other, m.geom_aabb
    low = load3(m.sdf_blockbox, block)
    high = m.sdf_blockbox[block, 3], m.sdf_blockbox[block, 4], m.sdf_blockbox[block, 5]
    centre = transform_point(pair.pose, scale(add(low, high), 0.5))
    reach = 0.5 * norm(sub(high, low)) + pair.margin
    if other.shape != CollisionShape.PLANE:
        x = abs(centre[0] - box[other.id, 0]) - box[other.id, 3] - reach
        y = abs(centre[1] - box[other.id, 1]) - box[other.id, 4] - reach
        z = abs(centre[2] - box[other.id, 2]) - box[other.id, 5] - reach
        if max(x, max(y, z)) > 0.0:
            return False
    if other.shape == CollisionShape.HFIELD:
        return True
    return sample_geom_roughly(m, other, centre).dist <= (STEEP * reach if is_solid(other.shape) else reach)


@helper
def add_block_contact(m, d, pair, block, lenient):
    """Let the deepest point of a block slide deeper and add its contact; return its distance before."""
    start, middle = m.sdf_block[block, 0], load3(m.geom_aabb, pair.solid.id)
    best, least, deepest = -1, MAXVAL, MAXVAL
    for i in range(start, start + m.sdf_block[block, 1]):
        x = load3(m.sdf_point, i)
        dist = sample_geom_roughly(m, pair.other, transform_point(pair.pose, x)).dist
        worth = dist - OUTWARD * norm(sub(x, middle))
        if worth < least:
            best, least, deepest = i, worth, dist
    if best >= 0 and deepest <= pair.margin + BETWEEN * pair.cell:
        add_slide_contact(m, d, pair, load3(m.sdf_point, best), lenient)
    return deepest


@helper
def add_vertex_contacts(m, d, pair, lenient):
    """Add the contacts of the deepest of every few vertices of a solid's mesh, which are exact; return the least."""
    mesh, deepest = m.geom_dataid[pair.solid.id], MAXVAL
    for chunk in range((m.mesh_vertnum[mesh] + CHUNK - 1) // CHUNK):
        best, least = -1, MAXVAL
        for i in range(chunk * CHUNK, min((chunk + 1) * CHUNK, m.mesh_vertnum[mesh])):
            point = vertex(m, m.mesh_vertadr[mesh] + i)
            dist = sample_geom(m, pair.other, transform_point(pair.pose, point)).dist
            if dist < least:
                best, least = i, dist
        deepest = min(deepest, least)
        if best >= 0 and least <= pair.margin:
            x = vertex(m, m.mesh_vertadr[mesh] + best)
            there = sample_geom(m, pair.other, transform_point(pair.pose, x))
            outward = mul_matT_vec(pair.pose.mat, there.gradient)
            if dot(outward, sample_solid(m, pair.solid, x).normal) < FACING or lenient:
                pos = add_scaled(x, outward, -0.5 * there.dist)
                add_solid_contact(d, pair, there.dist, pos, scale(outward, pair.sign))
    return deepest
