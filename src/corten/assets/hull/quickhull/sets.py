"""Sets of numbers with an order, in one pool: blocks of 4, 8, 16, ... that are used again.

Members are taken out in two ways: the last one takes the place, or those behind move up. Which one it is decides about
the order of facets and edges in the end. Loops over a set look at its size anew, for members come and go under way.
"""

from corten.assets.hull.quickhull.memory import INCONSISTENT, NONE, ROOM, SMALLEST
from corten.runtime import helper


@helper
def new_set(d, room: int) -> int:
    """Return an empty set with room for some members, 0 if there is no memory."""
    k = 0
    while (SMALLEST << k) < room:
        k += 1
    s = d.free_sets[k]
    if s > 0:
        d.free_sets[k] = d.set_size[s]
        d.set_size[s] = 0
        return s
    if d.used_sets >= d.nset or d.used_pool + (SMALLEST << k) > d.npool:
        d.error = ROOM
        return 0
    s = d.used_sets
    d.used_sets += 1
    d.set_start[s], d.set_class[s], d.set_size[s] = d.used_pool, k, 0
    d.used_pool += SMALLEST << k
    return s


@helper
def free_set(d, s: int) -> None:
    """Give a set back."""
    if s > 0:
        k = d.set_class[s]
        d.set_size[s] = d.free_sets[k]
        d.free_sets[k] = s


@helper
def enlarge(d, s: int) -> None:
    """Double the room of a set."""
    n, k = d.set_size[s], d.set_class[s]
    t = new_set(d, SMALLEST << (k + 1))
    if t == 0:
        return
    start, target = d.set_start[s], d.set_start[t]
    for i in range(n):
        d.pool[target + i] = d.pool[start + i]
    d.set_start[s], d.set_start[t] = target, start
    d.set_class[s], d.set_class[t] = k + 1, k
    free_set(d, t)


@helper
def append(d, s: int, x: int) -> None:
    """Add a member behind the others."""
    if s <= 0:
        return
    n = d.set_size[s]
    if n == SMALLEST << d.set_class[s]:
        enlarge(d, s)
        if d.error != 0:
            return
    d.pool[d.set_start[s] + n] = x
    d.set_size[s] = n + 1


@helper
def append_before_last(d, s: int, x: int) -> None:
    """Add a member before the last one."""
    n = d.set_size[s]
    append(d, s, x)
    if d.error == 0 and s > 0:
        start = d.set_start[s]
        last = d.pool[start + n - 1]
        d.pool[start + n - 1], d.pool[start + n] = x, last


@helper
def insert(d, s: int, place: int, x: int) -> None:
    """Add a member at a place, those behind move."""
    n = d.set_size[s]
    append(d, s, x)
    if d.error != 0:
        return
    start = d.set_start[s]
    i = n
    while i > place:
        d.pool[start + i] = d.pool[start + i - 1]
        i -= 1
    d.pool[start + place] = x


@helper
def item(d, s: int, i: int) -> int:
    """Return a member."""
    return d.pool[d.set_start[s] + i]


@helper
def index_of(d, s: int, x: int) -> int:
    """Return the place of a member, -1 if it is none."""
    start = d.set_start[s]
    for i in range(d.set_size[s]):
        if d.pool[start + i] == x:
            return i
    return NONE


@helper
def has(d, s: int, x: int) -> bool:
    """Tell whether something is a member."""
    return index_of(d, s, x) >= 0


@helper
def add_new(d, s: int, x: int) -> None:
    """Add a member unless it is one."""
    if not has(d, s, x):
        append(d, s, x)


@helper
def remove_at(d, s: int, i: int) -> None:
    """Take a member out; the last one takes its place."""
    n = d.set_size[s] - 1
    start = d.set_start[s]
    d.pool[start + i] = d.pool[start + n]
    d.set_size[s] = n


@helper
def remove(d, s: int, x: int) -> bool:
    """Take a member out, if it is one; the last one takes its place."""
    i = index_of(d, s, x)
    if i >= 0:
        remove_at(d, s, i)
    return i >= 0


@helper
def close_at(d, s: int, place: int) -> None:
    """Take a member out; those behind move up."""
    n = d.set_size[s] - 1
    start = d.set_start[s]
    for i in range(place, n):
        d.pool[start + i] = d.pool[start + i + 1]
    d.set_size[s] = n


@helper
def close(d, s: int, x: int) -> None:
    """Take a member out, if it is one; those behind move up."""
    i = index_of(d, s, x)
    if i >= 0:
        close_at(d, s, i)


@helper
def replace(d, s: int, old: int, new: int) -> None:
    """Put a member in the place of another."""
    i = index_of(d, s, old)
    if i >= 0:
        d.pool[d.set_start[s] + i] = new
    elif d.error == 0:
        d.error = INCONSISTENT


@helper
def pop(d, s: int) -> int:
    """Take the last member out."""
    n = d.set_size[s] - 1
    if n < 0:
        return NONE
    d.set_size[s] = n
    return d.pool[d.set_start[s] + n]


@helper
def clear(d, s: int) -> None:
    """Take all members out."""
    if s > 0:
        d.set_size[s] = 0


@helper
def copy_without(d, s: int, place: int, first: int) -> int:
    """Return a copy of a set without one member, and with another one in front unless that is NONE."""
    t = new_set(d, SMALLEST)
    if first != NONE:
        append(d, t, first)
    for i in range(d.set_size[s]):
        if i != place:
            append(d, t, item(d, s, i))
    return t


@helper
def equal(d, s: int, t: int) -> bool:
    """Tell whether two sets have the same members in the same order."""
    n, i = d.set_size[s], 0
    if n != d.set_size[t]:
        return False
    while i < n and item(d, s, i) == item(d, t, i):
        i += 1
    return i == n
