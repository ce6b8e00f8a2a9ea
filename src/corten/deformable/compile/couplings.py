"""Which dofs elastic flexes couple in the effective metric: those of the points that one element, hinge or cell moves.

The pattern is that of the lower triangle, row by row, with its columns in ascending order. It has room for the mass
matrix as well, which is added where the metric is factored: every dof is coupled to those above it in its tree.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corten.compile.objects.body_rows import Body
from corten.deformable.compile.flex import Flex
from corten.deformable.compile.minimum_degree import distinct, minimum_degree_order
from corten.enums import JointType

Ints = NDArray[np.integer]

# numbers of a record of a rod
ROD = 10


@dataclass(slots=True)
class ElasticPoints:
    """The points of a flex whose motion gives elastic force: vertices, or the nodes of an interpolated flex.

    `bodies` has the body of each point, `groups` rows of points that one matrix of stiffness couples.
    """

    bodies: Ints
    groups: list[Ints]


@dataclass(slots=True)
class Couplings:
    """The pattern of what flexes add to the metric; without any it has no rows."""

    rownnz: Ints
    rowadr: Ints
    colind: Ints

    @property
    def three(self) -> Ints:
        """Of each row: 1, 2 or 3 if it is one of three with the same columns, those of other three rows, else 0."""
        three = np.zeros(len(self.rownnz), int)
        begin, count = self.rowadr.tolist(), self.rownnz.tolist()
        step = np.arange(3)
        row = 0
        while row + 2 < len(count):
            n = count[row] - 1
            same = n % 3 == 0 and count[row + 1] == n + 2 and count[row + 2] == n + 3
            columns = [self.colind[begin[row + k] : begin[row + k] + n] for k in range(3)]
            if same and all(np.array_equal(columns[0], other) for other in columns[1:]):
                firsts = columns[0][::3]
                same = np.array_equal(columns[0].reshape(-1, 3), firsts[:, None] + step) and (three[firsts] == 1).all()
                if same:
                    three[row : row + 3] = (1, 2, 3)
            row += 3 if three[row] else 1
        return three

    @classmethod
    def of(cls, flexes: Sequence[ElasticPoints], chains: Sequence[Sequence[int]], nv: int) -> "Couplings":
        """Return the pattern for flexes, given the dofs that move each body."""
        if not flexes or not nv:
            return cls(*(np.zeros(0, int) for _ in range(3)))
        bodies = np.arange(len(chains))
        pairs = [np.stack((bodies, bodies), axis=1), *(_body_pairs(flex) for flex in flexes)]
        found = distinct(np.concatenate([_keys(each, chains, nv) for each in pairs]))
        rownnz = np.bincount(found // nv, minlength=nv)
        return cls(rownnz, np.cumsum(rownnz) - rownnz, found % nv)


def hinge_groups(edges: Ints, flaps: Ints | None) -> list[Ints]:
    """Return the points that the edges of a flex and, where it bends, the tips of the triangles beside them couple."""
    if flaps is None:
        return [edges]
    inner = flaps[:, 1] >= 0
    return [edges, np.concatenate((edges[inner], flaps[inner]), axis=1)]


def rod_groups(bending: NDArray[np.float64]) -> list[Ints]:
    """Return the vertices of the hinges of a rod, and those of its pairs of hinges, from their records."""
    vertices = bending[1:].reshape(-1, ROD)[:, :4].astype(int)
    pairs = vertices[:, 3] >= 0
    return [vertices[~pairs, :3], vertices[pairs]]


def twisted_edges(joints: Ints, owners: Ints) -> ElasticPoints:
    """Return the bodies whose joints twist the edges of a rod, -1 for one that has none; torsion couples neighbours.

    `owners` has the body of each joint.
    """
    bodies = owners[joints[joints >= 0]]
    places = np.arange(len(bodies))
    return ElasticPoints(bodies, [np.stack((places[:-1], places[1:]), axis=1)])


def cell_groups(interp: int, cells: Sequence[int]) -> list[Ints]:
    """Return the nodes of all cells of an interpolated flex, or of all faces of a shell, whose `interp` is negative."""
    order = abs(interp)
    counts = [order * int(count) + 1 for count in cells]
    nodes = np.arange(np.prod(counts)).reshape(counts)
    if interp > 0:
        return [_windows(nodes, order)]
    sides = [np.take(nodes, end, axis=axis) for axis in range(3) for end in (0, -1)]
    return [_windows(side, order) for side in sides]


def _windows(nodes: Ints, order: int) -> Ints:
    """Return the nodes of all cells of a grid in two or three dimensions, one to a row."""
    view = np.lib.stride_tricks.sliding_window_view(nodes, (order + 1,) * nodes.ndim)
    view = view[(slice(None, None, order),) * nodes.ndim]
    return view.reshape(-1, (order + 1) ** nodes.ndim)


def _body_pairs(flex: ElasticPoints) -> Ints:
    """Return pairs of bodies that have a point in the same group, each once."""
    count = int(flex.bodies.max()) + 1
    keys = []
    for group in flex.groups:
        bodies = flex.bodies[group]
        for i in range(bodies.shape[1]):
            for j in range(i + 1):
                one, other = bodies[:, i], bodies[:, j]
                keys.append(np.maximum(one, other) * count + np.minimum(one, other))
    found = distinct(np.concatenate(keys))
    return np.stack((found // count, found % count), axis=1)


def _keys(pairs: Ints, chains: Sequence[Sequence[int]], nv: int) -> Ints:
    """Return row * nv + column of all entries of the lower triangle that pairs of bodies need."""
    length = np.array([len(chain) for chain in chains])
    found = [np.zeros(0, int)]
    for a in np.unique(length[pairs[:, 0]]):
        for b in np.unique(length[pairs[:, 1]]):
            chosen = pairs[(length[pairs[:, 0]] == a) & (length[pairs[:, 1]] == b)]
            if a and b and len(chosen):
                one = np.array([chains[body] for body in chosen[:, 0].tolist()])[:, :, None]
                other = np.array([chains[body] for body in chosen[:, 1].tolist()])[:, None, :]
                found.append(distinct((np.maximum(one, other) * nv + np.minimum(one, other)).ravel()))
    return np.concatenate(found)


# ---- the order in which the metric is factored: vertices that couple the fewest others first, from the end


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
    order = names[minimum_degree_order(places[joined], len(names))]
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


# ---- how bodies that carry flexes are held


def slides_freely(body: Body) -> bool:
    """Return whether a body slides along coordinate axes of its own, and nothing above it moves."""
    traits = [joint.shared for joint in body.joints]
    if len(traits) != 3 or {(joint.type, joint.axis.count(0.0)) for joint in traits} != {(JointType.SLIDE, 2)}:
        return False
    return body.parent is not None and is_fixed(body.parent)


def is_fixed(body: Body) -> bool:
    """Return whether nothing moves a body but, perhaps, a user."""
    above: Body | None = body
    while above is not None:
        if above.joints:
            return False
        above = above.parent
    return True


def weld_of(body: Body) -> Body:
    """Return the body with joints, the world, or one moved by a user, that a body is fixed to."""
    while body.parent is not None and not body.joints and not body.mocap:
        body = body.parent
    return body
