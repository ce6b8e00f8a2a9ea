"""Where the factor of the Hessian of an island of many trees has entries: supernodes, columns that share their rows.

Trees have their places in the order of elimination (`minimum_degree.py`). A tree that is eliminated ties all that it is
tied to; the first of these is its parent. A parent right behind its child has nearly the same rows, and joins its
supernode. Each is one dense piece, as long as a column has rows: those of its own trees, then those of its members,
the later trees that it is tied to.

    place       0 1 2 3 4           supernode 0: places 0 and 1, members 3 and 4
            0   \\                               1: place 2, member 3
            1   # \\                             2: places 3 and 4
            2       \
            3   # # # \\             entry (r, c) of a supernode, r >= c, stands at snode_adr + snode_stride c + r;
            4   # #   # \\           rows count from its first dof, and those of a member begin at snode_offset

Trees are 6 dofs long in heaps of bodies; rows of four idofs that span two of them would fill three times as much.
"""

from corten.constants import MOST_DOFS
from corten.model import Model
from corten.runtime import helper
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import Room, scratch
from corten.stages.constraint.island import Island

# trees of a model from which on islands may have many
MOST_FEW_TREES = 32

# zeros that supernodes may have, as a share of their entries, by their number of dofs: narrow ones are slow
NARROW, ZEROS_OF_NARROW = 24, 0.3
ZEROS_OF_WIDE = 0.05

# rows behind the last, which are read along with it
SPARE_ROWS = 8


def may_have_many_trees(model: Model) -> bool:
    """Tell whether islands of a model may have so many trees that they are factored by supernodes.

    Models of few dofs are solved in lanes.
    """
    return model.ntree > MOST_FEW_TREES and model.nv > MOST_DOFS and not model.nflex


SCRATCH = scratch(
    Field("tree_place", I4, ("ntreeD",), "place of each tree, of its island, in the order of elimination"),
    Field("place_tree", I4, ("ntreeD",), "tree at each place"),
    Field("place_dof", I4, ("ntreeD",), "first idof of the tree at each place"),
    Field("place_end", I4, ("ntreeD",), "first idof behind it"),
    Field("place_snode", I4, ("ntreeD",), "supernode of each place"),
    Field("place_parent", I4, ("ntreeD",), "first of the places that each is tied to, -1 for none"),
    Field("place_child", I4, ("ntreeD",), "last of the places whose parent is each, -1 for none"),
    Field("place_other", I4, ("ntreeD",), "next place of the same parent"),
    Field(
        "place_mark",
        I4,
        ("ntreeD",),
        "last place that each was found tied to; before, what leads to its columns",
    ),
    Field("place_below", I4, ("ntreeD",), "dofs of the members of each place"),
    Field("place_begin", I4, ("ntreeD",), "first of the members of each place"),
    Field("place_members", I4, ("ntreeD",), "number of them"),
    Field("place_list", I4, ("ntreeD",), "first entry of a list of each place"),
    Field("list_place", I4, ("maxfill",), "places in these lists"),
    Field("list_next", I4, ("maxfill",), "next entry of the same list"),
    Field("fill_place", I4, ("maxfill",), "members of all places"),
    Field("nsnode", I4, (), "supernodes of an island"),
    Field("snode_place", I4, ("ntreeD",), "first place of each supernode"),
    Field("snode_end", I4, ("ntreeD",), "first place behind each"),
    Field("snode_begin", I4, ("ntreeD",), "first of the members of each supernode"),
    Field("snode_members", I4, ("ntreeD",), "number of them"),
    Field("snode_width", I4, ("ntreeD",), "dofs of each supernode"),
    Field("snode_rows", I4, ("ntreeD",), "rows of each: its dofs and those of its members"),
    Field("snode_stride", I4, ("ntreeD",), "entries from a column to the next, a multiple of four"),
    Field("snode_adr", I4, ("ntreeD",), "first entry of each supernode"),
    Field("snode_member", I4, ("maxfill",), "places of the members of supernodes, ascending"),
    Field("snode_offset", I4, ("maxfill",), "first row of each member"),
    Field("idof_column", I4, ("nv_D",), "entry (p, q) of the same supernode stands at idof_column[q] + p"),
    Field("snode_entries", I4, (), "entries of all supernodes of an island"),
    Field("snode_work", F8, (), "products that its factor takes"),
) + scratch(
    Field("nfactor", I4, (), "entries of the largest factor by supernodes"),
    Field("nfill", I4, (), "members of all places of the island that has most, and pairs of places that rows tie"),
    lasting=True,
)

