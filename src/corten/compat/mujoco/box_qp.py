"""mju_boxQP: a quadratic function between bounds, minimized by Newton's method on the coordinates that are free.

In each iteration coordinates that a bound holds against the slope are left out, the others take a Newton step, which is
shortened along the bounds until it pays (Tassa and others, "Control-limited differential dynamic programming", 2014).

R has n rows of n + 7 numbers. While the kernel runs, the upper left corner has the factor of the free part of H, and
the last seven columns are vectors of work space; in the end its first numbers are the factor, row by row.
"""

from typing import Any

import numpy as np

from corten.compat.mujoco.arguments import expect
from corten.compat.mujoco.compiled import compiled
from corten.runtime import FloatArray, helper, sqrt, stage
from corten.runtime.entry_table import Kinds

MAX_ITERATIONS = 100

# [1] of the gradient of free coordinates
TOLERANCE = 1e-16

# share of the expected decrease that a step must give, and what it is shortened by until it does
ARMIJO, SHORTER, SHORTEST = 0.1, 0.6, 1e-22

# share of a value by which its sum may be off
ROUNDING = 1e-14

# columns behind the first n: the point, its slope, the step, where it leads, which coordinates are held, numbers of
# those that are free
POINT, SLOPE, WAY, THERE, HELD, FREE = range(6)
WORK = 7


def _check(res: np.ndarray, R: np.ndarray, index: Any, *given: Any) -> None:
    H, g, lower, upper = given
    n = len(res)
    expect(R.shape[0] == n, "number of rows of R should equal size of res")
    expect(R.shape[1] == n + WORK, "R should have n+7 columns")
    expect(index is None or len(index) == n, "size of index should equal size of res")
    expect(H.shape == (n, n), "H should be of shape (n, n)")
    expect(len(g) == n, "size of g should equal size of res")
    expect(lower is None or len(lower) == n, "size of lower should equal size of res")
    expect(upper is None or len(upper) == n, "size of upper should equal size of res")


@helper
def clipped(d, i: int, value: float) -> float:
    """Return a value of a coordinate, or the bound beyond which it is."""
    if d.nlower >= 0:
        value = max(value, d.lower[i])
    if d.nupper >= 0:
        value = min(value, d.upper[i])
    return value


@helper
def times(H: FloatArray, R: FloatArray, i: int, n: int, column: int) -> float:
    """Return the product of row i of H, of which the lower triangle is given, and a vector of work space."""
    total = 0.0
    for j in range(n):
        total += H[max(i, j), min(i, j)] * R[j, n + column]
    return total


@helper
def value_at(H: FloatArray, g: FloatArray, R: FloatArray, n: int, column: int) -> float:
    """Return x' H x / 2 + x' g."""
    total = 0.0
    for i in range(n):
        total += R[i, n + column] * (0.5 * times(H, R, i, n, column) + g[i])
    return total


@helper
def find_held(d, n: int, first: bool) -> bool:
    """Find the slope, and which coordinates a bound holds against it; tell whether these are others than before."""
    R, changed = d.R, first
    for i in range(n):
        x, slope = R[i, n + POINT], d.g[i] + times(d.H, R, i, n, POINT)
        held = 0.0
        if d.nlower >= 0:
            held = 1.0 if x <= d.lower[i] and slope > 0.0 else 0.0
        if d.nupper >= 0:
            held = 1.0 if x >= d.upper[i] and slope < 0.0 else held
        R[i, n + SLOPE] = slope
        changed = changed or held != R[i, n + HELD]
        R[i, n + HELD] = held
    return changed


@helper
def factor_free(H: FloatArray, R: FloatArray, n: int) -> int:
    """Factor the part of H of free coordinates; return how many there are, or -1 if it is not positive."""
    rank = 0
    for i in range(n):
        if R[i, n + HELD] == 0.0:
            R[rank, n + FREE] = float(i)
            rank += 1
    for a in range(rank):
        for b in range(a + 1):
            i, j = int(R[a, n + FREE]), int(R[b, n + FREE])
            total = H[i, j]
            for k in range(b):
                total -= R[a, k] * R[b, k]
            if a != b:
                R[a, b] = total / R[b, b]
            elif total > 0.0:
                R[a, a] = sqrt(total)
            else:
                return -1
    return rank


