"""The rows of environments that share instructions, side by side: one position for what is the same row in all of them.

The rows of all environments are walked in their order. The lowest group of rows that one of them has next, such as that
of a contact, gets the next positions in all; environments that do not have it get rows without entries there. So all
indices are the same for all environments, and a row keeps only the blocks in which one of them has entries.

Environments that have other groups at the same positions share the blocks of these rows, but none has entries in those
of both. So what a row ties together in the Hessian is noted group by group (`hessian_first`), not by its blocks.
"""

from typing import NamedTuple

from corten.enums import ConeType, ConstraintType
from corten.math import matrix3, spatial
from corten.math.vector3 import load3
from corten.runtime import Mat3, Vec3, Vec6, helper, reduce_max, select, uniform
from corten.stages.constraint.contact import contact_motion
from corten.stages.constraint.island import Island
from corten.stages.constraint.row import count_group, offset_of
from corten.stages.tree import last_dof

# what stands in the two numbers of a group, of 31 bits each: rank and owner; second geom, order of geoms, type, rows
RANK_SHIFT, GEOM_SHIFT, SWAP_SHIFT, KIND_SHIFT = 28, 9, 8, 4
OWNER_MASK, KIND_MASK, ROWS_MASK = (1 << RANK_SHIFT) - 1, 0xF, 0xF

# after all groups
NONE = 0x7FFFFFFF


class Group(NamedTuple):
    """Rows that belong to the same equality, dof, tendon, joint or pair of geoms, in numbers that tell which.

    They are the same for the same group of any environment, and ascend nearly everywhere from group to group, so that
    environments seldom miss each other.
    """

    owner: int
    details: int


class OwnRows(NamedTuple):
    """The rows of one environment: from one index to another, of all of its rows or, if it is listed, of island_row."""

    begin: int
    end: int
    listed: bool


@helper
def write_lane_rows(m, d) -> bool:
    """Give all rows their positions and write their blocks; return whether they fit into the room there is."""
    end = align_rows(m, d, Island(0, 0, 0, 0, m.nv, (m.nv + 3) >> 2, 0, 1), OwnRows(0, d.nefc, False))
    d.island_rownum[0] = max(end, 0)
    d.nJblock = ((m.nv + 3) >> 2) * d.nefc
    return end >= 0


@helper
def align_rows(m, d, island: Island, own: OwnRows) -> int:
    """Give the rows of an island positions from that of its first one on, and write their blocks.

    Return the position behind the last, or -1 if they do not fit into the room there is.
    """
    row, blockadr, blocknum, shared = d.island_row, d.iefc_J_blockadr, d.iefc_J_blocknum, d.iefc_J_shared

    for b in range(island.blocks):
        d.hessian_first[b] = b
    q, at, i = island.row, 0, own.begin
    while reduce_max(own.end - i) > 0:
        r = 0
        if i < own.end:
            r = row[i] if own.listed else i
        mine = group_at(m, d, r, i < own.end)
        lead = lowest_group(mine, True)
        n, kind = lead.details & ROWS_MASK, (lead.details >> KIND_SHIFT) & KIND_MASK
        here = lane_active(mine, lead, own.end - i)
        if q + n > d.maxefc or at + n * island.blocks > d.maxJblock:
            return -1
        width = 0
        if kind >= ConstraintType.CONTACT_FRICTIONLESS:
            width = write_contacts(m, d, at, r, here, mine)
        else:
            width = write_others(m, d, at, r, here, n)
        for j in range(n):
            row[q + j] = r + j if here else -1
            blockadr[q + j] = at + j * width
            blocknum[q + j] = width
            shared[q + j] = at
            for b in range(at, at + width):
                d.iefc_J_block[b + j * width] = uniform(d.iefc_J_block[b])
        i += n if here else 0
        q += n
        at += n * width
    return q


@helper
def lowest_group(mine: Group, some: bool) -> Group:
    """Return the lowest group of all environments, of those in which `some` holds."""
    owner = -reduce_max(-mine.owner if some else -NONE)
    details = -reduce_max(-mine.details if some and mine.owner == owner else -NONE)
    return Group(owner, details)


@helper
def is_group(mine: Group, group: Group) -> bool:
    """Tell whether two groups are the same."""
    return mine.owner == group.owner and mine.details == group.details


@helper
def lane_active(mine: Group, lead: Group, left: int) -> bool:
    """Tell whether the next group of an environment, which has `left` rows to come, stands where the lowest one does.

    One of the same kind and size may. It waits for environments that have the same group later on if there are rows
    enough to come for those which have most of them.
    """
    n, alike = lead.details & ROWS_MASK, ((mine.details ^ lead.details) & ((1 << SWAP_SHIFT) - 1)) == 0
    return is_group(mine, lead) or (alike and reduce_max(left) - left < n)


