"""Rays against triangles, through the tree of boxes over those of a surface.

Rays that share an instruction walk together: each knows the first node that it still has an interest in. The walk goes
down where one of them meets a box, and else passes by what is below it. A ray that is not interested meets nothing, so
each tests exactly the nodes that it would test alone.
"""

from typing import NamedTuple

from corten.math.matrix3 import load9, mul_mat_vec
from corten.math.vector3 import cross, dot, load3, normalize, sub
from corten.render.kernels.rays import SLOWEST, inverse3, meets_box
from corten.runtime import Vec3, helper, per_precision, reduce_max

# triangles are taken larger by this share, so that no ray passes between two of them
OVERLAP = per_precision(1e-9, float32=2e-6)


class Touch(NamedTuple):
    """Where a ray meets a triangle: t, and the weights of its second and third corner; face -1 for none."""

    t: float
    face: int
    second: float
    third: float


@helper
def first_triangle(m, tree: int, p: Vec3, v: Vec3, near: float, far: float, on: bool) -> Touch:
    """Return the first triangle of a tree whose front a ray meets from t = near on and before t = far, if `on`."""
    root, count = m.tree_root[tree], m.tree_nodenum[tree]
    per_length = inverse3(v)
    best = Touch(far, -1, 0.0, 0.0)
    wanted = 0 if on else count
    node = -reduce_max(-wanted)
    while node < count:
        met = wanted <= node and meets_box(m.tri_box, root + node, p, per_length, near, best.t)
        face, anyone = m.tri_leaf[root + node], reduce_max(1 if met else 0) > 0
        if face >= 0 and anyone:
            touch = meet_triangle(m, face, p, v)
            nearer = met and touch.face >= 0 and touch.t >= near and touch.t < best.t
            best = touch if nearer else best
        skip = m.tri_skip[root + node]
        wanted = (node + 1 if met else skip) if wanted <= node else wanted
        node = node + 1 if anyone else skip
    return best


@helper
def meet_triangle(m, face: int, p: Vec3, v: Vec3) -> Touch:
    """Return where a ray meets the front of a triangle: p + t v = a + second (b - a) + third (c - a)."""
    a = m.tri_corner[face, 0], m.tri_corner[face, 1], m.tri_corner[face, 2]
    ab = m.tri_corner[face, 3], m.tri_corner[face, 4], m.tri_corner[face, 5]
    ac = m.tri_corner[face, 6], m.tri_corner[face, 7], m.tri_corner[face, 8]
    across = cross(v, ac)
    volume = dot(ab, across)
    front = volume > SLOWEST
    scale = 1.0 / (volume if front else 1.0)
    offset = sub(p, a)
    second = dot(offset, across) * scale
    turned = cross(offset, ab)
    third = dot(v, turned) * scale
    inside = second >= -OVERLAP and third >= -OVERLAP and second + third <= 1.0 + OVERLAP
    return Touch(dot(ac, turned) * scale, face if front and inside else -1, second, third)


@helper
def any_triangle(m, tree: int, p: Vec3, v: Vec3, near: float, far: float, on: bool) -> bool:
    """Tell whether a ray meets a triangle of a tree, from either side, from t = near to t = far, if `on`."""
    root, count = m.tree_root[tree], m.tree_nodenum[tree]
    per_length = inverse3(v)
    blocked = False
    wanted = 0 if on else count
    node = -reduce_max(-wanted)
    while node < count:
        met = wanted <= node and meets_box(m.tri_box, root + node, p, per_length, near, far)
        face, anyone = m.tri_leaf[root + node], reduce_max(1 if met else 0) > 0
        if face >= 0 and anyone:
            front, back = meet_triangle(m, face, p, v), meet_triangle_back(m, face, p, v)
            t = front.t if front.face >= 0 else back.t
            blocked = blocked or (met and (front.face >= 0 or back.face >= 0) and t >= near and t <= far)
        skip = m.tri_skip[root + node]
        wanted = (node + 1 if met else skip) if wanted <= node else wanted
        wanted = count if blocked else wanted
        node = node + 1 if anyone else skip
    return blocked


@helper
def meet_triangle_back(m, face: int, p: Vec3, v: Vec3) -> Touch:
    """Return where a ray meets the back of a triangle: the front, seen by a ray that goes the other way."""
    touch = meet_triangle(m, face, p, (-v[0], -v[1], -v[2]))
    return touch._replace(t=-touch.t)


# ---------------------------------------------------------------- normals of triangles


@helper
def face_normal(m, shape: int, face: int, second: float, third: float) -> Vec3:
    """Return the normal at a point of a triangle of a shape, in the world."""
    first, normal, size = 1.0 - second - third, m.tri_normal, load3(m.shape_size, shape)
    x = first * normal[face, 0] + second * normal[face, 3] + third * normal[face, 6]
    y = first * normal[face, 1] + second * normal[face, 4] + third * normal[face, 7]
    z = first * normal[face, 2] + second * normal[face, 5] + third * normal[face, 8]
    unit, _ = normalize((x / size[0], y / size[1], z / size[2]))
    return mul_mat_vec(load9(m.shape_mat, shape), unit)
