"""The XPBD constraints of a deformable: its shape at rest, and compliances from the moduli of its material."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from corten.deformable.compile.edge_jacobian import Poses
from corten.deformable.compile.flex import FlexShape, XpbdConstraints
from corten.deformable.compile.patches import find_patches
from corten.deformable.fields.kinds import MOST_REST, XPBD_ROWS, XpbdType
from corten.math.elementwise import atan2
from corten.spec import Element
from corten.spec.frames import conjugate, multiply, quaternion_to
from corten.spec.materials import Numbers, bending_stiffness, torsional_stiffness

Ints = NDArray[np.int64]
Floats = NDArray[np.floating]

# elements smaller than this part of their longest edge, to the power of their dimension, have no shape
FLAT = 1e-9

# stiffness that a tetrahedron of a patch has by itself: with a quarter, beams of one, two and three cells bend as they
# should, where they would be four times, twice and a third too stiff; Poisson's ratio up to which so much is its own
OWN, EASY = 0.25, 0.3

# a triangle in whose plane the warp is shorter than this stands across it, and takes its own first edge instead
UPRIGHT = 1e-3


@dataclass(slots=True)
class Batch:
    """Constraints of one type: vertices (n, k), numbers at rest (n, r), compliances (n, rows).

    A constraint that is a mean of others has `parts`, their numbers in the first batch, with the share of each.
    """

    type: XpbdType
    vertices: Ints
    rest: Floats
    compliance: Floats
    parts: list[tuple[Ints, Floats]] = field(default_factory=list)


def join(batches: Sequence[Batch]) -> XpbdConstraints:
    """Return all constraints one after the other; those that resist nothing are left out."""
    types, vertices, rest, compliance = [], [], [], []
    for batch in batches:
        count = len(batch.vertices)
        types.append(np.full(count, int(batch.type)))
        vertices.append(_widen(batch.vertices, 4))
        rest.append(_widen(batch.rest, MOST_REST))
        compliance.append(batch.compliance.reshape(count * XPBD_ROWS[batch.type]))
    return XpbdConstraints(
        np.concatenate(types),
        np.concatenate(vertices),
        np.concatenate(rest),
        np.concatenate(compliance),
        [part for batch in batches for part in batch.parts],
    )


def cloth_constraints(shape: FlexShape, numbers: Numbers, text: Element) -> list[Batch]:
    """Return membranes and hinges of triangles."""
    membranes, areas = _membranes(shape, numbers, text)
    stiffness = bending_stiffness("cloth", numbers)
    hinges = [_hinges(shape, areas, stiffness)] if stiffness > 0 else []
    return [membranes, *hinges, taut(XpbdType.TAUT_TRIANGLE, membranes)]


def taut(kind: XpbdType, strained: Batch) -> Batch:
    """Return motions across elements that may be strained, which have no stiffness but that of their tension."""
    count = len(strained.vertices)
    return Batch(kind, strained.vertices, np.zeros((count, 1)), np.full((count, XPBD_ROWS[kind]), np.inf))


def _membranes(shape: FlexShape, numbers: Numbers, text: Element) -> tuple[Batch, Floats]:
    """Return the strains of triangles, and their areas.

    Energies by volume are young / (2 (1 - poisson)) (E_xx + E_yy)^2 / 2 and, with the shear modulus,
    G (E_xx - E_yy)^2 / 2 and G (2 E_xy)^2 / 2, where x is along the warp; the last may have a modulus of its own.
    """
    corners = shape.places[shape.elements]
    first, second = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    normals = np.cross(first, second)
    areas = 0.5 * np.linalg.norm(normals, axis=1)
    _refuse_flat(areas, first, second, second - first, power=2, text=text)
    normals = normals / (2 * areas[:, None])
    warp = _along_warp(first, normals)
    weft = np.cross(normals, warp)
    edges = np.empty((len(areas), 2, 2))
    for column, edge in enumerate((first, second)):
        edges[:, 0, column] = np.einsum("ij,ij->i", warp, edge)
        edges[:, 1, column] = np.einsum("ij,ij->i", weft, edge)
    young, poisson = numbers["young"], numbers["poisson"]
    shear = young / (2 * (1 + poisson))
    moduli = np.array([young / (2 * (1 - poisson)), shear, numbers.get("shear", shear)])
    compliance = 1 / (areas[:, None] * numbers["thickness"] * moduli)
    return Batch(XpbdType.MEMBRANE, shape.elements, _inverse2(edges), compliance), areas


def _along_warp(first: Floats, normals: Floats) -> Floats:
    """Return the direction of the warp in each triangle: that of the first edge of the first one, seen in its plane."""
    warp = first[0] / np.linalg.norm(first[0])
    inside = warp - normals * np.einsum("ij,j->i", normals, warp)[:, None]
    upright = np.linalg.norm(inside, axis=1) < UPRIGHT
    inside[upright] = first[upright]
    return inside / np.linalg.norm(inside, axis=1, keepdims=True)


def _inverse2(matrix: Floats) -> Floats:
    """Return the inverses of matrices of two rows, four numbers each; LAPACK's last digits depend on the CPU."""
    (a, b), (c, d) = np.moveaxis(matrix, 0, -1)
    return np.stack((d, -b, -c, a), axis=1) / (a * d - b * c)[:, None]


