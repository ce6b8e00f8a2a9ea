"""Rows of the constraint Jacobian as runs of idofs, and products with them.

A run is four idofs that follow each other, wherever they begin, within one tree: the three dofs of a vertex take one,
of which one number is zero. So all edges of a flex have as many runs as each other, and all contacts, which blocks at
fixed idofs have not. Up to four rows that follow each other and have the same dofs, a bundle, share their runs. For J'
runs are listed by the idof where they begin, so that each number of the result is written once.
"""

from corten.runtime import FloatArray, Vec4, helper
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import Room, scratch
from corten.stages.constraint.block_rows import has_same_dofs
from corten.stages.constraint.island import Island, sum_of

SCRATCH = scratch(
    Field("nbundle", I4, (), "bundles: up to four rows of an island that have the same dofs and share their runs"),
    Field("bundle_row", I4, ("maxefc",), "first row of each bundle, in island order"),
    Field("bundle_rownum", I4, ("maxefc",), "rows of each bundle"),
    Field("bundle_runadr", I4, ("maxefc",), "first run of each bundle"),
    Field("bundle_runnum", I4, ("maxefc",), "runs of each bundle"),
    Field("bundle_adr", I4, ("maxefc",), "where the numbers of each bundle begin, run by run and row by row"),
    Field("run_idof", I4, ("maxJrun",), "first of the four idofs of each run"),
    Field("run_J", F8, ("maxJrun", 4), "numbers of the Jacobian of an island, in runs"),
    Field("run_adr", I4, ("maxJrun",), "runs by the idof where they begin: where their numbers stand"),
    Field("run_row", I4, ("maxJrun",), "runs by the idof where they begin: first row"),
    Field("run_rownum", I4, ("maxJrun",), "runs by the idof where they begin: rows"),
    Field("idof_runadr", I4, ("nv_pad",), "first of the runs that begin at each idof"),
    Field("idof_runend", I4, ("nv_pad",), "first of the runs behind those that begin at each idof"),
) + scratch(
    Field("nJrun", I4, (), "rows in runs of the constraint Jacobian, of the island that has most"),
    lasting=True,
)

ROOMS = (Room("maxJrun", "room for rows in runs of the constraint Jacobian", counted_by="nJrun", first=16),)

# rows that share runs at most
MOST_ROWS = 4


@helper
def list_runs(m, d, island: Island) -> bool:
    """Write the rows of an island as runs; return whether they fit into the room there is."""
    d.nbundle = 0
    run, at = 0, 0
    q = island.row
    while q < island.row_end:
        n = count_rows(d, island, q)
        if at + n * d.efc_J_rownnz[d.island_row[q]] > d.maxJrun:
            d.nJrun = max(d.nJrun, count_values(m, d, island))
            return False
        bundle = d.nbundle
        d.bundle_row[bundle] = q
        d.bundle_rownum[bundle] = n
        d.bundle_runadr[bundle] = run
        d.bundle_adr[bundle] = at
        end = run + 2
        if is_edge(m, d, island, q, n):
            add_edge(d, bundle)
        else:
            end = add_runs(m, d, island, bundle)
        d.bundle_runnum[bundle] = end - run
        at += n * (end - run)
        run = end
        d.nbundle += 1
        q += n
    d.nJrun = max(d.nJrun, at)
    list_by_idof(d, island)
    return True


@helper
def count_rows(d, island: Island, q: int) -> int:
    """Return how many rows from q on have the same dofs, up to four."""
    n = 1
    while n < MOST_ROWS and q + n < island.row_end and has_same_dofs(d, d.island_row[q + n - 1], d.island_row[q + n]):
        n += 1
    return n


@helper
def count_values(m, d, island: Island) -> int:
    """Return the room that the rows of an island need."""
    total, widest = 0, 0
    for q in range(island.row, island.row_end):
        r = d.island_row[q]
        begin, first = -1, d.efc_J_rowadr[r]
        for entry in range(first + d.efc_J_rownnz[r] - 1, first - 1, -1):
            if not is_in_run(m, d, begin, d.efc_J_colind[entry]):
                begin = d.efc_J_colind[entry]
                total += 1
        widest = max(widest, d.efc_J_rownnz[r])
    return total + MOST_ROWS * widest


