"""In which order the metric of flexes is factored: vertices that couple the fewest others first, from the end."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from corten.compile.flexes.couplings import distinct
from corten.compile.flexes.least_degree import least_degree_order
from corten.compile.flexes.metric import slides_freely, weld_of
from corten.compile.objects.body_rows import Body
from corten.compile.objects.flexes import Flex

Ints = NDArray[np.int64]

# dofs of a body that a vertex moves with freely
FREE = 3


def order_room(flexes: Sequence[Flex], nv: int) -> int:
    """Return how many places there are in the order: one for each vertex, but no more than there are dofs for."""
    return min(sum(len(flex.shape.vertices) for flex in flexes if _has_metric(flex)), nv // FREE)


def metric_order(flexes: Sequence[Flex], bodies: Sequence[Body], room: int) -> Ints:
    """Return the first dof of each vertex that is coupled to others, in the order of factors, then -1."""
    pairs = [np.zeros((0, 2), int)]
    for flex in flexes:
        if _has_metric(flex):
            held = [weld_of(bodies[number]) for number in flex.shape.vertbodyid.tolist()]
            dofs = np.array([body.dofadr if slides_freely(body) else -1 for body in held])
            pairs += [_pairs(dofs[group]) for group in _coupled(flex)]
    joined = np.concatenate(pairs)
    names = distinct(joined.ravel())
    places = np.zeros(names[-1] + 1 if len(names) else 0, int)
    places[names] = np.arange(len(names))
    order = names[least_degree_order(places[joined], len(names))]
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


def _pairs(group: Ints) -> Ints:
    """Return all pairs (n, 2) of different members of groups (n, k); those below 0 are none."""
    count = group.shape[1]
    found = [group[:, [one, other]] for one in range(count) for other in range(count) if one != other]
    pairs = np.concatenate(found)
    return pairs[(pairs >= 0).all(axis=1) & (pairs[:, 0] != pairs[:, 1])]
