"""Grids of signed distances: what they accept, interpolate and sample."""

import pickle

import numpy as np
import pytest

import corten
from corten.errors import AssetError
from support import sdf_scenes, tolerance

RNG = np.random.default_rng(4)


def random_grid():
    """Return a small grid of any numbers that is not a cube."""
    return corten.SdfGrid([0.5, -1.0, 2.0], 0.25, RNG.normal(size=(4, 5, 6)))


def box_mesh(half):
    """Return vertices and outward triangles of a box."""
    corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * half
    sides = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return corners, np.array([triangle for a, b, c, d in sides for triangle in ((a, b, c), (a, c, d))])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (([0, 0], 1, np.zeros((2, 2, 2))), "origin must be three finite numbers"),
        (([0, 0, np.nan], 1, np.zeros((2, 2, 2))), "origin must be three finite numbers"),
        (([0, 0, 0], 0, np.zeros((2, 2, 2))), "cell_size must be a positive number of metres"),
        (([0, 0, 0], "wide", np.zeros((2, 2, 2))), "cell_size must be a positive number of metres"),
        (([0, 0, 0], np.inf, np.zeros((2, 2, 2))), "cell_size must be a positive number of metres"),
        (([0, 0, 0], 1, np.zeros((2, 1, 2))), "at least 2 samples each, not 2 x 1 x 2"),
        (([0, 0, 0], 1, np.zeros(8)), "three axes"),
        (([0, 0, 0], 1, 3.0), "three axes"),
        (([0, 0, 0], 1, [["a"]]), "distances must be an array of numbers"),
        (([0, 0, 0], 1, np.where(np.arange(8).reshape(2, 2, 2) == 5, np.inf, 1.0)), r"distances\[1, 0, 1\] is inf"),
    ],
)
def test_bad_grids_are_refused_in_words(arguments, words):
    """Say what is wrong with origin, cell size or samples."""
    with pytest.raises(ValueError, match=words):
        corten.SdfGrid(*arguments)


def test_samples_are_indexed_by_x_y_z():
    """Return each sample at origin + cell size * (ix, iy, iz)."""
    grid = random_grid()
    index = np.argwhere(np.isfinite(grid.distances))
    points = grid.origin + grid.cell_size * index
    assert np.abs(grid.value(points) - grid.distances[tuple(index.T)]).max() < tolerance.EXACT


def test_values_between_samples_are_trilinear():
    """Meet the sum of eight weighted samples in a cell."""
    grid, place = random_grid(), np.array([1.3, 2.6, 4.25])
    cell, share = place.astype(int), place % 1
    expected = 0.0
    for corner in np.ndindex(2, 2, 2):
        weight = np.prod(np.where(np.array(corner) == 1, share, 1 - share))
        expected += weight * grid.distances[tuple(cell + corner)]
    assert abs(grid.value(grid.origin + grid.cell_size * place) - expected) < tolerance.EXACT


def test_values_outside_add_the_distance_to_the_grid():
    """Be continuous at the sides, and add the distance to the nearest point of the grid."""
    grid = random_grid()
    low, high = grid.aabb()
    points = RNG.uniform(low - 1, high + 1, (500, 3))
    nearest = np.clip(points, low, high)
    expected = grid.value(nearest) + np.linalg.norm(points - nearest, axis=1)
    assert np.abs(grid.value(points) - expected).max() < tolerance.EXACT
    assert np.array_equal(high, low + 0.25 * np.array([3, 4, 5]))


def test_gradients_are_derivatives_of_values():
    """Agree with central differences inside and outside."""
    grid = random_grid()
    low, high = grid.aabb()
    points, step = RNG.uniform(low - 0.5, high + 0.5, (300, 3)), 1e-6
    differences = [(grid.value(points + way) - grid.value(points - way)) / (2 * step) for way in step * np.eye(3)]
    assert np.abs(grid.gradient(points) - np.stack(differences, -1)).max() < tolerance.FORCE_DIFFERENCE


def test_grids_never_change():
    """Refuse writes to arrays and attributes, and keep a copy of what was given."""
    given = np.ones((2, 2, 2))
    grid = corten.SdfGrid([0, 0, 0], 1.0, given)
    given[:] = 7.0
    assert grid.distances.max() == 1.0
    with pytest.raises(ValueError, match="read-only"):
        grid.distances[0, 0, 0] = 2.0
    with pytest.raises(AttributeError, match="never changes"):
        grid.cell_size = 2.0


def test_grids_survive_pickling():
    """Give the same numbers back."""
    grid = random_grid()
    twin = pickle.loads(pickle.dumps(grid))
    assert np.array_equal(twin.distances, grid.distances)
    assert (twin.cell_size, twin.origin.tolist()) == (grid.cell_size, grid.origin.tolist())


