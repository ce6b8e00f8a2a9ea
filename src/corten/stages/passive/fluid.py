"""Forces of the medium on moving bodies: one wrench for each body, from its inertia box or from its ellipsoids."""

from corten.constants import MINVAL
from corten.math import matrix3, spatial, vector3
from corten.math.extended_precision import PI_HIGH
from corten.math.matrix3 import load9
from corten.math.spatial import load6, store6
from corten.math.vector3 import load3
from corten.runtime import Mat3, Vec2, Vec3, Vec6, helper, sqrt, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.passive.ellipsoid import ellipsoid_wrench, half_axes
from corten.stages.passive.passive import fluid_acts
from corten.stages.tree import dof_force, gather_wrenches, wrench_at

SCRATCH = scratch(
    Field("body_spatial", F8, ("nbody", 6), "a spatial vector for each body"),
    readers=("corten.stages.collision.speculative", "corten.stages.smooth", "corten.stages.velocity"),
)


@stage
def fluid(m, d) -> None:
    """Compute the force of the medium: ellipsoids where a body has geoms that ask for them, else its inertia box."""
    bodyid, mass, cdof = m.dof_bodyid, m.body_mass, d.cdof
    force, wrench = d.qfrc_fluid, d.body_spatial

    if fluid_acts(m):
        for b in range(1, m.nbody):
            if mass[b] < MINVAL:
                store6(wrench, b, (0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
            elif has_ellipsoid(m, b):
                store6(wrench, b, wrench_of_ellipsoids(m, d, b))
            else:
                store6(wrench, b, wrench_of_box(m, d, b))
        gather_wrenches(wrench, m.body_parentid, m.nbody)
        for i in range(m.nv):
            force[i] = dof_force(cdof, wrench, i, bodyid[i])
    else:
        for i in range(m.nv):
            force[i] = 0.0


@helper
def has_ellipsoid(m, b: int) -> bool:
    """Tell whether a geom of body b uses the ellipsoid model."""
    coefficient, first = m.geom_fluid, m.body_geomadr[b]
    found = False
    for g in range(first, first + m.body_geomnum[b]):
        found = found or coefficient[g, 0] > 0.0
    return found


@helper
def velocity_in_medium(m, velocity: Vec6, offset: Vec3, frame: Mat3) -> Vec6:
    """Return the local velocity against the medium of a frame with this offset [m] from the tree's centre of mass."""
    wind = m.opt_wind
    local = spatial.rotate_to_local(frame, spatial.shift_motion(velocity, offset))
    breeze = matrix3.mul_matT_vec(frame, (wind[0], wind[1], wind[2]))
    return spatial.join(spatial.angular(local), vector3.sub(spatial.linear(local), breeze))


@helper
def wrench_of_box(m, d, b: int) -> Vec6:
    """Return the wrench of the medium on a body that counts as its inertia box."""
    inertia = m.body_inertia
    center, frame, com = load3(d.xipos, b), load9(d.ximat, b), load3(d.subtree_com, m.body_rootid[b])
    velocity = velocity_in_medium(m, load6(d.cvel, b), vector3.sub(center, com), frame)
    box = inertia_box(m.body_mass[b], (inertia[b, 0], inertia[b, 1], inertia[b, 2]))
    local = box_wrench(box, velocity, m.opt_density, m.opt_viscosity)
    torque = matrix3.mul_mat_vec(frame, spatial.angular(local))
    force = matrix3.mul_mat_vec(frame, spatial.linear(local))
    return wrench_at(torque, force, center, com)


@helper
def fluid_coefficients(m, g: int) -> tuple[tuple[float, ...], Vec3, Vec3]:
    """Return drag and lift coefficients, virtual mass and virtual inertia of a geom."""
    c = m.geom_fluid
    return (
        (c[g, 1], c[g, 2], c[g, 3], c[g, 4], c[g, 5]),
        (c[g, 6], c[g, 7], c[g, 8]),
        (c[g, 9], c[g, 10], c[g, 11]),
    )


@helper
def wrench_of_ellipsoids(m, d, b: int) -> Vec6:
    """Return the wrench of the medium on the ellipsoids of a body."""
    interaction, first = m.geom_fluid, m.body_geomadr[b]
    com = load3(d.subtree_com, m.body_rootid[b])
    medium = m.opt_density, m.opt_viscosity

    total = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for g in range(first, first + m.body_geomnum[b]):
        if interaction[g, 0] != 0.0:
            center, frame = load3(d.geom_xpos, g), load9(d.geom_xmat, g)
            velocity = velocity_in_medium(m, load6(d.cvel, b), vector3.sub(center, com), frame)
            axes = half_axes(m.geom_type[g], load3(m.geom_size, g))
            w, v = spatial.angular(velocity), spatial.linear(velocity)
            torque, force = ellipsoid_wrench(w, v, axes, fluid_coefficients(m, g), medium)
            torque = matrix3.mul_mat_vec(frame, vector3.scale(torque, interaction[g, 0]))
            force = matrix3.mul_mat_vec(frame, vector3.scale(force, interaction[g, 0]))
            total = spatial.add6(total, wrench_at(torque, force, center, com))
    return total


# ---- fluid forces on the box that has a body's inertia: linear in velocity by viscosity, quadratic by density


@helper
def inertia_box(mass: float, inertia: Vec3) -> Vec3:
    """Return the edges [m] of the uniform box with this mass and these principal moments: edge_x^2 = 6 (Iy+Iz-Ix)/m."""
    x = sqrt(max(MINVAL, inertia[1] + inertia[2] - inertia[0]) / mass * 6.0)
    y = sqrt(max(MINVAL, inertia[0] + inertia[2] - inertia[1]) / mass * 6.0)
    z = sqrt(max(MINVAL, inertia[0] + inertia[1] - inertia[2]) / mass * 6.0)
    return x, y, z


@helper
def viscous_resistance(box: Vec3, viscosity: float) -> Vec2:
    """Return the resistance (torque, force) of the sphere with the mean diameter: pi d^3 and 3 pi d, by viscosity."""
    diameter = (box[0] + box[1] + box[2]) / 3.0
    viscous = max(0.0, viscosity)
    return PI_HIGH * diameter * diameter * diameter * viscous, 3.0 * PI_HIGH * diameter * viscous


@helper
def drag_factors(box: Vec3, density: float) -> Vec6:
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
def box_wrench(box: Vec3, velocity: Vec6, density: float, viscosity: float) -> Vec6:
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
def box_derivatives(box: Vec3, velocity: Vec6, density: float, viscosity: float) -> Vec6:
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
