"""Contacts from points in the frame of the second geom, each only once."""

from corten.constants import MINVAL
from corten.math.quaternion import rotate_vector
from corten.math.vector3 import add, load3, norm, normalize, scale, store3, sub
from corten.runtime import helper
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact


@helper
def is_known(d, start, x):
    """Tell whether a contact of this pair, whose first one is unsorted contact `start`, was found at the same point."""
    known = False
    for i in range(start, min(d.nunsorted, d.maxunsorted)):
        known = known or norm(sub(x, load3(d.unsorted_local, i))) < MINVAL
    return known


@helper
def add_contact_at(d, candidate, x, outward, dist, pos, quat):
    """Add a contact at a point: at `pos` and `quat` is the frame of the second geom, which `outward` points out of."""
    unit, length = normalize(outward)
    if length >= MINVAL:
        place = d.nunsorted
        if place < d.maxunsorted:
            store3(d.unsorted_local, place, x)
        normal = rotate_vector(quat, scale(unit, -1.0))
        middle = add(add(rotate_vector(quat, x), pos), scale(normal, 0.5 * dist))
        add_contact(d, candidate, dist, middle, normal, NO_TANGENT)
