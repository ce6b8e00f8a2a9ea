"""Volume or area, centre of mass and inertia of a mesh of uniform density."""

from math import sqrt
from typing import NamedTuple

import numpy as np

from corten.assets.shape.principal_axes import MESH_TOLERANCE, Quaternion, Symmetric, Vector, principal_axes
from corten.assets.shape.triangle import Faces, Points, Triangles, dot, measure, ordered_sum
from corten.constants import MINVAL
from corten.errors import AssetError

# products of coordinates that an inertia is made of: xx yy zz xy xz yz
PRODUCTS = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))

# slack of the triangle inequality of principal moments (MuJoCo's values)
RELATIVE_SLACK, ABSOLUTE_SLACK = 1e-6, 1e-9


class MassProperties(NamedTuple):
    """Mass properties at unit density: of the volume, or of the surface of a shell.

    `volume` is [m^3], of a shell [m^2]; `centre` and `axes` are the frame in which the inertia is diagonal; `box` has
    the half sizes of the box that has this inertia at this mass.
    """

    volume: float
    centre: Vector
    axes: Quaternion
    box: Vector


def mass_properties(points: Points, faces: Faces, solid: Faces, inertia: str) -> MassProperties:
    """Return the mass properties of a mesh; `solid` are the faces that bound its volume, of its hull if convex."""
    surface = measure(points, faces)
    area = float(ordered_sum(surface.areas[:, None])[0])
    if not area >= MINVAL:
        raise AssetError("the surface area of the mesh is too small")
    about = ordered_sum(surface.areas[:, None] * surface.centres) / area
    if inertia == "shell":
        volume, centre = _weighted_centre(surface.areas, surface.centres, about)
    else:
        triangles = surface if solid is faces else measure(points, solid)
        volume, centre = _weighted_centre(_pyramids(triangles, about, inertia), triangles.centres, about)
        if volume < 0:
            raise AssetError("the volume of the mesh is negative: its triangles face inwards, turn them round")
        if not volume >= MINVAL:
            raise AssetError("the volume of the mesh is too small; try inertia='shell'")
    volume, full = _inertia(points - centre, faces if inertia == "shell" else solid, inertia)
    moments, axes = principal_axes(full, MESH_TOLERANCE, MESH_TOLERANCE)
    _check_moments(moments)
    x, y, z = (float(number) for number in centre)
    return MassProperties(volume, (x, y, z), axes, _equivalent_box(moments, volume))


def _pyramids(triangles: Triangles, apex: Points, inertia: str) -> Points:
    """Return the signed volumes of pyramids over triangles; the legacy rule takes all of them as positive."""
    volumes = dot(triangles.centres - apex, triangles.normals) * triangles.areas / 3
    return np.abs(volumes) if inertia == "legacy" else volumes


def _weighted_centre(weights: Points, centres: Points, apex: Points) -> tuple[float, Points]:
    """Return the sum of weights and their centre, each a quarter of the way from its triangle to the apex.

    That is the centre of a pyramid. MuJoCo places the triangles of a shell there as well.
    """
    places = centres * 3.0 / 4.0 + apex / 4.0
    total = ordered_sum(np.column_stack((weights, weights[:, None] * places)))
    return float(total[0]), total[1:] / total[0] if total[0] >= MINVAL else total[1:]


def _inertia(points: Points, faces: Faces, inertia: str) -> tuple[float, Symmetric]:
    """Return volume or area and the inertia about the origin at unit density, from the products of coordinates."""
    normals, centres, areas = measure(points, faces)
    if inertia == "shell":
        weights, share = areas, 12
    else:
        weights, share = dot(centres, normals) * areas / 3, 20
    if inertia == "legacy":
        weights = np.abs(weights)
    d, e, f = points[faces[:, 0]], points[faces[:, 1]], points[faces[:, 2]]
    terms = np.empty((len(faces), 7))
    terms[:, 6] = weights
    for column, (i, j) in enumerate(PRODUCTS):
        own = 2 * (d[:, i] * d[:, j] + e[:, i] * e[:, j] + f[:, i] * f[:, j])
        mixed = own + d[:, i] * e[:, j] + d[:, j] * e[:, i] + d[:, i] * f[:, j] + d[:, j] * f[:, i]
        terms[:, column] = weights / share * (mixed + e[:, i] * f[:, j] + e[:, j] * f[:, i])
    xx, yy, zz, xy, xz, yz, volume = (float(number) for number in ordered_sum(terms))
    return volume, (yy + zz, xx + zz, xx + yy, -xy, -xz, -yz)


def _equivalent_box(moments: Vector, mass: float) -> Vector:
    """Return the half sizes of the box with these principal moments; a flat one may miss 0 by a rounding."""
    a, b, c = moments
    x, y, z = (0.5 * sqrt(max(0.0, 6 * double / mass)) for double in (b + c - a, a + c - b, a + b - c))
    return x, y, z


def _check_moments(moments: Vector) -> None:
    """Refuse principal moments that no body has."""
    if not moments[2] > 0:
        raise AssetError("the inertia of the mesh has a principal moment that is not positive")
    for largest in range(3):
        others = sum(moments) - moments[largest]
        if others < moments[largest] * (1.0 - RELATIVE_SLACK) - ABSOLUTE_SLACK:
            raise AssetError("the principal moments of the mesh violate A + B >= C")
