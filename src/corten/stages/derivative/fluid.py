"""Velocity derivative of the medium's forces, for the implicit integrators."""

from enum import IntEnum

from corten.constants import MINVAL
from corten.math import matrix3, spatial, vector3
from corten.math.extended_precision import PI_HIGH
from corten.math.matrix3 import load9
from corten.math.spatial import dot6, load6
from corten.math.vector3 import load3
from corten.runtime import Mat3, Vec2, Vec3, helper, sqrt, stage
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch
from corten.stages.derivative.coriolis import is_free_body
from corten.stages.derivative.wrench_derivative import (
    ZERO9,
    add9,
    add_derivative,
    derivative_in_world,
    diagonal,
    load_derivative,
    mul_derivative,
    outer,
    scale9,
    scale_derivative,
    skew,
    store_derivative,
    sub9,
    symmetric_derivative,
    transpose_derivative,
)
from corten.stages.passive.ellipsoid import (
    angular_drag_factors,
    direction_and_speed,
    drag_area,
    face_squares,
    half_axes,
    magnus_factor,
    multiply,
    projection,
    spread,
    stokes_resistance,
)
from corten.stages.passive.fluid import (
    box_derivatives,
    fluid_coefficients,
    has_ellipsoid,
    inertia_box,
    velocity_in_medium,
)
from corten.stages.passive.passive import fluid_acts

SCRATCH = scratch(
    Field("wrench_derivative", F8, ("nbody", 36), "velocity derivative of the medium's force on each subtree"),
) + scratch(
    Field("lu_remaining", I4, ("nv",), "entries of each row that are not eliminated yet"),
    readers=("corten.stages.integrate",),
)

STEADY = (ZERO9, ZERO9, ZERO9, ZERO9)


class Part(IntEnum):
    """Which part of the derivative is wanted of ellipsoids."""

    WHOLE = 0
    SYMMETRIC = 1
    """the symmetric part, except for bodies that float alone"""
    DRAG = 2
    """the symmetric part of that of drag alone"""


@stage
def fluid_velocity_derivative(m, d) -> None:
    """Add the derivative of the medium's forces by qvel to qDeriv.

    With the derivative S of the subtree of the lower of two dofs and their axes s = cdof:
    d qfrc_i / d qvel_j = s_i' S s_j. The work is that of the mass matrix.
    """
    add_fluid_derivative(m, d, Part.WHOLE)


@stage
def symmetric_fluid_velocity_derivative(m, d) -> None:
    """Add the same to qDeriv, with the symmetric part of what ellipsoids do alone, except for bodies that float
    alone.
    """
    add_fluid_derivative(m, d, Part.SYMMETRIC)


@stage
def drag_velocity_derivative(m, d) -> None:
    """Add the same to qDeriv, with the symmetric part of drag on ellipsoids alone, without their lift and added
    mass.
    """
    add_fluid_derivative(m, d, Part.DRAG)


@helper
def add_fluid_derivative(m, d, part: int) -> None:
    """Add a part of the derivative of the medium's forces by qvel to qDeriv."""
    parentid, mass, derivative = m.body_parentid, m.body_mass, d.wrench_derivative

    if fluid_acts(m):
        for b in range(1, m.nbody):
            if mass[b] < MINVAL:
                store_derivative(derivative, b, STEADY)
            elif has_ellipsoid(m, b):
                store_derivative(derivative, b, derivative_of_ellipsoids(m, d, b, part))
            else:
                store_derivative(derivative, b, derivative_of_box(m, d, b))
        for b in range(m.nbody - 1, 0, -1):
            if parentid[b] > 0:
                for k in range(36):
                    derivative[parentid[b], k] += derivative[b, k]
        add_pairs(m, d)


@helper
def add_pairs(m, d) -> None:
    """Add s_i' S s_j to qDeriv for each dof and its ancestors, both ways; an ancestor's row is filled from its end."""
    rownnz, rowadr, diag, colind, bodyid = m.D_rownnz, m.D_rowadr, m.D_diag, m.D_colind, m.dof_bodyid
    cdof, derivative, remaining, deriv = d.cdof, d.wrench_derivative, d.lu_remaining, d.qDeriv

    for i in range(m.nv):
        remaining[i] = rownnz[i]
    for i in range(m.nv - 1, -1, -1):
        subtree = load_derivative(derivative, bodyid[i])
        axis = load6(cdof, i)
        force = mul_derivative(subtree, axis)
        turned = mul_derivative(transpose_derivative(subtree), axis)
        deriv[rowadr[i] + diag[i]] += dot6(axis, force)
        for entry in range(rowadr[i], rowadr[i] + diag[i]):
            j = colind[entry]
            above = load6(cdof, j)
            remaining[j] -= 1
            deriv[entry] += dot6(turned, above)
            deriv[rowadr[j] + remaining[j]] += dot6(above, force)


