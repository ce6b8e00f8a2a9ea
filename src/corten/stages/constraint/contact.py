"""Contacts as rows: frictionless ones, pyramids (two edges for each friction direction) and elliptic cones."""

from corten.constants import MINVAL
from corten.enums import ConeType, ConstraintType, DisableBit, Integrator
from corten.math import matrix3, spatial, vector3
from corten.runtime import Mat3, Vec2, Vec3, Vec6, helper, reduce_max, sqrt, stage
from corten.stages.collision.broad.candidates import lowest_pair
from corten.stages.constraint.row import add_rows, motion_at, offset_of, set_row
from corten.stages.constraint.softness import (
    DEFAULT_SOLREF,
    MAXIMP,
    load2,
    load5,
    safe_solref,
    valid_solimp,
    valid_solref,
)
from corten.stages.tree import count_chain, last_dof

# why a contact gives no force: nothing can move its bodies apart
NO_DOFS = 3

# bits that tell bodies apart; more do not fit an int of 32 bits with its sign
MARKS = 30


@stage
def contact_rows(m, d) -> None:
    """Add the rows of all contacts that give force, and tell each contact its first one."""
    add_contacts(m, d, True)


@stage
def block_contact_rows(m, d) -> None:
    """Do the same where nothing reads the Jacobian but what writes rows in blocks, which environments together do
    without.
    """
    d.contact_bodies = add_contacts(m, d, wants_entries())


@stage
def lanes_contact_rows(m, d) -> None:
    """Do the same as `contact_rows` and note what batches are sorted by."""
    d.contact_bodies = add_contacts(m, d, True)


@stage
def body_contact_rows(m, d) -> None:
    """Do the same without the Jacobian, which `body_rows.py` computes for those who look at it."""
    add_contacts(m, d, False)
    d.jacobian_missing = 1


@helper
def wants_entries() -> bool:
    """Tell whether blocks of rows are made of the entries of contacts."""
    return True


@wants_entries.version(machine="lanes")
def wants_none_in_lanes() -> bool:
    """Tell that `lane_rows.py` computes them where they belong."""
    return False


@wants_entries.version(machine="strided")
def wants_none_of_lane() -> bool:
    """Tell the same of one of several environments."""
    return False


@helper
def add_contacts(m, d, filled: bool) -> int:
    """Add the rows of all contacts that give force; `filled` tells whether their Jacobian is wanted.

    Return a number with a bit for each body that has a contact with rows, by which batches are sorted. Environments
    that share instructions mostly have the same contacts in the same places, and wait for each other where they do not.
    """
    geom, exclude, marks = d.contact_geom, d.contact_exclude, 0
    for c in range(reduce_max(d.ncon)):
        g1, g2, waits = geom[c, 0], geom[c, 1], c < d.ncon and exclude[c] == 0
        if c < d.ncon:
            d.contact_efc_address[c] = -1
        while reduce_max(1 if waits else 0) > 0:
            first, second, here = lowest_pair(g1, g2, waits)
            waits = waits and not here
            body1, body2 = m.geom_bodyid[first], m.geom_bodyid[second]
            # dofs that both bodies share do not move them apart
            apart = last_dof(m, body1) != last_dof(m, body2)
            if here and not apart:
                exclude[c] = NO_DOFS
            if here and apart:
                marks |= (1 << (body1 % MARKS)) | (1 << (body2 % MARKS))
                d.contact_efc_address[c] = d.nefc
                add_contact(m, d, c, (body1, body2), filled)
    return marks


@helper
def add_contact(m, d, c: int, bodies: tuple[int, int], filled: bool) -> None:
    """Add the rows of contact c between two bodies, with their entries if that is wanted."""
    n, nnz = count_contact_rows(m, d, c), 0
    if filled:
        nnz = count_chain(m, bodies[0], bodies[1], False)
    row, entry = add_rows(d, n, nnz)
    waits = row >= 0
    while reduce_max(1 if waits else 0) > 0:
        first, count, here = lowest_pair(row, n, waits)
        waits = waits and not here
        if here:
            describe_rows(m, d, c, (first, count), (entry, nnz))
    if filled and row >= 0:
        fill_contact(m, d, c, bodies, (entry, nnz))


