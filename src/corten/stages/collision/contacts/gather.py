"""Contacts in MuJoCo's order, with frames and parameters, from those that the narrow phase found."""

from corten.enums import EnableBit, StepErrorKind
from corten.math.matrix3 import load9, mul_mat_vec, store9
from corten.math.vector3 import add_scaled, cross, dot, load3, normalize, store3, sub
from corten.runtime import Vec3, helper, reduce_max, select, stage
from corten.stages.collision.broad.candidates import NONE, lowest_pair
from corten.stages.collision.broad.filters import pair_margin
from corten.stages.collision.contacts.parameters import mix_parameters, set_override, set_pair

# ---- no contacts, for models that can have none


@stage
def clear_contacts(m, d) -> None:
    """Leave no contacts of earlier steps."""
    d.ncandidate, d.nunsorted, d.ncon = 0, 0, 0


# ---- frames of contacts as the narrow phase found them, one after the other, so that environments stay together


@stage
def complete_frames(m, d) -> None:
    """Make normals unit vectors, and tangents, the wished ones or else the y or z axis, orthogonal to them."""
    normal, tangent = d.unsorted_normal, d.unsorted_tangent

    for i in range(reduce_max(min(d.nunsorted, d.maxunsorted))):
        x, _ = normalize(load3(normal, i))
        wished = load3(tangent, i)
        free, along = dot(wished, wished) < 0.25, select(abs(x[1]) < 0.5, 1.0, 0.0)
        y = select(free, 0.0, wished[0]), select(free, along, wished[1]), select(free, 1.0 - along, wished[2])
        y, _ = normalize(add_scaled(y, x, -dot(x, y)))
        store3(normal, i, x)
        store3(tangent, i, y)


# ---- from unsorted contacts to contacts: in the order of candidates, with parameters


# ContactExclude: 1 means in the gap
IN_GAP = 1


@stage
def order_contacts(m, d) -> int:
    """Give contacts, whose frames are complete, their places in the order of candidates, with nothing but their geoms.

    contact_efc_address has the number of each among the unsorted contacts, until it is described.
    """
    candidate, start, limit = d.unsorted_candidate, d.candidate_start, d.contact_limit

    d.ncon = d.nunsorted
    if d.nunsorted > min(d.maxunsorted, d.maxcon) or (limit > 0 and d.nunsorted > limit):
        d.error_where = d.nunsorted
        return StepErrorKind.CAPACITY

    # where the contacts of each candidate begin
    for c in range(d.ncandidate):
        start[c] = 0
    for i in range(d.nunsorted):
        start[candidate[i]] += 1
    total = 0
    for c in range(d.ncandidate):
        total, start[c] = total + start[c], total

    for i in range(d.nunsorted):
        c = candidate[i]
        place = start[c]
        start[c] = place + 1
        d.contact_efc_address[place] = i
        d.contact_geom[place, 0], d.contact_geom[place, 1] = d.candidate_geom[c, 0], d.candidate_geom[c, 1]
    return 0


@stage
def describe_contacts(m, d) -> None:
    """Set positions, frames and parameters of contacts that have their places.

    Environments that share instructions mostly have the same contacts in the same places; those that do not wait for
    each other. So all indices are the same for all of them.
    """
    for c in range(reduce_max(d.ncon)):
        # geometry: lanes whose contact c comes from the same unsorted one go together, the others wait
        source, waits = d.contact_efc_address[c], c < d.ncon
        while reduce_max(1 if waits else 0) > 0:
            i = -reduce_max(-source if waits else -NONE)
            here = waits and source == i
            waits = waits and not here
            if here:
                set_geometry(d, i, c)

        # parameters: lanes whose contact c is of the same geoms, and the same explicit pair if any, go together
        g1, g2, pair = d.contact_geom[c, 0], d.contact_geom[c, 1], -1
        waits = c < d.ncon
        if m.npair > 0 and waits:
            pair = d.candidate_pair[d.unsorted_candidate[source]]
        while reduce_max(1 if waits else 0) > 0:
            first, second, here = lowest_pair(g1, g2, waits)
            third = -1
            if m.npair > 0:
                third = -reduce_max(-pair if here else -NONE)
            here = here and pair == third
            waits = waits and not here
            if here:
                describe(m, d, (first, second, third), c)
                set_surface_velocity(m, d, first, second, c)


