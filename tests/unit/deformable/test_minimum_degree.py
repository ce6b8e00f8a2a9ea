"""The order of least degree, against the same with sets of neighbours."""

import numpy as np

from corten.deformable.compile.minimum_degree import minimum_degree_order


def by_sets(neighbours: list[set[int]]) -> list[int]:
    """Return the order, with every neighbour that a vertex gets written down."""
    shelves: list[dict[int, None]] = [{} for _ in range(len(neighbours) + 1)]
    for vertex in reversed(range(len(neighbours))):
        shelves[len(neighbours[vertex])][vertex] = None
    order: list[int] = []
    while len(order) < len(neighbours):
        chosen, _ = next(shelf for shelf in shelves if shelf).popitem()
        order.append(chosen)
        for vertex in sorted(neighbours[chosen]):
            del shelves[len(neighbours[vertex])][vertex]
            neighbours[vertex] = (neighbours[vertex] | neighbours[chosen]) - {vertex, chosen}
            shelves[len(neighbours[vertex])][vertex] = None
    return order


def test_vertices_leave_in_the_order_of_least_degree():
    """Find the same order for random graphs, sparse and dense, some in pieces."""
    rng = np.random.default_rng(4)
    for _ in range(60):
        count = int(rng.integers(2, 60))
        edges = rng.integers(0, count, (int(rng.integers(1, 5 * count)), 2))
        edges = edges[edges[:, 0] != edges[:, 1]]
        pairs = np.concatenate([edges, edges[:, ::-1]])
        neighbours: list[set[int]] = [set() for _ in range(count)]
        for one, other in pairs.tolist():
            neighbours[one].add(other)
        assert minimum_degree_order(pairs, count).tolist() == by_sets(neighbours)
