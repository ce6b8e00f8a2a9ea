"""Velocity derivative of the medium's forces, for the implicit integrators."""

from enum import IntEnum

from corten.constants import MINVAL
from corten.math import spatial, vector3
from corten.math.matrix3 import load9
from corten.math.spatial import dot6, load6
from corten.math.vector3 import load3
from corten.runtime import helper, stage
from corten.stages.derivative.ellipsoid import ellipsoid_derivative, ellipsoid_drag_derivative
from corten.stages.derivative.free_body import is_free_body
from corten.stages.derivative.wrench_derivative import (
    ZERO9,
    add_derivative,
    derivative_in_world,
    diagonal,
    load_derivative,
    mul_derivative,
    scale_derivative,
    store_derivative,
    symmetric_derivative,
    transpose_derivative,
)
from corten.stages.passive.ellipsoid import half_axes
from corten.stages.passive.fluid import fluid_coefficients, has_ellipsoid, velocity_in_medium
from corten.stages.passive.inertia_box import box_derivatives, inertia_box
from corten.stages.passive.switches import fluid_acts

STEADY = (ZERO9, ZERO9, ZERO9, ZERO9)


class Part(IntEnum):
    """Which part of the derivative is wanted of ellipsoids."""

    WHOLE = 0
    SYMMETRIC = 1
    """the symmetric part, except for bodies that float alone"""
    DRAG = 2
    """the symmetric part of that of drag alone"""


@stage
def fluid_velocity_derivative(m, d):
    """Add the derivative of the medium's forces by qvel to qDeriv.

    With the derivative S of the subtree of the lower of two dofs and their axes s = cdof:
    d qfrc_i / d qvel_j = s_i' S s_j. The work is that of the mass matrix.

    reads:  m.body_parentid m.body_rootid m.body_jntadr d.cvel d.xipos d.ximat d.geom_xpos d.qDeriv
    writes: d.qDeriv d.wrench_derivative d.lu_remaining
    """
    add_fluid_derivative(m, d, Part.WHOLE)


@stage
def symmetric_fluid_velocity_derivative(m, d):
    """Add the same to qDeriv, with the symmetric part of what ellipsoids do alone, except for bodies that float alone.

    reads:  m.body_parentid m.body_rootid m.body_jntadr d.cvel d.xipos d.ximat d.geom_xpos d.qDeriv
    writes: d.qDeriv d.wrench_derivative d.lu_remaining
    """
    add_fluid_derivative(m, d, Part.SYMMETRIC)


@stage
def drag_velocity_derivative(m, d):
    """Add the same to qDeriv, with the symmetric part of drag on ellipsoids alone, without their lift and added mass.

    reads:  m.body_parentid m.body_rootid m.body_jntadr d.cvel d.xipos d.ximat d.geom_xpos d.qDeriv
    writes: d.qDeriv d.wrench_derivative d.lu_remaining
    """
    add_fluid_derivative(m, d, Part.DRAG)


@helper
def add_fluid_derivative(m, d, part):
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
def add_pairs(m, d):
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
def derivative_of_box(m, d, b):
    """Return the derivative of the medium's wrench on a body that counts as its inertia box."""
    inertia = m.body_inertia
    frame, offset = load9(d.ximat, b), vector3.sub(load3(d.xipos, b), load3(d.subtree_com, m.body_rootid[b]))
    velocity = velocity_in_medium(m, load6(d.cvel, b), offset, frame)
    box = inertia_box(m.body_mass[b], (inertia[b, 0], inertia[b, 1], inertia[b, 2]))
    local = box_derivatives(box, velocity, m.opt_density, m.opt_viscosity)
    blocks = diagonal(spatial.angular(local)), ZERO9, ZERO9, diagonal(spatial.linear(local))
    return derivative_in_world(blocks, frame, offset)


@helper
def derivative_of_ellipsoids(m, d, b, part):
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
