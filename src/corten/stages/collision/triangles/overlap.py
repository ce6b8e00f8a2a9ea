"""How deep one mesh can be inside of another.

What is inside of both lies between where the first begins and where the second ends along any direction, so nothing is
deeper than that. Meshes that only touch are found to do so along one of a few directions, and then few of their
triangles matter. Rings that are linked overlap along all of them.
"""

from corten.math.box import load_box, transform_box
from corten.math.matrix3 import load9, mul_matT_vec
from corten.math.vector3 import dot, load3, normalize, scale, sub
from corten.runtime import helper
from corten.stages.collision.geom_frames import pose_in_geom
from corten.stages.collision.triangles.tree import reach_along


@helper
def overlap(m, d, g1, g2):
    """Return how far two meshes overlap along the direction in which they do least, negative if they are apart [m]."""
    least = min(overlap_of_boxes(m, d, g1, g2), overlap_of_boxes(m, d, g2, g1))
    return min(least, overlap_of_centres(m, d, g1, g2))


@helper
def overlap_of_boxes(m, d, g1, g2):
    """Return how far the box around one mesh overlaps with that around another, along the axes of the other [m]."""
    own = load_box(m.bvh_aabb, m.mesh_bvhadr[m.geom_dataid[g1]])
    centre, half = transform_box(pose_in_geom(d, g1, g2), own)
    box, root = m.bvh_aabb, m.mesh_bvhadr[m.geom_dataid[g2]]
    x = half[0] + box[root, 3] - abs(centre[0] - box[root, 0])
    y = half[1] + box[root, 4] - abs(centre[1] - box[root, 1])
    z = half[2] + box[root, 5] - abs(centre[2] - box[root, 2])
    return min(x, min(y, z))


@helper
def overlap_of_centres(m, d, g1, g2):
    """Return how far both overlap along the line between their centres [m]."""
    mat1, mat2, pos1, pos2 = (
        load9(d.geom_xmat, g1),
        load9(d.geom_xmat, g2),
        load3(d.geom_xpos, g1),
        load3(d.geom_xpos, g2),
    )
    across = sub(pos2, pos1)
    direction, _ = normalize(across)
    first = reach_along(m, d, m.geom_dataid[g1], mul_matT_vec(mat1, direction))
    second = reach_along(m, d, m.geom_dataid[g2], mul_matT_vec(mat2, scale(direction, -1.0)))
    return first + second - dot(across, direction)
