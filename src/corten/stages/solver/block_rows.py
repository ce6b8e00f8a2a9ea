"""Rows of the constraint Jacobian in blocks of four places, and products with them.

A place is the index of a dof in its island, in the order of elimination. A row keeps those blocks in which it has
entries, ascending, each with four numbers; rows between the same bodies have the same blocks. Vectors over the places
of an island have zeros behind its last dof.
"""

from corten.enums import ConstraintType
from corten.runtime import helper, max_lane, same_lane


@helper
def spread_rows(d, k):
    """Write the rows of island k in blocks; return whether they fit into the room there is."""
    first = d.island_rowadr[k]
    last = first + d.island_rownum[k]

    at = 0
    width = 0
    shared = 0
    for q in range(first, last):
        # rows between the same bodies have the same dofs
        r = d.island_row[q]
        if max_lane(0 if q > first and has_same_dofs(d, d.island_row[q - 1], r) else 1) > 0:
            low, high = find_range(d, r)
            if at + high - low >= d.maxJblock:
                return ask_for_room(d, first, last, at + high - low + 1)
            shared = at
            width = list_blocks(d, r, at, low, high)
        if at + width > d.maxJblock:
            return ask_for_room(d, first, last, at + width)
        spread_row(d, q, at, shared, width)
        at += width
    d.nJblock = max(d.nJblock, at)
    return True


@helper
def ask_for_room(d, first, last, least):
    """Ask for room for all rows of an island, of which some blocks were counted; return False."""
    entries = 0
    for q in range(first, last):
        entries += d.efc_J_rownnz[d.island_row[q]]
    d.nJblock = max(least, entries)
    return False


@helper
def has_same_dofs(d, a, b):
    """Tell whether two rows belong to the same equality or contact, or to contacts of the same two geoms."""
    kind, geom, i, j = d.efc_type[a], d.contact_geom, d.efc_id[a], d.efc_id[b]
    if d.efc_type[b] != kind:
        return False
    if kind >= ConstraintType.CONTACT_FRICTIONLESS:
        return geom[i, 0] == geom[j, 0] and geom[i, 1] == geom[j, 1]
    return kind == ConstraintType.EQUALITY and i == j


@helper
def find_range(d, r):
    """Return the first and the last block of row r, and write the places of its entries to entry_place."""
    place, colind, target = d.dof_place, d.efc_J_colind, d.entry_place
    first = d.efc_J_rowadr[r]

    low = place[colind[first]]
    high = low
    for entry in range(d.efc_J_rownnz[r]):
        p = place[colind[first + entry]]
        low, high = min(low, p), max(high, p)
        target[entry] = p
    return -max_lane(-(low >> 2)), max_lane(high >> 2)


@helper
def list_blocks(d, r, at, low, high):
    """List the blocks from `low` to `high` in which row r has entries from `at` on; return their number.

    In entry_place, places turn into where each entry belongs, counted from the first block of the row on.
    """
    block, slot, target, n = d.iefc_J_block, d.block_slot, d.entry_place, d.efc_J_rownnz[r]

    for b in range(low, high + 1):
        slot[b] = -1
    for entry in range(n):
        slot[target[entry] >> 2] = 0
    count = 0
    for b in range(low, high + 1):
        if max_lane(slot[b]) >= 0:
            slot[b] = count
            block[at + count] = b
            count += 1
    for entry in range(n):
        p = target[entry]
        target[entry] = 4 * slot[p >> 2] + (p & 3)
    return count


@helper
def spread_row(d, q, at, shared, width):
    """Write the row at position q from `at` on; its blocks, `width` of them, are those that were listed at `shared`."""
    target, block, spread, values = d.entry_place, d.iefc_J_block, d.iefc_J, d.efc_J_values
    r = d.island_row[q]
    source = d.efc_J_rowadr[r]

    d.iefc_J_blockadr[q] = at
    d.iefc_J_blocknum[q] = width
    d.iefc_J_shared[q] = shared
    for b in range(width):
        block[at + b] = block[shared + b]
        spread[at + b, 0] = 0.0
        spread[at + b, 1] = 0.0
        spread[at + b, 2] = 0.0
        spread[at + b, 3] = 0.0
    for entry in range(d.efc_J_rownnz[r]):
        p = target[entry]
        spread[at + (p >> 2), p & 3] = values[source + entry]


@helper
def mul_block_rows(d, k, x, result):
    """Write J x for the rows of island k into `result`, in island order; x is over places."""
    blockadr, blocknum, block, J = d.iefc_J_blockadr, d.iefc_J_blocknum, d.iefc_J_block, d.iefc_J

    for q in range(d.island_rowadr[k], d.island_rowadr[k] + d.island_rownum[k]):
        s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
        begin = same_lane(blockadr[q])
        for b in range(begin, begin + same_lane(blocknum[q])):
            p = 4 * same_lane(block[b])
            s0 += J[b, 0] * x[p]
            s1 += J[b, 1] * x[p + 1]
            s2 += J[b, 2] * x[p + 2]
            s3 += J[b, 3] * x[p + 3]
        result[q] = (s0 + s2) + (s1 + s3)


@helper
def mul_block_rows_transpose(d, k, force, result):
    """Write J' force of island k into `result`, over places."""
    blockadr, blocknum, block, J = d.iefc_J_blockadr, d.iefc_J_blocknum, d.iefc_J_block, d.iefc_J

    for p in range(count_blocks(d, k) * 4):
        result[p] = 0.0
    for q in range(d.island_rowadr[k], d.island_rowadr[k] + d.island_rownum[k]):
        f = force[q]
        if f != 0.0:
            begin = same_lane(blockadr[q])
            for b in range(begin, begin + same_lane(blocknum[q])):
                p = 4 * same_lane(block[b])
                r0, r1 = result[p] + J[b, 0] * f, result[p + 1] + J[b, 1] * f
                r2, r3 = result[p + 2] + J[b, 2] * f, result[p + 3] + J[b, 3] * f
                result[p] = r0
                result[p + 1] = r1
                result[p + 2] = r2
                result[p + 3] = r3


@helper
def count_blocks(d, k):
    """Return how many blocks of places island k has."""
    return max_lane((d.island_dofnum[k] + 3) >> 2)


@helper
def gather_places(d, k, x, result):
    """Write x, a vector over dofs, in the order of the places of island k."""
    dof, begin, n = d.island_dof, d.island_dofadr[k], d.island_dofnum[k]

    for p in range(n):
        result[p] = x[dof[begin + p]]
    for p in range(n, 4 * count_blocks(d, k)):
        result[p] = 0.0
