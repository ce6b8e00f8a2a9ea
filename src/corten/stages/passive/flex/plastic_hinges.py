"""Hinges between triangles that yield in bending. Their plastic state adds to the factor of the cubic term of bending.

With the matrix of a hinge, whose entry of both tips is b, and its factor c, a hinge of length L is at rest where the
tangent of its angle is c L / b. Its strain is that of the outer fibre: half of the thickness times the curvature.
"""

from corten.math.scalar import atan2, sincos
from corten.math.vector3 import add_scaled, cross, dot, load3, norm, sub
from corten.runtime import helper
from corten.stages.passive.flex.bend import BEND, hinge_vertices
from corten.stages.passive.flex.stretch import THICKNESS

# [rad] farthest that a hinge bends for good (MuJoCo's value)
FARTHEST = 1.3

# where the entry of both tips stands in the matrix of a hinge, and the factor of the cubic term behind it
TIPS, CUBIC = 11, 16


@helper
def yield_hinges(m, d, f):
    """Map the angles of all hinges of a sheet back to what they bear."""
    thickness = m.flex_stiffness[m.flex_stiffnessadr[f] + THICKNESS]
    first = m.flex_plasticadr[f] + (3 * m.flex_elemnum[f] if m.flex_plasticmode[f] > 1 else 0)
    for e in range(m.flex_edgenum[f]):
        edge, entry = m.flex_edgeadr[f] + e, m.flex_bendingadr[f] + BEND * e
        tips = m.flex_bending[entry + TIPS]
        # hinges that are folded by more than a right angle at qpos0 stay elastic
        if m.flex_edgeflap[edge, 1] >= 0 and tips > 0.0 and thickness > 0.0:
            length = m.flexedge_length0[edge]
            angle, area = next_angle(m, d, hinge_vertices(m, f, edge), length)
            stiffness, cubic = tips / length, m.flex_bending[entry + CUBIC]
            rest = atan2(cubic + d.plastic[first + e], stiffness)
            bears = 2.0 * m.flex_yield[f, 1] / thickness * area / length
            if abs(angle - rest) > bears:
                rest = angle - bears if angle > rest else angle + bears
                sine, cosine = sincos(min(max(rest, -FARTHEST), FARTHEST))
                d.plastic[first + e] = stiffness * sine / cosine - cubic


@helper
def next_angle(m, d, vertices, length):
    """Return the angle of a hinge after the step, as if its edge had this length, and the area of both triangles."""
    v0, v1, v2, v3 = vertices
    edge, tip, other = next_arm(m, d, v0, v1), next_arm(m, d, v0, v2), next_arm(m, d, v0, v3)
    one, two = cross(edge, tip), cross(other, edge)
    return atan2(-length * dot(one, other), dot(one, two)), 0.5 * (norm(one) + norm(two))


@helper
def next_arm(m, d, a, b):
    """Return the way from one vertex to another after the step."""
    away = sub(load3(d.flexvert_xpos, b), load3(d.flexvert_xpos, a))
    speed = sub(load3(d.flexvert_velocity, b), load3(d.flexvert_velocity, a))
    return add_scaled(away, speed, m.opt_timestep)
