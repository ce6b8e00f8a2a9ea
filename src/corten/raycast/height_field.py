"""Rays against height fields: a box below, two triangles above each cell, and walls around them."""

from corten.math import vector3
from corten.math.scalar import clamp
from corten.raycast.shapes import BoxFaces, Hit, box_faces, first_face, first_hit, ray_box, ray_triangle
from corten.runtime import Vec2, Vec3, floor, helper, per_precision

# [cells] how much wider a cell is taken, far above all roundings
MORE = 1e-6

# far above all roundings of heights, as a share of them
SLACK = per_precision(1e-9, float32=1e-5)


@helper
def ray_height_field(m, hfield: int, p: Vec3, v: Vec3) -> Hit:
    """Return where a ray in the frame of a height field meets it."""
    wide, deep = m.hfield_size[hfield, 0], m.hfield_size[hfield, 1]
    top, base = m.hfield_size[hfield, 2], m.hfield_size[hfield, 3]

    best = ray_box((wide, deep, 0.5 * base), (p[0], p[1], p[2] + 0.5 * base), v)
    faces = box_faces((wide, deep, 0.5 * top), (p[0], p[1], p[2] - 0.5 * top), v)
    enter, leave = enter_and_leave(faces)
    if leave < 0.0:
        return best
    best = ray_surface(m, hfield, p, v, enter, leave, best)
    return ray_walls(m, hfield, p, v, faces, best)


@helper
def enter_and_leave(faces: BoxFaces) -> Vec2:
    """Return where a ray enters and leaves a box whose faces it meets at given x; both -1.0 if it misses it."""
    near = first_face(faces)
    far = max(max(max(faces.low_x, faces.high_x), max(faces.low_y, faces.high_y)), max(faces.low_z, faces.high_z))

    # a ray that meets one point only starts inside
    return (0.0 if near == far and near >= 0.0 else near), far


@helper
def ray_surface(m, hfield: int, p: Vec3, v: Vec3, enter: float, leave: float, best: Hit) -> Hit:
    """Return the first of a hit and the triangles of all cells that a stretch of the ray passes at their height."""
    ncol, nrow = m.hfield_ncol[hfield], m.hfield_nrow[hfield]
    wide, deep = m.hfield_size[hfield, 0], m.hfield_size[hfield, 1]
    dx, dy = 2.0 * wide / (ncol - 1), 2.0 * deep / (nrow - 1)
    x0, x1 = (p[0] + enter * v[0] + wide) / dx, (p[0] + leave * v[0] + wide) / dx
    y0, y1 = (p[1] + enter * v[1] + deep) / dy, (p[1] + leave * v[1] + deep) / dy

    # row by row, and in each the columns that the ray passes there
    per_row, per_col = inverse_or_zero(y1 - y0), inverse_or_zero(x1 - x0)
    for r in range(max(0, int(floor(min(y0, y1) - MORE))), min(nrow - 1, int(floor(max(y0, y1) + MORE)) + 1)):
        begin, end = part_over(r, y0, per_row, 0.0, 1.0)
        from_x, to_x = x0 + begin * (x1 - x0), x0 + end * (x1 - x0)
        low, high = min(from_x, to_x) - MORE, max(from_x, to_x) + MORE
        for c in range(max(0, int(floor(low))), min(ncol - 1, int(floor(high)) + 1)):
            # only cells whose heights the ray passes, and none behind the best hit
            first, last = part_over(c, x0, per_col, begin, end)
            near, far = enter + first * (leave - enter), enter + last * (leave - enter)
            open_yet = best.x < 0.0 or near <= best.x
            if open_yet and passes_cell(m, hfield, r, c, p[2] + near * v[2], p[2] + far * v[2]):
                best = ray_cell(m, hfield, r, c, p, v, best)
    return best


@helper
def inverse_or_zero(x: float) -> float:
    """Return 1 / x, and 0 for 0."""
    return 1.0 / x if x != 0.0 else 0.0


