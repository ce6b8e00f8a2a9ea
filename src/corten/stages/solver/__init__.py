"""Constraint solvers: from rows and smooth accelerations to constraint forces and accelerations."""

from corten.enums import SolverType
from corten.errors import UnsupportedFeatureError
from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.solver.cg import cg
from corten.stages.solver.finish import finish_solver
from corten.stages.solver.islands import find_islands
from corten.stages.solver.newton import newton
from corten.stages.solver.warm_start import warm_start

__all__ = ["cg", "find_islands", "finish_solver", "newton", "solver_stages", "warm_start"]

SOLVERS = {SolverType.NEWTON: newton, SolverType.CG: cg, SolverType.CG_STRICT: cg}


def solver_stages(model: Model) -> list[Stage]:
    """Return the stages that solve the constraint problem, after the rows and the smooth acceleration."""
    solver = SolverType(model.opt_solver)
    if solver not in SOLVERS:
        raise UnsupportedFeatureError(f"solver {solver.name} is not supported")
    if model.opt_noslip_iterations > 0:
        raise UnsupportedFeatureError("noslip_iterations is not supported")
    return [find_islands, warm_start, SOLVERS[solver], finish_solver]
