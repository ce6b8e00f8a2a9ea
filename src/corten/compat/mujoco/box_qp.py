"""mju_boxQP: a quadratic function between bounds, minimized by Newton's method on the coordinates that are free."""

from typing import Any

import numpy as np

from corten.compat.mujoco.arguments import bound, expect

MAX_ITERATIONS = 100

# [1] of the gradient of free coordinates
TOLERANCE = 1e-16

# share of the expected decrease that a step must give, and what it is shortened by until it does
ARMIJO, SHORTER, SHORTEST = 0.1, 0.6, 1e-22

Bounds = np.ndarray | None


@bound
def mju_boxQP(res: np.ndarray, R: np.ndarray, index: Any, *given: Any) -> int:
    """Minimize x' H x / 2 + x' g between bounds, beginning at res; return how many coordinates are free, or -1.

    R gets the lower triangle of the Cholesky factor of H for the free ones, and index their numbers.
    """
    H, g, lower, upper = given
    n = len(res)
    expect(R.shape[0] == n, "number of rows of R should equal size of res")
    expect(R.shape[1] == n + 7, "R should have n+7 columns")
    expect(index is None or len(index) == n, "size of index should equal size of res")
    expect(H.shape == (n, n), "H should be of shape (n, n)")
    expect(len(g) == n, "size of g should equal size of res")
    expect(lower is None or len(lower) == n, "size of lower should equal size of res")
    expect(upper is None or len(upper) == n, "size of upper should equal size of res")
    found = solve_box_qp(np.tril(H) + np.tril(H, -1).T, g, lower, upper, res)
    if found is None:
        return -1
    res[:], free, factor = found
    rank = len(free)
    R.reshape(-1)[: rank * rank] = factor.ravel()
    if index is not None:
        index[:rank] = free
    return rank


def solve_box_qp(
    H: np.ndarray, g: np.ndarray, lower: Bounds, upper: Bounds, start: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
    """Return the minimum, which coordinates are free, and the Cholesky factor of their part of H; None if it fails."""
    low = np.full(len(g), -np.inf) if lower is None else lower
    high = np.full(len(g), np.inf) if upper is None else upper
    x = np.clip(start, low, high)
    held_before, free, factor = None, np.arange(len(g)), np.zeros((0, 0))
    for _ in range(MAX_ITERATIONS):
        slope = g + H @ x
        held = ((x <= low) & (slope > 0)) | ((x >= high) & (slope < 0))
        if held_before is None or np.any(held != held_before):
            free, held_before = np.flatnonzero(~held), held
            try:
                factor = np.linalg.cholesky(H[np.ix_(free, free)])
            except np.linalg.LinAlgError:
                return None
        if not len(free) or np.linalg.norm(slope[free]) < TOLERANCE:
            break
        way = np.zeros_like(x)
        way[free] = -np.linalg.solve(factor.T, np.linalg.solve(factor, slope[free]))
        along = float(way @ slope)
        step, value = 1.0, 0.5 * x @ H @ x + g @ x
        while True:
            there = np.clip(x + step * way, low, high)
            decrease = value - (0.5 * there @ H @ there + g @ there)
            if decrease >= -ARMIJO * step * along or step < SHORTEST:
                break
            step *= SHORTER
        if step < SHORTEST or np.array_equal(there, x):
            break
        x = there
    return x, free, factor
