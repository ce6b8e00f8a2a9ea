"""Falling asleep at the end of a step, and moving on without those who sleep.

`fall_asleep` stands before the state moves on. The velocity of trees that it puts to sleep is zero now, so all that
depends on velocities is computed again in such steps, before positions move on: a group of stages that is passed over
where `nobody_fell_asleep`.
"""

from corten.constants import WIDE_AWAKE
from corten.enums import DisableBit
from corten.runtime import IntArray, helper, stage
from corten.runtime.fields import I4, Field
from corten.runtime.scratch import scratch
from corten.stages.integrate.advance import advance_activations, advance_joint, advance_time
from corten.stages.metric.couplings import in_metric
from corten.stages.sleep import is_left_alone, is_still, list_awake
from corten.stages.solver.couplings import find_root, unite_coupled_trees

SCRATCH = scratch(
    Field("ntree_slept", I4, (), "trees that fell asleep in this step"),
    lasting=True,
)


@stage
def keep_elastic_awake(m, d) -> None:
    """Keep flexes awake that only elastic forces hold together, where these are explicit: no island knows of them.

    Their trees are put a step further from sleep than wide awake, which the count of slow steps makes good.
    """
    for f in range(m.nflex):
        elastic = m.flex_stiffnessadr[f] >= 0 or m.flex_bendingadr[f] >= 0
        if elastic and m.flex_rigid[f] == 0 and m.flex_edgeequality[f] == 0:
            if m.flex_interp[f] != 0:
                keep_awake(m, d, m.flex_nodebodyid, m.flex_nodeadr[f], m.flex_nodenum[f])
            else:
                keep_awake(m, d, m.flex_vertbodyid, m.flex_vertadr[f], m.flex_vertnum[f])


@stage
def tie_twists(m, d) -> None:
    """Let rods sleep as a whole: their twists stay awake with them, or belong to the island of their vertices."""
    for f in range(m.nflex):
        first = m.flex_rodadr[f]
        if first >= 0:
            island = -1
            for i in range(m.flex_vertadr[f], m.flex_vertadr[f] + m.flex_vertnum[f]):
                tree = m.body_treeid[m.flex_vertbodyid[i]]
                if tree >= 0:
                    island = max(island, d.tree_island[tree])
            for e in range(first, first + m.flex_edgenum[f]):
                if m.rodedge_jntid[e] >= 0:
                    twist = m.body_treeid[m.jnt_bodyid[m.rodedge_jntid[e]]]
                    if m.flex_edgeequality[f] == 0:
                        d.tree_asleep[twist] = WIDE_AWAKE - 1
                    else:
                        d.tree_island[twist] = max(d.tree_island[twist], island)


@stage
def tie_coupled(m, d) -> None:
    """Let trees sleep together that the metric couples where no row ties them: they are islands, too, as in MuJoCo."""
    link, island = d.tree_link, d.tree_island

    # without rows nobody has looked for islands in this step
    if d.nefc == 0:
        d.nisland = 0
    for t in range(m.ntree):
        link[t] = t
        if d.nefc == 0:
            island[t] = -1
    unite_coupled_trees(m, d)
    for t in range(m.ntree):
        root = find_root(link, t)
        if root != t and d.tree_asleep[t] < 0 and island[t] < 0:
            if island[root] < 0:
                island[root] = d.nisland
                d.nisland += 1
            island[t] = island[root]


@stage
def fall_asleep(m, d) -> None:
    """Count the steps that each tree is slow; put islands to sleep whose trees are all ready.

    A tree is slow if |qvel| dof_length is below opt_sleep_tolerance for all of its dofs.
    """
    d.ntree_slept = 0
    # rows without islands: nobody knows who is tied to whom
    if d.nefc == 0 or (m.opt_disableflags & DisableBit.ISLAND) == 0:
        count_slow_steps(m, d)
        d.ntree_slept = put_ready_to_sleep(m, d)


@stage
def nobody_fell_asleep(m, d) -> int:
    """Return 1 if no tree fell asleep in this step."""
    return 1 if d.ntree_slept == 0 else 0


