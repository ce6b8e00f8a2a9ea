"""Constraint solvers: from rows and smooth accelerations to constraint forces and accelerations."""

from collections.abc import Collection

from corten.enums import SolverType
from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.constraint import has_forest, has_tree_rows, single_island
from corten.stages.metric import coupled_constraint_acceleration, has_couplings
from corten.stages.solver.cg import cg
from corten.stages.solver.delassus import whiten_rows
from corten.stages.solver.dual import finish_dual
from corten.stages.solver.dual_start import dual_start
from corten.stages.solver.fallback import fall_back, wants_fallback
from corten.stages.solver.finish import finish_solver, finish_tree
from corten.stages.solver.islands import find_islands
from corten.stages.solver.newton import newton
from corten.stages.solver.newton_forest import newton_forest
from corten.stages.solver.newton_panels import find_flex_islands, newton_panels
from corten.stages.solver.newton_tree import newton_tree
from corten.stages.solver.noslip import noslip
from corten.stages.solver.pgs import pgs
from corten.stages.solver.warm_start import warm_start

__all__ = [
    "cg",
    "dual_start",
    "fall_back",
    "find_flex_islands",
    "find_islands",
    "finish_dual",
    "finish_solver",
    "finish_tree",
    "is_solved_in_lanes",
    "is_solved_in_packs",
    "may_fall_back",
    "newton",
    "newton_forest",
    "newton_panels",
    "newton_tree",
    "noslip",
    "pgs",
    "single_island",
    "solver_stages",
    "warm_start",
    "whiten_rows",
]

SOLVERS = {
    SolverType.NEWTON: [warm_start, newton],
    SolverType.CG: [warm_start, cg],
    SolverType.CG_STRICT: [warm_start, cg],
    SolverType.PGS: [dual_start, whiten_rows, pgs],
}


def has_panels(model: Model) -> bool:
    """Tell whether Newton's method eliminates the vertices of flexes by nested dissection."""
    return model.nelim > 0 and model.opt_solver == SolverType.NEWTON


def solver_stages(model: Model) -> list[Stage]:
    """Return the stages that solve the constraint problem, after the rows and the smooth acceleration."""
    stages = [single_island if model.ntree == 1 else find_islands, *SOLVERS[SolverType(model.opt_solver)]]
    if has_tree_rows(model):
        stages = [newton_tree]
    elif has_forest(model):
        stages = [find_islands, warm_start, newton_forest]
    elif has_panels(model):
        stages = [find_flex_islands, warm_start, newton_panels]
    if wants_fallback(model):
        stages.append(fall_back)
    if model.opt_noslip_iterations > 0:
        stages += [noslip] if whiten_rows in stages else [whiten_rows, noslip]
    if whiten_rows in stages:
        stages.append(finish_dual)
    stages.append(finish_tree if has_tree_rows(model) else finish_solver)
    # what a dual solver leaves out of the metric counts for the acceleration that its forces give
    if has_couplings(model) and (finish_dual in stages or fall_back in stages):
        stages.append(coupled_constraint_acceleration)
    return stages


def is_solved_in_lanes(stages: Collection[Stage]) -> bool:
    """Tell whether a solver among some stages runs in lanes."""
    return newton_forest in stages


def is_solved_in_packs(stages: Collection[Stage]) -> bool:
    """Tell whether a solver among some stages gains from packs of environments that are alike."""
    return newton_tree in stages or newton_forest in stages


def may_fall_back(stages: Collection[Stage]) -> bool:
    """Tell whether some stages solve islands again where conjugate gradients have not converged."""
    return fall_back in stages
