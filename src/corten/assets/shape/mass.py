"""Volume or area, centre of mass and inertia of a mesh of uniform density."""

from math import sqrt
from typing import NamedTuple

import numpy as np

from corten.assets.shape.mass_sums import MassSums
from corten.assets.shape.principal_axes import MESH_TOLERANCE, Quaternion, Vector, principal_axes
from corten.assets.shape.triangle import Faces, Points
from corten.constants import MINVAL
from corten.errors import AssetError

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
    surface = MassSums.of(points, faces, inertia)
    area, *weighted = surface.surface()
    if not area >= MINVAL:
        raise AssetError("the surface area of the mesh is too small")
    sums = surface if inertia == "shell" or solid is faces else MassSums.of(points, solid, inertia)
    volume, centre = _weighted_centre(sums.centre(np.array(weighted) / area))
    if inertia != "shell":
        if volume < 0:
            raise AssetError("the volume of the mesh is negative: its triangles face inwards, turn them round")
        if not volume >= MINVAL:
            raise AssetError("the volume of the mesh is too small; try inertia='shell'")
    xx, yy, zz, xy, xz, yz, volume = sums.inertia(centre).tolist()
    full = (yy + zz, xx + zz, xx + yy, -xy, -xz, -yz)
    moments, axes = principal_axes(full, MESH_TOLERANCE, MESH_TOLERANCE)
    _check_moments(moments)
    x, y, z = (float(number) for number in centre)
    return MassProperties(volume, (x, y, z), axes, _equivalent_box(moments, volume))


def _weighted_centre(total: Points) -> tuple[float, Points]:
    """Return the sum of weights and their centre, from the sums of weights and of places times weights."""
    return float(total[0]), total[1:] / total[0] if total[0] >= MINVAL else total[1:]


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