@helper
def derivative_of_box(m, d, b: int) -> tuple[Mat3, Mat3, Mat3, Mat3]:
    """Return the derivative of the medium's wrench on a body that counts as its inertia box."""
    inertia = m.body_inertia
    frame, offset = load9(d.ximat, b), vector3.sub(load3(d.xipos, b), load3(d.subtree_com, m.body_rootid[b]))
    velocity = velocity_in_medium(m, load6(d.cvel, b), offset, frame)
    box = inertia_box(m.body_mass[b], (inertia[b, 0], inertia[b, 1], inertia[b, 2]))
    local = box_derivatives(box, velocity, m.opt_density, m.opt_viscosity)
    blocks = diagonal(spatial.angular(local)), ZERO9, ZERO9, diagonal(spatial.linear(local))
    return derivative_in_world(blocks, frame, offset)


@helper
def derivative_of_ellipsoids(m, d, b: int, part: int) -> tuple[Mat3, Mat3, Mat3, Mat3]:
    """Return a part of the derivative of the medium's wrench on the ellipsoids of a body.

    A body that is welded to one that floats alone is part of it.
    """
    root = m.body_rootid[b]
    interaction, first = m.geom_fluid, m.body_geomadr[b]
    com = load3(d.subtree_com, root)
    medium = m.opt_density, m.opt_viscosity
    alone = False
    if m.body_jntnum[root] > 0:
        alone = is_free_body(m, m.body_jntadr[root])

    total = STEADY
    for g in range(first, first + m.body_geomnum[b]):
        if interaction[g, 0] != 0.0:
            frame, offset = load9(d.geom_xmat, g), vector3.sub(load3(d.geom_xpos, g), com)
            velocity = velocity_in_medium(m, load6(d.cvel, b), offset, frame)
            axes = half_axes(m.geom_type[g], load3(m.geom_size, g))
            w, v = spatial.angular(velocity), spatial.linear(velocity)
            local = STEADY
            if part == Part.DRAG:
                local = symmetric_derivative(ellipsoid_drag_derivative(w, v, axes, fluid_coefficients(m, g), medium))
            else:
                local = ellipsoid_derivative(w, v, axes, fluid_coefficients(m, g), medium)
                if part == Part.SYMMETRIC and not alone:
                    local = symmetric_derivative(local)
            local = scale_derivative(local, interaction[g, 0])
            total = add_derivative(total, derivative_in_world(local, frame, offset))
    return total


# ---- velocity derivatives of the fluid forces on an ellipsoid; symbols and terms as in `stages.passive.ellipsoid`


ONES = (1.0, 1.0, 1.0)


@helper
def ellipsoid_derivative(
    w: Vec3, v: Vec3, axes: Vec3, coefficients: tuple[tuple[float, ...], Vec3, Vec3], medium: Vec2
) -> tuple[Mat3, Mat3, Mat3, Mat3]:
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
def ellipsoid_drag_derivative(
    w: Vec3, v: Vec3, axes: Vec3, coefficients: tuple[tuple[float, ...], Vec3, Vec3], medium: Vec2
) -> tuple[Mat3, Mat3, Mat3, Mat3]:
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
def added_mass_derivative(w: Vec3, v: Vec3, mass: Vec3, inertia: Vec3) -> tuple[Mat3, Mat3, Mat3, Mat3]:
    """Return that of the added mass: d(p x v) = p x dv - v x (m dv), likewise for (I w) x w and p x w; p = m v."""
    momentum = skew(multiply(mass, v))
    spin = skew(multiply(inertia, w))
    tw = sub9(spin, matrix3.mul_mat_mat(skew(w), diagonal(inertia)))
    tv = sub9(momentum, matrix3.mul_mat_mat(skew(v), diagonal(mass)))
    fv = matrix3.mul_mat_mat(skew(vector3.scale(w, -1.0)), diagonal(mass))
    return tw, tv, momentum, fv


@helper
def angular_drag_derivative(w: Vec3, s: Vec3, turn: float, density: float) -> Mat3:
    """Return the derivative of -(turn + rho |s w|) w: -(turn + rho |s w|) E - rho w (s^2 w)' / |s w|."""
    weighted = multiply(s, w)
    size = vector3.norm(weighted)
    change = vector3.scale(multiply(s, weighted), -density / max(MINVAL, size))
    return add9(diagonal(vector3.scale(ONES, -turn - density * size)), outer(w, change))


@helper
def drag_derivative(u: Vec3, speed: float, axes: Vec3, push: float, drag: Vec3) -> Mat3:
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
def kutta_derivative(u: Vec3, speed: float, a: Vec3, strength: float) -> Mat3:
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
