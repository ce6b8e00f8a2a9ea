"""Rays against fields of signed distances.

grid          cell after cell; in each the trilinear distance along the ray is a cubic
sdf, a mesh   sphere tracing: steps as long as the distance to the surface (J. Hart, 1996), with MuJoCo's limits
"""

from corten.constants import MAXVAL
from corten.distance_field import sdf_distance, sdf_gradient
from corten.distance_field.interpolation import sample_cell
from corten.math.vector3 import add_scaled, normalize
from corten.raycast.shapes import MISS, Hit, ray_box
from corten.runtime import Vec2, Vec3, floor, helper, select, sqrt

# ---- grids


# halvings of an interval until nothing is left of it
HALVINGS = 60


@helper
def ray_grid(m, i: int, p: Vec3, v: Vec3) -> Hit:
    """Return where a ray in the frame of the geom of grid i meets it; a solid ends where the grid ends."""
    enter, leave, side = cross_grid(m, i, p, v)
    if leave < enter:
        return MISS
    cell = m.sdf_cell[i]
    p = (p[0] - m.sdf_origin[i, 0]) / cell, (p[1] - m.sdf_origin[i, 1]) / cell, (p[2] - m.sdf_origin[i, 2]) / cell
    v = v[0] / cell, v[1] / cell, v[2] / cell
    inside = sample_cell(m, i, point_in_cells(m, i, p, v, enter)).dist < 0.0
    if inside and enter > 0.0:
        return Hit(enter, side)

    # from side to side of cells until the distance changes its sign
    x = enter
    ix, iy, iz = first_cell(p[0] + x * v[0], v[0]), first_cell(p[1] + x * v[1], v[1]), first_cell(p[2] + x * v[2], v[2])
    while x < leave:
        to_x, to_y, to_z = side_at(ix, p[0], v[0]), side_at(iy, p[1], v[1]), side_at(iz, p[2], v[2])
        ahead = min(to_x, min(to_y, to_z))
        end = max(min(ahead, leave), x)
        change = first_change(m, i, p, v, x, end, inside)
        if change >= 0.0:
            normal, _ = normalize(sample_cell(m, i, point_in_cells(m, i, p, v, change)).gradient)
            return Hit(change, normal)
        ix = next_cell(ix, v[0], to_x <= ahead)
        iy, iz = next_cell(iy, v[1], to_y <= ahead), next_cell(iz, v[2], to_z <= ahead)
        x = ahead
    return MISS


@helper
def cross_grid(m, i: int, p: Vec3, v: Vec3) -> tuple[float, float, Vec3]:
    """Return (x where a ray enters a grid, x where it leaves it, normal of the side that it enters by).

    A ray that starts inside enters at 0; one that misses the grid leaves it before it enters.
    """
    enter, leave = 0.0, MAXVAL
    across = (0.0, 0.0, 0.0)
    low, high = side_range(m, i, 0, p[0], v[0])
    if low > enter:
        across = (-1.0 if v[0] > 0.0 else 1.0, 0.0, 0.0)
    enter, leave = max(enter, low), min(leave, high)
    low, high = side_range(m, i, 1, p[1], v[1])
    if low > enter:
        across = (0.0, -1.0 if v[1] > 0.0 else 1.0, 0.0)
    enter, leave = max(enter, low), min(leave, high)
    low, high = side_range(m, i, 2, p[2], v[2])
    if low > enter:
        across = (0.0, 0.0, -1.0 if v[2] > 0.0 else 1.0)
    return max(enter, low), min(leave, high), across


@helper
def side_range(m, i: int, axis: int, p: float, v: float) -> Vec2:
    """Return the x between which a ray is between two sides of a grid; none if the second is below the first."""
    low = m.sdf_origin[i, axis]
    high = low + m.sdf_cell[i] * float(m.sdf_shape[i, axis] - 1)
    if v == 0.0:
        between = p >= low and p <= high
        return -MAXVAL if between else MAXVAL, MAXVAL if between else -MAXVAL
    first, second = (low - p) / v, (high - p) / v
    return min(first, second), max(first, second)


@helper
def point_in_cells(m, i: int, p: Vec3, v: Vec3, x: float) -> Vec3:
    """Return the point of a ray at x, both in cells, moved into the grid."""
    return (
        min(max(p[0] + x * v[0], 0.0), float(m.sdf_shape[i, 0] - 1)),
        min(max(p[1] + x * v[1], 0.0), float(m.sdf_shape[i, 1] - 1)),
        min(max(p[2] + x * v[2], 0.0), float(m.sdf_shape[i, 2] - 1)),
    )


