"""Contacts as the narrow phase finds them, before they are put in order and get their parameters.

Conventions of every routine: the first geom is the one of lower type; the normal is a unit vector from the
first geom to the second; the position is midway between both surfaces; the distance is negative inside.
"""

from corten.math.vector3 import cross, dot, load3, store3, sub
from corten.runtime import Vec3, helper, per_precision, sqrt
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import Room, scratch

NO_TANGENT = (0.0, 0.0, 0.0)


@helper
def add_contact(d, candidate: int, dist: float, pos: Vec3, normal: Vec3, tangent: Vec3) -> None:
    """Add a contact of a candidate pair; without room it is only counted, and the step is done again with more."""
    place = d.nunsorted
    d.nunsorted = place + 1
    if place < d.maxunsorted:
        d.unsorted_candidate[place] = candidate
        d.unsorted_dist[place] = dist
        store3(d.unsorted_pos, place, pos)
        store3(d.unsorted_normal, place, normal)
        store3(d.unsorted_tangent, place, tangent)


# ---- contact reduction: the many contacts of one pair of geoms become a stable few
# Meshes give a contact for every triangle or piece that touches. A face on a face is held by its corners, so contacts
# with about the same normal on about the same plane make a cluster, and of each cluster the deepest stays with up to
# three others that span the largest area. Clusters are made in turn around the deepest contact that is left and around
# the one whose normal differs most from those that stay, at most eight of them: what is held from all sides stays so


# most contacts that stay of a pair of geoms that has many
MOST_CHOSEN = 32

SCRATCH = (
    scratch(
        Field("nchosen", I4, (), "contacts of a pair of geoms that stay when they are thinned"),
        Field("chosen_contact", I4, (MOST_CHOSEN,), "these among the unsorted contacts"),
    )
    + scratch(
        Field("unsorted_candidate", I4, ("maxunsorted",), "candidate that it belongs to"),
        Field("unsorted_tangent", F8, ("maxunsorted", 3), "wished first tangent, zeros for none"),
        readers=(
            "corten.deformable.contacts",
            "corten.stages.collision.contact_sleep",
            "corten.stages.collision.speculative",
            "corten.stages.sensor",
        ),
    )
    + scratch(
        Field("unsorted_dist", F8, ("maxunsorted",), "distance, negative inside [m]"),
        Field("unsorted_pos", F8, ("maxunsorted", 3), "midpoint [m]"),
        Field("unsorted_normal", F8, ("maxunsorted", 3), "unit normal from the first geom to the second"),
        readers=(
            "corten.deformable.contacts",
            "corten.queries",
            "corten.stages.collision.grid",
            "corten.stages.collision.speculative",
            "corten.stages.sensor",
        ),
    )
    + scratch(
        Field("nunsorted", I4, (), "contacts as they were found"),
        readers=(
            "corten.deformable.contacts",
            "corten.pipeline",
            "corten.queries",
            "corten.stages.collision",
            "corten.stages.sensor",
        ),
        lasting=True,
    )
)

ROOMS = (Room("maxunsorted", "room for contacts as they are found", counted_by="nunsorted", first=8),)

# most clusters of a pair, of up to four contacts each
CLUSTERS = MOST_CHOSEN // 4

# cosine of the largest angle between normals of one cluster: 10 degrees
SAME_NORMAL = 0.9848

# how far a contact may lie off the plane of its cluster, as a part of the spread of all contacts
PLANE_TOL = 0.05

# contacts nearer to each other than this part of the spread, or of the depth, are one
MERGE_SPREAD, MERGE_DEPTH, MERGE_LEAST = 1e-3, 0.05, per_precision(1e-12, float32=1e-7)

# what unsorted_candidate says while contacts are sorted out
CHOSEN, DROPPED = -2, -1


@helper
def reduce_contacts(d, candidate: int, first: int) -> None:
    """Thin the contacts of a candidate, all that were added from `first` on; they keep their order."""
    count = d.nunsorted
    if count <= d.maxunsorted and count - first > 1:
        spread = spread_of(d, first, count)
        leader = deepest_contact(d, candidate, first, count)
        merge = max(max(MERGE_SPREAD * spread, MERGE_DEPTH * abs(d.unsorted_dist[leader])), MERGE_LEAST)
        found = 0
        d.nchosen = 0
        while leader >= 0 and found < CLUSTERS:
            thin_cluster(d, candidate, first, count, leader, PLANE_TOL * spread + merge, merge)
            found += 1
            if found % 2 == 0:
                leader = deepest_contact(d, candidate, first, count)
            else:
                leader = most_different_contact(d, candidate, first, count, PLANE_TOL * spread + merge)
        compact_contacts(d, candidate, first, count)


@helper
def spread_of(d, first: int, count: int) -> float:
    """Return the diagonal of the box around contacts [m]."""
    total = 0.0
    for axis in range(3):
        low, high = d.unsorted_pos[first, axis], d.unsorted_pos[first, axis]
        for i in range(first + 1, count):
            low, high = min(low, d.unsorted_pos[i, axis]), max(high, d.unsorted_pos[i, axis])
        total += (high - low) * (high - low)
    return sqrt(total)


