"""Changes of a factored matrix by up to four outer products at a time, in the blocks of `block_envelope`.

L D L' + sum of weight w w' has factors again (Gill, Golub, Murray and Saunders, "Methods for modifying matrix
factorizations", 1974, method C1). They work column by column; here block rows come one after the other, with what they
need of each column, p and beta, written down: the factor is read and written once for four products.
"""

from corten.linalg.block_envelope import store_four
from corten.runtime import FloatArray, IntArray, Vec4, helper

# products at a time
PRODUCTS = 4


@helper
def update_blocks(
    values: FloatArray,
    inverse: FloatArray,
    first: IntArray,
    adr: IntArray,
    begin: int,
    n: int,
    change: FloatArray,
    weight: FloatArray,
) -> int:
    """Change the factors of n block rows; what changes begins at block `begin`. Return how many pivots were lost.

    change: for each place four numbers of the vectors w, which are zero afterwards, four of p and four of beta.
    """
    lost = 0
    for i in range(begin, n):
        row, low = adr[i], 4 * max(first[i], begin)
        store_block(change, i, change_part(values, row, low, 4 * i, change, load_block(change, i)))
        lost += update_diagonal(values, inverse, row + 16 * i, i, change, weight)
    return lost


@helper
def change_part(
    values: FloatArray, row: int, begin: int, end: int, change: FloatArray, four: tuple[Vec4, Vec4, Vec4, Vec4]
) -> tuple[Vec4, Vec4, Vec4, Vec4]:
    """Change some columns of the block row at `row`; return what is left of its part of four products."""
    a, b, c, e = four
    for k in range(begin, end):
        at = row + 4 * k
        x = values[at], values[at + 1], values[at + 2], values[at + 3]
        a = add_multiple(a, x, -change[k, 4])
        x = add_multiple(x, a, change[k, 8])
        b = add_multiple(b, x, -change[k, 5])
        x = add_multiple(x, b, change[k, 9])
        c = add_multiple(c, x, -change[k, 6])
        x = add_multiple(x, c, change[k, 10])
        e = add_multiple(e, x, -change[k, 7])
        x = add_multiple(x, e, change[k, 11])
        store_four(values, at, x[0], x[1], x[2], x[3])
    return a, b, c, e


@helper
def load_block(change: FloatArray, i: int) -> tuple[Vec4, Vec4, Vec4, Vec4]:
    """Return four numbers of each of four products in block row i."""
    return load_four(change, i, 0), load_four(change, i, 1), load_four(change, i, 2), load_four(change, i, 3)


@helper
def store_block(change: FloatArray, i: int, four: tuple[Vec4, Vec4, Vec4, Vec4]) -> None:
    """Write four numbers of each of four products in block row i."""
    store_column(change, i, 0, four[0])
    store_column(change, i, 1, four[1])
    store_column(change, i, 2, four[2])
    store_column(change, i, 3, four[3])


@helper
def load_four(change: FloatArray, i: int, k: int) -> Vec4:
    """Return the four numbers of product k in block row i."""
    return change[4 * i, k], change[4 * i + 1, k], change[4 * i + 2, k], change[4 * i + 3, k]


@helper
def store_column(change: FloatArray, i: int, k: int, x: Vec4) -> None:
    """Write the four numbers of product k in block row i."""
    change[4 * i, k] = x[0]
    change[4 * i + 1, k] = x[1]
    change[4 * i + 2, k] = x[2]
    change[4 * i + 3, k] = x[3]


@helper
def add_multiple(x: Vec4, y: Vec4, share: float) -> Vec4:
    """Return x + share y of four numbers each."""
    return x[0] + share * y[0], x[1] + share * y[1], x[2] + share * y[2], x[3] + share * y[3]


@helper
def update_diagonal(
    values: FloatArray, inverse: FloatArray, at: int, i: int, change: FloatArray, weight: FloatArray
) -> int:
    """Change the last block of block row i, at `at`, column by column, and write what later rows need of it.

    What is taken away was part of the matrix, which has more than that. Where rounding has it otherwise, a pivot is
    lost: it stays as it was, and the factors are none of the matrix any more. Return how often that happened.
    """
    lost = 0
    for r in range(4):
        place = 4 * i + r
        pivot = 1.0 / inverse[place]
        for k in range(PRODUCTS):
            # pivot' = pivot + weight x^2; the rest of the column follows with share = weight x / pivot'
            x = change[place, k]
            new = pivot + weight[k] * x * x
            lost += 0 if new > 0.0 else 1
            new = new if new > 0.0 else pivot
            share = weight[k] * x / new
            weight[k] *= pivot / new
            pivot = new
            change[place, k], change[place, 4 + k], change[place, 8 + k] = 0.0, x, share
            for s in range(r + 1, 4):
                entry = at + 4 * r + s
                change[4 * i + s, k] -= x * values[entry]
                values[entry] += share * change[4 * i + s, k]
        inverse[place] = 1.0 / pivot
    return lost
