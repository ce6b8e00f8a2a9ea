"""Rays against height fields: a box below, two triangles above each cell, and walls around them."""

from corten.math import vector3
from corten.math.scalar import clamp
from corten.raycast.hit import Hit, first_hit
from corten.raycast.shapes import box_faces, first_face, ray_box
from corten.raycast.triangle import ray_triangle
from corten.runtime import floor, helper


@helper
def ray_height_field(m, hfield, p, v):
    """Return where a ray in the frame of a height field meets it."""
    wide, deep = m.hfield_size[hfield, 0], m.hfield_size[hfield, 1]
    top, base = m.hfield_size[hfield, 2], m.hfield_size[hfield, 3]

    best = ray_box((wide, deep, 0.5 * base), (p[0], p[1], p[2] + 0.5 * base), v)
    faces = box_faces((wide, deep, 0.5 * top), (p[0], p[1], p[2] - 0.5 * top), v)
    enter, leave = passage(faces)
    if leave < 0.0:
        return best
    best = ray_surface(m, hfield, p, v, enter, leave, best)
    return ray_walls(m, hfield, p, v, faces, best)


@helper
def passage(faces):
    """Return where a ray enters and leaves a box whose faces it meets at given x; both -1.0 if it misses it."""
    near = first_face(faces)
    far = max(max(max(faces.low_x, faces.high_x), max(faces.low_y, faces.high_y)), max(faces.low_z, faces.high_z))

    # a ray that meets one point only starts inside
    return (0.0 if near == far and near >= 0.0 else near), far


@helper
def ray_surface(m, hfield, p, v, enter, leave, best):
    """Return the first of a hit and the triangles of all cells below a stretch of the ray."""
    ncol, nrow = m.hfield_ncol[hfield], m.hfield_nrow[hfield]
    wide, deep = m.hfield_size[hfield, 0], m.hfield_size[hfield, 1]
    dx, dy = 2.0 * wide / (ncol - 1), 2.0 * deep / (nrow - 1)
    x0, x1 = (p[0] + enter * v[0] + wide) / dx, (p[0] + leave * v[0] + wide) / dx
    y0, y1 = (p[1] + enter * v[1] + deep) / dy, (p[1] + leave * v[1] + deep) / dy

    # one cell more on each side, so that roundings hide nothing
    for r in range(max(0, int(floor(min(y0, y1))) - 1), min(nrow - 1, int(floor(max(y0, y1))) + 2)):
        from_x, to_x = stretch_over_row(r, x0, x1, y0, y1)
        for c in range(max(0, int(floor(min(from_x, to_x))) - 1), min(ncol - 1, int(floor(max(from_x, to_x))) + 2)):
            low_low, high_high = grid_point(m, hfield, r, c), grid_point(m, hfield, r + 1, c + 1)
            best = first_of_triangle(best, ray_triangle(low_low, grid_point(m, hfield, r, c + 1), high_high, p, v))
            best = first_of_triangle(best, ray_triangle(low_low, high_high, grid_point(m, hfield, r + 1, c), p, v))
    return best


@helper
def stretch_over_row(r, x0, x1, y0, y1):
    """Return the columns, not rounded, at which a stretch of a ray from (x0, y0) to (x1, y1) enters and leaves row r.

    All are in cells. The row is taken one cell wider on each side.
    """
    along = y1 - y0
    if along == 0.0:
        return x0, x1
    low, high = clamp((r - 1.0 - y0) / along, 0.0, 1.0), clamp((r + 2.0 - y0) / along, 0.0, 1.0)
    return x0 + low * (x1 - x0), x0 + high * (x1 - x0)


@helper
def first_of_triangle(best, hit):
    """Return the first of two hits, the second of which is that of a triangle."""
    if hit.x >= 0.0 and (best.x < 0.0 or hit.x < best.x):
        normal, _ = vector3.normalize(hit.normal)
        return Hit(hit.x, normal)
    return best


@helper
def grid_point(m, hfield, r, c):
    """Return the point of the surface at row r and column c."""
    ncol, nrow = m.hfield_ncol[hfield], m.hfield_nrow[hfield]
    wide, deep, top = m.hfield_size[hfield, 0], m.hfield_size[hfield, 1], m.hfield_size[hfield, 2]
    height = elevation(m, m.hfield_adr[hfield] + r * ncol + c) * top
    return 2.0 * wide / (ncol - 1) * c - wide, 2.0 * deep / (nrow - 1) * r - deep, height


@helper
def elevation(m, i):
    """Return an elevation of a height field in double precision."""
    return float(m.hfield_elevation[i])


@helper
def ray_walls(m, hfield, p, v, faces, best):
    """Return the first of a hit and the four walls between the base and the rim of the surface."""
    last_col, last_row = m.hfield_ncol[hfield] - 1, m.hfield_nrow[hfield] - 1
    best = first_hit(best, Hit(wall_hit(m, hfield, p, v, faces.low_x, False, 0), (-1.0, 0.0, 0.0)))
    best = first_hit(best, Hit(wall_hit(m, hfield, p, v, faces.high_x, False, last_col), (1.0, 0.0, 0.0)))
    best = first_hit(best, Hit(wall_hit(m, hfield, p, v, faces.low_y, True, 0), (0.0, -1.0, 0.0)))
    return first_hit(best, Hit(wall_hit(m, hfield, p, v, faces.high_y, True, last_row), (0.0, 1.0, 0.0)))


@helper
def wall_hit(m, hfield, p, v, x, in_row, fixed):
    """Return x if the point of a ray there lies below the rim, row or column `fixed` of the surface, else -1.0."""
    if x < 0.0:
        return -1.0
    ncol, nrow = m.hfield_ncol[hfield], m.hfield_nrow[hfield]
    wide, deep = m.hfield_size[hfield, 0], m.hfield_size[hfield, 1]
    across = (p[1] + x * v[1] + deep) / (2.0 * deep) * (nrow - 1)
    if in_row:
        across = (p[0] + x * v[0] + wide) / (2.0 * wide) * (ncol - 1)

    # linear between the two elevations around the point
    place = clamp(floor(across), 0.0, float((ncol if in_row else nrow) - 2))
    step = 1 if in_row else ncol
    start = m.hfield_adr[hfield] + (fixed * ncol if in_row else fixed) + int(place) * step
    rim = elevation(m, start) * (place + 1.0 - across) + elevation(m, start + step) * (across - place)
    return x if (p[2] + x * v[2]) / m.hfield_size[hfield, 2] < rim else -1.0
