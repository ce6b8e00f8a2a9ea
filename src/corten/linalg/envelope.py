"""Cholesky factors of symmetric matrices whose rows begin anywhere and are full from there to the diagonal.

Row i of the lower triangle holds the columns first[i] to i; entry (i, j) stands at adr[i] + j in `values`. What lies
before the first entry of a row stays zero in the factor, so no room is needed for fill-in. All work is in inner
products of contiguous numbers.
"""

from corten.linalg.row import dot_rows, dot_two_rows
from corten.runtime import helper, sqrt


@helper
def factor_envelope(values, inverse, first, adr, n, minimum):
    """Replace the matrix by its factor L with A = L L', and write 1 / L_ii to `inverse`.

    Return the number of pivots that were below `minimum`; they are raised to it.
    """
    raised = 0
    for i in range(n):
        begin, row = first[i], adr[i]
        square = 0.0
        j = begin
        while j < i:
            common = max(begin, first[j])

            # two columns at a time where both rows reach equally far: row i is then read once for both
            if j + 1 < i and max(begin, first[j + 1]) == common:
                known, known2 = dot_two_rows(values, adr[j] + common, adr[j + 1] + common, row + common, j - common)
                entry = (values[row + j] - known) * inverse[j]
                entry2 = (values[row + j + 1] - known2 - entry * values[adr[j + 1] + j]) * inverse[j + 1]
                values[row + j] = entry
                values[row + j + 1] = entry2
                square += entry * entry + entry2 * entry2
                j += 2
            else:
                known = dot_rows(values, row + common, values, adr[j] + common, j - common)
                entry = (values[row + j] - known) * inverse[j]
                values[row + j] = entry
                square += entry * entry
                j += 1
        pivot = values[row + i] - square
        if not pivot >= minimum:
            raised += 1
            pivot = minimum
        root = sqrt(pivot)
        values[row + i] = root
        inverse[i] = 1.0 / root
    return raised


@helper
def solve_envelope(values, inverse, first, adr, n, x):
    """Replace the first n numbers of x by the solution of L L' y = x."""
    for i in range(n):
        begin, row = first[i], adr[i]
        x[i] = (x[i] - dot_rows(values, row + begin, x, begin, i - begin)) * inverse[i]
    for i in range(n - 1, -1, -1):
        row = adr[i]
        value = x[i] * inverse[i]
        x[i] = value
        for j in range(first[i], i):
            x[j] -= values[row + j] * value