@helper
def group_at(m, d, r: int, some: bool) -> Group:
    """Return the group of rows that begins at row r, if there is one."""
    owner, details = NONE + 0, NONE + 0
    if some:
        kind, which = d.efc_type[r], d.efc_id[r]
        rank = min(kind, ConstraintType.CONTACT_FRICTIONLESS)
        details = (kind << KIND_SHIFT) | count_group(m, d, r)
        if kind >= ConstraintType.CONTACT_FRICTIONLESS:
            g1, g2 = d.contact_geom[which, 0], d.contact_geom[which, 1]
            which = min(g1, g2)
            details |= (max(g1, g2) << GEOM_SHIFT) | ((1 if g1 > g2 else 0) << SWAP_SHIFT)
        owner = (rank << RANK_SHIFT) | which
    return Group(owner, details)


@helper
def write_contacts(m, d, at: int, r: int, here: bool, mine: Group) -> int:
    """Write the blocks of contacts, whose first row is r, from `at` on; return how many each row has.

    Environments may have contacts of other geoms here: rows have the blocks of all of them.
    """
    found, dofs, todo = 0, 0, here
    while reduce_max(1 if todo else 0) > 0:
        group = lowest_group(mine, todo)
        body1, body2 = bodies_of(m, group)
        count, blocks = find_blocks_between(m, d, body1, body2)
        found |= blocks
        # the dofs of a single body are tied by M
        if min(last_dof(m, body1), last_dof(m, body2)) >= 0:
            tie_blocks(m, d, blocks)
        now = todo and is_group(mine, group)
        dofs = count if now else dofs
        todo = todo and not now
    width = list_found(m, d, at, found)
    n = -reduce_max(-(mine.details & ROWS_MASK) if here else -ROWS_MASK)
    for b in range(at, at + n * width):
        clear_block(d, b)

    contact = 0
    if here:
        contact = d.efc_id[r]
        # what was left out of the rows counts as if it stood there
        d.nJ += n * (dofs - d.efc_J_rownnz[r])
    point, frame, mu = (
        load3(d.contact_pos, contact),
        matrix3.load9(d.contact_frame, contact),
        load_frictions(d, contact, n),
    )
    todo = here
    while reduce_max(1 if todo else 0) > 0:
        group = lowest_group(mine, todo)
        now = todo and is_group(mine, group)
        write_contact(m, d, (at, width, n), now, group, (point, frame, mu))
        todo = todo and not now
    return width


@helper
def load_frictions(d, contact: int, n: int) -> tuple[float, ...]:
    """Return the frictions of a contact that its n rows need, and 0 for others."""
    friction = d.contact_friction
    mu0, mu1, mu2, mu3, mu4 = friction[contact, 0], friction[contact, 1], 0.0, 0.0, 0.0
    if n > 4:
        mu2, mu3, mu4 = friction[contact, 2], friction[contact, 3], friction[contact, 4]
    return mu0, mu1, mu2, mu3, mu4


@helper
def bodies_of(m, group: Group) -> tuple[int, int]:
    """Return the bodies of a group of contacts."""
    low, high = m.geom_bodyid[group.owner & OWNER_MASK], m.geom_bodyid[group.details >> GEOM_SHIFT]
    swapped = ((group.details >> SWAP_SHIFT) & 1) != 0
    return high if swapped else low, low if swapped else high


@helper
def write_contact(
    m, d, target: tuple[int, int, int], here: bool, group: Group, contact: tuple[Vec3, Mat3, tuple[float, ...]]
) -> None:
    """Write the entries of a contact that all environments have in which `here` holds.

    target: (first block, blocks of a row, rows). contact: (point, frame, frictions).
    """
    at, width, n = target
    point, frame, mu = contact
    body1, body2 = bodies_of(m, group)
    offset1, offset2 = offset_of(m, d, body1, point), offset_of(m, d, body2, point)
    a, b = last_dof(m, body1), last_dof(m, body2)
    while a != b:
        on_first = a > b
        top = max(a, b)
        idof = uniform(d.dof_idof[top])
        motion = contact_motion(d, top, on_first, offset1, offset2)
        block = at + uniform(d.block_slot[idof >> 2])
        store_column(m, d, (block, width, idof & 3), n, here, motion, frame, mu)
        a = m.dof_parentid[top] if on_first else a
        b = b if on_first else m.dof_parentid[top]


@helper
def find_blocks_between(m, d, body1: int, body2: int) -> tuple[int, int]:
    """Return (dofs, the bits of their blocks) that move one of two bodies and not the other."""
    a, b = last_dof(m, body1), last_dof(m, body2)
    dofs, found = 0, 0
    while a != b:
        top = max(a, b)
        found |= 1 << (uniform(d.dof_idof[top]) >> 2)
        dofs += 1
        a, b = m.dof_parentid[top] if a == top else a, m.dof_parentid[top] if b == top else b
    return dofs, found


