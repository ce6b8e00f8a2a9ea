"""Contacts as the narrow phase finds them, before they are put in order and get their parameters.

Conventions of every routine: the first geom is the one of lower type; the normal is a unit vector from the
first geom to the second; the position is midway between both surfaces; the distance is negative inside.
"""

from corten.math.vector3 import store3
from corten.runtime import helper

NO_TANGENT = (0.0, 0.0, 0.0)


@helper
def add_contact(d, candidate, dist, pos, normal, tangent):
    """Add a contact of a candidate pair; without room it is only counted, and the step is done again with more."""
    place = d.nunsorted
    d.nunsorted = place + 1
    if place < d.maxunsorted:
        d.unsorted_candidate[place] = candidate
        d.unsorted_dist[place] = dist
        store3(d.unsorted_pos, place, pos)
        store3(d.unsorted_normal, place, normal)
        store3(d.unsorted_tangent, place, tangent)
