"""The kernels themselves: what each ray of a tile sees."""

from corten.math.vector3 import add_scaled, load3, store3
from corten.render.fields import RAYS
from corten.render.kernels.normals import face_normal
from corten.render.kernels.trace import Ray, Seen, first_shape
from corten.runtime import helper, stage, uniform

ALL, OPAQUE = 0, 1

# length of a line that is a point [pixel]
SHORTEST = 1e-6


@helper
def camera_ray(m, view, column, row):
    """Return the ray through a place of the picture; its t is the distance along the direction of sight."""
    right, up, forward = load3(m.view_right, view), load3(m.view_up, view), load3(m.view_forward, view)
    x = m.view_window[view, 0] + m.view_window[view, 1] * column
    y = m.view_window[view, 2] - m.view_window[view, 3] * row
    pos, near, far = load3(m.view_pos, view), m.view_clip[view, 0], m.view_clip[view, 1]
    if m.view_orthographic[view] != 0:
        return Ray(add_scaled(add_scaled(pos, right, x), up, y), forward, near, far)
    return Ray(pos, add_scaled(add_scaled(forward, right, x), up, y), near, far)


@stage
def find_shapes(m, d):
    """Find what each ray meets first.

    reads:  m.view_pos m.shape_pos m.shape_mat m.shape_size d.column d.row
    writes: d.depth d.shape
    """
    look(m, d, ALL)


@stage
def find_opaque(m, d):
    """Find what each ray meets first that cannot be seen through.

    reads:  m.view_pos m.shape_pos m.shape_mat m.shape_size d.column d.row
    writes: d.depth d.shape
    """
    look(m, d, OPAQUE)


@helper
def look(m, d, opaque):
    """Find what each ray of a tile meets first."""
    view = uniform(d.view)
    for i in range(RAYS):
        seen = first_shape(m, view, camera_ray(m, view, d.column[i], d.row[i]), opaque, -1)
        seen = first_line(m, view, d.column[i], d.row[i], seen, opaque)
        d.depth[i], d.shape[i], d.face[i] = seen.t, seen.shape, seen.face
        d.weight[i, 0], d.weight[i, 1] = seen.second, seen.third
        store3(d.normal, i, seen.normal)


@helper
def first_line(m, view, column, row, seen, opaque):
    """Return the first of what is seen at a place of the picture and all lines that pass there."""
    for i in range(m.view_lineadr[view], m.view_lineadr[view] + m.view_linenum[view]):
        if opaque == ALL or m.shape_clear[m.line_shape[i]] == 0:
            seen = nearer_line(m, view, i, column, row, seen)
    return seen


@helper
def nearer_line(m, view, i, column, row, seen):
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
def find_normals(m, d):
    """Find the normals of triangles that are seen.

    reads:  m.tri_normal d.face d.weight
    writes: d.normal
    """
    for i in range(RAYS):
        if d.face[i] >= 0:
            store3(d.normal, i, face_normal(m, d.shape[i], d.face[i], d.weight[i, 0], d.weight[i, 1]))