@helper
def is_in_run(m, d, begin: int, dof: int) -> bool:
    """Tell whether a dof belongs to the run that begins at the idof of dof `begin`, if there is one."""
    ahead = d.dof_idof[dof] - d.dof_idof[max(begin, 0)]
    return begin >= 0 and ahead >= 0 and ahead < 4 and m.dof_treeid[dof] == m.dof_treeid[max(begin, 0)]


@helper
def is_edge(m, d, island: Island, q: int, n: int) -> bool:
    """Tell whether the row at position q, alone, has the three dofs of each of two vertices, which end a run each."""
    r = d.island_row[q]
    if n > 1 or d.efc_J_rownnz[r] != 6:
        return False
    first, last, colind = d.efc_J_rowadr[r], 4 * island.blocks - 4, d.efc_J_colind
    a, b = colind[first], colind[first + 3]
    s, t = m.dof_treeid[a], m.dof_treeid[b]
    whole = m.tree_dofadr[s] == a and m.tree_dofadr[t] == b and m.tree_dofnum[s] == 3 and m.tree_dofnum[t] == 3
    ends = colind[first + 2] == a + 2 and colind[first + 5] == b + 2
    return whole and ends and d.dof_idof[a + 2] <= last and d.dof_idof[b + 2] <= last


@helper
def add_edge(d, bundle: int) -> None:
    """Write the two runs of such a row, as `add_runs` would."""
    colind, values, J = d.efc_J_colind, d.efc_J_values, d.run_J
    run, at, first = d.bundle_runadr[bundle], d.bundle_adr[bundle], d.efc_J_rowadr[d.island_row[d.bundle_row[bundle]]]
    d.run_idof[run], d.run_idof[run + 1] = d.dof_idof[colind[first + 5]], d.dof_idof[colind[first + 2]]
    J[at, 0], J[at, 1], J[at, 2], J[at, 3] = values[first + 5], values[first + 4], values[first + 3], 0.0
    J[at + 1, 0], J[at + 1, 1], J[at + 1, 2], J[at + 1, 3] = values[first + 2], values[first + 1], values[first], 0.0


@helper
def add_runs(m, d, island: Island, bundle: int) -> int:
    """Write the runs of a bundle; return the first run behind them."""
    colind, values, idof, J = d.efc_J_colind, d.efc_J_values, d.dof_idof, d.run_J
    n, run, at, begin, start = d.bundle_rownum[bundle], d.bundle_runadr[bundle], d.bundle_adr[bundle], -1, 0
    q, last = d.bundle_row[bundle], 4 * island.blocks - 4

    # idofs of a tree ascend from its last dof to its first
    first = d.efc_J_rowadr[d.island_row[q]]
    for k in range(d.efc_J_rownnz[d.island_row[q]] - 1, -1, -1):
        dof = colind[first + k]
        if not is_in_run(m, d, begin, dof):
            at += n if begin >= 0 else 0
            begin = dof
            # the last run of an island ends where its idofs end
            start = min(idof[dof], last)
            d.run_idof[run] = start
            run += 1
            for r in range(at, at + n):
                for i in range(4):
                    J[r, i] = 0.0
        for r in range(n):
            J[at + r, idof[dof] - start] = values[d.efc_J_rowadr[d.island_row[q + r]] + k]
    return run


@helper
def list_by_idof(d, island: Island) -> None:
    """List the runs of an island by the idof where they begin: where their numbers stand, and their rows."""
    idof, adr, cursor = d.run_idof, d.idof_runadr, d.idof_runend

    for p in range(4 * island.blocks):
        cursor[p] = 0
    for bundle in range(d.nbundle):
        for run in range(d.bundle_runadr[bundle], d.bundle_runadr[bundle] + d.bundle_runnum[bundle]):
            cursor[idof[run]] += 1
    total = 0
    for p in range(4 * island.blocks):
        adr[p] = total
        total += cursor[p]
        cursor[p] = adr[p]
    for bundle in range(d.nbundle):
        n, run = d.bundle_rownum[bundle], d.bundle_runadr[bundle]
        for i in range(d.bundle_runnum[bundle]):
            k = cursor[idof[run + i]]
            d.run_adr[k] = d.bundle_adr[bundle] + n * i
            d.run_row[k] = d.bundle_row[bundle]
            d.run_rownum[k] = n
            cursor[idof[run + i]] = k + 1


