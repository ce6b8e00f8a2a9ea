"""The first thing that a ray from the camera meets, and whether anything stands between a point and a light."""

from typing import NamedTuple

from corten.enums import GeomType
from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_vec
from corten.math.vector3 import Vector3, load3, sub
from corten.render.kernels.rays import inverse3, meets_box, plane_hit, shape_stretch
from corten.render.kernels.surface import any_triangle, first_triangle
from corten.runtime import helper, per_precision, reduce_max

# how much earlier than at a round shape its polyhedron is looked for, far above all roundings
BEFORE = 1.0 - 1e-4

# distances that differ by less are the same, as those of faces that lie in one plane
SAME = per_precision(1.0 + 1e-9, float32=1.0 + 1e-6)


class Seen(NamedTuple):
    """What a ray meets first: the distance t, its number among all shapes, -1 for none, and the outward normal.

    On a surface of triangles there is a face, and the normal is left to whoever wants it.
    """

    t: float
    shape: int
    face: int
    second: float
    third: float
    normal: Vector3


class Ray(NamedTuple):
    """A ray of a view: all points origin + t direction from t = near to t = far."""

    origin: Vector3
    direction: Vector3
    near: float
    far: float


@helper
def first_shape(m, view, ray, opaque, skip):
    """Return the first shape on a ray of a view.

    With `opaque` 1, what can be seen through does not count. Shape `skip` never counts.
    """
    best = Seen(ray.far, -1, -1, 0.0, 0.0, (0.0, 0.0, 0.0))
    for i in range(m.view_planeadr[view], m.view_planeadr[view] + m.view_planenum[view]):
        shape = m.plane_shape[i]
        if shape != skip and (opaque == 0 or m.shape_clear[shape] == 0):
            best = nearer_plane(m, shape, ray, best)

    root, count = m.view_root[view], m.view_nodenum[view]
    per_length = inverse3(ray.direction)
    wanted, node = 0, 0
    while node < count:
        met = wanted <= node and meets_box(m.node_box, root + node, ray.origin, per_length, ray.near, best.t)
        shape = m.node_shape[root + node]
        wants = shape >= 0 and shape != skip and (opaque == 0 or m.shape_clear[max(shape, 0)] == 0)
        anyone, behind = reduce_max(1 if met else 0) > 0, m.node_skip[root + node]
        if wants and anyone:
            best = nearer_shape(m, shape, ray, best, met)
        wanted = (node + 1 if met else behind) if wanted <= node else wanted
        node = node + 1 if anyone else behind
    return best


@helper
def nearer_plane(m, shape, ray, best):
    """Return the first of what a ray has met already and a plane, which is seen from both sides."""
    axes, (p, v) = load9(m.shape_mat, shape), local_ray(m, shape, ray)
    t = plane_hit(load3(m.shape_size, shape), p, v)
    seen = Seen(t, shape, -1, 0.0, 0.0, (axes[2], axes[5], axes[8]))
    return seen if t >= ray.near and is_nearer(t, shape, best) else best


@helper
def is_nearer(t, shape, best):
    """Tell whether a shape at t covers what a ray has met already; of two at the same place the later one is seen."""
    return t < best.t or (t <= best.t * SAME and shape > best.shape and best.shape >= 0)


@helper
def nearer_shape(m, shape, ray, best, on):
    """Return the first of what a ray has met already and a shape of a tree, if `on`."""
    kind, axes, (p, v) = m.shape_type[shape], load9(m.shape_mat, shape), local_ray(m, shape, ray)
    size = load3(m.shape_size, shape)
    tree = m.shape_tree[shape]
    if tree >= 0:
        near, wanted = ray.near, on
        if kind == GeomType.SPHERE or kind == GeomType.CYLINDER:
            # a polyhedron lies inside of its round shape
            around = shape_stretch(kind, size, p, v)
            near = max(near, around.enter * BEFORE)
            wanted = on and around.enter <= around.leave and around.leave >= near and around.enter <= best.t * SAME
        q, w = (p[0] / size[0], p[1] / size[1], p[2] / size[2]), (v[0] / size[0], v[1] / size[1], v[2] / size[2])
        touch = first_triangle(m, tree, q, w, near, best.t * SAME, wanted)
        seen = Seen(touch.t, shape, touch.face, touch.second, touch.third, (0.0, 0.0, 0.0))
        return seen if touch.face >= 0 and is_nearer(touch.t, shape, best) else best
    stretch = shape_stretch(kind, size, p, v)
    met = on and stretch.enter <= stretch.leave and stretch.enter >= ray.near and is_nearer(stretch.enter, shape, best)
    seen = Seen(stretch.enter, shape, -1, 0.0, 0.0, mul_mat_vec(axes, stretch.normal))
    return seen if met else best


@helper
def local_ray(m, shape, ray):
    """Return origin and direction of a ray in the frame of a shape."""
    axes = load9(m.shape_mat, shape)
    return mul_matT_vec(axes, sub(ray.origin, load3(m.shape_pos, shape))), mul_matT_vec(axes, ray.direction)


@helper
def is_blocked(m, view, ray, on):
    """Tell whether anything that throws a shadow stands on a ray, if `on`."""
    blocked = not on
    for i in range(m.view_planeadr[view], m.view_planeadr[view] + m.view_planenum[view]):
        shape = m.plane_shape[i]
        if m.shape_shadow[shape] != 0:
            p, v = local_ray(m, shape, ray)
            t = plane_hit(load3(m.shape_size, shape), p, v)
            blocked = blocked or (t >= ray.near and t <= ray.far)

    root, count = m.view_root[view], m.view_nodenum[view]
    per_length = inverse3(ray.direction)
    wanted = count if blocked else 0
    node = -reduce_max(-wanted)
    while node < count:
        met = wanted <= node and meets_box(m.node_box, root + node, ray.origin, per_length, ray.near, ray.far)
        shape = m.node_shape[root + node]
        anyone, behind = reduce_max(1 if met else 0) > 0, m.node_skip[root + node]
        if shape >= 0 and anyone:
            blocked = blocked or blocks(m, max(shape, 0), ray, met)
        wanted = (node + 1 if met else behind) if wanted <= node else wanted
        wanted = count if blocked else wanted
        node = node + 1 if anyone else behind
    return on and blocked


@helper
def blocks(m, shape, ray, on):
    """Tell whether a shape stands on a ray and throws a shadow, if `on`."""
    if m.shape_shadow[shape] == 0:
        return False
    (p, v), size = local_ray(m, shape, ray), load3(m.shape_size, shape)
    tree = m.shape_tree[shape]
    if tree >= 0:
        q, w = (p[0] / size[0], p[1] / size[1], p[2] / size[2]), (v[0] / size[0], v[1] / size[1], v[2] / size[2])
        return any_triangle(m, tree, q, w, ray.near, ray.far, on)
    stretch = shape_stretch(m.shape_type[shape], size, p, v)
    return on and stretch.enter <= stretch.leave and stretch.leave >= ray.near and stretch.enter <= ray.far
