"""Rods: the open chains among flexes of lines, and the edges of them that a body holds at both ends."""

from collections import defaultdict
from collections.abc import Hashable, Sequence

from corten.compile.flexes.topology import Ints, find_edges


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
