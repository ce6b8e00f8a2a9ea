"""The XPBD constraints of ropes.

Vertices that only slide have places but no frames: such a rope stretches and bends, and is straight at rest. Where
bodies turn too, it is a rod that stretches, shears, bends and twists, and its shape at rest is that at qpos0.
"""

import numpy as np
from numpy.typing import NDArray

from corten.compile.deformables.constraints import Batch, section_area, taut
from corten.compile.flexes.places import Poses
from corten.compile.objects.flexes import FlexShape
from corten.model.xpbd_fields import XpbdType
from corten.spec import Element
from corten.spec.frames import conjugate, multiply, quaternion_to
from corten.spec.materials import Numbers, bending_stiffness, torsional_stiffness

Ints = NDArray[np.int64]

# shear is not even over a round section: the part of it that counts
SHEAR_SHARE = 6 / 7

# stiffness against bending and twist of a chain, which has none [N m^2]
LEAST = 1e-12


def rope_constraints(shape: FlexShape, numbers: Numbers, text: Element, poses: Poses | None) -> list[Batch]:
    """Return the constraints of a rope: of a rod where the poses of its bodies are given."""
    ends = shape.places[shape.elements]
    lengths = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    if not lengths.all():
        raise text.error(f"segment {int(lengths.argmin())} of the flex has no length at qpos0")
    if poses is not None:
        rods = _rods(shape, numbers, lengths, poses)
        return [rods, taut(XpbdType.TAUT_SEGMENT, rods)]
    stiffness = bending_stiffness("rope", numbers)
    stretch = lengths / (numbers["young"] * section_area(numbers))
    segments = Batch(XpbdType.DISTANCE, shape.elements, lengths[:, None], stretch[:, None])
    bends = _bends(shape, lengths, stiffness, text) if stiffness > 0 else []
    return [segments, *bends, taut(XpbdType.TAUT_SEGMENT, segments)]


def _bends(shape: FlexShape, lengths: NDArray, stiffness: float, text: Element) -> list[Batch]:
    """Return the change of direction at each inner vertex; angle^2 stiffness / (2 mean length) is its energy."""
    found: dict[int, list[int]] = {}
    for number, ends in enumerate(shape.elements.tolist()):
        for vertex in ends:
            found.setdefault(vertex, []).append(number)
    vertices, compliance = [], []
    for vertex, segments in found.items():
        if len(segments) > 2:
            raise text.error(f"{len(segments)} segments meet in vertex {vertex} of the flex; of a rope there are two")
        if len(segments) == 2:
            before, after = (next(v for v in shape.elements[number].tolist() if v != vertex) for number in segments)
            vertices.append((before, vertex, after))
            compliance.append([lengths[segments].mean() / stiffness] * 3)
    if not vertices:
        return []
    return [Batch(XpbdType.CURVATURE, np.array(vertices), np.zeros((len(vertices), 1)), np.array(compliance))]


def _rods(shape: FlexShape, numbers: Numbers, lengths: NDArray, poses: Poses) -> Batch:
    """Return shift and turn between the sections at both ends of each segment."""
    area, young = section_area(numbers), numbers["young"]
    shear = SHEAR_SHARE * young / (2 * (1 + numbers["poisson"])) * area
    # what has no stiffness at all still has a row
    bend, twist = (max(value, LEAST) for value in (bending_stiffness("rope", numbers), torsional_stiffness(numbers)))
    compliance = lengths[:, None] / np.array([shear, shear, young * area, bend, bend, twist])
    rest = np.empty((len(lengths), 9))
    rest[:, 0] = lengths
    for number, (one, other) in enumerate(shape.elements.tolist()):
        x, y, z = ((shape.places[other] - shape.places[one]) / lengths[number]).tolist()
        section = quaternion_to((x, y, z))
        for place, vertex in ((1, one), (5, other)):
            quat = poses.of(int(shape.vertbodyid[vertex]))[1]
            rest[number, place : place + 4] = multiply(conjugate(quat), section)
    return Batch(XpbdType.ROD, shape.elements, rest, compliance)
