"""Fluid forces on the box that has a body's inertia: linear in velocity by viscosity, quadratic by density."""

from corten.constants import MINVAL
from corten.math.extended_precision import PI_HIGH
from corten.runtime import helper, sqrt


@helper
def inertia_box(mass, inertia):
    """Return the edges [m] of the uniform box with this mass and these principal moments: edge_x^2 = 6 (Iy+Iz-Ix)/m."""
    x = sqrt(max(MINVAL, inertia[1] + inertia[2] - inertia[0]) / mass * 6.0)
    y = sqrt(max(MINVAL, inertia[0] + inertia[2] - inertia[1]) / mass * 6.0)
    z = sqrt(max(MINVAL, inertia[0] + inertia[1] - inertia[2]) / mass * 6.0)
    return x, y, z


@helper
def viscous_resistance(box, viscosity):
    """Return the resistance (torque, force) of the sphere with the mean diameter: pi d^3 and 3 pi d, by viscosity."""
    diameter = (box[0] + box[1] + box[2]) / 3.0
    viscous = max(0.0, viscosity)
    return PI_HIGH * diameter * diameter * diameter * viscous, 3.0 * PI_HIGH * diameter * viscous


@helper
def drag_factors(box, density):
    """Return six factors of quadratic drag, which give the resistance when they multiply the speed.

    Force: half the density times the face across the motion. Torque: the same, integrated over the turning faces.
    """
    x, y, z = box
    x4 = x * x * x * x
    y4 = y * y * y * y
    z4 = z * z * z * z
    dense = max(0.0, density)
    return (
        dense * x * (y4 + z4) / 64.0,
        dense * y * (x4 + z4) / 64.0,
        dense * z * (x4 + y4) / 64.0,
        0.5 * dense * y * z,
        0.5 * dense * x * z,
        0.5 * dense * x * y,
    )


@helper
def box_wrench(box, velocity, density, viscosity):
    """Return (torque, force) on a box that moves with the local velocity through a medium, in its own axes."""
    turn, push = viscous_resistance(box, viscosity)
    drag = drag_factors(box, density)
    return (
        -velocity[0] * turn - drag[0] * abs(velocity[0]) * velocity[0],
        -velocity[1] * turn - drag[1] * abs(velocity[1]) * velocity[1],
        -velocity[2] * turn - drag[2] * abs(velocity[2]) * velocity[2],
        -velocity[3] * push - drag[3] * abs(velocity[3]) * velocity[3],
        -velocity[4] * push - drag[4] * abs(velocity[4]) * velocity[4],
        -velocity[5] * push - drag[5] * abs(velocity[5]) * velocity[5],
    )


@helper
def box_derivatives(box, velocity, density, viscosity):
    """Return the derivatives of the six components of `box_wrench`, each by its own velocity; there are no others."""
    turn, push = viscous_resistance(box, viscosity)
    drag = drag_factors(box, density)
    return (
        -turn - 2.0 * drag[0] * abs(velocity[0]),
        -turn - 2.0 * drag[1] * abs(velocity[1]),
        -turn - 2.0 * drag[2] * abs(velocity[2]),
        -push - 2.0 * drag[3] * abs(velocity[3]),
        -push - 2.0 * drag[4] * abs(velocity[4]),
        -push - 2.0 * drag[5] * abs(velocity[5]),
    )
