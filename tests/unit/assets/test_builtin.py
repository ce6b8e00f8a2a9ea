"""Generated meshes: counts and shapes as documented, parameters refused by name."""

import numpy as np
import pytest

from corten.assets import MeshOptions, mesh_from_builtin
from corten.assets.builtin_meshes import make_builtin
from corten.errors import AssetError
from support import tolerance


@pytest.mark.parametrize("level", range(5))
def test_sphere_counts(level):
    """Have 2 + 10 * 4^s vertices and 20 * 4^s faces on the unit sphere."""
    mesh, flat = make_builtin("sphere", [level])
    assert (len(mesh.vertices), len(mesh.faces), flat) == (2 + 10 * 4**level, 20 * 4**level, False)
    assert np.abs(np.linalg.norm(mesh.vertices, axis=1) - 1).max() < tolerance.SINGLE


@pytest.mark.parametrize("resolution", [0, 1, 4, 10])
def test_hemisphere_counts(resolution):
    """Have 2 + 2 (r+1) (r+2) vertices and 4 (r+1) (r+2) faces, z from 0 to 1."""
    mesh, _ = make_builtin("hemisphere", [resolution])
    assert len(mesh.vertices) == 2 + 2 * (resolution + 1) * (resolution + 2)
    assert len(mesh.faces) == 4 * (resolution + 1) * (resolution + 2)
    assert mesh.vertices[:, 2].min() == 0 and mesh.vertices[:, 2].max() == 1


@pytest.mark.parametrize(
    ("builtin", "params"),
    [
        ("sphere", [2]),
        ("hemisphere", [3]),
        ("cone", [7, 0.5]),
        ("cone", [7, 0]),
        ("supersphere", [12, 0.5, 1.5]),
        ("supertorus", [12, 0.4, 1, 1]),
        ("grid", [2, 3, 4, 0.1, 0.2, 0.3]),
        ("box", [2, 3, 4, 0.1, 0.2, 0.3, 3]),
        ("cylinder", [5, 5, 4, 0.1, 0.2, 0.3]),
        ("ellipsoid", [5, 5, 5, 0.1, 0.2, 0.3]),
    ],
)
def test_solids_face_outwards(builtin, params):
    """Have a volume by the exact rule, which no mesh with a turned face has."""
    assert mesh_from_builtin("m", builtin, params, MeshOptions(inertia="exact")).volume > 0


@pytest.mark.parametrize(
    ("builtin", "params"),
    [
        ("plate", [4, 5]),
        ("square", [4, 5, 1, 0.1, 0.1, 0]),
        ("disc", [5, 5, 1, 0.1, 0.1, 0]),
        ("grid", [4, 5, 1, 0.1, 0.1, 0, 2]),
        ("box", [3, 3, 3, 0.1, 0.1, 0.1, 2]),
        ("cylinder", [3, 3, 3, 0.1, 0.1, 0.1, 2]),
        ("ellipsoid", [3, 3, 3, 0.1, 0.1, 0.1, 2]),
    ],
)
def test_surfaces_are_shells(builtin, params):
    """Weigh generated surfaces as shells where the legacy rule is asked for."""
    assert mesh_from_builtin("m", builtin, params).options.inertia == "shell"


def test_grid_and_square_sizes():
    """Place grid points about the origin at the given spacing."""
    mesh, _ = make_builtin("grid", [3, 2, 2, 0.5, 1, 2])
    assert mesh.vertices.min(axis=0).tolist() == [-0.5, -0.5, -1] and mesh.vertices.max(axis=0).tolist() == [
        0.5,
        0.5,
        1,
    ]
    disc, _ = make_builtin("disc", [5, 5, 1, 0.5, 0.5, 0])
    assert np.linalg.norm(disc.vertices, axis=1).max() == pytest.approx(1, abs=tolerance.SINGLE)


def test_sensor_meshes_have_a_frame_at_each_vertex():
    """Give each vertex of a wedge or plate three unit normals, one along each axis of its frame."""
    for builtin, params in (("wedge", [4, 3, 90, 45, 0.3]), ("plate", [4, 3])):
        mesh, _ = make_builtin(builtin, params)
        frames = mesh.normals.reshape(-1, 3, 3)
        assert len(frames) == len(mesh.vertices) == 12
        assert np.abs(frames @ frames.transpose(0, 2, 1) - np.eye(3)).max() < 3 * tolerance.SINGLE


@pytest.mark.parametrize(
    ("builtin", "params", "message"),
    [
        ("ball", [1], "builtin 'ball' is not one of sphere, hemisphere, cone"),
        ("sphere", [], "has 0 params; it needs subdivision"),
        ("sphere", [5], "subdivision of builtin 'sphere' is 5; it must be from 0 to 4"),
        ("sphere", [float("nan")], "must be finite"),
        ("hemisphere", [11], "from 0 to 10"),
        ("cone", [2, 0], "nvert of builtin 'cone' is 2; it must be at least 3"),
        ("cone", [3, 1.5], r"radius of builtin 'cone' is 1.5; it must be in \[0, 1\]"),
        ("cone", [1e9, 0], "at most 1048576 are allowed"),
        ("supersphere", [2, 1, 1], "at least 3"),
        ("supersphere", [3, -1, 1], "e of builtin"),
        ("supersphere", [3, 1, -1], "n of builtin"),
        ("supersphere", [1e5, 1, 1], "at most 1048576"),
        ("supertorus", [3, 0, 1, 1], r"in \(0, 1\]"),
        ("supertorus", [3, 1, 0, 1], "s of builtin 'supertorus' is 0; it must be positive"),
        ("supertorus", [3, 1, 1, 0], "t of builtin"),
        ("wedge", [0, 1, 90, 45, 0], "resolution"),
        ("wedge", [1, 1, 181, 45, 0], "horizontal field of view"),
        ("wedge", [1, 1, 90, 91, 0], "vertical field of view"),
        ("wedge", [1, 1, 90, 45, 2], "gamma"),
        ("plate", [0, 3], "resolution"),
        ("box", [1, 2, 2, 1, 1, 1], "count of builtin 'box' is 1; it must be at least 2"),
        ("box", [2, 2, 2, 1, 1, 1, 1], "dim of builtin 'box' is 1; it must be 2 or 3"),
        ("box", [2, 2, 2, 1, 1], "it needs count x y z, spacing x y z and perhaps the dimensions"),
        ("grid", [2, 2, 2, 1, 1, 1, 2], "along z; it must be 1"),
        ("grid", [2, 2, 1, 1, 1, 1, 3], "at least 2 along each of its 3 dimensions"),
        ("square", [1, 2, 1, 1, 1, 1], "at least 2 along each of its 2 dimensions"),
        ("square", [2, 2, 1, 1, 1, 1, 2], "has 7 params"),
    ],
)
def test_bad_parameters(builtin, params, message):
    """Name the parameter, its value and what is allowed."""
    with pytest.raises(AssetError, match=message):
        make_builtin(builtin, params)
