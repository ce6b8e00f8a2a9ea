"""Elements that yield in stretching. Their plastic state is a metric: what has been added to their squared edges.

With the metric G of the edges from a corner at rest, and Q that of the elastic elongations, the strain is G^-1 Q / 2.
A solid yields by its deviator and keeps its volume: det(G^-1 (G + P)) stays 1. A sheet gets thinner where it is pulled,
so all of its strain yields; where it is pressed, only the deviator does.
"""

from typing import NamedTuple

from corten.constants import MINVAL
from corten.deformable.elasticity.stretching import EDGES
from corten.math.vector3 import add_scaled, dot, load3, sub
from corten.runtime import FloatArray, Vec3, Vec6, helper, sqrt
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch

SCRATCH = scratch(
    Field("flex_element_elongation", F8, (6,), "its elongations, less what it has yielded [m^2]"),
    readers=("corten.deformable.elasticity",),
)

# rounds of Newton's method, far more than it needs
ROUNDS = 60

TWO_THIRDS = 2.0 / 3.0

# of a tetrahedron: which of its six edges are the sides from corner 0, and those opposite to pairs of sides
SIDES = (0, 2, 4)
OPPOSITE = (1, 5, 3)


class Invariants(NamedTuple):
    """Sum, sum of squares and product of the eigenvalues of a matrix."""

    trace: float
    square: float
    det: float


@helper
def yield_elements(m, d, f: int) -> None:
    """Map the strains of all elements of a flex of triangles or tetrahedra back to what they bear."""
    count, first, total = EDGES[m.flex_dim[f]], m.flex_edgeadr[f], d.flex_element_elongation
    for t in range(m.flex_elemnum[f]):
        edge, p = m.flex_elemedgeadr[f] + t * count, m.flex_plasticadr[f] + t * count
        for i in range(count):
            e = first + m.flex_elemedge[edge + i]
            total[i] = next_square(m, d, f, e) - square_of(m.flexedge_length0[e]) - d.plastic[p + i]
        if m.flex_dim[f] == 2:
            yield_triangle(m, d, f, t)
        else:
            yield_tetrahedron(m, d, f, t)


@helper
def square_of(x: float) -> float:
    """Return x^2."""
    return x * x


@helper
def next_square(m, d, f: int, e: int) -> float:
    """Return the squared length that an edge will have after the step."""
    one, other = m.flex_vertadr[f] + m.flex_edge[e, 0], m.flex_vertadr[f] + m.flex_edge[e, 1]
    away = sub(load3(d.flexvert_xpos, other), load3(d.flexvert_xpos, one))
    speed = sub(load3(d.flexvert_velocity, other), load3(d.flexvert_velocity, one))
    moved = add_scaled(away, speed, m.opt_timestep)
    return dot(moved, moved)


@helper
def yield_triangle(m, d, f: int, t: int) -> None:
    """Add to the plastic metric of a triangle what its elongations are too much."""
    edge, p, q = m.flex_elemedgeadr[f] + 3 * t, m.flex_plasticadr[f] + 3 * t, d.flex_element_elongation
    # edges of an element are 12, 20, 01: sides from corner 0 are the last two
    rest = rest_square(m, f, edge), rest_square(m, f, edge + 1), rest_square(m, f, edge + 2)
    trace, square, fits = plane_invariants(rest, (q[0], q[1], q[2]))
    pulled = trace >= 0.0
    spread = 0.0 if pulled else 0.5 * trace
    # squared equivalent strain; the strain is half of the relative elongation
    squared = 0.25 * TWO_THIRDS * (square + trace * trace if pulled else square - 0.5 * trace * trace)
    share = flow_share(squared, m.flex_yield[f, 0])
    if fits and share > 0.0:
        d.plastic[p] += share * (q[0] - spread * rest[0])
        d.plastic[p + 1] += share * (q[1] - spread * rest[1])
        d.plastic[p + 2] += share * (q[2] - spread * rest[2])


@helper
def rest_square(m, f: int, edge: int) -> float:
    """Return the squared length at rest of an edge of an element."""
    return square_of(m.flexedge_length0[m.flex_edgeadr[f] + m.flex_elemedge[edge]])


@helper
def flow_share(squared: float, bears: float) -> float:
    """Return which share of a strain, given the square of its equivalent, is too much."""
    equivalent = sqrt(max(squared, 0.0))
    return 1.0 - bears / max(equivalent, MINVAL * MINVAL) if equivalent > bears else 0.0


@helper
def plane_invariants(rest: Vec3, values: Vec3) -> tuple[float, float, bool]:
    """Return trace and sum of squares of G^-1 Q for squared edges G and elongations Q, and whether G is a triangle."""
    a, b, ab = rest[2], rest[1], 0.5 * (rest[2] + rest[1] - rest[0])
    qa, qb, qab = values[2], values[1], 0.5 * (values[2] + values[1] - values[0])
    det = a * b - ab * ab
    fits = det > MINVAL * a * b
    scale = 1.0 / det if fits else 0.0
    xx, xy = scale * (b * qa - ab * qab), scale * (b * qab - ab * qb)
    yx, yy = scale * (a * qab - ab * qa), scale * (a * qb - ab * qab)
    return xx + yy, xx * xx + 2.0 * xy * yx + yy * yy, fits


