"""Thinning the contacts of one pair of geoms."""

import numpy as np
import pytest

import corten
from corten.stages.collision.contacts.unsorted import CLUSTERS, reduce_contacts
from support.tolerance import EXACT

CANDIDATE = 3


def unsorted_contacts(rows):
    """Return a Data whose unsorted contacts are one of another candidate and then rows of (dist, pos, normal)."""
    data = corten.load_model_from_string("<mujoco/>").make_data()
    data.unseal()
    data.grow(maxunsorted=2 * len(rows) + 8)
    data.work.nunsorted = len(rows) + 1
    data.work.unsorted_candidate[:] = CANDIDATE
    data.work.unsorted_candidate[0], data.work.unsorted_dist[0] = 1, -9.0
    for i, (dist, pos, normal) in enumerate(rows, 1):
        data.work.unsorted_dist[i], data.work.unsorted_pos[i], data.work.unsorted_normal[i] = dist, pos, normal
    return data


def thin(rows):
    """Return the contacts that stay, as rows of (dist, x, y, z)."""
    data = unsorted_contacts(rows)
    reduce_contacts(data.engine_view(), CANDIDATE, 1)
    assert data.work.unsorted_candidate[0] == 1
    assert (data.work.unsorted_candidate[1:] == CANDIDATE).all()
    return np.column_stack((data.work.unsorted_dist, data.work.unsorted_pos))[1:]


UP = (0.0, 0.0, 1.0)


def grid(n, dist=-0.001):
    """Return contacts on a level grid of n x n points of a square with sides of one metre."""
    ticks = np.linspace(0, 1, n)
    return [(dist, (x, y, 0.0), UP) for x in ticks for y in ticks]


def test_a_level_patch_keeps_its_corners():
    """Keep four contacts of a hundred, and those span the whole square."""
    kept = thin(grid(10))
    assert sorted(map(tuple, kept[:, 1:3])) == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_the_deepest_stays():
    """Keep the deepest contact wherever it lies."""
    rows = grid(7)
    rows[24] = -0.004, (0.5, 0.5, 0.0), UP
    kept = thin(rows)
    assert len(kept) == 4
    assert kept[:, 0].min() == -0.004


def test_duplicates_become_one():
    """Merge contacts at one place, and keep the deeper."""
    rows = [(-0.001, (0.1, 0.2, 0.0), UP), (-0.002, (0.1, 0.2, 1e-13), UP), (-0.001, (0.1, 0.2, 0.0), UP)]
    np.testing.assert_allclose(thin(rows), [[-0.002, 0.1, 0.2, 0.0]], atol=EXACT)


def test_other_normals_and_planes_stay_apart():
    """Keep contacts with a wall and with a second step beside those with the floor."""
    floor, step = grid(4), [(-0.001, (x, y, 0.3), UP) for x in (1.0, 1.5) for y in (0.0, 1.0)]
    wall = [(-0.001, (0.0, y, z), (1.0, 0.0, 0.0)) for y in (0.0, 1.0) for z in (0.1, 0.8)]
    kept = thin(floor + step + wall)
    assert len(kept) == 12


def test_a_row_keeps_its_ends():
    """Keep two contacts of those along a line."""
    kept = thin([(-0.001, (x, 0.0, 0.0), UP) for x in np.linspace(0, 1, 9)])
    np.testing.assert_allclose(sorted(kept[:, 1]), [0, 1])


def test_there_is_a_bound():
    """Keep a bounded number of contacts of a ball of them."""
    rng = np.random.default_rng(0)
    normals = rng.normal(size=(500, 3))
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    kept = thin([(-0.001 * i, tuple(n), tuple(n)) for i, n in enumerate(normals)])
    assert len(kept) <= 4 * CLUSTERS
    assert kept[:, 0].min() == -0.001 * 499


def test_without_room_nothing_is_touched():
    """Leave everything as it is if contacts were only counted."""
    data = unsorted_contacts(grid(4))
    before = data.work.unsorted_pos.copy()
    data.work.nunsorted = data.maxunsorted + 1
    reduce_contacts(data.engine_view(), CANDIDATE, 1)
    assert data.work.nunsorted == data.maxunsorted + 1
    np.testing.assert_array_equal(data.work.unsorted_pos[: len(before)], before)


@pytest.mark.parametrize("seed", range(5))
def test_the_order_stays(seed):
    """Keep the order in which contacts were found."""
    rng = np.random.default_rng(seed)
    rows = [(-rng.random(), tuple(rng.normal(size=3)), UP) for _ in range(40)]
    kept = [tuple(row[1:]) for row in thin(rows)]
    places = [rows.index(next(row for row in rows if row[1] == pos)) for pos in kept]
    assert places == sorted(places)
