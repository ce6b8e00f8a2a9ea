"""Signed distances that are interpolated: in a regular grid of samples, and in the octree of a mesh."""

from corten.distance_field.primitives import Sample
from corten.math.vector3 import sub
from corten.runtime import FloatArray, Vec2, Vec3, floor, helper, per_precision, sqrt

# ---- grids


# a point that is less than this outside of a grid is on its border [cells]
ON_BORDER = per_precision(1e-12, float32=1e-6)


@helper
def sample_grid(m, i: int, x: Vec3) -> Sample:
    """Return distance and gradient of grid i at a point in the frame of its geom.

    Inside of the grid it is trilinear; outside, the distance to the grid's nearest point is added to the value there.
    """
    cell = m.sdf_cell[i]
    u = clamp_to_grid((x[0] - m.sdf_origin[i, 0]) / cell, m.sdf_shape[i, 0])
    v = clamp_to_grid((x[1] - m.sdf_origin[i, 1]) / cell, m.sdf_shape[i, 1])
    w = clamp_to_grid((x[2] - m.sdf_origin[i, 2]) / cell, m.sdf_shape[i, 2])
    sample = sample_cell(m, i, (u, v, w))
    near = m.sdf_origin[i, 0] + cell * u, m.sdf_origin[i, 1] + cell * v, m.sdf_origin[i, 2] + cell * w
    low_u, high_u = u <= 0.0, u >= float(m.sdf_shape[i, 0] - 1)
    low_v, high_v = v <= 0.0, v >= float(m.sdf_shape[i, 1] - 1)
    low_w, high_w = w <= 0.0, w >= float(m.sdf_shape[i, 2] - 1)
    if low_u or high_u or low_v or high_v or low_w or high_w:
        sample = extrapolate(sample, sub(x, near), cell)
    return sample


@helper
def clamp_to_grid(place: float, count: int) -> float:
    """Return a place along one axis of a grid, in cells, moved to the nearest end if it is outside."""
    return min(max(place, 0.0), float(count - 1))


@helper
def extrapolate(sample: Sample, away: Vec3, cell: float) -> Sample:
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
def sample_cell(m, i: int, place: Vec3) -> Sample:
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
def edge(samples: FloatArray, start: int, z: float) -> Vec2:
    """Return (value, difference) between two neighbouring samples."""
    first, second = samples[start], samples[start + 1]
    return first + z * (second - first), second - first


# ---- distances to a mesh, interpolated in an octree
# Leaves hold distances at their eight corners, corner i on the upper side along x, y, z where bits 0, 1, 2 of i are
# set, and interpolate between them. Outside of the root's box the distance to the box is added to that of its nearest
# point


# [m] a point outside of the box is moved to this far inside of it (MuJoCo's value, part of its results)
INSET = 1e-6

# [m] step of the difference quotients outside of the box (MuJoCo's value, part of its results)
STEP = per_precision(1e-8, float32=1e-4)


@helper
def octree_distance(m, root: int, x: Vec3) -> float:
    """Return the signed distance [m] of a point to the mesh whose octree begins at node `root`."""
    away, inside = nearest_in_box(m, root, x)
    leaf, at = find_leaf(m, root, inside)
    value = interpolate(m, leaf, at)
    return value + away if away > 0.0 else value


@helper
def octree_gradient(m, root: int, x: Vec3) -> Vec3:
    """Return the gradient of the distance: of the interpolation within the box, a difference quotient outside."""
    away, _ = nearest_in_box(m, root, x)
    if away <= 0.0:
        leaf, at = find_leaf(m, root, x)
        return interpolate_gradient(m, leaf, at)
    here = octree_distance(m, root, x)
    return (
        (octree_distance(m, root, (x[0] + STEP, x[1], x[2])) - here) / STEP,
        (octree_distance(m, root, (x[0], x[1] + STEP, x[2])) - here) / STEP,
        (octree_distance(m, root, (x[0], x[1], x[2] + STEP)) - here) / STEP,
    )


