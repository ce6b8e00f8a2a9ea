"""Frames of contacts as the narrow phase found them, one after the other, so that environments stay together."""

from corten.math.vector3 import add_scaled, dot, load3, normalize, store3
from corten.runtime import reduce_max, select, stage


@stage
def complete_frames(m, d):
    """Make normals unit vectors, and tangents, the wished ones or else the y or z axis, orthogonal to them.

    reads:  d.nunsorted d.unsorted_normal d.unsorted_tangent
    writes: d.unsorted_normal d.unsorted_tangent
    """
    normal, tangent = d.unsorted_normal, d.unsorted_tangent

    for i in range(reduce_max(min(d.nunsorted, d.maxunsorted))):
        x, _ = normalize(load3(normal, i))
        wished = load3(tangent, i)
        free, along = dot(wished, wished) < 0.25, select(abs(x[1]) < 0.5, 1.0, 0.0)
        y = select(free, 0.0, wished[0]), select(free, along, wished[1]), select(free, 1.0 - along, wished[2])
        y, _ = normalize(add_scaled(y, x, -dot(x, y)))
        store3(normal, i, x)
        store3(tangent, i, y)