def test_functions_are_sampled_over_the_box():
    """Cover the box by whole cells, and refuse a function that returns something else."""
    grid = corten.SdfGrid.from_function(lambda p: p @ [1.0, 10.0, 100.0], [0, 0, 0], [1, 1.05, 2], 0.25)
    assert grid.distances.shape == (5, 6, 9)
    assert abs(grid.value([0.3, 0.7, 1.9]) - (0.3 + 7 + 190)) < 200 * tolerance.EXACT
    with pytest.raises(ValueError, match="must return 125 distances"):
        corten.SdfGrid.from_function(lambda p: p, [0, 0, 0], [1, 1, 1], 0.25)
    with pytest.raises(ValueError, match="high must be above low"):
        corten.SdfGrid.from_function(lambda p: p[:, 0], [0, 0, 0], [1, 0, 1], 0.25)
    with pytest.raises(ValueError, match="too many"):
        corten.SdfGrid.from_function(lambda p: p[:, 0], [0, 0, 0], [1, 1, 1], 1e-4)


@pytest.mark.parametrize("turned", [False, True], ids=["outward", "inward"])
def test_distances_to_a_mesh_are_exact(turned):
    """Meet the distance to a box at every sample, whichever way its triangles look."""
    half = np.array([0.3, 0.2, 0.1])
    vertices, triangles = box_mesh(half)
    grid = corten.SdfGrid.from_mesh((vertices, triangles[:, ::-1] if turned else triangles), 0.05)
    points = grid.origin + grid.cell_size * np.argwhere(np.isfinite(grid.distances))
    beyond = np.abs(points) - half
    expected = np.linalg.norm(np.maximum(beyond, 0), axis=1) + np.minimum(beyond.max(1), 0)
    assert np.abs(grid.distances.ravel() - expected).max() < tolerance.EXACT


def test_a_hole_leaves_the_inside_inside():
    """Sign samples by the winding number: a box without one of its triangles still has an inside."""
    vertices, triangles = box_mesh([0.3, 0.3, 0.3])
    grid = corten.SdfGrid.from_mesh((vertices, triangles[1:]), 0.1)
    assert grid.value([0.0, 0.0, 0.0]) < -0.2
    assert grid.value([0.15, 0.1, -0.1]) < 0.0
    assert grid.value([0.4, 0.1, 0.1]) > 0.0


def test_meshes_come_from_files_too(tmp_path):
    """Read a file in its own frame."""
    vertices, triangles = box_mesh([0.3, 0.2, 0.1])
    lines = [f"v {x + 5} {y} {z}" for x, y, z in vertices] + [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in triangles]
    file = tmp_path / "box.obj"
    file.write_text("\n".join(lines))
    grid = corten.SdfGrid.from_mesh(file, 0.05)
    assert abs(grid.value([5, 0, 0]) + 0.1) < 10 * tolerance.SINGLE
    with pytest.raises(AssetError, match="does not exist"):
        corten.SdfGrid.from_mesh(tmp_path / "none.obj", 0.05)


def test_bad_meshes_are_refused():
    """Refuse arrays that are no mesh, and a padding of nothing."""
    vertices, triangles = box_mesh([0.3, 0.2, 0.1])
    with pytest.raises(AssetError, match="their shapes are"):
        corten.SdfGrid.from_mesh((vertices, triangles.ravel()), 0.05)
    with pytest.raises(AssetError, match="vertex index 99 does not exist"):
        corten.SdfGrid.from_mesh((vertices, [[0, 1, 99]]), 0.05)
    with pytest.raises(ValueError, match="padding"):
        corten.SdfGrid.from_mesh((vertices, triangles), 0.05, 0)


def test_the_shell_lies_on_the_surface():
    """Hold one zero of the interpolation in each cell with corners on both sides, in blocks that hold their points."""
    grid = sdf_scenes.cube()
    shell, inside = grid.shell, grid.distances < 0
    corners = np.lib.stride_tricks.sliding_window_view(inside, (2, 2, 2)).reshape(-1, 8)
    assert len(shell.points) == np.count_nonzero(corners.any(1) & ~corners.all(1))
    assert np.abs(grid.value(shell.points)).max() < tolerance.EXACT
    assert shell.blocks[:, 1].sum() == len(shell.points)
    for (first, count), box in zip(shell.blocks, shell.boxes, strict=True):
        points = shell.points[first : first + count]
        assert (points >= box[:3]).all()
        assert (points <= box[3:]).all()
