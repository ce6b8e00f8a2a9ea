"""Velocity derivatives of the fluid forces on an ellipsoid; symbols and terms as in `stages.passive.ellipsoid`."""

from corten.constants import MINVAL
from corten.math import matrix3, vector3
from corten.math.extended_precision import PI_HIGH
from corten.runtime import helper, sqrt
from corten.stages.derivative.wrench_derivative import ZERO9, add9, add_derivative, diagonal, outer, scale9, skew, sub9
from corten.stages.passive.ellipsoid import (
    angular_drag_factors,
    direction_and_speed,
    drag_area,
    face_squares,
    magnus_factor,
    multiply,
    projection,
    spread,
    stokes_resistance,
)

ONES = (1.0, 1.0, 1.0)


@helper
def ellipsoid_derivative(w, v, axes, coefficients, medium):
    """Return the derivative of `ellipsoid_wrench` by w and v, as blocks (tw, tv, fw, fv)."""
    (blunt, slender, angular, kutta, magnus), mass, inertia = coefficients
    density, viscosity = medium
    a = face_squares(axes)
    u, speed = direction_and_speed(v)
    turn, push = stokes_resistance(axes, viscosity)

    # Magnus: d (w x v) = w x dv - v x dw
    factor = magnus_factor(axes, density, magnus)
    fw = skew(vector3.scale(v, -factor))
    fv = skew(vector3.scale(w, factor))

    fv = add9(fv, kutta_derivative(u, speed, a, kutta * density))
    fv = add9(fv, drag_derivative(u, speed, axes, push, (blunt, slender, density)))
    tw = angular_drag_derivative(w, angular_drag_factors(axes, slender, angular), turn, density)
    moved = added_mass_derivative(w, v, vector3.scale(mass, density), vector3.scale(inertia, density))
    return add_derivative((tw, ZERO9, fw, fv), moved)


@helper
def ellipsoid_drag_derivative(w, v, axes, coefficients, medium):
    """Return the part of `ellipsoid_derivative` that is due to drag, as blocks (tw, tv, fw, fv)."""
    shape = coefficients[0]
    blunt, slender, angular = shape[0], shape[1], shape[2]
    density, viscosity = medium
    u, speed = direction_and_speed(v)
    turn, push = stokes_resistance(axes, viscosity)

    fv = drag_derivative(u, speed, axes, push, (blunt, slender, density))
    tw = angular_drag_derivative(w, angular_drag_factors(axes, slender, angular), turn, density)
    return tw, ZERO9, ZERO9, fv


@helper
def added_mass_derivative(w, v, mass, inertia):
    """Return that of the added mass: d(p x v) = p x dv - v x (m dv), likewise for (I w) x w and p x w; p = m v."""
    momentum = skew(multiply(mass, v))
    spin = skew(multiply(inertia, w))
    tw = sub9(spin, matrix3.mul_mat_mat(skew(w), diagonal(inertia)))
    tv = sub9(momentum, matrix3.mul_mat_mat(skew(v), diagonal(mass)))
    fv = matrix3.mul_mat_mat(skew(vector3.scale(w, -1.0)), diagonal(mass))
    return tw, tv, momentum, fv


@helper
def angular_drag_derivative(w, s, turn, density):
    """Return the derivative of -(turn + rho |s w|) w: -(turn + rho |s w|) E - rho w (s^2 w)' / |s w|."""
    weighted = multiply(s, w)
    size = vector3.norm(weighted)
    change = vector3.scale(multiply(s, weighted), -density / max(MINVAL, size))
    return add9(diagonal(vector3.scale(ONES, -turn - density * size)), outer(w, change))


@helper
def drag_derivative(u, speed, axes, push, drag):
    """Return the derivative of -(push + rho |v| S) v, where the area S follows the shadow A of the ellipsoid.

    With dA/dv = pi a u (a N - D) / sqrt(N^3 D) / |v| it is
    -(push + rho |v| S) E - rho |v| u (S u + (blunt - slender) |v| dA/dv)'.
    """
    blunt, slender, density = drag
    a = face_squares(axes)
    n, d = projection(a, u)
    ratio = sqrt(d / n)
    area = drag_area(axes, PI_HIGH * ratio, blunt, slender)

    # a N - D without cancellation, divided by N D and then multiplied by A: scale-free factors
    lead = spread(a, multiply(a, multiply(u, u)))
    shadow = vector3.scale(multiply(multiply(a, u), lead), -PI_HIGH * ratio / n / d)
    along = vector3.add_scaled(vector3.scale(u, area), shadow, blunt - slender)
    pushed = diagonal(vector3.scale(ONES, -push - density * speed * area))
    return add9(pushed, outer(vector3.scale(u, -density * speed), along))


@helper
def kutta_derivative(u, speed, a, strength):
    """Return the derivative of C |v|^2 (N - a) u with C = strength pi sqrt(N / D).

    dF_i/dv_j = C |v| ((N - a_i) (e_ij + u_i u_j (a_j / N - a_j^2 / D - 1)) + 2 u_i u_j (a_j - a_i)).
    """
    n, d = projection(a, u)
    lead = spread(a, multiply(u, u))
    square = multiply(a, a)
    bend = (a[0] / n - square[0] / d - 1.0, a[1] / n - square[1] / d - 1.0, a[2] / n - square[2] / d - 1.0)
    growth = vector3.scale(multiply(a, u), 2.0)

    derivative = add9(diagonal(lead), outer(multiply(lead, u), multiply(bend, u)))
    derivative = add9(derivative, sub9(outer(u, growth), outer(growth, u)))
    return scale9(derivative, strength * PI_HIGH * sqrt(n / d) * speed)