@helper
def describe_rows(m, d, c: int, rows: tuple[int, int], entries: tuple[int, int]) -> None:
    """Describe the rows (first, number) of contact c, each of which has as many entries, the first at entries[0]."""
    kind, dist, margin = contact_kind(m, d, c), d.contact_dist[c], d.contact_includemargin[c]
    for j in range(rows[1]):
        # of an elliptic cone only the normal has a position
        placed = j == 0 or m.opt_cone == ConeType.PYRAMIDAL
        values = (dist if placed else 0.0, margin if placed else 0.0, 0.0)
        set_row(d, rows[0] + j, (kind, c), (entries[0] + j * entries[1], entries[1]), values)


@helper
def count_contact_rows(m, d, c: int) -> int:
    """Return how many rows contact c has."""
    dim = d.contact_dim[c]
    return 2 * (dim - 1) if m.opt_cone == ConeType.PYRAMIDAL and dim > 1 else dim


@helper
def contact_kind(m, d, c: int) -> int:
    """Return the ConstraintType of contact c."""
    pyramid = m.opt_cone == ConeType.PYRAMIDAL
    kind = ConstraintType.CONTACT_PYRAMIDAL + 0 if pyramid else ConstraintType.CONTACT_ELLIPTIC + 0
    return ConstraintType.CONTACT_FRICTIONLESS + 0 if d.contact_dim[c] == 1 else kind


@helper
def fill_contact(m, d, c: int, bodies: tuple[int, int], entries: tuple[int, int]) -> None:
    """Write the Jacobian of contact c: motion of body 2 less that of body 1, in the contact's frame."""
    body1, body2 = bodies
    parent = m.dof_parentid
    frame = matrix3.load9(d.contact_frame, c)
    point = vector3.load3(d.contact_pos, c)
    offset1 = offset_of(m, d, body1, point)
    offset2 = offset_of(m, d, body2, point)
    a = last_dof(m, body1)
    b = last_dof(m, body2)
    k = entries[1] - 1
    while k >= 0:
        # no dof moves both: it belongs to the body whose path it is on
        on_first = a > b
        top = max(a, b)
        motion = contact_motion(d, top, on_first, offset1, offset2)
        store_contact_column(m, d, c, (entries[0] + k, entries[1]), top, motion, frame)
        a = parent[top] if on_first else a
        b = b if on_first else parent[top]
        k -= 1


@helper
def contact_motion(d, dof: int, on_first: bool, offset1: Vec3, offset2: Vec3) -> Vec6:
    """Return the 6D motion that unit speed of a dof gives to the second body at a contact less that of the first.

    The offsets are those of the contact's point for both bodies; the dof moves one of them alone.
    """
    sign = -1.0 if on_first else 1.0
    offset = (
        offset1[0] if on_first else offset2[0],
        offset1[1] if on_first else offset2[1],
        offset1[2] if on_first else offset2[2],
    )
    return spatial.scale6(motion_at(d, dof, offset), sign)


