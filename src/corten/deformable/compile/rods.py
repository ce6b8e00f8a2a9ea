"""How rods, flexes of lines, resist bending and twisting at the vertices between two edges.

A record has ten numbers. A single hinge is [v0, v1, v2, -1, k1, k2 - k1, |kb0|, joint, kt, b]: three vertices, the two
principal stiffnesses of bending, the curvature at rest, the joint by which the second edge twists, the stiffness of
torsion, and the lesser half size of a box section, negative where it is the first. A pair of hinges that are curved at
rest is [v0, v1, v2, v3, w0, w1, |kb0|, |kb1|, kd cos, kd sin]: the plane of the second curve is turned by an angle
about the edge between them.
"""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import pi

import numpy as np

from corten.compile.context import Context
from corten.deformable.compile.flex import Flex
from corten.deformable.compile.topology import Ints, find_edges
from corten.enums import JointType
from corten.math.elementwise import atan2, cos, sin
from corten.spec import Resolved

# numbers of a record, and of the state of a rod that twists: two vectors for each edge, an angle for each hinge
ROOM, EDGE_STATE = 10, 6

# curvature, a vertex with less counts as straight (MuJoCo's value)
STRAIGHT = 1e-4

# largest cosine by which edges may fold back on each other, and least length of an edge, relative
FOLDED = 1e-10


@dataclass(slots=True)
class Section:
    """Stiffnesses of a cross section: of bending about both axes and of torsion [N m^2], lesser half size of a box."""

    least: float
    most: float
    torsion: float
    half_size: float = 0.0


@dataclass(slots=True)
class Hinge:
    """A vertex between two edges: its neighbours, the length of both edges, the curvature at rest."""

    before: int
    vertex: int
    behind: int
    length: float
    curvature: float


def read_section(values: Resolved, elasticity: Resolved) -> Section:
    """Return the section of a rod; `values` is the flex, whose radius a box section takes over."""
    element, young, poisson = values.element, elasticity["young"], elasticity["poisson"]
    if elasticity["shear"] < 0:
        raise element.error(f"shear is {elasticity['shear']:g}; a shear modulus must not be negative")
    shear = elasticity["shear"] or young / (2 * (1 + poisson))
    if elasticity["section"] == "circle":
        radius = values["radius"]
        if radius <= 0:
            raise element.error(f"radius is {radius:g}; a rod with elasticity needs a positive one")
        moment = pi * radius**4 / 4
        return Section(young * moment, young * moment, shear * 2 * moment)
    one, other = elasticity["sectionsize"]
    if min(one, other) <= 0:
        raise element.error("a box section needs a sectionsize of two positive numbers")
    a, b = max(one, other), min(one, other)
    if values.given("radius") and values["radius"] != b:
        raise element.error(
            f"radius is {values['radius']:g}; leave it out: that of a box section is {b:g}, the lesser half size"
        )
    torsion = a * b**3 * (16 / 3 - 3.36 * b / a * (1 - b**4 / (12 * a**4)))
    return Section(young * 4 / 3 * a * b**3, young * 4 / 3 * b * a**3, shear * torsion, b if one >= other else -b)


def bend_rod(flex: Flex, section: Section, context: Context) -> None:
    """Set the records of a rod, and how much state it has if joints let its edges twist."""
    hinges = _hinges(flex)
    chain = find_chain(flex.shape.elements)
    if section.half_size and len(chain) < 3:
        raise flex.element.error("a rod with a box section must be one open chain of at least two elements")
    joints = _twist_joints(flex, chain, context) if len(chain) > 2 else None
    if joints is not None:
        nedge = len(chain) - 1
        flex.plastic = EDGE_STATE * nedge + nedge - 1
        ordered = [_turned(hinges[vertex], before) for before, vertex in pairwise(chain[:-1])]
        records = [_single(hinge, section, joint) for hinge, joint in zip(ordered, joints[1:], strict=True)]
        if not flex.rigid:
            flex.shape.chain, flex.shape.twistjoints = np.array(chain), np.array(joints)
    elif section.half_size:
        raise flex.element.error(
            "a rod with a box section needs joints that twist its edges: hinges named "
            f"'{flex.name}_twist_0' and so on, '{flex.name}_twist' for the last"
        )
    else:
        records = _pairs(flex, hinges, section)
    if records and not flex.rigid:
        flex.shape.bending = np.array([len(records), *(number for record in records for number in record)], float)


def _hinges(flex: Flex) -> dict[int, Hinge]:
    """Return the vertices between just two edges."""
    shape = flex.shape
    neighbours = defaultdict(list)
    for one, other in shape.edges.tolist():
        neighbours[one].append(other)
        neighbours[other].append(one)
    hinges = {}
    for vertex in sorted(neighbours):
        if len(neighbours[vertex]) == 2:
            before, behind = neighbours[vertex]
            first = shape.places[vertex] - shape.places[before]
            second = shape.places[behind] - shape.places[vertex]
            lengths = float(np.linalg.norm(first)), float(np.linalg.norm(second))
            product = lengths[0] * lengths[1]
            straight = product + float(first @ second)
            if product <= 0 or straight <= FOLDED * product:
                raise flex.element.error(f"the rod folds back at vertex {vertex}, or has an edge without length there")
            curvature = 2 * float(np.linalg.norm(np.cross(first, second))) / straight
            hinges[vertex] = Hinge(before, vertex, behind, sum(lengths), curvature)
    return hinges


