"""Rows of the constraint Jacobian in blocks of four idofs, and products with them.

A row keeps the blocks in which it has entries, ascending, each with four numbers. Rows that follow each other and have
the same dofs, a group, share a list of blocks. Where environments share instructions they have the same rows with the
same blocks (`lane_rows.py`).
"""

from corten.constants import MOST_DOFS
from corten.enums import ConstraintType, Integrator, SolverType, StepErrorKind
from corten.linalg.block_envelope import store_four
from corten.model import Model
from corten.runtime import FloatArray, helper, reduce_max, stage, uniform
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import Room, scratch
from corten.stages.constraint.island import Island, whole_tree
from corten.stages.constraint.lane_rows import write_lane_rows
from corten.stages.constraint.row import has_same_columns
from corten.stages.inertia import has_long_single_tree
from corten.stages.sleep import may_sleep

SCRATCH = (
    scratch(
        Field("iefc_J_blockadr", I4, ("maxefc",), "Jacobian of an island: first block of each row"),
        Field("iefc_J_blocknum", I4, ("maxefc",), "Jacobian of an island: blocks of each row"),
        Field(
            "iefc_J_shared", I4, ("maxefc",), "Jacobian of an island: first block of the first row with the same blocks"
        ),
        Field(
            "iefc_J_block", I4, ("maxJblock",), "Jacobian of an island: four idofs of each block, ascending in a row"
        ),
    )
    + scratch(
        Field("iefc_J", F8, ("maxJblock", 4), "Jacobian of an island: values"),
        Field("block_slot", I4, ("nv_pad",), "where a block stands among those of its group of rows"),
        readers=("corten.stages.solver",),
    )
    + scratch(
        Field("nJblock", I4, (), "blocks of the constraint Jacobian, of the island that has most"),
        readers=("corten.stages.solver",),
        lasting=True,
    )
)

ROOMS = (Room("maxJblock", "room for blocks of the constraint Jacobian", counted_by="nJblock", first=16),)


@helper
def first_block(d, q: int) -> int:
    """Return where the blocks of the row at position q begin."""
    return uniform(d.iefc_J_blockadr[q])


@helper
def count_blocks(d, q: int) -> int:
    """Return how many blocks the row at position q has."""
    return uniform(d.iefc_J_blocknum[q])


@helper
def block_at(d, begin: int, i: int) -> int:
    """Return the number of block i of the row whose blocks begin at `begin`."""
    return uniform(d.iefc_J_block[begin + i])


@helper
def begins_group(d, q: int) -> bool:
    """Tell whether the row at position q has other blocks than the one before."""
    return uniform(d.iefc_J_blockadr[q]) == uniform(d.iefc_J_shared[q])


@helper
def write_block_rows(d, island: Island) -> bool:
    """Write the rows of an island in blocks; return whether they fit into the room there is."""
    blockadr, blocknum, shared = d.iefc_J_blockadr, d.iefc_J_blocknum, d.iefc_J_shared

    for b in range(island.blocks):
        d.block_slot[b] = -1
    at = 0
    q = island.row
    while q < island.row_end:
        end = find_group_end(d, island, q)
        most = at + min(island.blocks, d.efc_J_rownnz[d.island_row[q]]) * (end - q)
        d.nJblock = max(d.nJblock, most)
        if most > d.maxJblock:
            d.nJblock = at + most_blocks(d, island, q)
            return False
        width = list_blocks(d, d.island_row[q], at)
        first = at
        for r in range(q, end):
            blockadr[r] = at
            blocknum[r] = width
            shared[r] = first
            write_block_row(d, r, at, first, width)
            at += width
        for b in range(width):
            d.block_slot[d.iefc_J_block[first + b]] = -1
        q = end
    return True


@helper
def most_blocks(d, island: Island, begin: int) -> int:
    """Return how many blocks the rows of an island from position `begin` on have at most."""
    total = 0
    for q in range(begin, island.row_end):
        total += min(island.blocks, d.efc_J_rownnz[d.island_row[q]])
    return total


