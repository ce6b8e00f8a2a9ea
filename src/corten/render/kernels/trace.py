"""The first thing that a ray from the camera meets, and whether anything stands between a point and a light."""

from typing import NamedTuple

from corten.enums import GeomType
from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_vec
from corten.math.vector3 import add_scaled, load3, store3, sub
from corten.render.fields import RAYS
from corten.render.kernels.rays import inverse3, meets_box, plane_hit, shape_stretch
from corten.render.kernels.surface import any_triangle, face_normal, first_triangle
from corten.runtime import Vec3, helper, per_precision, reduce_max, stage, uniform

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
    normal: Vec3


class Ray(NamedTuple):
    """A ray of a view: all points origin + t direction from t = near to t = far."""

    origin: Vec3
    direction: Vec3
    near: float
    far: float


@helper
def first_shape(m, view: int, ray: Ray, opaque: int, skip: int) -> Seen:
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
def nearer_plane(m, shape: int, ray: Ray, best: Seen) -> Seen:
    """Return the first of what a ray has met already and a plane, which is seen from both sides."""
    axes, (p, v) = load9(m.shape_mat, shape), local_ray(m, shape, ray)
    t = plane_hit(load3(m.shape_size, shape), p, v)
    seen = Seen(t, shape, -1, 0.0, 0.0, (axes[2], axes[5], axes[8]))
    return seen if t >= ray.near and is_nearer(t, shape, best) else best


@helper
def is_nearer(t: float, shape: int, best: Seen) -> bool:
    """Tell whether a shape at t covers what a ray has met already; of two at the same place the later one is seen."""
    return t < best.t or (t <= best.t * SAME and shape > best.shape and best.shape >= 0)


@helper
def nearer_shape(m, shape: int, ray: Ray, best: Seen, on: bool) -> Seen:
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
def local_ray(m, shape: int, ray: Ray) -> tuple[Vec3, Vec3]:
    """Return origin and direction of a ray in the frame of a shape."""
    axes = load9(m.shape_mat, shape)
    return mul_matT_vec(axes, sub(ray.origin, load3(m.shape_pos, shape))), mul_matT_vec(axes, ray.direction)


@helper
def is_blocked(m, view: int, ray: Ray, on: bool) -> bool:
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
def blocks(m, shape: int, ray: Ray, on: bool) -> bool:
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


# ---------------------------------------------------------------- kernels: what each ray of a tile sees


ALL, OPAQUE = 0, 1

# length of a line that is a point [pixel]
SHORTEST = 1e-6


@helper
def camera_ray(m, view: int, column: float, row: float) -> Ray:
    """Return the ray through a place of the picture; its t is the distance along the direction of sight."""
    right, up, forward = load3(m.view_right, view), load3(m.view_up, view), load3(m.view_forward, view)
    x = m.view_window[view, 0] + m.view_window[view, 1] * column
    y = m.view_window[view, 2] - m.view_window[view, 3] * row
    pos, near, far = load3(m.view_pos, view), m.view_clip[view, 0], m.view_clip[view, 1]
    if m.view_orthographic[view] != 0:
        return Ray(add_scaled(add_scaled(pos, right, x), up, y), forward, near, far)
    return Ray(pos, add_scaled(add_scaled(forward, right, x), up, y), near, far)


@stage
def find_shapes(m, d) -> None:
    """Find what each ray meets first."""
    look(m, d, ALL)


@stage
def find_opaque(m, d) -> None:
    """Find what each ray meets first that cannot be seen through."""
    look(m, d, OPAQUE)


@helper
def look(m, d, opaque: int) -> None:
    """Find what each ray of a tile meets first."""
    view = uniform(d.view)
    for i in range(RAYS):
        seen = first_shape(m, view, camera_ray(m, view, d.column[i], d.row[i]), opaque, -1)
        seen = first_line(m, view, d.column[i], d.row[i], seen, opaque)
        d.depth[i], d.shape[i], d.face[i] = seen.t, seen.shape, seen.face
        d.weight[i, 0], d.weight[i, 1] = seen.second, seen.third
        store3(d.normal, i, seen.normal)


@helper
def first_line(m, view: int, column: float, row: float, seen: Seen, opaque: int) -> Seen:
    """Return the first of what is seen at a place of the picture and all lines that pass there."""
    for i in range(m.view_lineadr[view], m.view_lineadr[view] + m.view_linenum[view]):
        if opaque == ALL or m.shape_clear[m.line_shape[i]] == 0:
            seen = nearer_line(m, view, i, column, row, seen)
    return seen


@helper
def nearer_line(m, view: int, i: int, column: float, row: float, seen: Seen) -> Seen:
    """Return the first of what is seen at a place of the picture and a line.

    A line is as wide as it is along the side of the picture that it is steeper against, as OpenGL's are.
    """
    x, y, depth = m.line_end[i, 0], m.line_end[i, 1], m.line_end[i, 2]
    wide, high = m.line_end[i, 3] - x, m.line_end[i, 4] - y
    flat = abs(wide) >= abs(high)
    length = wide if flat else high
    share = ((column - x) if flat else (row - y)) / (length if abs(length) > SHORTEST else SHORTEST)
    beside = (row - y - share * high) if flat else (column - x - share * wide)

    # along a line seen in perspective it is the inverse of the depth that grows evenly
    end = m.line_end[i, 5]
    t = depth + share * (end - depth)
    if m.view_orthographic[view] == 0:
        t = depth * end / (end + share * (depth - end))
    met = share >= 0.0 and share <= 1.0 and abs(beside) <= 0.5 * m.line_width[i] and t <= seen.t
    line = Seen(t, m.line_shape[i], -1, 0.0, 0.0, (0.0, 0.0, 0.0))
    return line if met else seen


@stage
def find_normals(m, d) -> None:
    """Find the normals of triangles that are seen."""
    for i in range(RAYS):
        if d.face[i] >= 0:
            store3(d.normal, i, face_normal(m, d.shape[i], d.face[i], d.weight[i, 0], d.weight[i, 1]))
