"""Fields of Data for constraint islands and their solvers.

An island is a set of kinematic trees that constraints tie together. `idof` is the index of a dof within its island, in
the order in which the Hessian is factored. `iefc_` fields hold rows in the order of islands, as MuJoCo's do; `primal_`
and `dof_` fields are over the dofs. A group is the rows of one contact or equality, with the same dofs: at most 6.
"""

from corten.constants import NISLAND
from corten.data import blocks
from corten.runtime.fields import F8, I4, Field, Size, in_block
from corten.runtime.scratch import Room
from corten.stages.solver.line_terms import LINE_CHUNK

# room for statistics of single iterations is made on request only
STATISTICS_SIZES = (
    Size("nstatisland", "islands of which each iteration of the solver is recorded"),
    Size("nstatiter", "iterations that are recorded of each of them"),
)

PADDED_SIZES = (
    Room("nv_pad", "degrees of freedom, rounded up to whole blocks of four", first=lambda model: -model.nv // 4 * -4),
    Room(
        "nblockL",
        "blocks of four degrees of freedom where factors are in panels, else 0",
        first=lambda model: (model.nv + 3) // 4 if model.nelim else 0,
    ),
    Room(
        "ntreeL",
        "trees where factors are in panels, else 0",
        first=lambda model: model.ntree if model.nelim else 0,
    ),
)

CAPACITIES = (
    Room("maxJblock", "room for blocks of the constraint Jacobian", counted_by="nJblock", first=16),
    Room("maxJrun", "room for rows in runs of the constraint Jacobian", counted_by="nJrun", first=16),
    Room("maxH", "room for entries of the Hessian's envelope", counted_by="nH", first=16),
    Room(
        "maxL",
        "room for entries of factors in panels",
        counted_by="nL",
        first=lambda model: 16 if model.nelim else 0,
    ),
    Room(
        "maxrunL",
        "room for runs of factors in panels",
        counted_by="nrunL",
        first=lambda model: 16 if model.nelim else 0,
    ),
    Room("maxY", "room for blocks of the scaled Jacobian Y", counted_by="nY"),
)

ISLANDS = (
    *in_block(
        blocks.RESULTS,
        Field("nisland", I4, (), "constraint islands"),
        Field("tree_island", I4, ("ntree",), "island of each tree, -1 for none"),
        Field("island_missed", I4, ("ntree",), "1 where the solver stopped before it met its tolerance, by island"),
    ),
    *in_block(
        blocks.WORK,
        Field("tree_order", I4, ("ntree",), "trees by island, each island in its order of elimination"),
        Field("tree_degree", I4, ("ntree",), "scratch: neighbours of each tree"),
        Field("tree_link", I4, ("ntree",), "scratch: union-find parent of each tree"),
        Field("tree_edgeend", I4, ("ntree",), "scratch: first entry of edge_target behind the neighbours of each tree"),
        Field("island_key", I4, ("ntree",), "scratch: the trees of each island and their order, in one number"),
        Field("tree_rank", I4, ("ntree",), "scratch: when each tree of an island is eliminated"),
        Field("tree_first", I4, ("ntree",), "scratch: the first of the trees that the envelope ties to each"),
        Field("island_work", F8, ("ntree", 2), "scratch: what factors of each island cost in two orders of its trees"),
        Field("island_cursor", I4, ("ntree",), "scratch: trees of each island that have been met"),
        Field("edge_tree", I4, ("maxefc", 2), "scratch: trees that a row ties together"),
        Field("edge_target", I4, ("maxefc", 2), "scratch: neighbours of all trees, by tree"),
        Field("island_treeadr", I4, ("ntree",), "first entry of tree_order of each island"),
        Field("island_treenum", I4, ("ntree",), "number of trees of each island"),
        Field("island_dofadr", I4, ("ntree",), "first entry of island_dof of each island"),
        Field("island_dofnum", I4, ("ntree",), "number of dofs of each island"),
        Field("island_dof", I4, ("nv",), "dof of each idof, by island"),
        Field("dof_idof", I4, ("nv",), "idof of each dof"),
        Field("island_rowadr", I4, ("ntree",), "first row of each island in island order"),
        Field("island_rownum", I4, ("ntree",), "number of rows of each island"),
        Field("island_row", I4, ("maxefc",), "constraint row at each position of island order"),
        Field("efc_island", I4, ("maxefc",), "island of each row, -1 for none"),
    ),
)

VECTORS = in_block(
    blocks.WORK,
    Field("primal_Ma", F8, ("nv",), "M qacc"),
    Field("dof_x", F8, ("nv",), "scratch: a vector of an island while it is multiplied or solved with M, by dof"),
    Field("dof_Mx", F8, ("nv",), "scratch: M times that vector, by dof"),
    Field("primal_grad", F8, ("nv",), "conjugate gradients in the metric: residual"),
    Field("primal_Mgrad", F8, ("nv",), "conjugate gradients in the metric: preconditioned residual"),
    Field("primal_search", F8, ("nv",), "conjugate gradients in the metric: search direction"),
    Field("primal_Mv", F8, ("nv",), "conjugate gradients in the metric: metric times search"),
    Field("idof_qacc", F8, ("nv_pad",), "acceleration, by idof"),
    Field("idof_qacc_smooth", F8, ("nv_pad",), "scratch: qacc_smooth, by idof"),
    Field("idof_qvel", F8, ("nv_pad",), "scratch: qvel, by idof"),
    Field("idof_Ma", F8, ("nv_pad",), "M qacc, by idof"),
    Field("idof_smooth", F8, ("nv_pad",), "all forces but those of constraints, by idof"),
    Field("idof_force", F8, ("nv_pad",), "J' force, by idof"),
    Field("idof_grad", F8, ("nv_pad",), "gradient M qacc - smooth - J' force, by idof"),
    Field("idof_Mgrad", F8, ("nv_pad",), "preconditioned gradient, by idof"),
    Field("idof_search", F8, ("nv_pad",), "search direction, by idof"),
    Field("idof_Mv", F8, ("nv_pad",), "M search, by idof"),
    Field("idof_grad_change", F8, ("nv_pad",), "change of the gradient in an iteration, by idof"),
    Field("idof_Mgrad_change", F8, ("nv_pad",), "change of the preconditioned gradient in an iteration, by idof"),
    Field("iefc_J_blockadr", I4, ("maxefc",), "Jacobian of an island: first block of each row"),
    Field("iefc_J_blocknum", I4, ("maxefc",), "Jacobian of an island: blocks of each row"),
    Field("iefc_J_shared", I4, ("maxefc",), "Jacobian of an island: first block of the first row with the same blocks"),
    Field("iefc_J_block", I4, ("maxJblock",), "Jacobian of an island: four idofs of each block, ascending in a row"),
    Field("iefc_J", F8, ("maxJblock", 4), "Jacobian of an island: values"),
    Field("block_slot", I4, ("nv_pad",), "scratch: where a block stands among those of its group of rows"),
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
    Field("idof_M", F8, ("nv_pad",), "diagonal of M, by idof"),
    Field("idof_M_inv", F8, ("nv_pad",), "1 / D of the factors of M, by idof"),
    Field("full_tree", I4, ("ntree",), "trees of an island of which M has more than a diagonal"),
    Field("nfulltree", I4, (), "number of these"),
    Field("iefc_jar", F8, ("maxefc",), "J qacc - aref"),
    Field("iefc_jv", F8, ("maxefc",), "J search"),
    Field("iefc_jar_smooth", F8, ("maxefc",), "scratch: J qacc_smooth - aref"),
    Field("iefc_vel", F8, ("maxefc",), "scratch: J qvel, in the order in which rows stand in lanes"),
    Field("iefc_D", F8, ("maxefc",), "constraint mass"),
    Field("iefc_R", F8, ("maxefc",), "regularisation"),
    Field("iefc_frictionloss", F8, ("maxefc",), "friction loss"),
    Field("iefc_kind", I4, ("maxefc",), "how the row's cost is shaped"),
    Field("iefc_bound", F8, ("maxefc",), "J qacc - aref below which the row acts, where its cost is a parabola"),
    Field("iefc_dim", I4, ("maxefc",), "rows of an elliptic contact"),
    Field("iefc_friction", F8, ("maxefc",), "elliptic contacts: mu in the first row, then friction coefficients"),
    Field("iefc_state", I4, ("maxefc",), "ConstraintState"),
    Field("iefc_state_before", I4, ("maxefc",), "ConstraintState of the last iteration"),
    Field("iefc_force", F8, ("maxefc",), "constraint force"),
    Field(
        "iefc_quad", F8, ("maxefc", 3), "elliptic contacts: constant, linear and quadratic part of the cost if pressed"
    ),
    Field("iefc_cone", F8, ("maxefc", 8), "elliptic contacts along the search direction, in their first row"),
    Field("iefc_nactive", I4, (), "rows that are not satisfied"),
    Field("iefc_ncone", I4, (), "rows within a cone"),
    Field("iefc_nspecial", I4, (), "0 if no row has friction loss or an elliptic cone"),
    Field("line_gain", F8, (), "line search: decrease of the cost"),
    Field("line_evaluations", I4, (), "line search: evaluations"),
    Field("line_limit", I4, (), "line search: most evaluations"),
    Field("line_wide", I4, (), "line search: 1 where no environment shares instructions with others"),
    Field("term_change", F8, (LINE_CHUNK,), "scratch: change of the constant part of the cost of each row"),
    Field("term_slope", F8, (LINE_CHUNK,), "scratch: slope of the cost of each row"),
    Field("term_curvature", F8, (LINE_CHUNK,), "scratch: half of the curvature of the cost of each row"),
    Field("line_row", I4, (), "line search: first row that may change its zone; those before act everywhere"),
)

HESSIAN = in_block(
    blocks.WORK,
    Field("idof_first", I4, ("nv",), "scratch: first idof that M ties to each"),
    Field("hessian_first", I4, ("nv_pad",), "first block of each block row of the lower triangle"),
    Field("hessian_adr", I4, ("nv_pad",), "entry (4 i + r, c) stands at hessian_adr[i] + 4 c + r"),
    Field("dof_hessian", I4, ("nv",), "entry (idof of a dof, c) stands at dof_hessian[i] + 4 c"),
    Field("hessian", F8, ("maxH",), "Hessian without elliptic cones, by block rows of the lower triangle"),
    Field("hessian_peak", F8, ("nv_pad",), "largest that each entry of its diagonal was since it was set anew"),
    Field("hessian_factor", F8, ("maxH",), "factor L of the Hessian L D L', likewise"),
    Field("hessian_diag_inv", F8, ("nv_pad",), "1 / D"),
    Field("hessian_ncone", I4, (), "cones that the factor has in it"),
    Field("hessian_rows", F8, (), "blocks of the envelope"),
    Field("hessian_work", F8, (), "sum of squares of the blocks of each block row"),
    Field("update_rows", F8, ("nv_pad", 12), "scratch: four rows that the factor is changed by, what is left, shares"),
    Field("update_weight", F8, (4,), "scratch: weights of these rows"),
    Field("group_entry", I4, (4,), "scratch: first block of each of four rows that are added to the Hessian"),
    Field("group_weight", F8, (6, 6), "scratch: weights of these rows"),
    Field("group_slope", F8, (6,), "scratch: J qacc - aref of these rows times friction"),
    Field("group_scaled", F8, (7, 4), "scratch: one block of the weighted rows"),
)

# a run: the blocks that a block row has in a panel, from one of them to the last
PANELS = in_block(
    blocks.WORK,
    Field("tree_panel", I4, ("ntreeL",), "panel of each tree, nelim for those that carry no flex"),
    Field("npanel", I4, (), "panels of an island"),
    Field("block_panel", I4, ("nblockL",), "panel of each block row of an island"),
    Field("panel_begin", I4, ("nblockL",), "first block of each panel"),
    Field("panel_end", I4, ("nblockL",), "first block behind each panel"),
    Field("panel_next", I4, ("nblockL",), "first block row behind each panel that has a run in it, -1 for none"),
    Field("panel_low", I4, ("nblockL",), "scratch: first block of each panel that a change concerns"),
    Field("panel_list", I4, ("nblockL",), "scratch: first of the listed runs in each panel"),
    Field("panel_size", I4, ("nblockL",), "blocks of all runs in each panel"),
    Field(
        "panel_row", I4, ("nblockL",), "scratch: last block row that has a run in each panel, while factors are made"
    ),
    Field("panel_change", I4, ("nblockL",), "scratch: last change of the factors that concerns each panel"),
    Field("panel_run", I4, ("nblockL",), "scratch: run of that block row in each panel"),
    Field("block_first", I4, ("nblockL",), "first block of each block row in its own panel"),
    Field("block_list", I4, ("nblockL",), "scratch: first of the listed runs of each block row"),
    Field("block_mark", I4, ("nblockL",), "scratch: run of each block row in the parent of a panel, -1 for none"),
    Field("block_runadr", I4, ("nblockL",), "first run of each block row"),
    Field("block_runend", I4, ("nblockL",), "first run behind those of each block row; the last is in its own panel"),
    Field("listed_row", I4, ("maxrunL",), "scratch: block row of each listed run"),
    Field("listed_panel", I4, ("maxrunL",), "scratch: panel of each listed run"),
    Field("listed_first", I4, ("maxrunL",), "scratch: first block of each listed run"),
    Field("listed_after", I4, ("maxrunL",), "scratch: next run in the same panel"),
    Field("listed_beside", I4, ("maxrunL",), "scratch: next run of the same block row"),
    Field("nlisted", I4, (), "scratch: listed runs"),
    Field("runL_panel", I4, ("maxrunL",), "panel of each run, ascending in a block row"),
    Field("runL_first", I4, ("maxrunL",), "first block of each run"),
    Field("runL_adr", I4, ("maxrunL",), "entry (4 i + r, c) of block row i stands at runL_adr + 4 c + r"),
    Field("panel_factor", F8, ("maxL",), "Hessian of an island, then its factor L, in runs"),
    Field("panel_entries", I4, (), "entries of all runs of an island"),
    Field("panel_work", F8, (), "products of blocks that factors take"),
    Field("panel_diag", F8, ("nblockL", 4), "diagonal of the Hessian"),
)

# Y = J inv(sqrt(M)), so that A = J inv(M) J' is Y Y': dual solvers keep Y' force and never the whole of A
DUAL = in_block(
    blocks.WORK,
    Field("Y_values", F8, ("maxY", 4), "scaled Jacobian Y: values, four idofs in a block"),
    Field("Y_block", I4, ("maxY",), "scaled Jacobian Y: number of each block, ascending in a row"),
    Field("Y_rowadr", I4, ("maxefc",), "scaled Jacobian Y: first block of each row"),
    Field("Y_listadr", I4, ("maxefc",), "scaled Jacobian Y: first number, shared by the rows of a contact or equality"),
    Field("Y_rownum", I4, ("maxefc",), "scaled Jacobian Y: blocks of each row"),
    Field("dual_diag", F8, ("maxefc",), "diagonal of A"),
    Field("dual_A", F8, ("maxefc", 6), "A between a row and its elliptic contact, or its pair of pyramid edges"),
    Field("dual_order", I4, ("maxefc",), "first rows of scalar constraints and elliptic contacts, as they are visited"),
    Field("dual_force_before", F8, ("maxefc",), "force before the extrapolation by momentum"),
    Field("dual_force_ahead", F8, ("maxefc",), "force after the extrapolation by momentum"),
    Field("dual_sqrt_diag_inv", F8, ("nv",), "1 / square root of D, where M = L' D L"),
    Field("dual_motion", F8, ("nv_pad",), "Y' force of an island, by idof"),
    Field("dual_motion_before", F8, ("nv_pad",), "Y' force before the extrapolation by momentum, by idof"),
    Field("dual_stiffness_inv", F8, ("maxefc",), "1 / (A + R) on the diagonal"),
    Field("dual_dof_row", I4, ("nv",), "scratch: last row that has each dof"),
    Field("dual_dof", I4, ("nv",), "scratch: dofs of a row and those between them and the root, ascending in a tree"),
    Field("dual_row", F8, ("nv", 4), "scratch: rows of the Jacobian while they are scaled, by dof"),
    Field("dual_product", F8, ("nv",), "scratch: inv(M) J' force"),
    Field("dual_gradient", F8, (6,), "scratch: slope of the dual cost by the forces of a contact"),
    Field("dual_group_force", F8, (6,), "scratch: forces of a contact before their change"),
    Field("dual_curvature", F8, (6, 6), "scratch: curvature of the dual cost by the forces of a contact"),
    Field("dual_friction_slope", F8, (5,), "scratch: slope by the friction forces where they are zero"),
    Field("dual_friction_force", F8, (5,), "scratch: friction forces that are tried"),
    Field("dual_friction_factor", F8, (25,), "scratch: Cholesky factor of the curvature by friction forces"),
    Field("dual_friction_solution", F8, (5,), "scratch: solution of a system with that factor"),
)

STATISTICS = (
    *in_block(
        blocks.WORK,
        Field("forward_constraint", F8, ("nv",), "scratch: constraint force of forward dynamics"),
        Field("forward_force", F8, ("maxefc",), "scratch: row forces of forward dynamics"),
        Field("forward_state", I4, ("maxefc",), "scratch: row states of forward dynamics"),
    ),
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
    Field("nJrun", I4, (), "rows in runs of the constraint Jacobian, of the island that has most"),
    Field("nJblock", I4, (), "blocks of the constraint Jacobian, of the island that has most"),
    Field("nH", I4, (), "entries of the Hessian's envelope"),
    Field("nL", I4, (), "entries of factors in panels"),
    Field("nrunL", I4, (), "runs of factors in panels"),
    Field("nY", I4, (), "blocks of the scaled Jacobian Y"),
)

SOLVER = ISLANDS + VECTORS + HESSIAN + PANELS + DUAL + STATISTICS + ROOM