def _inverse3(matrix: Floats, determinant: Floats) -> Floats:
    """Return the inverses of matrices of three rows, nine numbers each: cross products of columns are their rows."""
    x, y, z = np.moveaxis(matrix, 2, 0)
    rows = np.stack((np.cross(y, z), np.cross(z, x), np.cross(x, y)), axis=1)
    return rows.reshape(-1, 9) / determinant[:, None]


def _hinges(shape: FlexShape, areas: Floats, stiffness: float) -> Batch:
    """Return the angles at edges between two triangles.

    Each triangle yields to the moment at an edge by 3 A / (stiffness (l1^2 + l2^2 + l3^2)), whichever edge that is.
    Where squares are halved in turn, and where all sides are equal, a sheet that is bent along any axis and not across
    then stores what a plate does, though hinges that lie askew give way as well. A triangle that one body holds does
    not yield: the sheet begins to bend where it ends.
    """
    assert shape.flaps is not None
    inner = np.flatnonzero(shape.flaps[:, 1] >= 0)
    corners, held = shape.places[shape.elements], shape.vertbodyid[shape.elements]
    squares = ((corners - np.roll(corners, 1, axis=1)) ** 2).sum(axis=(1, 2))
    yields = 3 * areas / squares
    free = (held != held[:, :1]).any(axis=1)
    both, only = np.zeros(len(shape.edges)), np.zeros(len(shape.edges))
    np.add.at(both, shape.elemedge.ravel(), np.repeat(yields, 3))
    np.add.at(only, shape.elemedge.ravel(), np.repeat(np.where(free, yields, 0.0), 3))
    vertices = np.concatenate((shape.edges[inner], shape.flaps[inner]), axis=1)
    x0, x1, x2, x3 = (shape.places[vertices[:, k]] for k in range(4))
    edge = x1 - x0
    normal1, normal2 = np.cross(edge, x2 - x0), np.cross(x3 - x0, edge)
    length = np.linalg.norm(edge, axis=1)
    sine = np.einsum("ij,ij->i", np.cross(normal1, normal2), edge / length[:, None])
    angles = atan2(sine, np.einsum("ij,ij->i", normal1, normal2))
    compliance = np.where(only > 0, only, both)[inner] / stiffness
    return Batch(XpbdType.HINGE, vertices, angles[:, None], compliance[:, None])


def soft_body_constraints(shape: FlexShape, numbers: Numbers, text: Element) -> list[Batch]:
    """Return the strains of tetrahedra, five of shape and one of volume, and their means over patches.

    Stiffness is 2 G by volume for shape, the bulk modulus for volume. Where strain is even, it matters not how much of
    that each tetrahedron has by itself, and how much the mean of its patch: the part OWN keeps all that the mean does
    not see from being soft, and of the bulk modulus that part of what a Poisson's ratio of EASY gives.
    """
    corners = shape.places[shape.elements]
    edges = np.stack([corners[:, k] - corners[:, 0] for k in (1, 2, 3)], axis=2)
    determinants = np.einsum("ij,ij->i", edges[:, :, 0], np.cross(edges[:, :, 1], edges[:, :, 2]))
    volumes = np.abs(determinants) / 6
    others = [corners[:, a] - corners[:, b] for a, b in ((1, 2), (1, 3), (2, 3))]
    _refuse_flat(volumes, *(edges[:, :, k] for k in range(3)), *others, power=3, text=text)
    young, poisson = numbers["young"], numbers["poisson"]
    moduli = np.array([young / (1 + poisson)] * 5 + [young / (3 * (1 - 2 * poisson))])
    bulk_by_shear = (1 + EASY) / (3 * (1 - 2 * EASY))
    own = OWN * np.append(moduli[:5], min(moduli[5], bulk_by_shear * moduli[0]))

    patches = find_patches(shape.elements, shape.places)
    within = np.zeros((len(volumes), 1), bool)
    for patch in patches:
        within[patch] = True
    compliance = 1 / (volumes[:, None] * np.where(within, own, moduli))
    solids = Batch(XpbdType.SOLID, shape.elements, _inverse3(edges, determinants), compliance)
    sums = np.array([volumes[patch].sum() for patch in patches])
    parts = [(patch, volumes[patch] / total) for patch, total in zip(patches, sums, strict=True)]
    nothing = np.zeros((len(patches), 1))
    means = 1 / (sums[:, None] * (moduli - own))
    return [solids, Batch(XpbdType.PATCH, nothing.astype(np.int64), nothing, means, parts)]


def section_area(numbers: Numbers) -> float:
    """Return the area of the section of a rope [m^2]."""
    return math.pi * numbers["radius"] ** 2


def _refuse_flat(sizes: Floats, *edges: Floats, power: int, text: Element) -> None:
    longest = np.max([np.linalg.norm(edge, axis=1) for edge in edges], axis=0)
    flat = sizes <= FLAT * longest**power
    if flat.any():
        raise text.error(f"element {int(flat.argmax())} of the flex is flat at qpos0; it has no shape to return to")


def _widen(rows: NDArray, columns: int) -> NDArray:
    """Return rows, filled up with zeros."""
    result = np.zeros((len(rows), columns), rows.dtype)
    result[:, : rows.shape[1]] = rows
    return result


# ---- ropes
# Vertices that only slide have places but no frames: such a rope stretches and bends, and is straight at rest. Where
# bodies turn too, it is a rod that stretches, shears, bends and twists, and its shape at rest is that at qpos0


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