@stage
def advance_act(m, d) -> None:
    """Advance activations by one time step."""
    advance_activations(m, d, d.act_dot)


@stage
def advance_awake(m, d) -> None:
    """Advance velocities and positions as `advance` does, but only those of trees that stay awake, and time."""
    h, awake, treeid, qvel = m.opt_timestep, d.tree_awake, m.dof_treeid, d.qvel

    if d.ntree_slept > 0:
        list_awake(m, d)
    for i in range(m.nv):
        if awake[treeid[i]] != 0:
            qvel[i] += h * d.qacc_step[i]
    for j in range(m.njnt):
        if awake[treeid[m.jnt_dofadr[j]]] != 0:
            advance_joint(m, j, d.qpos, qvel, h)
    advance_time(d, d.time, h)
    for i in range(m.nv):
        d.qacc_warmstart[i] = d.qacc[i]


@helper
def keep_awake(m, d, bodies: IntArray, first: int, count: int) -> None:
    """Keep the trees awake that some bodies of a list belong to."""
    for i in range(first, first + count):
        tree = m.body_treeid[bodies[i]]
        if tree >= 0:
            d.tree_asleep[tree] = WIDE_AWAKE - 1


@helper
def count_slow_steps(m, d) -> None:
    """Count up tree_asleep of trees that are slow and left alone, up to -1; the others are wide awake."""
    asleep = d.tree_asleep

    for t in range(m.ntree):
        if asleep[t] < 0:
            if is_left_alone(m, d, t) and is_slow(m, d, t):
                asleep[t] = min(asleep[t] + 1, -1)
            else:
                asleep[t] = WIDE_AWAKE


@helper
def is_slow(m, d, tree: int) -> bool:
    """Tell whether a tree is below the tolerance for sleep; a tolerance of 0 asks for zeros to the bit."""
    tolerance = m.opt_sleep_tolerance
    if tolerance == 0.0:
        return is_still(m, d, tree)
    fastest = 0.0
    for i in range(m.tree_dofadr[tree], m.tree_dofadr[tree] + m.tree_dofnum[tree]):
        fastest = max(fastest, m.dof_length[i] * abs(d.qvel[i]))
    return fastest < tolerance


@helper
def put_ready_to_sleep(m, d) -> int:
    """Put to sleep islands whose trees are all ready, and ready trees without constraints; return how many trees.

    The trees of an island point to each other in ascending order, the last one to the first.
    """
    asleep, island, ready, slept = d.tree_asleep, d.tree_island, d.tree_degree, 0
    tied = d.nisland > 0 and (d.nefc > 0 or in_metric(m))

    # 1 where all trees of an island are ready
    if tied:
        for k in range(d.nisland):
            ready[k] = 1
        for t in range(m.ntree):
            if island[t] >= 0 and asleep[t] != -1:
                ready[island[t]] = 0
    for t in range(m.ntree):
        if asleep[t] == -1:
            if not tied or island[t] < 0:
                put_tree_to_sleep(m, d, t, t)
                slept += 1
            elif ready[island[t]] == 1:
                slept += put_island_to_sleep(m, d, t)
    return slept


@helper
def put_island_to_sleep(m, d, first: int) -> int:
    """Put all trees of an island to sleep, of which `first` is the first; return how many."""
    island = d.tree_island

    count = 1
    last = first
    for t in range(first + 1, m.ntree):
        if island[t] == island[first]:
            put_tree_to_sleep(m, d, last, t)
            last = t
            count += 1
    put_tree_to_sleep(m, d, last, first)
    return count


@helper
def put_tree_to_sleep(m, d, tree: int, following: int) -> None:
    """Put a tree to sleep: its velocity and acceleration are zero now."""
    d.tree_asleep[tree] = following
    for i in range(m.tree_dofadr[tree], m.tree_dofadr[tree] + m.tree_dofnum[tree]):
        d.qvel[i] = 0.0
        d.qacc[i] = 0.0
