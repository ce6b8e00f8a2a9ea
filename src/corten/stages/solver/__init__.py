"""Constraint solvers: from rows and smooth accelerations to constraint forces and accelerations.

All of them minimise one convex cost (Todorov 2014, "Convex and analytically-invertible dynamics with contacts and
constraints"), over accelerations a or, with the same solution, over the forces f of the rows:

    primal    (a - a0)' M (a - a0) / 2 + sum of s_i(x_i),    x = J a - aref,  a0 = qacc_smooth
    dual      f' (A + R) f / 2 + f' b  within bounds and cones,    A = J inv(M) J',  b = J a0 - aref

    f_i = -s_i'(x_i)    s_i: D x^2 / 2 where row i acts; bounded by friction loss; one cost for a whole elliptic cone

    rows -> islands -> start -+-> newton -----------------+-> (noslip) -> qacc, efc_force
                              +-> cg -> (pgs_fallback) ---+
                              +-> Y -> pgs ---------------+

    islands.py warm_start.py rows.py                                the problem of an island, and where to begin
    newton.py hessian.py                                            second order, primal
    newton_supernodal.py supernodal_*.py                            the same for many vertices of flexes
    newton_many_trees.py minimum_degree.py trees_*.py               the same for heaps of bodies
    cg.py row_runs.py                                               first order, primal
    primal.py line_search.py line_terms.py                          what Newton and CG share
    pgs.py pgs_single_tree.py pgs_lanes.py delassus.py dual.py noslip.py    first order, dual

Islands are solved one after the other. Within one, dofs are numbered by `idof` and rows stand in island order.
"""

from collections.abc import Collection

from corten.enums import Integrator, SolverType
from corten.model import Model
from corten.runtime.kernel import Stage
from corten.runtime.plan import unless
from corten.stages.constraint import complete_jacobian, has_lane_islands, has_single_tree, single_island
from corten.stages.inertia import complete_mass, has_long_single_tree
from corten.stages.metric import coupled_constraint_acceleration, has_couplings
from corten.stages.solver.cg import cg
from corten.stages.solver.delassus import make_efc_Y
from corten.stages.solver.dual import finish_dual
from corten.stages.solver.islands import find_islands
from corten.stages.solver.minimum_degree import find_many_islands
from corten.stages.solver.newton import newton, newton_lanes, newton_single_tree
from corten.stages.solver.newton_articulated import newton_articulated
from corten.stages.solver.newton_many_trees import newton_many_trees
from corten.stages.solver.newton_supernodal import find_flex_islands, newton_supernodal
from corten.stages.solver.noslip import noslip
from corten.stages.solver.pgs import NUMERIC, pgs, pgs_fallback, wants_fallback
from corten.stages.solver.pgs_single_tree import has_dual_tree, pgs_single_tree
from corten.stages.solver.trees_pattern import may_have_many_trees
from corten.stages.solver.warm_start import dual_start, finish_single_tree, finish_solver, warm_start, warm_start_lanes
from corten.stages.variants import Variant, Variants, always

__all__ = [
    "FINISH",
    "ISLANDS",
    "SOLVER",
    "cg",
    "dual_start",
    "find_flex_islands",
    "find_islands",
    "find_many_islands",
    "finish_dual",
    "finish_single_tree",
    "finish_solver",
    "is_solved_in_lanes",
    "is_solved_in_packs",
    "make_efc_Y",
    "may_fall_back",
    "newton",
    "newton_articulated",
    "newton_lanes",
    "newton_many_trees",
    "newton_single_tree",
    "newton_supernodal",
    "noslip",
    "pgs",
    "pgs_fallback",
    "pgs_single_tree",
    "single_island",
    "solver_stages",
    "warm_start",
    "warm_start_lanes",
]


def has_supernodes(model: Model) -> bool:
    """Tell whether Newton's method eliminates the vertices of flexes by nested dissection."""
    return model.nelim > 0 and model.opt_solver == SolverType.NEWTON


