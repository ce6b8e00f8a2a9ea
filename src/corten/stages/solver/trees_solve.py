"""Solutions with the factor of the Hessian of an island of many trees (`trees_factor.py`), by supernodes."""

from corten.linalg.envelope_update import add_multiple
from corten.runtime import FloatArray, Vec4, helper
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.constraint.island import Island, sum_of
from corten.stages.solver.trees_factor import store_four_at

SCRATCH = scratch(
    Field("snode_x", F8, ("nv_D",), "a vector over the rows of a supernode"),
)


@helper
def solve_supernodes(d, island: Island, x: FloatArray, result: FloatArray) -> None:
    """Write inv(H) x into `result`, both over idofs."""
    for p in range(4 * island.blocks):
        result[p] = x[p]
    for s in range(d.nsnode):
        solve_lower(d, s, result)
    for s in range(d.nsnode - 1, -1, -1):
        solve_lower_transpose(d, s, result)


@helper
def solve_lower(d, s: int, x: FloatArray) -> None:
    """Solve for the dofs of a supernode with L and D, and take from its members what follows."""
    values, local, at, stride = d.snode_factor, d.snode_x, d.snode_adr[s], d.snode_stride[s]
    width, first = d.snode_width[s], d.place_dof[d.snode_place[s]]

    for r in range(width):
        local[r] = x[first + r]
    for r in range(width, stride):
        local[r] = 0.0
    packed = width & ~3
    for j in range(0, packed, 4):
        y = solve_square(d, at + j * stride + j, stride, j)
        store_four_at(local, j, y)
        base = at + j * stride
        for r in range(j + 4, stride, 4):
            t = local[r], local[r + 1], local[r + 2], local[r + 3]
            t = subtract_column(values, base + r, t, y[0])
            t = subtract_column(values, base + stride + r, t, y[1])
            t = subtract_column(values, base + 2 * stride + r, t, y[2])
            t = subtract_column(values, base + 3 * stride + r, t, y[3])
            store_four_at(local, r, t)
    for j in range(packed, width):
        for r in range(j + 1, stride):
            local[r] -= values[at + j * stride + r] * local[j]
    for r in range(width):
        x[first + r] = local[r] * d.pivot_inverse[first + r]
    for k in range(d.snode_begin[s], d.snode_begin[s] + d.snode_members[s]):
        place = d.snode_member[k]
        begin = d.place_dof[place]
        shift = d.snode_offset[k] - begin
        for p in range(begin, d.place_end[place]):
            x[p] += local[p + shift]


@helper
def subtract_column(values: FloatArray, at: int, x: Vec4, share: float) -> Vec4:
    """Return four numbers less a multiple of those from entry `at` on."""
    return add_multiple(x, (values[at], values[at + 1], values[at + 2], values[at + 3]), -share)


@helper
def solve_square(d, corner: int, stride: int, j: int) -> Vec4:
    """Return the solution for four dofs of what stands from row j on."""
    values, local = d.snode_factor, d.snode_x
    second, third, a = corner + stride, corner + 2 * stride, local[j]
    b = local[j + 1] - values[corner + 1] * a
    c = (local[j + 2] - values[corner + 2] * a) - values[second + 2] * b
    e = ((local[j + 3] - values[corner + 3] * a) - values[second + 3] * b) - values[third + 3] * c
    return a, b, c, e


@helper
def solve_lower_transpose(d, s: int, x: FloatArray) -> None:
    """Solve for the dofs of a supernode with the transpose, once its members are known."""
    values, local, at, stride = d.snode_factor, d.snode_x, d.snode_adr[s], d.snode_stride[s]
    width, first = d.snode_width[s], d.place_dof[d.snode_place[s]]

    for r in range(width):
        local[r] = x[first + r]
    for r in range(d.snode_rows[s], stride):
        local[r] = 0.0
    for k in range(d.snode_begin[s], d.snode_begin[s] + d.snode_members[s]):
        place = d.snode_member[k]
        begin = d.place_dof[place]
        shift = d.snode_offset[k] - begin
        for p in range(begin, d.place_end[place]):
            local[p + shift] = x[p]
    packed = width & ~3
    for j in range(width - 1, packed - 1, -1):
        base, rest = at + j * stride, (0.0, 0.0, 0.0, 0.0)
        for r in range(packed + 4, stride, 4):
            rest = add_product(values, base + r, rest, (local[r], local[r + 1], local[r + 2], local[r + 3]))
        total = local[j] - sum_of(rest)
        for r in range(j + 1, packed + 4):
            total -= values[base + r] * local[r]
        local[j] = total
    for j in range(packed - 4, -1, -4):
        zeros = 0.0, 0.0, 0.0, 0.0
        a, b, c, e = zeros, zeros, zeros, zeros
        base = at + j * stride
        for r in range(j + 4, stride, 4):
            t = local[r], local[r + 1], local[r + 2], local[r + 3]
            a = add_product(values, base + r, a, t)
            b = add_product(values, base + stride + r, b, t)
            c = add_product(values, base + 2 * stride + r, c, t)
            e = add_product(values, base + 3 * stride + r, e, t)
        corner = base + j
        second, third = corner + stride, corner + 2 * stride
        y3 = local[j + 3] - sum_of(e)
        y2 = (local[j + 2] - sum_of(c)) - values[third + 3] * y3
        y1 = (local[j + 1] - sum_of(b)) - values[second + 3] * y3 - values[second + 2] * y2
        y0 = (local[j] - sum_of(a)) - values[corner + 3] * y3 - values[corner + 2] * y2 - values[corner + 1] * y1
        store_four_at(local, j, (y0, y1, y2, y3))
    for r in range(width):
        x[first + r] = local[r]


@helper
def add_product(values: FloatArray, at: int, sums: Vec4, x: Vec4) -> Vec4:
    """Return four sums to which products of numbers from entry `at` on with four others were added."""
    a, b = sums[0] + values[at] * x[0], sums[1] + values[at + 1] * x[1]
    c, e = sums[2] + values[at + 2] * x[2], sums[3] + values[at + 3] * x[3]
    return a, b, c, e
