"""Bounds of geoms whose sizes have changed."""

from corten.enums import GeomType
from corten.math.vector3 import load3
from corten.model.bounds import bounding_box, bounding_radius
from corten.runtime import stage


@stage
def bound_primitives(m, d):
    """Bound geoms by their sizes; bounds of meshes, height fields and grids are those of their assets.

    reads:  m.geom_type m.geom_size
    writes: m.geom_aabb m.geom_rbound
    """
    box = m.geom_aabb

    for g in range(m.ngeom):
        kind = m.geom_type[g]
        if kind != GeomType.HFIELD and kind != GeomType.MESH and kind != GeomType.SDF:
            size = load3(m.geom_size, g)
            m.geom_rbound[g] = bounding_radius(kind, size)
            box[g, 0], box[g, 1], box[g, 2], box[g, 3], box[g, 4], box[g, 5] = bounding_box(kind, size)