@helper
def find_group_end(d, island: Island, q: int) -> int:
    """Return the first row behind q that has other dofs than the one before it."""
    end = q + 1
    while end < island.row_end and has_same_dofs(d, d.island_row[end - 1], d.island_row[end]):
        end += 1
    return end


@helper
def has_same_dofs(d, a: int, b: int) -> bool:
    """Tell whether two rows have the same dofs: of an equality or contact, or of contacts of the same two geoms."""
    kind, geom, i, j = d.efc_type[a], d.contact_geom, d.efc_id[a], d.efc_id[b]
    if d.efc_type[b] != kind:
        return False
    if kind >= ConstraintType.CONTACT_FRICTIONLESS:
        # flexes have no geoms, and each contact its own vertices
        rigid = min(geom[i, 0], geom[i, 1]) >= 0
        return i == j or (rigid and geom[i, 0] == geom[j, 0] and geom[i, 1] == geom[j, 1])
    return kind == ConstraintType.EQUALITY and i == j and has_same_columns(d, a, b)


@helper
def list_blocks(d, r: int, at: int) -> int:
    """List the blocks in which row r has entries from `at` on, ascending; return their number.

    block_slot, which is -1 before, tells where each block stands among them.
    """
    block, slot, idof, colind = d.iefc_J_block, d.block_slot, d.dof_idof, d.efc_J_colind
    first = d.efc_J_rowadr[r]

    # within a tree the last dof has the first idof, so most blocks are put at the end
    count = 0
    for entry in range(first + d.efc_J_rownnz[r] - 1, first - 1, -1):
        b = idof[colind[entry]] >> 2
        if slot[b] < 0:
            slot[b] = 0
            k = at + count
            while k > at and block[max(k - 1, at)] > b:
                block[k] = block[k - 1]
                k -= 1
            block[k] = b
            count += 1
    for k in range(count):
        slot[block[at + k]] = k
    return count


@helper
def write_block_row(d, q: int, at: int, shared: int, width: int) -> None:
    """Write the row at position q from `at` on; its blocks, `width` of them, are those that were listed at `shared`."""
    block, spread, values, colind = d.iefc_J_block, d.iefc_J, d.efc_J_values, d.efc_J_colind
    idof, slot = d.dof_idof, d.block_slot
    r = d.island_row[q]
    source = d.efc_J_rowadr[r]

    for b in range(width):
        block[at + b] = block[shared + b]
        spread[at + b, 0] = 0.0
        spread[at + b, 1] = 0.0
        spread[at + b, 2] = 0.0
        spread[at + b, 3] = 0.0
    for entry in range(d.efc_J_rownnz[r]):
        p = idof[colind[source + entry]]
        spread[at + slot[p >> 2], p & 3] = values[source + entry]


@helper
def mul_block_rows(d, island: Island, x: FloatArray, result: FloatArray) -> None:
    """Write J x for the rows of an island into `result`, in island order; x is over idofs."""
    J = d.iefc_J

    for q in range(island.row, island.row_end):
        s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
        begin = first_block(d, q)
        for i in range(count_blocks(d, q)):
            b, p = begin + i, 4 * block_at(d, begin, i)
            s0 += J[b, 0] * x[p]
            s1 += J[b, 1] * x[p + 1]
            s2 += J[b, 2] * x[p + 2]
            s3 += J[b, 3] * x[p + 3]
        result[q] = (s0 + s2) + (s1 + s3)


@helper
def mul_block_rows_transpose(d, island: Island, force: FloatArray, result: FloatArray) -> None:
    """Write J' force of an island into `result`, over idofs."""
    for p in range(4 * island.blocks):
        result[p] = 0.0
    q = island.row
    while q < island.row_end:
        # up to four rows with the same blocks at a time, so that the result is read and written once for them
        last = q
        while last + 1 < island.row_end and last < q + 3 and not begins_group(d, last + 1):
            last += 1
        add_rows_transpose(d, q, last, force, result)
        q = last + 1


