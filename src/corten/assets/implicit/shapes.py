"""Shapes that are formulas, by their kind: distances, gradients, default parameters and boxes."""

from enum import IntEnum

from corten.assets.implicit.gear import Gear, gear_distance
from corten.assets.implicit.round_shapes import bowl_distance, torus_distance, torus_gradient
from corten.assets.implicit.screws import bolt_distance, nut_distance
from corten.runtime import helper

# step of the differences that gradients are made of (MuJoCo's value, part of its results)
STEP = 1e-8


class ImplicitShape(IntEnum):
    """Kinds of shapes."""

    BOLT = 0
    NUT = 1
    BOWL = 2
    GEAR = 3
    TORUS = 4


# names and defaults of the parameters of each kind; at most five
PARAMETERS = {
    ImplicitShape.BOLT: {"radius": 0.26},
    ImplicitShape.NUT: {"radius": 0.26},
    ImplicitShape.BOWL: {"height": 0.4, "radius": 1.0, "thickness": 0.02},
    ImplicitShape.GEAR: {"alpha": 0.0, "diameter": 2.8, "teeth": 25.0, "thickness": 0.2, "innerdiameter": -1.0},
    ImplicitShape.TORUS: {"radius1": 0.35, "radius2": 0.15},
}


def half_sizes(kind: ImplicitShape, prm: tuple[float, ...]) -> tuple[float, float, float]:
    """Return the half sizes of a box around the origin that holds a shape with these parameters [m]."""
    if kind == ImplicitShape.BOWL:
        reach = prm[1] + prm[2]
        return reach, reach, reach
    if kind == ImplicitShape.GEAR:
        reach = prm[1] / 2.0 * 1.25
        return reach, reach, prm[3] / 2.0 * 1.1
    if kind == ImplicitShape.TORUS:
        return prm[0] + prm[1], prm[0] + prm[1], prm[1]
    return 0.6, 0.6, 1.0


@helper
def implicit_distance(kind, prm, x):
    """Return the signed distance [m] of a point to a shape with five parameters."""
    if kind == ImplicitShape.BOLT:
        return bolt_distance(prm[0], x)
    if kind == ImplicitShape.NUT:
        return nut_distance(prm[0], x)
    if kind == ImplicitShape.BOWL:
        return bowl_distance(prm[0], prm[1], prm[2], x)
    if kind == ImplicitShape.GEAR:
        return gear_distance(Gear(prm[0], prm[1], prm[2], prm[3], prm[4]), x)
    return torus_distance(prm[0], prm[1], x)


@helper
def implicit_gradient(kind, prm, x):
    """Return the gradient of the distance, by differences except for the torus."""
    if kind == ImplicitShape.TORUS:
        return torus_gradient(prm[0], x)
    here = implicit_distance(kind, prm, x)
    along_x = implicit_distance(kind, prm, (x[0] + STEP, x[1], x[2]))
    along_y = implicit_distance(kind, prm, (x[0], x[1] + STEP, x[2]))
    along_z = implicit_distance(kind, prm, (x[0], x[1], x[2] + STEP))
    return (along_x - here) / STEP, (along_y - here) / STEP, (along_z - here) / STEP
