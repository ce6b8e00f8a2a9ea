"""Sweep and prune over the elements of one flex, in MuJoCo's order: pairs stand as they are found.

The ends of the elements' boxes along one axis are sorted as numbers of 32 bits, equal ones in their order. Elements
that the sweep is inside of stand in the order in which it entered them.
"""

from corten.deformable.contacts.pairs import add_key, elements_may_touch, is_active
from corten.runtime import FloatArray, IntArray, bits_to_float, float_to_bits, helper
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch

SCRATCH = scratch(
    Field("sap_value", F8, ("nflexelem", 4), "ends of boxes along the axis of the sweep, in two orders"),
    Field("sap_end", I4, ("nflexelem", 4), "which ends these are: element, or -1 - element for the upper one"),
    Field("sap_active", I4, ("nflexelem",), "elements whose boxes the sweep is inside of"),
)


@helper
def sweep_elements(m, d, f: int) -> None:
    """Add the pairs of active elements of a flex whose boxes meet."""
    active, end, box, first = d.sap_active, d.sap_end, d.flexelem_aabb, m.flex_elemadr[f]
    axis = longest_axis(m, d, f)
    ends = list_interval_ends(m, d, f, axis)
    second, third = 1 if axis == 0 else 0, 1 if axis == 2 else 2
    column = sort_ends(d.sap_value, end, ends)
    inside = 0
    for i in range(ends):
        which = end[i >> 1, column + (i & 1)]
        if which >= 0:
            for j in range(inside):
                other = active[j]
                a, b = first + other, first + which
                apart = apart_along(box, a, b, second) or apart_along(box, a, b, third)
                if not apart and elements_may_touch(m, d, f, other, f, which):
                    add_key(d, other, which)
            active[inside] = which
            inside += 1
        else:
            inside = remove_active(active, inside, -1 - which)


@helper
def longest_axis(m, d, f: int) -> int:
    """Return the axis along which the flex extends most."""
    root = m.flex_bvhadr[f] - m.nbvhstatic
    x, y, z = d.bvh_aabb_dyn[root, 3], d.bvh_aabb_dyn[root, 4], d.bvh_aabb_dyn[root, 5]
    return 0 if x > y and x > z else (1 if y > z else 2)


@helper
def list_interval_ends(m, d, f: int, axis: int) -> int:
    """List the ends of the boxes of active elements; return how many there are, none for a single element."""
    box, first, count = d.flexelem_aabb, m.flex_elemadr[f], 0
    for e in range(m.flex_elemnum[f]):
        if is_active(m, f, e):
            centre, half = box[first + e, axis], box[first + e, axis + 3]
            d.sap_value[count, 0], d.sap_value[count, 1] = (
                round_to_single(centre - half),
                round_to_single(centre + half),
            )
            d.sap_end[count, 0], d.sap_end[count, 1] = e, -1 - e
            count += 1
    return 2 * count if count > 1 else 0


@helper
def apart_along(box: FloatArray, i: int, j: int, axis: int) -> bool:
    """Tell whether two boxes are apart along an axis."""
    low1, high1 = box[i, axis] - box[i, axis + 3], box[i, axis] + box[i, axis + 3]
    low2, high2 = box[j, axis] - box[j, axis + 3], box[j, axis] + box[j, axis + 3]
    return low1 > high2 or low2 > high1


@helper
def remove_active(active: IntArray, count: int, element: int) -> int:
    """Take an element from the list of those that the sweep is inside of; return how many are left."""
    place = 0
    while place < count and active[place] != element:
        place += 1
    if place < count:
        for j in range(place, count - 1):
            active[j] = active[j + 1]
        count -= 1
    return count


@helper
def sort_ends(value: FloatArray, end: IntArray, count: int) -> int:
    """Sort ends by value, keeping the order of equals; return the first of the two columns in which they stand."""
    width, source = 1, 0
    while width < count:
        start = 0
        while start < count:
            merge_ends(value, end, (start, min(start + width, count), min(start + 2 * width, count)), source)
            start += 2 * width
        width, source = 2 * width, 2 - source
    return source


@helper
def merge_ends(value: FloatArray, end: IntArray, run: tuple[int, int, int], source: int) -> None:
    """Merge two sorted runs, (start, middle, end), of the columns from `source` on into the other columns."""
    a, b, target = run[0], run[1], 2 - source
    for place in range(run[0], run[2]):
        from_first = a < run[1]
        if a < run[1] and b < run[2]:
            from_first = not (value[a >> 1, source + (a & 1)] > value[b >> 1, source + (b & 1)])
        taken = a if from_first else b
        value[place >> 1, target + (place & 1)] = value[taken >> 1, source + (taken & 1)]
        end[place >> 1, target + (place & 1)] = end[taken >> 1, source + (taken & 1)]
        a, b = a + 1 if from_first else a, b if from_first else b + 1


# ---- rounding to 32 bits, as MuJoCo's sweep compares


# the bits of a number of 64 bits that one of 32 bits has not, and half of the last one that it has
DROPPED, HALF = 29, 1 << 28


@helper
def round_to_single(x: float) -> float:
    """Return the number of 32 bits that is nearest to x, ties to even, for |x| between 1e-37 and 1e38 and for 0."""
    bits = float_to_bits(x)
    odd = (bits >> DROPPED) & 1
    return bits_to_float(((bits + (HALF - 1 + odd)) >> DROPPED) << DROPPED)


@round_to_single.version(precision="float32")
def round_single(x: float) -> float:
    """Return x: it has 32 bits."""
    return x
