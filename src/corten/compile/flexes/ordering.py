"""In which order the metric of flexes is factored: vertices that couple the fewest others first, from the end."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from corten.compile.flexes.metric import slides_freely, weld_of
from corten.compile.objects.flexes import Flex
from corten.compile.objects.tree import Body

Ints = NDArray[np.int64]

# dofs of a body that a vertex moves with freely
FREE = 3


def order_room(flexes: Sequence[Flex], nv: int) -> int:
    """Return how many places there are in the order: one for each vertex, but no more than there are dofs for."""
    return min(sum(len(flex.shape.vertices) for flex in flexes if _has_metric(flex)), nv // FREE)


def metric_order(flexes: Sequence[Flex], bodies: Sequence[Body], room: int) -> Ints:
    """Return the first dof of each vertex that is coupled to others, in the order of factors, then -1."""
    neighbours: dict[int, set[int]] = {}
    for flex in flexes:
        if _has_metric(flex):
            held = [weld_of(bodies[number]) for number in flex.shape.vertbodyid]
            dofs = np.array([body.dofadr if slides_freely(body) else -1 for body in held])
            for group in _coupled(flex):
                _join(neighbours, dofs[group])
    names = sorted(neighbours)
    order = least_degrees([neighbours[name] for name in names], names)
    result = np.full(room, -1)
    result[: len(order)] = order[::-1]
    return result


def _has_metric(flex: Flex) -> bool:
    return not flex.rigid and not flex.interp and (flex.dim > 1 or len(flex.shape.bending) > 0)


def _coupled(flex: Flex) -> list[Ints]:
    """Return groups of vertices (n, k) that forces couple: elements, edges with both tips, hinges of rods."""
    shape, groups = flex.shape, []
    if flex.dim > 1 and (flex.edgeequality or flex.stretches):
        groups.append(shape.elements)
    if flex.dim == 1 and len(shape.bending):
        records = shape.bending[1:].reshape(-1, 10).astype(int)
        pair = records[:, 3] >= 0
        groups += [records[~pair, :3], records[pair, :4]]
    elif len(shape.bending) and shape.flaps is not None:
        inner = shape.flaps[:, 1] >= 0
        groups.append(np.concatenate((shape.edges[inner], shape.flaps[inner]), axis=1))
    return groups


def _join(neighbours: dict[int, set[int]], groups: Ints) -> None:
    """Make all members of a group neighbours; those below 0 are none."""
    count = groups.shape[1]
    for one in range(count):
        for other in range(count):
            if one != other:
                for a, b in zip(groups[:, one].tolist(), groups[:, other].tolist(), strict=True):
                    if a >= 0 and b >= 0 and a != b:
                        neighbours.setdefault(a, set()).add(b)


def least_degrees(neighbours: list[set[int]], names: list[int]) -> list[int]:
    """Return vertices in the order of least degree: each leaves its neighbours as neighbours of each other.

    Among those of one degree the one whose degree was found last goes first.
    """
    around = dict(zip(names, neighbours, strict=True))
    shelves: list[dict[int, None]] = [{} for _ in range(len(names) + 1)]
    for name in reversed(names):
        shelves[len(around[name])][name] = None
    order, least = [], 0
    while len(order) < len(names):
        while not shelves[least]:
            least += 1
        chosen, _ = shelves[least].popitem()
        order.append(chosen)
        left = around.pop(chosen)
        for name in sorted(left):
            mine = around[name]
            del shelves[len(mine)][name]
            mine |= left
            mine -= {name, chosen}
            shelves[len(mine)][name] = None
            least = min(least, len(mine))
    return order
