"""Environments that will do about the same work share a pack."""

import numpy as np

from corten.batch.grouping import ROWS, make_packs, sort_packs


def test_packs_leave_out_what_failed():
    """Fill the last pack up with copies of the last environment that goes on."""
    packs = make_packs(7, [1, 6], 4)
    np.testing.assert_array_equal(packs, [[0, 2, 3, 4], [5, 5, 5, 5]])


def test_sorting_by_rows_and_iterations():
    """Sort by rows as far as they differ by much, then by iterations; every environment stays in one place only."""
    packs = make_packs(6, [0], 4)
    rows = np.array([0, 3 * ROWS, 1, 0, 3 * ROWS + 1, 2], np.int32)
    iterations = np.array([9, 2, 5, 3, 1, 4], np.int32)
    memory = packs.ctypes.data
    sort_packs(packs, 5, rows, iterations)
    np.testing.assert_array_equal(packs, [[3, 5, 2, 4], [1, 1, 1, 1]])
    assert packs.ctypes.data == memory