ROOMS = (
    Room(
        "nv_D",
        "degrees of freedom, and rows that are read along with the last, where there are many trees",
        first=lambda model: (model.nv + 2 * SPARE_ROWS) * may_have_many_trees(model),
    ),
    Room("ntreeD", "trees where there are many, else 0", first=lambda model: model.ntree * may_have_many_trees(model)),
    Room(
        "maxfactor",
        "room for entries of a factor by supernodes",
        counted_by="nfactor",
        first=lambda model: 16 * may_have_many_trees(model),
    ),
    Room(
        "maxfill",
        "room for members of places",
        counted_by="nfill",
        first=lambda model: 16 * model.ntree * may_have_many_trees(model),
    ),
)


@helper
def shape_supernodes(d, island: Island) -> bool:
    """Find the supernodes of an island and their rows; return whether they fit into the room there is."""
    clear_places(d, island)
    if not (tie_groups(d) and fill_in(d, island)):
        return False
    join_places(d, island)
    list_members(d, island)
    return lay_out(d)


@helper
def number_places(m, d, island: Island) -> None:
    """Number the trees of an island in the order of their idofs."""
    p = 0
    for place in range(island.tree_end - island.tree):
        # what stands last is eliminated first
        t = d.tree_order[island.tree_end - 1 - place]
        d.tree_place[t] = place
        d.place_tree[place] = t
        d.place_dof[place] = p
        p += m.tree_dofnum[t]
        d.place_end[place] = p


@helper
def clear_places(d, island: Island) -> None:
    """Let no place have been found, have children or be tied."""
    for place in range(island.tree_end - island.tree):
        d.place_mark[place] = -1
        d.place_child[place] = -1
        d.place_list[place] = -1


@helper
def tie_groups(d) -> bool:
    """List what rows tie to the first of their places; return whether there is room."""
    used = 0
    for group in range(d.njgroup):
        first = d.group_tree[group]
        for k in range(first + 1, first + d.group_trees[group]):
            used = list_place(d, d.group_place[first], d.group_place[k], used)
    d.nfill = max(d.nfill, used)
    return used <= d.maxfill


@helper
def list_place(d, owner: int, place: int, used: int) -> int:
    """Put a place on the list of another, as entry `used`; return the next. What does not fit is counted."""
    if used < d.maxfill:
        d.list_place[used] = place
        d.list_next[used] = d.place_list[owner]
        d.place_list[owner] = used
    return used + 1


@helper
def fill_in(d, island: Island) -> bool:
    """Find what each place is tied to when its turn comes, by rows and children; return whether there is room."""
    used = 0
    for place in range(island.tree_end - island.tree):
        begin = used
        d.place_mark[place] = place
        entry = d.place_list[place]
        while entry >= 0:
            used = add_member(d, place, d.list_place[entry], used)
            entry = d.list_next[entry]
        child = d.place_child[place]
        while child >= 0:
            for entry in range(d.place_begin[child], d.place_begin[child] + d.place_members[child]):
                used = add_member(d, place, d.fill_place[entry], used)
            child = d.place_other[child]
        if used > d.maxfill:
            d.nfill = max(d.nfill, 2 * used)
            return False
        d.place_begin[place] = begin
        d.place_members[place] = used - begin
        below, parent = 0, -1
        for entry in range(begin, used):
            other = d.fill_place[entry]
            below += d.place_end[other] - d.place_dof[other]
            parent = other if parent < 0 else min(parent, other)
        d.place_below[place] = below
        d.place_parent[place] = parent
        if parent >= 0:
            d.place_other[place] = d.place_child[parent]
            d.place_child[parent] = place
    d.nfill = max(d.nfill, used)
    return True


