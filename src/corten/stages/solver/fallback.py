"""Islands on which conjugate gradients missed their tolerance, solved again by PGS."""

from corten.enums import SolverType, StepErrorKind
from corten.model import Model
from corten.runtime import stage
from corten.stages.solver.delassus import prepare_whitening, whiten_island
from corten.stages.solver.dual import finish_island, iterations_so_far
from corten.stages.solver.pgs import sweep_island

# the numeric of <custom> that asks for it
NUMERIC = "corten.cg_fallback"


def wants_fallback(model: Model) -> bool:
    """Tell whether a model asks for PGS where conjugate gradients miss their tolerance."""
    names = [model.name("numeric", i) for i in range(model.nnumeric)]
    if model.opt_solver != SolverType.CG or NUMERIC not in names:
        return False
    return bool(model.numeric_data[model.numeric_adr[names.index(NUMERIC)]])


@stage
def fall_back(m, d):
    """Go on with PGS from the forces that were found, and count these islands.

    reads:  m.M_colind d.M d.contact_dim d.contact_friction d.contact_mu d.iefc_force d.solver_nfallback d.solver_niter
    writes: d.island_missed d.nY d.qacc d.qfrc_constraint d.solver_niter
    """
    missed = d.island_missed

    prepare_whitening(m, d)
    for k in range(d.nisland):
        if missed[k] != 0:
            whiten_island(m, d, k)
    if d.nY > d.maxY:
        return StepErrorKind.CAPACITY
    for k in range(d.nisland):
        if missed[k] != 0:
            converged = sweep_island(m, d, k, iterations_so_far(d, k))
            missed[k] = 0 if converged else 1
            finish_island(m, d, k)
            d.solver_nfallback += 1
    return 0