@helper
def deepest_contact(d, candidate: int, first: int, count: int) -> int:
    """Return the deepest contact that belongs to no cluster yet, -1 for none; the first of equals."""
    best = -1
    least = 0.0
    for i in range(first, count):
        if d.unsorted_candidate[i] == candidate and (best < 0 or d.unsorted_dist[i] < least):
            best, least = i, d.unsorted_dist[i]
    return best


@helper
def most_different_contact(d, candidate: int, first: int, count: int, off_plane: float) -> int:
    """Return the deepest contact beside the one whose normal differs most from those that are chosen, -1 for none."""
    different = -1
    least = 2.0

    # the contact whose most similar chosen normal is the least similar
    for i in range(first, count):
        if d.unsorted_candidate[i] == candidate:
            nearest = -1.0
            for k in range(d.nchosen):
                nearest = max(nearest, dot(load3(d.unsorted_normal, i), load3(d.unsorted_normal, d.chosen_contact[k])))
            if nearest < least:
                different, least = i, nearest

    # the deepest one of its cluster leads
    best = different
    for i in range(first, count):
        if (
            different >= 0
            and in_cluster(d, candidate, i, different, off_plane)
            and d.unsorted_dist[i] < d.unsorted_dist[best]
        ):
            best = i
    return best


@helper
def in_cluster(d, candidate: int, i: int, leader: int, off_plane: float) -> bool:
    """Tell whether a contact that belongs to no cluster yet has the normal and the plane of a leader."""
    normal = load3(d.unsorted_normal, leader)
    alike = dot(normal, load3(d.unsorted_normal, i)) > SAME_NORMAL
    height = dot(normal, sub(load3(d.unsorted_pos, i), load3(d.unsorted_pos, leader)))
    return d.unsorted_candidate[i] == candidate and alike and abs(height) <= off_plane


@helper
def thin_cluster(d, candidate: int, first: int, count: int, leader: int, off_plane: float, merge: float) -> None:
    """Choose the leader of a cluster and what spans the largest area with it; drop its other contacts."""
    a, normal = load3(d.unsorted_pos, leader), load3(d.unsorted_normal, leader)

    # the contact farthest from the leader
    second, length2 = -1, merge * merge
    for i in range(first, count):
        arm = sub(load3(d.unsorted_pos, i), a)
        if dot(arm, arm) > length2 and in_cluster(d, candidate, i, leader, off_plane):
            second, length2 = i, dot(arm, arm)
    third, fourth = -1, -1
    if second >= 0:
        # the largest triangle, on either side, then the point that is farthest outside of it
        b, least = load3(d.unsorted_pos, second), merge * sqrt(length2)
        widest = least
        turn = 1.0
        for i in range(first, count):
            area = signed_area(normal, a, b, load3(d.unsorted_pos, i))
            if abs(area) > widest and in_cluster(d, candidate, i, leader, off_plane):
                third, widest, turn = i, abs(area), 1.0 if area > 0.0 else -1.0
        if third >= 0:
            c = load3(d.unsorted_pos, third)
            widest = least
            for i in range(first, count):
                point = load3(d.unsorted_pos, i)
                gain = max(-turn * signed_area(normal, a, b, point), -turn * signed_area(normal, b, c, point))
                gain = max(gain, -turn * signed_area(normal, c, a, point))
                if gain > widest and in_cluster(d, candidate, i, leader, off_plane):
                    fourth, widest = i, gain

    # nothing else of the cluster stays
    for i in range(first, count):
        if i != leader and in_cluster(d, candidate, i, leader, off_plane):
            d.unsorted_candidate[i] = DROPPED
    choose(d, leader)
    choose(d, second)
    choose(d, third)
    choose(d, fourth)


@helper
def choose(d, contact: int) -> None:
    """Let a contact stay, if there is one."""
    if contact >= 0:
        d.unsorted_candidate[contact] = CHOSEN
        d.chosen_contact[d.nchosen] = contact
        d.nchosen += 1


@helper
def signed_area(normal: Vec3, a: Vec3, b: Vec3, c: Vec3) -> float:
    """Return twice the area of a triangle as seen along a normal, positive if it runs counter-clockwise [m^2]."""
    return dot(normal, cross(sub(b, a), sub(c, a)))


@helper
def compact_contacts(d, candidate: int, first: int, count: int) -> None:
    """Move the chosen contacts together."""
    place = first
    for i in range(first, count):
        if d.unsorted_candidate[i] == CHOSEN:
            d.unsorted_candidate[place] = candidate
            d.unsorted_dist[place] = d.unsorted_dist[i]
            store3(d.unsorted_pos, place, load3(d.unsorted_pos, i))
            store3(d.unsorted_normal, place, load3(d.unsorted_normal, i))
            store3(d.unsorted_tangent, place, load3(d.unsorted_tangent, i))
            place += 1
    d.nunsorted = place