@helper
def add_member(d, place: int, member: int, used: int) -> int:
    """Write a member of a place as entry `used` unless it is one; return the next. What does not fit is counted."""
    if d.place_mark[member] != place:
        d.place_mark[member] = place
        if used < d.maxfill:
            d.fill_place[used] = member
        used += 1
    return used


@helper
def join_places(d, island: Island) -> None:
    """Join places to supernodes: a child and its parent right behind it, where that brings few zeros along."""
    s, width, zeros = -1, 0, 0
    for place in range(island.tree_end - island.tree):
        dofs = d.place_end[place] - d.place_dof[place]
        rows = dofs + d.place_below[place]
        joins = s >= 0 and d.place_parent[max(place - 1, 0)] == place
        if joins:
            more = zeros + width * (rows - d.place_below[place - 1])
            wide = width + dofs
            entries = float(wide) * (float(rows - dofs) + 0.5 * float(wide))
            share = ZEROS_OF_NARROW if wide <= NARROW else ZEROS_OF_WIDE
            joins = more == 0 or float(more) <= share * entries
            if joins:
                zeros, width = more, wide
        if not joins:
            s += 1
            d.snode_place[s] = place
            zeros, width = 0, dofs
        d.place_snode[place] = s
        d.snode_end[s] = place + 1
        d.snode_width[s] = width
        d.snode_rows[s] = width + rows - dofs
    d.nsnode = s + 1


@helper
def list_members(d, island: Island) -> None:
    """List the members of each supernode, which are those of its last place, ascending."""
    for place in range(island.tree_end - island.tree):
        d.place_list[place] = -1
    used = 0
    for s in range(d.nsnode):
        last = d.snode_end[s] - 1
        d.snode_begin[s] = used
        d.snode_members[s] = 0
        for entry in range(d.place_begin[last], d.place_begin[last] + d.place_members[last]):
            used = list_place(d, d.fill_place[entry], s, used)
    # place after place, so that each supernode meets its members in their order
    for place in range(island.tree_end - island.tree):
        entry = d.place_list[place]
        while entry >= 0:
            s = d.list_place[entry]
            at, count = d.snode_begin[s], d.snode_members[s]
            offset = d.snode_width[s]
            if count > 0:
                before = d.snode_member[at + count - 1]
                offset = d.snode_offset[at + count - 1] + d.place_end[before] - d.place_dof[before]
            d.snode_member[at + count] = place
            d.snode_offset[at + count] = offset
            d.snode_members[s] = count + 1
            entry = d.list_next[entry]


@helper
def lay_out(d) -> bool:
    """Give each supernode its room, and count the products that the factor takes; return whether there is room."""
    entries, work = 0, 0.0
    for s in range(d.nsnode):
        width, rows = d.snode_width[s], d.snode_rows[s]
        d.snode_adr[s] = entries
        d.snode_stride[s] = (rows + 3) & ~3
        first = d.place_dof[d.snode_place[s]]
        for c in range(width):
            d.idof_column[first + c] = entries - first
            entries += d.snode_stride[s]
        mean = float(rows) - 0.5 * float(width)
        work += 0.5 * float(width) * mean * mean
    d.snode_entries, d.snode_work = entries, work
    d.nfactor = max(d.nfactor, entries + SPARE_ROWS)
    return entries + SPARE_ROWS <= d.maxfactor


@helper
def member_offset(d, s: int, place: int) -> int:
    """Return the first row of a later place in a supernode; it is one of its own places or of its members."""
    if place < d.snode_end[s]:
        return d.place_dof[place] - d.place_dof[d.snode_place[s]]
    low, high = d.snode_begin[s], d.snode_begin[s] + d.snode_members[s] - 1
    while low < high:
        middle = (low + high) >> 1
        if d.snode_member[middle] < place:
            low = middle + 1
        else:
            high = middle
    return d.snode_offset[low]