@helper
def find_way(R: FloatArray, n: int, rank: int) -> float:
    """Find the Newton step of the free coordinates; return its product with the slope."""
    for i in range(n):
        R[i, n + WAY] = 0.0
    for a in range(rank):
        i = int(R[a, n + FREE])
        total = -R[i, n + SLOPE]
        for b in range(a):
            total -= R[a, b] * R[int(R[b, n + FREE]), n + WAY]
        R[i, n + WAY] = total / R[a, a]
    for back in range(rank):
        a = rank - 1 - back
        i = int(R[a, n + FREE])
        total = R[i, n + WAY] / R[a, a]
        R[i, n + WAY] = total
        for b in range(a):
            R[int(R[b, n + FREE]), n + WAY] -= R[a, b] * total
    along = 0.0
    for i in range(n):
        along += R[i, n + WAY] * R[i, n + SLOPE]
    return along


@helper
def take_step(d, n: int, along: float) -> bool:
    """Move the point along the step, shortened until it pays; tell whether to go on.

    The last step is one of which the decrease is lost in the rounding of the value.
    """
    R, step = d.R, 1.0
    value = value_at(d.H, d.g, R, n, POINT)
    last = -along <= ROUNDING * abs(value)
    while True:
        for i in range(n):
            R[i, n + THERE] = clipped(d, i, R[i, n + POINT] + step * R[i, n + WAY])
        decrease = value - value_at(d.H, d.g, R, n, THERE)
        if last or decrease >= -ARMIJO * step * along or step < SHORTEST:
            break
        step *= SHORTER
    moved = False
    if step >= SHORTEST:
        for i in range(n):
            moved = moved or R[i, n + THERE] != R[i, n + POINT]
            R[i, n + POINT] = R[i, n + THERE]
    return moved and not last


@helper
def free_slope(R: FloatArray, n: int) -> float:
    """Return the length of the slope of the free coordinates."""
    total = 0.0
    for i in range(n):
        if R[i, n + HELD] == 0.0:
            total += R[i, n + SLOPE] * R[i, n + SLOPE]
    return sqrt(total)


@helper
def give_factor(d, n: int, rank: int) -> None:
    """Write the numbers of free coordinates, and the factor in one piece: no number goes behind one yet to be read."""
    R, width = d.R, n + WORK
    if d.index_given != 0:
        for a in range(rank):
            d.index[a] = int(R[a, n + FREE])
    for a in range(rank):
        for b in range(rank):
            place = a * rank + b
            entry = R[a, min(a, b)]
            R[place // width, place % width] = entry if b <= a else 0.0


EXTENTS = "res[n] R[rows,width] index[nindex] H[hrows,hwidth] g[ng] lower[nlower] upper[nupper]"


@compiled(EXTENTS, check=_check, result=Kinds.INT)
@stage
def mju_boxQP(m, d) -> int:
    """Minimize x' H x / 2 + x' g between bounds, beginning at res; return how many coordinates are free, or -1.

    R gets the lower triangle of the Cholesky factor of H for the free ones, and index their numbers.
    """
    R, n = d.R, d.n
    fits = d.rows == n and d.width == n + WORK and d.hrows == n and d.hwidth == n and d.ng == n
    if not fits or (d.index_given != 0 and d.nindex != n):
        return 1
    if (d.nlower >= 0 and d.nlower != n) or (d.nupper >= 0 and d.nupper != n):
        return 1
    for i in range(n):
        R[i, n + POINT] = clipped(d, i, d.res[i])
        R[i, n + HELD] = 0.0
    rank = n
    for iteration in range(MAX_ITERATIONS):
        if find_held(d, n, iteration == 0):
            rank = factor_free(d.H, R, n)
        if rank <= 0 or free_slope(R, n) < TOLERANCE:
            break
        if not take_step(d, n, find_way(R, n, rank)):
            break
    d.result = rank
    if rank >= 0:
        for i in range(n):
            d.res[i] = R[i, n + POINT]
        give_factor(d, n, rank)
    return 0