@helper
def tie_blocks(m, d, found: int) -> None:
    """Let the block rows of the Hessian whose bits are set begin at the first of them, or before."""
    first, lowest = d.hessian_first, NONE + 0
    for b in range((m.nv + 3) >> 2):
        if ((found >> b) & 1) != 0:
            lowest = min(lowest, b)
            first[b] = min(first[b], lowest)


@helper
def list_found(m, d, at: int, found: int) -> int:
    """List the blocks whose bits one of the environments has, ascending; return their number.

    block_slot tells where each stands among them.
    """
    width = 0
    for b in range((m.nv + 3) >> 2):
        if reduce_max((found >> b) & 1) > 0:
            d.iefc_J_block[at + width] = b
            d.block_slot[b] = width
            width += 1
    return width


@helper
def clear_block(d, b: int) -> None:
    """Fill a block with zeros."""
    J = d.iefc_J
    J[b, 0] = 0.0
    J[b, 1] = 0.0
    J[b, 2] = 0.0
    J[b, 3] = 0.0


@helper
def store_column(
    m, d, target: tuple[int, int, int], n: int, here: bool, motion: Vec6, frame: Mat3, mu: tuple[float, ...]
) -> None:
    """Write what a dof gives to the n rows of a contact; target: (block of the first row, blocks of a row, idof)."""
    normal, slide1, slide2 = matrix3.mul_mat_vec(frame, spatial.linear(motion))
    if n == 1:
        store(d, target, 0, here, normal)
    elif m.opt_cone == ConeType.PYRAMIDAL:
        store_edges(d, target, 0, here, normal, mu[0] * slide1)
        store_edges(d, target, 2, here, normal, mu[1] * slide2)
        if n > 4:
            spin, roll1, roll2 = matrix3.mul_mat_vec(frame, spatial.angular(motion))
            store_edges(d, target, 4, here, normal, mu[2] * spin)
            if n > 6:
                store_edges(d, target, 6, here, normal, mu[3] * roll1)
                store_edges(d, target, 8, here, normal, mu[4] * roll2)
    else:
        store(d, target, 0, here, normal)
        store(d, target, 1, here, slide1)
        store(d, target, 2, here, slide2)
        if n > 3:
            spin, roll1, roll2 = matrix3.mul_mat_vec(frame, spatial.angular(motion))
            store(d, target, 3, here, spin)
            if n > 4:
                store(d, target, 4, here, roll1)
                store(d, target, 5, here, roll2)


@helper
def store_edges(d, target: tuple[int, int, int], j: int, here: bool, normal: float, friction: float) -> None:
    """Write the entries of both edges of a pyramid along one friction direction."""
    store(d, target, j, here, normal + friction)
    store(d, target, j + 1, here, normal - friction)


@helper
def store(d, target: tuple[int, int, int], j: int, here: bool, value: float) -> None:
    """Write an entry of the row that stands j rows below the first; environments that lack it keep what they have."""
    J, b, c = d.iefc_J, target[0] + j * target[1], target[2]
    J[b, c] = select(here, value, J[b, c])


@helper
def write_others(m, d, at: int, r: int, here: bool, n: int) -> int:
    """Write the blocks of n rows from r on that belong to no contact, from `at` on; return how many each row has.

    Their entries are known. Mostly they are those of the same dofs in all environments, but wrapped tendons differ.
    """
    count = 0
    entry = 0
    if here:
        count, entry = d.efc_J_rownnz[r], d.efc_J_rowadr[r]
    most = reduce_max(count)
    width = list_blocks_of_entries(m, d, at, entry, count, most)
    for b in range(at, at + n * width):
        clear_block(d, b)
    for j in range(n):
        for e in range(most):
            mine = e < count
            column, value = 0, 0.0
            if mine:
                # all rows of a group have the same dofs
                column, value = d.efc_J_colind[entry + e], d.efc_J_values[entry + j * count + e]
            highest = reduce_max(column if mine else -1)
            same = highest == -reduce_max(-column if mine else -m.nv)
            if mine and same:
                idof = uniform(d.dof_idof[highest])
                d.iefc_J[at + j * width + uniform(d.block_slot[idof >> 2]), idof & 3] = value
            elif mine:
                idof = d.dof_idof[column]
                d.iefc_J[at + j * width + d.block_slot[idof >> 2], idof & 3] = value
    return width


@helper
def list_blocks_of_entries(m, d, at: int, entry: int, count: int, most: int) -> int:
    """List the blocks in which an environment has entries; return their number. block_slot tells where each stands."""
    found = 0
    for e in range(most):
        if e < count:
            found |= 1 << (d.dof_idof[d.efc_J_colind[entry + e]] >> 2)
    if most > 1:
        tie_blocks(m, d, found)
    return list_found(m, d, at, found)
