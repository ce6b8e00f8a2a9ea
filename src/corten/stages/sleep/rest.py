"""Falling asleep at the end of a step, and moving on without those who sleep.

`fall_asleep` stands before the state moves on. If it puts trees to sleep it stops the plan with FELL_ASLEEP: their
velocity is zero now, so everything that depends on velocities is computed again before the step is finished. That is
the business of `rest_stages`, which take the place of the rest of the step.
"""

from corten.constants import WIDE_AWAKE
from corten.enums import DisableBit
from corten.runtime import helper, stage
from corten.stages.integrate.advance import advance_activations, advance_joint
from corten.stages.sleep.awake import list_awake
from corten.stages.sleep.wake import is_at_rest, is_left_alone

# status with which a plan stops where trees fell asleep; no StepErrorKind
FELL_ASLEEP = 255


@stage
def fall_asleep(m, d):
    """Count the steps that each tree is slow; put islands to sleep whose trees are all ready.

    A tree is slow if |qvel| dof_length is below opt_sleep_tolerance for all of its dofs.

    reads:  m.dof_length m.tree_bodyadr d.nefc d.nisland d.qfrc_applied d.qvel d.tree_asleep d.tree_island
    writes: d.qacc d.qvel d.tree_asleep d.tree_degree
    """
    # rows without islands: nobody knows who is tied to whom
    if d.nefc > 0 and (m.opt_disableflags & DisableBit.ISLAND) != 0:
        return 0
    count_rest(m, d)
    if put_to_sleep(m, d) > 0:
        return FELL_ASLEEP + 0
    return 0


@stage
def advance_awake(m, d):
    """Advance the state by one time step as `advance` does, but only that of trees that are awake.

    reads:  m.jnt_type d.time d.qpos d.qvel d.act d.act_dot d.qacc d.tree_awake
    writes: d.time d.qpos d.qvel d.act d.qacc_warmstart
    """
    advance_activations(m, d.act, d.act_dot)
    move_awake(m, d)


@stage
def advance_memory(m, d):
    """Advance activations, before forces are computed again.

    reads:  m.actuator_dyntype m.actuator_dynprm m.actuator_group d.act d.act_dot
    writes: d.act
    """
    advance_activations(m, d.act, d.act_dot)


@stage
def advance_motion(m, d):
    """Let those who fell asleep sleep, and advance velocities and positions of the others, and time.

    reads:  m.jnt_type m.jnt_qposadr m.jnt_dofadr d.time d.qpos d.qvel d.qacc d.tree_asleep
    writes: d.time d.qpos d.qvel d.qacc_warmstart d.body_awake d.body_awake_ind
    """
    list_awake(m, d)
    move_awake(m, d)


@helper
def move_awake(m, d):
    """Advance velocities and positions of all trees that are awake, and time; keep qacc for the next solve."""
    h, awake, treeid, qvel = m.opt_timestep, d.tree_awake, m.dof_treeid, d.qvel

    for i in range(m.nv):
        if awake[treeid[i]] != 0:
            qvel[i] += h * d.qacc_step[i]
    for j in range(m.njnt):
        if awake[treeid[m.jnt_dofadr[j]]] != 0:
            advance_joint(m, j, d.qpos, qvel, h)
    d.time = d.time + h
    for i in range(m.nv):
        d.qacc_warmstart[i] = d.qacc[i]


@helper
def count_rest(m, d):
    """Count up tree_asleep of trees that are slow and left alone, up to -1; the others are wide awake."""
    asleep = d.tree_asleep

    for t in range(m.ntree):
        if asleep[t] < 0:
            if is_left_alone(m, d, t) and is_slow(m, d, t):
                asleep[t] = min(asleep[t] + 1, -1)
            else:
                asleep[t] = WIDE_AWAKE + 0


@helper
def is_slow(m, d, tree):
    """Tell whether a tree is below the tolerance for sleep; a tolerance of 0 asks for zeros to the bit."""
    tolerance = m.opt_sleep_tolerance
    if tolerance == 0.0:
        return is_at_rest(m, d, tree)
    fastest = 0.0
    for i in range(m.tree_dofadr[tree], m.tree_dofadr[tree] + m.tree_dofnum[tree]):
        fastest = max(fastest, m.dof_length[i] * abs(d.qvel[i]))
    return fastest < tolerance


@helper
def put_to_sleep(m, d):
    """Put to sleep islands whose trees are all ready, and ready trees without constraints; return how many trees.

    The trees of an island point to each other in ascending order, the last one to the first.
    """
    asleep, island, ready, slept = d.tree_asleep, d.tree_island, d.tree_degree, 0
    tied = d.nefc > 0 and d.nisland > 0

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
                lay_down(m, d, t, t)
                slept += 1
            elif ready[island[t]] == 1:
                slept += lay_down_island(m, d, t)
    return slept


@helper
def lay_down_island(m, d, first):
    """Put all trees of an island to sleep, of which `first` is the first; return how many."""
    island = d.tree_island

    count = 1
    last = first + 0
    for t in range(first + 1, m.ntree):
        if island[t] == island[first]:
            lay_down(m, d, last, t)
            last = t + 0
            count += 1
    lay_down(m, d, last, first)
    return count


@helper
def lay_down(m, d, tree, following):
    """Put a tree to sleep: its velocity and acceleration are zero now."""
    d.tree_asleep[tree] = following
    for i in range(m.tree_dofadr[tree], m.tree_dofadr[tree] + m.tree_dofnum[tree]):
        d.qvel[i] = 0.0
        d.qacc[i] = 0.0
