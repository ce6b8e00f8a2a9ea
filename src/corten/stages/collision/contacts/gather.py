"""From unsorted contacts to contacts: in the order of candidates, with parameters."""

from corten.enums import EnableBit, StepErrorKind
from corten.math.matrix3 import load9, mul_mat_vec, store9
from corten.math.vector3 import cross, load3, store3, sub
from corten.runtime import helper, stage
from corten.stages.collision.broad.filters import pair_margin
from corten.stages.collision.contacts.parameters import mix_parameters, set_override, set_pair

# ContactExclude: 1 means in the gap
IN_GAP = 1


@stage
def gather_contacts(m, d):
    """Put contacts, whose frames are complete, into the order of candidates, and set their parameters.

    reads:  m.geom_margin m.geom_priority m.geom_condim d.geom_xpos d.geom_xmat d.contact_limit
    writes: d.ncon d.contact_dist d.contact_pos d.contact_frame d.contact_includemargin d.contact_friction
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
        place = start[candidate[i]]
        start[candidate[i]] = place + 1
        set_geometry(d, i, place)
        set_parameters(m, d, candidate[i], place)
        set_surface_velocity(m, d, place)
    return 0


@helper
def set_geometry(d, unsorted, place):
    """Copy distance, position and frame."""
    d.contact_dist[place] = d.unsorted_dist[unsorted]
    store3(d.contact_pos, place, load3(d.unsorted_pos, unsorted))
    x, y = load3(d.unsorted_normal, unsorted), load3(d.unsorted_tangent, unsorted)
    z = cross(x, y)
    store9(d.contact_frame, place, (x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]))


@helper
def set_parameters(m, d, candidate, place):
    """Set the parameters of a contact from its explicit pair or from both geoms, or to those that override all."""
    g1, g2, pair = d.candidate_geom[candidate, 0], d.candidate_geom[candidate, 1], d.candidate_pair[candidate]
    d.contact_geom[place, 0], d.contact_geom[place, 1] = g1, g2
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
def set_surface_velocity(m, d, place):
    """Set the velocity of the second surface relative to the first, along both tangents, and its spin."""
    if not (surface_moves(m, d.contact_geom[place, 0]) or surface_moves(m, d.contact_geom[place, 1])):
        store3(d.contact_surfacevel, place, (0.0, 0.0, 0.0))
        return
    pos, frame = load3(d.contact_pos, place), load9(d.contact_frame, place)
    v1, w1 = surface_velocity(m, d, d.contact_geom[place, 0], pos)
    v2, w2 = surface_velocity(m, d, d.contact_geom[place, 1], pos)
    linear, angular = mul_mat_vec(frame, sub(v2, v1)), mul_mat_vec(frame, sub(w2, w1))
    store3(d.contact_surfacevel, place, (linear[1], linear[2], angular[0]))


@helper
def surface_moves(m, geom):
    """Tell whether a geom has a surface velocity; few do."""
    moving = m.geom_surfacevel
    linear = abs(moving[geom, 0]) + abs(moving[geom, 1]) + abs(moving[geom, 2])
    return linear + (abs(moving[geom, 3]) + abs(moving[geom, 4]) + abs(moving[geom, 5])) > 0.0


@helper
def surface_velocity(m, d, geom, pos):
    """Return the (linear, angular) velocity of a geom's moving surface at a point, world."""
    moving, mat = m.geom_surfacevel, load9(d.geom_xmat, geom)
    linear = mul_mat_vec(mat, (moving[geom, 0], moving[geom, 1], moving[geom, 2]))
    angular = mul_mat_vec(mat, (moving[geom, 3], moving[geom, 4], moving[geom, 5]))
    arm = cross(angular, sub(pos, load3(d.geom_xpos, geom)))
    return (linear[0] + arm[0], linear[1] + arm[1], linear[2] + arm[2]), angular
