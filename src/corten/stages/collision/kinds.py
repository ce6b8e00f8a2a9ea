"""What collision takes a geom for, and the number of a pair of such shapes."""

from corten.enums import CollisionShape, GeomType, MeshCollision
from corten.runtime import helper

# more than there are shapes
SHAPES = 16


@helper
def pair_kind(first, second):
    """Return the number of a pair of shapes: shapes of the first geom by rows."""
    return SHAPES * first + second


@helper
def geom_shape(m, g):
    """Return the CollisionShape of a geom: its type, unless its mesh or its grid of distances says more."""
    shape = m.geom_type[g]
    if shape == GeomType.MESH:
        taken = m.mesh_collision[m.geom_dataid[g]]
        if taken == MeshCollision.TRIANGLES:
            shape = int(CollisionShape.TRIANGLES)
        elif taken == MeshCollision.DECOMPOSE:
            shape = int(CollisionShape.PIECES)
    elif shape == GeomType.SDF:
        if m.geom_sdf[g] >= 0:
            shape = int(CollisionShape.GRID)
        elif m.geom_dataid[g] < 0:
            shape = int(CollisionShape.EMPTY)
    return shape


@helper
def kind_of_geoms(m, g1, g2):
    """Return the number of the pair of shapes of two geoms."""
    return pair_kind(geom_shape(m, g1), geom_shape(m, g2))
