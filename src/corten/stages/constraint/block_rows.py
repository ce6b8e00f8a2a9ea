"""Rows of the constraint Jacobian in blocks of four places, and products with them.

A row keeps the blocks in which it has entries, ascending, each with four numbers. Rows that follow each other and have
the same dofs share a list of blocks. In lanes such a group reaches from one row to the next at which every environment
has a new group, and its blocks are those in which any of them has entries; the others have zeros there.
"""

from corten.enums import ConstraintType
from corten.runtime import helper, max_lane, same_lane


@helper
def spread_rows(d, island):
    """Write the rows of an island in blocks; return whether they fit into the room there is."""
    blockadr, blocknum, shared = d.iefc_J_blockadr, d.iefc_J_blocknum, d.iefc_J_shared

    at = 0
    q = island.row
    while q < island.row_end:
        end = find_group_end(d, island, q)
        d.nJblock = max(d.nJblock, at + island.blocks * (end - q))
        if at + island.blocks * (end - q) > d.maxJblock:
            # what all rows may need at most
            d.nJblock = at + island.blocks * (island.row_end - q)
            return False
        width = list_blocks(d, island, q, end, at)
        first = at
        for r in range(q, end):
            blockadr[r] = at
            blocknum[r] = width
            shared[r] = first
            spread_row(d, r, at, first, width)
            at += width
        q = end
    return True


@helper
def find_group_end(d, island, q):
    """Return the first row behind q that begins a group in all environments."""
    end = q + 1
    while end < island.row_end and max_lane(1 if belongs_to_group(d, end) else 0) > 0:
        end += 1
    return end


@helper
def belongs_to_group(d, q):
    """Tell whether the row at position q has the same dofs as the one before.

    So it is with rows of one equality or contact, and of contacts of the same two geoms. A row that an environment does
    not have leaves it to its neighbours.
    """
    a, b = same_lane(d.island_row[q - 1]), same_lane(d.island_row[q])
    if b >= d.nefc:
        return False
    kind, geom, i, j = d.efc_type[a], d.contact_geom, d.efc_id[a], d.efc_id[b]
    if d.efc_type[b] != kind:
        return False
    if kind >= ConstraintType.CONTACT_FRICTIONLESS:
        return geom[i, 0] == geom[j, 0] and geom[i, 1] == geom[j, 1]
    return kind == ConstraintType.EQUALITY and i == j


@helper
def count_entries(d, r):
    """Return the number of entries of row r, none where there is no such row."""
    return d.efc_J_rownnz[r] if r < d.nefc else 0


@helper
def list_blocks(d, island, q, end, at):
    """List the blocks in which the rows from q to `end` have entries from `at` on; return their number.

    block_slot tells where each block stands among them.
    """
    block, slot, place, colind = d.iefc_J_block, d.block_slot, d.dof_place, d.efc_J_colind

    for b in range(island.blocks):
        slot[b] = -1
    for position in range(q, end):
        # in one environment all rows of a group have the same dofs; its neighbours may begin another one in between
        if position == q or max_lane(0 if belongs_to_group(d, position) else 1) > 0:
            r = same_lane(d.island_row[position])
            first = d.efc_J_rowadr[r]
            for entry in range(count_entries(d, r)):
                slot[place[colind[first + entry]] >> 2] = 0
    count = 0
    for b in range(island.blocks):
        if max_lane(slot[b]) >= 0:
            slot[b] = count
            block[at + count] = b
            count += 1
    return count


@helper
def spread_row(d, q, at, shared, width):
    """Write the row at position q from `at` on; its blocks, `width` of them, are those that were listed at `shared`."""
    block, spread, values, colind = d.iefc_J_block, d.iefc_J, d.efc_J_values, d.efc_J_colind
    place, slot = d.dof_place, d.block_slot
    r = same_lane(d.island_row[q])
    source = d.efc_J_rowadr[r]

    for b in range(width):
        block[at + b] = block[shared + b]
        spread[at + b, 0] = 0.0
        spread[at + b, 1] = 0.0
        spread[at + b, 2] = 0.0
        spread[at + b, 3] = 0.0
    for entry in range(count_entries(d, r)):
        p = place[colind[source + entry]]
        spread[at + slot[p >> 2], p & 3] = values[source + entry]


@helper
def mul_block_rows(d, island, x, result):
    """Write J x for the rows of an island into `result`, in island order; x is over places."""
    blockadr, blocknum, block, J = d.iefc_J_blockadr, d.iefc_J_blocknum, d.iefc_J_block, d.iefc_J

    for q in range(island.row, island.row_end):
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
def mul_block_rows_transpose(d, island, force, result):
    """Write J' force of an island into `result`, over places."""
    blockadr, blocknum, block, J = d.iefc_J_blockadr, d.iefc_J_blocknum, d.iefc_J_block, d.iefc_J

    for p in range(4 * island.blocks):
        result[p] = 0.0
    for q in range(island.row, island.row_end):
        f = force[q]
        if max_lane(1 if f != 0.0 else 0) > 0:
            begin = same_lane(blockadr[q])
            for b in range(begin, begin + same_lane(blocknum[q])):
                p = 4 * same_lane(block[b])
                r0, r1 = result[p] + J[b, 0] * f, result[p + 1] + J[b, 1] * f
                r2, r3 = result[p + 2] + J[b, 2] * f, result[p + 3] + J[b, 3] * f
                result[p] = r0
                result[p + 1] = r1
                result[p + 2] = r2
                result[p + 3] = r3
