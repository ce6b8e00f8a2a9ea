"""Fluid forces on an ellipsoid that stands for a geom: added mass, drag, and lift by rotation and by circulation.

Everything is in the axes of the ellipsoid: w is the angular velocity, v = speed * u the linear velocity against the
medium. Shapes enter drag and lift through a, the squared products (r_y r_z)^2, (r_z r_x)^2, (r_x r_y)^2 of the half
axes, and through N = sum of a u^2 and D = sum of a^2 u^2: the ellipsoid's shadow across u has the area
A = pi sqrt(D / N), and the cross section that throws it has the normal a u / sqrt(D).
"""

from corten.constants import MINVAL
from corten.enums import GeomType
from corten.math import vector3
from corten.math.extended_precision import PI_HIGH, SMALLEST_NORMAL
from corten.runtime import Vec2, Vec3, helper, select, sqrt


@helper
def half_axes(geom_type: int, size: Vec3) -> Vec3:
    """Return the half axes [m] of the ellipsoid that stands for a geom."""
    if geom_type == GeomType.SPHERE:
        return size[0], size[0], size[0]
    if geom_type == GeomType.CAPSULE:
        return size[0], size[0], size[1] + size[0]
    if geom_type == GeomType.CYLINDER:
        return size[0], size[0], size[1]
    return size


@helper
def multiply(a: Vec3, b: Vec3) -> Vec3:
    """Return the products of the components of a and b."""
    return a[0] * b[0], a[1] * b[1], a[2] * b[2]


@helper
def direction_and_speed(v: Vec3) -> tuple[Vec3, float]:
    """Return u and the speed of v; what is slower than MINVAL stands still."""
    u, speed = vector3.normalize(v)
    return u, select(speed < MINVAL, 0.0, speed)


@helper
def face_squares(axes: Vec3) -> Vec3:
    """Return a: the squared products of two half axes each."""
    x = axes[1] * axes[2]
    y = axes[2] * axes[0]
    z = axes[0] * axes[1]
    return x * x, y * y, z * z


@helper
def projection(a: Vec3, u: Vec3) -> Vec2:
    """Return N and D of a direction; a flat shape has none, and gets the smallest number to divide by."""
    square = multiply(u, u)
    n = vector3.dot(a, square)
    d = vector3.dot(multiply(a, a), square)
    return max(n, SMALLEST_NORMAL), max(d, SMALLEST_NORMAL)


@helper
def spread(a: Vec3, weight: Vec3) -> Vec3:
    """Return three sums: for each i, the sum over k of (a_k - a_i) weight_k."""
    xy, xz, yz = a[1] - a[0], a[2] - a[0], a[2] - a[1]
    return xy * weight[1] + xz * weight[2], yz * weight[2] - xy * weight[0], -xz * weight[0] - yz * weight[1]


@helper
def ordered(axes: Vec3) -> Vec2:
    """Return the longest and the middle half axis."""
    longest = max(max(axes[0], axes[1]), axes[2])
    shortest = min(min(axes[0], axes[1]), axes[2])
    return longest, axes[0] + axes[1] + axes[2] - longest - shortest


@helper
def fourth_power(x: float) -> float:
    """Return x^4."""
    return (x * x) * (x * x)


@helper
def added_mass_wrench(w: Vec3, v: Vec3, mass: Vec3, inertia: Vec3) -> tuple[Vec3, Vec3]:
    """Return (torque, force) of the fluid that moves along: (m v) x v + (I w) x w, and (m v) x w.

    mass, inertia: virtual mass [kg] and moment of inertia [kg m^2] along and about each axis.
    """
    momentum = multiply(mass, v)
    spin = multiply(inertia, w)
    torque = vector3.add(vector3.cross(momentum, v), vector3.cross(spin, w))
    return torque, vector3.cross(momentum, w)


@helper
def magnus_factor(axes: Vec3, density: float, magnus: float) -> float:
    """Return the factor of the Magnus force: c rho V, for the force c rho V w x v."""
    return magnus * density * (4.0 / 3.0 * PI_HIGH * axes[0] * axes[1] * axes[2])


@helper
def kutta_lift(u: Vec3, speed: float, a: Vec3, strength: float) -> Vec3:
    """Return the lift by circulation: strength pi sqrt(N / D) (N - a) u speed^2, across v and towards the normal.

    strength: lift coefficient times density.
    """
    n, d = projection(a, u)
    factor = strength * PI_HIGH * sqrt(n / d) * (speed * speed)
    return vector3.scale(multiply(spread(a, multiply(u, u)), u), factor)


@helper
def drag_area(axes: Vec3, area: float, blunt: float, slender: float) -> float:
    """Return the area [m^2] that drag acts on when v sees `area`: the rest of the largest shadow counts as slender."""
    longest, middle = ordered(axes)
    return area * blunt + slender * (PI_HIGH * longest * middle - area)


@helper
def angular_drag_factors(axes: Vec3, slender: float, angular: float) -> Vec3:
    """Return s, by which angular velocities count in quadratic angular drag: the torque is -rho |s w| w."""
    longest, middle = ordered(axes)
    largest = 8.0 / 15.0 * PI_HIGH * middle * fourth_power(longest)
    x = 8.0 / 15.0 * PI_HIGH * axes[0] * fourth_power(max(axes[1], axes[2]))
    y = 8.0 / 15.0 * PI_HIGH * axes[1] * fourth_power(max(axes[2], axes[0]))
    z = 8.0 / 15.0 * PI_HIGH * axes[2] * fourth_power(max(axes[0], axes[1]))
    return (
        angular * x + slender * (largest - x),
        angular * y + slender * (largest - y),
        angular * z + slender * (largest - z),
    )


@helper
def stokes_resistance(axes: Vec3, viscosity: float) -> Vec2:
    """Return the viscous resistance (torque, force) of the sphere with the mean diameter: pi d^3 and 3 pi d."""
    diameter = 2.0 / 3.0 * (axes[0] + axes[1] + axes[2])
    return viscosity * (PI_HIGH * diameter * diameter * diameter), viscosity * (3.0 * PI_HIGH * diameter)


@helper
def ellipsoid_wrench(
    w: Vec3, v: Vec3, axes: Vec3, coefficients: tuple[tuple[float, ...], Vec3, Vec3], medium: Vec2
) -> tuple[Vec3, Vec3]:
    """Return (torque, force) on an ellipsoid: added mass, lift, viscous and quadratic drag.

    coefficients: ((blunt, slender, angular, kutta, magnus), virtual mass / density, virtual inertia / density);
    medium: (density, viscosity).
    """
    (blunt, slender, angular, kutta, magnus), mass, inertia = coefficients
    density, viscosity = medium
    a = face_squares(axes)
    u, speed = direction_and_speed(v)
    n, d = projection(a, u)

    torque, force = added_mass_wrench(w, v, vector3.scale(mass, density), vector3.scale(inertia, density))
    force = vector3.add_scaled(force, vector3.cross(w, v), magnus_factor(axes, density, magnus))
    force = vector3.add(force, kutta_lift(u, speed, a, kutta * density))

    turn, push = stokes_resistance(axes, viscosity)
    turn += density * vector3.norm(multiply(angular_drag_factors(axes, slender, angular), w))
    push += density * speed * drag_area(axes, PI_HIGH * sqrt(d / n), blunt, slender)
    return vector3.add_scaled(torque, w, -turn), vector3.add_scaled(force, v, -push)