@helper
def set_geometry(d, unsorted: int, place: int) -> None:
    """Copy distance, position and frame."""
    d.contact_dist[place] = d.unsorted_dist[unsorted]
    store3(d.contact_pos, place, load3(d.unsorted_pos, unsorted))
    x, y = load3(d.unsorted_normal, unsorted), load3(d.unsorted_tangent, unsorted)
    z = cross(x, y)
    store9(d.contact_frame, place, (x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]))


@helper
def set_parameters(m, d, candidate: int, place: int) -> None:
    """Set geoms, parameters and velocity of the surfaces of a contact of a candidate."""
    g1, g2, pair = d.candidate_geom[candidate, 0], d.candidate_geom[candidate, 1], d.candidate_pair[candidate]
    d.contact_geom[place, 0], d.contact_geom[place, 1] = g1, g2
    describe(m, d, (g1, g2, pair), place)
    set_surface_velocity(m, d, g1, g2, place)


@helper
def describe(m, d, touching: tuple[int, int, int], place: int) -> None:
    """Set parameters of a contact: those of its explicit pair or of both geoms, or those that override all.

    touching: both geoms, and the pair or -1.
    """
    g1, g2, pair = touching
    if pair >= 0:
        set_pair(m, d, pair, place)
    else:
        mix_parameters(m, d, g1, g2, place)
    if (m.opt_enableflags & EnableBit.OVERRIDE) != 0:
        set_override(m, d, place)

    # within the gap only adhesion acts, along the normal alone
    margin = pair_margin(m, g1, g2, pair)
    adhesive, apart = d.contact_adhesion[place] != 0.0, d.contact_dist[place] >= margin
    if adhesive and apart:
        d.contact_dim[place] = 1
    d.contact_includemargin[place] = margin
    d.contact_exclude[place] = IN_GAP if apart and not adhesive else 0
    d.contact_mu[place] = 0.0
    d.contact_efc_address[place] = -1


@helper
def set_surface_velocity(m, d, g1: int, g2: int, place: int) -> None:
    """Set the velocity of the second surface relative to the first, along both tangents, and its spin."""
    if not (surface_moves(m, g1) or surface_moves(m, g2)):
        store3(d.contact_surfacevel, place, (0.0, 0.0, 0.0))
        return
    pos, frame = load3(d.contact_pos, place), load9(d.contact_frame, place)
    v1, w1 = surface_velocity(m, d, g1, pos)
    v2, w2 = surface_velocity(m, d, g2, pos)
    linear, angular = mul_mat_vec(frame, sub(v2, v1)), mul_mat_vec(frame, sub(w2, w1))
    store3(d.contact_surfacevel, place, (linear[1], linear[2], angular[0]))


@helper
def surface_moves(m, geom: int) -> bool:
    """Tell whether a geom has a surface velocity; few do."""
    moving = m.geom_surfacevel
    linear = abs(moving[geom, 0]) + abs(moving[geom, 1]) + abs(moving[geom, 2])
    return linear + (abs(moving[geom, 3]) + abs(moving[geom, 4]) + abs(moving[geom, 5])) > 0.0


@helper
def surface_velocity(m, d, geom: int, pos: Vec3) -> tuple[Vec3, Vec3]:
    """Return the (linear, angular) velocity of a geom's moving surface at a point, world."""
    moving, mat = m.geom_surfacevel, load9(d.geom_xmat, geom)
    linear = mul_mat_vec(mat, (moving[geom, 0], moving[geom, 1], moving[geom, 2]))
    angular = mul_mat_vec(mat, (moving[geom, 3], moving[geom, 4], moving[geom, 5]))
    arm = cross(angular, sub(pos, load3(d.geom_xpos, geom)))
    return (linear[0] + arm[0], linear[1] + arm[1], linear[2] + arm[2]), angular