@helper
def add_rows_transpose(d, q: int, last: int, force: FloatArray, result: FloatArray) -> None:
    """Add the rows from q to `last`, four at most, times their forces; what stands in for others has a force of 0."""
    J, width, begin = d.iefc_J, count_blocks(d, q), first_block(d, q)
    f0 = force[q]
    if last == q:
        if reduce_max(1 if f0 != 0.0 else 0) > 0:
            for i in range(width):
                a, p = begin + i, 4 * block_at(d, begin, i)
                r0, r1 = result[p] + J[a, 0] * f0, result[p + 1] + J[a, 1] * f0
                r2, r3 = result[p + 2] + J[a, 2] * f0, result[p + 3] + J[a, 3] * f0
                store_four(result, p, r0, r1, r2, r3)
    else:
        f1 = force[q + 1]
        f2 = force[q + 2] if q + 2 <= last else 0.0
        f3 = force[q + 3] if q + 3 <= last else 0.0
        if reduce_max(1 if f0 != 0.0 or f1 != 0.0 or f2 != 0.0 or f3 != 0.0 else 0) > 0:
            second, third, fourth = width, min(2, last - q) * width, min(3, last - q) * width
            for i in range(width):
                a, p = begin + i, 4 * block_at(d, begin, i)
                b, c, e = a + second, a + third, a + fourth
                r0 = (((result[p] + J[a, 0] * f0) + J[b, 0] * f1) + J[c, 0] * f2) + J[e, 0] * f3
                r1 = (((result[p + 1] + J[a, 1] * f0) + J[b, 1] * f1) + J[c, 1] * f2) + J[e, 1] * f3
                r2 = (((result[p + 2] + J[a, 2] * f0) + J[b, 2] * f1) + J[c, 2] * f2) + J[e, 2] * f3
                r3 = (((result[p + 3] + J[a, 3] * f0) + J[b, 3] * f1) + J[c, 3] * f2) + J[e, 3] * f3
                store_four(result, p, r0, r1, r2, r3)


# ---- the rows of a model with a single tree, made ready for products once all of them are known
# The rows of one environment stand in their order, those of environments that share instructions side by side
# (`lane_rows.py`)


# trees up to which environments solve their islands together
MOST_TREES = 8


def has_single_tree(model: Model) -> bool:
    """Tell whether a model's rows are kept in blocks as soon as they are known.

    Where trees sleep, lanes may part and run the solver one by one, which does not go with the blocks of lanes.
    """
    return model.ntree == 1 and _suits_lanes(model) and not has_long_single_tree(model)


def has_lane_islands(model: Model) -> bool:
    """Tell whether a model has so few trees that environments solve their islands together."""
    return 1 < model.ntree <= MOST_TREES and _suits_lanes(model)


def _suits_lanes(model: Model) -> bool:
    """Tell whether Newton's method runs for all lanes at once."""
    newton = model.opt_solver == SolverType.NEWTON and model.opt_integrator != Integrator.DISCRETE
    return bool(newton and model.nv <= MOST_DOFS and not model.nflex and not may_sleep(model))


@stage
def single_tree_rows(m, d) -> int:
    """Write all rows in blocks of four idofs."""
    return 0 if write_rows(m, d) else StepErrorKind.CAPACITY


@helper
def write_rows(m, d) -> bool:
    """Write all rows of one environment; return whether they fit into the room there is."""
    return has_room(m, d) and write_block_rows(d, whole_tree(m, d))


@write_rows.version(machine="lanes")
def write_rows_in_lanes(m, d) -> bool:
    """Write the rows of all environments side by side."""
    return write_lane_rows(m, d)


@helper
def has_room(m, d) -> bool:
    """Tell whether all blocks of all rows would find room; one environment asks for what its neighbours will need."""
    d.nJblock = ((m.nv + 3) >> 2) * d.nefc
    return d.nJblock <= d.maxJblock