def has_many_trees(model: Model) -> bool:
    """Tell whether Newton's method eliminates the trees of large islands by minimum degree."""
    newton = model.opt_solver == SolverType.NEWTON and model.opt_integrator != Integrator.DISCRETE
    return may_have_many_trees(model) and newton


ISLANDS = Variants(
    "islands",
    Variant((), has_single_tree, "the only tree is the only island, found with its rows"),
    Variant((find_flex_islands,), has_supernodes, "trees of flexes come in the order of nested dissection"),
    Variant((single_island,), lambda model: model.ntree == 1, "the only tree is the only island"),
    Variant((find_many_islands,), has_many_trees, "trees of large islands come in the order of minimum degree"),
    Variant((find_islands,), always, "several trees"),
)

SOLVER = Variants(
    "solver",
    Variant(
        (newton_single_tree,),
        has_single_tree,
        "Newton, one tree of few dofs: all rows are one island, the same for all environments",
        packs=True,
    ),
    Variant(
        tuple(unless(newton_articulated, [complete_jacobian, complete_mass, warm_start, newton])),
        has_long_single_tree,
        "Newton, one long tree: the Hessian is factored as articulated bodies, where rows push single ones",
    ),
    Variant(
        (warm_start_lanes, newton_lanes),
        has_lane_islands,
        "Newton, a few trees of few dofs: environments that have the same islands solve them together",
        packs=True,
        lanes=True,
    ),
    Variant(
        (warm_start, newton_supernodal), has_supernodes, "Newton, many vertices: the Hessian is factored by supernodes"
    ),
    Variant(
        (warm_start, newton_many_trees),
        has_many_trees,
        "Newton, many trees: the Hessian of a large island is factored by supernodes",
    ),
    Variant(
        (warm_start, newton),
        lambda model: model.opt_solver == SolverType.NEWTON,
        "Newton, any model: the Hessian is factored in its envelope",
    ),
    Variant(
        (pgs_single_tree,),
        has_dual_tree,
        "PGS, one tree of few dofs, pyramids: environments with as many rows visit them in the same order, together",
        packs=True,
    ),
    Variant((dual_start, make_efc_Y, pgs), lambda model: model.opt_solver == SolverType.PGS, "PGS"),
    Variant((warm_start, cg, pgs_fallback), wants_fallback, f"CG, and PGS where it fails, for the numeric {NUMERIC!r}"),
    Variant((warm_start, cg), always, "CG"),
)

FINISH = Variants(
    "results of rows",
    Variant(
        (finish_single_tree,),
        lambda model: has_single_tree(model) or has_dual_tree(model),
        "rows of a single tree are in their order already",
    ),
    Variant((finish_solver,), always, "rows stand in the order of islands"),
)


def solver_stages(model: Model) -> list[Stage]:
    """Return the stages that solve the constraint problem, after the rows and the smooth acceleration."""
    stages = [*ISLANDS.pick(model).stages, *SOLVER.pick(model).stages]
    dual = model.opt_solver == SolverType.PGS and not has_dual_tree(model)
    if model.opt_noslip_iterations > 0:
        stages += [noslip] if dual else [make_efc_Y, noslip]
        dual = True
    if dual:
        stages.append(finish_dual)
    stages += FINISH.pick(model).stages
    # what a dual solver leaves out of the metric counts for the acceleration that its forces give
    if has_couplings(model) and (dual or may_fall_back(stages)):
        stages.append(coupled_constraint_acceleration)
    return stages


def is_solved_in_lanes(stages: Collection[Stage]) -> bool:
    """Tell whether the solver among some stages runs in lanes only."""
    solver = SOLVER.find(stages)
    return solver is not None and solver.lanes


def is_solved_in_packs(stages: Collection[Stage]) -> bool:
    """Tell whether the solver among some stages gains from packs of environments that are alike."""
    solver = SOLVER.find(stages)
    return solver is not None and solver.packs


def may_fall_back(stages: Collection[Stage]) -> bool:
    """Tell whether some stages solve islands again by PGS where conjugate gradients have not converged."""
    return pgs_fallback in stages