# ---------------------------------------------------------------- tetrahedra


@helper
def yield_tetrahedron(m, d, f: int, t: int) -> None:
    """Add the deviator that is too much to the plastic metric of a tetrahedron, and what keeps its volume."""
    edge, p, q = m.flex_elemedgeadr[f] + 6 * t, m.flex_plasticadr[f] + 6 * t, d.flex_element_elongation
    elastic = metric_invariants(m, f, edge, q, 0)
    squared = 0.25 * TWO_THIRDS * (elastic.square - elastic.trace * elastic.trace / 3.0)
    share = flow_share(squared, m.flex_yield[f, 0])
    if share > 0.0:
        for i in range(6):
            d.plastic[p + i] += share * (q[i] - elastic.trace / 3.0 * rest_square(m, f, edge + i))
        growth = lost_volume(metric_invariants(m, f, edge, d.plastic, p))
        for i in range(6):
            d.plastic[p + i] += growth * rest_square(m, f, edge + i)


@helper
def metric_invariants(m, f: int, edge: int, values: FloatArray, first: int) -> Invariants:
    """Return the invariants of G^-1 Q for six elongations, the values from `first` on."""
    g, h = inverse_metric(m, f, edge), metric_of(values, first)
    # rows of the product of two symmetric matrices: xx, yy, zz, xy, xz, yz
    xx, xy, xz = times_row(g[0], g[3], g[4], h)
    yx, yy, yz = times_row(g[3], g[1], g[5], h)
    zx, zy, zz = times_row(g[4], g[5], g[2], h)
    det = xx * (yy * zz - yz * zy) - xy * (yx * zz - yz * zx) + xz * (yx * zy - yy * zx)
    return Invariants(xx + yy + zz, xx * xx + yy * yy + zz * zz + 2.0 * (xy * yx + xz * zx + yz * zy), det)


@helper
def times_row(x: float, y: float, z: float, h: Vec6) -> Vec3:
    """Return a row of a matrix times a symmetric matrix."""
    return (
        x * h[0] + y * h[3] + z * h[4],
        x * h[3] + y * h[1] + z * h[5],
        x * h[4] + y * h[5] + z * h[2],
    )


@helper
def metric_of(values: FloatArray, first: int) -> Vec6:
    """Return the products of the sides from corner 0, from squares of edges: xx, yy, zz, xy, xz, yz."""
    x, y, z = values[first + SIDES[0]], values[first + SIDES[1]], values[first + SIDES[2]]
    xy, xz, yz = values[first + OPPOSITE[0]], values[first + OPPOSITE[1]], values[first + OPPOSITE[2]]
    return x, y, z, 0.5 * (x + y - xy), 0.5 * (x + z - xz), 0.5 * (y + z - yz)


@helper
def inverse_metric(m, f: int, edge: int) -> Vec6:
    """Return the inverse of the metric of an element at rest, zeros for one without volume."""
    x, y, z = rest_square(m, f, edge + SIDES[0]), rest_square(m, f, edge + SIDES[1]), rest_square(m, f, edge + SIDES[2])
    xy = 0.5 * (x + y - rest_square(m, f, edge + OPPOSITE[0]))
    xz = 0.5 * (x + z - rest_square(m, f, edge + OPPOSITE[1]))
    yz = 0.5 * (y + z - rest_square(m, f, edge + OPPOSITE[2]))
    det = x * (y * z - yz * yz) - xy * (xy * z - yz * xz) + xz * (xy * yz - y * xz)
    scale = 1.0 / det if det > MINVAL * x * y * z else 0.0
    return (
        scale * (y * z - yz * yz),
        scale * (x * z - xz * xz),
        scale * (x * y - xy * xy),
        scale * (xz * yz - xy * z),
        scale * (xy * yz - xz * y),
        scale * (xy * xz - x * yz),
    )


@helper
def lost_volume(plastic: Invariants) -> float:
    """Return s with det(A + s) = 1, A = 1 + M, the largest there is: with it all eigenvalues of A + s are positive.

    Newton's method starts to the right of all roots, where it goes down to the largest.
    """
    trace = 3.0 + plastic.trace
    # eigenvalues are not farther from their mean than this
    spread = plastic.square - plastic.trace * plastic.trace / 3.0
    pairs = 0.5 * (plastic.trace * plastic.trace - plastic.square)
    second, third = 3.0 + 2.0 * plastic.trace + pairs, 1.0 + plastic.trace + pairs + plastic.det
    s = 1.0 - trace / 3.0 + sqrt(TWO_THIRDS * max(spread, 0.0))
    for _ in range(ROUNDS):
        value = ((s + trace) * s + second) * s + third - 1.0
        slope = (3.0 * s + 2.0 * trace) * s + second
        s -= value / slope if slope > 0.0 else 0.0
    return s