@helper
def part_over(i: int, start: float, inverse: float, low: float, high: float) -> Vec2:
    """Return between which parts of itself a stretch lies over row or column i, within the parts from low to high.

    The stretch begins at `start` and is 1 / `inverse` long, both in cells; 0 stands for no length.
    """
    if inverse == 0.0:
        return low, high
    a, b = (i - MORE - start) * inverse, (i + 1.0 + MORE - start) * inverse
    return clamp(min(a, b), low, high), clamp(max(a, b), low, high)


@helper
def passes_cell(m, hfield: int, r: int, c: int, z0: float, z1: float) -> bool:
    """Tell whether heights from z0 to z1 have some in common with the surface of a cell."""
    ncol, top = m.hfield_ncol[hfield], m.hfield_size[hfield, 2]
    at = m.hfield_adr[hfield] + r * ncol + c
    a, b = elevation(m, at), elevation(m, at + 1)
    e, f = elevation(m, at + ncol), elevation(m, at + ncol + 1)
    lowest, highest = top * min(min(a, b), min(e, f)), top * max(max(a, b), max(e, f))

    slack = SLACK * (top + abs(z0) + abs(z1))
    return min(z0, z1) <= highest + slack and max(z0, z1) >= lowest - slack


@helper
def ray_cell(m, hfield: int, r: int, c: int, p: Vec3, v: Vec3, best: Hit) -> Hit:
    """Return the first of a hit and the two triangles of a cell."""
    low_low, high_high = grid_point(m, hfield, r, c), grid_point(m, hfield, r + 1, c + 1)
    best = first_of_triangle(best, ray_triangle(low_low, grid_point(m, hfield, r, c + 1), high_high, p, v))
    return first_of_triangle(best, ray_triangle(low_low, high_high, grid_point(m, hfield, r + 1, c), p, v))


@helper
def first_of_triangle(best: Hit, hit: Hit) -> Hit:
    """Return the first of two hits, the second of which is that of a triangle."""
    if hit.x >= 0.0 and (best.x < 0.0 or hit.x < best.x):
        normal, _ = vector3.normalize(hit.normal)
        return Hit(hit.x, normal)
    return best


@helper
def grid_point(m, hfield: int, r: int, c: int) -> Vec3:
    """Return the point of the surface at row r and column c."""
    ncol, nrow = m.hfield_ncol[hfield], m.hfield_nrow[hfield]
    wide, deep, top = m.hfield_size[hfield, 0], m.hfield_size[hfield, 1], m.hfield_size[hfield, 2]
    height = elevation(m, m.hfield_adr[hfield] + r * ncol + c) * top
    return 2.0 * wide / (ncol - 1) * c - wide, 2.0 * deep / (nrow - 1) * r - deep, height


@helper
def elevation(m, i: int) -> float:
    """Return an elevation of a height field in double precision."""
    return float(m.hfield_elevation[i])


@helper
def ray_walls(m, hfield: int, p: Vec3, v: Vec3, faces: BoxFaces, best: Hit) -> Hit:
    """Return the first of a hit and the four walls between the base and the rim of the surface."""
    last_col, last_row = m.hfield_ncol[hfield] - 1, m.hfield_nrow[hfield] - 1
    best = first_hit(best, Hit(wall_hit(m, hfield, p, v, faces.low_x, False, 0), (-1.0, 0.0, 0.0)))
    best = first_hit(best, Hit(wall_hit(m, hfield, p, v, faces.high_x, False, last_col), (1.0, 0.0, 0.0)))
    best = first_hit(best, Hit(wall_hit(m, hfield, p, v, faces.low_y, True, 0), (0.0, -1.0, 0.0)))
    return first_hit(best, Hit(wall_hit(m, hfield, p, v, faces.high_y, True, last_row), (0.0, 1.0, 0.0)))


@helper
def wall_hit(m, hfield: int, p: Vec3, v: Vec3, x: float, in_row: bool, fixed: int) -> float:
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