@helper
def nearest_in_box(m, root: int, x: Vec3) -> tuple[float, Vec3]:
    """Return (distance to the root's box, not positive inside; the point, moved into the box if it is outside)."""
    box = m.oct_aabb
    r = x[0] - box[root, 0], x[1] - box[root, 1], x[2] - box[root, 2]
    q = abs(r[0]) - box[root, 3], abs(r[1]) - box[root, 4], abs(r[2]) - box[root, 5]
    if q[0] <= 0.0 and q[1] <= 0.0 and q[2] <= 0.0:
        return max(q[0], max(q[1], q[2])), x
    square = 0.0
    square += q[0] * q[0] if q[0] >= 0.0 else 0.0
    square += q[1] * q[1] if q[1] >= 0.0 else 0.0
    square += q[2] * q[2] if q[2] >= 0.0 else 0.0
    return sqrt(square), (move_inside(x[0], r[0], q[0]), move_inside(x[1], r[1], q[1]), move_inside(x[2], r[2], q[2]))


@helper
def move_inside(x: float, r: float, q: float) -> float:
    """Return a coordinate moved just inside of the box, whose centre it is `r` away from and which it leaves by `q`."""
    shift = q + INSET if r > 0.0 else -(q + INSET)
    return x - shift if q >= 0.0 else x


@helper
def find_leaf(m, root: int, x: Vec3) -> tuple[int, Vec3]:
    """Return (leaf that holds a point, its place there from 0 to 1 along each axis)."""
    box, child = m.oct_aabb, m.oct_child
    node = root
    while child[node, 0] >= 0:
        slot = 0
        for k in range(3):
            low, high = box[node, k] - box[node, 3 + k], box[node, k] + box[node, 3 + k]
            along = x[0] if k == 0 else (x[1] if k == 1 else x[2])
            if not along - low < 0.5 * (high - low):
                slot += 1 << k
        node = root + child[node, slot]
    return node, (share(box, node, 0, x[0]), share(box, node, 1, x[1]), share(box, node, 2, x[2]))


@helper
def share(box: FloatArray, node: int, k: int, x: float) -> float:
    """Return how far a coordinate lies from the lower to the upper side of a node's box, 0 to 1."""
    low, high = box[node, k] - box[node, 3 + k], box[node, k] + box[node, 3 + k]
    return (x - low) / (high - low)


@helper
def interpolate(m, leaf: int, at: Vec3) -> float:
    """Return the distance at a place in a leaf, linear along each axis."""
    value, x, y, z = m.oct_coeff, at[0], at[1], at[2]
    u, v, w = 1.0 - x, 1.0 - y, 1.0 - z
    result = u * v * w * value[leaf, 0]
    result += x * v * w * value[leaf, 1]
    result += u * y * w * value[leaf, 2]
    result += x * y * w * value[leaf, 3]
    result += u * v * z * value[leaf, 4]
    result += x * v * z * value[leaf, 5]
    result += u * y * z * value[leaf, 6]
    result += x * y * z * value[leaf, 7]
    return result


@helper
def interpolate_gradient(m, leaf: int, at: Vec3) -> Vec3:
    """Return the gradient of the distance at a place in a leaf."""
    value, box, x, y, z = m.oct_coeff, m.oct_aabb, at[0], at[1], at[2]
    u, v, w = 1.0 - x, 1.0 - y, 1.0 - z
    c0, c1, c2, c3 = value[leaf, 0], value[leaf, 1], value[leaf, 2], value[leaf, 3]
    c4, c5, c6, c7 = value[leaf, 4], value[leaf, 5], value[leaf, 6], value[leaf, 7]
    per_x, per_y, per_z = 1.0 / width(box, leaf, 0), 1.0 / width(box, leaf, 1), 1.0 / width(box, leaf, 2)
    vw, yw, vz, yz = v * w * per_x, y * w * per_x, v * z * per_x, y * z * per_x
    uw, xw, uz, xz = u * w * per_y, x * w * per_y, u * z * per_y, x * z * per_y
    uv, xv, uy, xy = u * v * per_z, x * v * per_z, u * y * per_z, x * y * per_z
    return (
        -vw * c0 + vw * c1 - yw * c2 + yw * c3 - vz * c4 + vz * c5 - yz * c6 + yz * c7,
        -uw * c0 - xw * c1 + uw * c2 + xw * c3 - uz * c4 - xz * c5 + uz * c6 + xz * c7,
        -uv * c0 - xv * c1 - uy * c2 - xy * c3 + uv * c4 + xv * c5 + uy * c6 + xy * c7,
    )


@helper
def width(box: FloatArray, node: int, k: int) -> float:
    """Return the width of a node's box along an axis [m]."""
    return (box[node, k] + box[node, 3 + k]) - (box[node, k] - box[node, 3 + k])
