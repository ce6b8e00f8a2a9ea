"""Contacts of geoms whose shape is a grid of signed distances, with geoms of every kind.

The surface of a grid is known by points, one in each cell that it passes through. Those near the other geom slide on
the surface to where it is deepest in the other's exact field of distances; corners of the other geom are looked up in
the grid. What is found is thinned to a stable few.
"""

from corten.enums import CollisionShape
from corten.runtime.kernel import Stage
from corten.stages.collision.grid.pairs import grid_pairs

__all__ = ["GRID_PAIRS"]

# the lower shape first; a height field with the octree of a mesh needs the same kernels
GRID_PAIRS: dict[tuple[int, int], Stage] = {
    **{(shape, CollisionShape.GRID): grid_pairs for shape in CollisionShape if shape <= CollisionShape.GRID},
    (CollisionShape.HFIELD, CollisionShape.SDF): grid_pairs,
}
