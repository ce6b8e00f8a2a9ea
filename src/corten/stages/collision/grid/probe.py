"""Points of the other geom looked up in a solid."""

from typing import NamedTuple

from corten.constants import MINVAL
from corten.math.box import grow_box, load_box, transform_box
from corten.math.matrix3 import mul_mat_vec
from corten.math.pose import transform_point_back
from corten.math.vector3 import Vector3, add_scaled, dot, norm, scale, sub
from corten.runtime import helper
from corten.stages.collision.grid.sampling import sample_solid
from corten.stages.collision.grid.solid_pair import add_solid_contact

# how far edges and sides around a point may lead deeper into the solid, as a sine: a tilted side rests on its corners
LEANING = 0.15

# a gradient is longer only if the samples are no distances; it is shorter where the nearest point is not unique
UNIT = 1.0


class Probe(NamedTuple):
    """A point of the other geom in the solid: whether it is inside, margin included, and how far.

    `pos` and `normal`, the way out of the solid, are in the frame of the solid, `out` is the way out in that of the
    other geom.
    """

    inside: bool
    dist: float
    pos: Vector3
    normal: Vector3
    out: Vector3


@helper
def probe_solid(m, pair, point):
    """Look up a point, given in the frame of the other geom, in the solid."""
    x, box = transform_point_back(pair.pose, point), load_box(m.geom_aabb, pair.solid.id)
    sample = sample_solid(m, pair.solid, x)
    beyond = max(abs(x[0] - box.centre[0]) - box.half[0], abs(x[1] - box.centre[1]) - box.half[1])
    beyond = max(beyond, abs(x[2] - box.centre[2]) - box.half[2])

    # a solid ends where its grid ends, and beyond it the values are no distances
    dist = sample.dist / max(sample.slope, UNIT)
    inside = dist <= pair.margin and beyond <= 0.0
    return Probe(inside, dist, x, sample.normal, mul_mat_vec(pair.pose.mat, sample.normal))


@helper
def add_probe_contact(d, pair, probe):
    """Add the contact of a point of the other geom with the solid."""
    pos = add_scaled(probe.pos, probe.normal, -0.5 * probe.dist)
    add_solid_contact(d, pair, probe.dist, pos, scale(probe.normal, -pair.sign))


@helper
def rise(point, end, out):
    """Return the sine by which the way from a point to another rises along a unit vector out of the solid."""
    way = sub(end, point)
    return dot(way, out) / max(norm(way), MINVAL)


@helper
def box_around_solid(m, pair):
    """Return a box around a solid in the frame of the other geom, margin included."""
    return grow_box(transform_box(pair.pose, load_box(m.geom_aabb, pair.solid.id)), pair.margin)
