"""Primitives in place of meshes."""

import pytest

from corten.assets import MeshOptions, embedded_mesh, fit_geom, mesh_from_data
from corten.enums import GeomType
from corten.errors import AssetError
from support import tolerance
from support.mesh_files import box

VERTICES, FACES = box(0.5, 1.0, 1.5)
MESH = mesh_from_data("m", embedded_mesh(VERTICES.ravel(), FACES.ravel()), MeshOptions(inertia="exact"))


@pytest.mark.parametrize(
    ("kind", "to_aabb", "size"),
    [
        (GeomType.SPHERE, False, (1.0, 0, 0)),
        (GeomType.SPHERE, True, (1.5, 0, 0)),
        (GeomType.CAPSULE, False, (0.75, 1.125, 0)),
        (GeomType.CAPSULE, True, (1.0, 0.5, 0)),
        (GeomType.CYLINDER, False, (0.75, 1.5, 0)),
        (GeomType.CYLINDER, True, (1.0, 1.5, 0)),
        (GeomType.ELLIPSOID, False, (0.5, 1.0, 1.5)),
        (GeomType.BOX, True, (0.5, 1.0, 1.5)),
    ],
)
def test_sizes_for_a_box(kind, to_aabb, size):
    """Fit each kind to a box with half sizes 0.5, 1 and 1.5, by inertia and by bounds, and scale it."""
    fitted, centre = fit_geom(MESH, kind, to_aabb=to_aabb, scale=2.0)
    assert fitted == pytest.approx([2 * number for number in size], rel=tolerance.EXACT)
    assert centre == pytest.approx((0, 0, 0), abs=tolerance.EXACT)


def test_planes_do_not_fit():
    """Refuse a kind that has no size to fit."""
    with pytest.raises(AssetError, match="type plane cannot be fitted"):
        fit_geom(MESH, GeomType.PLANE)
