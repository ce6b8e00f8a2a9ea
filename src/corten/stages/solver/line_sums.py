"""Sums over rows along a search direction: costs that are parabolas where rows act, and nothing elsewhere.

Where environments share instructions, one may lack rows of another, so rows are summed in their order: zeros in between
change nothing. Code for one environment alone (`line_wide`) writes the terms of some rows down, several to an
instruction, and adds them to four sums that do not wait for each other.
"""

from corten.runtime import helper, max_lane, same_lane, select
from corten.stages.constraint.island import sum_of

# rows whose terms along a search direction are written down at a time: as many as stay close at hand
LINE_CHUNK = 128


@helper
def slope_of(d, q):
    """Return the slope at 0 of the cost of the row at position q where it acts."""
    return d.iefc_D[q] * d.iefc_jar[q] * d.iefc_jv[q]


@helper
def bend_of(d, q):
    """Return half of the curvature of the cost of the row at position q where it acts."""
    return 0.5 * d.iefc_D[q] * d.iefc_jv[q] * d.iefc_jv[q]


@helper
def find_constant_rows(d, island):
    """Set line_row to the end of the rows that act everywhere, which come first."""
    q = island.row
    while q < island.row_end and max_lane(0 if d.iefc_bound[q] > 0.0 else 1) == 0:
        q += 1
    d.line_row = q


@helper
def add_starts(d, begin, end, total):
    """Return (sum of |slopes|, slope, curvature / 2) at 0 with what the rows from `begin` to `end` add."""
    steep, slope, bend = total
    if same_lane(d.line_wide) != 0:
        for first in range(begin, end, LINE_CHUNK):
            last = min(end, first + LINE_CHUNK)
            for q in range(first, last):
                d.term_change[q - first], d.term_slope[q - first], d.term_bend[q - first] = start_of(d, q)
            more = sum_terms(d, last - first)
            steep, slope, bend = steep + more[0], slope + more[1], bend + more[2]
    else:
        for q in range(begin, end):
            more = start_of(d, q)
            steep, slope, bend = steep + more[0], slope + more[1], bend + more[2]
    return steep, slope, bend


@helper
def start_of(d, q):
    """Return (|slope|, slope, curvature / 2) at 0 of the row at position q; the last two where it acts."""
    acts, slope = d.iefc_jar[q] < d.iefc_bound[q], slope_of(d, q)
    return abs(slope), select(acts, slope, 0.0), select(acts, bend_of(d, q), 0.0)


@helper
def add_parabolas(d, begin, end, alpha, total):
    """Return (change of the constant part since 0, slope, curvature / 2) with those of rows that act at alpha."""
    change, slope, bend = total
    if same_lane(d.line_wide) != 0:
        for first in range(begin, end, LINE_CHUNK):
            last = min(end, first + LINE_CHUNK)
            for q in range(first, last):
                d.term_change[q - first], d.term_slope[q - first], d.term_bend[q - first] = parabola_at(d, q, alpha)
            more = sum_terms(d, last - first)
            change, slope, bend = change + more[0], slope + more[1], bend + more[2]
    else:
        for q in range(begin, end):
            more = parabola_at(d, q, alpha)
            change, slope, bend = change + more[0], slope + more[1], bend + more[2]
    return change, slope, bend


@helper
def parabola_at(d, q, alpha):
    """Return (change of the constant part since 0, slope, curvature / 2) of the row at position q."""
    jar, bound = d.iefc_jar[q], d.iefc_bound[q]
    start = 0.5 * d.iefc_D[q] * jar * jar
    acts = jar + alpha * d.iefc_jv[q] < bound
    change = select(acts, start, 0.0) - select(jar < bound, start, 0.0)
    return change, select(acts, slope_of(d, q), 0.0), select(acts, bend_of(d, q), 0.0)


@helper
def sum_terms(d, count):
    """Return the sums of the terms of `count` rows."""
    for q in range(count, (count + 3) >> 2 << 2):
        d.term_change[q], d.term_slope[q], d.term_bend[q] = 0.0, 0.0, 0.0
    a, b, c = (0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0)
    for q in range(0, count, 4):
        a, b, c = add_four(a, d.term_change, q), add_four(b, d.term_slope, q), add_four(c, d.term_bend, q)
    return sum_of(a), sum_of(b), sum_of(c)


@helper
def add_four(total, x, q):
    """Return four sums, to which the numbers of x from q on were added."""
    return total[0] + x[q], total[1] + x[q + 1], total[2] + x[q + 2], total[3] + x[q + 3]
