"""Mass properties of solids and shells whose integrals are known."""

from math import pi

import numpy as np
import pytest

from corten.assets import MeshOptions, embedded_mesh, mesh_from_data
from corten.assets.shape.principal_axes import principal_axes, rotation_matrix
from corten.errors import AssetError
from support import tolerance
from support.mesh_files import box, icosphere, tetrahedron, torus

SOLID = ("convex", "exact", "legacy")


def make(shape, **options):
    """Return the mesh of a shape."""
    vertices, faces = shape
    return mesh_from_data("m", embedded_mesh(vertices.ravel(), faces.ravel()), MeshOptions(**options))


@pytest.mark.parametrize("inertia", SOLID)
def test_box_is_its_own_inertia_box(inertia):
    """Find volume 8 x y z and the half sizes of a box, smallest first along x: moments come largest first."""
    mesh = make(box(0.5, 1.0, 1.5), inertia=inertia)
    assert mesh.volume == pytest.approx(6.0, rel=tolerance.EXACT)
    assert mesh.box == pytest.approx((0.5, 1.0, 1.5), rel=tolerance.EXACT)
    assert mesh.pos == pytest.approx((0, 0, 0), abs=tolerance.EXACT)


def test_shell_of_a_cube():
    """Weigh the surface of a cube of half size h: area 24 h^2, moment 5/3 h^2 per unit of mass about each axis."""
    mesh = make(box(2.0, 2.0, 2.0), inertia="shell")
    x, y, _ = mesh.box
    assert mesh.volume == pytest.approx(96.0, rel=tolerance.EXACT)
    assert (x * x + y * y) / 3 == pytest.approx(2 * 4 * 5 / 9, rel=tolerance.EXACT)


@pytest.mark.parametrize("inertia", SOLID)
def test_tetrahedron(inertia):
    """Find a sixth of the volume of a cube and its centre a quarter along each leg."""
    mesh = make(tetrahedron(), inertia=inertia)
    assert mesh.volume == pytest.approx(1 / 6, rel=tolerance.EXACT)
    assert mesh.pos == pytest.approx((0.25, 0.25, 0.25), rel=tolerance.EXACT)


def test_fine_sphere_approaches_the_ball():
    """Approach 4/3 pi r^3 from below, by a share that falls with the square of the edge."""
    errors = [1 - make(icosphere(level), inertia="exact").volume / (4 / 3 * pi) for level in (3, 4)]
    assert 0 < errors[1] < errors[0] and errors[0] / errors[1] == pytest.approx(4, rel=tolerance.ORDER)


def test_torus_is_larger_by_the_legacy_rule():
    """Take 2 pi^2 R r^2 of a torus exactly, its hull as convex, and count hollows twice by the legacy rule."""
    exact, legacy, convex = (make(torus(120, 60), inertia=kind).volume for kind in ("exact", "legacy", "convex"))
    assert exact == pytest.approx(2 * pi**2 * 0.09, rel=tolerance.GRID)
    assert exact < legacy and exact < convex


def test_vertices_are_centred_and_aligned():
    """Place vertices so that pos and quat lead back to where they were."""
    vertices, faces = icosphere(2, (1.0, 1.5, 0.7))
    turn = np.array(rotation_matrix((0.5, 0.5, -0.5, 0.5))).reshape(3, 3)
    placed = vertices @ turn.T + (3.0, -2.0, 1.0)
    mesh = make((placed, faces), inertia="exact")
    back = mesh.vertices @ np.array(rotation_matrix(mesh.quat)).reshape(3, 3).T + mesh.pos
    assert np.abs(back - placed).max() < 10 * tolerance.SINGLE
    assert mesh.high == pytest.approx((0.7, 1.0, 1.5), rel=10 * tolerance.SINGLE)


def test_principal_axes_of_a_full_matrix():
    """Turn a matrix into its principal axes, moments in falling order."""
    rng = np.random.default_rng(3)
    for _ in range(20):
        half = rng.normal(size=(3, 3))
        full = half @ half.T
        packed = (full[0, 0], full[1, 1], full[2, 2], full[0, 1], full[0, 2], full[1, 2])
        moments, quat = principal_axes(packed, tolerance.ROUNDING, tolerance.EXACT)
        axes = np.array(rotation_matrix(quat)).reshape(3, 3)
        assert np.abs(axes @ np.diag(moments) @ axes.T - full).max() < tolerance.EXACT * moments[0]
        assert moments[0] >= moments[1] >= moments[2]


@pytest.mark.parametrize(
    ("change", "options", "message"),
    [
        (lambda v, f: (v, f[:, ::-1]), {"inertia": "exact"}, "negative: its triangles face inwards"),
        (lambda v, f: (v, np.concatenate((f, f[:1, ::-1]))), {"inertia": "exact"}, "inconsistent orientation"),
        (lambda v, f: (v * (1, 1, 0), f), {}, "volume of the mesh is too small; try inertia='shell'"),
        (lambda v, f: (v, f * 0), {}, "surface area of the mesh is too small"),
        (lambda v, f: (v * (1, 1, 0), f), {"inertia": "convex"}, "coplanar vertices"),
        (lambda v, f: (v * (1, 0, 0), f), {"inertia": "convex"}, "collinear vertices"),
        (lambda v, f: (v * 0, f), {"inertia": "convex"}, "colocated vertices"),
        (lambda v, f: (v, f), {"scale": (1e38, 1e38, 1e38)}, "too large"),
        (lambda v, f: (v, f), {"refquat": (0, 0, 0, 0)}, "surface area"),
    ],
)
def test_meshes_without_sound_mass_properties(change, options, message):
    """Say why a mesh has no mass properties."""
    with pytest.raises(AssetError, match=message):
        make(change(*box(1e3, 1e3, 1e3)), **options)


def test_orientation_error_names_the_edge():
    """Name the two vertices, counted from 1, that two faces pass in the same direction."""
    vertices, faces = tetrahedron()
    faces[0] = faces[0][::-1]
    with pytest.raises(AssetError, match="vertices 1 and 2"):
        make((vertices, faces), inertia="exact")