@helper
def first_cell(place: float, v: float) -> int:
    """Return the cell along one axis into which a ray leads from a place."""
    low = floor(place)
    return int(low) - (1 if v < 0.0 and low == place else 0)


@helper
def side_at(cell: int, p: float, v: float) -> float:
    """Return x where a ray reaches the side of a cell along one axis."""
    if v == 0.0:
        return MAXVAL
    return (float(cell) + (1.0 if v > 0.0 else 0.0) - p) / v


@helper
def next_cell(cell: int, v: float, reached: bool) -> int:
    """Return the cell behind the side of a cell, if it is reached."""
    return cell + ((1 if v > 0.0 else -1) if reached else 0)


@helper
def first_change(m, i: int, p: Vec3, v: Vec3, start: float, end: float, inside: bool) -> float:
    """Return the first x in a stretch of a ray through one cell where the distance changes its sign, -1.0 for none."""
    width = end - start
    f0 = sample_cell(m, i, point_in_cells(m, i, p, v, start)).dist
    f1 = sample_cell(m, i, point_in_cells(m, i, p, v, start + width / 3.0)).dist
    f2 = sample_cell(m, i, point_in_cells(m, i, p, v, start + 2.0 * width / 3.0)).dist
    f3 = sample_cell(m, i, point_in_cells(m, i, p, v, end)).dist

    # the cubic through four values, and where it is steepest down and up
    a1 = -5.5 * f0 + 9.0 * f1 - 4.5 * f2 + f3
    a2 = 9.0 * f0 - 22.5 * f1 + 18.0 * f2 - 4.5 * f3
    a3 = -4.5 * f0 + 13.5 * f1 - 13.5 * f2 + 4.5 * f3
    turn1, turn2 = turning_points(a1, a2, a3)
    below = 0.0
    for k in range(3):
        above = turn1 if k == 0 else (turn2 if k == 1 else 1.0)
        value = f3 if k == 2 else f0 + above * (a1 + above * (a2 + above * a3))
        if above > below:
            if (value < 0.0) != inside:
                return start + width * change_between(f0, a1, a2, a3, below, above, inside)
            below = above
    return -1.0


@helper
def turning_points(a1: float, a2: float, a3: float) -> Vec2:
    """Return where the derivative a1 + 2 a2 s + 3 a3 s^2 of a cubic is zero, in order, 0.0 for outside of 0 to 1."""
    inner = a2 * a2 - 3.0 * a1 * a3
    some = inner > 0.0
    root = sqrt(select(some, inner, 0.0))
    sum_ = -(a2 + (root if a2 >= 0.0 else -root))
    first = sum_ / (3.0 * a3) if a3 != 0.0 else -1.0
    second = a1 / sum_ if sum_ != 0.0 else -1.0
    low, high = min(first, second), max(first, second)
    return (
        low if some and low > 0.0 and low < 1.0 else 0.0,
        high if some and high > 0.0 and high < 1.0 else 0.0,
    )


@helper
def change_between(a0: float, a1: float, a2: float, a3: float, low: float, high: float, inside: bool) -> float:
    """Return where a cubic changes its sign between two places, at the first of which it is as `inside` says."""
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        value = a0 + middle * (a1 + middle * (a2 + middle * a3))
        same = (value < 0.0) == inside
        low = middle if same else low
        high = high if same else middle
    return 0.5 * (low + high)


# ---- sphere tracing of geoms of type sdf that show a mesh


# most steps; how near counts as met, and how far as lost [m] (MuJoCo's values, part of its results)
STEPS, NEAR, LOST = 40, 1e-7, 1e6


@helper
def ray_sdf(m, g: int, size: Vec3, p: Vec3, v: Vec3) -> Hit:
    """Return where a ray meets geom g with a box of half sizes size, all in the frame of the geom."""
    if ray_box(size, p, v).x < 0.0:
        return MISS
    unit, length = normalize(v)
    way = 0.0
    for _i in range(STEPS):
        distance = abs(sdf_distance(m, g, add_scaled(p, unit, way)))
        way += distance
        if distance < NEAR:
            normal, _ = normalize(sdf_gradient(m, g, add_scaled(p, unit, way)))
            return Hit(way / length, normal)
        if distance > LOST:
            return MISS
    return MISS
