"""Distances interpolated in a regular grid of samples."""

from corten.distance_field.sample import Sample
from corten.math.vector3 import sub
from corten.runtime import floor, helper, per_precision, sqrt

# a point that is less than this outside of a grid is on its border [cells]
ON_BORDER = per_precision(1e-12, float32=1e-6)


@helper
def sample_grid(m, i, x):
    """Return distance and gradient of grid i at a point in the frame of its geom.

    Inside of the grid it is trilinear; outside, the distance to the grid's nearest point is added to the value there.
    """
    cell = m.sdf_cell[i]
    u = clamp_place((x[0] - m.sdf_origin[i, 0]) / cell, m.sdf_shape[i, 0])
    v = clamp_place((x[1] - m.sdf_origin[i, 1]) / cell, m.sdf_shape[i, 1])
    w = clamp_place((x[2] - m.sdf_origin[i, 2]) / cell, m.sdf_shape[i, 2])
    sample = sample_cell(m, i, (u, v, w))
    near = m.sdf_origin[i, 0] + cell * u, m.sdf_origin[i, 1] + cell * v, m.sdf_origin[i, 2] + cell * w
    low_u, high_u = u <= 0.0, u >= float(m.sdf_shape[i, 0] - 1)
    low_v, high_v = v <= 0.0, v >= float(m.sdf_shape[i, 1] - 1)
    low_w, high_w = w <= 0.0, w >= float(m.sdf_shape[i, 2] - 1)
    if low_u or high_u or low_v or high_v or low_w or high_w:
        sample = leave_grid(sample, sub(x, near), cell)
    return sample


@helper
def clamp_place(place, count):
    """Return a place along one axis of a grid, in cells, moved to the nearest end if it is outside."""
    return min(max(place, 0.0), float(count - 1))


@helper
def leave_grid(sample, away, cell):
    """Return distance and gradient at a point that is `away` from the point of the grid at which they are given."""
    least = ON_BORDER * cell
    x = away[0] if abs(away[0]) > least else 0.0
    y = away[1] if abs(away[1]) > least else 0.0
    z = away[2] if abs(away[2]) > least else 0.0
    reach = sqrt(x * x + y * y + z * z)
    inverse = 1.0 / max(reach, least)
    gradient = (
        x * inverse if x != 0.0 else sample.gradient[0],
        y * inverse if y != 0.0 else sample.gradient[1],
        z * inverse if z != 0.0 else sample.gradient[2],
    )
    return Sample(sample.dist + reach, gradient)


@helper
def sample_cell(m, i, place):
    """Return distance and gradient of grid i at a place inside of it, which counts cells from its first sample."""
    ny, nz = m.sdf_shape[i, 1], m.sdf_shape[i, 2]
    ix = min(int(floor(place[0])), m.sdf_shape[i, 0] - 2)
    iy, iz = min(int(floor(place[1])), ny - 2), min(int(floor(place[2])), nz - 2)
    x, y, z = place[0] - float(ix), place[1] - float(iy), place[2] - float(iz)
    inverse = 1.0 / m.sdf_cell[i]

    # along z first, then along y, then along x
    start = m.sdf_adr[i] + (ix * ny + iy) * nz + iz
    a0, a1 = edge(m.sdf_distance, start, z)
    b0, b1 = edge(m.sdf_distance, start + nz, z)
    c0, c1 = edge(m.sdf_distance, start + ny * nz, z)
    e0, e1 = edge(m.sdf_distance, start + (ny + 1) * nz, z)
    low, high = a0 + y * (b0 - a0), c0 + y * (e0 - c0)
    by_y = (b0 - a0) + x * ((e0 - c0) - (b0 - a0))
    by_z_low, by_z_high = a1 + y * (b1 - a1), c1 + y * (e1 - c1)
    by_z = by_z_low + x * (by_z_high - by_z_low)
    return Sample(low + x * (high - low), ((high - low) * inverse, by_y * inverse, by_z * inverse))


@helper
def edge(samples, start, z):
    """Return (value, difference) between two neighbouring samples."""
    first, second = samples[start], samples[start + 1]
    return first + z * (second - first), second - first