@helper
def store_contact_column(m, d, c: int, entries: tuple[int, int], dof: int, motion: Vec6, frame: Mat3) -> None:
    """Write the entries of one dof into the rows of contact c; entries: (that of the first row, distance of rows)."""
    dim, translation = d.contact_dim[c], matrix3.mul_mat_vec(frame, spatial.linear(motion))
    if dim == 1:
        store(d, entries, 0, dof, translation[0])
    elif m.opt_cone == ConeType.PYRAMIDAL:
        friction = d.contact_friction
        store_edges(d, entries, 0, dof, translation[0], friction[c, 0] * translation[1])
        store_edges(d, entries, 2, dof, translation[0], friction[c, 1] * translation[2])
        if dim > 3:
            rotation = matrix3.mul_mat_vec(frame, spatial.angular(motion))
            store_edges(d, entries, 4, dof, translation[0], friction[c, 2] * rotation[0])
            if dim > 4:
                store_edges(d, entries, 6, dof, translation[0], friction[c, 3] * rotation[1])
                store_edges(d, entries, 8, dof, translation[0], friction[c, 4] * rotation[2])
    else:
        store(d, entries, 0, dof, translation[0])
        store(d, entries, 1, dof, translation[1])
        store(d, entries, 2, dof, translation[2])
        if dim > 3:
            rotation = matrix3.mul_mat_vec(frame, spatial.angular(motion))
            store(d, entries, 3, dof, rotation[0])
            if dim > 4:
                store(d, entries, 4, dof, rotation[1])
                store(d, entries, 5, dof, rotation[2])


@helper
def store_edges(d, entries: tuple[int, int], j: int, dof: int, normal: float, friction: float) -> None:
    """Write the entries of both edges of a pyramid along one friction direction."""
    store(d, entries, j, dof, normal + friction)
    store(d, entries, j + 1, dof, normal - friction)


@helper
def store(d, entries: tuple[int, int], j: int, dof: int, value: float) -> None:
    """Write an entry of the row that stands j rows below the first."""
    entry = entries[0] + j * entries[1]
    d.efc_J_colind[entry] = dof
    d.efc_J_values[entry] = value


# ---- the distance of a speculative contact: the one at which the solver takes away as much velocity as it must
# A contact at a distance dist below its margin asks for a change of velocity b0 v + k0 (margin - dist) / h, with its
# stiffness k0 = h^2 k and damping b0 = h b over a step. Geoms that touch after the fraction t of a step must lose the
# share 1 - t of their velocity v, so that they touch at its end


@stage
def effective_distances(m, d) -> None:
    """Set the distances of all speculative contacts; they give force at any distance."""
    first = 0
    for c in range(d.ncandidate):
        if d.candidate_fraction[c] >= 0.0:
            for i in range(first, d.candidate_start[c]):
                depth = effective_depth(m, d, i, d.candidate_fraction[c], d.candidate_closing[c])
                d.contact_dist[i] = d.contact_includemargin[i] - depth
        first = d.candidate_start[c]


@helper
def effective_depth(m, d, i: int, t: float, closing: float) -> float:
    """Return how deep below its margin contact i has to be [m]; without stiffness, the width of its impedance."""
    stiffness, damping = step_response(m, d, i)
    if stiffness < MINVAL:
        return valid_solimp(load5(d.contact_solimp, i))[2]
    arrested = 1.0 - t - damping
    if m.opt_integrator == Integrator.DISCRETE:
        arrested = 1.0 - t - t * (damping + stiffness)
    return arrested / stiffness * closing


@helper
def step_response(m, d, i: int) -> Vec2:
    """Return (stiffness, damping) of contact i over a step, for the impedance that it has far from its margin."""
    h, discrete = m.opt_timestep, m.opt_integrator == Integrator.DISCRETE
    solref = valid_solref(load2(d.contact_solref, i), DEFAULT_SOLREF)
    if not discrete:
        solref = safe_solref(m, solref)
    if solref[0] <= 0.0:
        return -solref[0] * h * h, -solref[1] * h
    stiffness, damping = h * h / max(MINVAL, (solref[0] * solref[1]) * (solref[0] * solref[1])), 2.0 * h / solref[0]

    # the stiffest that a step resolves, as the rows of DISCRETE have it
    imp = valid_solimp(load5(d.contact_solimp, i))[1]
    if discrete and m.opt_disableflags & DisableBit.REFSAFE == 0 and stiffness > imp:
        hardest = (1.0 - imp) / imp * (MAXIMP / (1.0 - MAXIMP))
        damping = max(0.0, min(damping * sqrt(imp / stiffness), (hardest - 2.0) * imp))
        stiffness = imp
    return stiffness, damping
