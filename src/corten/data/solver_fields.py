"""Fields of Data for constraint islands and their solvers.

An island is a set of kinematic trees that constraints tie together. `idof` is the index of a dof within its island, in
the order in which the Hessian is factored. `iefc_` fields hold rows in the order of islands, as MuJoCo's do; `primal_`
and `dof_` fields are over the dofs. A group is the rows of one contact or equality, with the same dofs: at most 6.
"""

from corten.constants import NISLAND
from corten.data import blocks
from corten.runtime.fields import F8, I4, Field, Size, in_block
from corten.runtime.scratch import Room

# room for statistics of single iterations is made on request only
STATISTICS_SIZES = (
    Size("nstatisland", "islands of which each iteration of the solver is recorded"),
    Size("nstatiter", "iterations that are recorded of each of them"),
)

CAPACITIES = (Room("maxY", "room for blocks of the scaled Jacobian Y", counted_by="nY"),)

ISLANDS = (
    *in_block(
        blocks.RESULTS,
        Field("nisland", I4, (), "constraint islands"),
        Field("tree_island", I4, ("ntree",), "island of each tree, -1 for none"),
        Field("island_missed", I4, ("ntree",), "1 where the solver stopped before it met its tolerance, by island"),
    ),
    *in_block(
        blocks.WORK,
        Field("island_dofadr", I4, ("ntree",), "first entry of island_dof of each island"),
        Field("efc_island", I4, ("maxefc",), "island of each row, -1 for none"),
    ),
)

VECTORS = in_block(
    blocks.WORK,
    Field("iefc_D", F8, ("maxefc",), "constraint mass"),
    Field("iefc_R", F8, ("maxefc",), "regularisation"),
    Field("iefc_frictionloss", F8, ("maxefc",), "friction loss"),
    Field("iefc_state", I4, ("maxefc",), "ConstraintState"),
    Field("iefc_force", F8, ("maxefc",), "constraint force"),
)

STATISTICS = (
    *in_block(
        blocks.DIAGNOSTICS,
        Field("solver_fwdinv", F8, (2,), "difference of forward and inverse dynamics: constraint force, applied force"),
        Field("solver_nfallback", I4, (), "islands that were solved again by PGS since the reset"),
        Field("solver_niter", I4, (NISLAND,), "iterations of each island"),
        Field("solver_improvement", F8, ("nstatisland", "nstatiter"), "scaled decrease of the cost"),
        Field("solver_gradient", F8, ("nstatisland", "nstatiter"), "scaled norm of the gradient"),
        Field("solver_nactive", I4, ("nstatisland", "nstatiter"), "active rows"),
        Field("solver_nchange", I4, ("nstatisland", "nstatiter"), "rows that changed their state"),
        Field("solver_neval", I4, ("nstatisland", "nstatiter"), "evaluations of the line search"),
    ),
)

# how much room was needed outlives the step that ran out of it
ROOM = in_block(
    blocks.RESULTS,
    Field("nY", I4, (), "blocks of the scaled Jacobian Y"),
)

SOLVER = ISLANDS + VECTORS + STATISTICS + ROOM
