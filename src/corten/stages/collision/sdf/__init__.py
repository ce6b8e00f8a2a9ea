"""Collision of geoms of type sdf that show a mesh.

A plane meets the hull of the mesh; primitives and other fields are met by descent; a mesh, triangle by triangle.
"""

from corten.enums import CollisionShape
from corten.runtime.kernel import Stage
from corten.stages.collision.primitive.plane_mesh import plane_mesh
from corten.stages.collision.sdf.mesh_sdf import mesh_sdf
from corten.stages.collision.sdf.pairs import sdf_pairs

__all__ = ["SDF_PAIRS"]

SPHERE, BOX, SDF = CollisionShape.SPHERE, CollisionShape.BOX, CollisionShape.SDF

# the stage for each pair of shapes, the lower first
SDF_PAIRS: dict[tuple[int, int], Stage] = {
    (CollisionShape.PLANE, SDF): plane_mesh,
    **{(shape, SDF): sdf_pairs for shape in CollisionShape if SPHERE <= shape <= BOX},
    (SDF, SDF): sdf_pairs,
    (CollisionShape.MESH, SDF): mesh_sdf,
    (SDF, CollisionShape.TRIANGLES): mesh_sdf,
    (SDF, CollisionShape.PIECES): mesh_sdf,
}
