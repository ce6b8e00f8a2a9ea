"""Materials of cloth, soft bodies and ropes: which numbers they have, and presets. Sources are in docs/deformables.md.

A deformable is a flex that <custom> names: `<text name="corten.cloth.NAME" data="cotton thickness=0.001 substeps=2"/>`.
Words after the preset replace its numbers.
"""

import math
from collections.abc import Mapping
from typing import NamedTuple


class Word(NamedTuple):
    """What a number of a material means, with its unit, and which values are allowed."""

    meaning: str
    least: float
    most: float


COMMON = {
    "young": Word("Young's modulus [Pa]", 1e-3, 1e13),
    "poisson": Word("Poisson's ratio", 0.0, 0.499),
    "density": Word("density [kg/m^3]", 1e-3, 1e5),
    "damping": Word("time within which it yields to a force [s]", 0.0, 1e3),
    "friction": Word("sliding friction", 0.0, 1e3),
    "substeps": Word("how often a step solves for it", 1, 4),
}
THICKNESS = {
    "thickness": Word("thickness [m]", 1e-7, 1e2),
    "shear": Word("shear modulus between warp and weft [Pa]", 1e-3, 1e13),
    "bending": Word("bending stiffness of the sheet [N m]", 0.0, 1e12),
    "drag": Word("resistance of the air: deceleration by velocity [1/s]", 0.0, 1e6),
}
SECTION = {
    "radius": Word("radius of its section [m]", 1e-7, 1e2),
    "bending": Word("bending stiffness [N m^2]", 0.0, 1e12),
    "twist": Word("torsional stiffness [N m^2]", 0.0, 1e12),
}

# numbers of each kind of deformable
WORDS: Mapping[str, Mapping[str, Word]] = {
    "cloth": COMMON | THICKNESS,
    "soft_body": COMMON,
    "rope": COMMON | SECTION,
}

# what has to be given where there is no preset
NEEDED = {"cloth": ("young", "thickness"), "soft_body": ("young",), "rope": ("young", "radius")}

DEFAULTS = {"poisson": 0.3, "damping": 0.0, "substeps": 1}

# the dimension of the elements of each kind, and what they are called
DIMENSIONS = {"cloth": (2, "triangles"), "soft_body": (3, "tetrahedra"), "rope": (1, "lines")}

Numbers = Mapping[str, float]


def _cloth(young: float, poisson: float, density: float, thickness: float, friction: float, **more: float) -> Numbers:
    named = {"young": young, "poisson": poisson, "density": density, "thickness": thickness, "friction": friction}
    return DEFAULTS | named | {"damping": 2e-3} | more


def _soft(young: float, poisson: float, density: float, friction: float, damping: float) -> Numbers:
    named = {"young": young, "poisson": poisson, "density": density, "friction": friction, "damping": damping}
    return DEFAULTS | named


def _rope(young: float, density: float, radius: float, friction: float, **more: float) -> Numbers:
    named = {"young": young, "density": density, "radius": radius, "friction": friction}
    return DEFAULTS | named | {"damping": 2e-3} | more


PRESETS: Mapping[str, Mapping[str, Numbers]] = {
    "cloth": {
        # woven: yarns turn and slide, so shear and bending are far softer than those of a solid sheet
        "cotton": _cloth(3e7, 0.3, 375.0, 4e-4, 0.5, shear=1.4e5, bending=8e-6, drag=2.0),
        "silk": _cloth(1e8, 0.3, 400.0, 1.5e-4, 0.25, shear=1.1e5, bending=3e-6, drag=3.0),
        "leather": _cloth(1e8, 0.4, 900.0, 1.2e-3, 0.6, damping=5e-3, drag=0.8),
        "rubber": _cloth(2e6, 0.49, 1100.0, 1e-3, 0.9, drag=0.8),
        "paper": _cloth(3e9, 0.2, 800.0, 1e-4, 0.35, drag=3.0),
        "membrane": _cloth(1e6, 0.49, 950.0, 2e-4, 0.5, bending=0.0, drag=2.0),
    },
    "soft_body": {
        "rubber": _soft(2e6, 0.49, 1100.0, 0.9, 2e-3),
        "gelatin": _soft(1e4, 0.45, 1050.0, 0.2, 5e-3),
        "tissue": _soft(2e4, 0.45, 1050.0, 0.4, 1e-2),
        "muscle": _soft(6e4, 0.45, 1060.0, 0.4, 1e-2),
        "foam": _soft(1e5, 0.1, 40.0, 0.7, 2e-2),
        "stiff": _soft(1e8, 0.35, 1200.0, 0.4, 1e-3),
    },
    "rope": {
        # laid or linked: strands and links slide when it bends
        "rope": _rope(5e8, 900.0, 5e-3, 0.4, bending=5e-3, twist=5e-3),
        "cable": _rope(1e11, 4700.0, 3e-3, 0.2, bending=0.1, twist=0.1),
        "hair": _rope(3.9e9, 1320.0, 3.5e-5, 0.3, twist=2.1e-9),
        "chain": _rope(2e10, 4000.0, 4e-3, 0.3, bending=0.0, twist=0.0),
    },
}


def bending_stiffness(kind: str, numbers: Numbers) -> float:
    """Return what resists bending: of a sheet E t^3 / (12 (1 - nu^2)) [N m], of a rope E pi r^4 / 4 [N m^2]."""
    if "bending" in numbers:
        return numbers["bending"]
    if kind == "rope":
        return numbers["young"] * math.pi * numbers["radius"] ** 4 / 4
    return numbers["young"] * numbers["thickness"] ** 3 / (12 * (1 - numbers["poisson"] ** 2))


def torsional_stiffness(numbers: Numbers) -> float:
    """Return what resists the twist of a rope, G pi r^4 / 2 [N m^2]."""
    shear = numbers["young"] / (2 * (1 + numbers["poisson"]))
    return numbers["twist"] if "twist" in numbers else shear * math.pi * numbers["radius"] ** 4 / 2
