"""Sphere against sphere, to which other shapes come down as well."""

from typing import NamedTuple

from corten.constants import MINVAL
from corten.math.vector3 import Vector3, add_scaled, cross, dot, load3, normalize, sub
from corten.runtime import helper, reduce_max, sqrt, stage
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.shared_pair import next_turn

BUCKET = bucket_of("sphere_sphere")


class Ball(NamedTuple):
    """A sphere, or one around a point of another shape: centre [m], radius [m], and the z axis of that shape."""

    centre: Vector3
    radius: float
    axis: Vector3


@helper
def collide_spheres(d, candidate, geoms, centre1, radius1, centre2, radius2):
    """Add the contact of the spheres that belong to both geoms of a candidate."""
    axis1, axis2 = z_axis(d, geoms[0]), z_axis(d, geoms[1])
    ball1, ball2 = Ball(centre1, radius1, axis1), Ball(centre2, radius2, axis2)
    collide_balls(d, candidate, d.candidate_margin[candidate], ball1, ball2)


@helper
def collide_balls(d, owner, margin, ball1, ball2):
    """Add the contact of two spheres.

    Without a line between the centres, the normal is orthogonal to both axes; if those are parallel as well, it is
    the world's x axis.
    """
    offset = sub(ball2.centre, ball1.centre)
    square, reach = dot(offset, offset), margin + ball1.radius + ball2.radius
    if not (square > reach * reach):
        dist = sqrt(square) - ball1.radius - ball2.radius
        normal, length = normalize(offset)
        if length < MINVAL:
            normal, _ = normalize(cross(ball1.axis, ball2.axis))
        pos = add_scaled(ball1.centre, normal, ball1.radius + 0.5 * dist)
        add_contact(d, owner, dist, pos, normal, NO_TANGENT)


@helper
def z_axis(d, geom):
    """Return the z axis of a geom, world."""
    return d.geom_xmat[geom, 2], d.geom_xmat[geom, 5], d.geom_xmat[geom, 8]


@stage
def sphere_sphere(m, d):
    """Contacts of spheres with spheres: on the line between the centres.

    reads:  m.geom_size d.geom_xpos d.geom_xmat d.nunsorted
    writes: d.nunsorted d.unsorted_candidate d.unsorted_dist d.unsorted_pos d.unsorted_normal d.unsorted_tangent
    """
    size, xpos = m.geom_size, d.geom_xpos

    i, end = d.bucket_start[BUCKET], d.bucket_start[BUCKET + 1]
    while reduce_max(end - i) > 0:
        g1, g2, c, mine = next_turn(d, i, end)
        if mine:
            collide_spheres(d, c, (g1, g2), load3(xpos, g1), size[g1, 0], load3(xpos, g2), size[g2, 0])
            i += 1