@helper
def mul_runs(d, x: FloatArray, result: FloatArray) -> None:
    """Write J x for the rows of an island into `result`, in island order; x is over idofs."""
    J, idof, adr = d.run_J, d.run_idof, d.bundle_adr

    for bundle in range(d.nbundle):
        q, n = d.bundle_row[bundle], d.bundle_rownum[bundle]
        run, count, at = d.bundle_runadr[bundle], d.bundle_runnum[bundle], adr[bundle]
        if n == 1 and count == 2:
            # an edge between two vertices
            p, o = idof[run], idof[run + 1]
            s0, s1 = J[at, 0] * x[p] + J[at + 1, 0] * x[o], J[at, 1] * x[p + 1] + J[at + 1, 1] * x[o + 1]
            s2, s3 = J[at, 2] * x[p + 2] + J[at + 1, 2] * x[o + 2], J[at, 3] * x[p + 3] + J[at + 1, 3] * x[o + 3]
            result[q] = (s0 + s2) + (s1 + s3)
        elif n == 1:
            total = 0.0, 0.0, 0.0, 0.0
            for i in range(count):
                p = idof[run + i]
                total = add_run(d, total, at + i, (x[p], x[p + 1], x[p + 2], x[p + 3]))
            result[q] = sum_of(total)
        else:
            a, b, c, e = mul_four_rows(d, run, count, at, n, x)
            result[q] = a
            result[q + 1] = b
            if n > 2:
                result[q + 2] = c
            if n > 3:
                result[q + 3] = e


@helper
def mul_four_rows(d, run: int, count: int, at: int, n: int, x: FloatArray) -> Vec4:
    """Return the products of two to four rows with x; the last stands in for those that there are not."""
    a, b, c, e = (0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0)
    third, fourth = min(2, n - 1), n - 1
    for i in range(count):
        p, first = d.run_idof[run + i], at + n * i
        four = x[p], x[p + 1], x[p + 2], x[p + 3]
        a = add_run(d, a, first, four)
        b = add_run(d, b, first + 1, four)
        c = add_run(d, c, first + third, four)
        e = add_run(d, e, first + fourth, four)
    return sum_of(a), sum_of(b), sum_of(c), sum_of(e)


@helper
def add_run(d, total: Vec4, at: int, x: Vec4) -> Vec4:
    """Return four sums, to which the products of the numbers of a row in one run with x were added."""
    J = d.run_J
    s0, s1 = total[0] + J[at, 0] * x[0], total[1] + J[at, 1] * x[1]
    s2, s3 = total[2] + J[at, 2] * x[2], total[3] + J[at, 3] * x[3]
    return s0, s1, s2, s3


@helper
def mul_runs_transpose(d, island: Island, force: FloatArray, result: FloatArray) -> None:
    """Write J' force of an island into `result`, over idofs."""
    J, adr, row, begin, end = d.run_J, d.run_adr, d.run_row, d.idof_runadr, d.idof_runend

    for p in range(4 * island.blocks):
        result[p] = 0.0
    for p in range(4 * island.blocks - 3):
        if end[p] > begin[p]:
            # sums of single rows and of bundles do not wait for each other
            s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
            t0, t1, t2, t3 = 0.0, 0.0, 0.0, 0.0
            for k in range(begin[p], end[p]):
                a, q, n = adr[k], row[k], d.run_rownum[k]
                f = force[q]
                if n == 1:
                    s0, s1, s2, s3 = s0 + J[a, 0] * f, s1 + J[a, 1] * f, s2 + J[a, 2] * f, s3 + J[a, 3] * f
                else:
                    b, c = a + min(2, n - 1), a + n - 1
                    g, h, e = force[q + 1], force[q + 2] if n > 2 else 0.0, force[q + 3] if n > 3 else 0.0
                    t0 += (J[a, 0] * f + J[a + 1, 0] * g) + (J[b, 0] * h + J[c, 0] * e)
                    t1 += (J[a, 1] * f + J[a + 1, 1] * g) + (J[b, 1] * h + J[c, 1] * e)
                    t2 += (J[a, 2] * f + J[a + 1, 2] * g) + (J[b, 2] * h + J[c, 2] * e)
                    t3 += (J[a, 3] * f + J[a + 1, 3] * g) + (J[b, 3] * h + J[c, 3] * e)
            result[p] += s0 + t0
            result[p + 1] += s1 + t1
            result[p + 2] += s2 + t2
            result[p + 3] += s3 + t3
