"""Meshes that collide by their real triangles: a tree of boxes finds those that matter, few contacts remain."""

from corten.enums import CollisionShape
from corten.runtime.kernel import Stage
from corten.stages.collision.triangles.capsule import triangles_capsule
from corten.stages.collision.triangles.convex import triangles_convex
from corten.stages.collision.triangles.field import triangles_hfield
from corten.stages.collision.triangles.mesh import triangles_triangles
from corten.stages.collision.triangles.pieces import triangles_pieces
from corten.stages.collision.triangles.plane import triangles_plane
from corten.stages.collision.triangles.sphere import triangles_sphere

__all__ = ["TRIANGLE_PAIRS"]

TRIANGLES = CollisionShape.TRIANGLES
CONVEX = (CollisionShape.ELLIPSOID, CollisionShape.CYLINDER, CollisionShape.BOX, CollisionShape.MESH)

# the stage for each shape that a mesh of triangles may touch, the lower shape first
TRIANGLE_PAIRS: dict[tuple[int, int], Stage] = {
    (CollisionShape.PLANE, TRIANGLES): triangles_plane,
    (CollisionShape.HFIELD, TRIANGLES): triangles_hfield,
    (CollisionShape.SPHERE, TRIANGLES): triangles_sphere,
    (CollisionShape.CAPSULE, TRIANGLES): triangles_capsule,
    **dict.fromkeys(((shape, TRIANGLES) for shape in CONVEX), triangles_convex),
    (TRIANGLES, TRIANGLES): triangles_triangles,
    (TRIANGLES, CollisionShape.PIECES): triangles_pieces,
}