def _turned(hinge: Hinge, before: int) -> Hinge:
    """Return a hinge that begins with one of its neighbours."""
    if hinge.before != before:
        hinge.before, hinge.behind = hinge.behind, hinge.before
    return hinge


def _single(hinge: Hinge, section: Section, joint: int) -> tuple[float, ...]:
    least, most, torsion = (each / hinge.length for each in (section.least, section.most, section.torsion))
    curvature = hinge.curvature if hinge.curvature > STRAIGHT else 0.0
    vertices = hinge.before, hinge.vertex, hinge.behind, -1
    return *vertices, least, most - least, curvature, joint, torsion, section.half_size


def _pairs(flex: Flex, hinges: dict[int, Hinge], section: Section) -> list[tuple[float, ...]]:
    """Return pairs of hinges that are curved, by the edges between them, then hinges that have no such neighbour."""
    curved = {vertex for vertex, hinge in hinges.items() if hinge.curvature > STRAIGHT}
    between = [(one, other) for one, other in flex.shape.edges.tolist() if one in curved and other in curved]
    shares = defaultdict(int)
    for pair in between:
        for vertex in pair:
            shares[vertex] += 1
    records = []
    for one, other in between:
        first, second = hinges[one], hinges[other]
        before = first.behind if first.before == other else first.before
        behind = second.behind if second.before == one else second.before
        weights = (section.least / hinge.length / shares[hinge.vertex] for hinge in (first, second))
        torsion = _plane_twist(flex, (before, one, other, behind), section)
        records.append((before, one, other, behind, *weights, first.curvature, second.curvature, *torsion))
    return records + [_single(hinge, section, -1) for vertex, hinge in hinges.items() if not shares[vertex]]


def _plane_twist(flex: Flex, vertices: tuple[int, ...], section: Section) -> tuple[float, float]:
    """Return cosine and sine of the angle between the planes of two curves, times the stiffness between them."""
    a, b, c, d = flex.shape.places[list(vertices)]
    edge = c - b
    one, other = np.cross(b - a, edge), np.cross(edge, d - c)
    length = float(np.linalg.norm(edge))
    angle = atan2(float(edge @ np.cross(one, other)) / length, float(one @ other))
    stiffness = section.torsion / (2 * length)
    return stiffness * cos(angle), stiffness * sin(angle)


# ---------------------------------------------------------------- joints that twist edges


def _twist_joints(flex: Flex, chain: list[int], context: Context) -> list[int] | None:
    """Return the joints by which the edges of a chain twist, -1 where it is clamped; None if it has no such joints."""
    ids, count = context.ids["joint"], len(chain) - 1
    names = [f"{flex.name}_twist_{number}" for number in range(count - 1)] + [f"{flex.name}_twist"]
    if not flex.name or not any(name in ids for name in names):
        return None
    clamped = clamped_edges(flex.shape.vertbodyid[chain].tolist())
    joints = []
    for number, name in enumerate(names):
        if number in clamped:
            if name in ids:
                raise flex.element.error(
                    f"the joint '{name}' twists an edge both ends of which lie in one body; remove it"
                )
            joints.append(-1)
            continue
        if name not in ids:
            raise flex.element.error(f"some joints twist its edges, but there is no joint '{name}'")
        joint = context.objects.joints[ids[name]]
        if joint.type != JointType.HINGE:
            raise flex.element.error(f"the joint '{name}' twists an edge; it must be a hinge")
        joints.append(ids[name])
    if 0 not in clamped and joints[1] != joints[0] + 1:
        raise flex.element.error(f"the joint '{names[0]}' must stand directly before '{names[1]}'")
    return joints


# ---- open chains of lines, and the edges of them that a body holds at both ends


def find_chain(elements: Ints) -> list[int]:
    """Return the vertices of a flex that is one open chain, in order; none of another one."""
    neighbours = defaultdict(list)
    for one, other in find_edges(elements).vertices.tolist():
        neighbours[one].append(other)
        neighbours[other].append(one)
    ends = sorted(vertex for vertex, others in neighbours.items() if len(others) == 1)
    if len(ends) != 2 or max(map(len, neighbours.values())) > 2:
        return []
    first = int(elements[0, 0])
    chain = [first if first in ends else ends[0]]
    chain.append(neighbours[chain[0]][0])
    while len(neighbours[chain[-1]]) == 2:
        one, other = neighbours[chain[-1]]
        chain.append(other if one == chain[-2] else one)
    return chain if len(chain) == len(neighbours) else []


def clamped_edges(owners: Sequence[Hashable]) -> set[int]:
    """Return which of the first and the last edge have both ends in one body; `owners` has those of all vertices."""
    count = len(owners) - 1
    clamped = {0} if owners[0] == owners[1] else set()
    if count > 2 and owners[-1] == owners[-2]:
        clamped.add(count - 1)
    return clamped
